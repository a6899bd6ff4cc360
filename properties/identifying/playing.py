"""Games that are played with a program which cannot be set to any position: from openings, or as it deals them."""

from typing import Any

from properties.conformance.cases import Rules
from properties.conformance.generating import Source
from properties.identifying.parted import Parted
from properties.identifying.reasons import visible
from properties.identifying.state import Identifying
from reference_engine.errors import EngineError
from reference_engine.interface import Action, Box

_GAMES = 60  # that are looked at, most of which part nothing
_AGAIN = 3  # times that one game is asked about, when other rulesets are left
_TESTS = 12  # games that are asked about even if they part nothing


def play_games(state: Identifying, box: Box, deals: bool) -> None:
    """Asks about games in which rulesets part that are left, and a few others."""
    for number in range(_GAMES):
        wanted = _wanted(state)
        if state.left <= 0:
            state.cut = bool(wanted)
            return
        if not wanted and len(state.asked) >= _TESTS:
            return
        if not deals:
            _play_opening(state, box, number)
        elif not _play_dealt(state, box, number):
            return


def _wanted(state: Identifying) -> list[Any]:
    """The rulesets left that differ from the nearest one in a reading that could be seen."""
    return [other for reading in visible(state) for other in state.others(reading)]


def _play_opening(state: Identifying, box: Box, number: int) -> None:
    """A game from an opening, again as long as it parts what is left."""
    game = state.program.game
    for _ in range(_AGAIN):
        source = Source(game, state.remaining.nearest(game), box, 0, anywhere=False)
        rules = source.case(number)
        actions = _longest(state, rules)
        if not actions:
            if len(state.asked) < _TESTS:
                state.ask(rules.position(0).data, list(map(game.action_to_json, rules.case.actions)))
            return
        state.ask(rules.position(0).data, list(map(game.action_to_json, actions)))
        if state.left <= 0:
            return


def _play_dealt(state: Identifying, box: Box, number: int) -> bool:
    """A game that the program deals. Whether it is any use to let it deal another."""
    game = state.program.game
    source = Source(game, state.remaining.nearest(game), box, 0, anywhere=False)
    shown = state.answered(lambda: state.program.deal(source.players(number)))
    if shown is None:
        return True
    try:
        whole = game.position_from_json(shown, source.ruleset)
    except EngineError as error:
        state.skipped.append(f"it does not show the whole opening that it deals: {error}")
        return False
    rules = source.played_on(whole, source.rng(number))
    actions = _longest(state, rules) or (rules.case.actions if len(state.asked) < _TESTS else ())
    if actions:
        state.ask(rules.position(0).data, list(map(game.action_to_json, actions)), shown)
    return True


def _longest(state: Identifying, rules: Rules) -> tuple[Action, ...]:
    """As much of a game as it takes to part what is left, as far as it can; () if it parts nothing."""
    parted = Parted(rules, state.sight)
    return max((parted.play(other) for other in _wanted(state)), key=len, default=())
