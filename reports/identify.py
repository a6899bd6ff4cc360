"""`dragonproof identify`: finds out which readings an implementation follows."""

import json
from collections.abc import Mapping

import click

from properties.clauses import catalogue
from properties.conformance.harness import CannotBeDriven, Driven
from properties.conformance.program import Limits
from properties.conformance.working import begin, programs
from properties.identifying.asking import Asked
from properties.identifying.evidence import Shown
from properties.identifying.identify import Identified
from properties.identifying.identify import identify as find_out
from properties.identifying.state import Failed
from properties.verdicts import ExitCode
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.config import command_of_file, config_file, config_options, tell_config
from reports.driving import drive, plain_order
from reports.files import write_file
from reports.options import examples, game_option, json_option, limits_options, url_option
from reports.stamps import stamp
from reports.telling_check import tell_not_driven, tell_program
from reports.telling_identify import tell_identified


@click.command(
    epilog=examples(
        "dragonproof identify -- node dragonproof-harness/harness.mjs",
        "dragonproof identify --json readings.json -- dragonproof serve --ruleset tie.count=type",
    )
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@limits_options
@url_option
@game_option
@json_option
@config_options("command", "game", "timeout", "startup_timeout")
@click.pass_context
def identify(
    context: click.Context,
    command: tuple[str, ...],
    timeout: float,
    startup_timeout: float,
    url: str | None,
    game: Game,
    json_file: str | None,
) -> int:
    """Find out which ruleset an implementation follows: drive COMMAND by the conformance protocol.

    It is asked the smallest positions that tell the rulesets apart which are still possible, and others that test
    what was found: at most 60 questions. A reading has no value if another one's value hides it, or if it shows only in
    what the program does not offer (exit 0), or if the question was never asked or answered (exit 3).

    Exit 1: it follows no ruleset, or another one than it declares, or it fails to answer.
    """
    command = command or (() if url else command_of_file(context))
    if bool(command) + bool(url) != 1:
        raise click.UsageError("name one program, after '--' or by --url")
    order = plain_order(game, command, url, Limits(timeout, startup_timeout))
    asked = stamp("identify") | {
        "game": game.NAME,
        "rules": game.RULES,
        "command": order.command,
        "config": config_file(context),
    }
    if json_file != "-" and config_file(context):
        click.echo(tell_config(context))
    try:
        driven = drive(order)
    except CannotBeDriven as problem:
        nothing = {"readings": dict.fromkeys(game.Ruleset.choices()), "not_driven": problem.verdict().to_json()}
        _write(json_file, asked | nothing | {"exit": int(ExitCode.NOT_DRIVEN)}, tell_not_driven(problem))
        return ExitCode.NOT_DRIVEN
    with programs(order) as (program, _):
        begin(program)
        found = find_out(program, driven.start, order.box)
    differs = _differs(driven, found)
    code = _exit_code(found, differs)
    told = tell_identified(game, found, differs, catalogue(game.NAME))
    report = asked | _report(game, driven, found, differs) | {"exit": int(code)}
    _write(json_file, report, f"{tell_program(driven, game)}\n\n{told}")
    return code


def _differs(driven: Driven, found: Identified) -> dict[str, str]:
    """The declared values of the readings of which others were seen; of a program that declares any."""
    if "readings" not in driven.about:
        return {}
    declared = driven.ruleset.readings()
    return {key: declared[key] for key, value in found.readings.items() if declared[key] != value}


def _exit_code(found: Identified, differs: Mapping[str, str]) -> ExitCode:
    if found.against or found.failed or differs:
        return ExitCode.VIOLATION
    if not all(each.settled for each in found.undetermined.values()):
        return ExitCode.INCOMPLETE
    return ExitCode.HOLDS


def _report(game: Game, driven: Driven, found: Identified, differs: Mapping[str, str]) -> Json:
    """What was found out, as JSON. Questions are numbered from 0; evidence names one, and a field of its answer."""
    clauses = {reading: each.clauses for reading, each in catalogue(game.NAME).readings.items()}
    return {
        "program": {key: driven.about[key] for key in ("name", "version", "language")},
        "start": driven.start,
        "follows": bool(found.asked) and not found.against,
        "readings": {reading: found.readings.get(reading) for reading in game.Ruleset.choices()},
        "how": {
            reading: {
                "clauses": clauses[reading],
                "evidence": {value: shown.to_json() for value, shown in evidence.items()},
            }
            for reading, evidence in found.evidence.items()
        },
        "undetermined": {
            reading: {"reason": each.reason, "settled": each.settled} for reading, each in found.undetermined.items()
        },
        "declared": driven.ruleset.readings() if "readings" in driven.about else None,
        "differs": dict(differs),
        "nearest": found.ruleset.readings() if found.against else None,
        "against": list(map(Shown.to_json, found.against)),
        "questions": list(map(Asked.to_json, found.asked)),
        "skipped": found.skipped,
        "failed": list(map(Failed.to_json, found.failed)),
    }


def _write(json_file: str | None, report: Json, told: str) -> None:
    if json_file:
        write_file(json_file, json.dumps(report) + "\n")
    if json_file != "-":
        click.echo(told)
