"""Which clauses and which rare situations the games of a box come to: the `sometimes` beside what must always hold."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from properties.checking import game_properties
from properties.clauses import catalogue, folder
from properties.property import Position, Step
from properties.rulesets import switched_off
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Action, Game
from reference_engine.jsonform import canonical
from reference_engine.record import write_record
from solver.graphs import Graph


@dataclass(frozen=True)
class First:
    """A clause or an edge that games come to: how many actions do, and the first: its position and itself."""

    count: int
    number: int
    action: Action


Covered = Mapping[str, First]


def never(game: str, box: str) -> dict[str, str]:
    """The clauses and edges that no game of a box comes to, and why, by the data. {} for a box without any."""
    file = folder(game) / "graphs.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8")).get(box, {}))


def cover(graph: Graph) -> Covered:
    """Every clause and edge that an action of the graph carries out or is on, with the nearest to an opening."""
    game, ruleset = graph.game, graph.ruleset
    exercised = game_properties(game.NAME).exercised
    counts: dict[str, int] = {}
    firsts: dict[str, tuple[int, Action]] = {}
    for number, row in enumerate(graph.after):
        before = Position(game, ruleset, graph.states[number])
        for action, following in row:
            step = Step(before, action, Position(game, ruleset, graph.states[following]))
            for each in set(exercised(step)):
                counts[each] = counts.get(each, 0) + 1
                firsts.setdefault(each, (number, action))
    return {each: First(count, *firsts[each]) for each, count in counts.items()}


def edges(game: Game, ruleset: object) -> list[str]:
    """The edges that no reading rules out."""
    chosen = {f"{reading}={value}" for reading, value in game.Ruleset.readings(ruleset).items()}
    return [edge for edge, off in game_properties(game.NAME).EDGES.items() if not chosen & set(off)]


def clauses(game: Game, ruleset: object) -> list[str]:
    """The clauses that actions carry out, and that no reading switches off."""
    off = switched_off(game, ruleset) | game_properties(game.NAME).STANDING_CLAUSES
    return [clause for clause in catalogue(game.NAME).clauses if clause not in off]


def judge_clauses(graph: Graph, covered: Covered, impossible: Mapping[str, str] | None, seconds: float) -> Verdict:
    """Whether every clause is carried out, but for those that cannot be in such a box; None: nobody has said which."""
    asked = clauses(graph.game, graph.ruleset)
    done = [clause for clause in asked if clause in covered]
    evidence = f"{len(done)} of {len(asked)} clauses that actions carry out"
    missing = [clause for clause in asked if clause not in covered]
    told = [f"{each} ({impossible[each]})" if impossible and each in impossible else each for each in missing]
    evidence += f"; not {', '.join(told)}" if told else ""
    grade, finding = Grade.EXHAUSTIVE if done else Grade.VACUOUS, None
    sentence = "Games of the box carry out all clauses but those that are named."
    if impossible is not None:
        sentence = "Every clause is carried out in some game of the box, but for those that none can come to."
        grade = grade if set(missing) <= set(impossible) else Grade.VACUOUS
        wrong = [clause for clause in done if clause in impossible]
        if wrong:
            grade, finding = Grade.REFUTED, _against(graph, covered[wrong[0]], wrong[0], impossible[wrong[0]])
    return Verdict(f"graph.{graph.box}.clauses", sentence, grade, evidence, seconds, finding)


def judge_sometimes(
    graph: Graph, covered: Covered, impossible: Mapping[str, str] | None
) -> Iterator[tuple[Verdict, str]]:
    """A verdict on every edge, with the record of a shortest game to it; "" where there is none.

    impossible: those that no game can come to; where nobody has said which these are, an edge that is not reached
    has no verdict.
    """
    for edge in edges(graph.game, graph.ruleset):
        first, reason = covered.get(edge), (impossible or {}).get(edge)
        key, sentence = f"graph.{graph.box}.sometimes.{edge}", "Some game of the box comes to this edge."
        record = write_record(graph.record(first.number, first.action)) if first else ""
        evidence = _reached(graph, first) if first else "no game comes to it"
        if reason is not None:
            sentence = f"No game of the box comes to this edge: {reason}."
            finding = _against(graph, first, edge, reason) if first else None
            grade = Grade.REFUTED if first else Grade.EXHAUSTIVE
            yield Verdict(key, sentence, grade, evidence, None, finding), record
        elif first or impossible is not None:
            grade = Grade.EXHAUSTIVE if first else Grade.VACUOUS
            yield Verdict(key, sentence, grade, evidence, None), record


def _reached(graph: Graph, first: First) -> str:
    earliest = graph.distances[first.number] + 1
    counted = (
        "1 action of the box comes to it" if first.count == 1 else f"{first.count:,} actions of the box come to it"
    )
    return f"{counted}, the earliest as action {earliest} of a game"


def _against(graph: Graph, first: First, what: str, reason: str) -> Finding:
    """An action that the data say there is not."""
    game = graph.game
    return Finding(
        clauses=(what,) if what in catalogue(game.NAME).clauses else (),
        board=game.position_to_text(graph.states[first.number]),
        action=game.action_to_text(first.action),
        expected=f"nothing that comes to {what} ({reason})",
        got=canonical(game.position_to_json(game.apply(graph.states[first.number], first.action, graph.ruleset))),
        repeat="dragonproof replay RECORD",
        record=write_record(graph.record(first.number, first.action)),
    )
