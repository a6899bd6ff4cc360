"""The events of a run, in the order in which they happen; every report is a reader of them."""

from dataclasses import dataclass, field

from properties.verdicts import ExitCode, Verdict
from reference_engine.jsonform import Json


@dataclass(frozen=True)
class RunStarted:
    """The first event. `seconds` is about how long all the work takes on one core."""

    game: str
    seed: int
    seconds: float


@dataclass(frozen=True)
class Progressed:
    """A unit of work is done, that takes about `seconds` on one core."""

    unit: str
    seconds: float


@dataclass(frozen=True)
class Judged:
    """A verdict is there."""

    verdict: Verdict


@dataclass(frozen=True)
class RunFinished:
    """The last event. complete: False where the run was cut. games, steps: how many were checked.

    notes: what else there is to say of the whole run. more: the same and other counts, for programs.
    """

    complete: bool
    games: int
    steps: int
    exit_code: ExitCode
    notes: tuple[str, ...] = ()
    more: Json = field(default_factory=dict)


Event = RunStarted | Progressed | Judged | RunFinished
