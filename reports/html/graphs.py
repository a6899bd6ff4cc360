"""State graphs of boxes: how much there is, what its games come to, and positions to look around in."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf

from markupsafe import Markup

from properties.verdicts import Verdict
from reference_engine.jsonform import Json, member, of_type
from reference_engine.record import Record, read_record
from reports.html.bars import counts
from reports.html.exploring import Explorer, explorer
from reports.html.pool import TOO_LARGE, Pool
from reports.html.replays import Replay, of_record
from reports.html.report import Report, verdict_from_json

_SOMETIMES = ".sometimes."
_COUNTED = {
    "openings": "openings",
    "positions": "positions",
    "actions": "actions in all of them",
    "endings": "endings",
    "shortest": "actions in the shortest game",
    "longest": "actions in the longest play",
    "depth": "actions to the farthest position",
}


@dataclass(frozen=True)
class Situation:
    """A rare situation that games come to. actions: of a shortest one. replay: None where there is no room for it."""

    edge: str
    evidence: str
    actions: int
    replay: Replay | None


@dataclass(frozen=True)
class Explored:
    """A box. counted: each count with what it is of. never: the situations that none comes to, by the reason.

    explorer: of the smallest box of the report. alone: the command that shows a box by itself.
    has_game: whether the report has any game of it, from whose opening one can look around.
    """

    key: str
    heading: str
    verdicts: Sequence[Verdict]
    counted: Sequence[tuple[str, str]]
    layers: Markup
    situations: Sequence[Situation]
    never: Mapping[str, Sequence[str]]
    explorer: Explorer | None
    alone: str
    has_game: bool
    too_large: str = TOO_LARGE


def graphs(report: Report, pool: Pool) -> list[Explored]:
    """The boxes of a report. Raises `CannotParse`."""
    boxes = [
        list(lines)
        for _, lines in groupby(report.lines, lambda line: (member(line, "game", str), member(line, "box", str)))
    ]
    told = [_explored(f"box-{number}", lines, pool) for number, lines in enumerate(boxes, start=1)]
    if boxes:
        smallest = min(range(len(boxes)), key=lambda each: _counted(boxes[each]).get("positions", inf))
        one = told[smallest]
        told[smallest] = replace(one, explorer=explorer(f"{one.key}-explore", _records(boxes[smallest]), pool))
    return told


def _records(lines: Sequence[Json]) -> list[Record]:
    """The games of a box: those that come to something rare, or else those that were found."""
    kept = [line["record"] for line in lines if "record" in line]
    found = [line["finding"]["record"] for line in lines if line.get("finding")]
    return [read_record(record.encode()) for record in kept or found if record]


def _counted(lines: Sequence[Json]) -> Json:
    """The counts of a box by the engine; {} where it was not explored."""
    return of_type(lines[0].get("counts", {}).get("engine", {}), dict, "the counts")


def _explored(key: str, lines: Sequence[Json], pool: Pool) -> Explored:
    first, verdicts = lines[0], [verdict_from_json(line) for line in lines]
    records = {
        verdict.id: read_record(line["record"].encode())
        for verdict, line in zip(verdicts, lines, strict=True)
        if "record" in line
    }
    never = defaultdict(list)
    for verdict in verdicts:
        if _SOMETIMES in verdict.id and verdict.id not in records:
            never[verdict.sentence].append(_edge(verdict))
    return Explored(
        key=key,
        heading=f"{first['game']}, box {first['box']}, {member(first, 'players', int)} players",
        verdicts=[verdict for verdict in verdicts if _SOMETIMES not in verdict.id],
        counted=list(_counts(_counted(lines))),
        layers=_layers(first.get("layers", [])),
        situations=list(_situations(key, verdicts, records, pool)),
        never=never,
        explorer=None,
        alone=f"dragonproof prove --graph {first['box']} --game {first['game']} --html FILE",
        has_game=bool(_records(lines)),
    )


def _counts(engine: Json) -> Iterator[tuple[str, str]]:
    """Each count with what it is of; no number where a play need not end."""
    for name, what in _COUNTED.items():
        if name in engine:
            yield what, "none" if engine[name] is None else f"{engine[name]:,}"


def _layers(layers: Sequence[int]) -> Markup:
    """How many positions are so many actions away from an opening."""
    numbers = {f"after {_actions(distance)}": number for distance, number in enumerate(layers)}
    return Markup(counts("Positions, by the fewest actions that lead to them", numbers)) if numbers else Markup("")


def _actions(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"


def _situations(
    key: str, verdicts: Sequence[Verdict], records: Mapping[str, Record], pool: Pool
) -> Iterator[Situation]:
    for verdict in verdicts:
        if verdict.id in records:
            record, edge = records[verdict.id], _edge(verdict)
            steps = len(record.steps)
            replay = of_record(f"{key}-{edge}", edge, record, pool) if pool.has_room(steps) else None
            yield Situation(edge, verdict.evidence, steps, replay)


def _edge(verdict: Verdict) -> str:
    return verdict.id.partition(_SOMETIMES)[2]
