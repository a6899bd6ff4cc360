"""The state graph of a box: every position that can be reached from its openings, by the reference engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

import networkx as nx

from properties.exploring import all_openings, explored
from reference_engine.interface import Action, Box, Game, State
from reference_engine.jsonform import Json
from reference_engine.record import Header, Record, Step, record_game
from solver.counts import Counts, Prints, digest, position_print, said_print, weighted


@dataclass(frozen=True)
class Graph:
    """Positions by number, breadth first, the openings first; not to be changed.

    after: for each its legal actions, each with the number of the position after it. complete: False where there are
    more positions; those known then come first, and `after` is that of the first of them only.
    """

    game: Game
    box: str
    ruleset: Any
    openings: int
    states: Sequence[State]
    after: Sequence[tuple[tuple[Action, int], ...]]
    complete: bool

    @cached_property
    def distances(self) -> list[int]:
        """The fewest actions from an opening to each position."""
        distances = [0] * len(self.states)
        for number in range(self.openings, len(self.states)):
            distances[number] = distances[self._before[number][0]] + 1
        return distances

    @cached_property
    def outcomes(self) -> list[Json | None]:
        """The outcome of each position in which the game is over, else None."""
        game, ruleset = self.game, self.ruleset
        return [
            game.outcome_to_json(game.outcome(state, ruleset)) if game.is_terminal(state) else None
            for state in self.states
        ]

    @cached_property
    def keys(self) -> list[bytes]:
        """The print of each position."""
        return [position_print(self.game.position_to_json(state)) for state in self.states]

    @cached_property
    def prints(self) -> Prints:
        """That of what can be said of each position, by its print."""
        text = self.game.action_to_text
        return {
            key: said_print(((text(action), self.keys[number]) for action, number in after), outcome)
            for key, after, outcome in zip(self.keys, self.after, self.outcomes, strict=True)
        }

    @cached_property
    def directed(self) -> "nx.DiGraph[int]":
        """The numbers of the positions as a graph, each leading to those after it."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(len(self.states)))
        graph.add_edges_from((number, after) for number, row in enumerate(self.after) for _, after in row)
        return graph

    @cached_property
    def _before(self) -> dict[int, tuple[int, Action]]:
        """For each position but the openings the first that leads to it, and the action."""
        before: dict[int, tuple[int, Action]] = {}
        for number, row in enumerate(self.after):
            for action, following in row:
                if following >= self.openings:
                    before.setdefault(following, (number, action))
        return before

    def record(self, number: int, *more: Action) -> Record:
        """A shortest play from an opening to a position, and on by these actions, with every position."""
        header, actions = self.path(number)
        return record_game(header, [*actions, *more])

    def path(self, number: int) -> tuple[Header, list[Action]]:
        """The opening and the actions of a shortest play to a position."""
        actions: list[Action] = []
        while number >= self.openings:
            number, action = self._before[number]
            actions.append(action)
        return Header(self.game, self.ruleset, self.states[number], self.box), actions[::-1]

    def claim(self, number: int, *last: Step, outcome: Json | None = None) -> Record:
        """That play, and what is claimed to follow."""
        header, actions = self.path(number)
        return Record(header, (*map(Step, actions), *last), outcome)


def explore(game: Game, box: Box, players: int, ruleset: Any, most: int) -> Graph:
    """Explores a box until it has met more than `most` positions."""
    starts = list(dict.fromkeys(islice(all_openings(game, box, players, ruleset), most + 1)))
    states, after, met = list[State](), list[tuple[tuple[Action, int], ...]](), len(starts)
    if met <= most:
        for state, row in explored(game, starts, ruleset):
            states.append(state)
            after.append(row)
            met = max(met, *(number + 1 for _, number in row)) if row else met
            if met > most:
                break
    complete = met == len(states)
    return Graph(game, box.name, ruleset, len(starts), states, after, complete)


def counts(graph: Graph) -> Counts:
    """The counts of a graph that is complete."""
    ended = [weighted(outcome) for outcome in graph.outcomes if outcome is not None]
    ends = (distance for distance, outcome in zip(graph.distances, graph.outcomes, strict=True) if outcome is not None)
    acyclic = nx.is_directed_acyclic_graph(graph.directed)
    return Counts(
        openings=graph.openings,
        positions=len(graph.states),
        actions=sum(map(len, graph.after)),
        endings=len(ended),
        shortest=min(ends, default=None),
        depth=max(graph.distances, default=0),
        longest=nx.dag_longest_path_length(graph.directed) if acyclic else None,
        scores=sum(scores for scores, _ in ended),
        winners=sum(winners for _, winners in ended),
        digest=digest(graph.prints),
    )


def cycle(graph: Graph) -> list[int]:
    """The numbers of positions that lead round in a circle, beginning with the first met; [] where there are none.

    Among the circles through that position it is a shortest.
    """
    known = graph.directed
    rounds = [each for each in nx.strongly_connected_components(known) if _turns(known, each)]
    if not rounds:
        return []
    first = min(map(min, rounds))
    within = known.subgraph(next(each for each in rounds if first in each))
    ways = (nx.shortest_path(within, after, first) for after in within.successors(first))
    return [first, *min(ways, key=len)[:-1]]


def _turns(known: "nx.DiGraph[int]", component: set[int]) -> bool:
    return len(component) > 1 or any(known.has_edge(each, each) for each in component)


def actions_along(graph: Graph, numbers: Sequence[int]) -> Iterator[Action]:
    """The actions that lead from each of these positions to the next."""
    for number, following in pairwise(numbers):
        yield next(action for action, after in graph.after[number] if after == following)
