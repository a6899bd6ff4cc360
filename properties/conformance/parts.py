"""What driving a program needs of each game: the module `properties.GAME.conformance`."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Protocol, cast

from properties.conformance.chances import Drawn
from properties.property import Position, Step
from reference_engine.interface import Action, Box
from reference_engine.jsonform import Json


class Parts(Protocol):
    """What the module `properties.GAME.conformance` of every game exports."""

    EDGES: Mapping[str, tuple[str, ...]]
    """The rare situations, each with the "READING=VALUE" that rule it out."""
    VIEW_CLAUSES: tuple[str, ...]
    """The clauses about what players see."""
    CHANCE_CLAUSES: tuple[str, ...]
    """The clauses that leave something in an opening to chance."""
    DEFAULTS: Json
    """The fields that a position may be without, and what each is then."""

    def near_misses(self, position: Position) -> Iterable[Action]:
        """Actions that are forbidden there, each one step away from a legal one."""

    def forbidden(self, position: Position) -> Iterable[str]:
        """The clauses that forbid something there, as a list of the legal actions shows."""

    def reshuffled(self, data: Json, player: int) -> Json:
        """The position with the cards that the player cannot see in other places."""

    def set_up(self, data: Json, got: Json) -> Iterable[str]:
        """The clauses about openings that could be seen when a program showed a position that was set up."""

    def demands(self, data: Json, box: Box, players: int) -> Iterable[tuple[str, str, object, object]]:
        """What an opening for so many players must have.

        A clause, what it speaks of, what must be there, and what is; nothing of fields that are left out.
        """

    def drawn(self, data: Json, box: Box, players: int) -> Iterable[Drawn]:
        """What chance decides in an opening for so many players; nothing of fields that are left out."""

    def blamed(self, after: Position, step: Step | None, field: str, got: Json) -> Iterable[str]:
        """The clauses to blame for a field of a position, where what is got tells more than which field differs."""

    def reduced(self, data: Json, keep: Callable[[], bool]) -> Json:
        """A simpler position: `keep` is asked for everything that could be left out or be plainer."""


def left_out(game: str, data: Json) -> Json:
    """The fields that a position is without since each is as it is by default."""
    return {field: value for field, value in parts(game).DEFAULTS.items() if field not in data}


def parts(game: str) -> Parts:
    """Those of that game."""
    return cast(Parts, import_module(f"properties.{game}.conformance"))
