"""`dragonproof verify`: the main job."""

import time
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from properties.clauses import catalogue
from properties.events import Event, Judged, RunFinished
from properties.judging import judge
from properties.running import Unit
from properties.units import check_properties, units
from properties.verdicts import ExitCode, Verdict, worst
from properties.verifying import verify as run_verify
from reference_engine.interface import Game
from reference_engine.record import read_record
from reports.config import config_file, config_options, tell_config
from reports.files import read_file, refuse_other_game
from reports.following import check_folder, cores, follow, footer, keep, report
from reports.options import Seconds, examples, games_option, out_option, ruleset_option
from reports.report_files import ReportFiles, report_files_options
from reports.results import Run
from reports.telling_runs import tell_run
from solver.proving import modules
from solver.units import solver_units

_NOT_BEGUN = RunFinished(False, 0, 0, ExitCode.INCOMPLETE)


@click.command(
    epilog=examples(
        "dragonproof verify --quick",
        "dragonproof verify --quick --only perft.toy --ruleset track.passing=swap --json report.jsonl",
        "dragonproof verify --record game.jsonl",
    )
)
@click.option("--quick", "profile", flag_value="quick", help="Less work: about a quarter of a minute.")
@click.option("--deep", "profile", flag_value="deep", help="Much more work: an hour rather than a minute.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same cases in the same order.")
@click.option("--seconds", type=Seconds(min=0), help="Cut the run after so many seconds (exit 3).")
@click.option("--workers", type=click.IntRange(min=1), help="How many processes.  [default: one for each core]")
@click.option(
    "--only",
    multiple=True,
    metavar="ID",
    help="Only the work whose id begins so: record, perft, replay, machine, cases, theorem, confirm or "
    "endgames, or for instance perft.toy2; may be repeated.",
)
@click.option("--record", "records", multiple=True, metavar="FILE", help="Check the properties along this record only.")
@out_option
@games_option
@ruleset_option
@report_files_options
@config_options("game", "seed", "out")
@click.pass_context
def verify(
    context: click.Context,
    profile: str | None,
    seed: int,
    seconds: float | None,
    workers: int | None,
    only: tuple[str, ...],
    records: tuple[str, ...],
    out: str,
    chosen: list[Game],
    readings: dict[str, str],
    targets: ReportFiles,
) -> int:
    """Check the reference engine: every property, theorem and cross-check, one game after the other.

    Without --ruleset the games are played over the rulesets: the default, each alternative, each
    pair, each text's literal ruleset, and random ones. A --ruleset is for the game that has its readings.

    Exit 0 when everything holds, 1 when something is refuted, 3 when something stays open. Ctrl-C
    ends the run and reports what is known so far.
    """
    if records and (only or readings or profile):
        raise click.UsageError("--record checks a record under its own ruleset; leave the other choices out")
    check_folder(out)
    work = _records(records) if records else _asked(chosen, readings, seed, profile or "default", only)
    targets.say(tell_config(context))
    done: list[tuple[Game, list[Verdict], RunFinished]] = []
    verdicts: list[Verdict] = []
    for event in follow(_run(work, seed, workers or cores(), seconds)):
        if isinstance(event, Judged):
            verdicts.append(keep(event.verdict, Path(out)))
        if isinstance(event, RunFinished):
            done.append((work[len(done)].game, verdicts, event))
            verdicts = []
    code = worst([finished.exit_code for _, _, finished in done] + [ExitCode.INCOMPLETE] * (len(work) - len(done)))
    asked = {"games": [part.game.NAME for part in work], "seed": seed, "profile": profile or "default"}
    asked |= {"rules": {part.game.NAME: part.game.RULES for part in work}, "config": config_file(context)}
    asked |= {"ruleset": readings, "only": only, "records": records}
    lines = [verdict.to_json() | {"game": game.NAME} for game, verdicts, _ in done for verdict in verdicts]
    ends = {game.NAME: footer(finished) for game, _, finished in done}
    complete = len(done) == len(work) and all(finished.complete for _, _, finished in done)
    runs = [Run("verify", game.NAME, verdicts, finished) for game, verdicts, finished in done]
    runs += [Run("verify", part.game.NAME, (), _NOT_BEGUN) for part in work[len(done) :]]
    for game, verdicts, finished in done:
        heading = f"{game.NAME}\n\n" if len(work) > 1 else ""
        targets.say(heading + tell_run(verdicts, finished, catalogue(game.NAME)) + "\n" * (len(work) > 1))
    for part in work[len(done) :]:
        targets.say(f"{part.game.NAME}: not begun.")
    targets.annotate(runs)
    targets.write(report("verify", asked, lines, {"complete": complete, "games": ends, "exit": int(code)}), runs)
    return code


@dataclass(frozen=True)
class _Work:
    """What is asked about one game. readings: of the one ruleset, if there is one. complete: nothing is left out."""

    game: Game
    units: list[Unit]
    readings: dict[str, str] | None
    complete: bool


def _asked(chosen: list[Game], readings: dict[str, str], seed: int, profile: str, only: tuple[str, ...]) -> list[_Work]:
    """The work on each game that has those readings, and any of the work selected; on the first if none has."""
    games = [game for game in chosen if readings.keys() <= catalogue(game.NAME).readings.keys()]
    work = []
    for game in games or chosen[:1]:
        ruleset = game.Ruleset.from_readings(readings).readings() if readings else None
        budget = (game, seed, profile, ruleset)
        every = units(*budget) + solver_units(*budget)
        work.append(_Work(game, [unit for unit in every if unit.id.startswith(only or "")], ruleset, not only))
    return [part for part in work if part.units] or work[:1]


def _records(names: tuple[str, ...]) -> list[_Work]:
    """The properties along the records in those files, which are read here so that what is wrong is told at once."""
    by_game: dict[str, _Work] = {}
    for name in dict.fromkeys(names):
        with read_file(name) as data:
            game = read_record(data).header.game
            refuse_other_game(game)
        part = by_game.setdefault(game.NAME, _Work(game, [], None, False))
        part.units.append(Unit(f"record.{name}", check_properties, (name, data)))
    return list(by_game.values())


def _run(work: list[_Work], seed: int, workers: int, seconds: float | None) -> Generator[Event, None, None]:
    """One run after the other; after one that was cut none is begun."""
    stop = None if seconds is None else time.monotonic() + seconds
    for part in work:
        left = None if stop is None else max(0.0, stop - time.monotonic())
        judging = partial(judge, part.game, part.readings, complete=part.complete)
        shared = ("reports.verify", *modules([part.game.NAME]))
        if not (yield from run_verify(part.game.NAME, seed, part.units, judging, workers, left, shared)):
            return
