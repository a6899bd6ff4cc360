"""What deal, play, show, perft and explain do when all is well: text, JSON, files, standard input, seeds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from properties.policies import greedy_policy
from properties.schemas import validator
from reference_engine import load
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from tests.reports.running import ANSI, InProcess

pytestmark = pytest.mark.usefixtures("here")
VILLAGE = load("village")
ANSWERS = {
    "deal": ["deal", "--players", "3", "--seed", "7"],
    "play": ["play", "--seed", "3", "--box", "toy3"],
    "play greedy": ["play", "--policy", "greedy", "--box", "toy3", "--seed", "2"],
    "replay": ["replay", "game.jsonl"],
    "show": ["show", "opening.json"],
    "show --step": ["show", "game.jsonl", "--step", "12"],
    "show --view": ["show", "game.jsonl", "--view", "1"],
    "perft": ["perft", "toy3", "--depth", "4"],
    "perft --divide": ["perft", "opening.json", "--depth", "2", "--divide"],
    "explain": ["explain"],
    "explain clause": ["explain", "V-FAVOR-3"],
    "explain reading": ["explain", "tie.count"],
}


def lines_of(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def valid(ref: str, value: object) -> bool:
    return validator("village", ref).is_valid(value)


def is_record(lines: list[Any]) -> bool:
    header, *steps, end = (
        valid(f"urn:dragonproof:record#/$defs/{kind}", line)
        for line, kind in zip(lines, ["header", *["step"] * (len(lines) - 2), "end"], strict=True)
    )
    return header and all(steps) and end


@pytest.mark.parametrize("name", ANSWERS)
def test_json_to_standard_output_is_json_alone_and_the_same_as_in_a_file(
    name: str, here: Path, dragonproof: InProcess
) -> None:
    alone = dragonproof(*ANSWERS[name], "--json", "-")
    beside = dragonproof(*ANSWERS[name], "--json", "written.json")
    text = dragonproof(*ANSWERS[name])
    assert [result.code for result in (alone, beside, text)] == [0, 0, 0]
    assert lines_of(alone.out)
    assert alone.out.endswith("}\n" if name != "explain" else "]\n")
    assert (here / "written.json").read_text() == alone.out
    assert beside.out == text.out
    assert (text.out == alone.out) is (name == "show --view")  # a view has no form but JSON
    assert {result.err for result in (alone, beside, text)} == {""}
    assert not ANSI.search(text.out)


@pytest.mark.parametrize(("command", "file"), [("play", "opening.json"), ("show", "opening.json"),
                                               ("show", "game.jsonl"), ("replay", "game.jsonl"),
                                               ("perft", "opening.json"), ("perft", "game.jsonl")])  # fmt: skip
def test_standard_input_is_read_like_a_file(command: str, file: str, here: Path, dragonproof: InProcess) -> None:
    more = ["--depth", "1"] if command == "perft" else []
    from_file = dragonproof(command, file, *more)
    assert from_file.code == 0
    assert dragonproof(command, "-", *more, stdin=(here / file).read_bytes()) == from_file


ALL_AT_ONCE = """
import json, sys
from reports.cli import run
for line in json.load(sys.stdin):
    print(line, run(line))
"""


def test_the_same_command_prints_the_same_bytes_under_any_hashing() -> None:
    seeded = [[*ANSWERS[name], "--seed", "1"] for name in ("deal", "play", "play greedy")]
    printed = [
        subprocess.run(
            [sys.executable, "-c", ALL_AT_ONCE],
            input=json.dumps([*ANSWERS.values(), *seeded]).encode(),
            env=os.environ | {"PYTHONHASHSEED": hashing},
            capture_output=True,
            check=True,
        ).stdout
        for hashing in ("1", "77")
    ]
    assert printed[0] == printed[1]
    assert printed[0].count(b"] 0\n") == len(ANSWERS) + len(seeded)


def test_another_seed_gives_another_opening_and_another_game(dragonproof: InProcess) -> None:
    assert len({dragonproof("deal", "--seed", str(seed), "--json", "-").out for seed in range(5)}) == 5
    assert len({dragonproof("play", "--seed", str(seed), "--json", "-").out for seed in range(5)}) == 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_opening_is_dealt_for_so_many_players(players: int, here: Path, dragonproof: InProcess) -> None:
    result = dragonproof("deal", "--players", str(players), "--out", "dealt.json")
    data = json.loads((here / "dealt.json").read_text())
    assert valid("urn:dragonproof:village:position", data)
    state = VILLAGE.position_from_json(data, VILLAGE.Ruleset())
    VILLAGE.check_box(state, VILLAGE.BOXES["full"])
    assert result.out == VILLAGE.position_to_text(state) + "\n"
    assert (data["players"], data["turn"]) == (players, 0)


def test_a_ruleset_is_dealt_and_recorded(here: Path, dragonproof: InProcess) -> None:
    rules = ["--ruleset", "refill.start=continue", "-r", "tie.count=type"]
    assert json.loads(dragonproof("deal", *rules, "--json", "-").out)["next_stall"] == 3
    dragonproof("play", *rules, "--box", "toy2", "--record", "played.jsonl")
    header = lines_of((here / "played.jsonl").read_text())[0]
    assert header["readings"] == {"refill.start": "continue", "tie.count": "type"}
    assert (header["box"], header["state"]["next_stall"]) == ("toy2", 3)
    assert dragonproof("replay", "played.jsonl").code == 0


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", ["2", "5"])
def test_a_played_game_is_told_recorded_and_replays(
    policy: str, players: str, here: Path, dragonproof: InProcess
) -> None:
    told = dragonproof("play", "--policy", policy, "--players", players, "--seed", "5", "--record", "played.jsonl")
    lines = lines_of((here / "played.jsonl").read_text())
    assert is_record(lines)
    record = read_record((here / "played.jsonl").read_bytes())
    moves = [line.split(maxsplit=3) for line in told.out.splitlines() if line[:4].strip().isdigit()]
    assert [move[3] for move in moves] == [VILLAGE.action_to_text(step.action) for step in record.steps]
    assert [int(move[2]) for move in moves] == [n % int(players) for n in range(len(moves))]
    assert [int(move[0]) for move in moves] == list(range(1, len(moves) + 1))
    assert told.out.startswith(VILLAGE.position_to_text(record.header.start))
    assert VILLAGE.position_to_text(position(lines[-2]["state"])) in told.out
    assert told.out.splitlines()[-1].endswith(
        ", ".join(f"player {player}: {score}" for player, score in enumerate(lines[-1]["outcome"]["scores"]))
    )
    replayed = dragonproof("replay", "played.jsonl")
    assert (replayed.code, replayed.out.splitlines()[1]) == (0, told.out.splitlines()[-1])


def position(data: Json) -> Any:
    return VILLAGE.position_from_json(data, VILLAGE.Ruleset())


def test_boards_shows_the_position_after_every_action(here: Path, dragonproof: InProcess) -> None:
    told = dragonproof("play", "--seed", "7", "--boards")
    after = [line["state"] for line in lines_of((here / "game.jsonl").read_text())[1:-1]]
    assert all(VILLAGE.position_to_text(position(data)) in told.out for data in after)
    assert told.out.count("Dragon's Favor") == len(after) + 1


def test_play_goes_on_from_a_file_under_its_ruleset(here: Path, dragonproof: InProcess) -> None:
    played = lines_of(dragonproof("play", "opening.json", "-r", "tie.full=none", "--json", "-").out)
    assert played[0]["state"] == json.loads((here / "opening.json").read_text())
    assert (played[0]["readings"], "box" in played[0]) == ({"tie.full": "none"}, False)
    again = lines_of(dragonproof("play", "game.jsonl", "--seed", "7", "--json", "-").out)
    assert again[0]["state"] == lines_of((here / "game.jsonl").read_text())[0]["state"]


def test_a_game_without_end_is_stopped_and_incomplete(
    here: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.play._MOST_ACTIONS", 20)
    result = dragonproof("play", "--record", "long.jsonl")
    assert (result.code, result.err) == (3, "Stopped after 20 actions: the game goes on.\n")
    assert len(lines_of((here / "long.jsonl").read_text())) == 21
    assert dragonproof("replay", "long.jsonl").code == 0


def test_show_draws_any_step_as_board_and_as_json(here: Path, dragonproof: InProcess) -> None:
    lines = lines_of((here / "game.jsonl").read_text())
    states = [line["state"] for line in lines[:-1]]
    assert len(states) == 49
    for step in (0, 1, 12, 47):
        assert json.loads(dragonproof("show", "game.jsonl", "--step", str(step), "--json", "-").out) == states[step]
        board = dragonproof("show", "game.jsonl", "--step", str(step)).out
        assert board == VILLAGE.position_to_text(position(states[step])) + "\n"
    end = dragonproof("show", "game.jsonl", "--step", "48").out
    assert end.startswith(VILLAGE.position_to_text(position(states[48])) + "\nPlayer 0 wins by score.")


def test_show_view_hides_what_the_player_cannot_see(here: Path, dragonproof: InProcess) -> None:
    for player in (0, 1):
        data = json.loads(dragonproof("show", "game.jsonl", "--step", "3", "--view", str(player)).out)
        assert data == VILLAGE.observe(position(lines_of((here / "game.jsonl").read_text())[3]["state"]), player)
        assert isinstance(data["hands"][player], str)
        assert (isinstance(data["hands"][1 - player], int), isinstance(data["deck"], int)) == (True, True)


def test_readings_on_the_command_line_go_on_top_of_those_of_a_record(dragonproof: InProcess) -> None:
    dragonproof("play", "-r", "refill.start=continue", "-r", "tie.full=none", "--record", "played.jsonl")
    played = lines_of(dragonproof("play", "played.jsonl", "-r", "tie.full=shared", "--json", "-").out)
    assert played[0]["readings"] == {"refill.start": "continue"}
    shown = json.loads(dragonproof("show", "played.jsonl", "--step", "1", "-r", "refill.start=restart", "--json=-").out)
    assert "next_stall" not in shown


def test_show_tells_of_a_record_that_is_cut_off(here: Path, dragonproof: InProcess) -> None:
    (here / "cut.jsonl").write_bytes((here / "game.jsonl").read_bytes()[:-200])
    result = dragonproof("show", "cut.jsonl", "--step", "2")
    assert (result.code, result.err) == (0, "cut.jsonl: line 49 is cut off and was left out\n")


def test_perft_lines_are_of_the_protocol_and_its_table_says_the_same(dragonproof: InProcess) -> None:
    lines = lines_of(dragonproof("perft", "late2", "--depth", "3", "--json", "-").out)
    assert all(valid("urn:dragonproof:perft", line) for line in lines)
    assert [line["depth"] for line in lines] == [1, 2, 3]
    rows = [row.split() for row in dragonproof("perft", "late2", "--depth", "3").out.splitlines()[1:]]
    assert rows == [[str(value)[:12] for value in line.values()] for line in lines]


def test_perft_divide_names_each_first_action_once(dragonproof: InProcess) -> None:
    whole = lines_of(dragonproof("perft", "late3", "--depth", "2", "--json", "-").out)[-1]
    parts = lines_of(dragonproof("perft", "late3", "--depth", "2", "--divide", "--json", "-").out)
    actions = [part.pop("action") for part in parts]
    assert len(set(actions)) == len(actions) > 1
    assert all(valid("urn:dragonproof:perft", part) and part["depth"] == 2 for part in parts)
    assert sum(part["sequences"] for part in parts) == whole["sequences"]
    rows = dragonproof("perft", "late3", "--depth", "2", "--divide").out.splitlines()[1:]
    assert [row.split(maxsplit=7)[7] for row in rows] == actions


def test_perft_takes_the_first_deal_and_prefers_a_file_to_a_deal(here: Path, dragonproof: InProcess) -> None:
    named = dragonproof("perft", "full2", "--depth", "1")
    assert dragonproof("perft", "--depth", "1") == named
    (here / "full2").write_bytes((here / "opening.json").read_bytes())
    assert (
        dragonproof("perft", "full2", "--depth", "1") == dragonproof("perft", "opening.json", "--depth", "1") != named
    )


def test_perft_counts_under_a_ruleset(dragonproof: InProcess) -> None:
    usual = dragonproof("perft", "full3", "--depth", "1").out
    assert dragonproof("perft", "full3", "--depth", "1", "-r", "track.passing=swap").out != usual
    assert dragonproof("perft", "full3", "--depth", "1", "-r", "track.passing=shift").out == usual


def test_perft_exits_1_when_its_two_ways_do_not_agree(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(10**6))
    monkeypatch.setattr("properties.perft._weighted", lambda _: next(numbers))
    result = dragonproof("perft", "late2", "--depth", "3", "--json", "counts.jsonl")
    assert result.code == 1
    assert result.err.startswith("The counts do not agree: depth ")
    assert not Path("counts.jsonl").exists()


def test_show_goes_by_the_rules_not_by_what_a_record_claims(here: Path, dragonproof: InProcess) -> None:
    lines = lines_of((here / "game.jsonl").read_text())
    lines[5]["state"]["deck"] = "A"
    (here / "false.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    for step in ("5", "10"):
        assert dragonproof("show", "false.jsonl", "--step", step) == dragonproof("show", "game.jsonl", "--step", step)


def test_the_policy_is_the_one_that_was_asked_for(dragonproof: InProcess) -> None:
    ruleset = VILLAGE.Ruleset()
    record = read_record(dragonproof("play", "--policy", "greedy", "--seed", "4", "--json", "-").out.encode())
    state = record.header.start
    for step in record.steps:
        assert step.action == greedy_policy(VILLAGE, state, ruleset)
        state = VILLAGE.apply(state, step.action, ruleset)
    usual = dragonproof("play", "--seed", "4").out
    assert dragonproof("play", "--policy", "random", "--seed", "4").out == usual
    assert dragonproof("play", "--policy", "greedy", "--seed", "4").out != usual


def test_pinned_counts_hold_for_the_ruleset_of_the_deal_only(dragonproof: InProcess) -> None:
    line = ("perft", "late2", "--depth", "3")
    usual, other = dragonproof(*line), dragonproof(*line, "--ruleset", "score.wild_penalty=4")
    assert (usual.code, other.code) == (0, 0)
    assert usual.out != other.out
