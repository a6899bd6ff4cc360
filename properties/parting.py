"""Where two rulesets part: the smallest play after which what is legal, the position or the outcome differs.

A play is led under both rulesets at once, by actions that are legal under both; once it is over under one of them, it
goes on under the other alone. The search is breadth first, so that the first parting found is the shortest.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from itertools import combinations, islice, pairwise, repeat
from typing import Any, Protocol, cast

from properties.exploring import openings
from properties.memory import Memory, Node, Side
from properties.reaching import Winners, reach, reached
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action, Box, Game, State
from reference_engine.jsonform import Json
from reference_engine.record import Header

Pair = tuple[State, State]  # the same play under two rulesets


class Kind(Enum):
    """What can differ. Scores, winners and the rest of the outcome are compared where both games are over."""

    LEGAL = "legal"
    POSITION = "position"  # but for fields that only one of the two rulesets has
    SCORES = "scores"
    WINNERS = "winners"
    OUTCOME = "outcome"  # what a game's outcome has besides scores and winners
    REACHABLE = "reachable"  # the sets of winners that the game can still end with


PLAIN = frozenset(Kind) - {Kind.REACHABLE}  # what shows by itself, without looking at how the game can go on


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

    def on_the_table(self, data: Json) -> Mapping[str, int]:
        """How many of each card there are in a position."""

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
    if len(starts) > most:
        return Looked(None, len(starts), 0, complete=False)
    memory = Memory(game, sizes(game.NAME).alike)
    numbers = [(memory.number(start[0]), memory.number(start[1])) for start in starts]
    walk = Walk(memory.side(one), memory.side(other), numbers)
    if Kind.REACHABLE in kinds and not walk.look_ahead(most):
        return Looked(None, len(starts), 0, complete=False)
    for number, differing in walk.parted(kinds, most):
        return Looked(walk.parting(number, differing), len(starts), walk.looked, complete=False)
    return Looked(None, len(starts), walk.looked, walk.complete)


def play_out(parting: Parting) -> list[Pair]:
    """The positions under both rulesets, at the opening and after each action. Raises `DoesNotReplay`."""
    one, other = parting.one, parting.other
    game, pairs = one.game, [(one.start, other.start)]
    if differing_positions(*map(game.position_to_json, pairs[0])):
        raise DoesNotReplay("the openings are not the same")
    for action in parting.actions:
        mine, theirs = pairs[-1]
        if game.is_terminal(mine) and game.is_terminal(theirs):
            raise DoesNotReplay(f"both games are over before {game.action_to_text(action)}")
        try:
            pairs.append((advance(game, one.ruleset, mine, action), advance(game, other.ruleset, theirs, action)))
        except IllegalAction as error:
            raise DoesNotReplay(f"{game.action_to_text(action)} is illegal: {error}") from error
    return pairs


def confirm(parting: Parting) -> frozenset[Kind]:
    """Plays it in the engine under both rulesets, action by action, and gives all kinds in which these differ.

    What can still be reached is looked at only if that is one of the parting's kinds. Raises `DoesNotReplay`.
    """
    compared = _compared((parting.one, parting.other), play_out(parting)[-1], parting.kinds)
    if missing := parting.kinds - compared:
        raise DoesNotReplay(f"no difference in {', '.join(sorted(kind.value for kind in missing))} after the play")
    return compared


class Walk:
    """The pairs of positions that the same play leads to under two rulesets, breadth first from the openings.

    starts: how many openings there are. looked: at how many pairs so far.
    """

    def __init__(self, one: Side, other: Side, starts: Iterable[tuple[int, int]]) -> None:
        self._one, self._other, self._memory = one, other, one.memory
        self._met: list[tuple[int, int, int, Action]] = []  # with the pair before it, and the action between
        self._seen: set[Hashable] = set()
        self._reachable: tuple[dict[int, frozenset[Winners]], ...] = ()
        self.looked = self.starts = 0
        for start in starts:
            self._meet(*start, -1, None)
            self.starts += 1

    @property
    def complete(self) -> bool:
        """Whether all pairs have been looked at."""
        return self.looked == len(self._met)

    def look_ahead(self, most: int) -> bool:
        """Finds the sets of winners that can be reached; False if that is from more than `most` positions."""
        starts = [pair[:2] for pair in self._met if pair[2] < 0]
        self._reachable = tuple(
            reached([start[index] for start in starts], side.after, side.winners, most)
            for index, side in enumerate((self._one, self._other))
        )
        return all(self._reachable)

    def parted(self, kinds: frozenset[Kind], most: int) -> Iterator[tuple[int, frozenset[Kind]]]:
        """The number of each of the first `most` pairs that differ in some of these kinds, and in which."""
        while self.looked < min(len(self._met), most):
            number = self.looked
            one, other, _, _ = self._met[number]
            mine, theirs = self._one.node(one), self._other.node(other)
            self.looked += 1
            if differing := kinds & self._differing(one, other, mine, theirs, kinds):
                yield number, differing
            for action, first, second in _common(one, other, mine, theirs):
                self._meet(first, second, number, action)

    def parting(self, number: int, kinds: frozenset[Kind]) -> Parting:
        """The play that led to the pair of that number. Raises `DoesNotReplay`."""
        actions: list[Action] = []
        one, other, before, action = self._met[number]
        while before >= 0:
            actions.append(action)
            one, other, before, action = self._met[before]
        found = Parting(
            Header(self._memory.game, self._one.ruleset, self._memory.state(one)),
            Header(self._memory.game, self._other.ruleset, self._memory.state(other)),
            tuple(reversed(actions)),
            kinds,
        )
        confirm(found)
        return found

    def _meet(self, one: int, other: int, before: int, action: Action) -> None:
        key = self._memory.key(one, other)
        if key not in self._seen:
            self._seen.add(key)
            self._met.append((one, other, before, action))

    def _differing(self, one: int, other: int, mine: Node, theirs: Node, kinds: frozenset[Kind]) -> set[Kind]:
        """The kinds in which a pair differs, those of `kinds` at least."""
        found = set()
        if mine.legal != theirs.legal:
            found.add(Kind.LEGAL)
        if one != other and Kind.POSITION in kinds:
            found |= differing_positions(self._memory.data(one), self._memory.data(other))
        if mine.outcome and theirs.outcome and mine.outcome is not theirs.outcome:
            found |= differing_outcomes(mine.outcome, theirs.outcome)
        if self._reachable and self._reachable[0][one] != self._reachable[1][other]:
            found.add(Kind.REACHABLE)
        return found


def differing_positions(one: Json, other: Json) -> set[Kind]:
    """Whether two positions differ in a field that both have, as a set of kinds."""
    return {Kind.POSITION for name in one.keys() & other.keys() if one[name] != other[name]}


def differing_outcomes(one: Json, other: Json) -> set[Kind]:
    """The kinds in which two outcomes differ."""
    names = {"scores": Kind.SCORES, "winners": Kind.WINNERS}
    return {names.get(name, Kind.OUTCOME) for name in one if one[name] != other[name]}


def _common(one: int, other: int, mine: Node, theirs: Node) -> Iterable[tuple[Action, int, int]]:
    """The actions that a play can go on with, each with the positions after it; one that is over stays."""
    if mine.outcome:
        return zip(theirs.legal, repeat(one), theirs.after, strict=False)
    if theirs.outcome:
        return zip(mine.legal, mine.after, repeat(other), strict=False)
    if mine.legal == theirs.legal:
        return zip(mine.legal, mine.after, theirs.after, strict=True)
    after = dict(zip(theirs.legal, theirs.after, strict=True))
    return [
        (action, first, after[action]) for action, first in zip(mine.legal, mine.after, strict=True) if action in after
    ]


def advance(game: Game, ruleset: Any, state: State, action: Action) -> State:
    """The position after an action, or the same one where the game is over."""
    return state if game.is_terminal(state) else game.apply(state, action, ruleset)


def _compared(headers: tuple[Header, Header], states: Pair, kinds: frozenset[Kind]) -> frozenset[Kind]:
    """The kinds in which two positions differ, by their texts and JSON, and by the games that start from them alone."""
    game, both = headers[0].game, list(zip(headers, states, strict=True))
    found = differing_positions(*map(game.position_to_json, states))
    one, other = ([game.action_to_text(a) for a in game.legal_actions(s, header.ruleset)] for header, s in both)
    if one != other:
        found.add(Kind.LEGAL)
    if all(map(game.is_terminal, states)):
        found |= differing_outcomes(*(game.outcome_to_json(game.outcome(s, header.ruleset)) for header, s in both))
    if Kind.REACHABLE in kinds and len({reach(game, s, header.ruleset) for header, s in both}) == 2:
        found.add(Kind.REACHABLE)
    return frozenset(found)
