"""`dragonproof verify`: the main job."""

from functools import partial
from pathlib import Path

import click

from properties.clauses import catalogue
from properties.events import Judged, RunFinished
from properties.judging import judge
from properties.running import Unit
from properties.units import check_properties, units
from properties.verdicts import Verdict
from properties.verifying import verify as run_verify
from reference_engine.interface import Game
from reference_engine.record import read_record
from reports.files import read_file, write_file
from reports.following import check_folder, cores, follow, keep, report
from reports.options import examples, game_option, json_option, out_option, ruleset_option
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
@out_option
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
    check_folder(out)
    ruleset = game.Ruleset.from_readings(readings).readings() if readings else None
    if records:
        work = [_record_unit(file) for file in dict.fromkeys(records)]
    else:
        budget = (game, seed, profile or "default", ruleset)
        work = [unit for unit in units(*budget) + solver_units(*budget) if unit.id.startswith(only or "")]
    judging = partial(judge, game, ruleset, complete=not records and not only)
    events = run_verify(game.NAME, seed, work, judging, workers or cores(), seconds, ("reports.verify",))
    verdicts: list[Verdict] = []
    for event in follow(events):
        if isinstance(event, Judged):
            verdicts.append(keep(event.verdict, Path(out)))
        if isinstance(event, RunFinished):
            finished = event
    if json_file:
        asked = {"seed": seed, "profile": profile or "default", "ruleset": readings, "only": only, "records": records}
        write_file(json_file, report("verify", game, asked, verdicts, finished, {}))
    if json_file != "-":
        click.echo(tell_run(verdicts, finished, catalogue(game.NAME)))
    return finished.exit_code


def _record_unit(name: str) -> Unit:
    """The properties along the record in a file, which is read here so that what is wrong with it is told at once."""
    with read_file(name) as data:
        read_record(data)
        return Unit(f"record.{name}", check_properties, (name, data))
