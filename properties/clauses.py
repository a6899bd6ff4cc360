"""The clauses and readings of a game as data, read from `seeds/`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from properties.rulebooks import Rulebook, parse_table, rulebook, rulebooks_in
from reference_engine import load


@dataclass(frozen=True)
class Clause:
    """One clause. `assumed` is what no text says of it."""

    id: str
    section: str
    statement: str
    assumed: str | None


@dataclass(frozen=True)
class Value:
    """One value of a reading.

    wording: for each language a sentence that would close the question with this value.
    played: whether the engine has it. endless: under it a game need not end.
    clauses_off, readings_off: what there is not, and what decides nothing, under it.
    """

    name: str
    meaning: str
    wording: Mapping[str, str]
    played: bool
    endless: bool
    clauses_off: tuple[str, ...]
    readings_off: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """One named choice, its clauses, and its values, the default first."""

    id: str
    question: str
    clauses: tuple[str, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Catalogue:
    """All of a game.

    texts: the rulebooks in `seeds/`, by the names of their files.
    telling: the fields of a position that explain differences in others, the most telling first.
    suspects: for "ACTION.FIELD" the clauses to suspect when it differs.
    """

    version: str
    telling: tuple[str, ...]
    texts: Mapping[str, Rulebook]
    clauses: Mapping[str, Clause]
    readings: Mapping[str, Reading]
    suspects: Mapping[str, tuple[str, ...]]


def default_game() -> str:
    """The id of the game that commands take when none is named."""
    return str(_toml(files("seeds") / "games.toml")["default"])


def folder(game: str) -> Traversable:
    """The folder of a game's data. Raises `UnknownGame`."""
    return files("seeds") / load(game).NAME


@cache
def catalogue(game: str) -> Catalogue:
    """The clauses and readings of that game, and what each text says. Raises `UnknownGame`, `BadTable`."""
    data = _toml(folder(game) / "clauses.toml")
    clauses = {key: _clause(key, each) for key, each in data["clauses"].items()}
    tables = _toml(folder(game) / "readings.toml")["readings"]
    values = {key: tuple(value["name"] for value in table["values"]) for key, table in tables.items()}
    texts = rulebooks_in(files("seeds") / "rulebooks", game, clauses, values)
    return Catalogue(
        version=data["version"],
        telling=tuple(data["telling"]),
        texts=texts,
        clauses=clauses,
        readings={key: _reading(key, table) for key, table in tables.items()},
        suspects={key: tuple(ids) for key, ids in data["suspects"].items()},
    )


def read_rulebook(data: bytes) -> Rulebook:
    """A text beside those in `seeds/`, from a file of the same form. Raises `BadTable`."""
    table = parse_table(data)
    known = catalogue(table["game"])
    values = {key: tuple(value.name for value in reading.values) for key, reading in known.readings.items()}
    return rulebook(table, known.clauses, values)


def _clause(key: str, data: dict[str, Any]) -> Clause:
    return Clause(key, data["section"], data["statement"], data.get("assumed"))


def _reading(key: str, data: dict[str, Any]) -> Reading:
    return Reading(
        id=key,
        question=data["question"],
        clauses=tuple(data["clauses"]),
        values=tuple(_value(value) for value in data["values"]),
    )


def _value(data: dict[str, Any]) -> Value:
    off = data.get("switches_off", {})
    return Value(
        name=data["name"],
        meaning=data["meaning"],
        wording=data["wording"],
        played=data.get("played", True),
        endless=data.get("endless", False),
        clauses_off=tuple(off.get("clauses", ())),
        readings_off=tuple(off.get("readings", ())),
    )


def _toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
