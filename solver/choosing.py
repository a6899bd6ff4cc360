"""Statements about several rulesets at once: the value of a reading is a variable of the statement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import z3

from solver.terms import Formula, Readings, how_many


@dataclass(frozen=True)
class Choice:
    """Any of some rulesets. readings: of each its value, or for each value a free variable, true if it is that one."""

    readings: Readings

    def premises(self) -> list[Formula]:
        """Each reading has exactly one value."""
        return [how_many(value.values()) == 1 for value in self.readings.values() if not isinstance(value, str)]


def choice(context: z3.Context, known: Mapping[str, Sequence[str]], ruleset: Mapping[str, str]) -> Choice:
    """Every combination of the values that are known of each reading; of those in the ruleset only its value."""
    return Choice(
        {
            reading: ruleset.get(reading, {value: z3.Bool(f"{reading}={value}", context) for value in values})
            for reading, values in known.items()
        }
    )
