"""Signs that stand for cards that nobody has seen, in the engine's positions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from properties.drachenschatz.board import gathered
from reference_engine.interface import State

_FIRST = 0xE000  # the first of the characters that no text gives a meaning


def signs(first: int, number: int) -> str:
    """So many signs; `first` is the number of the first one."""
    return "".join(chr(_FIRST + place) for place in range(first, first + number))


def is_sign(card: str) -> bool:
    """Whether it stands for a card that is not known."""
    return ord(card) >= _FIRST


def cards_of(state: State) -> str:
    """Every card there is, and every sign; those to come last."""
    return "".join((*state.hoards, *(pile.cards for pile in state.piles), state.middle, *state.later))


def put_in(state: State, found: Mapping[str, str]) -> State:
    """The position with these cards in the places of their signs."""
    if not found:
        return state
    table = str.maketrans(dict(found))
    changed: dict[str, Any] = {
        "middle": state.middle.translate(table),
        "later": tuple(cards.translate(table) for cards in state.later),
        "piles": tuple(replace(pile, cards=pile.cards.translate(table)) for pile in state.piles),
        "hoards": tuple(gathered(hoard.translate(table)) for hoard in state.hoards),
    }
    return replace(state, **changed)
