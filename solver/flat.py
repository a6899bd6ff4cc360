"""The second explorer: every position of a box by a flat model, from its openings in the protocol's JSON on."""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from reference_engine.jsonform import Json
from solver import load
from solver.counts import Counts, Prints, digest, position_print, said_print, weighted


class Flat(Protocol):
    """What the module `solver.GAME.flat` of every game exports."""

    def read(self, data: Json) -> Hashable:
        """The position of that JSON."""

    def write(self, position: Hashable) -> Json:
        """The position as JSON."""

    def moves(self, position: Hashable, readings: Mapping[str, str]) -> Iterable[tuple[str, Hashable]]:
        """Every action that can be played, as text, and the position after it."""

    def outcome(self, position: Hashable, readings: Mapping[str, str]) -> Json | None:
        """The outcome as JSON; None while the game is not over."""


@dataclass(frozen=True)
class Flattened:
    """What the second explorer found; complete: False where it gave up, and there are no counts."""

    counts: Counts | None
    prints: Prints


def flat(game: str) -> Flat:
    """The flat model of that game. Raises `UnknownGame`."""
    return cast(Flat, load(game, "flat"))


def explore(model: Flat, openings: Iterable[Json], readings: Mapping[str, str], most: int) -> Flattened:
    """Every position, layer after layer; nothing where there are more than `most`."""
    layer = list(dict.fromkeys(map(model.read, openings)))
    number = {position: place for place, position in enumerate(layer)}
    following: list[list[tuple[str, int]]] = []
    starts, depth, shortest = len(layer), -1, None
    while layer:
        depth, found = depth + 1, list[Hashable]()
        for position in layer:
            moves = []
            for action, after in model.moves(position, readings):
                if after not in number:
                    number[after] = len(number)
                    found.append(after)
                moves.append((action, number[after]))
            following.append(moves)
            if shortest is None and model.outcome(position, readings) is not None:
                shortest = depth
        if len(number) > most:
            return Flattened(None, {})
        layer = found
    keys = [position_print(model.write(position)) for position in number]
    outcomes = [model.outcome(position, readings) for position in number]
    prints = {
        key: said_print(((action, keys[after]) for action, after in moves), outcome)
        for key, moves, outcome in zip(keys, following, outcomes, strict=True)
    }
    ended = [weighted(outcome) for outcome in outcomes if outcome is not None]
    counts = Counts(
        openings=starts,
        positions=len(keys),
        actions=sum(map(len, following)),
        endings=len(ended),
        shortest=shortest,
        depth=depth,
        longest=_longest(following),
        scores=sum(scores for scores, _ in ended),
        winners=sum(winners for _, winners in ended),
        digest=digest(prints),
    )
    return Flattened(counts, prints)


def _longest(following: Sequence[Sequence[tuple[str, int]]]) -> int | None:
    """The longest play; None where a play comes back: each position is taken once all before it have been."""
    before = [0] * len(following)
    for after in _after(following):
        before[after] += 1
    waiting = deque(place for place, number in enumerate(before) if not number)
    length, taken = [0] * len(following), 0
    while waiting:
        place = waiting.popleft()
        taken += 1
        for _, after in following[place]:
            length[after] = max(length[after], length[place] + 1)
            before[after] -= 1
            if not before[after]:
                waiting.append(after)
    return max(length, default=0) if taken == len(following) else None


def _after(following: Sequence[Sequence[tuple[str, int]]]) -> Iterator[int]:
    return (after for moves in following for _, after in moves)
