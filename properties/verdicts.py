"""Verdicts: what was asked, the answer, and the grade of the evidence for it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import IntEnum, StrEnum

from reference_engine.jsonform import Json


class Grade(StrEnum):
    """How much the evidence is worth."""

    PROVED = "proved"
    EXHAUSTIVE = "exhaustive"
    SAMPLED = "sampled"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    VACUOUS = "vacuous"

    @property
    def holds(self) -> bool:
        """Whether something was asked and nothing speaks against it."""
        return self in (Grade.PROVED, Grade.EXHAUSTIVE, Grade.SAMPLED)


class ExitCode(IntEnum):
    """The exit codes of every command."""

    HOLDS = 0
    VIOLATION = 1
    USAGE = 2
    INCOMPLETE = 3
    NOT_DRIVEN = 4


@dataclass(frozen=True)
class Finding:
    """What refutes something. All are texts for people, but for `clauses`, most telling first.

    board: the position before the action. action: in its text form, "" where none is concerned.
    expected: by the rules. got: instead of it. repeat: the command line that shows it again.
    record: the game record that leads there, as JSON Lines; game: one of a whole game from an opening
    that does; "" where there is none. query: one on which two solvers differ, as SMT-LIB.
    More may be told in `notes`: each a heading and a text.
    """

    clauses: tuple[str, ...]
    board: str
    action: str
    expected: str
    got: str
    repeat: str = ""
    record: str = ""
    game: str = ""
    query: str = ""
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Known:
    """Why something does not count: an entry of a baseline, in the section of that name. link: "" for none."""

    section: str
    reason: str
    link: str


@dataclass(frozen=True)
class Verdict:
    """The answer to one question.

    evidence: how much was looked at. seconds: how long that took; None where many questions are asked at once.
    skipped: the reason for which it was not asked, "" if it was. known: why it does not count, although it is not
    green, where a baseline says so.
    """

    id: str
    sentence: str
    grade: Grade
    evidence: str
    seconds: float | None
    finding: Finding | None = None
    skipped: str = ""
    known: Known | None = None

    def to_json(self) -> Json:
        """The verdict as JSON, without what there is not."""
        absent = {"seconds": None, "skipped": "", "known": None}
        data = asdict(self)
        return {key: value for key, value in data.items() if key not in absent or value != absent[key]}


def exit_code(verdicts: Sequence[Verdict], complete: bool = True) -> ExitCode:
    """What a run amounts to: a violation outweighs what is missing, and nothing asked is nothing held.

    What is known does not count.
    """
    grades = {verdict.grade for verdict in verdicts if not verdict.known}
    if Grade.REFUTED in grades:
        return ExitCode.VIOLATION
    if not complete or not verdicts or grades & {Grade.UNKNOWN, Grade.VACUOUS}:
        return ExitCode.INCOMPLETE
    return ExitCode.HOLDS


def worst(codes: Sequence[ExitCode]) -> ExitCode:
    """What several runs amount to together; none at all is nothing held."""
    gravest = (ExitCode.VIOLATION, ExitCode.INCOMPLETE, ExitCode.HOLDS)
    return next((code for code in gravest if code in codes), ExitCode.INCOMPLETE)
