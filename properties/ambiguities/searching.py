"""The smallest play for each kind of difference, of many pairs of rulesets at once."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from properties.exploring import openings
from properties.memory import Memory
from properties.parting import PLAIN, Kind, Smallest, Walk, sizes
from reference_engine.interface import Box, Game

Found = Mapping[Kind, Smallest]


def search(game: Game, rulesets: Iterable[tuple[Any, Any]], most: int, few: int) -> list[Found]:
    """For each two rulesets the smallest parting of each kind, or what was looked at without one.

    At most `most` pairs of positions are looked at until the winners differ, and `few` for all else.
    What can be reached is not told where a smaller box has other winners. Raises `DoesNotReplay`.
    """
    searches = [_Search(one, other, most, few) for one, other in rulesets]
    for box, players in sizes(game.NAME).boxes():
        memory = memory_of(game)
        going_on = [each for each in searches if not each.ended]
        if not going_on:
            break
        for each in going_on:
            each.look(memory, box, players)
    return [each.found for each in searches]


def memory_of(game: Game) -> Memory:
    """An empty memory of that game's positions."""
    return Memory(game, sizes(game.NAME).alike)


def walk(memory: Memory, box: Box, players: int, one: Any, other: Any) -> Walk:
    """The pairs of positions from all openings of a box, the only one of which that memory knows."""

    def deal(ruleset: Any) -> list[int]:
        about = ("openings", players)
        return memory.side(ruleset).numbers(about, lambda asked: openings(memory.game, box, players, asked))

    return Walk(memory.side(one), memory.side(other), zip(deal(one), deal(other), strict=True))


class _Search:
    """How far the search has come for two rulesets."""

    def __init__(self, one: Any, other: Any, most: int, few: int) -> None:
        self.found: dict[Kind, Smallest] = {}
        self.ended = False
        self._one, self._other = one, other
        self._most, self._few = most, few
        self._boxes = self._deals = self._pairs = 0

    def look(self, memory: Memory, box: Box, players: int) -> None:
        """Looks at all of the next box, as far as something is still open."""
        left = (self._few if self._is_answered() else self._most) - self._pairs
        reaching = Kind.WINNERS not in self.found and Kind.REACHABLE not in self.found
        whole = walk(memory, box, players, self._one, self._other)
        parts = False
        for number, differing in whole.parted(PLAIN, left):
            parts = True
            for kind in differing - self.found.keys():
                self._keep(kind, whole, number, differing, box, players)
        if parts and reaching:
            again = walk(memory, box, players, self._one, self._other)
            if again.look_ahead(left):
                for number, differing in islice(again.parted(frozenset({Kind.REACHABLE}), left), 1):
                    self._keep(Kind.REACHABLE, again, number, differing, box, players)
        if whole.complete:
            self._boxes, self._deals, self._pairs = (
                self._boxes + 1,
                self._deals + whole.starts,
                self._pairs + whole.looked,
            )
            self.ended = self.found.keys() >= PLAIN
        else:
            self._end(box, players, whole.looked)

    def _is_answered(self) -> bool:
        """Whether the winners differ, or can differ by what is legal where nothing else does."""
        return Kind.WINNERS in self.found or self.found.keys() == {Kind.LEGAL, Kind.REACHABLE}

    def _keep(self, kind: Kind, walk: Walk, number: int, kinds: frozenset[Kind], box: Box, players: int) -> None:
        looked = (self._boxes, self._deals, self._pairs, number + 1)
        self.found[kind] = Smallest(walk.parting(number, kinds), box, players, *looked)

    def _end(self, box: Box, players: int, here: int) -> None:
        self.ended = True
        asked = PLAIN if Kind.WINNERS in self.found else frozenset(Kind)
        for kind in [kind for kind in Kind if kind in asked - self.found.keys()]:
            self.found[kind] = Smallest(None, box, players, self._boxes, self._deals, self._pairs, here)
