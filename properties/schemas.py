"""Validators for the JSON Schemas under `seeds/`, bound to one game."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

GAME_PREFIX = "urn:dragonproof:game:"
"""What the shared schemas write where the schema of the game at hand belongs."""


def schemas(folder: Traversable) -> Iterator[dict[str, Any]]:
    """The schemas in a folder of `seeds`, by file name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".json"):
            yield json.loads(entry.read_text(encoding="utf-8"))


def shared_schemas() -> list[dict[str, Any]]:
    """The schemas that name no game."""
    return list(schemas(files("seeds") / "schemas"))


def game_schemas(game: str) -> list[dict[str, Any]]:
    """The schemas of one game."""
    return list(schemas(files("seeds") / game / "schemas"))


def registry(game: str) -> Registry[Any]:
    """All shared schemas and those of `game`, the latter also under the URNs that stand for any game."""
    own_prefix = f"urn:dragonproof:{game}:"
    resources = []
    for schema in shared_schemas() + game_schemas(game):
        urn: str = schema["$id"]
        resource = DRAFT202012.create_resource(schema)
        resources.append((urn, resource))
        if urn.startswith(own_prefix):
            resources.append((GAME_PREFIX + urn.removeprefix(own_prefix), resource))
    empty: Registry[Any] = Registry()
    return empty.with_resources(resources)


@cache
def validator(game: str, ref: str) -> Draft202012Validator:
    """A validator of the schema at `ref`, for instance `urn:dragonproof:protocol#/$defs/apply.result`, for `game`."""
    return Draft202012Validator({"$ref": ref}, registry=registry(game))


def fields(game: str) -> frozenset[str]:
    """The names of all fields that a position of a game can have."""
    (schema,) = (each for each in game_schemas(game) if each["$id"] == f"urn:dragonproof:{game}:position")
    return frozenset(schema["properties"])


def why_malformed(game: str, ref: str, value: object) -> str:
    """What is wrong with the form of a JSON value, by the schema at `ref`; "" if nothing is."""
    found = sorted(validator(game, ref).iter_errors(value), key=lambda error: len(error.absolute_path))
    if not found:
        return ""
    error = found[0]
    place = ".".join(str(part) for part in error.absolute_path)
    return f"{place}: {error.message[:300]}" if place else str(error.message[:300])
