"""A position: everything that is on the table, the hidden cards included."""

from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

COW, SHEEP = "C", "S"
TREASURES = "GJK"  # gold, gems, crowns
CARDS = "CGJKS"
PLAYERS = (3, 4, 5, 6)
WORTH = (1, 3, 5)  # of the treasures, where nothing else is said
MOST_CARDS = 1000  # in a box: far beyond every game
GREATEST_WORTH = 1000  # of a card


@dataclass(frozen=True, slots=True)
class Pile:
    """A treasure pile.

    cards: bottom card first, so that the last one is visible.
    dragon: the player whose dragon it bears, None while it bears none.
    """

    cards: str
    dragon: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """One position. Players are numbered from 0, and so are treasure piles.

    turn: the player to move; when the game is over, the player whose claim ended it.
    year: which year it is, from 1; it stays when the game is over.
    middle: the middle pile, top card first.
    later: the year piles to come, the next year's first, each with its top card first.
    piles: the treasure piles, one for each player; none when the game is over.
    hoards: for each player a multiset, a string in ascending order.
    worth: what a card of each of `TREASURES` is worth.
    """

    turn: int
    over: bool
    year: int
    middle: str
    later: tuple[str, ...]
    piles: tuple[Pile, ...]
    hoards: tuple[str, ...]
    worth: tuple[int, ...] = WORTH

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hoards)

    @property
    def claimed(self) -> tuple[int, ...]:
        """The players who have claimed a pile this year, in the order of the piles."""
        return tuple(pile.dragon for pile in self.piles if pile.dragon is not None)

    @property
    def free(self) -> tuple[int, ...]:
        """The numbers of the treasure piles that bear no dragon, ascending."""
        return tuple(number for number, pile in enumerate(self.piles) if pile.dragon is None)


def are_worths(worth: tuple[int, ...]) -> bool:
    """D-SCORE-1: whether treasures can be worth that."""
    return all(0 <= points <= GREATEST_WORTH for points in worth)


def replaced(entries: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    """The entries with another one at that index."""
    return (*entries[:index], entry, *entries[index + 1 :])
