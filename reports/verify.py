"""`dragonproof verify`: the main job."""

import json
import os
import shlex
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from properties.clauses import catalogue
from properties.events import Event, Judged, Progressed, RunFinished, RunStarted
from properties.judging import judge
from properties.running import Unit
from properties.units import check_properties, units
from properties.verdicts import Verdict
from properties.verifying import verify as run_verify
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from reports.console import errors, shows_progress
from reports.files import read_file, write_file
from reports.options import examples, game_option, json_option, ruleset_option
from reports.telling_runs import tell_run
from solver.units import solver_units


@click.command(
    epilog=examples(
        "dragonproof verify --quick",
        "dragonproof verify --quick --ruleset track.passing=swap --json report.jsonl",
        "dragonproof verify --record game.jsonl",
    )
)
@click.option("--quick", "profile", flag_value="quick", help="Less work: about a quarter of a minute.")
@click.option("--deep", "profile", flag_value="deep", help="Much more work: an hour rather than a minute.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same cases in the same order.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Cut the run after so many seconds (exit 3).")
@click.option("--workers", type=click.IntRange(min=1), help="How many processes.  [default: one for each core]")
@click.option(
    "--only",
    multiple=True,
    metavar="ID",
    help="Only the work whose id begins so: record, perft, replay, machine, cases, theorem or confirm, or for "
    "instance perft.toy2; may be repeated.",
)
@click.option("--record", "records", multiple=True, metavar="FILE", help="Check the properties along this record only.")
@click.option(
    "--out",
    default="dragonproof-findings",
    show_default=True,
    metavar="DIR",
    help="Where the records of findings are kept.",
)
@game_option
@ruleset_option
@json_option
def verify(
    profile: str | None,
    seed: int,
    seconds: float | None,
    workers: int | None,
    only: tuple[str, ...],
    records: tuple[str, ...],
    out: str,
    game: Game,
    readings: dict[str, str],
    json_file: str | None,
) -> int:
    """Check the reference engine: every property, theorem and cross-check.

    Without --ruleset the games are played over the rulesets: the default, each alternative, each
    pair, each text's literal ruleset, and random ones.

    Exit 0 when everything holds, 1 when something is refuted, 3 when something stays open. Ctrl-C
    ends the run and reports what is known so far.
    """
    if records and (only or readings or profile):
        raise click.UsageError("--record checks a record under its own ruleset; leave the other choices out")
    _check_folder(out)
    ruleset = game.Ruleset.from_readings(readings).readings() if readings else None
    if records:
        work = [_record_unit(file) for file in dict.fromkeys(records)]
    else:
        budget = (game, seed, profile or "default", ruleset)
        work = [unit for unit in units(*budget) + solver_units(*budget) if unit.id.startswith(only or "")]
    judging = partial(judge, game, ruleset, complete=not records and not only)
    events = run_verify(game.NAME, seed, work, judging, workers or _cores(), seconds, ("reports.verify",))
    verdicts: list[Verdict] = []
    for event in _follow(events):
        if isinstance(event, Judged):
            verdicts.append(_keep(event.verdict, Path(out)))
        if isinstance(event, RunFinished):
            finished = event
    if json_file:
        asked = {"seed": seed, "profile": profile or "default", "ruleset": readings, "only": only, "records": records}
        write_file(json_file, _report(game, asked, verdicts, finished))
    if json_file != "-":
        click.echo(tell_run(verdicts, finished, catalogue(game.NAME)))
    return finished.exit_code


def _record_unit(name: str) -> Unit:
    """The properties along the record in a file, which is read here so that what is wrong with it is told at once."""
    with read_file(name) as data:
        read_record(data)
        return Unit(f"record.{name}", check_properties, (name, data))


def _check_folder(name: str) -> None:
    """Raises an error where the records of findings could not be kept."""
    folder = Path(name)
    if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise click.BadParameter(f"{name!r} is no folder that can be written to", param_hint="--out")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _follow(events: Generator[Event, None, None]) -> Iterator[Event]:
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
    """Ctrl-C, or the end that a CI system calls for, interrupts once: what comes after it must not cut the report."""

    def interrupt(*_: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:  # else the report is still to be told
            for number, handler in before.items():
                signal.signal(number, handler)


def _show(event: Event, progress: Progress, task: TaskID) -> None:
    match event:
        case RunStarted(seconds=total):
            progress.update(task, total=total)
        case Progressed(unit, seconds):
            progress.update(task, advance=seconds, description=unit)


def _keep(verdict: Verdict, folder: Path) -> Verdict:
    """Writes the record of a finding, if it has one, and says in the finding how to repeat it."""
    finding = verdict.finding
    if finding is None or not finding.record:
        return verdict
    name = f"{verdict.id.replace('/', '_')}-{sha256(finding.record.encode()).hexdigest()[:8]}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(str(folder / name), finding.record)
        repeat = finding.repeat.replace("RECORD", shlex.quote(str(folder / name)))
    except (OSError, click.ClickException) as error:
        repeat = f"(the record could not be kept: {error})"
    return replace(verdict, finding=replace(finding, repeat=repeat))


def _report(game: Game, asked: Json, verdicts: list[Verdict], finished: RunFinished) -> str:
    """JSON Lines: a header, a verdict a line, and a footer whose absence shows that the file is cut off."""
    header = {
        "dragonproof": 1,
        "report": "verify",
        "version": version("dragonproof"),
        "game": game.NAME,
        "rules": game.RULES,
        **asked,
    }
    footer = {"complete": finished.complete, "games": finished.games, "steps": finished.steps}
    footer["exit"] = int(finished.exit_code)
    lines = [header, *(asdict(verdict) for verdict in verdicts), footer]
    return "".join(json.dumps(line) + "\n" for line in lines)
