"""The end of a game of which not all hoards were seen: what could be in them, by the scores and by who is out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from properties.drachenschatz.board import CARDS, COW, SHEEP, TREASURES
from properties.drachenschatz.guessing_animals import Deciding, Limits
from properties.drachenschatz.guessing_hoards import Hoard, Seat, seat_of
from properties.inferring import Work
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json

_MANY_HOARDS = 500  # that take as much work as one guess


def fillings(
    game: Game,
    ruleset: Any,
    over: State,
    left: Mapping[str, int] | None,
    more: Sequence[bool],
    outcome: Json,
    work: Work,
) -> Iterator[list[str]]:
    """Hoards, with a card for every sign, that have the outcome claimed; none where no hoards have.

    over: the position after the end, the signs still in the hoards. left: how many of each card the signs are; None
    where no box is known. more: for each player whether there can be more cards in the hoard than those.
    outcome: "outcome.FIELD" for each field claimed. Raises `TooMuch`.
    """
    cards = None if left is None else _all_of(over, left)
    if not _can_be(outcome, over, cards):
        return
    seats = [seat_of(over, player, left, more[player], outcome, work) for player in range(over.players)]
    most = max(map(len, over.hoards)) + over.players
    widest = [seat.limits(left, most) for seat in seats]
    scores = [seat.scores(limit) for seat, limit in zip(seats, widest, strict=True)]
    win = cache(lambda out: any(_leading(scores, out, outcome, cards)))
    decided = Deciding(game, ruleset, over, outcome, lambda limits: _fit(seats, limits, cards), win, work)
    for limits, out in decided.narrowed(widest):
        work.spend(1 + sum(len(seat.treasures) for seat in seats) // _MANY_HOARDS)
        for points in _leading(
            [seat.scores(limit) for seat, limit in zip(seats, limits, strict=True)], out, outcome, cards
        ):
            work.spend()
            given = _given(seats, limits, points) if cards is None else _shared(seats, limits, points, cards, work)
            if given:
                yield ["".join(map(str.__mul__, CARDS, hoard)) for hoard in given]


def _all_of(over: State, left: Mapping[str, int]) -> Hoard:
    """All cards there are at the end, in one hoard."""
    numbers = {card: left[card] + "".join(over.hoards).count(card) for card in CARDS}
    worth = (numbers[card] * points for card, points in zip(TREASURES, over.worth, strict=True))
    return (*numbers.values(), sum(worth))


def _can_be(outcome: Json, over: State, cards: Hoard | None) -> bool:
    """Whether the fields claimed have the form that they have in some outcome, and the scores the sum."""
    fields = [outcome.get(f"outcome.{field}", []) for field in ("scores", "winners", "out")]
    if not all(isinstance(field, list) and all(type(entry) is int for entry in field) for field in fields):
        return False
    scores, *seats = fields
    if not all(field == sorted(set(field) & set(range(over.players))) for field in seats):
        return False
    if "outcome.scores" not in outcome:
        return True
    return len(scores) == over.players and min(scores) >= 0 and (cards is None or sum(scores) == cards[-1])


def _fit(seats: Sequence[Seat], limits: Sequence[Limits], cards: Hoard | None) -> bool:
    """Whether each hoard can be within its limits, and all animals that there are in all of them together."""
    if not all(any(seat.shares(limit)) for seat, limit in zip(seats, limits, strict=True)):
        return False
    if cards is None:
        return True
    cows, sheep = (cards[CARDS.index(animal)] for animal in (COW, SHEEP))
    return all(
        sum(each.start for each in ranges) <= number <= sum(each.stop - 1 for each in ranges)
        for number, ranges in zip((cows, sheep, cows + sheep), zip(*limits, strict=True), strict=True)
    )


def _leading(
    scores: Sequence[set[int]], out: Sequence[int], outcome: Json, cards: Hoard | None
) -> Iterator[Sequence[range]]:
    """The points that players can have: those claimed, or else those with which the players win who are claimed to.

    scores: what each player can have.
    """
    players = range(len(scores))
    winners, claimed = outcome.get("outcome.winners"), outcome.get("outcome.scores")
    most = [max(own, default=-1) for own in scores]
    if claimed is not None or winners is None:
        bounds = zip(claimed, claimed, strict=True) if claimed is not None else zip([0] * len(most), most, strict=True)
        yield [range(low, high + 1) for low, high in bounds]
        return
    still_in = [player for player in players if player not in out]
    for leaders in [winners] if winners else combinations(still_in, 2):
        equal = set.intersection(*(scores[player] for player in leaders))
        for score in sorted(equal, reverse=cards is not None):  # the worth of a box has to be somewhere
            behind = score - 1 if winners else score
            points = [range(min(behind, most[p]) + 1 if p in still_in else most[p] + 1) for p in players]
            for player in leaders:
                points[player] = range(score, score + 1)
            if cards is None or sum(own.stop - 1 for own in points) >= cards[-1]:
                yield points


def _given(seats: Sequence[Seat], limits: Sequence[Limits], points: Sequence[range]) -> list[Hoard]:
    """A hoard for each seat; empty where there is none for one of them."""
    first = [next(seat.hoards(limit, own), None) for seat, limit, own in zip(seats, limits, points, strict=True)]
    given = [hoard for hoard in first if hoard]
    return given if len(given) == len(seats) else []


def _shared(
    seats: Sequence[Seat], limits: Sequence[Limits], points: Sequence[range], cards: Hoard, work: Work
) -> list[Hoard]:
    """The same, so that they are all cards together; who has most gets what the others leave. Raises `TooMuch`."""
    bounds = [seat.bounds(limit, own) for seat, limit, own in zip(seats, limits, points, strict=True)]
    known = [each for each in bounds if each]
    if len(known) < len(seats):
        return []
    *order, last = sorted(range(len(seats)), key=lambda player: seats[player].unseen)
    several = [list(seats[player].hoards(limits[player], points[player])) for player in order]
    work.spend(sum(map(len, several)) // _MANY_HOARDS)
    to_come = [[*order, last][place:] for place in range(len(seats))]
    fewest, most = ([_together(known[player][side] for player in others) for others in to_come] for side in (0, 1))
    dead: set[tuple[int, Hoard]] = set()

    def give(place: int, rest: Hoard) -> list[Hoard]:
        if (place, rest) in dead or not _between(fewest[place], rest, most[place]):
            return []
        if place == len(order):
            return [rest] if rest[0] + rest[-2] in limits[last].both and rest[-1] in points[last] else []
        work.spend(1 + len(several[place]) // _MANY_HOARDS)
        for own in several[place]:
            others = give(place + 1, tuple(map(int.__sub__, rest, own)))
            if others:
                return [own, *others]
        dead.add((place, rest))
        return []

    given = dict(zip([*order, last], give(0, cards), strict=False))
    return [given[player] for player in sorted(given)]


def _together(hoards: Iterable[Hoard]) -> Hoard:
    return tuple(map(sum, zip(*hoards, strict=True)))


def _between(fewest: Hoard, numbers: Hoard, most: Hoard) -> bool:
    return all(map(int.__le__, fewest, numbers)) and all(map(int.__le__, numbers, most))
