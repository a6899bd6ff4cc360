"""How many animals each player can have at the end, where it is claimed who is out or who wins."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, NamedTuple

from properties.drachenschatz.board import COW, SHEEP, TREASURES
from properties.inferring import Work
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json, same

Order = tuple[tuple[int, ...], ...]
"""Groups of players with the same number, fewest first, up to the first group of one; all others have more."""

_MANY = 25  # groups of players, or limits, that take as much work as one guess


class Limits(NamedTuple):
    """How many cows, sheep, and animals of both kinds together one player can have."""

    cows: range
    sheep: range
    both: range


@dataclass(frozen=True)
class Deciding:
    """Who is claimed to be out, and to win; the engine says whether that can be.

    over: a position after the end. outcome: as in the claims after the last action.
    fit: whether there are hoards within the limits given for all players.
    win: whether those can win who are claimed to, when those given are out.
    """

    game: Game
    ruleset: Any
    over: State
    outcome: Json
    fit: Callable[[Sequence[Limits]], bool]
    win: Callable[[tuple[int, ...]], bool]
    work: Work

    def narrowed(self, limits: Sequence[Limits]) -> Iterator[tuple[Sequence[Limits], Sequence[int]]]:
        """The limits that fit and in which the engine agrees, with those who are out then; together all that there are.

        Where nothing is claimed of who is out or wins, nobody is told to be out. Raises `TooMuch`.
        """
        if self.outcome.keys().isdisjoint(("outcome.out", "outcome.winners")):
            yield from ((limits, ()) for _ in filter(self.fit, [limits]))
        elif len(self.outcome.get("outcome.out", ())) <= len(self._halves):
            for orders, out in self._orders(limits):
                yield from ((narrow, out) for narrow in self._fitting(limits, self._by_half(orders)))

    @property
    def _halves(self) -> tuple[str, ...]:
        """By what players are out, one for each: by all their animals together, or by cows and by sheep."""
        return ("both",) if self.over.players <= 4 else ("cows", "sheep")

    def _by_half(self, orders: Sequence[Order]) -> dict[str, Order]:
        return dict(zip(self._halves, orders, strict=True))

    def _fitting(self, limits: Sequence[Limits], orders: Mapping[str, Order]) -> Iterator[Sequence[Limits]]:
        """The limits that fit for all numbers that players in these orders can have, half by half."""
        if not orders:
            yield limits
            return
        (half, order), *others = orders.items()
        for number, levels in enumerate(_levels(order, [getattr(limit, half) for limit in limits]), start=1):
            if number % _MANY == 0:
                self.work.spend()
            narrow = [limit._replace(**{half: own}) for limit, own in zip(limits, levels, strict=True)]
            if self.fit(narrow):
                yield from self._fitting(narrow, dict(others))

    def _orders(self, limits: Sequence[Limits]) -> Iterator[tuple[Sequence[Order], list[int]]]:
        """An order for each half in which the engine agrees, no longer than it must be, and who is out then."""
        kinds_of = [_kinds([getattr(limit, half) for limit in limits]) for half in self._halves]
        for number, groups in enumerate(product(*kinds_of), start=1):
            if number % _MANY == 0:
                self.work.spend()
            fewest = [kinds[0][0][:1] for kinds in groups]
            if not any(self._fitting(limits, self._by_half(fewest))):
                continue
            found = [(kinds, self._decided([orders[0] for orders in kinds])) for kinds in product(*groups)]
            agreeing = [(kinds, data["out"]) for kinds, data in found if self._agrees(data, "out", "winners")]
            agreeing = [(kinds, out) for kinds, out in agreeing if self.win(tuple(out))]
            if not agreeing and "outcome.out" in self.outcome and any(self._agrees(data, "out") for _, data in found):
                return  # with those out, others win
            if len(agreeing) == len(found) and all(out == agreeing[0][1] for _, out in agreeing):
                yield fewest, agreeing[0][1]
            else:
                yield from ((orders, out) for kinds, out in agreeing for orders in product(*kinds))

    def _decided(self, orders: Sequence[Order]) -> Json:
        """Who is out and who wins, by the engine, where players have animals in these orders and the scores claimed.

        Where no scores are claimed, those who are claimed to win have equal ones, and all others have less.
        """
        players, winners = range(self.over.players), self.outcome.get("outcome.winners", ())
        scores = self.outcome.get("outcome.scores") or [int(player in winners) for player in players]
        hoards = [TREASURES[0] * sorted(scores).index(score) for score in scores]
        for animal, order in zip(COW + SHEEP, orders, strict=False):
            for player in players:
                place = next((place for place, group in enumerate(order) if player in group), len(order))
                hoards[player] += animal * place
        hoards = ["".join(sorted(hoard)) for hoard in hoards]
        over = replace(self.over, hoards=tuple(hoards), worth=(1, *self.over.worth[1:]))
        return self.game.outcome_to_json(self.game.outcome(over, self.ruleset))

    def _agrees(self, data: Json, *fields: str) -> bool:
        """Whether those fields of an outcome are as claimed, where something is claimed of them."""
        return all(same(self.outcome.get(f"outcome.{field}", data[field]), data[field]) for field in fields)


def _orders(players: Sequence[int]) -> Iterator[Order]:
    """Every order of these players."""
    for size in range(1, len(players) + 1):
        for group in combinations(players, size):
            others = [player for player in players if player not in group]
            if size == 1 or not others:
                yield (group,)
            else:
                yield from ((group, *order) for order in _orders(others))


def _kinds(limits: Sequence[range]) -> list[list[list[Order]]]:
    """All orders that there can be within the limits, for all players.

    Those are together in which the same players have fewest, and of them those in which the same player is the first
    to be alone with a number: that is all that could decide.
    """
    groups: dict[tuple[int, ...], dict[tuple[int, ...], list[Order]]] = {}
    for order in _orders(range(len(limits))):
        if any(_levels(order, limits)):
            alone = order[-1] if len(order[-1]) == 1 else ()
            groups.setdefault(order[0], {}).setdefault(alone, []).append(order)
    return [list(kinds.values()) for kinds in groups.values()]


def _levels(order: Order, limits: Sequence[range]) -> Iterator[list[range]]:
    """The numbers that the players can have in that order, for every number that its groups can have."""
    return (levels for levels in _above(order, 0, limits) if all(levels))


def _above(order: Order, fewest: int, limits: Sequence[range]) -> Iterator[list[range]]:
    """The same for the players in that order who have at least so many; with ranges of all others that may be empty."""
    if not order:
        yield [range(max(fewest, limit.start), limit.stop) for limit in limits]
        return
    group, *others = order
    least = max(fewest, *(limits[player].start for player in group))
    for number in range(least, min(limits[player].stop for player in group)):
        for levels in _above(tuple(others), number + 1, limits):
            for player in group:
                levels[player] = range(number, number + 1)
            yield levels
