"""What follows from the rules under every ruleset: one branch for all those that agree in the readings it hangs on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from properties.identifying.remaining import Values
from reference_engine.interface import Game
from reference_engine.ruleset import field_name

T = TypeVar("T")
_CHOOSE = "_choose"


@dataclass(frozen=True)
class Branch(Generic[T]):
    """What follows under every ruleset with these values."""

    values: Values
    result: T


def branches(
    game: Game, possible: Callable[[Values], bool], work: Callable[[Any], T], given: Values | None = None
) -> Iterator[Branch[T]]:
    """What the work gives under each ruleset that is possible and has the values given, each ruleset in one branch.

    The work is done once for each branch. It is given a ruleset that notes which readings are consulted: at each, the
    work goes on with the first value that is possible, and is done again with every other.
    """
    kind: Any = game.Ruleset
    choices = kind.choices()
    waiting = [dict(given or {})]
    while waiting:
        values = waiting.pop()

        def choose(reading: str, values: dict[str, str] = values) -> str:
            if reading not in values:
                first, *others = (each for each in choices[reading] if possible({**values, reading: each}))
                waiting.extend({**values, reading: other} for other in reversed(others))
                values[reading] = first
            return values[reading]

        ruleset = _consulted(kind)()
        object.__setattr__(ruleset, _CHOOSE, choose)
        result = work(ruleset)
        yield Branch(values, result)


@cache
def _consulted(kind: Any) -> type[Any]:
    """A kind of ruleset whose values are chosen when they are consulted."""
    fields: Mapping[str, str] = {field_name(reading): reading for reading in kind.choices()}

    def consult(self: Any, name: str) -> Any:
        choose = object.__getattribute__(self, "__dict__").get(_CHOOSE) if name in fields else None
        return choose(fields[name]) if choose else object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": consult})
