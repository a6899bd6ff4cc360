"""The end of a game whose hands were not seen: what could be in them, by the bribes, hands and scores shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from properties.inferring import Work
from properties.village.unseen import Unseen, is_sign, matched
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json

Numbers = tuple[int, ...]
"""A number for each seat."""


@dataclass(frozen=True)
class _Seat:
    """One player's unseen cards at the end.

    signs: those. worth: what each card would add to the score. exactly: how many of a card there must be among
    them, where that was shown. score: what they must add up to, None where no score was shown.
    """

    signs: tuple[str, ...]
    worth: Mapping[str, int]
    exactly: Mapping[str, int]
    score: int | None


def fillings(
    game: Game, ruleset: Any, over: State, unseen: Unseen, claims: Json, work: Work
) -> Iterator[dict[str, str]]:
    """Cards for all signs in the hands, one of each number of every card for every player, that fit the claims.

    over: the position after the end, the signs still in the hands. Raises `TooMuch`.
    """
    seats = [_seat(game, ruleset, over, unseen, claims, player) for player in range(over.players)]
    for numbers in _Sharing(seats, unseen, work).all():
        found: dict[str, str] = {}
        for seat, stock in zip(seats, numbers, strict=True):
            cards = matched([unseen.can_be(sign) for sign in seat.signs], stock)
            if cards is None:
                break
            found |= zip(seat.signs, cards, strict=True)
        else:
            yield found


class _Sharing:
    """How many of each kind of card there can be among each seat's signs; kind by kind, no dead end twice."""

    def __init__(self, seats: Sequence[_Seat], unseen: Unseen, work: Work) -> None:
        self._seats, self._kinds, self._work = seats, unseen.kinds, work
        signs = sum(len(seat.signs) for seat in seats)
        self._left = dict(unseen.left) if unseen.left else dict.fromkeys(unseen.kinds, signs)
        self._elsewhere = sum(self._left.values()) - signs  # cards left that are in no hand
        self._choices = [
            {
                kind: [
                    number
                    for number in range(1 + sum(kind in unseen.can_be(sign) for sign in seat.signs))
                    if seat.exactly.get(kind, number) == number
                ]
                for kind in unseen.kinds
            }
            for seat in seats
        ]
        self._possible = cache(self._reaches)
        self._dead: set[tuple[int, Numbers, Numbers, int]] = set()

    def all(self) -> Iterator[list[dict[str, int]]]:
        """Each way for all seats to have as many cards as signs, worth their scores."""
        cards = tuple(len(seat.signs) for seat in self._seats)
        scores = tuple(seat.score or 0 for seat in self._seats)
        if all(map(self._possible, range(len(cards)), [0] * len(cards), cards, scores)):
            for ways in self._from(0, cards, scores, self._elsewhere):
                yield [dict(zip(self._kinds, numbers, strict=True)) for numbers in zip(*ways, strict=True)]

    def _from(self, place: int, cards: Numbers, scores: Numbers, elsewhere: int) -> Iterator[list[Numbers]]:
        """For each kind from that place on how many each seat has, when so much is to come for each."""
        if place == len(self._kinds):
            yield []
            return
        state = (place, cards, scores, elsewhere)
        dead = True
        left = self._left[self._kinds[place]]
        for numbers in self._shares(place, cards, scores, left) if state not in self._dead else ():
            rest = elsewhere - left + sum(numbers)
            if rest >= 0:
                fewer = tuple(map(int.__sub__, cards, numbers))
                for others in self._from(place + 1, fewer, self._less(place, scores, numbers), rest):
                    dead = False
                    yield [numbers, *others]
        if dead:
            self._dead.add(state)

    def _shares(self, place: int, cards: Numbers, scores: Numbers, left: int) -> Iterator[Numbers]:
        """How many cards of one kind the first of the seats can have, for as many seats as there are numbers."""
        self._work.spend()
        if not cards:
            yield ()
            return
        seat = len(cards) - 1
        kind = self._kinds[place]
        for number in self._choices[seat][kind]:
            score = scores[seat] - number * self._seats[seat].worth[kind]
            if number <= left and self._possible(seat, place + 1, cards[seat] - number, score):
                for others in self._shares(place, cards[:-1], scores[:-1], left - number):
                    yield (*others, number)

    def _less(self, place: int, scores: Numbers, numbers: Numbers) -> Numbers:
        kind = self._kinds[place]
        return tuple(score - n * seat.worth[kind] for score, n, seat in zip(scores, numbers, self._seats, strict=True))

    def _reaches(self, seat: int, place: int, cards: int, score: int) -> bool:
        """Whether the kinds from that place on can be so many cards of the seat that are worth so much."""
        if cards < 0:
            return False
        if place == len(self._kinds):
            return cards == 0 and (score == 0 or self._seats[seat].score is None)
        kind = self._kinds[place]
        worth = self._seats[seat].worth[kind]
        return any(
            self._possible(seat, place + 1, cards - number, score - number * worth)
            for number in self._choices[seat][kind]
        )


def _seat(game: Game, ruleset: Any, over: State, unseen: Unseen, claims: Json, player: int) -> _Seat:
    """What the claims say of one player's unseen cards; the engine says what a card is worth."""
    hand = "".join(card for card in over.hands[player] if not is_sign(card))

    def standing(more: str) -> int:
        hands = [hand + more if seat == player else "" for seat in range(over.players)]
        return game.standing(replace(over, hands=tuple(hands)), ruleset)[player]

    own = {bribe[0]: bribe for bribe in over.bribes[player]}
    exactly = {}
    for kind in unseen.kinds:
        zones = _entry(claims, "bribes", player, dict) if kind in own else _entry(claims, "hands", player, str)
        if zones is not None:
            shown = zones.get(kind, "") if isinstance(zones, dict) else zones.count(kind) * kind
            before = own[kind] if kind in own else hand.count(kind) * kind
            exactly[kind] = len(shown) - len(before) if isinstance(shown, str) else -1
    score = _entry(claims, "outcome.scores", player, int)
    return _Seat(
        signs=tuple(card for card in over.hands[player] if is_sign(card)),
        worth={kind: standing(kind) - standing("") for kind in unseen.kinds},
        exactly=exactly,
        score=None if score is None else score - standing(""),
    )


def _entry(claims: Json, field: str, player: int, kind: type) -> Any:
    """The claim about one player, where the field is a list of such entries."""
    entries = claims.get(field)
    if isinstance(entries, list) and player < len(entries) and isinstance(entries[player], kind):
        return entries[player]
    return None
