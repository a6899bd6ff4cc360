"""Scores, the winner and the tie-break."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from reference_engine.errors import GameNotOver
from reference_engine.jsonform import Json
from reference_engine.village.end import end_game
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import WILD, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    scores: each player's points. winners: the players who win, ascending.
    decided: "score"; or where the tie-break was decided, "space 5" (the index of the space) or
        "value 2" (the worth of the spaces counted together); or "shared"; or "nobody".
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decided: str


def outcome(state: State, ruleset: Ruleset) -> Outcome:
    """V-WIN-1: the highest total wins. V-TIE-2: among equals the first step at which one has most decides.

    Raises `GameNotOver`.
    """
    if not state.over:
        raise GameNotOver("the game is not over")
    totals = scores(state, ruleset)
    tied = [player for player in range(state.players) if totals[player] == max(totals)]
    if len(tied) == 1:
        return Outcome(totals, tuple(tied), "score")
    compared = _compared(state, tied, ruleset)
    for step, types in _tie_break(state, ruleset):
        counts = {player: sum(_count(state, player, kind, ruleset) for kind in types) for player in compared}
        most = [player for player in compared if counts[player] == max(counts.values())]
        if len(most) == 1:
            return Outcome(totals, tuple(most), step)
        if ruleset.tie_among == "still":
            tied = compared = most
    return _full_tie(totals, tied, ruleset)


def standing(state: State, ruleset: Ruleset) -> tuple[int, ...]:
    """Each player's score if the game ended in this position (V-END-2, then the scores)."""
    return scores(end_game(state), ruleset)


def scores(state: State, ruleset: Ruleset) -> tuple[int, ...]:
    """Each player's total: V-SCORE-1, V-SCORE-2 and V-SCORE-3."""
    worth = dict(zip(state.track, state.values, strict=True))
    costs = worth | {WILD: int(ruleset.score_wild_penalty)}  # V-SCORE-3
    return tuple(
        sum(len(bribe) * worth[bribe[0]] for bribe in bribes)  # V-SCORE-1: every card of a bribe, Wilds too
        - sum(costs[card] for card in hand)  # V-SCORE-2: every card left in the hand
        for hand, bribes in zip(state.hands, state.bribes, strict=True)
    )


def _tie_break(state: State, ruleset: Ruleset) -> Iterator[tuple[str, list[str]]]:
    """V-TIE-1, V-TIE-2: the steps from the rightmost space to the left, each with its types."""
    spaces = list(enumerate(zip(state.track, state.values, strict=True)))[::-1]
    if ruleset.tie_steps == "space":
        for index, (kind, _) in spaces:
            yield f"space {index}", [kind]
    else:
        for value, group in groupby(spaces, key=lambda space: space[1][1]):
            yield f"value {value}", [kind for _, (kind, _) in group]


def _compared(state: State, tied: list[int], ruleset: Ruleset) -> list[int]:
    """V-TIE-1: the players whose cards are compared first."""
    return list(range(state.players)) if ruleset.tie_among == "all" else tied


def _count(state: State, player: int, kind: str, ruleset: Ruleset) -> int:
    """V-TIE-1: how many cards of a type count for a player."""
    bribe, hand = state.bribe(player, kind), state.hands[player]
    match ruleset.tie_count:
        case "bribe":
            return len(bribe)
        case "treasure":
            return bribe.count(kind)
        case "owned":
            return len(bribe) + hand.count(kind)
        case "type":
            return bribe.count(kind) + hand.count(kind)


def _full_tie(totals: tuple[int, ...], tied: list[int], ruleset: Ruleset) -> Outcome:
    """V-TIE-3: players whom the tie-break leaves equal win together."""
    if ruleset.tie_full == "shared":
        return Outcome(totals, tuple(tied), "shared")
    return Outcome(totals, (), "nobody")


def outcome_to_json(outcome: Outcome) -> Json:
    """The outcome in the form of the protocol."""
    return {"scores": list(outcome.scores), "winners": list(outcome.winners)}
