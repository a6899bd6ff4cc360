"""Cards that nobody has seen, as signs that stand for them, and what each of them can still be."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from properties.village.board import gathered
from reference_engine.interface import State

_FIRST = 0xE000  # the first of the characters that no text gives a meaning


def signs(first: int, number: int) -> str:
    """So many signs; `first` is the number of the first one."""
    return "".join(chr(_FIRST + place) for place in range(first, first + number))


def is_sign(card: str) -> bool:
    """Whether it stands for a card that is not known."""
    return ord(card) >= _FIRST


@dataclass(frozen=True)
class Unseen:
    """What the signs stand for, as far as it is known.

    kinds: all cards that there are. told: signs and the cards that they turned out to be. narrowed: signs that
    cannot be every card, and what they can be, in ascending order. left: how many of each card no
    sign was told to be, of the box; None where no box is known.
    """

    kinds: str
    left: Mapping[str, int] | None
    told: Mapping[str, str]
    narrowed: Mapping[str, str]

    def can_be(self, card: str) -> str:
        """The cards that a sign can be, in ascending order; a card is what it is."""
        return self.narrowed.get(card, self.kinds) if is_sign(card) else card

    def narrow(self, cards: Iterable[tuple[str, str]]) -> "Unseen | None":
        """What is known when these cards are each among those beside them; None where that cannot be."""
        narrowed = dict(self.narrowed)
        for card, allowed in cards:
            can_be = self.can_be(card)
            both = "".join(kind for kind in can_be if kind in allowed)
            if not both:
                return None
            if both != can_be:
                narrowed[card] = both
        return replace(self, narrowed=narrowed)._possible() if narrowed != self.narrowed else self

    def tell(self, found: Mapping[str, str]) -> "Unseen | None":
        """What is known when these signs are those cards, which they can be; None where the box has not so many."""
        if not found:
            return self
        narrowed = {sign: can_be for sign, can_be in self.narrowed.items() if sign not in found}
        used = Counter(found.values())
        left = self.left and {card: number - used[card] for card, number in self.left.items()}
        return replace(self, told={**self.told, **found}, narrowed=narrowed, left=left)._possible()

    def _possible(self) -> "Unseen | None":
        """Itself, if the box has enough cards for every sign."""
        if self.left is None:
            return self
        if min(self.left.values()) < 0 or matched(list(self.narrowed.values()), self.left) is None:
            return None
        return self

    def guess(self, cards: str) -> dict[str, str]:
        """A card for every sign: the smallest there is for each, those that can be few cards first."""
        hidden = [card for card in cards if is_sign(card) and card not in self.told]
        if self.left is None:
            return {**self.told, **{sign: self.can_be(sign)[0] for sign in hidden}}
        narrow = [sign for sign in self.narrowed if sign in hidden]
        few = matched([self.narrowed[sign] for sign in narrow], self.left)
        assert few is not None  # else this would not be
        rest = gathered(*(Counter(self.left) - Counter(few)).elements())
        others = (sign for sign in hidden if sign not in self.narrowed)
        return {**self.told, **dict(zip(narrow, few, strict=True)), **dict(zip(others, rest, strict=True))}


def matched(wishes: Sequence[str], stock: Mapping[str, int]) -> list[str] | None:
    """A card of the stock for each of the wishes, each a choice of cards; None where there are not enough."""
    holders: dict[str, list[int]] = {card: [] for card in stock}

    def give(wish: int, refused: set[str]) -> bool:
        for card in wishes[wish]:
            if card in refused or card not in stock:
                continue
            refused.add(card)
            if len(holders[card]) < stock[card]:
                holders[card].append(wish)
                return True
            for place, holder in enumerate(holders[card]):
                if give(holder, refused):
                    holders[card][place] = wish
                    return True
        return False

    if not all(give(wish, set()) for wish in range(len(wishes))):
        return None
    given = {wish: card for card, wishing in holders.items() for wish in wishing}
    return [given[wish] for wish in range(len(wishes))]


def put_in(state: State, found: Mapping[str, str]) -> State:
    """The position with these cards in the places of their signs."""
    if not found:
        return state
    table = str.maketrans(dict(found))

    def put(cards: str) -> str:
        return gathered(cards.translate(table))

    changed: dict[str, Any] = {
        "deck": state.deck.translate(table),
        "hands": tuple(map(put, state.hands)),
        "market": tuple(map(put, state.market)),
    }
    return replace(state, **changed)
