"""The sets of winners with which a game can still end."""

import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from reference_engine.interface import Game, State

Winners = tuple[int, ...]
T = TypeVar("T")


def reach(game: Game, start: State, ruleset: Any) -> frozenset[Winners]:
    """The sets of winners with which a game can end from a position."""

    def after(state: State) -> list[State]:
        return [game.apply(state, action, ruleset) for action in game.legal_actions(state, ruleset)]

    def winners(state: State) -> Winners | None:
        return game.outcome(state, ruleset).winners if game.is_terminal(state) else None

    return reached([start], after, winners, sys.maxsize)[start]


def reached(
    starts: Iterable[T], after: Callable[[T], Iterable[T]], winners: Callable[[T], Winners | None], most: int
) -> dict[T, frozenset[Winners]]:
    """That for every position from these on, worked out backwards from the endings: a game need not end.

    winners: of an ending, else None. Nothing if there are more than `most` positions.
    """
    before: dict[T, list[T]] = {start: [] for start in starts}
    waiting = list(before)
    endings = []
    while waiting:
        if len(before) > most:
            return {}
        position = waiting.pop()
        won = winners(position)
        if won is not None:
            endings.append((position, won))
        for following in after(position):
            if following not in before:
                before[following] = []
                waiting.append(following)
            before[following].append(position)
    reached: dict[T, set[Winners]] = {position: set() for position in before}
    for ending, won in endings:
        waiting = [ending]
        while waiting:
            position = waiting.pop()
            if won not in reached[position]:
                reached[position].add(won)
                waiting += before[position]
    return {position: frozenset(sets) for position, sets in reached.items()}
