"""Properties: what must hold of every position, every step and every ending, whatever is played.

A property looks at the JSON of positions and actions, never at the engine's own values, and works out
what must be there in a way of its own. It returns whether it had anything to say: a property that
never does is a failure of the run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, Generic, TypeVar

from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json
from reference_engine.record import Header


@dataclass(frozen=True)
class Position:
    """A position under a ruleset."""

    game: Game
    ruleset: Any
    state: State

    @cached_property
    def data(self) -> Json:
        """The position as JSON; not to be changed."""
        return self.game.position_to_json(self.state)

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, by the engine."""
        return self.game.legal_actions(self.state, self.ruleset)

    @cached_property
    def moves(self) -> list[Json]:
        """The legal actions as JSON; not to be changed."""
        return [self.game.action_to_json(action) for action in self.legal]

    @property
    def readings(self) -> dict[str, str]:
        """Each reading and its value; not to be changed."""
        return _readings(self.ruleset)


@lru_cache(maxsize=1024)
def _readings(ruleset: Any) -> dict[str, str]:
    readings: dict[str, str] = ruleset.readings()
    return readings


@dataclass(frozen=True)
class Step:
    """One action played, with the positions before and after it."""

    before: Position
    action: Action
    after: Position

    @property
    def game(self) -> Game:
        """The game."""
        return self.before.game

    @property
    def readings(self) -> dict[str, str]:
        """Each reading and its value."""
        return self.before.readings

    @cached_property
    def move(self) -> Json:
        """The action as JSON; not to be changed."""
        return self.game.action_to_json(self.action)


@dataclass(frozen=True)
class Playthrough:
    """A game played from an opening or another position as far as it went.

    positions: the first, and the one after each action.
    """

    header: Header
    actions: tuple[Action, ...]
    positions: tuple[Position, ...]

    @property
    def game(self) -> Game:
        """The game."""
        return self.header.game


class Violated(Exception):
    """Occurs when a property does not hold: what it expected, and what it got instead."""

    def __init__(self, expected: object, got: object) -> None:
        super().__init__(f"expected {expected!r}, got {got!r}")
        self.expected = expected
        self.got = got


def expect(expected: object, got: object, what: str = "") -> None:
    """Raises `Violated` unless the two JSON values are the same; `what` says of what."""
    if expected != got:
        raise Violated(f"{what} {expected}".strip(), got)


Subject = TypeVar("Subject", Position, Step, Playthrough)


@dataclass(frozen=True)
class Property(Generic[Subject]):
    """One thing that must always hold.

    clauses: what it is about. one_in: it is checked at one of so many subjects, because it is slow.
    off: the values of readings, as "ID=VALUE", under which it does not hold.
    """

    subject: type[Subject]
    id: str
    sentence: str
    clauses: tuple[str, ...]
    check: Callable[[Subject], bool]
    one_in: int = 1
    off: tuple[str, ...] = ()

    def applies(self, readings: dict[str, str]) -> bool:
        """Whether no reading switches it off."""
        return not any(readings.get(reading) == value for reading, _, value in (o.partition("=") for o in self.off))


def on_step(
    key: str, sentence: str, *clauses: str, one_in: int = 1, off: tuple[str, ...] = ()
) -> Callable[[Callable[[Step], bool]], Property[Step]]:
    """Makes the decorated function a property of steps."""
    return lambda check: Property(Step, key, sentence, clauses, check, one_in, off)


def on_position(
    key: str, sentence: str, *clauses: str, one_in: int = 1, off: tuple[str, ...] = ()
) -> Callable[[Callable[[Position], bool]], Property[Position]]:
    """Makes the decorated function a property of positions, those that end a game included."""
    return lambda check: Property(Position, key, sentence, clauses, check, one_in, off)


def on_game(
    key: str, sentence: str, *clauses: str, one_in: int = 1, off: tuple[str, ...] = ()
) -> Callable[[Callable[[Playthrough], bool]], Property[Playthrough]]:
    """Makes the decorated function a property of whole games."""
    return lambda check: Property(Playthrough, key, sentence, clauses, check, one_in, off)


def collect(kind: type[Subject], *modules: ModuleType) -> tuple[Property[Subject], ...]:
    """The properties of that kind in these modules, in the order in which they are written."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Property)]
    return tuple(value for value in found if value.subject is kind)
