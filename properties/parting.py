"""Where two rulesets part: the smallest play after which what is legal, the position or the outcome differs.

A play is led under both rulesets at once, by actions that are legal under both; once it is over under one of them, it
goes on under the other alone. The search is breadth first, so that the first parting found is the shortest.
"""

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from itertools import combinations, islice, pairwise
from typing import Any, Protocol, cast

from properties.exploring import openings
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action, Box, Game, State
from reference_engine.jsonform import Json
from reference_engine.record import Header

Winners = tuple[int, ...]
Pair = tuple[State, State]  # the same play under two rulesets
Legal = tuple[tuple[Action, ...], tuple[Action, ...]]  # of a pair
Met = list[tuple[Pair, int, Action]]  # each with the number of the one before it, and the action between


class Kind(Enum):
    """What can differ. Scores, winners and the rest of the outcome are compared where both games are over."""

    LEGAL = "legal"
    POSITION = "position"  # but for fields that only one of the two rulesets has
    SCORES = "scores"
    WINNERS = "winners"
    OUTCOME = "outcome"  # what a game's outcome has besides scores and winners
    REACHABLE = "reachable"  # the sets of winners that the game can still end with


PLAIN = frozenset(Kind) - {Kind.REACHABLE}  # what shows by itself, without looking at how the game can go on
_OUTCOME = frozenset({Kind.SCORES, Kind.WINNERS, Kind.OUTCOME})


@dataclass(frozen=True)
class Parting:
    """A play after which two rulesets differ in `kinds`; `one` and `other` are the same opening under each.

    The last of the actions are played under one ruleset alone where the game is over under the other.
    """

    one: Header
    other: Header
    actions: tuple[Action, ...]
    kinds: frozenset[Kind]


@dataclass(frozen=True)
class Looked:
    """The parting found, if any; how many openings were dealt, how many pairs of positions looked at.

    complete: whether that was everything, and nothing parts.
    """

    parting: Parting | None
    openings: int
    pairs: int
    complete: bool


@dataclass(frozen=True)
class Smallest:
    """The smallest parting, if any, with its box and number of players, and what was looked at without one.

    boxes, deals, pairs: the smaller boxes, all their openings, and all pairs of positions that can be reached from
    these. here: the pairs looked at in the box after them, among them those of every shorter play there.
    """

    parting: Parting | None
    box: Box
    players: int
    boxes: int
    deals: int
    pairs: int
    here: int

    def __str__(self) -> str:
        """What was looked at, in words."""
        if self.parting is None:
            return f"not seen in {self.pairs + self.here:,} pairs of positions ({self.boxes:,} boxes exhausted)"
        return f"{self.boxes:,} smaller boxes exhausted: {self.deals:,} deals, {self.pairs:,} pairs of positions"


class DoesNotReplay(Exception):
    """Occurs when the engine does not confirm a parting that the search has found."""


class Sizes(Protocol):
    """What the module `properties.GAME.sizes` of every game exports."""

    def boxes(self) -> Iterator[tuple[Box, int]]:
        """Every box, each with a number of players, the smallest first; it never ends."""

    def standard(self) -> Iterator[tuple[Box, int]]:
        """Boxes with all the numbers that the full box has where size does not matter, and at last the full box."""

    def alike(self, one: State, other: State) -> Hashable:
        """The same for pairs of positions that differ only in names which mean nothing."""


def sizes(game: str) -> Sizes:
    """The boxes of that game by size."""
    return cast(Sizes, import_module(f"properties.{game}.sizes"))


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as a sum of that many numbers from 1 up, in ascending order."""
    for cuts in combinations(range(1, total), parts - 1):
        yield tuple(end - start for start, end in pairwise((0, *cuts, total)))


def smallest(game: Game, one: Any, other: Any, kinds: frozenset[Kind], limit: int) -> Smallest:
    """The first parting in one of these kinds, box after box from the smallest on, and the shortest play in its box.

    It stops after `limit` pairs of positions. Raises `DoesNotReplay`.
    """
    done = deals = pairs = 0
    for box, players in sizes(game.NAME).boxes():
        dealt = zip(*(openings(game, box, players, ruleset) for ruleset in (one, other)), strict=True)
        looked = part(game, one, other, dealt, kinds, limit - pairs)
        if not looked.complete:
            return Smallest(looked.parting, box, players, done, deals, pairs, looked.pairs)
        done, deals, pairs = done + 1, deals + looked.openings, pairs + looked.pairs
    raise AssertionError("there is always a larger box")


def part(game: Game, one: Any, other: Any, openings: Iterable[Pair], kinds: frozenset[Kind], most: int) -> Looked:
    """The shortest play from one of these openings after which the rulesets differ in one of these kinds.

    Each opening is given as it is under the two rulesets. At most `most` pairs of positions are looked at.
    Raises `DoesNotReplay`.
    """
    starts = list(islice(openings, most + 1))
    sides = _Sides(game, one, other, kinds)
    if len(starts) > most or not sides.look_ahead(starts, most):
        return Looked(None, len(starts), 0, complete=False)
    alike = sizes(game.NAME).alike
    seen: set[Hashable] = set()
    met: Met = []

    def meet(one: State, other: State, before: int, action: Action) -> None:
        pair = (one, one) if one == other else (one, other)  # equal ones as one are quicker to compare and to keep
        key = alike(*pair)
        if key not in seen:
            seen.add(key)
            met.append((pair, before, action))

    for start in starts:
        meet(*start, -1, None)
    number = 0
    while number < min(len(met), most):
        pair = met[number][0]
        legal = sides.legal(pair)
        if differing := sides.differing(pair, legal):
            found = _parting(sides, met, number, differing)
            confirm(found)
            return Looked(found, len(starts), number + 1, complete=False)
        for action in _common(pair, legal, game):
            meet(*sides.after(pair, action), number, action)
        number += 1
    return Looked(None, len(starts), number, complete=number == len(met))


def reach(game: Game, start: State, ruleset: Any) -> frozenset[Winners]:
    """The sets of winners with which a game can end from a position."""
    return _reached(game, [start], ruleset, sys.maxsize)[start]


def _reached(game: Game, starts: Iterable[State], ruleset: Any, most: int) -> dict[State, frozenset[Winners]]:
    """That for every position from these on, worked out backwards from the endings: a game need not end.

    Nothing if there are more than `most` positions.
    """
    before: dict[State, list[State]] = {start: [] for start in starts}
    waiting = list(before)
    endings = []
    while waiting:
        if len(before) > most:
            return {}
        state = waiting.pop()
        if game.is_terminal(state):
            endings.append(state)
        for action in game.legal_actions(state, ruleset):
            after = game.apply(state, action, ruleset)
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append(state)
    reached: dict[State, set[Winners]] = {state: set() for state in before}
    for ending in endings:
        winners = game.outcome(ending, ruleset).winners
        waiting = [ending]
        while waiting:
            state = waiting.pop()
            if winners not in reached[state]:
                reached[state].add(winners)
                waiting += before[state]
    return {state: frozenset(sets) for state, sets in reached.items()}


def confirm(parting: Parting) -> None:
    """Plays it in the engine under both rulesets, action by action. Raises `DoesNotReplay`."""
    headers = (parting.one, parting.other)
    game = parting.one.game
    states = [header.start for header in headers]
    if _different_positions(*map(game.position_to_json, states)):
        raise DoesNotReplay("the openings are not the same")
    for action in parting.actions:
        if all(map(game.is_terminal, states)):
            raise DoesNotReplay(f"both games are over before {game.action_to_text(action)}")
        try:
            states = [
                _played(game, header.ruleset, state, action) for header, state in zip(headers, states, strict=True)
            ]
        except IllegalAction as error:
            raise DoesNotReplay(f"{game.action_to_text(action)} is illegal: {error}") from error
    if missing := parting.kinds - _compared(headers, states, parting.kinds):
        raise DoesNotReplay(f"no difference in {', '.join(sorted(kind.value for kind in missing))} after the play")


@dataclass
class _Sides:
    """A game under two rulesets, and what can be reached from each position where that is asked for."""

    game: Game
    one: Any
    other: Any
    kinds: frozenset[Kind]
    reachable: tuple[Mapping[State, frozenset[Winners]], ...] = ()

    def look_ahead(self, starts: list[Pair], most: int) -> bool:
        """Finds what can be reached, if that is among the kinds; False if that is more than `most` positions."""
        if Kind.REACHABLE in self.kinds:
            self.reachable = tuple(
                _reached(self.game, (pair[side] for pair in starts), ruleset, most)
                for side, ruleset in enumerate((self.one, self.other))
            )
        return all(self.reachable)

    def legal(self, pair: Pair) -> Legal:
        """The legal actions on both sides."""
        return self.game.legal_actions(pair[0], self.one), self.game.legal_actions(pair[1], self.other)

    def after(self, pair: Pair, action: Action) -> Pair:
        """The positions after an action; one where the game is over stays."""
        one, other = pair
        return _played(self.game, self.one, one, action), _played(self.game, self.other, other, action)

    def differing(self, pair: Pair, legal: Legal) -> frozenset[Kind]:
        """The kinds asked for in which the two sides differ."""
        game, (one, other) = self.game, pair
        found = set()
        if legal[0] != legal[1]:
            found.add(Kind.LEGAL)
        if Kind.POSITION in self.kinds and one is not other:
            found |= _different_positions(game.position_to_json(one), game.position_to_json(other))
        if self.reachable and self.reachable[0][one] != self.reachable[1][other]:
            found.add(Kind.REACHABLE)
        if self.kinds & _OUTCOME and game.is_terminal(one) and game.is_terminal(other):
            outcomes = game.outcome(one, self.one), game.outcome(other, self.other)
            found |= _different_outcomes(*map(game.outcome_to_json, outcomes))
        return self.kinds & found


def _different_positions(one: Json, other: Json) -> set[Kind]:
    """Whether two positions differ in a field that both have, as a set of kinds."""
    return {Kind.POSITION for name in one.keys() & other.keys() if one[name] != other[name]}


def _different_outcomes(one: Json, other: Json) -> set[Kind]:
    """The kinds in which two outcomes differ."""
    names = {"scores": Kind.SCORES, "winners": Kind.WINNERS}
    return {names.get(name, Kind.OUTCOME) for name in one if one[name] != other[name]}


def _common(pair: Pair, legal: Legal, game: Game) -> Iterable[Action]:
    """The actions that a play can go on with."""
    if any(map(game.is_terminal, pair)):
        return (*legal[0], *legal[1])  # of a game that is over there are none
    return legal[0] if legal[0] == legal[1] else [action for action in legal[0] if action in legal[1]]


def _parting(sides: _Sides, met: Met, number: int, kinds: frozenset[Kind]) -> Parting:
    """The play that led to a pair."""
    actions: list[Action] = []
    pair, before, action = met[number]
    while before >= 0:
        actions.append(action)
        pair, before, action = met[before]
    one, other = Header(sides.game, sides.one, pair[0]), Header(sides.game, sides.other, pair[1])
    return Parting(one, other, tuple(reversed(actions)), kinds)


def _played(game: Game, ruleset: Any, state: State, action: Action) -> State:
    """The position after an action, or the same one where the game is over."""
    return state if game.is_terminal(state) else game.apply(state, action, ruleset)


def _compared(headers: tuple[Header, Header], states: list[State], kinds: frozenset[Kind]) -> set[Kind]:
    """The kinds in which two positions differ, by their texts and JSON, and by the games that start from them alone."""
    game, both = headers[0].game, list(zip(headers, states, strict=True))
    found = _different_positions(*map(game.position_to_json, states))
    one, other = ([game.action_to_text(a) for a in game.legal_actions(s, header.ruleset)] for header, s in both)
    if one != other:
        found.add(Kind.LEGAL)
    if all(map(game.is_terminal, states)):
        found |= _different_outcomes(*(game.outcome_to_json(game.outcome(s, header.ruleset)) for header, s in both))
    if Kind.REACHABLE in kinds and len({reach(game, s, header.ruleset) for header, s in both}) == 2:
        found.add(Kind.REACHABLE)
    return found
