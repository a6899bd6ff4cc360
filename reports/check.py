"""`dragonproof check`: drives an implementation under test."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from properties.clauses import catalogue
from properties.conformance.changes import Run, beside
from properties.conformance.checking import attribute_records
from properties.conformance.checking import check as run_check
from properties.conformance.harness import CannotBeDriven
from properties.conformance.judging import NO_ANSWER
from properties.conformance.program import Limits
from properties.conformance.working import Order
from properties.events import Event, Judged, RunFinished
from properties.verdicts import ExitCode, Grade, Verdict, exit_code
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from reports.baselines import BaselineFiles, baseline_options, find_baseline
from reports.config import budget, command_of_file, config_file, config_options, is_named, repeat_options, tell_config
from reports.driving import drive
from reports.files import check_target, refuse_same, write_file
from reports.following import check_folder, cores, follow, footer, keep, report
from reports.options import (
    Seconds,
    against_option,
    allow_skip_option,
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
from reports.recorded import Recorded, driven_under, judged, read_records, recorded_game
from reports.report_files import ReportFiles, report_files_options
from reports.results import Run as ToldRun
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
@click.option("--fail-fast", is_flag=True, help="Stop at the first difference that is not known.")
@click.option("--workers", type=click.IntRange(min=1), help="How many programs at once.  [default: one for each core]")
@against_option
@url_option
@click.option(
    "--record",
    "records",
    multiple=True,
    metavar="FILE|FOLDER",
    help="Check this recorded game, or all *.jsonl in a folder; with a program, ask it about them. May be repeated.",
)
@allow_skip_option
@ruleset_option
@baseline_options
@click.option("--allow-readings", is_flag=True, help="Accept readings that it follows and does not declare.")
@box_option("The box that openings are dealt from, by dragonproof and by the program.")
@out_option
@click.option("--trace", metavar="FILE", callback=check_target, help="Write every message to FILE, as JSON Lines.")
@game_option
@click.option("--only", multiple=True, metavar="CLAUSE", help="Ask about this clause only. May be repeated.")
@report_files_options
@config_options(
    *("command", "game", "ruleset", "baseline", "allow_skip", "seconds", "games", "seed"),
    *("timeout", "startup_timeout", "box", "start", "out"),
)
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
    baseline_file: str | None,
    new_baseline: str | None,
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
    games, seconds, deep = budget(context, games, seconds, deep)
    command = command or (() if url or records else command_of_file(context))
    _check_usage([*command, *([url] if url else [])], bool(command and url), records, only)
    if harness_only and new_baseline:
        raise click.UsageError("--harness-only finds nothing that --write-baseline could write; leave one of them out")
    refuse_same({**targets.names, "trace": trace, "write-baseline": new_baseline}, {"config": config_file(context)})
    refuse_same({**targets.names, "trace": trace}, {"baseline": baseline_file})
    check_folder(out)
    recorded = read_records(records, readings)
    game = recorded_game(recorded.files, game, named_game=is_named(context, "game"))
    if records and not is_named(context, "baseline_file"):
        baseline_file = None  # that of the settings is about what a program is asked otherwise
    known = find_baseline(baseline_file, new_baseline, game)
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
        wanted=frozenset(spelled(clause, clauses) for clause in only) | (NO_ANSWER if only else frozenset()),
        fail_fast=fail_fast,
        known=known.baseline.differences if known.baseline else frozenset(),
        trace=trace,
        by_url=url is not None,
    )
    repeat = repeat_options(context)
    told = _Told(order, box_name, out, targets, allow_readings, known, config_file(context), repeat, records)
    game.Ruleset.from_readings(readings)
    targets.say(tell_config(context))
    if not order.command:
        return told.records(recorded)
    recorded, notes = recorded.each(lambda name, data: tell_record(name, read_record(data)))
    for note in notes:
        targets.say(note)
    if records and not recorded.files:
        return told.records(recorded)
    if trace:
        write_file(trace, "")
    try:
        driven = drive(order)
    except CannotBeDriven as problem:
        return told.not_driven(problem)
    driven = driven_under(readings, driven)
    targets.say(tell_program(driven, game))
    if harness_only:
        return told.driven()
    order = replace(order, readings=driven.ruleset.readings(), start=driven.start)
    work = 1 if url else workers or cores()
    events = run_check(order, driven, work, allowed, recorded.files, allow_readings, known.baseline)
    return told.run(events, readings, recorded.unread)


def _check_usage(program: Sequence[str], two: bool, records: Sequence[str], only: Sequence[str]) -> None:
    """Raises a usage error unless it is named what to check."""
    if two or not (program or records):
        raise click.UsageError("name one program to check, after '--' or by --url; or recorded games by --record")
    if only and not program:
        raise click.UsageError("--only is about what a program is asked; name one, or leave it out")


class _Told:
    """Where what comes of a check is told: the terminal, and the files that were asked for."""

    def __init__(
        self,
        order: Order,
        box: str,
        out: str,
        targets: ReportFiles,
        allow_readings: bool,
        known: BaselineFiles,
        config: str | None,
        repeat: Sequence[str],
        records: Sequence[str],
    ) -> None:
        self._order, self._box, self._out, self._allow_readings = order, box, out, allow_readings
        self._targets, self._known, self._config, self._records = targets, known, config, records
        self._start = ["dragonproof", "check", *repeat]

    def run(
        self, events: Generator[Event, None, None], readings: Mapping[str, str], unread: Sequence[Verdict]
    ) -> ExitCode:
        """Follows a run to its end. The exit code. readings: those that were given. unread: what could not be asked."""
        verdicts: list[Verdict] = []
        for event in follow(events):
            if isinstance(event, Judged):
                verdict = with_repeat(event.verdict, self._order, readings, self._box, self._start)
                verdicts.append(keep(verdict, Path(self._out)))
            if isinstance(event, RunFinished):
                finished = event
        verdicts += unread
        finished = replace(finished, exit_code=exit_code(verdicts, finished.complete))
        text = tell_check(verdicts, finished, catalogue(self._order.game))
        self._tell(verdicts, finished, text, self._known)
        return finished.exit_code

    def records(self, recorded: Recorded) -> ExitCode:
        """Checks recorded games. The exit code."""
        words = [*self._start, *flags(self._order.readings, self._box)]
        recorded, verdicts = recorded.each(lambda name, data: judged(name, data, self._order.box, words))
        verdicts, changes = attribute_records(recorded.files, verdicts, self._order.box, self._allow_readings)
        readings = {"records": list(map(dict, changes))} if changes else {}
        known = beside(self._known.baseline, [*verdicts, *recorded.unread], Run(readings, True, narrowed=True))
        more = {"readings": readings} | known.more
        finished = RunFinished(True, len(recorded.files), 0, exit_code(known.verdicts), known.notes, more)
        text = tell_records(known.verdicts, finished, catalogue(self._order.game))
        self._tell(known.verdicts, finished, text, self._known)
        return finished.exit_code

    def driven(self) -> ExitCode:
        """Reports that the program can be driven, and that no more was asked."""
        verdict = Verdict("harness", "The program can be driven.", Grade.SAMPLED, "a trivial game", None)
        self._tell([verdict], RunFinished(True, 0, 0, ExitCode.HOLDS), "")
        return ExitCode.HOLDS

    def not_driven(self, problem: CannotBeDriven) -> ExitCode:
        """Tells why the program cannot be driven."""
        self._tell([problem.verdict()], RunFinished(False, 0, 0, ExitCode.NOT_DRIVEN), tell_not_driven(problem))
        return ExitCode.NOT_DRIVEN

    def _tell(
        self, verdicts: list[Verdict], finished: RunFinished, text: str, known: BaselineFiles | None = None
    ) -> None:
        """Prints the text and the annotations, and writes the files: last, since that may fail."""
        order = self._order
        asked: Json = {
            "game": order.game,
            "rules": load(order.game).RULES,
            "command": order.command,
            "against": order.against,
            "box": order.box.name,
            "config": self._config,
        }
        asked |= {"only": sorted(order.wanted - NO_ANSWER), "records": self._records}
        asked |= {"readings": order.readings, "seed": order.seed, "games": order.games, "seconds": order.seconds}
        runs = [ToldRun("check", order.game, verdicts, finished)]
        self._targets.say(text)
        if known:
            self._targets.say(known.write(verdicts, finished))
        self._targets.annotate(runs)
        self._targets.write(report("check", asked, map(Verdict.to_json, verdicts), footer(finished)), runs)
