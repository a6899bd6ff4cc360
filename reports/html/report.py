"""A report as `--json` writes it, read back: a header, lines, and a footer without which it is cut off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from properties.verdicts import Finding, Grade, Known, Verdict
from reference_engine import load
from reference_engine.errors import CannotParse
from reference_engine.jsonform import Json, member, of_type, parse_object, shown
from reference_engine.record import whole_lines
from reference_engine.versions import check_format

S = TypeVar("S")
T = TypeVar("T")
KINDS = ("ambiguities", "check", "endgame", "graph", "prove", "prove readings", "vectors", "verify")
_COMMANDS = {"endgame": "prove --endgame", "graph": "prove --graph", "prove readings": "prove --readings"}
_TEXTS = ("board", "action", "expected", "got", "repeat", "record", "game", "query")


@dataclass(frozen=True)
class Report:
    """One report. lines: as they stand in the file, numbers: where. footer: {} where the file is cut off."""

    kind: str
    header: Json
    lines: Sequence[Json]
    footer: Json
    numbers: Sequence[int]

    @property
    def games(self) -> list[str]:
        """The games that it is about."""
        games = [self.header["game"]] if "game" in self.header else member(self.header, "games", list)
        return [load(of_type(game, str, "each game")).NAME for game in games]

    @property
    def command(self) -> str:
        """The words of the command that writes such reports."""
        return _COMMANDS.get(self.kind, self.kind)

    @property
    def exit_code(self) -> int:
        """With what the command has ended; 3 where the report is cut off."""
        return member(self.footer, "exit", int, "the footer's exit") if self.footer else 3

    @property
    def complete(self) -> bool:
        """Whether the run came to its end, and the report too."""
        return self.footer.get("complete") is True

    def verdicts(self, game: str) -> list[Verdict]:
        """Those about a game. Raises `CannotParse`."""
        return [
            _on_line(number, verdict_from_json, line)
            for number, line in zip(self.numbers, self.lines, strict=True)
            if line.get("game", game) == game and (self.kind != "endgame" or "id" in line)  # which has results, too
        ]

    def footer_of(self, game: str) -> Json:
        """What the footer says of a game; {} where it says nothing."""
        about = self.footer.get("games")
        return of_type(about.get(game, {}), dict, "the footer") if isinstance(about, dict) else self.footer


def read_report(data: bytes) -> Report:
    """The report of a file. Raises `CannotParse` for anything else, or a newer form."""
    lines, _ = whole_lines(data)
    if not lines:
        raise CannotParse("no report: its first line is no JSON object")
    header, *rest = (_on_line(number, parse_object, line) for number, line in lines)
    kind = member(header, "report", str, "no report of dragonproof: in its first line 'report'")
    if kind not in KINDS:
        raise CannotParse(f"a report of {shown(kind)}; those that can be shown are of: {', '.join(KINDS)}")
    check_format(header, "report")
    footer = rest.pop() if rest and {"complete", "exit"} <= rest[-1].keys() else {}
    report = Report(kind, header, rest, footer, [number for number, _ in lines[1 : len(rest) + 1]])
    if not report.games:
        raise CannotParse("the report is about no game")
    return report


def _on_line(number: int, read: Callable[[S], T], content: S) -> T:
    """What is read of a line. Raises `CannotParse` with its number."""
    try:
        return read(content)
    except CannotParse as error:
        raise CannotParse(f"line {number}: {error}") from None


def verdict_from_json(data: Json) -> Verdict:
    """Inverts `Verdict.to_json`. Raises `CannotParse`."""
    grade = member(data, "grade", str)
    if grade not in set(Grade):
        raise CannotParse(f"there is no grade {shown(grade)}")
    seconds, known = data.get("seconds"), data.get("known")
    finding = data.get("finding")
    return Verdict(
        id=member(data, "id", str),
        sentence=member(data, "sentence", str),
        grade=Grade(grade),
        evidence=member(data, "evidence", str),
        seconds=seconds if isinstance(seconds, int | float) else None,
        finding=None if finding is None else _finding(of_type(finding, dict, "the finding")),
        skipped=of_type(data.get("skipped", ""), str, "skipped"),
        known=None if known is None else _known(of_type(known, dict, "known")),
    )


def _finding(data: Json) -> Finding:
    notes = [of_type(note, list, "each note") for note in member(data, "notes", list)]
    texts = {name: of_type(data.get(name, ""), str, name) for name in _TEXTS}
    clauses = tuple(of_type(clause, str, "each clause") for clause in member(data, "clauses", list))
    return Finding(clauses=clauses, notes=tuple((str(head), str(text)) for head, text in notes), **texts)


def _known(data: Json) -> Known:
    return Known(*(member(data, name, str) for name in ("section", "reason", "link")))
