"""The events of a run, in the order in which they happen; every report is a reader of them."""

from dataclasses import dataclass

from properties.verdicts import Verdict


@dataclass(frozen=True)
class RunStarted:
    """The first event. `checks` says how many verdicts are to come."""

    game: str
    checks: int


@dataclass(frozen=True)
class CheckStarted:
    """Work on the check of that id begins."""

    id: str


@dataclass(frozen=True)
class Progressed:
    """`steps` more positions have been looked at."""

    steps: int


@dataclass(frozen=True)
class Judged:
    """A check is done."""

    verdict: Verdict


Event = RunStarted | CheckStarted | Progressed | Judged
