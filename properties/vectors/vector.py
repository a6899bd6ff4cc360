"""Conformance vectors and their files: JSON Lines of a header, and a vector a line.

The form is that of `seeds/schemas/vector.json`; positions, actions and outcomes are those of the protocol.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from properties.conformance.parts import parts
from properties.server import PROTOCOL
from reference_engine import load
from reference_engine.errors import CannotParse, EngineError
from reference_engine.interface import Game
from reference_engine.jsonform import Json, canonical, digest, member, of_type, parse_object, shown
from reference_engine.versions import check_rules

T = TypeVar("T")

FORMAT = 1
"""The version of the form; files of a later one are refused."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadVectors(EngineError):
    """Occurs when a file of vectors, or its manifest, is damaged, cut off, of another form or of later rules."""


@dataclass(frozen=True)
class Refused:
    """An action that is forbidden in the first position, and the clause that forbids it."""

    action: Json
    clause: str


@dataclass(frozen=True)
class Step:
    """An action, the position after it, and what is legal there."""

    action: Json
    state: Json
    legal: list[Json]


@dataclass(frozen=True)
class View:
    """A position that looks to this player like the first one, though hidden cards lie elsewhere."""

    player: int
    state: Json


@dataclass(frozen=True)
class Opening:
    """A game from an opening that leads to the first position, under every ruleset with these readings."""

    readings: Mapping[str, str]
    state: Json
    actions: list[Json]


@dataclass(frozen=True)
class Vector:
    """One vector: what is asked, what is expected, and what that covers.

    readings: it holds under every ruleset that has these values; the other readings do not matter. legal: in the
    first position. outcome: where the last position is over. clauses, edges: those that can be seen in it.
    partings: "READING=VALUE/OTHER", where a program that follows OTHER answers otherwise. kills: the mutants
    that do, each with the ways in which it shows: "play" (the positions, or what is refused), "legal", "outcome",
    "view".
    """

    id: str
    readings: Mapping[str, str]
    state: Json
    legal: list[Json]
    refuse: tuple[Refused, ...] = ()
    steps: tuple[Step, ...] = ()
    outcome: Json | None = None
    views: tuple[View, ...] = ()
    opening: Opening | None = None
    clauses: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    partings: tuple[str, ...] = ()
    kills: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The digest of what is asked and under which readings, whatever is expected."""
        refused = [each.action for each in self.refuse]
        views = [[each.player, each.state] for each in self.views]
        return digest([dict(self.readings), self.state, refused, [each.action for each in self.steps], views])

    @property
    def content(self) -> str:
        """The digest of what is asked, what is expected and what is seen in that, under whatever readings."""
        told = self.to_json()
        asked = ("state", "legal", "refuse", "steps", "outcome", "views", "clauses", "edges")
        return digest([told[name] for name in asked])

    def to_json(self) -> Json:
        """The vector as JSON; inverted by `vector_from_json`."""
        opening = self.opening
        return {
            "id": self.id,
            "clauses": list(self.clauses),
            "edges": list(self.edges),
            "partings": list(self.partings),
            "kills": dict(self.kills),
            "readings": dict(self.readings),
            "reachable": "yes" if opening else "unknown",
            "opening": opening and {
                "readings": dict(opening.readings), "state": opening.state, "actions": opening.actions
            },
            "state": self.state,
            "legal": self.legal,
            "refuse": [{"action": each.action, "clause": each.clause} for each in self.refuse],
            "steps": [{"action": each.action, "state": each.state, "legal": each.legal} for each in self.steps],
            "outcome": self.outcome,
            "views": [{"player": each.player, "state": each.state} for each in self.views],
        }  # fmt: skip


@dataclass(frozen=True)
class Vectors:
    """A file of vectors. note: what is to be told of its version, "" for nothing."""

    game: Game
    vectors: tuple[Vector, ...]
    note: str = ""


def write_vectors(found: Vectors) -> str:
    """The file; inverted by `read_vectors`."""
    header: Json = {
        "vectors": FORMAT,
        "game": found.game.NAME,
        "rules": found.game.RULES,
        "protocol": PROTOCOL,
        "count": len(found.vectors),
        "defaults": {reading: values[0] for reading, values in found.game.Ruleset.choices().items()},
    }
    return "".join(json.dumps(line) + "\n" for line in (header, *(each.to_json() for each in found.vectors)))


def read_vectors(data: bytes) -> Vectors:
    """The vectors of such a file. Raises `BadVectors`, naming the line."""
    lines = data.split(b"\n")
    if lines.pop() != b"" or not lines:
        raise BadVectors("empty, or cut off in its last line")
    game, count, note = _line(1, lines[0], _read_header)
    vectors = tuple(
        _line(number, line, lambda content: vector_from_json(game, content))
        for number, line in enumerate(lines[1:], start=2)
    )
    if len(vectors) != count:
        raise BadVectors(f"{len(vectors)} vectors; its header says {count}")
    ids = [each.id for each in vectors]
    if len(set(ids)) < len(ids):
        raise BadVectors(f"the id {next(each for each in ids if ids.count(each) > 1)} stands there twice")
    return Vectors(game, vectors, note)


def _line(number: int, line: bytes, read: Callable[[Json], T]) -> T:
    try:
        return read(parse_object(line))
    except EngineError as error:
        raise BadVectors(f"line {number}: {error}") from None


def _read_header(data: Json) -> tuple[Game, int, str]:
    """The game, how many vectors there are, and what is to be told of the version of the rules."""
    check_version(data, "vectors", FORMAT, "the format of the vectors (vectors)")
    game = load(member(data, "game", str, "the game of the vectors"))
    check_version(data, "protocol", PROTOCOL, "the protocol")
    older = check_rules(data, game.RULES, "file of vectors")
    return game, member(data, "count", int), f"The vectors of {game.NAME} were {older}." if older else ""


def check_version(data: Json, key: str, known: int, name: str) -> None:
    """Raises `BadVectors` for a version that is newer than the one that is known, or none."""
    version = member(data, key, int, name)
    if not 1 <= version <= known:
        newer = "; take a newer version of dragonproof" if version > known else ""
        raise BadVectors(f"{name} is {version}; this version of dragonproof reads {known}{newer}")


def vector_from_json(game: Game, data: Json) -> Vector:
    """The vector of that JSON. Raises an `EngineError` for what is missing, malformed or impossible."""
    key = member(data, "id", str)
    if not _SLUG.fullmatch(key):
        raise CannotParse(f"id {shown(key)} is no slug: small letters and digits, and hyphens between them")
    readings = member(data, "readings", dict)
    ruleset = game.Ruleset.from_readings(readings)
    state = _position(game, member(data, "state", dict), ruleset)
    opening = None if data.get("opening") is None else _opening(game, member(data, "opening", dict))
    outcome = None if data.get("outcome") is None else member(data, "outcome", dict)
    return Vector(
        id=key,
        readings=readings,
        state=state,
        legal=_actions(game, data, "legal"),
        refuse=tuple(
            Refused(_action(game, member(each, "action", dict)), member(each, "clause", str))
            for each in _objects(data, "refuse")
        ),
        steps=tuple(
            Step(
                _action(game, member(each, "action", dict)), member(each, "state", dict), _actions(game, each, "legal")
            )
            for each in _objects(data, "steps")
        ),
        outcome=outcome,
        views=tuple(
            View(_player(each, state), _position(game, member(each, "state", dict), ruleset))
            for each in _objects(data, "views")
        ),
        opening=opening,
        clauses=_texts(data, "clauses"),
        edges=_texts(data, "edges"),
        partings=_texts(data, "partings"),
        kills=member(data, "kills", dict),
    )


def _opening(game: Game, data: Json) -> Opening:
    readings = member(data, "readings", dict)
    state = _position(game, member(data, "state", dict), game.Ruleset.from_readings(readings))
    return Opening(readings, state, _actions(game, data, "actions"))


def _position(game: Game, data: Json, ruleset: Any) -> Json:
    game.position_from_json(data, ruleset)
    return data


def _player(data: Json, state: Json) -> int:
    player = member(data, "player", int)
    if not 0 <= player < state["players"]:
        raise CannotParse(f"no player {player}")
    return player


def _action(game: Game, data: Json) -> Json:
    game.action_from_json(data)
    return data


def _actions(game: Game, data: Json, key: str) -> list[Json]:
    return [_action(game, each) for each in _objects(data, key)]


def _objects(data: Json, key: str) -> list[Json]:
    return [of_type(each, dict, f"each of {key}") for each in member(data, key, list)]


def _texts(data: Json, key: str) -> tuple[str, ...]:
    return tuple(of_type(each, str, f"each of {key}") for each in member(data, key, list))


def same_position(game: Game, expected: Json, got: Json) -> bool:
    """Whether two positions are the same in all fields that both have; those left out may have a default."""
    defaults = parts(game.NAME).DEFAULTS
    expected, got = defaults | expected, defaults | got
    return all(canonical(value) == canonical(got[key]) for key, value in expected.items() if key in got)


def same_actions(expected: list[Json], got: list[Json]) -> bool:
    """Whether two lists have the same actions, in any order."""
    return sorted(map(canonical, expected)) == sorted(map(canonical, got))
