"""What breaks a game is found and can be played; where nothing does, nothing is told."""

from types import SimpleNamespace
from typing import Any

import pytest

from properties.ambiguities.beside import memories
from properties.ambiguities.breaking import Play, breaks
from properties.exploring import reachable
from reference_engine import load
from reference_engine.interface import State

VILLAGE, SCHATZ = load("village"), load("drachenschatz")
BOXES = tuple(range(12))


def played(play: Play, actions: tuple[Any, ...]) -> State:
    state, game = play.header.start, play.header.game
    for action in actions:
        state = game.apply(state, action, play.header.ruleset)
    return state


@pytest.mark.parametrize("game", [VILLAGE, SCHATZ], ids=["village", "drachenschatz"])
def test_the_default_rulesets_break_nothing_and_every_position_is_looked_at(game: Any) -> None:
    found = breaks(game, game.Ruleset(), BOXES)
    assert (found.endless, found.stuck, found.unwon, found.boxes) == (None, None, None, len(BOXES))
    expected = [len(list(reachable(game, box, players, game.Ruleset()))) for _, box, players in memories(game, BOXES)]
    assert found.positions == sum(expected)


@pytest.mark.parametrize("numbers", [(0,), (4,), (11,), (26,)])
def test_a_game_that_need_not_end_is_told_by_a_play_that_comes_back(numbers: tuple[int, ...]) -> None:
    ruleset = VILLAGE.Ruleset.from_readings({"market.empty_stall": "open"})
    found = breaks(VILLAGE, ruleset, numbers).endless
    assert found is not None
    assert found.around
    assert played(found, found.actions) == played(found, (*found.actions, *found.around))


@pytest.mark.parametrize(("game", "reading"), [(VILLAGE, "tie.full"), (SCHATZ, "win.tie")])
def test_an_ending_that_nobody_wins_is_told_by_a_play(game: Any, reading: str) -> None:
    ruleset = game.Ruleset.from_readings({reading: "none"})
    found = breaks(game, ruleset, BOXES)
    assert found.unwon is not None
    assert found.endless is None
    last = played(found.unwon, found.unwon.actions)
    assert game.outcome(last, ruleset).winners == ()


def test_a_player_without_an_action_is_told_by_the_shortest_play() -> None:
    def legal(state: State, ruleset: Any) -> tuple[Any, ...]:
        return () if len(state.deck) < 2 else VILLAGE.legal_actions(state, ruleset)

    game: Any = SimpleNamespace(**{name: getattr(VILLAGE, name) for name in dir(VILLAGE) if not name.startswith("__")})
    game.legal_actions = legal
    (number,) = (24,)
    found = breaks(game, VILLAGE.Ruleset(), (number,)).stuck
    assert found is not None
    last = played(found, found.actions)
    assert not VILLAGE.is_terminal(last)
    assert len(last.deck) < 2
    assert len(found.actions) == 1
