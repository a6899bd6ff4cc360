"""What the tests in this folder need of each game: the module of its name, beside this one.

GAME.jsonl has for each mutant of the game a play from an opening that leads to where it differs: mutant; shows: what
differs there: opening, apply (what the last action leads to, or whether it is accepted), legal, outcome or observe;
players; box: the name of the box, or a box in JSON, where it is not the first; shuffled: what chance has put in
order; actions; and for observe the player, and the change of what that player cannot see.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from reference_engine.jsonform import Json


class Sample(Protocol):
    """What the module of every game exports."""

    NAME: str
    PROMISED: Mapping[str, int]
    """How many mutants there are at least: all, from the rules alone, rare, of views, under readings."""
    POSITION: Json
    """A position that is no opening, with at least four actions to come."""
    ILLEGAL: Json
    """An action that cannot be played there."""
    PLAIN: Json
    """An action that can be played there three times in a row, and in every opening."""
    LAST: Json
    """A position in which the action `END` ends the game."""
    END: Json
    MULTISETS: str
    """The first field with lists of cards in ascending order."""
    SWAPPED: Json
    """What changes in the position when the first two of the cards that are hidden from all are swapped."""
    HIDDEN: Sequence[str]
    """The fields with cards that not everybody sees, first the one in which they are a single row."""
    LAST_FIELD: str
    MOST: int
    """The largest number of players."""

    def in_common(self, opening: Json) -> Json:
        """What every shuffle of an opening has in common."""

    def seen(self, data: Json, player: int) -> Json:
        """Everything that the player sees, in any form."""

    def unseen(self, data: Json, player: int) -> Counter[str]:
        """The cards that the player does not see, wherever they are."""


def sample(game: str) -> Sample:
    """That of a game."""
    return cast(Sample, import_module(f"tests.properties.mutants.{game}"))
