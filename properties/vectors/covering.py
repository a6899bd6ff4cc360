"""A small choice that covers all: greedy over a bipartite graph, reduced afterwards. The same for the same input."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeVar

import networkx as nx

T = TypeVar("T", bound=Hashable)
_CHOICE, _TARGET = 0, 1


def cover(
    covers: Mapping[int, frozenset[T]], sizes: Mapping[int, int], first: Sequence[int] = (), times: int = 1
) -> list[int]:
    """Choices that together cover every target so many times, or as often as there are choices for it.

    covers: by the number of each choice what it covers. first: those that are taken before all others, as far as
    they are needed. Then always the one that covers most of what is left for its size, and of those the first. In the
    end none can be left out: each covers something that the others do not cover often enough.
    """
    graph = bipartite(covers)
    left = {node: min(times, graph.degree[node]) for node in graph if node[0] == _TARGET}
    gains = {number: len(targets) for number, targets in covers.items()}
    chosen: list[int] = []
    while any(gains.values()):
        waiting = [number for number in first if gains.get(number)]
        best = waiting[0] if waiting else max(gains, key=lambda number: (gains[number] / sizes[number], -number))
        chosen.append(best)
        del gains[best]
        for target in graph[_CHOICE, best]:
            left[target] -= 1
            if left[target] == 0:
                for _, other in graph[target]:
                    if other in gains:
                        gains[other] -= 1
    return reduced({number: covers[number] for number in chosen}, sizes, first, times)


def reduced(
    covers: Mapping[int, frozenset[T]], sizes: Mapping[int, int], first: Sequence[int] = (), times: int = 1
) -> list[int]:
    """Those that are needed, in ascending order: the largest that is not is left out first, those of `first` last."""
    graph = bipartite(covers)
    needed = {node: min(times, graph.degree[node]) for node in graph if node[0] == _TARGET}
    for number in sorted(covers, key=lambda number: (number in first, -sizes[number], -number)):
        if all(graph.degree[target] > needed[target] for target in graph[_CHOICE, number]):
            graph.remove_node((_CHOICE, number))
    return sorted(number for kind, number in graph if kind == _CHOICE)


def alone(covers: Mapping[int, frozenset[T]]) -> dict[int, list[T]]:
    """For each choice what no other one covers."""
    graph = bipartite(covers)
    return {number: [target for target in covers[number] if graph.degree[_TARGET, target] == 1] for number in covers}


def bipartite(covers: Mapping[int, frozenset[T]]) -> Any:
    """The graph of choices and targets: an edge from each choice to each target that it covers."""
    graph: Any = nx.Graph()
    for number, targets in covers.items():
        graph.add_node((_CHOICE, number))
        graph.add_edges_from(((_CHOICE, number), (_TARGET, target)) for target in targets)
    return graph
