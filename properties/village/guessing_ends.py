"""The end of a game whose hands were not seen: what could be in them, by the bribes, hands and scores shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from properties.inferring import Work
from properties.village.unseen import Unseen, is_sign, matched
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json


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
    left = dict(unseen.left) if unseen.left else dict.fromkeys(unseen.kinds, sum(len(seat.signs) for seat in seats))
    yield from _fill(seats, left, unseen, work)


def _fill(seats: Sequence[_Seat], left: Mapping[str, int], unseen: Unseen, work: Work) -> Iterator[dict[str, str]]:
    """Cards of those left for the signs of all these seats."""
    if not seats:
        yield {}
        return
    seat = seats[0]
    for numbers in _Numbers(seat, unseen, left, work).all():
        cards = matched([unseen.can_be(sign) for sign in seat.signs], numbers)
        if cards is not None:
            rest = {kind: number - numbers[kind] for kind, number in left.items()}
            for others in _fill(seats[1:], rest, unseen, work):
                yield dict(zip(seat.signs, cards, strict=True)) | others


class _Numbers:
    """How many of each kind of card there can be among one seat's signs: kind by kind, and no way that leads nowhere."""

    def __init__(self, seat: _Seat, unseen: Unseen, left: Mapping[str, int], work: Work) -> None:
        self._seat, self._kinds, self._work = seat, unseen.kinds, work
        most = {kind: min(left[kind], sum(kind in unseen.can_be(sign) for sign in seat.signs)) for kind in unseen.kinds}
        self._choices = [
            [number for number in range(most[kind] + 1) if seat.exactly.get(kind, number) == number]
            for kind in unseen.kinds
        ]
        self._possible = cache(self._reaches)

    def all(self) -> Iterator[dict[str, int]]:
        """Each way to have as many cards as there are signs, worth the score together."""
        everything = (0, len(self._seat.signs), self._seat.score or 0)
        return self._choose(*everything) if self._possible(*everything) else iter(())

    def _ways(self, place: int, cards: int, score: int) -> Iterator[tuple[int, tuple[int, int, int]]]:
        """How many of the kind at that place; from where, how many cards and what score are then to come."""
        worth = self._seat.worth[self._kinds[place]]
        for number in self._choices[place]:
            if number <= cards:
                yield number, (place + 1, cards - number, score - number * worth)

    def _reaches(self, place: int, cards: int, score: int) -> bool:
        if place == len(self._kinds):
            return cards == 0 and (score == 0 or self._seat.score is None)
        return any(self._possible(*rest) for _, rest in self._ways(place, cards, score))

    def _choose(self, place: int, cards: int, score: int) -> Iterator[dict[str, int]]:
        self._work.spend()
        if place == len(self._kinds):
            yield {}
            return
        for number, rest in self._ways(place, cards, score):
            if self._possible(*rest):
                yield from ({self._kinds[place]: number} | others for others in self._choose(*rest))


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
    scores = claims.get("outcome.scores")
    score = scores[player] if isinstance(scores, list) and len(scores) == over.players else None
    return _Seat(
        signs=tuple(card for card in over.hands[player] if is_sign(card)),
        worth={kind: standing(kind) - standing("") for kind in unseen.kinds},
        exactly=exactly,
        score=score - standing("") if type(score) is int else None,
    )


def _entry(claims: Json, field: str, player: int, kind: type) -> Any:
    """The claim about one player, where the field is a list of such entries."""
    entries = claims.get(field)
    if isinstance(entries, list) and player < len(entries) and isinstance(entries[player], kind):
        return entries[player]
    return None
