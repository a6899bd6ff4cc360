"""Reading and writing files: whole or not at all, and with errors that name the file."""

import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from properties.replaying import replay
from properties.schemas import fields
from reference_engine import games, load
from reference_engine.errors import CannotParse, EngineError
from reference_engine.interface import Game, State
from reference_engine.jsonform import parse, parse_object, shown
from reference_engine.record import Header, Record, Step, read_header, read_record, whole_lines

T = TypeVar("T")

_LARGEST = 64 * 2**20  # bytes; a record of 10,000 actions has a tenth of that


@contextmanager
def read_file(name: str) -> Iterator[bytes]:
    """The content of a file, or of standard input for "-"; errors in the block name it."""
    shown = "standard input" if name == "-" else name
    if not name:
        raise click.ClickException("a file needs a name")
    if name == "-" and sys.stdin is None:
        raise click.ClickException("standard input is closed")
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_LARGEST + 1)
    except OSError as error:
        raise click.ClickException(f"{shown}: {error.strerror}") from None
    except ValueError as error:
        raise click.ClickException(f"{shown!r}: {error}") from None
    if len(data) > _LARGEST:
        raise click.ClickException(f"{shown}: larger than {_LARGEST >> 20} MiB; that is no record of one game")
    if not data.strip():
        raise click.ClickException(f"{shown}: empty")
    with named(shown):
        yield data


@contextmanager
def named(name: str) -> Iterator[None]:
    """Names the file in errors of the block."""
    try:
        yield
    except EngineError as error:
        raise click.ClickException(f"{name}: {error}") from None


def write_file(name: str, text: str) -> None:
    """Writes a file whole or not at all; standard output for "-"."""
    if name == "-":
        click.echo(text, nl=False)
        return
    target = Path(os.path.realpath(name))
    try:
        if _is_device(name):
            Path(name).write_text(text, encoding="utf-8")
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            Path(temporary).chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise click.ClickException(f"{name}: {error.strerror}") from None


def is_file(name: str) -> bool:
    """Whether something by that name is there; False for names that no file can have."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def check_target(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """A callback of options: what cannot be written later is refused before the work begins."""
    if name is None or name == "-":
        return name
    if not name:
        raise click.ClickException("a file needs a name")
    try:
        reason = None if _is_device(name) else _why_not_writable(Path(os.path.realpath(name)))
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{shown(name)}: {getattr(error, 'strerror', None) or error}") from None
    if reason:
        raise click.ClickException(f"{name}: {os.strerror(reason)}")
    return name


def refuse_overwriting(source: str | None, *targets: str | None) -> None:
    """Raises an error where a result would be written over the file that it is read from."""
    for target in targets:
        if source and target and is_file(source) and is_file(target) and os.path.samefile(source, target):
            raise click.ClickException(f"{target}: the result would be written over the file that it comes from")


def refuse_same(written: Mapping[str, str | None], read: Mapping[str, str | None] | None = None) -> None:
    """Raises a usage error where two options write to the same place, or one to a file that another reads."""
    targets = [(option, name) for option, name in written.items() if name]
    for (one, name), (other, its) in combinations(targets, 2):
        if _is_same(name, its):
            raise click.UsageError(f"--{one} and --{other} cannot write to the same place")
    sources = [(option, name) for option, name in (read or {}).items() if name]
    for (one, name), (other, its) in product(targets, sources):
        if _is_same(name, its):
            raise click.UsageError(f"--{one} would write over the file of --{other}")


def _is_same(one: str, other: str) -> bool:
    return one == other or ("-" not in (one, other) and os.path.realpath(one) == os.path.realpath(other))


def _is_device(name: str) -> bool:
    """Whether this is a device, a pipe, or a name for an open file, none of which can be replaced."""
    return name.startswith("/dev/") or (Path(name).exists() and not Path(name).is_file() and not Path(name).is_dir())


def _why_not_writable(target: Path) -> int | None:
    """The error number of what stands in the way of writing that file."""
    if target.is_dir():
        return errno.EISDIR
    if not target.parent.is_dir():
        return errno.ENOTDIR if target.parent.exists() else errno.ENOENT
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        return errno.EACCES
    return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@dataclass(frozen=True)
class Source:
    """A position from a file, with the game and the ruleset that it stands in."""

    game: Game
    ruleset: Any
    state: State


def read_source(
    name: str, game: Game, readings: dict[str, str], step: int | None = None, *, last: bool = False
) -> Source:
    """The position in a file, or the position of a record after `step` actions.

    Without a step it is the opening of a record, or if `last` the last position that is not over, if there is one.
    `readings` are put on top of those of a record.
    """
    with read_file(name) as data:
        if not _is_record(data):
            if step is not None:
                raise CannotParse("only a record has steps")
            ruleset, content = game.Ruleset.from_readings(readings), parse_object(data)
            state = of_game(
                game,
                "a position",
                lambda each: each.position_from_json(
                    content, ruleset if each.NAME == game.NAME else each.Ruleset.from_readings({})
                ),
            )
            for field in sorted(content.keys() - fields(game.NAME)):
                click.echo(f"{name}: a position of {game.NAME} has no {shown(field)}; it is ignored", err=True)
            return Source(game, ruleset, state)
        lines, cut_off = whole_lines(data)
        refuse_other_game(read_header(lines[0][1]).game)
        if cut_off:
            click.echo(f"{name}: {cut_off}", err=True)
        if step is None and not last:
            header = with_readings(read_header(lines[0][1]), readings)
            return Source(header.game, header.ruleset, header.start)
        record = read_record(data)
        header = with_readings(record.header, readings)
        positions = replay(Record(header, tuple(Step(step.action) for step in record.steps))).positions
        if step is None:
            if broken := replay(record).difference:
                clauses = ", ".join(broken.clauses)
                raise CannotParse(
                    f"step {broken.step} is not by the rules ({clauses}); name a step before it with --step"
                )
            going_on = [number for number, state in enumerate(positions) if not header.game.is_terminal(state)]
            step = going_on[-1] if going_on else 0
        if not 0 <= step < len(positions):
            raise CannotParse(f"no step {step}; the record can be played from step 0 to step {len(positions) - 1}")
        return Source(header.game, header.ruleset, positions[step])


def refuse_other_game(game: Game) -> None:
    """Raises `CannotParse` where --game on the command line names another game than this, which a record is of."""
    context = click.get_current_context()
    for option in ("game", "chosen"):
        if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            named = context.params[option]
            for other in named if isinstance(named, list) else [named]:
                if other.NAME != game.NAME:
                    raise CannotParse(
                        f"this is a record of {game.NAME}, not of {other.NAME}; leave --game {other.NAME} out"
                    )


def of_game(game: Game, what: str, read: Callable[[Game], T]) -> T:
    """What is read for a game. Where it cannot be, although it can for another game, the error says so."""
    try:
        return read(game)
    except EngineError:
        for other in games():
            with suppress(EngineError):
                read(load(other))
                break
        else:
            raise
    raise CannotParse(f"this is {what} of {other}, not of {game.NAME}; add --game {other}")


def with_readings(header: Header, readings: dict[str, str]) -> Header:
    """The header with these readings in place of its own."""
    if not readings:
        return header
    game = header.game
    ruleset = game.Ruleset.from_readings(header.ruleset.readings() | readings)
    start = game.position_from_json(game.position_to_json(header.start), ruleset)
    return Header(game, ruleset, start, header.box)


def _is_record(data: bytes) -> bool:
    """Whether the first line is the header of a record: then it names its version."""
    try:
        first = parse(data.lstrip().split(b"\n", 1)[0])
    except CannotParse:
        return False
    return isinstance(first, dict) and "dragonproof" in first
