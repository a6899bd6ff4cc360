"""Game records: written and read, cut off anywhere, and refused where something else stands in them."""

import json
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from reference_engine import village
from reference_engine.errors import CannotParse, IllegalAction, ImpossiblePosition, UnknownGame, UnknownReading
from reference_engine.record import (
    Header,
    Record,
    Step,
    read_header,
    read_record,
    record_game,
    whole_lines,
    write_header,
    write_record,
)

FOLDER = Path(__file__).parents[2] / "seeds" / "village" / "records"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
TIE = (FOLDER / "toy3-tie.jsonl").read_bytes()
START: dict[str, Any] = {
    "players": 2,
    "turn": 0,
    "over": False,
    "deck": "AB",
    "hands": ["A", "B"],
    "bribes": [{}, {}],
    "market": {"3": "A", "2": "", "1": "", "0": ""},
    "track": ["A", "B"],
    "values": [1, 4],
    "discard": "",
}
HEADER: dict[str, Any] = {"dragonproof": 1, "game": "village", "rules": "1.0", "readings": {}, "state": START}
DRAW = {"action": {"type": "draw"}}
OUTCOME = {"outcome": {"scores": [1, 2], "winners": [1]}}


def lines(*values: object) -> bytes:
    """These values as JSON Lines."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def header(**changes: Any) -> dict[str, Any]:
    """A header with some members changed; None takes one out."""
    return {key: value for key, value in (HEADER | changes).items() if value is not None}


# Written and read


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_records_in_the_repository_are_read_whole_and_written_back_as_they_are(path: Path) -> None:
    data = path.read_bytes()
    record = read_record(data)
    assert record.cut_off is None
    assert record.outcome is not None
    assert record.header.box == json.loads(data.splitlines()[0])["box"]
    assert len(record.steps) == len(data.splitlines()) - 2
    assert all(step.state is not None for step in record.steps)
    assert write_record(record).encode() == data


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_records_in_the_repository_can_be_played_step_by_step(path: Path) -> None:
    record = read_record(path.read_bytes())
    state, ruleset = record.header.start, record.header.ruleset
    for step in record.steps:
        assert step.action in village.legal_actions(state, ruleset)
        state = village.apply(state, step.action, ruleset)
        assert village.position_to_json(state) == step.state
        assert village.position_from_json(village.position_to_json(state), ruleset) == state
        village.check_box(state, village.BOXES[record.header.box or ""])
    assert village.outcome_to_json(village.outcome(state, ruleset)) == record.outcome


def test_a_record_is_written_as_one_line_of_json_each() -> None:
    ruleset = village.Ruleset(tie_count="type", refill_start="continue")
    start = village.position_from_json(START, ruleset)
    steps = (Step(village.Draw()), Step(village.Visit(0), {"turn": 0}))
    record = Record(Header(village, ruleset, start, "toy2"), steps, {"scores": [0, 0], "winners": []})
    text = write_record(record)
    assert text.endswith("\n")
    assert [json.loads(line) for line in text.splitlines()] == [
        {
            "dragonproof": 1,
            "game": "village",
            "rules": "1.0",
            "readings": {"refill.start": "continue", "tie.count": "type"},
            "state": START | {"next_stall": 3},
            "box": "toy2",
        },
        {"action": {"type": "draw"}},
        {"action": {"type": "visit", "stall": 0}, "state": {"turn": 0}},
        {"outcome": {"scores": [0, 0], "winners": []}},
    ]
    assert read_record(text.encode()) == record


def test_box_outcome_and_steps_may_be_missing() -> None:
    start = village.position_from_json(START, village.Ruleset())
    record = Record(Header(village, village.Ruleset(), start), ())
    assert read_record(write_record(record).encode()) == record
    assert json.loads(write_header(record.header)) == HEADER
    assert read_header(write_header(record.header).encode()) == record.header


def test_readings_may_be_missing_or_name_defaults() -> None:
    assert read_record(lines(header(readings=None))).header.ruleset == village.Ruleset()
    assert read_record(lines(header(readings={"tie.full": "shared"}))).header.ruleset == village.Ruleset()
    ruleset = read_record(lines(header(readings={"tie.full": "none"}))).header.ruleset
    assert ruleset == village.Ruleset(tie_full="none")


def test_blank_lines_carriage_returns_and_unknown_members_are_passed_over() -> None:
    data = lines(header(note="x")) + b"\n  \r\n" + lines(DRAW | {"time": 3}).replace(b"\n", b"\r\n") + b"\n"
    record = read_record(data)
    assert record.steps == (Step(village.Draw()),)
    assert record.cut_off is None


def test_the_last_line_needs_no_line_end() -> None:
    record = read_record(lines(HEADER, DRAW, OUTCOME)[:-1])
    assert (len(record.steps), record.outcome, record.cut_off) == (1, OUTCOME["outcome"], None)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recording_the_actions_of_a_record_gives_the_record_again(path: Path) -> None:
    record = read_record(path.read_bytes())
    assert record_game(record.header, [step.action for step in record.steps]) == record


def test_a_game_that_goes_on_is_recorded_without_an_outcome_and_an_illegal_action_is_refused() -> None:
    whole = read_record(TIE)
    actions = [step.action for step in whole.steps]
    assert record_game(whole.header, actions[:-1]) == Record(whole.header, whole.steps[:-1])
    assert record_game(whole.header, []) == Record(whole.header, ())
    with pytest.raises(IllegalAction, match=r"^V-END-1: "):
        record_game(whole.header, [*actions, village.Draw()])


def test_records_are_frozen() -> None:
    record = read_record(TIE)
    with pytest.raises(FrozenInstanceError):
        record.outcome = None  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        record.header.box = None  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        record.steps[0].state = None  # type: ignore[misc]


# Cut off


WITH_LETTERS = lines(HEADER) + '{"action": {"type": "draw"}, "state": {"note": "Schätze für 3 €"}}\n'.encode()


@pytest.mark.parametrize(
    "data",
    [TIE, WITH_LETTERS],
    ids=["toy3-tie", "letters of several bytes"],
)
def test_a_record_cut_off_at_any_byte_gives_its_whole_lines_and_says_so(data: bytes) -> None:
    whole = read_record(data)
    first_line = data.index(b"\n")
    for cut in range(len(data)):
        if cut < first_line:
            with pytest.raises(CannotParse, match=r"^empty$" if cut == 0 else "^cut off in its first line$"):
                read_record(data[:cut])
            continue
        ends = [end for end in range(cut + 1) if data[end : end + 1] == b"\n"]
        left_over = cut - ends[-1] - 1
        record = read_record(data[:cut])
        outcome_read = whole.outcome is not None and len(ends) == len(whole.steps) + 2
        assert record.header == whole.header
        assert record.steps == whole.steps[: len(ends) - 1]
        assert record.outcome == (whole.outcome if outcome_read else None)
        if left_over > 0:
            assert record.cut_off == f"line {len(ends) + 1} is cut off and was left out"
        else:
            assert record.cut_off is None


def test_the_line_that_is_cut_off_is_counted_with_the_blank_lines() -> None:
    data = lines(HEADER) + b"\n\n" + lines(DRAW)
    assert read_record(data[:-3]).cut_off == "line 4 is cut off and was left out"


def test_whole_lines_gives_the_lines_with_their_numbers_and_what_was_lost() -> None:
    assert whole_lines(b"") == ([], None)
    assert whole_lines(b"{}\n[]\n") == ([(1, b"{}"), (2, b"[]")], None)
    assert whole_lines(b"{}\n \n{}") == ([(1, b"{}"), (3, b"{}")], None)
    assert whole_lines(b'{}\n{"a"') == ([(1, b"{}")], "line 2 is cut off and was left out")


# Refused


@pytest.mark.parametrize("data", [b"", b"\n", b" \n\r\n"])
def test_an_empty_record_cannot_be_parsed(data: bytes) -> None:
    with pytest.raises(CannotParse, match=r"^empty$"):
        read_record(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"garbage\n" + lines(DRAW), "line 2: not JSON: "),
        (b'{"action": {"type": "dr\n' + lines(DRAW), "line 2: not JSON: "),
        (b"\xff\xfe\n" + lines(DRAW), "line 2: not a text in UTF-8"),
        (lines(DRAW, [], DRAW), "line 3: the JSON value must be an object, not []"),
        (lines(DRAW, DRAW, {}), "line 4: action is missing"),
        (lines(HEADER, DRAW), "line 2: action is missing"),
        (lines(DRAW, DRAW, HEADER), "line 4: action is missing"),
        (lines({"action": "draw"}), "line 2: action must be an object, not 'draw'"),
        (lines({"action": {"type": "pass"}}), "line 2: no action of the game has exactly these keys"),
        (lines({"action": {"type": "visit", "stall": 7}}), "line 2: no stall 7"),
        (lines(DRAW | {"state": "x"}), "line 2: state must be an object, not 'x'"),
        (lines(DRAW | {"state": None}), "line 2: state must be an object, not null"),
        (lines({"outcome": None}), "line 2: outcome must be an object, not null"),
        (lines({"outcome": {"winners": []}}), "line 2: the outcome's scores is missing"),
        (lines({"outcome": {"scores": []}}), "line 2: the outcome's winners is missing"),
        (lines({"outcome": {"scores": 1, "winners": []}}), "line 2: the outcome's scores must be a list, not 1"),
        (lines({"outcome": {"scores": [True], "winners": []}}), "line 2: each of the outcome's scores must be a whole"),
        (lines({"outcome": {"scores": [], "winners": ["0"]}}), "line 2: each of the outcome's winners must be a whole"),
        (lines(DRAW | OUTCOME), "line 2: a line has an action or the outcome, not both"),
        (lines(DRAW, OUTCOME, DRAW), "line 4: nothing may follow the outcome"),
        (lines(OUTCOME, OUTCOME), "line 3: nothing may follow the outcome"),
        (lines({"outcome": {"scores": [], "winners": []}}, DRAW), "line 3: nothing may follow the outcome"),
        (lines(OUTCOME) + b"garbage\n", "line 3: not JSON: "),
    ],
)
def test_anything_else_in_the_middle_names_its_line(data: bytes, message: str) -> None:
    with pytest.raises(CannotParse) as refused:
        read_record(lines(HEADER) + data)
    assert str(refused.value).startswith(message)


def test_the_line_named_is_that_of_the_file_also_after_blank_lines() -> None:
    with pytest.raises(CannotParse, match=r"^line 5: not JSON: "):
        read_record(lines(HEADER) + b"\n\n" + lines(DRAW) + b"garbage\n")


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (
            header(dragonproof=2),
            CannotParse,
            "a record of format 2; this version of dragonproof reads format 1",
        ),
        (header(dragonproof=0), CannotParse, "a record of format 0; "),
        (header(dragonproof="1"), CannotParse, "the record's version (dragonproof) must be a whole number, not '1'"),
        (header(dragonproof=True), CannotParse, "the record's version (dragonproof) must be a whole number, not true"),
        (header(dragonproof=None), CannotParse, "the record's version (dragonproof) is missing"),
        (header(game="chess"), UnknownGame, "no game 'chess'; the games are: "),
        (header(game=1), CannotParse, "the record's game must be a string, not 1"),
        (header(game=None), CannotParse, "the record's game is missing"),
        (
            header(rules="2.0"),
            CannotParse,
            "a record under rules '2.0'; this version of dragonproof has rules 1.0",
        ),
        (header(rules=1.0), CannotParse, "the record's rules version must be a string, not 1.0"),
        (header(rules=None), CannotParse, "the record's rules version is missing"),
        (header(readings=[]), CannotParse, "readings must be an object, not []"),
        (header(readings={"tie.counts": "type"}), UnknownReading, "no reading 'tie.counts'; did you mean tie.count?"),
        (header(readings={"tie.count": "x"}), UnknownReading, "reading tie.count has no played value 'x'"),
        (header(box=7), CannotParse, "box must be a string, not 7"),
        (header(state=None), CannotParse, "state is missing"),
        (header(state=[]), CannotParse, "state must be an object, not []"),
        (header(state=START | {"turn": 2}), ImpossiblePosition, "V-SETUP-1: it is the turn of player 2 of 2"),
        (header(state=START | {"deck": 1}), CannotParse, "deck must be a string, not 1"),
        ([], CannotParse, "the JSON value must be an object, not []"),
        (DRAW, CannotParse, "the record's version (dragonproof) is missing"),
    ],
)
def test_another_header_is_refused(data: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refused:
        read_record(lines(data, DRAW))
    assert type(refused.value) is error
    assert str(refused.value).startswith(message)


def test_a_newer_format_is_named_before_anything_else_in_the_header() -> None:
    with pytest.raises(CannotParse, match=r"^a record of format 2; "):
        read_record(lines({"dragonproof": 2, "game": "chess"}))


def test_a_null_box_is_not_the_same_as_none() -> None:
    with pytest.raises(CannotParse, match=r"^box must be a string, not null$"):
        read_record(lines(HEADER | {"box": None}))


def test_older_rules_and_keys_that_nobody_knows_are_noted() -> None:
    assert read_record(lines(HEADER, DRAW)).notes == ()
    old = header(rules="0.9", mood=1) | {"comment": ""}
    record = read_record(lines(old, DRAW | {"mood": "good"}, DRAW | {"who": "me"}))
    assert record.notes == (
        "made under rules 0.9, which are older than 1.0",
        "keys that a record does not have are ignored: 'comment' (line 1), 'mood' (line 1), 'who' (line 3)",
    )
    assert len(record.steps) == 2
