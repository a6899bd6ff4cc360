"""`dragonproof prove --readings`: which theorems survive another reading, and which fall."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence

import click

from properties.events import Event
from properties.verdicts import exit_code
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.files import refuse_same
from reports.following import follow, report
from reports.report_files import write_lines
from reports.telling_survival import tell_survivals
from solver.proving import theorems
from solver.queries import Solver
from solver.surviving import Survival, pairs, survive_all


def prove_readings(
    chosen: Sequence[Game],
    wanted: Sequence[tuple[str, str]],
    rlimits: Mapping[Solver, int],
    workers: int,
    asked: Json,
    json_file: str | None,
    html_file: str | None,
) -> int:
    """Asks about every other value, tells the answers and gives the exit code.

    0 if every answer is known, whichever it is; 1 if the solvers contradict each other; 3 if one is not known.
    """
    refuse_same({"json": json_file, "html": html_file})
    found: list[Survival] = []
    every = [pair for game in chosen for pair in pairs(game.NAME, [name for of, name in wanted if of == game.NAME])]

    def running() -> Generator[Event, None, None]:
        nonlocal found
        found = yield from survive_all(every, rlimits, workers, ("reports.prove", "cvc5"))

    for _ in follow(running()):
        pass
    complete = len(found) == len(every) and bool(every)
    code = exit_code([each.verdict for each in found], complete)
    free = Counter(game for game, name in wanted if not theorems(game)[name].ruleset)
    if json_file or html_file:
        of = Counter(game for game, _ in wanted)
        counts = {game: {"theorems": number, "name_no_value": free[game]} for game, number in of.items()}
        finished: Json = {"complete": complete, "asked": len(every), "games": counts, "exit": int(code)}
        write_lines(report("prove readings", asked, map(_to_json, found), finished), json_file, html_file)
    if "-" not in (json_file, html_file):
        click.echo("\n".join(tell_survivals(found, len(every), len(wanted), free.total())))
    return code


def _to_json(found: Survival) -> Json:
    """The verdict, what was asked, and what came of it."""
    pair = found.pair
    theorem = theorems(pair.game)[pair.theorem]
    return found.verdict.to_json() | {
        "game": pair.game,
        "theorem": pair.theorem,
        "says": theorem.sentence,
        "clauses": theorem.clauses,
        "bounds": theorem.bounds,
        "own": theorem.ruleset[pair.reading],
        "reading": pair.reading,
        "value": pair.value,
        "fate": found.fate,
        "by": list(found.by),
    }
