"""`dragonproof prove --graph`: the state graphs of small boxes."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

import reference_engine
from properties.dealing import numbers_of_players
from properties.events import Event, Judged
from properties.verdicts import ExitCode, Verdict, exit_code
from reference_engine.errors import CannotDeal, CannotParse, EngineError
from reference_engine.interface import Box, Game
from reference_engine.jsonform import Json, parse_object
from reports.files import check_target, is_file, read_file, refuse_same, write_file
from reports.following import check_folder, cores, follow, keep, report
from reports.graph_files import MOST_PICTURED, graphml, picture
from reports.report_files import write_lines
from reports.telling_graphs import tell_surveys
from solver import load
from solver.graphing import Asked, Survey, survey_all

F = TypeVar("F", bound=Callable[..., Any])

_SECONDS = 30.0  # that a box of the user's own is taken to need


@dataclass(frozen=True)
class GraphOptions:
    """What is asked for. box: the name of a box or of a file, "" for all small boxes. The others name files."""

    box: str
    graphml: str | None
    picture: str | None


def graph_options(command: F) -> F:
    """--graph, --graphml and --picture: together `GraphOptions`, as `graphs`; None without --graph."""

    @wraps(command)
    def gathered(
        *values: Any,
        graph: str | None,
        graphml_file: str | None,
        picture_file: str | None,
        **named: Any,
    ) -> Any:
        given = {"--graphml": graphml_file, "--picture": picture_file}
        for option, value in given.items():
            if graph is None and value:
                raise click.UsageError(f"{option} is for --graph")
        graphs = None if graph is None else GraphOptions(graph, graphml_file, picture_file)
        return command(*values, graphs=graphs, **named)

    optional: Callable[..., Any] = gathered
    for option, told in (
        ("picture", f"Draw the graph of the one box as SVG, up to {MOST_PICTURED} positions."),
        ("graphml", "Write the graph of the one box as GraphML."),
    ):
        optional = click.option(f"--{option}", f"{option}_file", metavar="FILE", callback=check_target, help=told)(
            optional
        )
    told = "Explore every position of a small box instead, twice; without BOX, of all small boxes."
    return click.option("--graph", metavar="[BOX|FILE]", is_flag=False, flag_value="", help=told)(optional)  # type: ignore[return-value]


def run_graphs(
    chosen: Sequence[Game],
    options: GraphOptions,
    readings: dict[str, str],
    workers: int | None,
    out: str,
    json_file: str | None,
    html_file: str | None,
) -> int:
    """Explores the boxes, tells what came of it and writes the files."""
    files = {"json": json_file, "html": html_file, "graphml": options.graphml, "picture": options.picture}
    refuse_same(files)
    check_folder(out)
    games = [game for game in chosen if readings.keys() <= game.Ruleset.choices().keys()] or chosen[:1]
    for game in games:
        game.Ruleset.from_readings(readings)
    asked = _asked(games, options.box)
    draws = bool(options.graphml or options.picture)
    if draws and len(asked) > 1:
        told = ", ".join(f"--graph {each.box.name} --game {each.game}" for each in asked)
        raise click.UsageError(f"--graphml and --picture are for one box: {told}")
    surveys: list[Survey] = []
    verdicts = [
        keep(event.verdict, Path(out))
        for event in follow(_survey(asked, readings, draws, workers or cores(), surveys))
        if isinstance(event, Judged)
    ]
    complete = all(survey.first is not None for survey in surveys)
    code = ExitCode.USAGE if _is_too_large(surveys, options) else exit_code(verdicts, complete)
    if "-" not in files.values():
        click.echo(tell_surveys(surveys, verdicts, complete))
    if json_file or html_file:
        rules = {each.game: reference_engine.load(each.game).RULES for each in asked}
        header: Json = {"games": list(rules), "rules": rules}
        header |= {"graph": options.box, "ruleset": readings}
        footer = {"complete": complete, "exit": int(code)}
        write_lines(report("graph", header, _lines(surveys, verdicts), footer), json_file, html_file)
    if draws:
        _draw(surveys, options)
    return code


def _survey(
    asked: Sequence[Asked], readings: Mapping[str, str], draw: bool, workers: int, surveys: list[Survey]
) -> Generator[Event, None, None]:
    """Explores all, and puts the surveys into `surveys`."""
    surveys += yield from survey_all(asked, readings, draw, workers, ("reports.prove",))


def _asked(chosen: Sequence[Game], name: str) -> list[Asked]:
    """The boxes of that name, or the one in that file; without a name all that are small enough."""
    small = [
        Asked(game.NAME, game.BOXES[box], players, seconds)
        for game in chosen
        for box, players, seconds in sorted(load(game.NAME, "bridge").SMALL_BOXES, key=_order(game))
    ]
    named = [each for each in small if name in ("", each.box.name)]
    if named:
        return named
    known = "small enough are: " + ", ".join(f"{each.box.name} ({each.game})" for each in small)
    if any(name in game.BOXES for game in chosen):
        raise click.BadParameter(f"the box {name} has far too many positions; {known}", param_hint="--graph")
    if name != "-" and not is_file(name) and not name.endswith(".json"):
        raise click.BadParameter(f"no box {name!r}; {known}; or name a JSON file of one", param_hint="--graph")
    with read_file(name) as data:
        game, box = _read(chosen, parse_object(data))
        numbers = numbers_of_players(game, box)
        if not numbers:
            raise CannotDeal(f"the box {box.name} has too few cards for any number of players")
    return [Asked(game.NAME, box, numbers[0], _SECONDS, own=True)]


def _order(game: Game) -> Callable[[tuple[str, int, float]], int]:
    """The place of a small box among all of the game."""
    places = {box: place for place, box in enumerate(game.BOXES)}
    return lambda small: places[small[0]]


def _read(chosen: Sequence[Game], content: Json) -> tuple[Game, Box]:
    """The box of that JSON, and the first game that has such boxes. Raises `CannotParse` with what each game says."""
    errors = []
    for game in chosen:
        try:
            return game, game.box_from_json(content)
        except EngineError as error:
            errors.append(f"as a box of {game.NAME}: {error}")
    raise CannotParse("; ".join(errors))


def _lines(surveys: Sequence[Survey], verdicts: Sequence[Verdict]) -> list[Json]:
    """Each verdict with its box, the counts, the numbers of positions by distance, and the record that is evidence."""
    lines, waiting = [], iter(verdicts)
    for survey in surveys:
        asked = survey.asked
        about: Json = {"game": asked.game, "box": asked.box.name, "players": asked.players}
        for first in survey.verdicts:
            line = next(waiting).to_json() | about
            if first is survey.verdicts[0]:
                pair = {"engine": survey.first, "flat": survey.second}
                line["layers"] = list(survey.layers)
                line["counts"] = {name: asdict(each) for name, each in pair.items() if each}
            if first.id in survey.records:
                line["record"] = survey.records[first.id]
            lines.append(line)
    return lines


def _is_too_large(surveys: Sequence[Survey], options: GraphOptions) -> bool:
    """Whether a picture was asked for of more positions than can be drawn."""
    drawn = surveys[0].drawn
    return bool(options.picture and drawn and len(drawn.nodes) > MOST_PICTURED)


def _draw(surveys: Sequence[Survey], options: GraphOptions) -> None:
    """Writes the graph of the one box, if it is complete. Raises an error where it is too large for a picture."""
    drawn = surveys[0].drawn
    if drawn is None:
        click.echo("The graph is not complete, and not written.", err=True)
        return
    if options.graphml:
        write_file(options.graphml, graphml(drawn))
    if options.picture:
        if _is_too_large(surveys, options):
            told = f"{len(drawn.nodes):,} positions are too many for a picture; {MOST_PICTURED} can be drawn"
            raise click.BadParameter(f"{told}; --graphml takes any number", param_hint="--picture")
        write_file(options.picture, picture(drawn))
