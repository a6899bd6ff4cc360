"""A position: everything that stands on the table, the hidden cards included."""

from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

WILD = "W"
TREASURES = "ABCDEF"
STALLS = (3, 2, 1, 0)  # named by what they cost, in the order in which they are filled
MOST_CARDS = 1000  # in a box: far beyond every game, and still few enough to list what can be played
GREATEST_VALUE = 1000  # of a space


@dataclass(frozen=True, slots=True)
class State:
    """One position. Multisets are strings in ascending order, players are numbered from 0.

    turn: the player to move; when the game is over, the player whose action ended it.
    deck: the cards, top card first.
    hands: a multiset for each player.
    bribes: for each player the bribes in ascending order, each a multiset; its type is its first
        card, since it holds a treasure card and Wilds come last.
    market: the multiset at each stall; the index is the stall's cost.
    track: the tokens from left to right, one a space.
    values: the worth of the spaces from left to right.
    discard: the cards that have left the game.
    next_stall: the stall that the next card dealt goes to; None where the ruleset does not ask.
    """

    turn: int
    over: bool
    deck: str
    hands: tuple[str, ...]
    bribes: tuple[tuple[str, ...], ...]
    market: tuple[str, ...]
    track: tuple[str, ...]
    values: tuple[int, ...]
    discard: str
    next_stall: int | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def hand(self) -> str:
        """The hand of the player to move."""
        return self.hands[self.turn]

    def bribe(self, player: int, treasure: str) -> str:
        """That player's bribe of that type; "" if there is none."""
        return next((cards for cards in self.bribes[player] if cards[0] == treasure), "")


def are_worths(values: tuple[int, ...]) -> bool:
    """V-SETUP-3: whether spaces can be worth that: never falling, the last greater than all others."""
    return list(values) == sorted(values) and values[-1] not in values[:-1] and max(map(abs, values)) <= GREATEST_VALUE


def replaced(entries: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    """The entries with another one at that index."""
    return (*entries[:index], entry, *entries[index + 1 :])
