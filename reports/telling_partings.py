"""Where two rulesets part, in words: the opening, the play, and what is different after it."""

import json
from collections.abc import Iterator

from properties.ambiguities.breaking import Play
from properties.parting import Kind, Pair, Parting, play_out
from properties.reaching import Winners, reach
from reference_engine.interface import Action, Game, State
from reference_engine.record import Header
from reports.telling import tell_outcome, wrapped

WORDS = {
    Kind.LEGAL: "what is legal",
    Kind.POSITION: "the position",
    Kind.SCORES: "the scores",
    Kind.OUTCOME: "the outcome",
    Kind.WINNERS: "the winners",
    Kind.REACHABLE: "who can still win",
}
_MOST_LEGAL = 6  # actions that are told
_MOST_ACTIONS = 30  # longer plays are not told action by action


def tell_parting(parting: Parting) -> Iterator[str]:
    """The opening as a board, the play, and each difference with both sides. Raises `DoesNotReplay`."""
    pairs, game = play_out(parting), parting.one.game
    names = [name_of(header, other) for header, other in ((parting.one, parting.other), (parting.other, parting.one))]
    going_on = [other if game.is_terminal(one) else one for one, other in pairs]
    yield from _tell_play(parting.one, going_on, parting.actions, _told_end(game, pairs, names))
    width = max(map(len, names)) + 2
    for what, *sides in differences(parting, pairs[-1]):
        yield f"{what}:"
        for name, side in zip(names, sides, strict=True):
            yield from wrapped(f"  {name:{width}}", side)


def tell_play(play: Play) -> Iterator[str]:
    """The opening as a board and the play; and what leads back to where it began."""
    game, ruleset = play.header.game, play.header.ruleset
    states = [play.header.start]
    for action in (*play.actions, *play.around):
        states.append(game.apply(states[-1], action, ruleset))
    yield from _tell_play(play.header, states, (*play.actions, *play.around))
    if play.around:
        yield (
            f"This is the position after action {len(play.actions)} again."
            if play.actions
            else "This is the opening again."
        )


def _told_end(game: Game, pairs: list[Pair], names: list[str]) -> tuple[int, str]:
    """After which action the game is over on one side alone, if other actions follow, and a sentence of it."""
    for number, pair in enumerate(pairs[:-1]):
        over = [game.is_terminal(state) for state in pair]
        if any(over):
            return number, f"Under {names[over.index(True)]} the game is over here; the other goes on alone."
    return len(pairs), ""


def _tell_play(
    header: Header, states: list[State], actions: tuple[Action, ...], end: tuple[int, str] = (-1, "")
) -> Iterator[str]:
    """end: after which action something is to be said, and what."""
    game = header.game
    yield game.position_to_text(header.start)
    yield ""
    if len(actions) > _MOST_ACTIONS:
        yield f"{len(actions)} actions, which --json writes."
    else:
        for number, (state, action) in enumerate(zip(states, actions, strict=False), start=1):
            yield f"{number:4}  player {game.current_player(state)}  {game.action_to_text(action)}"
            if number == end[0]:
                yield f"      {end[1]}"
    if actions:
        yield ""


def name_of(header: Header, other: Header) -> str:
    """The readings in which a ruleset differs from the other one."""
    mine, theirs = header.ruleset.readings(), other.ruleset.readings()
    return ", ".join(f"{key}={value}" for key, value in mine.items() if value != theirs[key])


def differences(parting: Parting, last: Pair) -> Iterator[tuple[str, str, str]]:
    """What differs, and how it is on both sides."""
    game, (mine, theirs) = parting.one.game, last
    one, other = parting.one.ruleset, parting.other.ruleset
    if Kind.LEGAL in parting.kinds:
        legal = [game.action_to_text(action) for action in game.legal_actions(mine, one)]
        others = [game.action_to_text(action) for action in game.legal_actions(theirs, other)]
        yield "Legal there only", _listed(legal, others), _listed(others, legal)
    if Kind.POSITION in parting.kinds:
        data, their_data = game.position_to_json(mine), game.position_to_json(theirs)
        for field in [name for name in data if name in their_data and data[name] != their_data[name]]:
            yield field, json.dumps(data[field]), json.dumps(their_data[field])
    if parting.kinds & {Kind.SCORES, Kind.WINNERS, Kind.OUTCOME}:
        outcomes = game.outcome(mine, one), game.outcome(theirs, other)
        yield "The game is over", tell_outcome(game, outcomes[0]), tell_outcome(game, outcomes[1])
    if Kind.REACHABLE in parting.kinds:
        yield "Who can still win", _sets(reach(game, mine, one)), _sets(reach(game, theirs, other))


def _listed(actions: list[str], others: list[str]) -> str:
    own = [action for action in actions if action not in others]
    more = f" and {len(own) - _MOST_LEGAL} more" if len(own) > _MOST_LEGAL else ""
    return ", ".join(own[:_MOST_LEGAL]) + more if own else "nothing"


def _sets(winners: frozenset[Winners]) -> str:
    """Sets of winners, such as "0; 1; 0 and 1"."""
    return "; ".join(
        " and ".join(map(str, each)) or "nobody" for each in sorted(winners, key=lambda each: (len(each), each))
    )
