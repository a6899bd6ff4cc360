"""Checking the properties along a game, and keeping what breaks one of them."""

import random
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from properties import general
from properties.policies import Policy
from properties.property import Playthrough, Position, Property, Step, Subject, Violated, collect
from properties.tally import Tally
from properties.verdicts import Finding
from reference_engine.interface import Action, Game
from reference_engine.jsonform import Json
from reference_engine.record import Header, Record, write_record
from reference_engine.record import Step as RecordStep

_LONGEST_TEXT = 400  # characters of what was expected, and of what was got


class GameProperties(Protocol):
    """What the package `properties.GAME` of every game exports."""

    STEP_PROPERTIES: tuple[Property[Step], ...]
    POSITION_PROPERTIES: tuple[Property[Position], ...]
    GAME_PROPERTIES: tuple[Property[Playthrough], ...]
    EDGES: Mapping[str, tuple[str, ...]]
    """The rare situations that a run must reach, each with the "READING=VALUE" that rule it out."""
    STANDING_CLAUSES: frozenset[str]
    """The clauses that no step carries out: they are exercised where a property about them fires."""

    def exercised(self, step: Step) -> Iterable[str]:
        """The clauses that the step carried out, and the edges that it was on."""

    def distinct(self, opening: Json) -> bool:
        """Whether it is the first of the openings that are the same but for names that mean nothing."""


@cache
def game_properties(game: str) -> GameProperties:
    """The properties of that game."""
    return cast(GameProperties, import_module(f"properties.{game}"))


class LateGames(Protocol):
    """What the module `properties.GAME.late` of every game exports."""

    LATE_GAMES: Mapping[str, Callable[[Game, Any, random.Random], tuple[Header, tuple[Action, ...]]]]
    """For each edge a builder of games that lead to its brink, or on to it."""
    EDGE_GAMES: Mapping[str, Callable[[Game, Any, random.Random], tuple[Header, tuple[Action, ...]]]]
    """The same games, each led on to its edge."""
    NotUnderThisRuleset: type[Exception]
    """Occurs when an edge cannot be reached under a ruleset."""


def late_module(game: str) -> LateGames:
    """The builders of late games of that game."""
    return cast(LateGames, import_module(f"properties.{game}.late"))


def step_properties(game: str) -> tuple[Property[Step], ...]:
    """The general properties of steps, and those of that game."""
    return collect(Step, general) + game_properties(game).STEP_PROPERTIES


def position_properties(game: str) -> tuple[Property[Position], ...]:
    """The general properties of positions, and those of that game."""
    return collect(Position, general) + game_properties(game).POSITION_PROPERTIES


def whole_game_properties(game: str) -> tuple[Property[Playthrough], ...]:
    """The general properties of whole games, and those of that game."""
    return collect(Playthrough, general) + game_properties(game).GAME_PROPERTIES


def all_properties(game: str) -> tuple[Property[Any], ...]:
    """Every property of a game, the general ones first of each kind."""
    return (*step_properties(game), *position_properties(game), *whole_game_properties(game))


class Checker:
    """Follows one game and checks every property that applies; what it finds goes into the tally.

    salt: shifts which positions are taken where only one in so many is checked.
    """

    def __init__(self, header: Header, tally: Tally, salt: int = 0) -> None:
        self.header, self.tally, self.salt = header, tally, salt
        name, readings = header.game.NAME, header.ruleset.readings()
        self._exercised = game_properties(name).exercised
        self._on_step = [each for each in step_properties(name) if each.applies(readings)]
        self._on_position = [each for each in position_properties(name) if each.applies(readings)]
        self._on_game = [each for each in whole_game_properties(name) if each.applies(readings)]
        self.actions: list[Action] = []
        self.positions = [Position(header.game, header.ruleset, header.start)]
        tally.games += 1
        self._check_all(self._on_position, self.positions[0])

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    def play(self, action: Action) -> None:
        """Plays one action and checks everything about it. An error of the engine ends in a finding."""
        game = self.header.game
        before = self.position
        self.actions.append(action)
        try:
            after = Position(game, self.header.ruleset, game.apply(before.state, action, self.header.ruleset))
        except Exception as error:
            raise self.failed(f"{game.action_to_text(action)} is accepted", error) from error
        step = Step(before, action, after)
        self.positions.append(after)
        self.tally.steps += 1
        self._check_all(self._on_step, step)
        try:
            self.tally.exercised.update(self._exercised(step))
        except Exception as error:
            raise self.failed("a position that makes sense", error) from error
        self._check_all(self._on_position, after)

    def failed(self, expected: str, error: Exception) -> "EngineFailed":
        """Keeps a finding of what a broken engine raised, and says that the game cannot go on."""
        self._keep("actions.accepted", (), expected, _raised(error))
        return EngineFailed(expected)

    def finish(self) -> None:
        """Checks what there is to say of the whole game."""
        self._check_all(self._on_game, Playthrough(self.header, tuple(self.actions), tuple(self.positions)))
        if self.position.data["over"]:
            with suppress(Exception):  # what a broken engine raises here is among the findings
                outcome = self.header.game.outcome(self.position.state, self.header.ruleset)
                self.tally.ended.count(list(map(self.header.game.action_kind, self.actions)), outcome)

    def _check_all(self, properties: Iterable[Property[Subject]], subject: Subject) -> None:
        turn = len(self.actions) + self.salt
        last = self.position.data["over"]
        for each in properties:
            if turn % each.one_in == 0 or last:
                self._check(each, subject)

    def _check(self, each: Property[Subject], subject: Subject) -> None:
        start = time.perf_counter()
        try:
            self.tally.fired[each.id] += bool(each.check(subject))
        except Violated as violation:
            self._keep(each.id, each.clauses, violation.expected, violation.got)
        except Exception as error:  # whatever a broken engine raises
            self._keep(each.id, each.clauses, each.sentence, _raised(error))
        self.tally.seconds[each.id] += time.perf_counter() - start

    def _keep(self, key: str, clauses: tuple[str, ...], expected: object, got: object) -> None:
        """Keeps the first finding of each property, with the game that led to it."""
        if key in self.tally.findings:
            return
        game = self.header.game
        board = self.positions[-2] if len(self.positions) > len(self.actions) > 0 else self.positions[-1]
        self.tally.findings[key] = Finding(
            clauses=clauses,
            board=_drawn(board),
            action=game.action_to_text(self.actions[-1]) if self.actions else "",
            expected=_text(expected, got),
            got=_text(got, expected),
            repeat="dragonproof verify --record RECORD",
            record=self._record(),
        )

    def _record(self) -> str:
        """The game so far as a record; without positions, which a broken engine may not be able to give."""
        record = Record(self.header, tuple(RecordStep(action) for action in self.actions))
        return write_record(record)


class EngineFailed(Exception):
    """Occurs when the engine cannot play an action that it listed as legal."""


def check_game(header: Header, policy: Policy, most: int, tally: Tally, salt: int = 0) -> None:
    """Plays a game of at most `most` actions and checks it all the way."""
    checker = Checker(header, tally, salt)
    try:
        while not checker.position.data["over"] and len(checker.actions) < most:
            checker.play(_choose(checker, policy))
        checker.finish()
    except EngineFailed:
        pass  # it is among the findings


def _choose(checker: Checker, policy: Policy) -> Action:
    header = checker.header
    try:
        return policy(header.game, checker.position.state, header.ruleset)
    except Exception as error:
        raise checker.failed("there is a legal action to choose", error) from error


def _drawn(position: Position) -> str:
    """The board, or why a position that a broken engine has made cannot be drawn."""
    try:
        return position.game.position_to_text(position.state)
    except Exception as error:
        return f"(a position that cannot be drawn: {_raised(error)})"


def _text(value: object, other: object) -> str:
    """A value that differs from another one; of two objects, the members that differ."""
    if isinstance(value, dict) and isinstance(other, dict):
        value = {key: member for key, member in value.items() if key not in other or other[key] != member}
    return (value if isinstance(value, str) else ascii(value))[:_LONGEST_TEXT]


def _raised(error: Exception) -> str:
    """An exception, and where it was raised."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{error!r} in {Path(place.filename).name}, line {place.lineno}"
