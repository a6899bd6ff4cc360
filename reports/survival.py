"""`dragonproof prove --readings`: which theorems survive another reading, and which fall."""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import shorten

import click

from properties.events import Event
from properties.verdicts import ExitCode
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.files import write_file
from reports.following import follow, report
from reports.telling import wrapped
from solver.proving import theorems
from solver.queries import Solver
from solver.surviving import Fate, Survival, pairs, survive_all

_SHOWN = 400  # characters of a case; the file has all of it
_FAILING = {Fate.CONTRADICTED: ExitCode.VIOLATION, Fate.UNKNOWN: ExitCode.INCOMPLETE, Fate.VACUOUS: ExitCode.INCOMPLETE}


def prove_readings(
    chosen: Sequence[Game],
    wanted: Sequence[tuple[str, str]],
    rlimits: Mapping[Solver, int],
    workers: int,
    asked: Json,
    json_file: str | None,
) -> int:
    """Asks about every other value, tells the answers and gives the exit code.

    0 if every answer is known, whichever it is; 1 if the solvers contradict each other; 3 if one is not known.
    """
    found: list[Survival] = []
    every = [pair for game in chosen for pair in pairs(game.NAME, [name for of, name in wanted if of == game.NAME])]

    def running() -> Generator[Event, None, None]:
        nonlocal found
        found = yield from survive_all(every, rlimits, workers, ("reports.prove", "cvc5"))

    for _ in follow(running()):
        pass
    fates = {each.fate for each in found}
    complete = len(found) == len(every) and bool(every)
    failing = {_FAILING[fate] for fate in fates if fate in _FAILING} | (set() if complete else {ExitCode.INCOMPLETE})
    code = min(failing, default=ExitCode.HOLDS)
    if json_file:
        lines = [_to_json(each) for each in found]
        write_file(json_file, report("prove readings", asked, lines, {"complete": complete, "exit": int(code)}))
    if json_file != "-":
        click.echo("\n".join(_tell(found, len(every), wanted)))
    return code


def _to_json(found: Survival) -> Json:
    pair = found.pair
    return {
        "game": pair.game,
        "theorem": pair.theorem,
        "reading": pair.reading,
        "value": pair.value,
        "fate": found.fate,
        "by": list(found.by),
        "evidence": found.evidence,
    }


def _tell(found: Sequence[Survival], asked: int, wanted: Sequence[tuple[str, str]]) -> Iterator[str]:
    """By reading and value the theorems that survive and that fall, with a case; then how many there are."""
    for (game, reading, value), about in groupby(
        found, lambda each: (each.pair.game, each.pair.reading, each.pair.value)
    ):
        yield f"{game}  {reading}={value}"
        for each in about:
            by = f" (by {' and '.join(each.by)})" if each.by else ""
            yield f"    {each.fate:12}  {each.pair.theorem}{by}"
            if each.evidence:
                yield from wrapped(" " * 18, shorten(each.evidence, _SHOWN, placeholder=" ..."))
        yield ""
    count = Counter(each.fate for each in found)
    free = sum(not theorems(game)[name].ruleset for game, name in wanted)
    told = ", ".join(f"{count[fate]} {fate}" for fate in Fate if count[fate]) or "none"
    yield f"{asked} times a theorem under another value: {told}."
    yield f"{free} of {len(wanted)} theorems name no value: they hold under every ruleset."
    if len(found) < asked:
        yield "The run was cut: this is what is known so far."


def _under(found: Survival) -> tuple[str, str, str]:
    return found.pair.game, found.pair.reading, found.pair.value
