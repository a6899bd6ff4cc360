"""The end of a game of which not all hoards were seen: what could be in them, by the scores and by who is out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from typing import Any

from properties.drachenschatz.board import CARDS, COW, SHEEP, TREASURES, gathered
from properties.drachenschatz.guessing_animals import Deciding, Limits
from properties.drachenschatz.guessing_signs import is_sign
from properties.inferring import Work
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json

Numbers = tuple[int, ...]
"""How many cards there are of each of `CARDS`."""

_MANY_HANDS = 200  # that take as much work as one guess
_MANY_NUMBERS = 50  # of one kind of treasure, likewise


@dataclass(frozen=True)
class _Seat:
    """One player's hoard at the end.

    known: what is known to be in it. unseen: how many cards more it has, or has at least where `more` says so.
    treasures: what of it could be treasures, each as a number of cards of each of `TREASURES`, fewest first.
    """

    known: str
    unseen: int
    more: bool
    treasures: Sequence[Numbers]

    @cached_property
    def animals(self) -> list[tuple[int, list[Numbers]]]:
        """How many animals there could be in all, the known ones too, each with the treasures beside them."""
        known = self.known.count(COW) + self.known.count(SHEEP)
        numbers = groupby(self.treasures, key=sum)
        return [(known + self.unseen - number, list(treasures)) for number, treasures in numbers]

    def limits(self, left: Mapping[str, int] | None, most: int) -> Limits:
        """How many animals there can be. most: how many cards a hoard without an end needs at most."""

        def between(*kinds: str) -> range:
            known = sum(map(self.known.count, kinds))
            number = most if self.more else self.unseen
            return range(
                known, known + 1 + (number if left is None else min(number, sum(left[kind] for kind in kinds)))
            )

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

    def hands(self, limits: Limits) -> list[Numbers]:
        """What could be unseen within the limits."""
        cows, sheep = self.known.count(COW), self.known.count(SHEEP)
        return [
            (own - cows, *treasures, number - own - sheep)
            for number, could_be, several in self.shares(limits)
            for treasures in several
            for own in could_be
        ]


def fillings(
    game: Game,
    ruleset: Any,
    over: State,
    left: Mapping[str, int] | None,
    more: Sequence[bool],
    outcome: Json,
    work: Work,
) -> Iterator[list[str]]:
    """All hoards in which every sign is a card, so that the outcome could be the one claimed.

    over: the position after the end, the signs still in the hoards. left: how many of each card the signs are; None
    where no box is known. more: for each player whether there can be more cards in the hoard than those.
    outcome: "outcome.FIELD" for each field claimed. Raises `TooMuch`.
    """
    if not _can_be(outcome, over, left):
        return
    seats = [_seat(over, player, left, more[player], outcome, work) for player in range(over.players)]
    if not all(seat.treasures for seat in seats):
        return
    most = max(len(hoard) for hoard in over.hoards) + over.players
    decided = Deciding(game, ruleset, over, outcome, lambda limits: _fit(seats, limits, left), work)
    for limits in decided.narrowed([seat.limits(left, most) for seat in seats]):
        hands = [seat.hands(limit) for seat, limit in zip(seats, limits, strict=True)]
        for given in product(*hands) if left is None else _shared(hands, left, work):
            work.spend()
            yield [_hoard(seat.known, numbers) for seat, numbers in zip(seats, given, strict=True)]


def _fit(seats: Sequence[_Seat], limits: Sequence[Limits], left: Mapping[str, int] | None) -> bool:
    """Whether each hoard can be within its limits, and in all of them together the animals that are left."""
    if not all(any(seat.shares(limit)) for seat, limit in zip(seats, limits, strict=True)):
        return False
    if left is None:
        return True
    known = "".join(seat.known for seat in seats)
    cows, sheep = (known.count(animal) + left[animal] for animal in (COW, SHEEP))
    return all(
        sum(each.start for each in ranges) <= number < sum(each.stop for each in ranges) - len(ranges) + 1
        for number, ranges in zip((cows, sheep, cows + sheep), zip(*limits, strict=True), strict=True)
    )


def _can_be(outcome: Json, over: State, left: Mapping[str, int] | None) -> bool:
    """Whether the fields claimed have the form that they have in some outcome, and the scores of a box their sum."""
    fields = [outcome.get(f"outcome.{field}", []) for field in ("scores", "winners", "out")]
    if not all(isinstance(field, list) and all(type(entry) is int for entry in field) for field in fields):
        return False
    scores, *seats = fields
    if not all(field == sorted(set(field) & set(range(over.players))) for field in seats):
        return False
    if "outcome.scores" not in outcome:
        return True
    cards = "".join((*over.hoards, *(card * number for card, number in (left or {}).items())))
    return len(scores) == over.players and min(scores) >= 0 and (left is None or sum(scores) == _worth(over, cards))


def _hoard(known: str, numbers: Numbers) -> str:
    return gathered(known, *(card * number for card, number in zip(CARDS, numbers, strict=True)))


def _seat(over: State, player: int, left: Mapping[str, int] | None, more: bool, outcome: Json, work: Work) -> _Seat:
    known, unseen = _parts(over.hoards[player])
    scores = outcome.get("outcome.scores")
    score = None if scores is None else scores[player] - _worth(over, known)
    if left is not None:
        most = [left[card] for card in TREASURES]
    elif not more:
        most = [unseen] * len(TREASURES)
    else:
        enough = unseen + _enough(over) if score is None else max(score, 0)
        most = [max(unseen, enough // (points or enough or 1)) for points in over.worth]
    cards = sum(most) if more else unseen
    treasures = [] if score is not None and score < 0 else _treasures(most, over.worth, cards, score, work)
    return _Seat(known, unseen, more, sorted(treasures, key=sum))


def _parts(hoard: str) -> tuple[str, int]:
    """What is known of a hoard, and how many cards are not."""
    known = "".join(card for card in hoard if not is_sign(card))
    return known, len(hoard) - len(known)


def _enough(over: State) -> int:
    """How many treasures are enough to be worth as much as any player must have, and more."""
    parts = map(_parts, over.hoards)
    most = max(_worth(over, known) + unseen * max(map(int, over.worth)) for known, unseen in parts)
    return most // min((int(points) for points in over.worth if points), default=1) + 1


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


def _shared(hands: Sequence[Sequence[Numbers]], left: Mapping[str, int], work: Work) -> Iterator[tuple[Numbers, ...]]:
    """One of its hands for each seat, so that they are all cards left. Raises `TooMuch`."""
    fewest, most = _together(hands, min), _together(hands, max)
    dead: set[tuple[int, Numbers]] = set()

    def give(seat: int, rest: Numbers) -> Iterator[tuple[Numbers, ...]]:
        if seat == len(hands):
            yield ()
            return
        work.spend(1 + len(hands[seat]) // _MANY_HANDS)
        none = True
        for hand in hands[seat]:
            others = tuple(map(int.__sub__, rest, hand))
            if (seat + 1, others) not in dead and _between(fewest[seat + 1], others, most[seat + 1]):
                for given in give(seat + 1, others):
                    none = False
                    yield (hand, *given)
        if none:
            dead.add((seat, rest))

    everything = tuple(left[card] for card in CARDS)
    if _between(fewest[0], everything, most[0]):
        yield from give(0, everything)


def _together(hands: Sequence[Sequence[Numbers]], bound: Callable[[Iterable[int]], int]) -> list[Numbers]:
    """For each seat the least, or the most, of each card that there can be in it and all seats after it together."""
    bounds = [tuple(map(bound, zip(*own, strict=True))) for own in hands]
    return [
        tuple(sum(own[card] for own in bounds[seat:]) for card in range(len(CARDS))) for seat in range(len(hands) + 1)
    ]


def _between(fewest: Numbers, numbers: Numbers, most: Numbers) -> bool:
    return all(map(int.__le__, fewest, numbers)) and all(map(int.__le__, numbers, most))
