"""The rulesets that are still possible, kept as factors, so that they need not be listed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from reference_engine.interface import Game

Values = Mapping[str, str]
"""The values of some readings."""


@dataclass(frozen=True, eq=False)
class Factor:
    """Readings, and the combinations of values which they can still have, in that order."""

    readings: tuple[str, ...]
    rows: frozenset[tuple[str, ...]]

    def matching(self, values: Values) -> int:
        """How many combinations have these values."""
        wanted = [(place, values[reading]) for place, reading in enumerate(self.readings) if reading in values]
        if not wanted:
            return len(self.rows)
        return sum(all(row[place] == value for place, value in wanted) for row in self.rows)

    def values(self, reading: str) -> frozenset[str]:
        """The values that one of the readings can still have."""
        place = self.readings.index(reading)
        return frozenset(row[place] for row in self.rows)

    def split(self) -> Iterator["Factor"]:
        """The same as several factors, where some readings do not depend on the others."""
        for place, reading in enumerate(self.readings):
            alone = frozenset((row[place],) for row in self.rows)
            rest = frozenset(row[:place] + row[place + 1 :] for row in self.rows)
            if len(self.readings) > 1 and len(alone) * len(rest) == len(self.rows):
                yield Factor((reading,), alone)
                yield from Factor(self.readings[:place] + self.readings[place + 1 :], rest).split()
                return
        yield self


@dataclass(frozen=True)
class Remaining:
    """A set of rulesets: every choice of one combination from each factor."""

    factors: tuple[Factor, ...]

    @classmethod
    def every(cls, game: Game) -> "Remaining":
        """All the rulesets of a game."""
        choices = game.Ruleset.choices().items()
        return cls(tuple(Factor((key,), frozenset((value,) for value in values)) for key, values in choices))

    @cached_property
    def _of(self) -> dict[str, Factor]:
        """For each reading its factor."""
        return {reading: factor for factor in self.factors for reading in factor.readings}

    @cached_property
    def total(self) -> int:
        """How many they are."""
        return prod(len(factor.rows) for factor in self.factors)

    def count(self, values: Values) -> int:
        """How many of them have these values."""
        number, seen = self.total, set[Factor]()
        for reading in values:
            factor = self._of[reading]
            if factor not in seen:
                seen.add(factor)
                number = number // len(factor.rows) * factor.matching(values)
        return number

    def values(self, reading: str) -> frozenset[str]:
        """The values of a reading among them."""
        return self._of[reading].values(reading)

    def known(self) -> dict[str, str]:
        """The readings that have one value in all of them, with that value."""
        found = {reading: factor.values(reading) for reading, factor in self._of.items()}
        return {reading: next(iter(values)) for reading, values in found.items() if len(values) == 1}

    def keep(self, alternatives: Iterable[Values]) -> "Remaining":
        """Those that have the values of one of the alternatives at least; without any factor's row if none has."""
        kept = list(alternatives)
        about = {reading for values in kept for reading in values}
        touched = [factor for factor in self.factors if about & set(factor.readings)]
        readings = tuple(reading for factor in touched for reading in factor.readings)
        rows = (sum(rows, ()) for rows in product(*(factor.rows for factor in touched)))
        wanted = [[(readings.index(reading), value) for reading, value in values.items()] for values in kept]
        left = frozenset(row for row in rows if any(all(row[at] == value for at, value in each) for each in wanted))
        untouched = [factor for factor in self.factors if factor not in touched]
        return Remaining((*untouched, *(Factor(readings, left).split() if touched else ())))

    def nearest(self, game: Game) -> Any:
        """One of them: with as many default values as can be in each factor."""
        choices = game.Ruleset.choices()
        chosen: dict[str, str] = {}
        for factor in self.factors:
            rows = [dict(zip(factor.readings, row, strict=True)) for row in factor.rows]
            chosen |= sorted(rows, key=lambda row: [choices[reading].index(value) for reading, value in row.items()])[0]
        return game.Ruleset.from_readings(chosen)
