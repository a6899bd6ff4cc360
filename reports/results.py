"""What comes of a run, case by case, as the reports for CI tell it: each of them is a reader of these."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version

from properties.clauses import catalogue
from properties.events import RunFinished
from properties.server import PROTOCOL
from properties.verdicts import ExitCode, Finding, Grade, Known, Verdict
from reference_engine import load
from reports.telling import printable


class Status(StrEnum):
    """What CI systems tell apart."""

    FAILED = "failed"
    ERROR = "open"
    SKIPPED = "skipped"
    PASSED = "passed"


_STATUS = {Grade.REFUTED: Status.FAILED, Grade.UNKNOWN: Status.ERROR, Grade.VACUOUS: Status.ERROR}


@dataclass(frozen=True)
class Case:
    """One clause, property or other question. All texts are for people and hold nothing that a terminal would obey.

    told: what came of it, in one line, with its grade. text: the counterexample, "" if there is none.
    clauses: those that it is about, the most telling first.
    """

    id: str
    status: Status
    sentence: str
    told: str
    text: str = ""
    clauses: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Run:
    """A run of a command on a game."""

    command: str
    game: str
    verdicts: Sequence[Verdict]
    finished: RunFinished

    def cases(self) -> list[Case]:
        """A case for each verdict, for what was rightly left out, and for a run that did not come to its end."""
        cases = [_case(verdict, self.game) for verdict in self.verdicts]
        for key, reason in self.finished.more.get("left_out", {}).items():
            cases.append(Case(printable(key), Status.SKIPPED, _statement(self.game, key), printable(reason)))
        return [*cases, *_rest(self.finished, cases)]


def of_status(runs: Sequence[Run], *statuses: Status) -> Iterator[tuple[Run, Case]]:
    """The cases of these statuses, by status in this order."""
    for status in statuses:
        for run in runs:
            yield from ((run, case) for case in run.cases() if case.status is status)


def versions(game: str) -> dict[str, str]:
    """The versions that a report is about: of dragonproof, of the rules of the game, of the protocol."""
    return {"dragonproof": version("dragonproof"), "rules": load(game).RULES, "protocol": str(PROTOCOL)}


def _case(verdict: Verdict, game: str) -> Case:
    key = verdict.id.removeprefix("clause.")
    found = verdict.finding.clauses if verdict.finding else ()
    told = ": ".join(filter(None, (verdict.grade, verdict.evidence)))
    return Case(
        id=printable(key),
        status=Status.SKIPPED if verdict.known else _STATUS.get(verdict.grade, Status.PASSED),
        sentence=_clean(verdict.sentence),
        told=printable(_why_known(verdict.known) if verdict.known else told),
        text=_clean(_counterexample(verdict.finding, game)) if verdict.finding else "",
        clauses=tuple(dict.fromkeys([*([key] if key in catalogue(game).clauses else []), *found])),
        seconds=verdict.seconds or 0.0,
    )


def _why_known(known: Known) -> str:
    """What the baseline says of something that does not count."""
    return f"{known.section} in the baseline: {known.reason}" + (f" ({known.link})" if known.link else "")


def _rest(finished: RunFinished, cases: Sequence[Case]) -> Iterator[Case]:
    """A case for a run that is not green, where no other case says so."""
    bad = any(case.status in (Status.FAILED, Status.ERROR) for case in cases)
    cut = not finished.complete and finished.exit_code is not ExitCode.NOT_DRIVEN
    if cut or (not bad and finished.exit_code is not ExitCode.HOLDS):
        told = "the run was cut" if cut else f"exit code {int(finished.exit_code)}"
        yield Case("run", Status.ERROR, "The run comes to its end, and everything holds.", f"{Grade.UNKNOWN}: {told}")


def _counterexample(finding: Finding, game: str) -> str:
    """A finding as a text of several lines."""
    statements = catalogue(game).clauses
    lines = [finding.board, ""] if finding.board else []
    lines += [f"action    {finding.action}"] if finding.action else []
    lines += [f"{clause}: {statements[clause].statement}" for clause in finding.clauses[:1]]
    lines += [f"expected  {finding.expected}", f"got       {finding.got}"]
    lines += [f"or else broken: {', '.join(finding.clauses[1:])}"] if finding.clauses[1:] else []
    lines += [f"{heading}: {text}" for heading, text in finding.notes]
    return "\n".join([*lines, *([f"To repeat: {finding.repeat}"] if finding.repeat else [])])


def _statement(game: str, key: str) -> str:
    clauses = catalogue(game).clauses
    return clauses[key].statement if key in clauses else "Nothing is skipped."


def _clean(text: str) -> str:
    return "\n".join(map(printable, text.splitlines()))
