"""The findings of a report: each with its smallest case as a replay."""

from dataclasses import dataclass

from properties.clauses import Clause, catalogue
from properties.conformance.baseline import RECORD
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.record import read_record
from reports.html.pool import TOO_LARGE, Pool
from reports.html.replays import Replay, of_record
from reports.html.report import Report
from reports.telling_check import is_about_readings


@dataclass(frozen=True)
class Found:
    """A finding of a verdict. replay: None where nothing can be replayed. why: then the reason, "" if it has no record.

    whole: a game from an opening that leads there, if there is one. clauses: those that it breaks.
    of_rules: whether it is a question of rules, no fault.
    """

    game: str
    verdict: Verdict
    finding: Finding
    clauses: tuple[Clause, ...]
    replay: Replay | None
    why: str
    whole: Replay | None
    of_rules: bool


def findings(report: Report, pool: Pool) -> list[Found]:
    """Those that count first, as they stand in the report."""
    every = [(game, verdict) for game in report.games for verdict in report.verdicts(game) if verdict.finding]
    every.sort(key=lambda each: (bool(each[1].known), each[1].grade is not Grade.REFUTED, is_about_readings(each[1])))
    return [_found(game, verdict, number, pool) for number, (game, verdict) in enumerate(every, start=1)]


def _found(game: str, verdict: Verdict, number: int, pool: Pool) -> Found:
    finding = verdict.finding
    assert finding is not None
    known = catalogue(game).clauses
    title = (
        "The game, as far as the rules carry it"
        if verdict.id.startswith(RECORD)
        else "The smallest case that was found"
    )
    replay, why = _replay(f"finding-{number}", title, finding.record, pool, finding)
    whole, _ = _replay(f"finding-{number}-game", "A whole game that leads there", finding.game, pool, finding)
    clauses = tuple(known[clause] for clause in finding.clauses if clause in known)
    return Found(game, verdict, finding, clauses, replay, why, whole, is_about_readings(verdict))


def _replay(key: str, title: str, record: str, pool: Pool, finding: Finding) -> tuple[Replay | None, str]:
    """The replay of a record, or why there is none."""
    if not record:
        return None, ""
    if not pool.has_room(record.count("\n")):
        return None, TOO_LARGE
    try:
        return of_record(key, title, read_record(record.encode()), pool, finding), ""
    except Exception as error:  # whatever a broken engine raises: the report is written all the same
        return None, f"It cannot be replayed: {type(error).__name__}: {error}"
