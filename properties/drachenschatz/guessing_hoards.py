"""What one player's hoard could be at the end of a game, where not all of it was seen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from properties.drachenschatz.board import COW, SHEEP, TREASURES
from properties.drachenschatz.guessing_animals import Limits
from properties.drachenschatz.guessing_signs import is_sign
from properties.inferring import Work
from reference_engine.interface import State
from reference_engine.jsonform import Json

Numbers = tuple[int, ...]
"""How many cards there are of several kinds."""
Hoard = tuple[int, ...]
"""How many cards there are of each of `CARDS`, and what they are worth."""

_MANY_NUMBERS = 50  # of one kind of treasure that take as much work as one guess


@dataclass(frozen=True)
class Seat:
    """One player's hoard at the end.

    known: what is known to be in it. unseen: how many cards more it has, or has at least where `more` says so.
    worth: what each of `TREASURES` is worth. treasures: what of the unseen could be treasures, fewest first.
    """

    known: str
    unseen: int
    more: bool
    worth: Numbers
    treasures: Sequence[Numbers]

    @cached_property
    def animals(self) -> list[tuple[int, list[Numbers]]]:
        """How many animals there could be, the known ones too, each with the unseen treasures beside them."""
        most = self.known.count(COW) + self.known.count(SHEEP) + self.unseen
        return [(most - number, list(treasures)) for number, treasures in groupby(self.treasures, key=sum)]

    def limits(self, left: Mapping[str, int] | None, most: int) -> Limits:
        """How many animals there can be. most: how many unseen ones a hoard without an end needs at most."""
        number = most if self.more else self.unseen

        def between(*kinds: str) -> range:
            known = sum(map(self.known.count, kinds))
            return range(known, known + 1 + min(number, number if left is None else sum(left[kind] for kind in kinds)))

        return Limits(between(COW), between(SHEEP), between(COW, SHEEP))

    def shares(self, limits: Limits) -> Iterator[tuple[int, range, list[Numbers]]]:
        """Numbers of animals within the limits, how many of them could be cows, and the treasures beside them.

        A hoard without an end has no more animals than it must have.
        """
        cows, sheep, both = limits
        fewest = max(cows.start + sheep.start, both.start)
        for animals, treasures in self.animals:
            number = max(animals, fewest) if self.more else animals
            could_be = range(max(cows.start, number - sheep.stop + 1), min(cows.stop, number - sheep.start + 1))
            if number in both and could_be:
                yield number, could_be, treasures

    def hoards(self, limits: Limits, points: range) -> Iterator[Hoard]:
        """What the whole hoard could be within the limits, worth those points."""
        for number, could_be, several in self.shares(limits):
            for treasures in several:
                numbers, worth = self._with_known(treasures)
                if worth in points:
                    yield from ((cows, *numbers, number - cows, worth) for cows in could_be)

    def scores(self, limits: Limits) -> set[int]:
        """What the hoard could be worth within the limits."""
        return {self._with_known(treasures)[1] for _, _, several in self.shares(limits) for treasures in several}

    def bounds(self, limits: Limits, points: range) -> tuple[Hoard, Hoard] | None:
        """The least and the most of everything in the hoard within the limits, worth those points; None if none is."""
        ends = [
            (cows, *numbers, number - cows, worth)
            for number, could_be, several in self.shares(limits)
            for numbers, worth in map(self._with_known, several)
            if worth in points
            for cows in (could_be[0], could_be[-1])
        ]
        return (tuple(map(min, zip(*ends, strict=True))), tuple(map(max, zip(*ends, strict=True)))) if ends else None

    def _with_known(self, treasures: Numbers) -> tuple[Numbers, int]:
        """All treasures of the hoard, and what they are worth."""
        numbers = tuple(map(int.__add__, map(self.known.count, TREASURES), treasures))
        return numbers, sum(map(int.__mul__, numbers, self.worth))


def seat_of(over: State, player: int, left: Mapping[str, int] | None, more: bool, outcome: Json, work: Work) -> Seat:
    """One player's hoard at the end. The arguments are those of `properties.drachenschatz.guessing_ends.fillings`."""
    known, unseen = _parts(over.hoards[player])
    scores = outcome.get("outcome.scores")
    score = None if scores is None else scores[player] - _worth(over, known)
    if left is not None:
        most = [left[card] for card in TREASURES]
    elif not more:
        most = [unseen] * len(TREASURES)
    else:
        enough = _enough(over) if score is None else max(score, 0)
        most = [max(unseen, enough // points) if points else unseen for points in over.worth]
    cards = sum(most) if more else unseen
    treasures = [] if score is not None and score < 0 else _treasures(most, over.worth, cards, score, work)
    return Seat(known, unseen, more, over.worth, sorted(treasures, key=sum))


def _parts(hoard: str) -> tuple[str, int]:
    """What is known of a hoard, and how many cards are not."""
    known = "".join(card for card in hoard if not is_sign(card))
    return known, len(hoard) - len(known)


def _enough(over: State) -> int:
    """Points with which any player can be ahead of all others, who need not have more than they must."""
    worth = max(map(int, over.worth))
    return worth + max(_worth(over, known) + unseen * worth for known, unseen in map(_parts, over.hoards))


def _worth(over: State, cards: str) -> int:
    """What these cards are worth."""
    return sum(cards.count(card) * int(points) for card, points in zip(TREASURES, over.worth, strict=True))


def _treasures(
    most: Sequence[int], worth: Sequence[int], cards: int, score: int | None, work: Work
) -> Iterator[Numbers]:
    """Numbers of treasures, each up to the most there can be and all up to that number of cards, worth the score."""
    if not most:
        if not score:
            yield ()
        return
    limit, least = min(most[0], cards), 0
    if score is not None and worth[0]:
        limit = min(limit, score // worth[0])
        least = limit if len(most) == 1 else 0  # with fewer there would be something left of the score
    work.spend((limit - least) // _MANY_NUMBERS)
    for number in range(least, limit + 1):
        rest = None if score is None else score - number * worth[0]
        for others in _treasures(most[1:], worth[1:], cards - number, rest, work):
            yield (number, *others)
