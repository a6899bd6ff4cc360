"""`dragonproof replay`: checks a record step by step."""

import json
import shlex
from dataclasses import asdict

import click

import properties.replaying
from properties.clauses import catalogue
from properties.replaying import Difference, Replay
from properties.verdicts import ExitCode
from reference_engine.jsonform import Json
from reference_engine.record import Record, read_record
from reports.files import read_file, refuse_overwriting, write_file
from reports.options import examples, json_option
from reports.stamps import stamp
from reports.telling import tell_outcome


@click.command(epilog=examples("dragonproof replay game.jsonl", "dragonproof play --record - | dragonproof replay -"))
@click.argument("file")
@json_option
def replay(file: str, json_file: str | None) -> int:
    """Check the game record in FILE against the rules, step by step ('-' is standard input).

    A step that cannot be played, or whose position is not the one that the rules lead to, is named
    with its clause (exit 1). A record that is cut off in the middle of a line is checked as far as it
    goes (exit 3, as for one without steps); one that ends between two actions is whole.
    """
    refuse_overwriting(file, json_file)
    with read_file(file) as data:
        record = read_record(data)
        result = properties.replaying.replay(record)
    if json_file:
        write_file(json_file, json.dumps(_to_json(record, result)) + "\n")
    if json_file != "-":
        click.echo(_tell(file, record, result))
    if result.difference:
        return ExitCode.VIOLATION
    nothing = not record.steps and record.outcome is None
    return ExitCode.INCOMPLETE if result.stops_early or nothing else ExitCode.HOLDS


def _to_json(record: Record, result: Replay) -> Json:
    game = record.header.game
    return stamp("replay") | {
        "game": game.NAME,
        "rules": game.RULES,
        "steps": len(record.steps),
        "checked": len(result.positions) - 1,
        "difference": asdict(result.difference) if result.difference else None,
        "compared": dict(result.compared),
        "stops_early": result.stops_early,
        "notes": record.notes,
    }


def _tell(file: str, record: Record, result: Replay) -> str:
    game, last = record.header.game, result.positions[-1]
    lines = []
    if result.difference:
        lines += [game.position_to_text(last), "", *_tell_difference(record, result.difference), ""]
        if file != "-":
            lines.append(f"To repeat: dragonproof replay {shlex.quote(file)}")
        return "\n".join(lines)
    lines.append(_tell_steps(record, result))
    lines += [f"Of the record: {note}." for note in record.notes]
    if result.stops_early:
        lines.append(f"The record stops early: {result.stops_early}.")
    elif game.is_terminal(last):
        lines.append(tell_outcome(game, game.outcome(last, record.header.ruleset)))
    else:
        lines.append("The record ends before the game does.")
    return "\n".join(lines)


def _tell_steps(record: Record, result: Replay) -> str:
    """How many steps there were, and what of their positions was compared."""
    if not record.steps:
        return "The record has no steps."
    steps, most = len(record.steps), max(result.compared.values())
    never = [field for field, number in result.compared.items() if number == 0]
    if most == 0:
        return f"{steps} steps follow the rules; none gives a position to compare."
    missing = f", which never give: {', '.join(never)}" if never else ""
    return f"{steps} steps follow the rules; {most} positions compared{missing}."


def _tell_difference(record: Record, difference: Difference) -> list[str]:
    game = record.header.game
    clauses = catalogue(game.NAME).clauses
    number = difference.step
    what = f"Step {number}: {game.action_to_text(record.steps[number - 1].action)}" if number else "At the opening"
    if difference.field:
        lines = [
            f"{what}: {difference.field} is not what the rules lead to.",
            f"  expected {json.dumps(difference.expected)}",
            f"  got      {json.dumps(difference.got)}",
        ]
    else:
        lines = [f"{what}: this cannot be played: {difference.expected}."]
    lines += [f"  {key}: {clauses[key].statement}" for key in difference.clauses]
    readings = record.header.ruleset.differences()
    if readings:
        lines.append("  under " + ", ".join(f"{reading}={value}" for reading, value in readings.items()))
    return lines
