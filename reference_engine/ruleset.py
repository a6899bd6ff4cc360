"""What the rulesets of all games share: readings by id, their values, and their JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from typing import Self, get_args, get_type_hints

from reference_engine.errors import UnknownReading


@dataclass(frozen=True)
class Readings:
    """Base of a game's `Ruleset`: one field for each reading, typed by its values.

    The field of reading `tie.count` is `tie_count`; the first of its values is the default.
    """

    def __post_init__(self) -> None:
        """Raises `UnknownReading` for a value that does not exist."""
        for reading, values in self.choices().items():
            value = getattr(self, field_name(reading))
            if value not in values:
                known = ", ".join(values)
                raise UnknownReading(f"reading {reading} has no played value {value!a}; choose one of: {known}")

    @classmethod
    @cache
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """Each reading's id and the values that are played, the default first."""
        hints = get_type_hints(cls)
        return {_id(field.name): get_args(hints[field.name]) for field in fields(cls)}

    @classmethod
    def from_readings(cls, readings: Mapping[str, object]) -> Self:
        """The ruleset with these values, and the default for every reading not named.

        Raises `UnknownReading`, with a suggestion, for an id or a value that does not exist.
        """
        choices = cls.choices()
        for reading in readings:
            if reading not in choices:
                raise UnknownReading(f"no reading {reading!a}{_suggest(reading, choices)}")
        return cls(**{field_name(reading): value for reading, value in readings.items()})

    def readings(self) -> dict[str, str]:
        """Every reading's id and value."""
        return {_id(field.name): getattr(self, field.name) for field in fields(self)}

    def differences(self) -> dict[str, str]:
        """The readings whose value is not the default."""
        choices = self.choices()
        return {reading: value for reading, value in self.readings().items() if value != choices[reading][0]}


def _id(field: str) -> str:
    return field.replace("_", ".", 1)


def field_name(reading: str) -> str:
    """The field of a ruleset that has the value of a reading: "tie_count" of "tie.count"."""
    return reading.replace(".", "_", 1)


def _suggest(reading: str, choices: Mapping[str, object]) -> str:
    close = get_close_matches(reading, choices, n=1)
    return f"; did you mean {close[0]}?" if close else "; the readings are: " + ", ".join(choices)
