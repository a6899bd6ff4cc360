"""The end of a game of which not all hoards were seen: what could be in them, by the scores and by who is out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from properties.drachenschatz.board import CARDS, COW, SHEEP, TREASURES, gathered
from properties.drachenschatz.guessing_animals import Limits, deciding
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

    known: what is known to be in it. unseen: how many cards more it has, or has at least, where `more` says so.
    treasures: what of it could be treasures, each as a number of cards of each of `TREASURES`, fewest first.
    """

    known: str
    unseen: int
    more: bool
    treasures: Sequence[Numbers]

    def limits(self, left: Mapping[str, int] | None, most: int) -> Limits:
        """How many animals there can be. most: how many cards a hoard without an end needs at most."""
        cows, sheep = (self.known.count(animal) for animal in (COW, SHEEP))
        can_be = most if self.more else self.unseen

        def up_to(known: int, *animals: str) -> range:
            number = can_be if left is None else min(can_be, sum(left[animal] for animal in animals))
            return range(known, known + number + 1)

        return Limits(up_to(cows, COW), up_to(sheep, SHEEP), up_to(cows + sheep, COW, SHEEP))

    def hands(self, limits: Limits, work: Work) -> Iterator[Numbers]:
        """What could be unseen within these limits. Raises `TooMuch`."""
        known_cows, known_sheep = (self.known.count(animal) for animal in (COW, SHEEP))
        fewest = max(
            limits.cows.start + limits.sheep.start - known_cows - known_sheep,
            limits.both.start - known_cows - known_sheep,
        )
        for number, treasures in enumerate(self.treasures):
            if number % _MANY_HANDS == 0:
                work.spend()
            animals = self.unseen - sum(treasures)
            animals = max(animals, fewest) if self.more else animals
            if known_cows + known_sheep + animals in limits.both:
                for cows in range(animals + 1):
                    if known_cows + cows in limits.cows and known_sheep + animals - cows in limits.sheep:
                        yield (cows, *treasures, animals - cows)


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
    if not _can_be(outcome, over.players):
        return
    seats = [_seat(over, player, left, more[player], outcome, work) for player in range(over.players)]
    most = max(len(hoard) for hoard in over.hoards) + over.players
    for limits in deciding(game, ruleset, over, [seat.limits(left, most) for seat in seats], outcome, work):
        work.spend()
        hands = [list(seat.hands(limit, work)) for seat, limit in zip(seats, limits, strict=True)]
        if not all(hands):
            continue
        for given in product(*hands) if left is None else _shared(hands, left, work):
            work.spend()
            yield [_hoard(seat.known, numbers) for seat, numbers in zip(seats, given, strict=True)]


def _can_be(outcome: Json, players: int) -> bool:
    """Whether the fields claimed have the form that they have in some outcome."""
    fields = [outcome.get(f"outcome.{field}", []) for field in ("scores", "winners", "out")]
    if not all(isinstance(field, list) and all(type(entry) is int for entry in field) for field in fields):
        return False
    scores, *seats = fields
    if "outcome.scores" in outcome and (len(scores) != players or min(scores) < 0):
        return False
    return all(field == sorted(set(field) & set(range(players))) for field in seats)


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
    most = max(_worth(over, known) + unseen * max(over.worth) for known, unseen in parts)
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
