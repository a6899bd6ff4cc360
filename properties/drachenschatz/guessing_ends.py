"""The end of a game of which not all hoards were seen: what could be in them, by the scores and by who is out."""

from collections.abc import Iterator, Mapping, Sequence
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
        for given in _given(hands, left, work):
            yield [_hoard(seat.known, numbers) for seat, numbers in zip(seats, given, strict=True)]


def _can_be(outcome: Json, players: int) -> bool:
    """Whether the fields claimed have the form that they have in some outcome."""
    scores, winners, out = (outcome.get(f"outcome.{field}", []) for field in ("scores", "winners", "out"))
    if not all(isinstance(field, list) and all(type(entry) is int for entry in field) for field in (scores, winners, out)):
        return False
    if "outcome.scores" in outcome and (len(scores) != players or min(scores) < 0):
        return False
    return all(field == sorted(set(field) & set(range(players))) for field in (winners, out))


def _seat(
    over: State, player: int, left: Mapping[str, int] | None, more: bool, outcome: Json, work: Work
) -> _Seat:
    hoard, scores = over.hoards[player], outcome.get("outcome.scores")
    known = "".join(card for card in hoard if not is_sign(card))
    unseen = len(hoard) - len(known)
    score = None if scores is None else scores[player] - _worth(over, known)
    if left is not None:
        most = [min(unseen, left[card]) for card in TREASURES]
    elif not more:
        most = [unseen] * len(TREASURES)
    elif score is None:  # enough to be ahead of all others, who need not have more than they must
        ahead = max(_worth(over, "".join(card for card in hoard if not is_sign(card))) for hoard in over.hoards)
        ...
    return _Seat(known, unseen, more, sorted(_treasures(...), key=sum))


def _worth(over: State, cards: str) -> int:
    """What these cards are worth; signs are worth nothing."""
    return sum(cards.count(card) * points for card, points in zip(TREASURES, over.worth, strict=True))


def _treasures(most: Sequence[int], worth: Sequence[int], cards: int, score: int | None, work: Work) -> Iterator[Numbers]:
    """Numbers of treasures, each up to the most there can be, together as many as `cards` at most, worth the score."""
    if not most:
        if not score:
            yield ()
        return
    limit = min(most[0], cards)
    if score is not None and worth[0]:
        limit = min(limit, score // worth[0])
    work.spend(limit // _MANY_HANDS)
    for number in range(limit + 1):
        rest = None if score is None else score - number * worth[0]
        for others in _treasures(most[1:], worth[1:], cards - number, rest, work):
            yield (number, *others)


def _given(hands: Sequence[Sequence[Numbers]], left: Mapping[str, int] | None, work: Work) -> Iterator[Sequence[Numbers]]:
    """One of the hands for each seat; all cards of the box that are left together."""
    if left is None:
        for each in product(*hands):
            work.spend()
            yield each
        return

    if not all(hands):
        return
    columns = [list(zip(*own, strict=True)) for own in hands]
    ...

    def give(seat: int, rest: Numbers) -> Iterator[list[Numbers]]:
