"""`replay` finds what is wrong with a record, names the clause, and says so in its exit code."""

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from properties.clauses import catalogue
from tests.reports.running import InProcess

pytestmark = pytest.mark.usefixtures("here")
Lines = list[dict[str, Any]]
KNOWN = catalogue("village")


def write(here: Path, lines: Lines) -> None:
    (here / "changed.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def game(here: Path) -> Lines:
    return [json.loads(line) for line in (here / "game.jsonl").read_text().splitlines()]


def change(value: object) -> object:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value[1:] if value else "A"
        case list():
            return value[::-1] if value != value[::-1] else value[1:]
        case dict():
            return {**value, "3": "F"}
    raise AssertionError(value)


def test_a_right_record_holds(dragonproof: InProcess) -> None:
    result = dragonproof("replay", "game.jsonl")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("48 steps follow the rules; 48 positions compared.\nPlayer 0 wins by score.")
    data = json.loads(dragonproof("replay", "game.jsonl", "--json", "-").out)
    assert set(data.pop("compared").values()) == {48}
    told: dict[str, Any] = {"steps": 48, "checked": 48, "difference": None, "stops_early": None, "notes": []}
    head = {"dragonproof": 1, "report": "replay", "version": version("dragonproof"), "protocol": 1}
    assert data == head | {"game": "village", "rules": "1.0"} | told


@pytest.mark.parametrize("field", ["turn", "over", "deck", "hands", "bribes", "market", "track", "values", "discard",
                                   "players"])  # fmt: skip
@pytest.mark.parametrize("step", [1, 30, 47])
def test_a_changed_field_is_found_at_its_step_with_its_clauses(
    field: str, step: int, here: Path, dragonproof: InProcess
) -> None:
    lines = game(here)
    right = lines[step]["state"][field]
    lines[step]["state"][field] = wrong = change(right)
    write(here, lines)
    kind = lines[step]["action"]["type"]
    result = dragonproof("replay", "changed.jsonl", "--json", "found.json")
    assert result.code == 1
    data = json.loads((here / "found.json").read_text())
    suspects = data["difference"]["clauses"]
    assert suspects
    assert set(suspects) <= set(KNOWN.suspects[f"{kind}.{field}"])
    assert (data["steps"], data["checked"], data["stops_early"]) == (48, step - 1, None)
    found = {"step": step, "clauses": suspects, "field": field, "expected": right, "got": wrong}
    assert data["difference"] == found
    assert f"\nStep {step}: {kind}" in result.out
    assert f": {field} is not what the rules lead to.\n" in result.out
    assert f"  expected {json.dumps(right)}\n  got      {json.dumps(wrong)}\n" in result.out
    assert "".join(f"  {key}: {KNOWN.clauses[key].statement}\n" for key in suspects) in result.out
    before = dragonproof("show", "game.jsonl", "--step", str(step - 1)).out
    assert result.out.startswith(before)
    assert result.out.endswith("\nTo repeat: dragonproof replay changed.jsonl\n")


ILLEGAL: dict[str, tuple[dict[str, Any], str]] = {
    "an empty bribe": ({"type": "bribe", "treasure": "A", "cards": ""}, "V-BRIBE-1"),
    "cards not in hand": ({"type": "bribe", "treasure": "A", "cards": "A" * 14}, "V-BRIBE-1"),
    "Wilds that start a bribe": ({"type": "bribe", "treasure": "A", "cards": "W"}, "V-BRIBE-1"),
    "too small a payment": ({"type": "visit", "stall": 3, "pay": "A", "curse": "A"}, "V-MARKET-1"),
    "a stall that is empty": ({"type": "visit", "stall": 3, "pay": "AAA", "curse": "A"}, "V-MARKET-1"),
}


@pytest.mark.parametrize("case", ILLEGAL)
def test_an_illegal_step_is_named_with_its_clause(case: str, here: Path, dragonproof: InProcess) -> None:
    action, clause = ILLEGAL[case]
    lines = game(here)
    empty = next(n for n, line in enumerate(lines[1:], 1) if line["state"]["market"]["3"] == "")
    write(here, [*lines[: empty + 1], {"action": action}, *lines[empty + 1 :]])
    result = dragonproof("replay", "changed.jsonl", "--json", "found.json")
    assert result.code == 1
    found = json.loads((here / "found.json").read_text())["difference"]
    assert (found["step"], found["clauses"], found["field"]) == (empty + 1, [clause], "")
    assert f"\nStep {empty + 1}: {found['got']}: this cannot be played: {found['expected']}.\n" in result.out
    assert f"\n  {clause}: {KNOWN.clauses[clause].statement}\n" in result.out
    assert result.out.startswith(dragonproof("show", "game.jsonl", "--step", str(empty)).out)


def scores(lines: Lines) -> None:
    lines[-1]["outcome"]["scores"][0] += 1


def winners(lines: Lines) -> None:
    lines[-1]["outcome"]["winners"] = [1]


def both(lines: Lines) -> None:
    scores(lines)
    winners(lines)


def too_early(lines: Lines) -> None:
    del lines[-2]


def too_late(lines: Lines) -> None:
    lines.insert(-1, {"action": {"type": "draw"}})


@pytest.mark.parametrize(
    ("spoil", "field", "clause"),
    [
        (scores, "outcome.scores", "V-SCORE-3"),
        (winners, "outcome.winners", "V-WIN-1"),
        (both, "outcome.scores", "V-SCORE-3"),
        (too_early, "outcome", "V-END-1"),
        (too_late, "", "V-END-1"),
    ],
)
def test_a_wrong_end_is_named_with_its_clause(
    spoil: Callable[[Lines], None], field: str, clause: str, here: Path, dragonproof: InProcess
) -> None:
    lines = game(here)
    spoil(lines)
    write(here, lines)
    result = dragonproof("replay", "changed.jsonl", "--json", "found.json")
    found = json.loads((here / "found.json").read_text())["difference"]
    assert (result.code, found["field"], found["clauses"][0]) == (1, field, clause)
    assert f"\n  {clause}: " in result.out


def test_an_outcome_at_the_opening_is_too_early(here: Path, dragonproof: InProcess) -> None:
    lines = game(here)
    write(here, [lines[0], lines[-1]])
    result = dragonproof("replay", "changed.jsonl")
    assert result.code == 1
    assert "\nAt the opening: outcome is not what the rules lead to.\n" in result.out


def test_a_record_cut_off_in_a_line_is_checked_as_far_as_it_goes(here: Path, dragonproof: InProcess) -> None:
    whole = (here / "game.jsonl").read_bytes()
    for length in range(len(whole) - 40, len(whole) - 3000, -173):
        (here / "cut.jsonl").write_bytes(whole[:length])
        line = whole[:length].count(b"\n") + 1
        result = dragonproof("replay", "cut.jsonl", "--json", "found.json")
        data = json.loads((here / "found.json").read_text())
        assert result.code == 3
        assert data["stops_early"] == f"line {line} is cut off and was left out"
        assert (data["steps"], data["checked"]) == (line - 2, line - 2)
        assert f"\nThe record stops early: {data['stops_early']}.\n" in result.out


def test_a_difference_outweighs_that_a_record_is_cut_off(here: Path, dragonproof: InProcess) -> None:
    lines = game(here)
    lines[5]["state"]["turn"] = 1 - lines[5]["state"]["turn"]
    write(here, lines)
    (here / "changed.jsonl").write_bytes((here / "changed.jsonl").read_bytes()[:-10])
    assert dragonproof("replay", "changed.jsonl").code == 1


def test_a_finished_game_without_its_outcome_stops_early(here: Path, dragonproof: InProcess) -> None:
    write(here, game(here)[:-1])
    result = dragonproof("replay", "changed.jsonl")
    assert result.code == 3
    assert "The record stops early: the game is over, but the record has no outcome." in result.out


def test_a_record_may_end_before_the_game_and_the_last_line_feed(here: Path, dragonproof: InProcess) -> None:
    write(here, game(here)[:20])
    (here / "changed.jsonl").write_bytes((here / "changed.jsonl").read_bytes().rstrip(b"\n"))
    result = dragonproof("replay", "changed.jsonl")
    assert (result.code, result.out) == (
        0,
        "19 steps follow the rules; 19 positions compared.\nThe record ends before the game does.\n",
    )


def test_states_may_be_partial_or_missing(here: Path, dragonproof: InProcess) -> None:
    lines = game(here)
    for line in lines[1:20]:
        del line["state"]
    for line in lines[20:-1]:
        line["state"] = {"turn": line["state"]["turn"], "colour": "red"}
    write(here, lines)
    assert dragonproof("replay", "changed.jsonl").code == 0
    lines[25]["state"]["turn"] = 7
    write(here, lines)
    assert dragonproof("replay", "changed.jsonl").code == 1


def without(here: Path, *fields: str) -> None:
    """Writes `less.jsonl`, the record without some fields of its positions."""
    lines = [json.loads(line) for line in (here / "game.jsonl").read_text().splitlines()]
    for line in lines[1:-1]:
        line["state"] = {field: value for field, value in line["state"].items() if field not in fields}
    (here / "less.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_what_a_record_never_gives_is_named(here: Path, dragonproof: InProcess) -> None:
    without(here, "hands", "track")
    told = dragonproof("replay", "less.jsonl").out.splitlines()[0]
    assert told == "48 steps follow the rules; 48 positions compared, which never give: hands, track."


def test_a_record_without_positions_says_that_none_was_compared(here: Path, dragonproof: InProcess) -> None:
    without(here, *json.loads((here / "opening.json").read_text()))
    result = dragonproof("replay", "less.jsonl", "--json", "-")
    assert set(json.loads(result.out)["compared"].values()) == {0}
    told = dragonproof("replay", "less.jsonl").out.splitlines()[0]
    assert told == "48 steps follow the rules; none gives a position to compare."


def test_a_result_is_not_written_over_the_record_that_it_is_about(here: Path, dragonproof: InProcess) -> None:
    before = (here / "game.jsonl").read_bytes()
    result = dragonproof("replay", "game.jsonl", "--json", "game.jsonl")
    assert (result.code, (here / "game.jsonl").read_bytes()) == (2, before)
