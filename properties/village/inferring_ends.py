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
    for numbers in _numbers(seat, unseen, left, work):
        cards = matched([unseen.can_be(sign) for sign in seat.signs], numbers)
        if cards is not None:
            rest = {kind: number - numbers[kind] for kind, number in left.items()}
            for others in _fill(seats[1:], rest, unseen, work):
                yield dict(zip(seat.signs, cards, strict=True)) | others


def _numbers(seat: _Seat, unseen: Unseen, left: Mapping[str, int], work: Work) -> Iterator[dict[str, int]]:
    """How many of each card there can be among the seat's signs."""
    kinds = unseen.kinds
    choices = []
    for kind in kinds:
        most = min(left[kind], sum(kind in unseen.can_be(sign) for sign in seat.signs))
        number = seat.exactly.get(kind)
        choices.append(range(most + 1) if number is None else [number] if 0 <= number <= most else [])

    @cache
    def possible(place: int, cards: int, score: int | None) -> bool:
        """Whether the kinds from that place on can be so many cards that are worth so much."""
        if place == len(kinds):
            return cards == 0 and score in (0, None)
        return any(possible(place + 1, cards - number, _less(score, place, number)) for number in upto(place, cards))

    def upto(place: int, cards: int) -> list[int]:
        return [number for number in choices[place] if number <= cards]

    def _less(score: int | None, place: int, number: int) -> int | None:
        return None if score is None else score - number * seat.worth[kinds[place]]

    def choose(place: int, cards: int, score: int | None) -> Iterator[dict[str, int]]:
        work.spend()
        if place == len(kinds):
            yield {}
            return
        for number in upto(place, cards):
            less = _less(score, place, number)
            if possible(place + 1, cards - number, less):
                for others in choose(place + 1, cards - number, less):
                    yield {kinds[place]: number} | others

    if possible(0, len(seat.signs), seat.score):
        yield from choose(0, len(seat.signs), seat.score)


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
