"""Recorded games that a check is about: their game, and the readings that they are looked at under."""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import click

from properties.conformance.evidence import changed
from properties.conformance.harness import Driven
from properties.conformance.records import SENTENCE, judge_record
from properties.inferring import read_partial
from properties.verdicts import Grade, Verdict
from reference_engine.errors import EngineError
from reference_engine.interface import Box, Game
from reports.files import named, read_file

T = TypeVar("T")


@dataclass(frozen=True)
class Recorded:
    """Recorded games: the names of their files, and what stands in them.

    inside: the names of those that are from a folder. unread: verdicts on what in a folder is no recorded game, or on a
    folder without any.
    """

    files: tuple[tuple[str, bytes], ...]
    inside: frozenset[str]
    unread: tuple[Verdict, ...]

    def each(self, work: Callable[[str, bytes], T]) -> tuple["Recorded", list[T]]:
        """What `work` gives for each, and those for which it gives something.

        What it raises is told of a game from a folder, and raised with its name for one that was named.
        """
        files, done, unread = [], list[T](), list(self.unread)
        for name, data in self.files:
            try:
                done.append(work(name, data))
                files.append((name, data))
            except EngineError as error:
                if name not in self.inside:
                    raise click.ClickException(f"{name}: {error}") from None
                unread.append(_unread(name, str(error)))
        return Recorded(tuple(files), self.inside, tuple(sorted(unread, key=lambda each: each.id))), done


def read_records(names: Sequence[str], readings: Mapping[str, str]) -> Recorded:
    """The recorded games in these files, and in all *.jsonl in these folders and below, under the readings given."""
    files: dict[str, bytes] = {}
    inside: set[str] = set()
    unread: list[Verdict] = []
    for name in names:
        if not name or not Path(name).is_dir():
            files[name] = content(name, readings)
            continue
        found = sorted(str(path) for path in Path(name).rglob("*.jsonl") if not path.is_dir())
        for each in found:
            if not Path(each).is_file():
                unread.append(_unread(each, "it is no file, or there is none behind the link"))
                continue
            try:
                files.setdefault(each, content(each, readings))
                inside.add(each)
            except click.UsageError:
                raise
            except click.ClickException as error:
                unread.append(_unread(each, error.message.removeprefix(f"{each}: ")))
        if not found:
            unread.append(Verdict(f"record.{name}", SENTENCE, Grade.VACUOUS, "no *.jsonl is in this folder", None))
    recorded, _ = Recorded(tuple(files.items()), frozenset(inside), tuple(unread)).each(
        lambda _, data: read_partial(data)
    )
    return recorded


def _unread(name: str, why: str) -> Verdict:
    return Verdict(f"record.{name}", SENTENCE, Grade.UNKNOWN, f"it cannot be read: {why}", None)


def content(name: str, readings: Mapping[str, str]) -> bytes:
    """A recorded game under the readings that were given."""
    with read_file(name) as data:
        if not readings:
            return data
        read_partial(data)
        declared = json.loads(data.partition(b"\n")[0]).get("readings", {})
    check_declared(readings, declared, name)
    return changed(data, readings)


def judged(name: str, data: bytes, box: Box, words: Sequence[str]) -> Verdict:
    """Whether a recorded game follows the rules. words: of the command line that says it again but for its name."""
    verdict = judge_record(name, data, box)
    if verdict.finding is None:
        return verdict
    return replace(verdict, finding=replace(verdict.finding, repeat=shlex.join([*words, "--record", name])))


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


def driven_under(readings: Mapping[str, str], driven: Driven) -> Driven:
    """The program as it is checked under the readings that were given."""
    check_declared(readings, driven.about.get("readings", {}), "`initialize`")
    both = {**driven.ruleset.readings(), **readings}
    return replace(driven, ruleset=type(driven.ruleset).from_readings(both))
