"""Kept witnesses: plays after which two rulesets part, one a line of `seeds/partings/GAME.jsonl`, as JSON:

    {"reading": ID, "value": VALUE, "size": SIZE, "kind": KIND, "state": STATE, "actions": [TEXT, ...],
     "one": READINGS, "other": READINGS}

KIND is the strongest in which they differ, STATE the opening, READINGS those that are not the default ones. SIZE is
"smallest" (known, where no search of all smaller boxes has got there), "standard" (in a box with the numbers of the
full box where size does not matter) or "full" (of the full box). They are found by `properties.seeking`.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from properties.parting import Kind, Parting
from reference_engine.errors import EngineError
from reference_engine.interface import Game
from reference_engine.jsonform import Json, member, of_type, parse_object, shown
from reference_engine.record import Header

SIZES = ("smallest", "standard", "full")
STRONGEST = (Kind.WINNERS, Kind.REACHABLE, Kind.OUTCOME, Kind.SCORES, Kind.POSITION, Kind.LEGAL)
_KEYS = ("reading", "value", "size", "kind", "state", "actions", "one", "other")


class BadWitness(EngineError):
    """Occurs when a line of kept witnesses is not of their form, or names what there is not."""


@dataclass(frozen=True)
class Witness:
    """A play that shows where an alternative parts from the default.

    size: one of `SIZES`. parting: `one` has another value of the reading, `other` has this value.
    """

    reading: str
    value: str
    size: str
    kind: Kind
    parting: Parting


def witnesses(game: Game) -> tuple[Witness, ...]:
    """All that are kept for a game. Raises `BadWitness`, naming the line."""
    file = files("seeds") / "partings" / f"{game.NAME}.jsonl"
    return read_witnesses(game, file.read_bytes()) if file.is_file() else ()


def read_witnesses(game: Game, data: bytes) -> tuple[Witness, ...]:
    """The witnesses of such a file. Raises `BadWitness`, naming the line."""
    found = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            found.append(_read(game, parse_object(line)))
        except EngineError as error:
            raise BadWitness(f"line {number}: {error}") from None
    return tuple(found)


def write_witness(witness: Witness) -> str:
    """The line of a witness; inverted by `read_witnesses`."""
    one, other, game = witness.parting.one, witness.parting.other, witness.parting.one.game
    line = {
        "reading": witness.reading,
        "value": witness.value,
        "size": witness.size,
        "kind": witness.kind.value,
        "state": game.position_to_json(one.start),
        "actions": [game.action_to_text(action) for action in witness.parting.actions],
        "one": one.ruleset.differences(),
        "other": other.ruleset.differences(),
    }
    return json.dumps(line) + "\n"


def _read(game: Game, data: Json) -> Witness:
    for key in data:
        if key not in _KEYS:
            raise BadWitness(f"a witness has no {shown(key)}; its keys are: {', '.join(_KEYS)}")
    reading, value = member(data, "reading", str), member(data, "value", str)
    one, other = (game.Ruleset.from_readings(member(data, side, dict)) for side in ("one", "other"))
    if reading not in game.Ruleset.choices():
        raise BadWitness(f"reading: there is no {shown(reading)}")
    if other.readings()[reading] != value or one.readings()[reading] == value:
        raise BadWitness(f"value: {shown(value)} must be what other, and not one, has of {reading}")
    kind = Kind(_one_of(data, "kind", tuple(each.value for each in Kind)))
    state = member(data, "state", dict)
    actions = [of_type(text, str, "each action") for text in member(data, "actions", list)]
    parting = Parting(
        Header(game, one, game.position_from_json(state, one)),
        Header(game, other, game.position_from_json(state, other)),
        tuple(game.action_from_text(text) for text in actions),
        frozenset({kind}),
    )
    return Witness(reading, value, _one_of(data, "size", SIZES), kind, parting)


def _one_of(data: Json, key: str, known: tuple[str, ...]) -> str:
    value: Any = member(data, key, str)
    if value not in known:
        raise BadWitness(f"{key}: no {shown(value)}; write one of: {', '.join(known)}")
    return str(value)
