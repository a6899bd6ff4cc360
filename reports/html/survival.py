"""What becomes of theorems under other readings: each theorem with every other value, and a case in which it falls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from properties.verdicts import Verdict
from reference_engine.jsonform import Json, member
from reports.html.report import Report, verdict_from_json
from reports.telling_survival import tell_free
from solver.surviving import Fate

_CASE = "for "


@dataclass(frozen=True)
class Asked:
    """A theorem under one other value. own: the value that it names. case: in which it falls, a variable each."""

    reading: str
    own: str
    value: str
    fate: str
    verdict: Verdict
    by: Sequence[str]
    case: Sequence[str]


@dataclass(frozen=True)
class Theorem:
    """A theorem with all that was asked of it."""

    id: str
    says: str
    about: str
    asked: Sequence[Asked]


@dataclass(frozen=True)
class Surviving:
    """What came of the theorems of a game. free: how many name no value."""

    theorems: Sequence[Theorem]
    free: str


def survival(report: Report, game: str) -> Surviving | None:
    """The theorems of a game by their ids; None where none was asked about. Raises `CannotParse`."""
    lines = sorted(
        (line for line in report.lines if line.get("game") == game), key=lambda line: member(line, "theorem", str)
    )
    counted: Mapping[str, int] = report.footer_of(game)
    free = tell_free(counted["theorems"], counted["name_no_value"]) if "name_no_value" in counted else ""
    theorems = [_theorem(key, list(about)) for key, about in groupby(lines, lambda line: str(line["theorem"]))]
    return Surviving(theorems, free) if theorems or free else None


def _theorem(key: str, lines: Sequence[Json]) -> Theorem:
    first = lines[0]
    about = f"{', '.join(member(first, 'clauses', list))}; {member(first, 'bounds', str)}"
    return Theorem(key, member(first, "says", str), about, [_asked(line) for line in lines])


def _asked(line: Json) -> Asked:
    verdict, falls = verdict_from_json(line), line["fate"] == Fate.FALLS
    return Asked(
        reading=line["reading"],
        own=line["own"],
        value=line["value"],
        fate=line["fate"],
        verdict=verdict,
        by=member(line, "by", list),
        case=verdict.evidence.removeprefix(_CASE).split("; ") if falls and verdict.evidence else (),
    )
