"""A summary in Markdown, for the page of a CI run or a comment."""

import html
import re
from collections.abc import Iterator, Sequence

from reports.results import Case, Run, Status, versions
from reports.telling import printable

_HEADINGS = {Status.FAILED: "Failed", Status.ERROR: "Open", Status.SKIPPED: "Skipped"}


def markdown(runs: Sequence[Run]) -> str:
    """The numbers, every counterexample, what is open or skipped, and, folded up, the evidence for the rest."""
    return "\n".join(line for run in runs for line in _run(run))


def _run(run: Run) -> Iterator[str]:
    cases = run.cases()
    numbers = {status: sum(case.status is status for case in cases) for status in Status}
    yield f"## dragonproof {run.command}: {run.game}"
    yield ""
    yield ", ".join(f"**{number} {status}**" for status, number in numbers.items() if number) + "."
    yield ""
    yield from (line for note in run.finished.notes for line in (_inline(printable(note)), ""))
    for status, heading in _HEADINGS.items():
        if numbers[status]:
            yield from (f"### {heading}", "")
            yield from (line for case in cases if case.status is status for line in _told(case))
            yield ""
    if numbers[Status.PASSED]:
        yield from ("<details><summary>Passed</summary>", "", "| | | |", "|---|---|---|")
        for case in cases:
            if case.status is Status.PASSED:
                yield f"| {_inline(case.id)} | {_inline(case.sentence)} | {_inline(case.told)} |"
        yield from ("", "</details>", "")
        yield from (line for case in cases if case.status is Status.PASSED and case.text for line in _told(case))
    told = ", ".join(f"{name} {version}" for name, version in versions(run.game).items())
    yield from (f"Versions: {told}. Exit code: {int(run.finished.exit_code)}.", "")


def _told(case: Case) -> Iterator[str]:
    """A line, and below it the counterexample if there is one."""
    yield f"- **{_inline(case.id)}**: {_inline(case.sentence)} {_inline(f'({case.told})')}"
    if case.text:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", case.text)), default=0))
        yield from ("", f"{fence}text", case.text, fence, "")


def _inline(text: str) -> str:
    """A text as it stands, on one line, also in a table: nothing in it is Markdown or HTML."""
    return re.sub(r"([\\`*_{}\[\]()#+!|~])", r"\\\1", html.escape(" ".join(text.split()), quote=False))
