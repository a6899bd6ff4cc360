"""Options and inputs that several commands share."""

import math
import shlex
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, TypeVar

import click

from properties.clauses import catalogue, default_game
from properties.dealing import deal, numbers_of_players
from reference_engine import games, load
from reference_engine.interface import Box, Game, State
from reference_engine.jsonform import parse_object
from reports.files import check_target, is_file, of_game, read_file

F = TypeVar("F", bound=Callable[..., Any])

USUAL_BOX = "full"
"""The name of the box that every game has and that is played with."""


class Seconds(click.FloatRange):
    """A number of seconds, of which there is an end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Fails for what is no number, too small, infinite or NaN."""
        seconds = super().convert(value, param, ctx)
        return seconds if math.isfinite(seconds) else self.fail(f"{value} is no number of seconds", param, ctx)


def examples(*lines: str) -> str:
    """The epilog of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _game(_context: click.Context, _parameter: click.Parameter, name: str | None) -> Game:
    return load(name or default_game())


def _readings(_context: click.Context, _parameter: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    readings: dict[str, str] = {}
    for pair in pairs:
        reading, separator, value = pair.partition("=")
        if not separator:
            raise click.BadParameter(f"{pair!r} is not of the form NAME=VALUE, for instance tie.count=type")
        if readings.get(reading, value) != value:
            told = f"{reading} is given twice, as {readings[reading]} and as {value}"
            raise click.BadParameter(f"{told}; a ruleset has one value for each reading")
        readings[reading] = value
    return readings


def game_option(command: F) -> F:
    """--game: a `Game`."""
    return click.option(
        "--game", "-g", type=click.Choice(games()), callback=_game, help=f"The game.  [default: {default_game()}]"
    )(command)


def _games(_context: click.Context, _parameter: click.Parameter, name: str | None) -> list[Game]:
    return [load(each) for each in ([name] if name else games())]


def games_option(command: F) -> F:
    """--game: a list of `Game`."""
    return click.option(
        "--game", "-g", "chosen", type=click.Choice(games()), callback=_games, help="Only this game.  [default: all]"
    )(command)


def ruleset_option(command: F) -> F:
    """--ruleset: a dict of readings; checked when a ruleset is made of them."""
    return click.option(
        "--ruleset",
        "-r",
        "readings",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_readings,
        help="A value for a reading; may be repeated. Readings not named take their default.",
    )(command)


def json_option(command: F) -> F:
    """--json: the name of a file, "-", or None."""
    return click.option(
        "--json",
        "json_file",
        metavar="FILE",
        callback=check_target,
        help="Write the result as JSON to FILE, or to standard output for '-'.",
    )(command)


def limits_options(command: F) -> F:
    """--timeout and --startup-timeout: seconds."""
    seconds, first = Seconds(min=0.01), "Seconds for the answer to the first request."
    command = click.option("--startup-timeout", type=seconds, default=10.0, show_default=True, help=first)(command)
    each = "Seconds for each answer."
    return click.option("--timeout", type=seconds, default=2.0, show_default=True, help=each)(command)


def _words(_context: click.Context, _parameter: click.Parameter, command: str | None) -> tuple[str, ...]:
    """The words of a command line; () for none."""
    try:
        words = tuple(shlex.split(command or ""))
    except ValueError as error:
        raise click.BadParameter(f"{command!r}: {error}") from None
    if command is not None and not words:
        raise click.BadParameter("name a program")
    return words


def against_option(command: F) -> F:
    """--against: the words of a command line; () for none."""
    told = "Compare with a second program instead of the rules."
    return click.option("--against", metavar="COMMAND", callback=_words, help=told)(command)


def allow_skip_option(command: F) -> F:
    """--allow-skip: reasons, as `allowed`."""
    return click.option(
        "--allow-skip",
        "allowed",
        multiple=True,
        metavar="REASON",
        callback=_reasons,
        help="Accept what is skipped for a reason that begins so, for instance 'no observe'. May be repeated.",
    )(command)


def _reasons(_context: click.Context, _parameter: click.Parameter, reasons: tuple[str, ...]) -> tuple[str, ...]:
    if not all(reasons):
        raise click.UsageError("--allow-skip names a reason, for instance 'no observe'")
    return reasons


def url_option(command: F) -> F:
    """--url: the address of a program, or None."""
    help_text = "Drive a program by HTTP instead: http://127.0.0.1:PORT/PATH."
    return click.option("--url", metavar="URL", help=help_text)(command)


def box_option(told: str) -> Callable[[F], F]:
    """--box: the name of a box or of a file, for `find_box`."""
    return click.option("--box", "box_name", default=USUAL_BOX, show_default=True, metavar="NAME|FILE", help=told)


def out_option(command: F) -> F:
    """--out: the name of a folder."""
    return click.option(
        "--out",
        default="dragonproof-findings",
        show_default=True,
        metavar="DIR",
        help="Where the records of findings are kept.",
    )(command)


def spelled(name: str, names: Iterable[str]) -> str:
    """That one of the names, however it is capitalised. Raises `BadParameter` with those like it."""
    by_name = {known.casefold(): known for known in names}
    if name.casefold() in by_name:
        return by_name[name.casefold()]
    close = get_close_matches(name.casefold(), by_name, n=3)
    hint = f"did you mean {' or '.join(by_name[each] for each in close)}?" if close else "see dragonproof explain"
    for game in games():
        for kind, ids in (("clause", catalogue(game).clauses), ("reading", catalogue(game).readings)):
            hint = f"that is a {kind} of {game}" if name.casefold() in map(str.casefold, ids) else hint
    raise click.BadParameter(f"no {name!r}; {hint}")


def deal_options(command: F) -> F:
    """--players, --box, --seed of an opening."""
    command = click.option("--seed", default=0, show_default=True, help="The same seed gives the same result.")(command)
    command = box_option("A box of the game, or a JSON file of one.")(command)
    help_text = "How many play.  [default: as few as the box is for]"
    return click.option("--players", "-p", type=int, help=help_text)(command)


def deal_opening(game: Game, box: Box, players: int | None, seed: int, ruleset: Any) -> State:
    """The opening of those options."""
    numbers = numbers_of_players(game, box)
    if not numbers:
        raise click.BadParameter(f"the box {box.name} has too few cards for any number of players", param_hint="--box")
    return deal(game, box, numbers[0] if players is None else players, seed, ruleset)


def find_box(game: Game, name: str) -> Box:
    """The box of that name, or the one in that JSON file."""
    if name in game.BOXES:
        return game.BOXES[name]
    for other in games():
        if name in load(other).BOXES and not is_file(name):
            known = f"that is a box of {other} (--game {other}); those of {game.NAME} are: {', '.join(game.BOXES)}"
            raise click.BadParameter(f"no box {name!r}; {known}", param_hint="--box")
    if name != "-" and not is_file(name) and not name.endswith(".json"):
        known = f"the boxes are: {', '.join(game.BOXES)}, or a JSON file of one"
        raise click.BadParameter(f"no box {name!r}; {known}", param_hint="--box")
    with read_file(name) as data:
        content = parse_object(data)
        return of_game(game, "a box", lambda each: each.box_from_json(content))
