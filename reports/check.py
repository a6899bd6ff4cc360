"""`dragonproof check`: drives an implementation under test."""

import shlex
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from properties.clauses import catalogue
from properties.conformance.checking import attribute_records
from properties.conformance.checking import check as run_check
from properties.conformance.harness import CannotBeDriven, Driven
from properties.conformance.program import Limits
from properties.conformance.records import judge_record
from properties.conformance.working import Order
from properties.events import Event, Judged, RunFinished
from properties.verdicts import ExitCode, Grade, Verdict, exit_code
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from reports.driving import drive
from reports.files import check_target, named, write_file
from reports.following import check_folder, cores, follow, footer, keep, report
from reports.options import (
    Seconds,
    box_option,
    examples,
    find_box,
    game_option,
    limits_options,
    out_option,
    ruleset_option,
    spelled,
    url_option,
)
from reports.recorded import check_declared, content, recorded_game
from reports.report_files import ReportFiles, report_files_options
from reports.results import Run
from reports.telling_check import (
    flags,
    tell_check,
    tell_not_driven,
    tell_program,
    tell_record,
    tell_records,
    with_repeat,
)

_SECONDS = 30.0
_DEEP = 600.0


def _words(_context: click.Context, _parameter: click.Parameter, command: str | None) -> tuple[str, ...]:
    """The words of a command line; () for none."""
    try:
        words = tuple(shlex.split(command or ""))
    except ValueError as error:
        raise click.BadParameter(f"{command!r}: {error}") from None
    if command is not None and not words:
        raise click.BadParameter("name a program")
    return words


@click.command(
    epilog=examples(
        "dragonproof check --seconds 10 -- node dragonproof-harness/harness.mjs",
        "dragonproof check --games 60 --seed 7 --json report.jsonl -- dragonproof serve",
        "dragonproof check --games 30 --against 'dragonproof serve' -- python3 dragonproof-harness/harness.py",
        "dragonproof check --harness-only -- node dragonproof-harness/harness.mjs",
        "dragonproof check --record game.jsonl",
    )
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
@click.option("--games", type=click.IntRange(min=1), help="Ask about so many cases, whatever time it takes.")
@click.option("--seconds", type=Seconds(min=0), help=f"Ask about cases for so many seconds.  [default: {_SECONDS:g}]")
@click.option("--deep", is_flag=True, help=f"Ask for {_DEEP:g} seconds.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same cases in the same order.")
@limits_options
@click.option(
    "--start",
    type=click.Choice(["any", "opening"]),
    default="any",
    show_default=True,
    help="Set the program to any position, or to openings only.",
)
@click.option("--harness-only", is_flag=True, help="Stop after the check that the program can be driven.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first difference.")
@click.option("--workers", type=click.IntRange(min=1), help="How many programs at once.  [default: one for each core]")
@click.option(
    "--against", metavar="COMMAND", callback=_words, help="Compare with a second program instead of the rules."
)
@url_option
@click.option(
    "--record",
    "records",
    multiple=True,
    metavar="FILE",
    help="Check this recorded game; with a program, ask the program about it. May be repeated.",
)
@click.option(
    "--allow-skip",
    "allowed",
    multiple=True,
    metavar="REASON",
    help="Accept what is skipped for a reason that begins so, for instance 'no observe'. May be repeated.",
)
@ruleset_option
@click.option("--allow-readings", is_flag=True, help="Accept readings that it follows and does not declare.")
@box_option("The box that openings are dealt from, by dragonproof and by the program.")
@out_option
@click.option("--trace", metavar="FILE", callback=check_target, help="Write every message to FILE, as JSON Lines.")
@game_option
@click.option("--only", multiple=True, metavar="CLAUSE", help="Ask about this clause only. May be repeated.")
@report_files_options
def check(
    context: click.Context,
    command: tuple[str, ...],
    games: int | None,
    seconds: float | None,
    deep: bool,
    seed: int,
    timeout: float,
    startup_timeout: float,
    start: str,
    harness_only: bool,
    fail_fast: bool,
    workers: int | None,
    against: tuple[str, ...],
    url: str | None,
    records: tuple[str, ...],
    allowed: tuple[str, ...],
    readings: dict[str, str],
    allow_readings: bool,
    box_name: str,
    out: str,
    trace: str | None,
    game: Game,
    only: tuple[str, ...],
    targets: ReportFiles,
) -> int:
    """Check an implementation: drive COMMAND by the conformance protocol and compare every step with the rules.

    First whether it can be driven at all (exit 4 if not). Then games: positions, legal actions, what
    must be refused, outcomes, what players see, and whether the same question has the same answer.
    Each fault is told by the smallest game that shows it, and by the clause that it breaks.
    """
    if sum((games is not None, seconds is not None, deep)) > 1:
        raise click.UsageError("--games, --seconds and --deep each say how much to do; take one of them")
    if bool(command) + bool(url) > 1 or not (command or url or records):
        raise click.UsageError("name one program to check, after '--' or by --url; or recorded games by --record")
    if not all(allowed):
        raise click.UsageError("--allow-skip names a reason, for instance 'no observe'")
    check_folder(out)
    files = [(name, content(name, readings)) for name in dict.fromkeys(records)]
    game = recorded_game(files, game, named_game=context.get_parameter_source("game") is not ParameterSource.DEFAULT)
    clauses = catalogue(game.NAME).clauses  # a rulebook that cannot be read is told before anything is asked
    order = Order(
        game=game.NAME,
        box=find_box(game, box_name),
        command=(url,) if url else command,
        readings=readings,
        start=start,
        seed=seed,
        limits=Limits(timeout, startup_timeout),
        against=against,
        games=games,
        seconds=None if games else _DEEP if deep else _SECONDS if seconds is None else seconds,
        wanted=frozenset(spelled(clause, clauses) for clause in only),
        fail_fast=fail_fast,
        trace=trace,
        by_url=url is not None,
    )
    told = _Told(order, box_name, out, targets, allow_readings)
    if not order.command:
        return told.records(files)
    game.Ruleset.from_readings(readings)
    for name, data in files:
        with named(name):
            told.line(tell_record(name, read_record(data)))
    if trace:
        write_file(trace, "")
    try:
        driven = drive(order)
    except CannotBeDriven as problem:
        return told.not_driven(problem)
    driven = _under(readings, driven)
    told.line(tell_program(driven, game))
    if harness_only:
        return told.driven()
    order = replace(order, readings=driven.ruleset.readings(), start=driven.start)
    return told.run(
        run_check(order, driven, 1 if url else workers or cores(), allowed, files, allow_readings), readings
    )


class _Told:
    """Where what comes of a check is told: the terminal, and the files that were asked for."""

    def __init__(self, order: Order, box: str, out: str, targets: ReportFiles, allow_readings: bool) -> None:
        self._order, self._box, self._out = order, box, out
        self._targets, self._allow_readings = targets, allow_readings

    def line(self, text: str) -> None:
        """Prints a text, unless standard output is for a report."""
        if text and not self._targets.takes_output:
            click.echo(text)

    def run(self, events: Generator[Event, None, None], readings: Mapping[str, str]) -> ExitCode:
        """Follows a run to its end. Its exit code. readings: those that were given."""
        verdicts: list[Verdict] = []
        for event in follow(events):
            if isinstance(event, Judged):
                verdicts.append(keep(with_repeat(event.verdict, self._order, readings, self._box), Path(self._out)))
            if isinstance(event, RunFinished):
                finished = event
        self._tell(verdicts, finished, tell_check(verdicts, finished, catalogue(self._order.game)))
        return finished.exit_code

    def records(self, files: Sequence[tuple[str, bytes]]) -> ExitCode:
        """Checks recorded games. The exit code."""
        verdicts = []
        for name, data in files:
            with named(name):
                verdict = judge_record(name, data, self._order.box)
            if verdict.finding:
                words = ["dragonproof", "check", "--record", name, *flags(self._order.readings, self._box)]
                repeat = shlex.join(words)
                verdict = replace(verdict, finding=replace(verdict.finding, repeat=repeat))
            verdicts.append(verdict)
        verdicts = attribute_records(files, verdicts, self._order.box, self._allow_readings)
        finished = RunFinished(True, len(files), 0, exit_code(verdicts))
        self._tell(verdicts, finished, tell_records(verdicts, catalogue(self._order.game)))
        return finished.exit_code

    def driven(self) -> ExitCode:
        """Reports that the program can be driven, and that no more was asked."""
        verdict = Verdict("harness", "The program can be driven.", Grade.SAMPLED, "a trivial game", 0.0)
        self._tell([verdict], RunFinished(True, 0, 0, ExitCode.HOLDS), "")
        return ExitCode.HOLDS

    def not_driven(self, problem: CannotBeDriven) -> ExitCode:
        """Tells why the program cannot be driven."""
        self._tell([problem.verdict()], RunFinished(False, 0, 0, ExitCode.NOT_DRIVEN), tell_not_driven(problem))
        return ExitCode.NOT_DRIVEN

    def _tell(self, verdicts: list[Verdict], finished: RunFinished, text: str) -> None:
        """Writes the files, and after that prints the text and the annotations."""
        order = self._order
        asked: Json = {
            "game": order.game,
            "rules": load(order.game).RULES,
            "command": order.command,
            "against": order.against,
            "box": order.box.name,
        }
        asked |= {"readings": order.readings, "seed": order.seed, "games": order.games, "seconds": order.seconds}
        runs = [Run("check", order.game, verdicts, finished)]
        self._targets.write(report("check", asked, map(Verdict.to_json, verdicts), footer(finished)), runs)
        self.line(text)
        self._targets.annotate(runs)


def _under(readings: Mapping[str, str], driven: Driven) -> Driven:
    """The program as it is checked under the readings that were given."""
    check_declared(readings, driven.about.get("readings", {}), "`initialize`")
    both = {**driven.ruleset.readings(), **readings}
    return replace(driven, ruleset=type(driven.ruleset).from_readings(both))
