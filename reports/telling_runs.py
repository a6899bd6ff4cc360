"""A run in words: a table of verdicts, what was exercised, and every finding."""

import textwrap
from collections.abc import Sequence

from properties.clauses import Catalogue
from properties.events import RunFinished
from properties.verdicts import ExitCode, Grade, Verdict

_OPEN = {Grade.UNKNOWN, Grade.VACUOUS}
_COUNTED = ("clause.", "edge.")  # many and alike: told in a few lines, unless one of them is open


def tell_run(verdicts: Sequence[Verdict], finished: RunFinished, known: Catalogue) -> str:
    """The whole report for a terminal."""
    table = [verdict for verdict in verdicts if not verdict.id.startswith(_COUNTED) or verdict.grade in _OPEN]
    width = max((len(verdict.id) for verdict in table), default=0)
    lines = [_row(verdict, width) for verdict in table]
    for prefix in _COUNTED:
        lines += _tell_counts(prefix, verdicts)
    for verdict in verdicts:
        if verdict.finding:
            lines += ["", *tell_finding(verdict, known)]
    return "\n".join([*lines, "", *_tell_end(verdicts, finished)])


def _row(verdict: Verdict, width: int) -> str:
    seconds = f"{verdict.seconds:6.2f} s" if verdict.seconds else " " * 8
    return f"{verdict.id:{width}}  {verdict.grade:10}  {seconds}  {verdict.evidence}"


def _tell_counts(prefix: str, verdicts: Sequence[Verdict]) -> list[str]:
    """How often each clause, or each edge, was exercised."""
    counted = [verdict for verdict in verdicts if verdict.id.startswith(prefix)]
    if not counted:
        return []
    reached = [verdict for verdict in counted if verdict.grade not in _OPEN]
    names = [f"{verdict.id.removeprefix(prefix)} {verdict.evidence.removesuffix(' times')}" for verdict in counted]
    kind = {"clause.": "clauses", "edge.": "edges"}[prefix]
    text = textwrap.wrap(
        ", ".join(names), width=110, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )
    return ["", f"{len(reached)} of {len(counted)} {kind} exercised (how often):", *text]


def tell_finding(verdict: Verdict, known: Catalogue) -> list[str]:
    """What refutes something: the position, what was expected, what came, and how to see it again."""
    finding = verdict.finding
    assert finding is not None
    lines = [f"{verdict.id} is refuted: {verdict.sentence}", "", finding.board, ""]
    if finding.action:
        lines.append(f"action    {finding.action}")
    lines += [f"expected  {finding.expected}", f"got       {finding.got}"]
    lines += [f"{clause}: {known.clauses[clause].statement}" for clause in finding.clauses]
    lines += [f"{heading}: {text}" for heading, text in finding.notes]
    return [*lines, f"To repeat: {finding.repeat}"]


def _tell_end(verdicts: Sequence[Verdict], finished: RunFinished) -> list[str]:
    refuted = sum(verdict.grade is Grade.REFUTED for verdict in verdicts)
    still_open = sum(verdict.grade in _OPEN for verdict in verdicts)
    if not verdicts:
        return ["Nothing was selected: there is no such work."]
    looked = f"{finished.games:,} games, {finished.steps:,} steps"
    if finished.exit_code is ExitCode.HOLDS:
        return [f"All {len(verdicts)} hold ({looked})."]
    cut = [] if finished.complete else ["The run was cut: this is what is known so far."]
    return [*cut, f"{refuted} refuted, {still_open} open, of {len(verdicts)} ({looked})."]
