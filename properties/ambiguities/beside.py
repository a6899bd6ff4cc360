"""Two readings at once: whether one matters only beside another, matters more there, or is hidden by it."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from properties.ambiguities.searching import memory_of, search, walk
from properties.dealing import deal, numbers_of_players
from properties.memory import Memory
from properties.parting import PLAIN, Kind, Parting, differing_positions, sizes
from properties.policies import by_kind_policy
from reference_engine.interface import Box, Game

Choice = tuple[str, str]  # a reading and one of its values
Numbered = tuple[int, ...]  # boxes by their places in the order by size, ascending


class Relation(StrEnum):
    """What a reading is beside another one, compared with what it is beside the defaults."""

    ONLY = "only"  # it matters there only
    MORE = "more"  # the winners differ there only
    LESS = "less"  # it matters still, but the winners no longer differ
    HIDDEN = "hidden"  # it does not matter any more


_FULL_GAMES = 12
_LONGEST = 300  # actions: under some readings a game need not end
_MORE = (Relation.ONLY, Relation.MORE)
_IN_WINNERS = (Relation.MORE, Relation.LESS)
_WINNERS = frozenset({Kind.WINNERS})


@dataclass(frozen=True)
class Beside:
    """A reading beside one value of another.

    parting: where it matters more, the first that shows it. looked: at how many pairs of positions where it matters
    less, from the smallest boxes on, without seeing that it matters, or that the winners differ, after all.
    """

    other: Choice
    relation: Relation
    parting: Parting | None
    looked: int


@dataclass(frozen=True)
class Neighbours:
    """A value of a reading beside every value of the others, in some boxes whose every position was looked at.

    alone: the kinds in which it parts from the default. pairs: of positions, over all rulesets.
    """

    alone: frozenset[Kind]
    beside: tuple[Beside, ...]
    boxes: int
    pairs: int


def alternatives(game: Game) -> list[Choice]:
    """Every value that is played and no default."""
    return [(reading, value) for reading, values in game.Ruleset.choices().items() for value in values[1:]]


def neighbours(game: Game, choice: Choice, numbers: Numbered, most: int) -> Neighbours:
    """A value beside every other, in those boxes; what is seen to matter less is looked for in `most` pairs.

    Raises `DoesNotReplay`.
    """
    others = [other for other in alternatives(game) if other[0] != choice[0]]
    rulesets = [_two(game, choice, other) for other in (None, *others)]
    seen = [_Kinds() for _ in rulesets]
    boxes = pairs = 0
    for memory, box, players in memories(game, numbers):
        boxes += 1
        for kinds, (one, other) in zip(seen, rulesets, strict=True):
            pairs += kinds.look(memory, box, players, one, other)
    alone = seen[0].kinds
    suspected = {
        other: (relation, kinds.first(alone) if relation in _MORE else None)
        for other, kinds in zip(others, seen[1:], strict=True)
        if (relation := relation_of(alone, kinds.kinds))
    }
    weaker = [_two(game, choice, None if relation in _MORE else other) for other, (relation, _) in suspected.items()]
    found = [
        Beside(other, relation, parting, max(least.pairs + least.here for least in looked.values()))
        for (other, (relation, parting)), looked in zip(
            suspected.items(), search(game, weaker, most, most), strict=True
        )
        if not any(looked[kind].parting for kind in (_WINNERS if relation in _IN_WINNERS else PLAIN))
        and not _seen_in_full_games(game, *_two(game, choice, None if relation in _MORE else other), relation)
    ]
    return Neighbours(alone, tuple(found), boxes, pairs)


def _seen_in_full_games(game: Game, one: Any, other: Any, relation: Relation) -> bool:
    """Whether some random games of the full box part two rulesets after all: in the winners, or in anything."""
    box = game.BOXES["full"]
    players, wanted = numbers_of_players(game, box), _WINNERS if relation in _IN_WINNERS else PLAIN
    for number in range(_FULL_GAMES):
        choose = by_kind_policy(number)
        pair = [deal(game, box, players[number % len(players)], number, ruleset) for ruleset in (one, other)]
        for _ in range(_LONGEST):
            differing = differing_positions(*map(game.position_to_json, pair))
            legal = [game.legal_actions(state, ruleset) for state, ruleset in zip(pair, (one, other), strict=True)]
            if legal[0] != legal[1]:
                differing.add(Kind.LEGAL)
            if all(map(game.is_terminal, pair)) and (
                game.outcome(pair[0], one).winners != game.outcome(pair[1], other).winners
            ):
                differing.add(Kind.WINNERS)
            if differing & wanted:
                return True
            if any(map(game.is_terminal, pair)):
                break
            action = choose(game, pair[0], one)
            if action not in legal[1]:
                break
            pair = [game.apply(state, action, rules) for state, rules in zip(pair, (one, other), strict=True)]
    return False


def memories(game: Game, numbers: Iterable[int]) -> Iterator[tuple[Memory, Box, int]]:
    """Those boxes, with their numbers of players, each with an empty memory."""
    wanted = set(numbers)
    for number, (box, players) in enumerate(islice(sizes(game.NAME).boxes(), max(wanted, default=-1) + 1)):
        if number in wanted:
            yield memory_of(game), box, players


def relation_of(alone: frozenset[Kind], there: frozenset[Kind]) -> Relation | None:
    """What the kinds of difference alone and beside another reading amount to."""
    if bool(alone) != bool(there):
        return Relation.ONLY if there else Relation.HIDDEN
    if (Kind.WINNERS in alone) != (Kind.WINNERS in there):
        return Relation.MORE if Kind.WINNERS in there else Relation.LESS
    return None


def _two(game: Game, choice: Choice, other: Choice | None) -> tuple[Any, Any]:
    """The ruleset with the other value, and the one with both."""
    readings = dict([other] if other else [])
    return game.Ruleset.from_readings(readings), game.Ruleset.from_readings(readings | dict([choice]))


class _Kinds:
    """The kinds in which two rulesets part, each with the first parting."""

    def __init__(self) -> None:
        self._first: dict[Kind, Parting] = {}

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds seen so far."""
        return frozenset(self._first)

    def look(self, memory: Memory, box: Box, players: int, one: Any, other: Any) -> int:
        """Looks at all pairs of positions of a box. How many there were."""
        pairs = walk(memory, box, players, one, other)
        for number, differing in pairs.parted(PLAIN, sys.maxsize):
            for kind in differing - self._first.keys():
                self._first[kind] = pairs.parting(number, differing)
        return pairs.looked

    def first(self, alone: frozenset[Kind]) -> Parting:
        """The first parting of the most telling kind that is not seen alone."""
        order = (Kind.WINNERS, Kind.OUTCOME, Kind.SCORES, Kind.POSITION, Kind.LEGAL)
        return next(self._first[kind] for kind in order if kind in self._first and kind not in alone)
