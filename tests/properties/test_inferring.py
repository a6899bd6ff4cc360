"""Records that leave something out are read, and completed where something explains them; no game is named here."""

import json
from dataclasses import replace

import pytest

from properties.clauses import default_game
from properties.dealing import deal, numbers_of_players
from properties.inferring import Explained, GaveUp, Unexplained, complete, complete_record, explain, read_partial
from properties.policies import playout, random_policy
from properties.replaying import replay
from reference_engine import load
from reference_engine.errors import CannotParse, UnknownGame, UnknownReading
from reference_engine.jsonform import Json
from reference_engine.record import Header, Record, read_record, record_game, write_record

GAME = load(default_game())
NAME = sorted(name for name in GAME.BOXES if name != "full")[0]
BOX = GAME.BOXES[NAME]


def played(seed: int = 1) -> Record:
    start = deal(GAME, BOX, numbers_of_players(GAME, BOX)[0], seed, GAME.Ruleset())
    actions = [action for action, _ in playout(GAME, start, GAME.Ruleset(), random_policy(seed))]
    return record_game(Header(GAME, GAME.Ruleset(), start, NAME), actions)


RECORD = played()
STEPS = len(RECORD.steps)


def lines(record: Record = RECORD) -> list[Json]:
    return [json.loads(line) for line in write_record(record).splitlines()]


def text(content: list[Json]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in content).encode()


def partial_lines() -> list[Json]:
    """The record without the deck."""
    content = lines()
    for line in content:
        line.get("state", {}).pop("deck", None)
    return content


def test_a_partial_record_is_read_as_it_stands() -> None:
    partial = read_partial(text(partial_lines()))
    assert partial.header.start == partial_lines()[0]["state"]
    assert (partial.header.game, partial.header.ruleset, partial.header.box) == (GAME, GAME.Ruleset(), NAME)
    assert [step.action for step in partial.steps] == [step.action for step in RECORD.steps]
    assert [step.state for step in partial.steps] == [line["state"] for line in partial_lines()[1:-1]]
    assert (partial.outcome, partial.cut_off) == (RECORD.outcome, None)


def test_what_cannot_be_read_is_told_with_its_line() -> None:
    content = partial_lines()
    with pytest.raises(CannotParse, match="line 3: action is missing"):
        read_partial(text([*content[:2], {}, *content[2:]]))
    with pytest.raises(CannotParse, match="nothing may follow the outcome"):
        read_partial(text([*content, content[1]]))
    with pytest.raises(CannotParse, match="empty"):
        read_partial(b"")
    with pytest.raises(CannotParse, match="state must be an object"):
        read_partial(text([content[0] | {"state": "?"}]))
    with pytest.raises(UnknownGame):
        read_partial(text([content[0] | {"game": "?"}]))
    with pytest.raises(UnknownReading):
        read_partial(text([content[0] | {"readings": {"?": "?"}}]))
    assert read_partial(text(content) + b'{"acti').cut_off == f"line {len(content) + 1} is cut off and was left out"


def test_a_partial_record_is_completed_and_replays() -> None:
    whole = complete_record(text(partial_lines()))
    assert isinstance(whole, Record)
    result = replay(whole)
    assert (result.difference, result.stops_early, len(result.positions)) == (None, None, STEPS + 1)
    assert set(whole.steps[0].state or {}) == set(partial_lines()[1]["state"])  # nothing is claimed but what was
    assert read_record(write_record(whole).encode()) == whole


def test_the_box_named_goes_before_the_one_assumed() -> None:
    content = partial_lines()
    wrong = next(box for name, box in GAME.BOXES.items() if name != NAME)
    assert isinstance(complete_record(text(content), wrong), Record)
    content[0]["box"] = "one of my own"
    found = complete_record(text(content), wrong)
    assert isinstance(found, Unexplained)
    assert (found.step, found.boxed) == (0, True)
    whole = complete_record(text(content), BOX)
    assert isinstance(whole, Record)
    GAME.check_box(whole.header.start, BOX)
    assert isinstance(complete_record(text(content)), Record)


def test_a_record_that_leaves_nothing_out_is_taken_as_it_is() -> None:
    assert complete_record(text(lines())) == RECORD
    wrong = lines()
    wrong[2]["state"]["turn"] = 99
    whole = complete_record(text(wrong))
    assert isinstance(whole, Record)
    difference = replay(whole).difference
    assert difference is not None
    assert (difference.step, difference.field) == (2, "turn")


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_a_step_that_nothing_explains_is_told_with_the_opening_that_explains_all_before(step: int) -> None:
    wrong = partial_lines()
    wrong[step]["state"]["turn"] = 99
    found = complete_record(text(wrong))
    assert isinstance(found, Unexplained)
    assert (found.step, found.fields, found.boxed) == (step, ("turn",), False)
    assert "turn 99" in found.reason
    partial = read_partial(text(partial_lines()))
    assert found.start is not None
    before = replace(partial, header=replace(partial.header, start=found.start), steps=partial.steps[: step - 1])
    assert replay(replace(before, outcome=None)).difference is None


def test_of_claims_that_clash_only_together_all_are_named() -> None:
    wrong = partial_lines()
    last = wrong[-2]["state"]
    for field in set(last) - {"over"}:
        del last[field]
    for outcome in ({"scores": [99], "winners": []}, {"scores": [], "winners": [0, 1]}):
        wrong[-1]["outcome"] = outcome
        found = complete_record(text(wrong))
        assert isinstance(found, Unexplained)
        assert (found.step, found.fields) == (STEPS, ("outcome.scores",))
    wrong[-1]["outcome"] = RECORD.outcome
    last["over"] = False
    found = complete_record(text(wrong))
    assert isinstance(found, Unexplained)
    assert found.step == STEPS
    assert "over" in found.fields


def test_no_more_is_tried_than_allowed() -> None:
    partial = read_partial(text(partial_lines()))
    arguments = (GAME, GAME.Ruleset(), partial.header.start, partial.steps, partial.outcome, BOX)
    assert isinstance(explain(*arguments), Explained)
    found = explain(*arguments, most=1)
    assert isinstance(found, GaveUp)
    assert (found.tried, found.step) == (1, 1)
    none = explain(*arguments, most=0)
    assert isinstance(none, GaveUp)
    assert (none.tried, none.step) == (0, 0)


def test_a_record_without_steps_is_an_opening() -> None:
    partial = read_partial(text(partial_lines()[:1]))
    whole = complete(partial)
    assert isinstance(whole, Record)
    assert whole.steps == ()
    GAME.check_box(whole.header.start, BOX)
