"""The state graphs of small boxes, each in a process of its own: what two explorers find, and what comes of it."""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import reference_engine
from properties.events import Event, Judged, Progressed, RunStarted
from properties.running import Result, Unit, run
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Box, Game
from reference_engine.jsonform import canonical
from reference_engine.record import write_record
from solver.counts import MOST_POSITIONS, Counts
from solver.flat import Flat, Flattened, flat
from solver.flat import explore as explore_flat
from solver.graph_covering import cover, edges, judge_clauses, judge_sometimes, never
from solver.graph_partings import counted_otherwise, parted
from solver.graphs import Graph, actions_along, counts, cycle, explore

_AGREE = "The engine and a flat model find the same positions, and say the same of each."
_PARTS = 3  # of the work on a box, each of which takes about as long as the others


@dataclass(frozen=True)
class Asked:
    """A box to explore, with so many players. seconds: about how long that takes.

    own: whether it is the user's own, of which nobody has said what its games cannot come to.
    """

    game: str
    box: Box
    players: int
    seconds: float
    own: bool = False


@dataclass(frozen=True)
class Drawn:
    """A graph for other programs. nodes: of each position its JSON and its outcome's, "" where the game goes on.

    distances: the fewest actions from an opening. links: two positions by number, and the action between them.
    """

    nodes: Sequence[tuple[str, str]]
    distances: Sequence[int]
    links: Sequence[tuple[int, int, str]]


@dataclass(frozen=True)
class Survey:
    """What came of a box. first, second: the counts of the engine and of the flat model, where there are any.

    records: for each verdict that some game is evidence for the record of a shortest one. unreached: the edges that no
    game comes to, where there is no verdict on them. drawn: if it was asked for, and the graph is complete. layers: how
    many positions are 0, 1, ... actions away from an opening.
    """

    asked: Asked
    verdicts: Sequence[Verdict] = ()
    first: Counts | None = None
    second: Counts | None = None
    records: Mapping[str, str] = field(default_factory=dict)
    unreached: Sequence[str] = ()
    drawn: Drawn | None = None
    layers: Sequence[int] = ()


def survey_all(
    asked: Sequence[Asked], readings: Mapping[str, str], draw: bool, workers: int, preload: tuple[str, ...]
) -> Generator[Event, None, list[Survey]]:
    """Explores all, and gives the surveys in their order. On KeyboardInterrupt those that are not done are unknown."""
    yield RunStarted("", 0, sum(each.seconds for each in asked))
    units = [Unit(f"{each.game} {each.box.name}", survey, (each, readings, draw), each.seconds) for each in asked]
    place = {id(unit): number for number, unit in enumerate(units)}
    done: dict[int, Survey] = {}
    try:
        for unit, result in run(units, workers, preload=preload):
            number = place[id(unit)]
            if isinstance(result, Survey):
                done[number] = result
            elif isinstance(result, Result):  # which only an error gives
                done[number] = _unknown(asked[number], result.verdicts[0].evidence)
            if result is not None:
                yield Progressed(unit.id, unit.seconds / _PARTS)
    except KeyboardInterrupt:
        pass
    surveys = [done.get(number) or _unknown(each, "cut before it was done") for number, each in enumerate(asked)]
    for each in surveys:
        for verdict in each.verdicts:
            yield Judged(verdict)
    return surveys


def _unknown(asked: Asked, reason: str) -> Survey:
    return Survey(asked, (Verdict(f"graph.{asked.box.name}.counts", _AGREE, Grade.UNKNOWN, reason, None),))


def survey(asked: Asked, readings: Mapping[str, str], draw: bool) -> Iterator[Survey | str]:
    """The work on one box: a survey, after a word on each of its parts but the last."""
    yield from survey_by(reference_engine.load(asked.game), flat(asked.game), asked, readings, draw, MOST_POSITIONS)


def survey_by(
    game: Game, model: Flat, asked: Asked, readings: Mapping[str, str], draw: bool, most: int
) -> Iterator[Survey | str]:
    """That by this engine and this flat model, with at most so many positions."""
    ruleset = game.Ruleset.from_readings(readings)
    start = time.perf_counter()
    graph = explore(game, asked.box, asked.players, ruleset, most)
    yield "explored"
    acyclic = _judge_acyclic(graph)
    if not graph.complete:
        cut = _unknown(asked, f"it has more than {most:,} positions")
        yield replace(cut, verdicts=(*cut.verdicts, acyclic))
        return
    first = counts(graph)
    starts = [game.position_to_json(state) for state in graph.states[: graph.openings]]
    second = explore_flat(model, starts, ruleset.readings(), most)
    agree = _judge_counts(graph, first, model, ruleset.readings(), second, start)
    yield "explored twice"
    start = time.perf_counter()
    covered = cover(graph)
    impossible = None if asked.own or ruleset.differences() else never(game.NAME, asked.box.name)
    by_clauses = judge_clauses(graph, covered, impossible, time.perf_counter() - start)
    sometimes = list(judge_sometimes(graph, covered, impossible))
    verdicts = (agree, acyclic, by_clauses, *(verdict for verdict, _ in sometimes))
    judged = {verdict.id.partition(".sometimes.")[2] for verdict, _ in sometimes}
    yield Survey(
        asked,
        verdicts,
        first,
        second.counts,
        {verdict.id: record for verdict, record in sometimes if record},
        [edge for edge in edges(game, ruleset) if edge not in judged],
        _drawn(graph) if draw else None,
        [len(list(same)) for _, same in groupby(graph.distances)],
    )


def _judge_counts(
    graph: Graph, first: Counts, model: Flat, readings: Mapping[str, str], second: Flattened, start: float
) -> Verdict:
    """Whether the two say the same of every position."""
    finding = None
    if second.counts is None or second.prints != graph.prints:
        finding = parted(graph, model, readings, second.prints)
    elif second.counts != first:
        finding = counted_otherwise(first, second.counts)
    grade = Grade.REFUTED if finding else Grade.EXHAUSTIVE if first.positions else Grade.VACUOUS
    return Verdict(
        f"graph.{graph.box}.counts",
        _AGREE,
        grade,
        f"{first.positions:,} positions, {first.actions:,} actions, {first.endings:,} endings",
        time.perf_counter() - start,
        finding,
    )


def _judge_acyclic(graph: Graph) -> Verdict:
    """Whether no play comes back to a position; where there are too many, one that does is still one."""
    start = time.perf_counter()
    numbers, game, finding = cycle(graph), graph.game, None
    if numbers:
        around = list(actions_along(graph, [*numbers, numbers[0]]))
        _, before = graph.path(numbers[0])
        told = ", ".join(map(game.action_to_text, around))
        finding = Finding(
            clauses=(),
            board=game.position_to_text(graph.states[numbers[0]]),
            action=game.action_to_text(around[0]),
            expected="no play from here comes back to this position",
            got=f"{told} come back to it" if len(around) > 1 else f"{told} comes back to it",
            repeat="dragonproof replay RECORD",
            record=write_record(graph.record(numbers[0], *around)),
            notes=(("actions before it", str(len(before))),),
        )
    nothing = Grade.EXHAUSTIVE if graph.complete and graph.states else Grade.UNKNOWN
    evidence = f"{len(graph.states):,} positions" if graph.complete else f"{len(graph.states):,} positions and no more"
    return Verdict(
        f"graph.{graph.box}.acyclic",
        "No play comes back to a position, so every game ends.",
        Grade.REFUTED if finding else nothing,
        evidence,
        time.perf_counter() - start,
        finding,
    )


def _drawn(graph: Graph) -> Drawn:
    game = graph.game
    return Drawn(
        [
            (canonical(game.position_to_json(state)), canonical(outcome) if outcome else "")
            for state, outcome in zip(graph.states, graph.outcomes, strict=True)
        ],
        graph.distances,
        [
            (number, after, game.action_to_text(action))
            for number, row in enumerate(graph.after)
            for action, after in row
        ],
    )
