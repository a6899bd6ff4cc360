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
from properties.rulesets import Choice, alternatives
from properties.together import Question, one_of_a_kind_choice, play
from reference_engine.interface import Box, Game

Numbered = tuple[int, ...]  # boxes by their places in the order by size, ascending


class Relation(StrEnum):
    """What a reading is beside another one, compared with what it is beside the defaults."""

    ONLY = "only"  # it matters there only
    MORE = "more"  # the winners differ there only
    LESS = "less"  # it matters still, but the winners no longer differ
    HIDDEN = "hidden"  # it does not matter any more


_FULL_GAMES = 12
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


def neighbours(game: Game, choice: Choice, numbers: Numbered, most: int) -> Neighbours:
    """A value beside every other, in those boxes; what is seen to matter less is looked for in `most` pairs.

    Raises `DoesNotReplay`.
    """
    others = [other for other in alternatives(game) if other[0] != choice[0]]
    questions = [Question(game, *choice, dict([other] if other else [])) for other in (None, *others)]
    seen = [_Kinds() for _ in questions]
    boxes = pairs = 0
    for memory, box, players in memories(game, numbers):
        boxes += 1
        for kinds, question in zip(seen, questions, strict=True):
            pairs += kinds.look(memory, box, players, *question.rulesets)
    alone = seen[0].kinds
    suspected: list[tuple[Choice, Relation, Parting | None, Question]] = []  # and where it is seen to matter less
    for other, kinds, there in zip(others, seen[1:], questions[1:], strict=True):
        relation = relation_of(alone, kinds.kinds)
        if relation in _MORE:
            suspected.append((other, relation, kinds.first(alone), questions[0]))
        elif relation:
            suspected.append((other, relation, None, there))
    searched = search(game, [weaker.rulesets for *_, weaker in suspected], most, most)
    found = [
        Beside(other, relation, parting, max(least.pairs + least.here for least in looked.values()))
        for (other, relation, parting, weaker), looked in zip(suspected, searched, strict=True)
        if not any(looked[kind].parting for kind in (_WINNERS if relation in _IN_WINNERS else PLAIN))
        and not _seen_in_full_games(weaker, relation)
    ]
    return Neighbours(alone, tuple(found), boxes, pairs)


def _seen_in_full_games(question: Question, relation: Relation) -> bool:
    """Whether some random games of the full box part two rulesets after all: in the winners, or in anything."""
    game, box = question.game, question.game.BOXES["full"]
    players, wanted = numbers_of_players(game, box), _WINNERS if relation in _IN_WINNERS else PLAIN
    one, other = question.rulesets
    for number in range(_FULL_GAMES):
        dealt = (game, box, players[number % len(players)], number)
        played = play(question, (deal(*dealt, one), deal(*dealt, other)), one_of_a_kind_choice(question, number))
        if played:
            met = (differing_positions(*map(game.position_to_json, pair)) for pair in played.pairs)
            if wanted & played.kinds.union(*met):
                return True
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
