"""Whether a ruleset breaks the game: one that need not end, a player without an action, an ending that nobody wins."""

from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from properties.ambiguities.beside import Numbered, memories
from properties.exploring import openings
from properties.memory import Memory, Side
from reference_engine.interface import Action, Box, Game
from reference_engine.record import Header


@dataclass(frozen=True)
class Play:
    """A play from an opening; `around`: actions after it that lead back to the same position."""

    header: Header
    actions: tuple[Action, ...]
    around: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Breaks:
    """The first play of each sort, in some boxes whose every position was looked at; None where there is none.

    endless: it comes back to a position. stuck: it leaves the player to move without an action.
    unwon: the game is over, and nobody wins.
    """

    endless: Play | None
    stuck: Play | None
    unwon: Play | None
    boxes: int
    positions: int


def breaks(game: Game, ruleset: Any, numbers: Numbered) -> Breaks:
    """What can befall a game under a ruleset, in those boxes."""
    endless = stuck = unwon = None
    boxes = positions = 0
    for memory, box, players in memories(game, numbers):
        graph = _Graph(memory, box, players, ruleset)
        boxes, positions = boxes + 1, positions + len(graph.after)
        endless = endless or graph.cycle()
        stuck = stuck or graph.stuck()
        unwon = unwon or graph.unwon()
    return Breaks(endless, stuck, unwon, boxes, positions)


class _Graph:
    """All positions that can be reached in a box, breadth first."""

    def __init__(self, memory: Memory, box: Box, players: int, ruleset: Any) -> None:
        self._side: Side = memory.side(ruleset)
        self._memory = memory
        starts = self._side.numbers("openings", lambda asked: openings(memory.game, box, players, asked))
        self._before: dict[int, tuple[int, Action]] = dict.fromkeys(starts, (-1, None))
        self.after: dict[int, tuple[int, ...]] = {}
        for number in (waiting := list(self._before)):
            node = self._side.node(number)
            self.after[number] = node.after
            for action, following in zip(node.legal, node.after, strict=True):
                if following not in self._before:
                    self._before[following] = (number, action)
                    waiting.append(following)

    def cycle(self) -> Play | None:
        """A play that comes back to a position."""
        try:
            TopologicalSorter(self.after).prepare()
        except CycleError as error:
            round_trip: list[int] = error.args[1][:0:-1]  # it is told against the course of the game
            place = {number: index for index, number in enumerate(self.after)}
            first = round_trip.index(min(round_trip, key=place.__getitem__))
            ordered = round_trip[first:] + round_trip[:first]
            around = tuple(map(self._action, ordered, [*ordered[1:], ordered[0]]))
            return self._play(ordered[0], around)
        return None

    def stuck(self) -> Play | None:
        """A play after which the game goes on, but the player to move has no action."""
        return self._first(lambda number: not self.after[number] and self._side.winners(number) is None)

    def unwon(self) -> Play | None:
        """A play after which the game is over, and nobody wins."""
        return self._first(lambda number: self._side.winners(number) == ())

    def _first(self, holds: Any) -> Play | None:
        return next((self._play(number) for number in self.after if holds(number)), None)

    def _action(self, number: int, following: int) -> Action:
        node = self._side.node(number)
        return node.legal[node.after.index(following)]

    def _play(self, number: int, around: tuple[Action, ...] = ()) -> Play:
        actions: list[Action] = []
        before, action = self._before[number]
        while before >= 0:
            actions.append(action)
            number = before
            before, action = self._before[number]
        header = Header(self._memory.game, self._side.ruleset, self._memory.state(number))
        return Play(header, tuple(reversed(actions)), around)
