"""`dragonproof verify`: the main job."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from properties.events import CheckStarted, Event, Judged, RunStarted
from properties.verdicts import ExitCode, Grade, Verdict, exit_code
from properties.verifying import checks
from properties.verifying import verify as verify_game
from reference_engine.interface import Game
from reports.console import errors
from reports.files import write_file
from reports.options import examples, game_option, json_option


@click.command(epilog=examples("dragonproof verify", "dragonproof verify --json report.jsonl"))
@game_option
@json_option
def verify(game: Game, json_file: str | None) -> int:
    """Check the reference engine: the recorded games and the perft counts.

    Exit 0 when everything holds, 1 when something is refuted, 3 when something stays open.
    Interrupted, it reports what is known so far.
    """
    verdicts: list[Verdict] = []
    complete = False
    try:
        with _progress() as follow:
            for event in follow(verify_game(game, checks(game))):
                if isinstance(event, Judged):
                    verdicts.append(event.verdict)
        complete = True
    except KeyboardInterrupt:
        click.echo("Interrupted: this is what is known so far.", err=True)
    code = exit_code(verdicts, complete)
    if json_file:
        write_file(json_file, _report(game, verdicts, complete, code))
    if json_file != "-":
        click.echo(_tell(verdicts, code))
    return code


def _report(game: Game, verdicts: list[Verdict], complete: bool, code: ExitCode) -> str:
    """JSON Lines: a header, a verdict a line, and a footer whose absence shows that the file is cut off."""
    header = {"dragonproof": 1, "report": "verify", "version": version("dragonproof"), "game": game.NAME}
    lines = [header, *(asdict(verdict) for verdict in verdicts), {"complete": complete, "exit": int(code)}]
    return "".join(json.dumps(line) + "\n" for line in lines)


def _tell(verdicts: list[Verdict], code: ExitCode) -> str:
    width = max((len(verdict.id) for verdict in verdicts), default=0)
    lines = [f"{verdict.id:{width}}  {verdict.grade:10}  {verdict.evidence}" for verdict in verdicts]
    for verdict in verdicts:
        if verdict.finding:
            lines += ["", *_tell_finding(verdict)]
    refuted = sum(verdict.grade is Grade.REFUTED for verdict in verdicts)
    held = sum(verdict.grade not in {Grade.REFUTED, Grade.UNKNOWN, Grade.VACUOUS} for verdict in verdicts)
    summary = {
        ExitCode.HOLDS: f"All {held} checks hold.",
        ExitCode.VIOLATION: f"{refuted} of {len(verdicts)} checks are refuted.",
    }.get(code, f"Incomplete: {held} checks hold, the others are open or were not made.")
    return "\n".join([*lines, "", summary])


def _tell_finding(verdict: Verdict) -> list[str]:
    finding = verdict.finding
    assert finding is not None
    lines = [f"{verdict.id} is refuted: {verdict.sentence}", "", finding.board, ""]
    if finding.action:
        lines.append(f"action    {finding.action}")
    lines += [f"expected  {finding.expected}", f"got       {finding.got}"]
    if finding.clauses:
        lines.append(f"clauses   {', '.join(finding.clauses)}")
    return [*lines, f"To repeat: {finding.repeat}"]


@contextmanager
def _progress() -> Iterator["_Follow"]:
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=errors(), transient=True, disable=not errors().is_terminal) as progress:
        yield _Follow(progress)


class _Follow:
    """Passes a stream of events on and shows on the terminal how far it has come."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, events: Iterable[Event]) -> Iterator[Event]:
        task = self._progress.add_task("")
        for event in events:
            match event:
                case RunStarted(_, total):
                    self._progress.update(task, total=total)
                case CheckStarted(name):
                    self._progress.update(task, description=name)
                case Judged():
                    self._progress.advance(task)
            yield event
