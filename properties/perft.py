"""Perft: how many ways there are to play on from a position, counted in two ways that must agree."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, digest

Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Perft:
    """The counts at one depth, as the protocol defines them."""

    depth: int
    sequences: int
    endings: int
    positions: int
    scores: int
    winners: int
    digest: str

    def to_json(self) -> Json:
        """The counts in the form of the protocol."""
        return asdict(self)


class CountsDiffer(Exception):
    """Occurs when the two ways of counting do not agree: the engine contradicts itself."""


def perft(game: Game, start: State, depth: int, ruleset: Any, tick: Tick = lambda: None) -> Iterator[Perft]:
    """The counts at depths 1 to `depth`. Raises `CountsDiffer`. `tick` is called for every position."""
    return _perft(game, [start], 0, depth, ruleset, tick)


def divide(
    game: Game, start: State, depth: int, ruleset: Any, tick: Tick = lambda: None
) -> Iterator[tuple[Action, Perft]]:
    """For each legal action, the counts at `depth` of the sequences that begin with it."""
    for action in game.legal_actions(start, ruleset):
        after = game.apply(start, action, ruleset)
        *_, counts = _perft(game, [after], 1, depth, ruleset, tick)
        yield action, counts


def _perft(game: Game, layer: list[State], first: int, depth: int, ruleset: Any, tick: Tick) -> Iterator[Perft]:
    """The counts at depths above 0, from the one position of a layer that lies `first` actions deep."""
    start = layer[0]
    merged = {digest(game.position_to_json(start)): (start, 1)}
    for level in range(first, depth + 1):
        if level > first:
            merged = _next_layer(game, merged, ruleset, tick)
        if level > 0:
            counts = _count(game, level, merged, ruleset)
            _compare(counts, _Tree(game, ruleset, tick).count(start, level - first))
            yield counts


Layer = dict[str, tuple[State, int]]  # by digest: a position, and how many sequences lead to it


def _next_layer(game: Game, layer: Layer, ruleset: Any, tick: Tick) -> Layer:
    after: Layer = {}
    for state, sequences in layer.values():
        for action in game.legal_actions(state, ruleset):
            child = game.apply(state, action, ruleset)
            key = digest(game.position_to_json(child))
            known = after.get(key)
            after[key] = (child, sequences + (known[1] if known else 0))
            tick()
    return after


def _count(game: Game, depth: int, layer: Layer, ruleset: Any) -> Perft:
    ended = [(game.outcome(state, ruleset), number) for state, number in layer.values() if game.is_terminal(state)]
    return Perft(
        depth=depth,
        sequences=sum(number for _, number in layer.values()),
        endings=sum(number for _, number in ended),
        positions=len(layer),
        scores=sum(number * _weighted(outcome.scores) for outcome, number in ended),
        winners=sum(number * (player + 1) for outcome, number in ended for player in outcome.winners),
        digest=sha256("\n".join(sorted(layer)).encode()).hexdigest(),
    )


class _Tree:
    """The other way: every sequence played out one by one; positions told apart by equality."""

    def __init__(self, game: Game, ruleset: Any, tick: Tick) -> None:
        self.game, self.ruleset, self.tick = game, ruleset, tick
        self.sequences = self.endings = self.scores = self.winners = 0
        self.positions: set[State] = set()

    def count(self, state: State, depth: int) -> tuple[int, ...]:
        """The five numbers at that depth below a position."""
        waiting = [(state, depth)]
        while waiting:
            state, below = waiting.pop()
            if below == 0:
                self._add(state)
                continue
            actions = self.game.legal_actions(state, self.ruleset)
            if len(set(actions)) < len(actions):
                raise CountsDiffer(f"depth {depth - below + 1}: an action is listed twice")
            for action in actions:
                self.tick()
                waiting.append((self.game.apply(state, action, self.ruleset), below - 1))
        return self.sequences, self.endings, len(self.positions), self.scores, self.winners

    def _add(self, state: State) -> None:
        self.sequences += 1
        self.positions.add(state)
        if self.game.is_terminal(state):
            outcome = self.game.outcome(state, self.ruleset)
            self.endings += 1
            self.scores += _weighted(outcome.scores)
            self.winners += sum(player + 1 for player in outcome.winners)


def _weighted(scores: tuple[int, ...]) -> int:
    return sum((player + 1) * score for player, score in enumerate(scores))


def _compare(counts: Perft, tree: tuple[int, ...]) -> None:
    layers = (counts.sequences, counts.endings, counts.positions, counts.scores, counts.winners)
    if layers != tree:
        raise CountsDiffer(f"depth {counts.depth}: {layers} by distinct positions, {tree} by the tree")
