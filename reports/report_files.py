"""The options of commands that run long: the reports that they write, beside what they print."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from secrets import token_hex
from typing import Any, TypeVar

import click

from reports.annotations import annotations
from reports.files import check_target, refuse_same, write_file
from reports.html.page import page
from reports.junit import junit
from reports.markdown import markdown
from reports.options import json_option
from reports.results import Run
from reports.sarif import sarif

F = TypeVar("F", bound=Callable[..., Any])

_FORMATS: dict[str, tuple[str, Callable[[Sequence[Run]], str]]] = {
    "junit": ("Write a report as JUnit XML.", junit),
    "markdown": ("Write a summary in Markdown.", markdown),
    "sarif": ("Write a report as SARIF 2.1.0.", sarif),
}

_LINES: dict[str, Callable[[str], str]] = {"json": str, "html": page}
"""The reports that are made of the lines of that in JSON."""

_HTML = "Write a report as one page of HTML, to look at in any browser."


class ReportFiles:
    """Which reports are asked for, and what is printed beside them.

    names: of files, by format. annotations: whether they are to be printed; then GitHub takes nothing else that is
    printed for its commands, whatever a program under test may have put into it.
    """

    def __init__(self, names: Mapping[str, str], annotations: bool) -> None:
        refuse_same(names)
        self.names, self._annotations = names, annotations
        self._stopped = ""
        if annotations and self.takes_output:
            raise click.UsageError("--annotations are printed; write the report to a file instead of '-'")

    @property
    def takes_output(self) -> bool:
        """Whether standard output is for one of them, and for nothing else."""
        return "-" in self.names.values()

    def say(self, text: str) -> None:
        """Prints a text, unless standard output is for a report."""
        if not text or self.takes_output:
            return
        if self._annotations and not self._stopped:
            self._stopped = token_hex(16)
            click.echo(f"::stop-commands::{self._stopped}")
        click.echo(text)

    def annotate(self, runs: Sequence[Run]) -> None:
        """Prints the annotations, if they are asked for."""
        if self._stopped:
            click.echo(f"::{self._stopped}::")
            self._stopped = ""
        if self._annotations:
            click.echo(annotations(runs), nl=False)

    def write(self, json_lines: str, runs: Sequence[Run]) -> None:
        """Writes each file, whole or not at all; one that cannot be written keeps no other from it."""
        failed: list[click.ClickException] = []
        for each, name in self.names.items():
            try:
                write_file(name, _LINES[each](json_lines) if each in _LINES else _FORMATS[each][1](runs))
            except click.ClickException as error:
                failed.append(error)
        if failed:
            raise failed[0]


def html_option(command: F) -> F:
    """--html: the name of a file, "-", or None."""
    return click.option("--html", "html_file", metavar="FILE", callback=check_target, help=_HTML)(command)


def write_lines(json_lines: str, json_file: str | None, html_file: str | None) -> None:
    """Writes a report in JSON and its page, as far as they are asked for."""
    ReportFiles({each: name for each, name in (("json", json_file), ("html", html_file)) if name}, False).write(
        json_lines, ()
    )


def report_files_options(command: F) -> F:
    """--html, --json, --junit, --markdown, --sarif, --annotations: together one `ReportFiles`, as `targets`."""

    @wraps(command)
    def gathered(*values: Any, annotations: bool, **named: Any) -> Any:
        given = {each: named.pop(f"{each}_file") for each in ("json", *_FORMATS, "html")}
        names = {each: name for each, name in given.items() if name is not None}
        return command(*values, targets=ReportFiles(names, annotations), **named)

    help_text = "Print workflow commands too, by which GitHub shows in a pull request what is wrong."
    options = click.option("--annotations", is_flag=True, help=help_text)(gathered)
    for each, (help_text, _) in reversed(_FORMATS.items()):
        option = click.option(f"--{each}", f"{each}_file", metavar="FILE", callback=check_target, help=help_text)
        options = option(options)
    return json_option(html_option(options))  # type: ignore[return-value]
