"""The options of commands that run long: the reports that they write, beside what they print."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import combinations
from typing import Any, TypeVar

import click

from reports.annotations import annotations
from reports.files import check_target, write_file
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


@dataclass(frozen=True)
class ReportFiles:
    """Which reports are asked for: names of files by format, and whether there are to be annotations."""

    names: dict[str, str]
    annotations: bool

    def __post_init__(self) -> None:
        for (one, name), (other, its) in combinations(self.names.items(), 2):
            if name == its or ("-" not in (name, its) and os.path.realpath(name) == os.path.realpath(its)):
                raise click.UsageError(f"--{one} and --{other} cannot write to the same place")
        if self.annotations and self.takes_output:
            raise click.UsageError("--annotations are printed; write the report to a file instead of '-'")

    @property
    def takes_output(self) -> bool:
        """Whether standard output is for one of them, and for nothing else."""
        return "-" in self.names.values()

    def write(self, json_lines: str, runs: Sequence[Run]) -> None:
        """Writes each file, whole or not at all."""
        for each, name in self.names.items():
            write_file(name, json_lines if each == "json" else _FORMATS[each][1](runs))

    def annotate(self, runs: Sequence[Run]) -> None:
        """Prints the annotations, if they are asked for."""
        if self.annotations:
            click.echo(annotations(runs), nl=False)


def report_files_options(command: F) -> F:
    """--json, --junit, --markdown, --sarif, --annotations: together one `ReportFiles`, as `targets`."""

    @wraps(command)
    def gathered(*values: Any, annotations: bool, **named: Any) -> Any:
        given = {each: named.pop(f"{each}_file") for each in ("json", *_FORMATS)}
        names = {each: name for each, name in given.items() if name is not None}
        return command(*values, targets=ReportFiles(names, annotations), **named)

    help_text = "Print workflow commands too, by which GitHub shows in a pull request what is wrong."
    options = click.option("--annotations", is_flag=True, help=help_text)(gathered)
    for each, (help_text, _) in reversed(_FORMATS.items()):
        option = click.option(f"--{each}", f"{each}_file", metavar="FILE", callback=check_target, help=help_text)
        options = option(options)
    return json_option(options)  # type: ignore[return-value]
