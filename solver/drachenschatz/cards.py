"""Hoards as strings of letters."""

from solver.drachenschatz.model import Hoard

COW, SHEEP, TREASURES = "C", "S", "GJK"


def hoard(cards: str) -> Hoard:
    """The numbers of those cards. Raises `ValueError` when there are others than the model knows."""
    if set(cards) - {COW, SHEEP, *TREASURES}:
        raise ValueError(f"the model has no place for some of these cards: {cards!a}")
    return Hoard(cards.count(COW), cards.count(SHEEP), tuple(map(cards.count, TREASURES)))
