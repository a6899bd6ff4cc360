"""The clauses and readings of a game as data, read from `seeds/`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from reference_engine import load


@dataclass(frozen=True)
class Text:
    """A source text that the clauses were compared with."""

    id: str
    language: str
    title: str


@dataclass(frozen=True)
class Clause:
    """One clause. `sources` has, for each text that says it, where it does; `assumed` what none says."""

    id: str
    section: str
    statement: str
    sources: Mapping[str, str]
    assumed: str | None


@dataclass(frozen=True)
class Value:
    """One value of a reading.

    played: whether the engine has it. endless: under it a game need not end.
    clauses_off, readings_off: what there is not, and what decides nothing, under it.
    """

    name: str
    meaning: str
    played: bool
    endless: bool
    clauses_off: tuple[str, ...]
    readings_off: tuple[str, ...]


@dataclass(frozen=True)
class Support:
    """What one text says of a reading: how firmly, for which value if it names one, in which words."""

    firmness: str
    value: str | None
    hangs_on: str | None


@dataclass(frozen=True)
class Reading:
    """One named choice, its clauses, its values (the default first), and each text's support."""

    id: str
    question: str
    clauses: tuple[str, ...]
    values: tuple[Value, ...]
    texts: Mapping[str, Support]


@dataclass(frozen=True)
class Catalogue:
    """All of a game.

    telling: the fields of a position that explain differences in others, the most telling first.
    suspects: for "ACTION.FIELD" the clauses to suspect when it differs.
    """

    version: str
    telling: tuple[str, ...]
    texts: Mapping[str, Text]
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
    """The clauses and readings of that game. Raises `UnknownGame`."""
    clauses = _toml(folder(game) / "clauses.toml")
    readings = _toml(folder(game) / "readings.toml")["readings"]
    return Catalogue(
        version=clauses["version"],
        telling=tuple(clauses["telling"]),
        texts={key: Text(key, **text) for key, text in clauses["texts"].items()},
        clauses={key: _clause(key, data) for key, data in clauses["clauses"].items()},
        readings={key: _reading(key, data) for key, data in readings.items()},
        suspects={key: tuple(ids) for key, ids in clauses["suspects"].items()},
    )


def _clause(key: str, data: dict[str, Any]) -> Clause:
    return Clause(key, data["section"], data["statement"], data["sources"], data.get("assumed"))


def _reading(key: str, data: dict[str, Any]) -> Reading:
    return Reading(
        id=key,
        question=data["question"],
        clauses=tuple(data["clauses"]),
        values=tuple(_value(value) for value in data["values"]),
        texts={
            text: Support(support["firmness"], support.get("value"), support.get("hangs_on"))
            for text, support in data["texts"].items()
        },
    )


def _value(data: dict[str, Any]) -> Value:
    off = data.get("switches_off", {})
    return Value(
        name=data["name"],
        meaning=data["meaning"],
        played=data.get("played", True),
        endless=data.get("endless", False),
        clauses_off=tuple(off.get("clauses", ())),
        readings_off=tuple(off.get("readings", ())),
    )


def _toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
