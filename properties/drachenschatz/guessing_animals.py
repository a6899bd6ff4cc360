"""How many animals each player can have at the end, where it is claimed who is out or who wins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, NamedTuple

from properties.drachenschatz.board import COW, SHEEP, TREASURES
from properties.inferring import Work
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json, same

Order = tuple[tuple[int, ...], ...]
"""Groups of players with the same number, fewest first, up to the first group of one; all others have more."""

_MANY_ORDERS = 50  # that take as much work as one guess


class Limits(NamedTuple):
    """How many cows, sheep, and animals of both kinds together one player can have."""

    cows: range
    sheep: range
    both: range


def deciding(
    game: Game, ruleset: Any, over: State, limits: Sequence[Limits], outcome: Json, work: Work
) -> Iterator[list[Limits]]:
    """The limits in which those are out, and win, of whom the outcome claims it; together all that there are.

    outcome: as in the claims after the last action. Raises `TooMuch`.
    """
    if outcome.keys().isdisjoint(("outcome.out", "outcome.winners")):
        yield list(limits)
        return
    # who is out goes by all animals together, or by cows and by sheep
    halves = ("both",) if over.players <= 4 else ("cows", "sheep")
    ranges = [[getattr(limit, half) for limit in limits] for half in halves]
    for number, kinds in enumerate(product(*map(_kinds, ranges))):
        if number % _MANY_ORDERS == 0:
            work.spend()
        if not _decides(game, ruleset, over, outcome, [orders[0] for orders in kinds]):
            continue
        for orders in product(*kinds):
            for levels in product(*map(_levels, orders, ranges)):
                numbers = [dict(zip(halves, own, strict=True)) for own in zip(*levels, strict=True)]
                yield [limit._replace(**own) for limit, own in zip(limits, numbers, strict=True)]


def _orders(players: Sequence[int]) -> Iterator[Order]:
    """Every order of these players."""
    for size in range(1, len(players) + 1):
        for group in combinations(players, size):
            others = [player for player in players if player not in group]
            if size == 1 or not others:
                yield (group,)
            else:
                yield from ((group, *order) for order in _orders(others))


def _kinds(limits: Sequence[range]) -> list[list[Order]]:
    """All orders that there can be within the limits, for all players.

    Those are together in which the same players have fewest and the same one is the first to be alone with a number.
    """
    kinds: dict[tuple[tuple[int, ...], ...], list[Order]] = {}
    for order in _orders(range(len(limits))):
        if any(_levels(order, limits)):
            alone = order[-1] if len(order[-1]) == 1 else ()
            kinds.setdefault((order[0], alone), []).append(order)
    return list(kinds.values())


def _decides(game: Game, ruleset: Any, over: State, outcome: Json, orders: Sequence[Order]) -> bool:
    """Whether the engine agrees with who is claimed to be out and to win where players have animals in these orders."""
    winners = outcome.get("outcome.winners", ())
    scores = outcome.get("outcome.scores") or [int(player in winners) for player in range(over.players)]
    hoards = [TREASURES[0] * sorted(scores).index(score) for score in scores]
    for animal, order in zip(COW + SHEEP, orders, strict=False):
        for player in range(over.players):
            place = next((place for place, group in enumerate(order) if player in group), len(order))
            hoards[player] += animal * place
    worth = (1, *over.worth[1:])
    state = replace(over, hoards=tuple("".join(sorted(hoard)) for hoard in hoards), worth=worth)
    data = game.outcome_to_json(game.outcome(state, ruleset))
    return all(same(outcome.get(f"outcome.{field}", data[field]), data[field]) for field in ("out", "winners"))


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
