"""State graphs as files: GraphML for other programs, and a picture as SVG."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

import networkx as nx

from solver.graphing import Drawn

MOST_PICTURED = 400  # positions

_APART, _BETWEEN = 18, 120  # between the positions of a layer, and between layers
_COLOURS = {"opening": "#7fb069", "going on": "#e8e8e8", "ending": "#d1495b"}


def graphml(drawn: Drawn) -> str:
    """The graph as GraphML.

    A node has its `position` as JSON, its `distance` from an opening and, where the game is over, its `outcome`; an
    edge has its `action`.
    """
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    for number, (position, outcome) in enumerate(drawn.nodes):
        ended = {"outcome": outcome} if outcome else {}
        graph.add_node(number, position=position, distance=drawn.distances[number], **ended)
    for number, after, action in drawn.links:
        graph.add_edge(number, after, action=action)
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def picture(drawn: Drawn) -> str:
    """The graph as SVG: openings on the left, and to the right what lies as many actions away from them.

    A position and an action are told in full where the pointer rests on them.
    """
    places = _places(drawn)
    width, height = (max(each[axis] for each in places) + _BETWEEN // 2 for axis in (0, 1))
    svg = ElementTree.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", width=str(width), height=str(height)
    )
    head = ElementTree.SubElement(svg, "marker", id="head", orient="auto", refX="13", refY="4", viewBox="0 0 8 8")
    head.attrib |= {"markerWidth": "7", "markerHeight": "7"}
    ElementTree.SubElement(head, "path", d="M0,1 L8,4 L0,7 z", fill="#999")
    for number, after, action in drawn.links:
        ends = dict(zip(("x1", "y1", "x2", "y2"), map(str, (*places[number], *places[after])), strict=True))
        ends |= {"stroke": "#999", "marker-end": "url(#head)"}
        _told(ElementTree.SubElement(svg, "line", ends), action)
    for number, (position, outcome) in enumerate(drawn.nodes):
        x, y = places[number]
        kind = "ending" if outcome else "going on" if drawn.distances[number] else "opening"
        circle = {"cx": str(x), "cy": str(y), "r": "6", "fill": _COLOURS[kind], "stroke": "#333"}
        _told(ElementTree.SubElement(svg, "circle", circle), f"{position} {outcome}".strip())
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _told(element: ElementTree.Element, text: str) -> None:
    ElementTree.SubElement(element, "title").text = text


def _places(drawn: Drawn) -> Sequence[tuple[int, int]]:
    """Where each position lies. In its layer it is near those that lead to it."""
    before = defaultdict(list)
    for number, after, _ in drawn.links:
        before[after].append(number)
    places: list[tuple[int, int]] = [(0, 0)] * len(drawn.nodes)
    most = max(Counter(drawn.distances).values(), default=0)
    for layer, numbers in groupby(range(len(drawn.nodes)), drawn.distances.__getitem__):
        wished = {}
        for number in numbers:
            heights = [places[each][1] for each in before[number] if drawn.distances[each] < layer]
            wished[number] = sum(heights) / len(heights) if heights else 0.0
        top = _APART + (most - len(wished)) * _APART // 2
        for place, number in enumerate(sorted(wished, key=wished.__getitem__)):
            places[number] = (_BETWEEN // 2 + layer * _BETWEEN, top + place * _APART)
    return places
