"""What is known of a program so far."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from properties.clauses import catalogue
from properties.conformance.failures import NoAnswer, Unsupported
from properties.conformance.program import Program
from properties.identifying.asking import Asked, TooMany, ask
from properties.identifying.questions import Sight
from properties.identifying.remaining import Remaining
from reference_engine.jsonform import Json

T = TypeVar("T")


@dataclass(frozen=True)
class Failed:
    """A question that was not answered: the position, None if the program dealt it; the actions, as JSON; and why."""

    start: Json | None
    actions: tuple[Json, ...]
    why: str

    def to_json(self) -> Json:
        """The same as JSON."""
        return {"state": self.start, "actions": self.actions, "why": self.why}


@dataclass
class Identifying:
    """One program, and what its answers have left so far.

    most: how many questions it may be asked. sight: what it shows. how: the numbers of the questions that ruled out
    values of a reading. missed: whether an answer agreed with no ruleset that was left; it rules out nothing.
    small: whether it could be set to a position of a small box, None if it was never asked.
    cut: whether a question was not asked because there had been too many.
    """

    program: Program
    most: int
    remaining: Remaining = field(init=False)
    sight: Sight = field(init=False)
    asked: list[Asked] = field(default_factory=list)
    how: dict[str, list[int]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    missed: bool = False
    small: bool | None = None
    cut: bool = False

    def __post_init__(self) -> None:
        self.remaining = Remaining.every(self.program.game)
        self.sight = Sight("outcome" in self.program.capabilities)

    @property
    def left(self) -> int:
        """How many questions may still be asked."""
        return self.most - len(self.asked) - len(self.skipped) - len(self.failed)

    def ask(self, start: Json, actions: Sequence[Json], dealt: Json | None = None) -> bool:
        """Asks a question, and takes in the answers. False where there were none."""
        answered = self.answered(lambda: ask(self.program, self.remaining, start, actions, dealt), start, actions)
        if answered is None:
            return False
        asked, remaining = answered
        self.sight = replace(self.sight, hidden=asked.hidden & self.sight.hidden if self.asked else asked.hidden)
        if remaining is None:
            self.missed = True
        else:
            for reading in self.open():
                if remaining.values(reading) != self.remaining.values(reading):
                    self.how.setdefault(reading, []).append(len(self.asked))
            self.remaining = remaining
        self.asked.append(asked)
        return True

    def answered(self, question: Callable[[], T], start: Json | None = None, actions: Sequence[Json] = ()) -> T | None:
        """What a question gives; None where there is no answer, which is noted."""
        try:
            return question()
        except Unsupported as skip:
            self.skipped.append(skip.told)
        except NoAnswer as failure:
            self.failed.append(Failed(start, tuple(actions), f"{failure.kind}: {failure.reason}"))
        except TooMany as error:
            self.skipped.append(str(error))
        return None

    def open(self) -> list[str]:
        """The readings that may still have several values."""
        known = self.remaining.known()
        return [reading for reading in self.program.game.Ruleset.choices() if reading not in known]

    def hidden_by(self, reading: str) -> str:
        """What decides that a reading decides nothing, as "ID=VALUE"; "" if nothing is known to."""
        for other, value in self.remaining.known().items():
            for each in catalogue(self.program.game.NAME).readings[other].values:
                if each.name == value and reading in each.readings_off:
                    return f"{other}={value}"
        return ""

    def others(self, reading: str) -> Iterator[Any]:
        """The rulesets left that differ from the nearest one in this reading alone."""
        game, readings = self.program.game, self.remaining.nearest(self.program.game).readings()
        for value in game.Ruleset.choices()[reading]:
            changed = {**readings, reading: value}
            if changed != readings and self.remaining.count(changed):
                yield game.Ruleset.from_readings(changed)
