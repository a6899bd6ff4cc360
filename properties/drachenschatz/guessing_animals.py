"""How many animals each player can have at the end, where it is claimed who is out or who wins."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

from properties.drachenschatz.board import COW, SHEEP, TREASURES
from properties.inferring import Work
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json, same

Order = tuple[tuple[int, ...], ...]
"""Groups of players with the same number, fewest first, up to the first group of one; all others have more."""

_MANY = 10  # groups of players, or limits, that take as much work as one guess


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
    """

    game: Game
    ruleset: Any
    over: State
    outcome: Json
    fit: Callable[[Sequence[Limits]], bool]
    work: Work

    def narrowed(self, limits: Sequence[Limits]) -> Iterator[Sequence[Limits]]:
        """The limits that fit and in which the engine agrees; together all that there are. Raises `TooMuch`."""
        if self.outcome.keys().isdisjoint(("outcome.out", "outcome.winners")):
            yield from filter(self.fit, [limits])
        elif len(self.outcome.get("outcome.out", ())) <= len(self._halves):
            for orders in self._orders(limits):
                yield from self._fitting(limits, orders)

    @property
    def _halves(self) -> tuple[str, ...]:
        """By what players are out, one for each: by all their animals together, or by cows and by sheep."""
        return ("both",) if self.over.players <= 4 else ("cows", "sheep")

    def _fitting(self, limits: Sequence[Limits], orders: Sequence[Order]) -> Iterator[Sequence[Limits]]:
        """The limits that fit for all numbers that players in these orders can have."""
        ranges = [[getattr(limit, half) for limit in limits] for half in self._halves]
        for number, levels in enumerate(product(*map(_levels, orders, ranges)), start=1):
            if number % _MANY == 0:
                self.work.spend()
            own = [dict(zip(self._halves, numbers, strict=True)) for numbers in zip(*levels, strict=True)]
            narrow = [limit._replace(**numbers) for limit, numbers in zip(limits, own, strict=True)]
            if self.fit(narrow):
                yield narrow

    def _orders(self, limits: Sequence[Limits]) -> Iterator[tuple[Order, ...]]:
        """An order for each half, no longer than it must be for the engine to agree."""
        kinds_of = [_kinds([getattr(limit, half) for limit in limits]) for half in self._halves]
        for number, groups in enumerate(product(*kinds_of), start=1):
            if number % _MANY == 0:
                self.work.spend()
            fewest = tuple(kinds[0][0][:1] for kinds in groups)
            if not any(self._fitting(limits, fewest)):
                continue
            agreeing = []
            for kinds in product(*groups):
                out, wins = self._agrees([orders[0] for orders in kinds])
                if out and wins:
                    agreeing.append(kinds)
                elif out and "outcome.out" in self.outcome:
                    return  # with those out, others win
            if len(agreeing) == prod(map(len, groups)):
                yield fewest
            else:
                for kinds in agreeing:
                    yield from product(*kinds)

    def _agrees(self, orders: Sequence[Order]) -> list[bool]:
        """Whether the engine agrees with who is claimed to be out, and to win, where animals are in these orders."""
        players, winners = range(self.over.players), self.outcome.get("outcome.winners", ())
        scores = self.outcome.get("outcome.scores") or [int(player in winners) for player in players]
        hoards = [TREASURES[0] * sorted(scores).index(score) for score in scores]
        for animal, order in zip(COW + SHEEP, orders, strict=False):
            for player in players:
                place = next((place for place, group in enumerate(order) if player in group), len(order))
                hoards[player] += animal * place
        hoards = ["".join(sorted(hoard)) for hoard in hoards]
        over = replace(self.over, hoards=tuple(hoards), worth=(1, *self.over.worth[1:]))
        data = self.game.outcome_to_json(self.game.outcome(over, self.ruleset))
        return [same(self.outcome.get(f"outcome.{field}", data[field]), data[field]) for field in ("out", "winners")]


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
