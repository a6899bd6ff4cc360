"""State graphs: pinned counts, both explorers under every reading, and what each kind of fault leaves behind."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from properties.clauses import catalogue
from properties.exploring import explored, openings
from properties.mutants import load_mutant, mutants
from properties.replaying import replay
from properties.rulesets import alternatives, random_ruleset
from properties.verdicts import Grade
from properties.village.edges import EDGES
from reference_engine import games, load
from reference_engine.record import read_record
from solver import flat as flat_explorer
from solver import load as load_logic
from solver.counts import MOST_POSITIONS, Counts, digest
from solver.flat import explore as explore_flat
from solver.flat import flat
from solver.graph_covering import clauses, edges, never
from solver.graphing import Asked
from solver.graphs import counts, explore
from tests.solver.exploring import BOXES, Wrong, asked, surveyed, verdict

OPEN_STALLS = {"market.empty_stall": "open"}
MUTANTS = [("drachenschatz", "turn-to-lowest-number")]
# openings, positions, actions, endings, shortest, depth, longest, scores, winners, and how the digest begins
PINNED = {
    ("village", "toy2"): (630, 22_616, 36_391, 7_867, 2, 9, 9, 41_120, 11_891, "5f45760fe6d6c7cb"),
    ("village", "toy3"): (7_560, 148_834, 207_823, 58_072, 3, 9, 9, 261_489, 86_168, "a39c7d77244303f7"),
    ("drachenschatz", "toy3"): (44, 62_975, 183_684, 567, 4, 9, 9, 10_206, 1_296, "41d90272a773b032"),
    ("drachenschatz", "toy5"): (3, 3_774, 9_045, 126, 4, 5, 5, 1_900, 650, "a3a4d733a48437b2"),
    ("drachenschatz", "toy5years"): (13, 17_813, 41_615, 355, 8, 8, 8, 2_130, 1_950, "d3bc63b060d92810"),
}
# For each small box how many random rulesets are asked about, and how many of all differ at least.
RULESETS = {"village": (12, 20), "tiny": (12, 20), "drachenschatz": (12, 7), "five": (0, 5)}
SLOW = {("village", "toy3"), ("drachenschatz", "toy3")}  # the engine takes half a minute over them


def numbers(counts: Counts | None) -> tuple[object, ...]:
    assert counts is not None
    told = tuple(vars(counts).values())
    return (*told[:-1], counts.digest[:16])


def toy(game: str, box: str) -> Asked:
    (players,) = [players for name, players, _ in load_logic(game, "bridge").SMALL_BOXES if name == box]
    return Asked(game, load(game).BOXES[box], players, 1.0)


@pytest.mark.parametrize(("game", "box"), sorted(PINNED.keys() - SLOW))
def test_a_toy_box_has_the_pinned_counts_by_both_explorers_and_comes_to_what_it_should(game: str, box: str) -> None:
    survey = surveyed(toy(game, box))
    assert numbers(survey.first) == numbers(survey.second) == PINNED[game, box]
    assert {each.grade for each in survey.verdicts} == {Grade.EXHAUSTIVE}
    assert len(survey.verdicts) == 3 + len(edges(load(game), load(game).Ruleset()))
    assert survey.unreached == []


@pytest.mark.parametrize(("game", "box"), sorted(SLOW))
def test_a_larger_toy_box_has_the_pinned_counts_by_the_flat_model(game: str, box: str) -> None:
    engine, about = load(game), toy(game, box)
    ruleset = engine.Ruleset()
    starts = map(engine.position_to_json, openings(engine, about.box, about.players, ruleset))
    assert numbers(explore_flat(flat(game), starts, ruleset.readings(), MOST_POSITIONS).counts) == PINNED[game, box]


def test_all_small_boxes_are_pinned() -> None:
    assert {(game, box) for game in games() for box, *_ in load_logic(game, "bridge").SMALL_BOXES} == PINNED.keys()


@pytest.mark.parametrize("name", BOXES)
def test_both_explorers_agree_under_every_value_of_every_reading_and_under_many_together(name: str) -> None:
    about, (more, different) = asked(name), RULESETS[name]
    engine = load(about.game)
    rng = random.Random(1)
    digests = set()
    for ruleset in (
        engine.Ruleset(),
        *alternatives(engine).values(),
        *(random_ruleset(engine, rng) for _ in range(more)),
    ):
        if name == "village" and ruleset.readings()["market.empty_stall"] == "open":
            continue  # too many positions; the tiny box has fewer
        graph = explore(engine, about.box, about.players, ruleset, MOST_POSITIONS)
        starts = [engine.position_to_json(state) for state in graph.states[: graph.openings]]
        second = explore_flat(flat(about.game), starts, ruleset.readings(), MOST_POSITIONS)
        assert graph.prints == second.prints, ruleset.differences()
        assert counts(graph) == second.counts, ruleset.differences()
        digests.add(digest(graph.prints))
    assert len(digests) >= different


def test_positions_come_breadth_first_each_once() -> None:
    engine, about = load("village"), asked("village")
    starts = list(openings(engine, about.box, about.players, engine.Ruleset()))
    found = list(explored(engine, [*starts, *starts], engine.Ruleset()))
    assert len({state for state, _ in found}) == len(found)
    assert {state for state, _ in found[: len(set(starts))]} == set(starts)
    for number, (state, after) in enumerate(found):
        assert [action for action, _ in after] == list(engine.legal_actions(state, engine.Ruleset()))
        assert all(found[following][0] == engine.apply(state, action, engine.Ruleset()) for action, following in after)
        assert all(following > number for _, following in after)


# What is wrong in a flat model, the clause that is named, and the first line of what was expected.
def no_draw(position: Any, right: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    yield from (move for move in right if move[0] != "draw" or len(position.deck) != 1)


def passes(position: Any, right: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    yield from right
    if not position.deck and not position.over:
        yield "bribe C C", position


def stays(position: Any, right: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    for text, after in right:
        wrong = text.startswith("visit 1") and after.track != position.track
        yield text, after._replace(track=position.track) if wrong else after


def point(right: dict[str, Any]) -> dict[str, Any]:
    return right | {"scores": [max(score, -3) for score in right["scores"]]}


@pytest.mark.parametrize(
    ("model", "clause", "expected", "differs"),
    [
        (Wrong("village", moves=no_draw), "V-DRAW-1", "it is not legal", None),
        (Wrong("village", moves=passes), "V-BRIBE-1", "it is legal", ""),
        (Wrong("village", moves=stays), "V-CURSE-1", "track", "track"),
        (Wrong("village", outcome=point), "V-SCORE-2", "outcome.scores", "outcome.scores"),
    ],
)
def test_a_flat_model_that_is_wrong_somewhere_is_told_apart_at_the_nearest_position_with_a_record(
    model: Wrong, clause: str, expected: str, differs: str | None
) -> None:
    told = verdict(surveyed(asked("village"), model=model), "counts")
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.expected.startswith(expected)
    assert clause in told.finding.clauses
    record = read_record(told.finding.record.encode())
    difference = replay(record).difference
    assert (difference and difference.field) == differs
    assert load("village").position_to_text(replay(record).positions[-1]).startswith("Dragon's Favor")


def test_the_position_that_is_told_is_a_nearest_one() -> None:
    survey = surveyed(asked("village"), model=Wrong("village", moves=no_draw))
    told = verdict(survey, "counts")
    assert told.finding is not None
    assert survey.drawn is not None
    lone = [far for (data, _), far in zip(survey.drawn.nodes, survey.drawn.distances, strict=True) if one_left(data)]
    assert len(read_record(told.finding.record.encode()).steps) == min(lone) + 1


def one_left(data: str) -> bool:
    position = json.loads(data)
    return len(position["deck"]) == 1 and not position["over"]


@pytest.mark.parametrize(("game", "name"), MUTANTS)
def test_an_engine_with_a_rule_changed_is_refuted(game: str, name: str) -> None:
    (mutant,) = [each for each in mutants(game) if each.id == name]
    told = verdict(surveyed(asked(game), mutant.readings, load_mutant(game, mutant)), "counts")
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert mutant.clause in told.finding.clauses
    assert read_record(told.finding.record.encode()).steps


def test_other_counts_of_the_same_positions_are_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flat_explorer, "_longest", lambda _: 7)
    told = verdict(surveyed(asked("village")), "counts")
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.expected == "longest 7"


def test_a_play_that_comes_back_to_a_position_is_shown_with_a_record() -> None:
    survey = surveyed(asked("tiny"), OPEN_STALLS)
    told = verdict(survey, "acyclic")
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    record = read_record(told.finding.record.encode())
    ((_, before),) = told.finding.notes
    result = replay(record)
    assert result.difference is None
    assert result.positions[-1] == result.positions[int(before)]
    assert told.finding.got == "visit 0, visit 0 come back to it"
    assert survey.first is not None
    assert survey.second is not None
    assert survey.first.longest is survey.second.longest is None


def test_more_positions_than_allowed_are_unknown_but_a_cycle_among_them_is_one() -> None:
    for readings, most, grade in (({}, 16, Grade.UNKNOWN), (OPEN_STALLS, 100, Grade.REFUTED)):
        survey = surveyed(asked("tiny"), readings, most=most)
        assert verdict(survey, "counts").grade is Grade.UNKNOWN
        assert verdict(survey, "acyclic").grade is grade
        assert (survey.first, survey.drawn) == (None, None)
    assert verdict(surveyed(asked("tiny"), most=3), "acyclic").grade is Grade.UNKNOWN


def test_what_a_box_should_come_to_and_does_not_is_vacuous(monkeypatch: pytest.MonkeyPatch) -> None:
    survey = surveyed(asked("drachenschatz"))
    told = verdict(survey, "clauses")
    assert told.grade is Grade.EXHAUSTIVE
    assert told.sentence == "Games of the box carry out all clauses but those that are named."
    assert told.evidence.endswith("; not D-ANIMAL-2, D-ANIMAL-3")
    assert "players.4" in survey.unreached
    monkeypatch.setattr("solver.graphing.never", lambda *_: {"players.4": "three play"})
    survey = surveyed(replace(asked("drachenschatz"), own=False))
    assert verdict(survey, "clauses").grade is Grade.VACUOUS
    assert verdict(survey, "sometimes.players.5").grade is Grade.VACUOUS
    assert verdict(survey, "sometimes.players.4").grade is Grade.EXHAUSTIVE
    assert survey.unreached == []


def test_what_a_box_comes_to_against_the_data_is_refuted_with_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.graphing.never", lambda *_: {"middle.empty": "x", "D-REVEAL-2": "y"})
    survey = surveyed(replace(asked("drachenschatz"), own=False))
    for name in ("clauses", "sometimes.middle.empty"):
        told = verdict(survey, name)
        assert told.grade is Grade.REFUTED
        assert told.finding is not None
        result = replay(read_record(told.finding.record.encode()))
        assert result.difference is None
        assert len(result.positions) == 3


def test_every_edge_that_is_reached_has_a_record_of_a_shortest_game_to_it() -> None:
    survey = surveyed(asked("village"))
    assert len(survey.records) > 12
    for key, record in survey.records.items():
        assert key.rpartition(".sometimes.")[2] in EDGES
        assert replay(read_record(record.encode())).difference is None
    overshot = survey.records["graph.small.sometimes.overshoot.right"]
    assert len(read_record(overshot.encode()).steps) == 1


@pytest.mark.parametrize("game", games())
def test_the_data_name_clauses_and_edges_and_leave_every_clause_to_some_box(game: str) -> None:
    engine = load(game)
    known = {*clauses(engine, engine.Ruleset()), *edges(engine, engine.Ruleset())}
    boxes = {box: never(game, box) for box, *_ in load_logic(game, "bridge").SMALL_BOXES}
    for impossible in boxes.values():
        assert impossible.keys() <= known
    nowhere = set.intersection(*(set(impossible) for impossible in boxes.values()))
    assert not nowhere & catalogue(game).clauses.keys()
