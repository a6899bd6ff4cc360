"""`dragonproof init`: a harness to start from, for people who have written the game."""

import shlex
from contextlib import ExitStack
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePath

import click

from properties.clauses import default_game
from reference_engine.interface import Game
from reference_engine.jsonform import shown
from reports.options import examples, game_option

_PROGRAM = "#!/usr/bin/env "  # the first line of a harness says how it is run


def _sorted(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda entry: entry.name)


def _folders(folder: Traversable) -> dict[str, Traversable]:
    """The folders in it by name, without those that Python makes."""
    return {entry.name: entry for entry in _sorted(folder) if entry.is_dir() and not entry.name.startswith("_")}


def harnesses() -> dict[str, dict[str, Traversable]]:
    """For each game the folders of its harnesses, by language: both found by name."""
    return {name: _folders(folder) for name, folder in _folders(files("reports").joinpath("harnesses")).items()}


def contents(found: Traversable) -> dict[str, bytes]:
    """What `init` writes, by file name: a game's own files in a language, and the protocol, the same for every game."""
    own = {entry.name: entry.read_bytes() for entry in _sorted(found) if entry.is_file()}
    (suffix,) = {PurePath(name).suffix for name in own}
    protocol = f"protocol{suffix}"
    return own | {protocol: files("reports").joinpath("harnesses", protocol).read_bytes()}


def languages() -> list[str]:
    """Every language that some game has a harness in, in alphabetical order."""
    return sorted({language for found in harnesses().values() for language in found})


@click.command(
    epilog=examples(
        "dragonproof init --lang js",
        f"dragonproof init --lang python --game {default_game()} my-harness",
    )
)
@click.option("--lang", "language", type=click.Choice(languages()), required=True, help="The language of the harness.")
@game_option
@click.argument("name", metavar="[DIR]", default="dragonproof-harness")
def init(language: str, game: Game, name: str) -> None:
    """Write a harness into DIR, by default dragonproof-harness: the program that `check` drives.

    It comes with a small game to try it on. Put calls into your own game in its place, where the harness says so.
    """
    if not name:
        raise click.ClickException("a folder needs a name")
    folder, found = Path(name), harnesses().get(game.NAME, {})
    if language not in found:
        there = ", ".join(found) or "none"
        raise click.ClickException(f"no harness in {language} for {game.NAME}; those there are: {there}")
    content = contents(found[language])
    write_new(folder, content)
    harness = next(file for file in content if file.startswith("harness."))
    program = content[harness].decode().splitlines()[0].removeprefix(_PROGRAM)
    for file in content:
        click.echo(f"wrote {folder / file}")
    click.echo("\nCheck the small game that it plays, then put your own in its place:")
    click.echo(f"  dragonproof check --game {game.NAME} -- {program} {shlex.quote(str(folder / harness))}")


def write_new(folder: Path, content: dict[str, bytes]) -> None:
    """Writes files that are not there yet, by name, into a folder that is made if need be: all of them or none."""
    try:
        with ExitStack() as undo:
            for path in (*reversed(folder.parents), folder):
                if not path.exists():
                    path.mkdir()
                    undo.callback(path.rmdir)
            for name, data in content.items():
                with (folder / name).open("xb") as file:
                    undo.callback((folder / name).unlink)
                    file.write(data)
            undo.pop_all()
    except FileExistsError as error:
        raise click.ClickException(f"{error.filename}: is there already; nothing is overwritten") from None
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{shown(str(folder))}: {getattr(error, 'strerror', None) or error}") from None
