"""`dragonproof vectors`: writes conformance vectors, checks them or a program by them, and lists them."""

import json
from collections.abc import Generator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from rich.progress import track

from properties.clauses import default_game
from properties.conformance.harness import CannotBeDriven
from properties.conformance.program import Limits
from properties.conformance.working import begin, programs
from properties.events import Event, Judged, RunFinished
from properties.vectors.checking import Folder, check_program, check_rules, stale
from properties.vectors.large import larger, rulesets
from properties.vectors.manifest import (
    NAME,
    Manifest,
    file_of,
    hash_of,
    read_manifest,
    shipped,
    shipped_manifest,
    shipped_vectors,
    write_manifest,
)
from properties.vectors.vector import Vector, Vectors, read_vectors, write_vectors
from properties.verdicts import ExitCode, Verdict, exit_code
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.console import errors, shows_progress
from reports.driving import drive, plain_order
from reports.files import read_file, write_file
from reports.following import follow, footer, report
from reports.options import allow_skip_option, examples, games_option, json_option, limits_options, spelled, url_option
from reports.report_files import ReportFiles, report_files_options
from reports.results import Run
from reports.telling_check import tell_not_driven, tell_program
from reports.telling_vectors import tell_checked, tell_list


@click.group(
    epilog=examples(
        "dragonproof vectors write vectors && dragonproof vectors check vectors",
        "dragonproof vectors write dv && dragonproof vectors check dv -- node dragonproof-harness/harness.mjs",
        "dragonproof vectors list --clause V-REFILL-2",
    )
)
def vectors() -> None:
    """Conformance vectors: positions, actions and what must come of them, as JSON Lines that any language can read.

    Each has an id that never changes, its clauses, and what is expected: positions, legal actions, what must be
    refused, the outcome. `write` copies them, with a reader in Python and one in JavaScript; `check` runs them.
    """


@vectors.command(epilog=examples("dragonproof vectors write vectors", "dragonproof vectors write many --large"))
@click.argument("folder", metavar="DIR")
@click.option("--large", is_flag=True, help="Beside the small set, thousands more, under many rulesets.")
@games_option
def write(folder: str, large: bool, chosen: list[Game]) -> None:
    """Write the vectors, their manifest, their schemas and two readers to the folder DIR.

    Files of these names that are there already are replaced; nothing else is touched. The same version of
    dragonproof writes the same bytes.
    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"{folder}: {error.strerror}") from None
    known, counts, hashes = shipped_manifest(), {}, {}
    for game in chosen:
        found = shipped_vectors(game.NAME)
        if large:
            found = Vectors(game, tuple(_large(game, found.vectors)))
        text = write_vectors(found)
        write_file(str(target / file_of(game.NAME)), text)
        counts[game.NAME], hashes[game.NAME] = len(found.vectors), hash_of(text.encode())
        click.echo(f"{target / file_of(game.NAME)}: {len(found.vectors):,} vectors")
    write_file(str(target / NAME), write_manifest(replace(known, hashes=hashes, counts=counts, large=large)))
    for source in (*shipped().iterdir(), *(files("seeds") / "schemas").iterdir()):
        if source.name.startswith(("run_vectors.", "vector")):
            write_file(str(target / source.name), source.read_text(encoding="utf-8"))


def _large(game: Game, small: Sequence[Vector]) -> list[Vector]:
    """The small set and the large one, in the order of their ids; shows on a terminal how far it has come."""
    found = {each.id: each for each in small}
    work = list(rulesets(game).items())
    bar: Any = track(work, game.NAME, console=errors(), transient=True, disable=not shows_progress())
    for ruleset, cases in bar:
        found |= {each.id: each for each in larger(game, ruleset, cases)}
    return sorted(found.values(), key=lambda vector: vector.id)


@vectors.command(
    epilog=examples(
        "dragonproof vectors check vectors",
        "dragonproof vectors check vectors --junit vectors.xml -- node dragonproof-harness/harness.mjs",
        "dragonproof vectors check vectors -- dragonproof serve",
    )
)
@click.argument("folder", metavar="DIR")
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@limits_options
@url_option
@click.option("--only", multiple=True, metavar="ID", help="Only this vector. May be repeated.")
@allow_skip_option
@games_option
@report_files_options
def check(
    folder: str,
    command: tuple[str, ...],
    timeout: float,
    startup_timeout: float,
    url: str | None,
    only: tuple[str, ...],
    allowed: tuple[str, ...],
    chosen: list[Game],
    targets: ReportFiles,
) -> int:
    """Check the vectors in the folder DIR against the rules, or COMMAND by them, driven by the conformance protocol.

    Of a program those are asked that hold under its readings; from their opening where it cannot be set to a position.
    Exit 1: something differs, or a file is not the one that the manifest names. Exit 3: something was skipped,
    or there was nothing to ask.
    """
    if command and url:
        raise click.UsageError("name one program to check, after '--' or by --url")
    driving = bool(command or url)
    if driving and len(chosen) > 1:
        chosen = [load(default_game())]
    found = _read(folder, chosen, driving)
    ids = [vector.id for each in found.games for vector in each.vectors]
    wanted = frozenset(_known(each, ids) for each in only)
    told = _Told(targets, [each.game for each in found.games], folder, [url] if url else list(command))
    if not driving:
        return told.run(check_rules(found, wanted))
    game = chosen[0]
    order = plain_order(game, command, url, Limits(timeout, startup_timeout))
    try:
        driven = drive(order)
    except CannotBeDriven as problem:
        return told.not_driven(problem)
    targets.say(tell_program(driven, game))
    words = ["--url", url] if url else ["--", *command]
    with programs(order) as (program, _):
        begin(program)
        return told.run(check_program(found, program, driven.ruleset, wanted, allowed, words))


def _known(name: str, ids: Sequence[str]) -> str:
    if name not in ids:
        raise click.BadParameter(f"no vector {name!r}; see dragonproof vectors list", param_hint="--only")
    return name


def _read(folder: str, chosen: Sequence[Game], one: bool) -> Folder:
    """The vectors of these games in a folder; all that its manifest names, unless it is `one` that is asked for."""
    manifest = _manifest(Path(folder))
    missing = [game.NAME for game in chosen if game.NAME not in manifest.hashes]
    if missing and (one or len(missing) == len(chosen)):
        named_there = ", ".join(manifest.hashes)
        raise click.ClickException(f"{folder}: no vectors of {missing[0]}; its manifest names: {named_there}")
    games, wrong = [], []
    for game in chosen:
        if game.NAME in manifest.hashes:
            with read_file(str(Path(folder) / file_of(game.NAME))) as data:
                games.append(read_vectors(data))
            if hash_of(data) != manifest.hashes[game.NAME]:
                wrong.append(stale(game.NAME, manifest.hashes[game.NAME], hash_of(data)))
    return Folder(folder, tuple(games), tuple(wrong))


def _manifest(folder: Path) -> Manifest:
    if not (folder / NAME).exists():
        raise click.ClickException(
            f"{folder}: there is no {NAME} of vectors; `dragonproof vectors write {folder}` writes it"
        )
    with read_file(str(folder / NAME)) as data:
        return read_manifest(data)


@vectors.command(
    name="list",
    epilog=examples(
        "dragonproof vectors list",
        "dragonproof vectors list vectors --clause V-REFILL-2 --json -",
    ),
)
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--clause", metavar="CLAUSE", help="Only those in which this clause can be seen.")
@games_option
@json_option
def list_(folder: str | None, clause: str | None, chosen: list[Game], json_file: str | None) -> int:
    """List the vectors: the id and the clauses of each, and how many there are. Without DIR those that are shipped."""
    found = _read(folder, chosen, one=False).games if folder else [shipped_vectors(game.NAME) for game in chosen]
    if clause:
        known = [name for each in found for vector in each.vectors for name in vector.clauses]
        clause = spelled(clause, known)
        found = [
            Vectors(each.game, tuple(vector for vector in each.vectors if clause in vector.clauses)) for each in found
        ]
    rows: list[Json] = [
        {"game": each.game.NAME} | {key: vector.to_json()[key] for key in ("id", "clauses", "edges", "readings")}
        for each in found
        for vector in each.vectors
    ]
    if json_file:
        write_file(json_file, "".join(json.dumps(row) + "\n" for row in rows))
    if json_file != "-":
        click.echo(tell_list(found))
    return ExitCode.HOLDS if rows else ExitCode.INCOMPLETE


class _Told:
    """Where what comes of a check is told: the terminal, and the files that were asked for."""

    def __init__(self, targets: ReportFiles, chosen: Sequence[Game], folder: str, command: list[str]) -> None:
        self._targets, self._games = targets, [game.NAME for game in chosen]
        self._asked: Json = {"games": self._games, "folder": folder, "command": command}
        self._asked |= {"rules": {game.NAME: game.RULES for game in chosen}}

    def run(self, events: Generator[Event, None, None]) -> ExitCode:
        """Follows a check to its end. Its exit code."""
        verdicts: list[Verdict] = []
        for event in follow(events):
            if isinstance(event, Judged):
                verdicts.append(event.verdict)
            if isinstance(event, RunFinished):
                finished = event
        self._tell(verdicts, finished, tell_checked(verdicts, finished))
        return finished.exit_code

    def not_driven(self, problem: CannotBeDriven) -> ExitCode:
        """Tells why the program cannot be driven."""
        finished = RunFinished(False, 0, 0, ExitCode.NOT_DRIVEN)
        self._tell([problem.verdict()], finished, tell_not_driven(problem))
        return ExitCode.NOT_DRIVEN

    def _tell(self, verdicts: list[Verdict], finished: RunFinished, text: str) -> None:
        """Prints the text and the annotations, and writes the files; last, since that may fail."""
        runs = [self._run(game, verdicts, finished) for game in self._games]
        self._targets.say(text)
        self._targets.annotate(runs)
        lines = (verdict.to_json() | {"game": self._game(verdict)} for verdict in verdicts)
        self._targets.write(report("vectors", self._asked, lines, footer(finished)), runs)

    def _game(self, verdict: Verdict) -> str:
        """The game that a verdict is about; the first where it is about the program."""
        return next((game for game in self._games if game in verdict.id.split(".")), self._games[0])

    def _run(self, game: str, verdicts: Sequence[Verdict], finished: RunFinished) -> Run:
        """What concerns one game."""
        if len(self._games) == 1:
            return Run("vectors", game, verdicts, finished)
        own = [each for each in verdicts if game in each.id.split(".")]
        return Run("vectors", game, own, replace(finished, exit_code=exit_code(own, finished.complete)))
