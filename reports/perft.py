"""`dragonproof perft`: counts what can be played from a position."""

import json
from collections.abc import Iterator
from typing import Self

import click
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import properties.perft
from properties.perft import CountsDiffer, Perft, Tick
from properties.perftfiles import deals
from properties.verdicts import ExitCode
from reference_engine.interface import Game
from reference_engine.jsonform import shown
from reports.console import errors, shows_progress
from reports.files import Source, is_file, read_source, refuse_overwriting, with_readings, write_file
from reports.options import examples, game_option, json_option, ruleset_option

_COLUMNS = "depth     sequences       endings     positions        scores       winners  digest"


@click.command(
    epilog=examples(
        "dragonproof perft toy2 --depth 6",
        "dragonproof perft opening.json --depth 2 --divide",
        "dragonproof perft full2 --depth 2 --ruleset track.passing=swap --json -",
    )
)
@click.argument("source", metavar="[FILE|NAME]", required=False)
@click.option("--depth", "-d", type=click.IntRange(min=1), required=True, help="How many actions deep.")
@click.option("--divide", is_flag=True, help="The counts at that depth for each first action.")
@game_option
@ruleset_option
@json_option
def perft(
    source: str | None, depth: int, divide: bool, game: Game, readings: dict[str, str], json_file: str | None
) -> int:
    """Count the sequences, endings and positions of every depth from a position.

    The position is that of FILE ('-' is standard input), or a fixed deal of that NAME; without
    either, the first of them. Everything is counted in two ways, which must agree with each other,
    and for a fixed deal with the counts that are pinned (else exit 1).

    sequences: of so many actions. endings: those that end the game with their last action.
    positions: different ones that they lead to. scores: over the endings and the players p, the sum
    of (p + 1) times the score of p. winners: over the endings and the winners p, the sum of p + 1.
    digest: SHA-256 of the sorted SHA-256s, joined by line feeds, of the positions as JSON with keys in
    ascending order and no spaces. The longest digests are in --json.
    """
    refuse_overwriting(source, json_file)
    start, pinned = _find(source, game, readings)
    lines: list[str] = []
    streaming = json_file != "-"
    if streaming:
        click.echo(_COLUMNS + ("  first action" if divide else ""))
    try:
        with _Counter() as counter:
            for counts, action in _count(start, depth, divide, counter.tick):
                data = counts.to_json() if action is None else {"action": action} | counts.to_json()
                lines.append(json.dumps(data) + "\n")
                counter.print(_row(counts, action) if streaming else lines[-1].rstrip("\n"))
                for known in pinned:
                    if action is None and known.depth == counts.depth and known != counts:
                        raise CountsDiffer(f"depth {known.depth}: pinned are {json.dumps(known.to_json())}")
    except CountsDiffer as error:
        click.echo(f"The counts do not agree: {error}", err=True)
        return ExitCode.VIOLATION
    if json_file and streaming:
        write_file(json_file, "".join(lines))
    return ExitCode.HOLDS


def _find(name: str | None, game: Game, readings: dict[str, str]) -> tuple[Source, tuple[Perft, ...]]:
    """The named deal with its pinned counts, or the position of a file, which wins over a deal of its name."""
    fixed = deals(game)
    if name is None:
        name = next(iter(fixed))
    if name in fixed and not is_file(name):
        header = with_readings(fixed[name].header, readings)
        return Source(header.game, header.ruleset, header.start), () if readings else fixed[name].counts
    if name != "-" and not is_file(name):
        raise click.BadParameter(f"no file and no fixed deal {shown(name)}; the deals are: " + ", ".join(fixed))
    return read_source(name, game, readings), ()


def _count(start: Source, depth: int, divide: bool, tick: Tick) -> Iterator[tuple[Perft, str | None]]:
    game = start.game
    if divide:
        for action, counts in properties.perft.divide(game, start.state, depth, start.ruleset, tick):
            yield counts, game.action_to_text(action)
    else:
        for counts in properties.perft.perft(game, start.state, depth, start.ruleset, tick):
            yield counts, None


def _row(counts: Perft, action: str | None) -> str:
    numbers = (counts.sequences, counts.endings, counts.positions, counts.scores, counts.winners)
    row = f"{counts.depth:5}" + "".join(f"{number:14}" for number in numbers) + f"  {counts.digest[:12]}"
    return row if action is None else f"{row}  {action}"


class _Counter:
    """Counts positions on the terminal while they are counted; nothing elsewhere."""

    def __init__(self) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.completed:,} positions"), TimeElapsedColumn())
        self._progress = Progress(
            *columns,
            console=errors(),
            transient=True,
            disable=not shows_progress(),
            redirect_stdout=False,
        )
        self._task = self._progress.add_task("positions", total=None)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def tick(self) -> None:
        """One position more."""
        self._progress.advance(self._task)

    def print(self, line: str) -> None:
        """Prints a line of the result, which no count may stand in."""
        self._progress.stop()
        click.echo(line)
        self._progress.start()
