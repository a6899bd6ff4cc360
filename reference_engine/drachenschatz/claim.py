"""Claim a pile: which piles, when it is legal, and what it does."""

from collections.abc import Iterator
from dataclasses import replace

from reference_engine.drachenschatz.actions import Claim
from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import State, replaced
from reference_engine.drachenschatz.year import after_claim
from reference_engine.errors import IllegalAction


def legal(state: State) -> Iterator[Claim]:
    """D-CLAIM-1, D-CLAIM-2: a claim of every pile without a dragon, by a player who has not claimed."""
    if state.turn not in state.claimed:
        for pile in state.free:
            yield Claim(pile)


def check(state: State, action: Claim) -> None:
    """Raises `IllegalAction` for the first of these that is broken.

    D-CLAIM-1 the player's only dragon, the pile; D-CLAIM-2 the pile's dragon.
    """
    if state.turn in state.claimed:
        raise IllegalAction("D-CLAIM-1", f"player {state.turn} has claimed a pile this year")
    if action.pile >= len(state.piles):
        raise IllegalAction("D-CLAIM-1", f"there is no pile {action.pile}")
    if action.pile not in state.free:
        raise IllegalAction("D-CLAIM-2", f"pile {action.pile} bears a dragon")


def play(state: State, action: Claim, ruleset: Ruleset) -> State:
    """D-CLAIM-1: the dragon goes on the pile; the next turn, or the end of the year."""
    pile = replace(state.piles[action.pile], dragon=state.turn)
    return after_claim(replace(state, piles=replaced(state.piles, action.pile, pile)), ruleset)
