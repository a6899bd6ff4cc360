"""A position as it lies on the table: zones of piles, which are drawn alike for every game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from properties.clauses import folder
from properties.tables import parse_toml
from reference_engine.jsonform import Json


class Form(Enum):
    """How the cards of a pile lie."""

    FAN = "fan"  # side by side
    COLUMN = "column"  # one below the other, the last on top
    STACK = "stack"  # on one another, the first on top
    SPACE = "space"  # a space of a track, with a token on it


@dataclass(frozen=True)
class Pile:
    """Cards that lie together, or the token on a space.

    name: what it is in a sentence; piles of the same name are one pile, sorted. items: a letter for each card or token.
    label: what is written below it. mark: what else lies on it, "" for nothing.
    """

    name: str
    items: str
    form: Form
    label: str = ""
    mark: str = ""

    @property
    def told(self) -> str:
        """What lies on it, in words."""
        return f"{self.name}: {' '.join(self.items) or 'nothing'}{f', {self.mark}' if self.mark else ''}"


@dataclass(frozen=True)
class Zone:
    """Piles that belong together. to_move: it is that of the player to move. note: a line below it."""

    title: str
    piles: tuple[Pile, ...]
    to_move: bool = False
    note: str = ""


Route = tuple[str, str, str]
"""Cards that have gone from one pile to another, these by their names."""


def from_the_top(cards: str) -> str:
    """The order of a pile, in fives; "" for a pile without cards."""
    fives = (cards[start : start + 5] for start in range(0, len(cards), 5))
    return f"From the top: {' '.join(fives)}" if cards else ""


class Table(Protocol):
    """What the module `reports.html.GAME.table` of every game exports."""

    def zones(self, data: Json) -> tuple[Zone, ...]:
        """The position of that JSON."""

    def told(self, action: Json, player: int) -> str:
        """An action of a player in a sentence without its full stop."""

    def routes(self, before: Json, action: Json, after: Json) -> Iterator[Route]:
        """The ways of cards in a step that cannot be told from what each pile has lost and gained."""


def table(game: str) -> Table:
    """How that game lies on the table."""
    return cast(Table, import_module(f"reports.html.{game}.table"))


@cache
def card_names(game: str) -> Mapping[str, Mapping[str, str]]:
    """For each letter of a card its name, by the language's code."""
    names = parse_toml((folder(game) / "cards.toml").read_bytes())["cards"]
    return cast(Mapping[str, Mapping[str, str]], names)
