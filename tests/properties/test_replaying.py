"""Replaying compares everything that a record claims with the rules, and names the most telling difference."""

from dataclasses import replace
from typing import Any

import pytest

from properties.clauses import catalogue
from properties.dealing import deal
from properties.policies import greedy_policy, playout, random_policy
from properties.replaying import Difference, Replay, replay
from reference_engine import load
from reference_engine.errors import IllegalAction
from reference_engine.record import Header, Record, Step, record_game

VILLAGE = load("village")
SUSPECTS = catalogue("village").suspects
TELLING = ["over", "track", "bribes", "discard", "deck", "market", "hands", "next_stall", "turn", "players", "values"]


def played(seed: int = 3, **readings: str) -> Record:
    ruleset = VILLAGE.Ruleset.from_readings({key.replace("_", ".", 1): value for key, value in readings.items()})
    start = deal(VILLAGE, VILLAGE.BOXES["toy3"], 3, seed, ruleset)
    actions = [action for action, _ in playout(VILLAGE, start, ruleset, random_policy(seed))]
    return record_game(Header(VILLAGE, ruleset, start), actions)


RECORD = played(refill_start="continue")
STEPS = len(RECORD.steps)


def with_claim(step: int, claim: Any) -> Record:
    steps = list(RECORD.steps)
    steps[step - 1] = replace(steps[step - 1], state=claim)
    return replace(RECORD, steps=tuple(steps))


def claimed(step: int) -> Any:
    return RECORD.steps[step - 1].state


@pytest.mark.parametrize("seed", range(10))
def test_every_played_game_replays(seed: int) -> None:
    record = played(seed)
    result = replay(record)
    assert (result.difference, result.stops_early) == (None, None)
    assert [VILLAGE.position_to_json(position) for position in result.positions[1:]] == [
        step.state for step in record.steps
    ]
    assert result.positions[0] == record.header.start


@pytest.mark.parametrize("field", TELLING)
@pytest.mark.parametrize("step", [1, STEPS])
def test_a_wrong_field_is_found_with_its_suspects(field: str, step: int) -> None:
    right = claimed(step)[field]
    result = replay(with_claim(step, claimed(step) | {field: None}))
    kind = VILLAGE.action_to_json(RECORD.steps[step - 1].action)["type"]
    assert result.difference is not None
    clauses = result.difference.clauses
    assert result.difference == Difference(step, clauses, field, right, None)
    assert clauses
    assert set(clauses) <= set(SUSPECTS[f"{kind}.{field}"])
    assert len(result.positions) == step
    assert result.stops_early is None


def test_of_several_wrong_fields_the_one_that_explains_the_others_is_named() -> None:
    for number in range(len(TELLING) - 2):
        wrong = dict.fromkeys(reversed(TELLING[number:]))
        difference = replay(with_claim(2, claimed(2) | wrong)).difference
        assert difference is not None
        assert difference.field == TELLING[number]


def test_the_first_of_several_wrong_steps_is_named() -> None:
    wrong = with_claim(4, claimed(4) | {"turn": None})
    steps = list(wrong.steps)
    steps[1] = replace(steps[1], state={"deck": None})
    difference = replay(replace(wrong, steps=tuple(steps))).difference
    assert difference is not None
    assert (difference.step, difference.field) == (2, "deck")


@pytest.mark.parametrize(("field", "wrong"), [("over", 0), ("turn", float(claimed(1)["turn"])), ("players", 3.0)])
def test_values_of_another_type_differ_even_when_they_count_as_equal(field: str, wrong: object) -> None:
    assert claimed(1)[field] == wrong
    difference = replay(with_claim(1, claimed(1) | {field: wrong})).difference
    assert difference is not None
    assert difference.field == field


def test_fields_left_out_and_fields_unknown_are_not_compared() -> None:
    assert replay(with_claim(1, {})).difference is None
    assert replay(with_claim(1, None)).difference is None
    assert replay(with_claim(1, claimed(1) | {"colour": "red"})).difference is None
    keys_turned = dict(reversed(claimed(1)["market"].items()))
    assert replay(with_claim(1, claimed(1) | {"market": keys_turned})).difference is None


def test_an_action_that_is_illegal_is_told_with_clause_and_reason() -> None:
    bad = VILLAGE.action_from_text("bribe A AAAAAAA")
    result = replay(replace(RECORD, steps=(*RECORD.steps[:2], Step(bad), *RECORD.steps[2:])))
    with pytest.raises(IllegalAction) as caught:
        VILLAGE.apply(result.positions[-1], bad, RECORD.header.ruleset)
    assert result.difference == Difference(3, ("V-BRIBE-1",), "", caught.value.reason, "bribe A AAAAAAA")
    assert len(result.positions) == 3


def test_wrong_outcomes_are_told_by_their_field() -> None:
    right = RECORD.outcome
    assert right is not None
    for field in ("scores", "winners"):
        difference = replay(replace(RECORD, outcome=right | {field: [9]})).difference
        assert difference is not None
        assert difference == Difference(STEPS, difference.clauses, f"outcome.{field}", right[field], [9])
        assert difference.clauses
        assert set(difference.clauses) <= set(SUSPECTS[f"outcome.{field}"])
    both = replay(replace(RECORD, outcome={"winners": [], "scores": []})).difference
    assert both is not None
    assert both.field == "outcome.scores"


def test_an_outcome_that_comes_too_early_is_a_difference() -> None:
    early = replay(replace(RECORD, steps=RECORD.steps[:-1])).difference
    assert early == Difference(STEPS - 1, SUSPECTS["outcome"], "outcome", None, RECORD.outcome)


def test_what_a_record_lacks_is_told() -> None:
    assert replay(replace(RECORD, cut_off="line 9 is cut off")).stops_early == "line 9 is cut off"
    lacking = replay(replace(RECORD, outcome=None))
    assert lacking.stops_early == "the game is over, but the record has no outcome"
    assert replay(replace(RECORD, outcome=None, cut_off="cut")).stops_early == "cut"
    unfinished = replay(replace(RECORD, steps=RECORD.steps[:2], outcome=None))
    assert (unfinished.stops_early, unfinished.difference, len(unfinished.positions)) == (None, None, 3)


def test_an_empty_record_replays_to_its_opening() -> None:
    assert replay(Record(RECORD.header, ())) == Replay(
        (RECORD.header.start,), None, None, dict.fromkeys(VILLAGE.position_to_json(RECORD.header.start), 0)
    )


def test_the_greedy_player_takes_the_first_action_with_the_largest_lead() -> None:
    ruleset = VILLAGE.Ruleset()
    for seed in range(5):
        state = deal(VILLAGE, VILLAGE.BOXES["full"], 3, seed, ruleset)
        leads = {}
        for action in VILLAGE.legal_actions(state, ruleset):
            own, *others = VILLAGE.standing(VILLAGE.apply(state, action, ruleset), ruleset)
            leads[action] = own - max(others)
        best = [action for action, lead in leads.items() if lead == max(leads.values())]
        assert greedy_policy(VILLAGE, state, ruleset) == best[0]


def test_the_random_player_finds_every_action_and_repeats_itself_for_a_seed() -> None:
    ruleset = VILLAGE.Ruleset()
    state = deal(VILLAGE, VILLAGE.BOXES["full"], 2, 0, ruleset)
    choose, again = random_policy(1), random_policy(1)
    chosen = [choose(VILLAGE, state, ruleset) for _ in range(2000)]
    assert set(chosen) == set(VILLAGE.legal_actions(state, ruleset))
    assert chosen == [again(VILLAGE, state, ruleset) for _ in range(2000)]
