"""Making the questions that are kept in `seeds/`: `python -m properties.identifying.making [GAME ...]`.

Random rulesets are found out with the questions at hand. Where two rulesets are left that no data says are alike, a
question is looked for that parts them: in cases that come near every rare situation of the game. One of the full box
is kept as it is, and one is made as small as it gets.
"""

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from properties.identifying.questions import ALL, Known, Sight, classes, to_json
from properties.identifying.remaining import Remaining
from properties.identifying.searching import Pair, parting_questions
from properties.rulesets import named_rulesets, random_ruleset, switched_off
from reference_engine import games, load
from reference_engine.interface import Game

_NAMED, _RANDOM = 60, 200  # rulesets that are found out: the first of those that have a name, and random ones
_CHOICE = 5  # questions of which the smallest is kept
_GIVE_UP = {ALL: 8, Sight(outcome=False): 2}
"""What can be seen, and how often a search for a question that shows a value to it may fail."""


@dataclass
class Making:
    """The questions of one game so far. failed: how often none was found for a reading, a value and a sight."""

    game: Game
    known: list[Known] = field(default_factory=list)
    failed: dict[tuple[object, ...], int] = field(default_factory=dict)

    def make(self, rulesets: Sequence[Any]) -> None:
        """Finds out each of these rulesets, and looks for the questions that this needs and that are missing."""
        for full in (False, True):
            for sight in _GIVE_UP:
                for ruleset in rulesets:
                    self.complete(ruleset, full, sight)

    def complete(self, ruleset: Any, full: bool, sight: Sight) -> None:
        """Adds questions until nothing is left of which one could be found."""
        while any(
            self.add(pair, full, sight) for pair in open_pairs(self.game, self.remaining(ruleset, full, sight), ruleset)
        ):
            pass

    def remaining(self, ruleset: Any, full: bool, sight: Sight) -> Remaining:
        """What the questions leave that are of the full box, or are not, if they are answered by a ruleset."""
        remaining = Remaining.every(self.game)
        for known in self.known:
            if known.question.full is full:
                remaining = narrowed(remaining, known, ruleset.readings(), sight)
        return remaining

    def add(self, pair: Pair, full: bool, sight: Sight) -> bool:
        """Adds a question that parts two rulesets, if one is found."""
        key = (full, sight, frozenset(_changes(*pair)))
        if self.failed.get(key, 0) >= _GIVE_UP[sight]:
            return False
        some = islice(parting_questions(self.game, pair, full, sight), _CHOICE)
        found = min(some, key=lambda known: known.question.size, default=None)
        if found is None:
            self.failed[key] = self.failed.get(key, 0) + 1
            return False
        self.known.append(found)
        print(f"{self.game.NAME}: {len(self.known)} questions; {_changes(*pair)}", file=sys.stderr)
        return True


def narrowed(remaining: Remaining, known: Known, readings: Mapping[str, str], sight: Sight) -> Remaining:
    """Those rulesets that answer a question as the one with these readings does, as far as can be seen."""
    for alike in classes(known.branches, sight).values():
        if any(branch.values.items() <= readings.items() for branch in alike):
            return remaining.keep(branch.values for branch in alike)
    raise AssertionError("every ruleset is in one branch")


def open_pairs(game: Game, remaining: Remaining, ruleset: Any) -> Iterator[Pair]:
    """That ruleset with others that are left: by one value, of readings that decide something under both."""
    readings = ruleset.readings()
    for reading, values in game.Ruleset.choices().items():
        for value in values:
            other = game.Ruleset.from_readings({**readings, reading: value})
            if other != ruleset and remaining.count(other.readings()) and reading not in switched_off(game, ruleset):
                yield ruleset, other


def _changes(one: Any, other: Any) -> dict[str, str]:
    """The readings in which two rulesets differ, with the values of the second."""
    readings = one.readings()
    return {reading: value for reading, value in other.readings().items() if readings[reading] != value}


def main(arguments: Sequence[str]) -> None:
    """Makes the files of these games, or of all."""
    for name in arguments or games():
        game, rng = load(name), random.Random(0)
        making = Making(game)
        making.make([*named_rulesets(game)[:_NAMED], *(random_ruleset(game, rng) for _ in range(_RANDOM))])
        lines = sorted((known.question for known in making.known), key=lambda each: (each.full, each.size))
        target = Path(__file__).parents[2] / "seeds" / "questions" / f"{game.NAME}.jsonl"
        target.write_text("".join(json.dumps(to_json(each)) + "\n" for each in lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
