"""Reveal a card: onto which piles, when it is legal, and what it does."""

from collections.abc import Iterator
from dataclasses import replace

from reference_engine.drachenschatz.actions import Reveal
from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import Pile, State, replaced
from reference_engine.drachenschatz.year import pass_turn
from reference_engine.errors import IllegalAction


def legal(state: State) -> Iterator[Reveal]:
    """D-REVEAL-1, D-REVEAL-2: a reveal onto every pile without a dragon, if there is a card to reveal."""
    if state.middle:
        for pile in state.free:
            yield Reveal(pile)


def check(state: State, action: Reveal) -> None:
    """Raises `IllegalAction` for the first of these that is broken.

    D-REVEAL-2 the middle pile; D-REVEAL-1 the pile; D-CLAIM-2 its dragon.
    """
    if not state.middle:
        raise IllegalAction("D-REVEAL-2", "the middle pile is empty")
    if action.pile >= len(state.piles):
        raise IllegalAction("D-REVEAL-1", f"there is no pile {action.pile}")
    if action.pile not in state.free:
        raise IllegalAction("D-CLAIM-2", f"pile {action.pile} bears a dragon and gets no more cards")


def play(state: State, action: Reveal, ruleset: Ruleset) -> State:
    """D-REVEAL-1: the top card of the middle pile goes on top of the treasure pile; the next turn."""
    pile = Pile(state.piles[action.pile].cards + state.middle[0])
    state = replace(state, middle=state.middle[1:], piles=replaced(state.piles, action.pile, pile))
    return pass_turn(state, ruleset)
