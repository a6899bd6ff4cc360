"""Scores and the winner."""

from dataclasses import dataclass

from reference_engine.drachenschatz.animals import eliminated
from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import TREASURES, State
from reference_engine.errors import GameNotOver
from reference_engine.jsonform import Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    scores: each player's points, also of those who are out. winners: the players who win, ascending.
    out: the players who are out for want of animals, ascending.
    decided: "score"; or among equal scores "shared" or "nobody".
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    out: tuple[int, ...]
    decided: str


def outcome(state: State, ruleset: Ruleset) -> Outcome:
    """D-WIN-1: the highest score among the players still in wins. Raises `GameNotOver`."""
    if not state.over:
        raise GameNotOver("the game is not over")
    scores = tuple(_worth(state, hoard) for hoard in state.hoards)
    out = eliminated(state.hoards, ruleset)
    still_in = [player for player in range(state.players) if player not in out]
    highest = max(scores[player] for player in still_in)
    winners = tuple(player for player in still_in if scores[player] == highest)
    if len(winners) == 1:
        return Outcome(scores, winners, out, "score")
    return _tie(scores, winners, out, ruleset)


def standing(state: State, ruleset: Ruleset) -> tuple[int, ...]:  # noqa: ARG001 - no reading is about scores
    """D-SCORE-1: each player's score if the game ended now, each with the pile claimed this year."""
    claimed = {pile.dragon: pile.cards for pile in state.piles}
    return tuple(_worth(state, hoard + claimed.get(player, "")) for player, hoard in enumerate(state.hoards))


def _worth(state: State, cards: str) -> int:
    """D-SCORE-1: the worth of cards by the table of values; animals are worth nothing."""
    return sum(cards.count(card) * worth for card, worth in zip(TREASURES, state.worth, strict=True))


def _tie(scores: tuple[int, ...], tied: tuple[int, ...], out: tuple[int, ...], ruleset: Ruleset) -> Outcome:
    """D-WIN-1: players with equal scores win together."""
    if ruleset.win_tie == "shared":
        return Outcome(scores, tied, out, "shared")
    return Outcome(scores, (), out, "nobody")


def outcome_to_json(outcome: Outcome) -> Json:
    """The outcome in the form of the protocol."""
    return {"scores": list(outcome.scores), "out": list(outcome.out), "winners": list(outcome.winners)}
