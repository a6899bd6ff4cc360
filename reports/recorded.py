"""Recorded games that a check is about: their game, and the readings that they are looked at under."""

import json
from collections.abc import Mapping, Sequence

import click

from properties.conformance.evidence import changed
from properties.inferring import read_partial
from reference_engine.interface import Game
from reports.files import named, read_file


def content(name: str, readings: Mapping[str, str]) -> bytes:
    """A recorded game under the readings that were given."""
    with read_file(name) as data:
        if not readings:
            return data
        read_partial(data)
        declared = json.loads(data.partition(b"\n")[0]).get("readings", {})
    check_declared(readings, declared, name)
    return changed(data, readings)


def recorded_game(files: Sequence[tuple[str, bytes]], game: Game, named_game: bool) -> Game:
    """The one game that recorded games are of; `game` if there are none. named_game: whether the user named it."""
    first: tuple[str, Game] | None = None
    for name, data in files:
        with named(name):
            recorded = read_partial(data).header.game
        if first and recorded.NAME != first[1].NAME:
            told = f"{first[0]} is a recorded game of {first[1].NAME}, {name} one of {recorded.NAME}"
            raise click.UsageError(f"{told}; check one game at a time")
        if named_game and recorded.NAME != game.NAME:
            raise click.UsageError(f"{name} is a recorded game of {recorded.NAME}; leave --game {game.NAME} out")
        first = name, recorded
    return first[1] if first else game


def check_declared(readings: Mapping[str, str], declared: Mapping[str, str], where: str) -> None:
    """Raises a usage error where readings contradict those that are declared somewhere."""
    for reading, value in readings.items():
        if declared.get(reading, value) != value:
            told = f"--ruleset {reading}={value} contradicts {where}, which says {reading}={declared[reading]}"
            raise click.UsageError(f"{told}; leave one of them out")
