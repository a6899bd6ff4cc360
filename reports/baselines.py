"""The file of a baseline: read before a run, and written after it."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from properties.conformance.baseline import Baseline, read_baseline, written
from properties.events import RunFinished
from properties.verdicts import Verdict
from reference_engine.interface import Game
from reports.files import check_target, is_file, read_file, write_file

F = TypeVar("F", bound=Callable[..., Any])


def baseline_options(command: F) -> F:
    """--baseline and --write-baseline: names of files."""
    told = "Write what this run finds to FILE as a baseline; the reasons are still to be written."
    command = click.option(
        "--write-baseline", "new_baseline", metavar="FILE", callback=check_target, help=f"{told} It keeps what it has."
    )(command)
    told = "What FILE says is known does not fail the run; what is no longer so does."
    return click.option("--baseline", "baseline_file", metavar="FILE", help=told)(command)


@dataclass(frozen=True)
class BaselineFiles:
    """The baseline of a run: what was read, None for none; its text; and the file to write, if any."""

    baseline: Baseline | None
    text: str | None
    target: str | None
    game: Game

    def write(self, verdicts: Sequence[Verdict], finished: RunFinished) -> str:
        """Writes the baseline that was asked for. What there is to say of that; "" where none was."""
        if not self.target:
            return ""
        states = finished.more.get("baseline", {})
        readings = finished.more.get("readings", {})
        text = written(self.text, self.game, verdicts, readings, states.get("fixed", ()))
        write_file(self.target, text)
        missing = ". Give a reason for each entry that has none yet" if 'reason = ""' in text else ""
        return f"Baseline written to {self.target}{missing}."


def find_baseline(name: str | None, target: str | None, game: Game) -> BaselineFiles:
    """The baseline in that file, or none. target: the file to write, which may be a new one or that one only."""
    if name and target and not is_file(name) and os.path.realpath(name) == os.path.realpath(target):
        name = None
    if target and is_file(target) and not (name and os.path.samefile(name, target)):
        told = f"{target} is there already; it is only written again where it is the baseline, too: add"
        raise click.UsageError(f"{told} --baseline {target}")
    if name is None:
        return BaselineFiles(None, None, target, game)
    if name and not is_file(name):
        raise click.UsageError(f"no baseline {name}; --write-baseline {name} makes one")
    with read_file(name) as data:
        return BaselineFiles(read_baseline(data, game), data.decode("utf-8-sig"), target, game)
