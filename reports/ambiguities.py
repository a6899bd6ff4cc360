"""`dragonproof ambiguities`: every reading: who says what, whether it matters, the smallest game, how often."""

import json
from collections.abc import Generator, Mapping, Sequence
from typing import Any

import click

from properties.ambiguities.answering import Plan, find_out, put_together, recall
from properties.ambiguities.asking import Answers, Question
from properties.ambiguities.judging import exit_code
from properties.ambiguities.questions import EFFORTS, Effort
from properties.clauses import catalogue
from properties.events import Event, Judged
from properties.rulesets import Choice
from properties.verdicts import ExitCode, Grade, Verdict
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.ambiguities_files import as_csv, lines
from reports.caching import Cache, cache_folder
from reports.files import check_target, refuse_same, write_file
from reports.following import cores, follow, report
from reports.options import examples, games_option, json_option, spelled
from reports.report_files import html_option, write_lines
from reports.telling_ambiguities import tell_all, tell_one
from solver.proving import prove_named, theorems

_PRELOAD = ("reports.ambiguities",)
_SECONDS = 0.6  # for a theorem
_INTERRUPTED = "what was found out is kept; the same command goes on from there"


@click.command(
    epilog=examples(
        "dragonproof ambiguities --quick",
        "dragonproof ambiguities --quick --reading tie.count --lang de",
        "dragonproof ambiguities --quick --csv readings.csv --json readings.jsonl",
    )
)
@click.option("--quick", "profile", flag_value="quick", help="Look at much less: a few seconds rather than a minute.")
@click.option("--deep", "profile", flag_value="deep", help="Look at more: some ten minutes rather than one.")
@click.option("--reading", "keys", metavar="ID", multiple=True, help="Only this reading, with all that is known of it.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "de", "ru"]),
    default="en",
    show_default=True,
    help="The language of the wordings.",
)
@click.option("--workers", type=click.IntRange(min=1), help="How many processes.  [default: one for each core]")
@click.option(
    "--csv", "csv_file", metavar="FILE", callback=check_target, help="Write the table as CSV to FILE, or '-'."
)
@games_option
@json_option
@html_option
def ambiguities(
    profile: str | None,
    keys: tuple[str, ...],
    language: str,
    workers: int | None,
    csv_file: str | None,
    chosen: list[Game],
    json_file: str | None,
    html_file: str | None,
) -> int:
    """Say of every reading which text says what, whether it ever matters, and how much.

    For each value that is not the default: the smallest game after which something is not as under
    the default readings, certified by exhausting all that is smaller; how often that is so in full games;
    what it breaks; what it is beside other readings; and a wording that would close the question.
    "Not seen in N" (pairs of positions, one under each ruleset) is no proof.

    The first run takes about a minute on two cores. Results are kept, by the content of code and
    data: the next run takes a moment.

    Exit 0 when everything is answered; 1 when something found contradicts the data; 3 when something
    is open: a value that was not seen to matter at all and is not proved to be harmless, or work that
    broke off. What is not seen in one way leaves nothing open where the value matters in another.
    """
    if [json_file, csv_file, html_file].count("-") > 1:
        raise click.UsageError("only one of --json, --csv and --html can go to standard output")
    refuse_same({"json": json_file, "csv": csv_file, "html": html_file})
    if len(keys) > 1:
        raise click.UsageError("--reading names one reading; without it all are told")
    profile = profile or "default"
    plans = _plans(chosen, keys[0] if keys else None, EFFORTS[profile])
    asked = {plan.game.NAME: _theorems(plan) for plan in plans}
    questions = [question for about in asked.values() for each in about.values() for question in each]
    found: dict[str, Json] = {}
    events = follow(_ask(plans, questions, workers or cores(), found))
    broken = [event.verdict for event in events if isinstance(event, Judged)]
    games = [put_together(plan, found, _proofs(asked[plan.game.NAME], found)) for plan in plans]
    code = exit_code(games)
    if broken and code is ExitCode.HOLDS:
        code = ExitCode.INCOMPLETE
    if json_file or html_file:
        rules = {plan.game.NAME: plan.game.RULES for plan in plans}
        header: Json = {"games": list(rules), "rules": rules, "reading": plans[0].reading, "profile": profile}
        every = (line for answered in games for line in lines(answered))
        told = report("ambiguities", header, every, {"complete": not broken, "exit": int(code)})
        write_lines(told, json_file, html_file)
    if csv_file:
        write_file(csv_file, as_csv(games, language))
    if "-" not in (json_file, csv_file, html_file):
        click.echo(tell_one(games[0], language) if keys else tell_all(games))
        for verdict in broken:
            click.echo(f"Open: {verdict.id}: {verdict.evidence}")
    return code


def _plans(chosen: Sequence[Game], key: str | None, effort: Effort) -> list[Plan]:
    """What is asked: about all readings of these games, or about one of them. Raises `BadParameter`."""
    if key is None:
        return [Plan(game, None, effort) for game in chosen]
    owners = {reading: game for game in chosen for reading in catalogue(game.NAME).readings}
    reading = spelled(key, owners)
    return [Plan(owners[reading], reading, effort)]


def _ask(
    plans: list[Plan], questions: list[Question], workers: int, found: dict[str, Json]
) -> Generator[Event, None, None]:
    """Finds out all, and puts the answers into `found`; after Ctrl-C as many as there are."""
    cache = Cache(cache_folder())
    try:
        found.update((yield from find_out(plans, questions, cache, workers, _PRELOAD)))
    except KeyboardInterrupt:
        found.update(recall(plans, questions, cache))
        yield Judged(Verdict("interrupted", "The work comes to an end.", Grade.UNKNOWN, _INTERRUPTED, 0.0))


def _theorems(plan: Plan) -> dict[Choice, list[Question]]:
    """For each value that is not played the theorems that are about it."""
    game = plan.game.NAME
    about: dict[Choice, list[Question]] = {}
    for reading in catalogue(game).readings.values():
        for value in reading.values:
            if not value.played and plan.reading in (None, reading.id):
                names = [name for name, each in theorems(game).items() if each.ruleset.get(reading.id) == value.name]
                about[reading.id, value.name] = [_theorem(game, name) for name in names]
    return about


def _theorem(game: str, name: str) -> Question:
    return Question(f"theorem {json.dumps([game, name])}", _prove, (game, name), f"{game}: {name}", _SECONDS)


def _prove(asked: list[Any]) -> list[Json]:
    """The verdicts on theorems, but for the time that they took."""
    verdicts = [prove_named(game, name) for game, name in asked]
    return [
        {"id": each.id, "sentence": each.sentence, "grade": each.grade, "evidence": each.evidence} for each in verdicts
    ]


def _proofs(asked: Mapping[Choice, list[Question]], answers: Answers) -> dict[Choice, tuple[Verdict, ...]]:
    """The verdicts on those theorems; unknown where none was reached."""
    return {choice: tuple(_verdict(answers.get(each.id), each) for each in about) for choice, about in asked.items()}


def _verdict(answer: Json | None, question: Question) -> Verdict:
    if answer is None:
        return Verdict(question.group, "The work comes to an end.", Grade.UNKNOWN, "it broke off", 0.0)
    return Verdict(answer["id"], answer["sentence"], Grade(answer["grade"]), answer["evidence"], 0.0)
