"""Following a run: its progress on the terminal, what it finds kept in files, and its report as JSON Lines."""

import json
import os
import shlex
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from properties.events import Event, Progressed, RunFinished, RunStarted
from properties.verdicts import Verdict
from reference_engine.jsonform import Json
from reports.console import errors, shows_progress
from reports.files import write_file
from reports.stamps import stamp


def check_folder(name: str) -> None:
    """Raises an error where the records of findings could not be kept."""
    if not name:
        raise click.BadParameter("the folder needs a name; '.' is this one", param_hint="--out")
    folder = Path(name)
    if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise click.BadParameter(f"{name!r} is no folder that can be written to", param_hint="--out")


def cores() -> int:
    """How many cores there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def follow(events: Generator[Event, None, Any]) -> Iterator[Event]:
    """Passes the events on and shows on the terminal how far the run has come.

    Ctrl-C, wherever it strikes, goes into the run, which ends with what is known so far.
    """
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=errors(), transient=True, disable=not shows_progress()) as progress:
        task = progress.add_task("")
        with _interrupted_once():
            event: Event | None = next(events)
            while event is not None:
                try:
                    yield event
                    _show(event, progress, task)
                    event = next(events, None)
                except KeyboardInterrupt as interrupt:
                    event = events.throw(interrupt)


@contextmanager
def _interrupted_once() -> Iterator[None]:
    """Ctrl-C, the end that a CI system calls for, or a terminal that is closed interrupts once.

    What comes after it must not cut the report.
    """
    numbers = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]

    def interrupt(*_: object) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:  # else the report is still to be told
            for number, handler in before.items():
                signal.signal(number, handler)


def _show(event: Event, progress: Progress, task: TaskID) -> None:
    match event:
        case RunStarted(seconds=total):
            progress.reset(task, total=total)
        case Progressed(unit, seconds):
            progress.update(task, advance=seconds, description=unit)


def keep(verdict: Verdict, folder: Path) -> Verdict:
    """Writes the records of a finding, if it has any, and says in the finding how to repeat it."""
    finding = verdict.finding
    content = finding.record or finding.query if finding else ""
    if finding is None or not content:
        return verdict
    stem = f"{verdict.id.replace('/', '_')}-{sha256(content.encode()).hexdigest()[:8]}"
    name, notes = f"{stem}.jsonl" if finding.record else f"{stem}.smt2", finding.notes
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(str(folder / name), content)
        if finding.query:
            notes = (*notes, ("the query", str(folder / name)))
        if finding.game:
            write_file(str(folder / f"{stem}-game.jsonl"), finding.game)
            notes = (*notes, ("a whole game that leads there", str(folder / f"{stem}-game.jsonl")))
        repeat = finding.repeat.replace("RECORD", shlex.quote(str(folder / name)))
    except (OSError, click.ClickException) as error:
        repeat = f"(the record could not be kept: {error})"
    return replace(verdict, finding=replace(finding, repeat=repeat, notes=notes))


def report(kind: str, asked: Json, verdicts: Iterable[Json], finished: Json) -> str:
    """JSON Lines: a header, a verdict a line, and a footer whose absence shows that the file is cut off."""
    return "".join(json.dumps(line) + "\n" for line in (stamp(kind) | asked, *verdicts, finished))


def footer(finished: RunFinished) -> Json:
    """What the last line of a report says of a run."""
    counts = {"complete": finished.complete, "games": finished.games, "steps": finished.steps}
    return counts | finished.more | {"notes": finished.notes, "exit": int(finished.exit_code)}
