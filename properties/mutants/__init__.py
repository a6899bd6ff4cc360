"""Mutants: games whose source text differs from the engine's in one place, and the catalogue of each game's."""

import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.resources import files
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Literal, cast, get_args

from properties.clauses import catalogue
from reference_engine import load
from reference_engine.interface import Game

Origin = Literal["rules", "code"]


@dataclass(frozen=True)
class Mutant:
    """A small change to a game's source text that breaks a clause.

    id: its name, which never changes. clause: the clause that it breaks. sentence: what it does wrong.
    file: the module, by its name in the game's package. before, after: the text, which stands there
    exactly once, and what it becomes. origin: where the idea is from, "rules" if it was written down
    from the page of the rules alone, "code" if it was thought of in front of the code. rare: it shows in
    fewer than five random games in a thousand. readings: those under which it shows, by id, if it does
    not show under the default ruleset.
    """

    id: str
    clause: str
    sentence: str
    file: str
    before: str
    after: str
    origin: Origin = "code"
    rare: bool = False
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)


class MutantGone(Exception):
    """Occurs when the text that a mutant changes is not in the source any more, or not just once."""


class BadCatalogue(ValueError):
    """Occurs when a catalogue of mutants has an id twice, an unknown clause, key or origin, or lacks a key."""


def mutants(game: str) -> tuple[Mutant, ...]:
    """The catalogue of that game, in the order of its file. Raises `UnknownGame`, `BadCatalogue`."""
    name = load(game).NAME
    return read_catalogue(name, (files("properties.mutants") / f"{name}.toml").read_text(encoding="utf-8"))


def read_catalogue(game: str, text: str) -> tuple[Mutant, ...]:
    """The mutants of a text in TOML: for each a table with its id as name, and the rest of `Mutant` as keys.

    Raises `BadCatalogue`.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # also for an id that is there twice
        raise BadCatalogue(f"mutants of {game}: {error}") from None
    known = {each.name for each in fields(Mutant)} - {"id"}
    needed = {each.name for each in fields(Mutant) if each.default is each.default_factory is MISSING} - {"id"}
    for key, table in tables.items():
        if not isinstance(table, dict):
            raise BadCatalogue(f"mutants of {game}: {key} is no table")
        if unknown := sorted(set(table) - known):
            raise BadCatalogue(f"mutant {key}: no key {unknown[0]}; the keys are: {', '.join(sorted(known))}")
        if missing := sorted(needed - set(table)):
            raise BadCatalogue(f"mutant {key}: {missing[0]} is missing")
        if table["clause"] not in catalogue(game).clauses:
            raise BadCatalogue(f"mutant {key}: no clause {table['clause']} in {game}")
        if table.get("origin", "code") not in get_args(Origin):
            raise BadCatalogue(f"mutant {key}: no origin {table['origin']}")
    return tuple(Mutant(id=key, **table) for key, table in tables.items())


def load_mutant(game: str, mutant: Mutant) -> Game:
    """The game with that change, as a package of its own beside the real one. Raises `MutantGone`."""
    original, package = f"reference_engine.{game}", f"reference_engine.{game}__{mutant.id.replace('-', '_')}"
    sources = {
        file.name.removesuffix(".py"): file.read_text(encoding="utf-8")
        for file in (files("reference_engine") / game).iterdir()
        if file.name.endswith(".py")
    }
    if sources.get(mutant.file, "").count(mutant.before) != 1:
        raise MutantGone(f"{mutant.id}: its text does not stand in {mutant.file}.py exactly once")
    sources[mutant.file] = sources[mutant.file].replace(mutant.before, mutant.after)
    finder = _Finder(package, {name: source.replace(original, package) for name, source in sources.items()})
    sys.meta_path.insert(0, finder)
    try:
        return cast(Game, import_module(package))
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]


class _Finder(MetaPathFinder, InspectLoader):
    """Imports a package from source texts: each module's, by its name in the package."""

    def __init__(self, package: str, sources: Mapping[str, str]) -> None:
        self._sources = {
            package if name == "__init__" else f"{package}.{name}": source for name, source in sources.items()
        }
        self._package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of one of the modules; None for all others."""
        del path, target
        return spec_from_loader(fullname, self) if fullname in self._sources else None

    def is_package(self, fullname: str) -> bool:
        """Whether that is the package itself."""
        return fullname == self._package

    def get_source(self, fullname: str) -> str:
        """The source text of one of the modules."""
        return self._sources[fullname]
