"""Over the rulesets: the default, each single alternative, each pair, each text's literal one, and random ones."""

import random
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from properties.clauses import catalogue
from reference_engine.interface import Game
from reference_engine.ruleset import field_name

Choice = tuple[str, str]  # a reading and one of its values


def named_rulesets(game: Game) -> tuple[Any, ...]:
    """All but the random ones, each once, the default first."""
    single = alternatives(game)
    pairs = (pair for pair in combinations(single, 2) if pair[0][0] != pair[1][0])
    more = (game.Ruleset.from_readings(each) for each in (*literal_readings(game), *map(dict, pairs)))
    return tuple(dict.fromkeys((game.Ruleset(), *single.values(), *more)))


def alternatives(game: Game) -> dict[Choice, Any]:
    """Every value that is played and no default, with the ruleset that has the default for all other readings."""
    return {
        (reading, value): game.Ruleset.from_readings({reading: value})
        for reading, values in game.Ruleset.choices().items()
        for value in values[1:]
    }


def literal_readings(game: Game) -> list[dict[str, str]]:
    """For each text the readings of which it names one value that is played."""
    choices = game.Ruleset.choices()
    return [
        {key: said.value for key, said in text.readings.items() if said.value and said.value in choices[key]}
        for text in catalogue(game.NAME).texts.values()
    ]


def random_ruleset(game: Game, rng: random.Random) -> Any:
    """One value for each reading, each as likely as any other."""
    return game.Ruleset.from_readings(
        {reading: rng.choice(values) for reading, values in game.Ruleset.choices().items()}
    )


def switched_off(game: Game, ruleset: Any) -> frozenset[str]:
    """The clauses that there are not, and the readings that decide nothing, under a ruleset."""
    readings = ruleset.readings()
    return frozenset(
        key
        for reading in catalogue(game.NAME).readings.values()
        for value in reading.values
        if readings[reading.id] == value.name
        for key in (*value.clauses_off, *value.readings_off)
    )


class Noting:
    """A ruleset that notes which of its values are consulted: what is made of it holds for all that agree in these."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset
        self.consulted: dict[str, object] = {}

    def __getattr__(self, name: str) -> object:
        value = getattr(self._ruleset, name)
        self.consulted[name] = value
        return value

    @property
    def noted(self) -> dict[str, str]:
        """The readings that were consulted, with their values, in the ruleset's order."""
        readings: dict[str, str] = self._ruleset.readings()
        return {reading: value for reading, value in readings.items() if field_name(reading) in self.consulted}


def agrees(ruleset: Any, consulted: Mapping[str, object]) -> bool:
    """Whether a ruleset has the values that were consulted."""
    return all(getattr(ruleset, name) == value for name, value in consulted.items())
