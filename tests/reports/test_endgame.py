"""`prove --endgame`: what is told of a position, from where it comes, and what is too much."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from properties.replaying import replay
from reference_engine import load
from reference_engine.record import Header, Record, Step, read_record, record_game, write_record
from solver import proving_endgames
from tests.reports.running import InProcess, is_one_clear_error

GAME = load("village")
POSITION = {
    "players": 2, "turn": 1, "over": False, "deck": "", "hands": ["BW", "ABCW"], "bribes": [{}, {}],
    "market": {"3": "", "2": "", "1": "", "0": ""}, "track": ["C", "A", "B"], "values": [1, 1, 4], "discard": "",
}  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("position.json").write_text(json.dumps(POSITION), encoding="utf-8")


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_results_winners_lines_and_best_play_are_told(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--endgame", "position.json")
    assert "7 plays of at most 1 turn, 7 different results." in result.out
    assert "endgame.results: exhaustive. " in result.out
    assert "of the engine 7, of the model 7, counted by itself by z3 " in " ".join(result.out.split())
    assert "Player 0 can win, for instance:\n     1  player 1  draw\n        Player 0 wins by score." in result.out
    assert "  Player 0 cannot make sure of winning (exhaustive: " in result.out
    assert "  Player 1 makes sure of winning alone, beginning with bribe A A (exhaustive: " in result.out
    assert result.code == 0


def test_the_json_has_every_result_with_a_play_that_leads_there(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--endgame", "-", "--json", "-", stdin=json.dumps(POSITION).encode())
    header, explored, *rest, footer = lines(result.out)
    assert (header["report"], header["state"]) == ("endgame", POSITION)
    assert explored == {"turns": 1, "plays": 7, "ended": True}
    results = [line for line in rest if "actions" in line]
    assert len(results) == 7
    start = Header(GAME, GAME.Ruleset(), GAME.position_from_json(header["state"], GAME.Ruleset()))
    for line in results:
        steps = tuple(Step(GAME.action_from_json(action)) for action in line["actions"])
        replayed = replay(Record(start, steps, line["outcome"]))
        assert replayed.difference is None
        assert GAME.position_to_json(replayed.positions[-1]) == line["state"]
    assert [line["sure_of"] for line in rest if "player" in line] == ["nothing", "alone"]
    assert [line["grade"] for line in rest if "grade" in line] == ["exhaustive"] * 3
    assert footer == {"complete": True, "exit": 0}


def test_the_page_tells_what_the_terminal_does_and_shows_every_play(dragonproof: InProcess) -> None:
    page = dragonproof("prove", "--endgame", "position.json", "--html", "-", "--json", "e.jsonl").out
    assert dragonproof("view", "e.jsonl", "--html", "-").out == page
    for told in ("7 plays of at most 1 turn, 7 different results.", "Player 1 makes sure of winning alone."):
        assert told in page
    assert re.search(r'<section class="answer holds".*?<strong class="grade exhaustive">', page, re.DOTALL)
    shown = re.findall(r'data-(?:replay|explorer)="([^"]*)"', page)
    assert shown == ["position-explore", "result-1", "result-2", "best-0", "win-0", "best-1", "win-1"]
    best = [line["best"] for line in lines(Path("e.jsonl").read_text(encoding="utf-8")) if "player" in line]
    assert [each["outcome"]["winners"] for each in best] == [[1], [1]]


def test_the_page_of_too_many_plays_says_so_beside_the_position(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving_endgames, "MOST_LOOKED", 3)
    page = dragonproof("prove", "--endgame", "position.json", "--html", "-").out
    assert re.search(r'<section class="answer open".*?Not known\. Too many plays', page, re.DOTALL)
    assert re.findall(r'data-replay="([^"]*)"', page) == ["position-still"]


def test_of_a_record_it_is_the_last_position_that_is_not_over(dragonproof: InProcess) -> None:
    dragonproof("play", "--box", "toy3", "--seed", "1", "--record", "game.jsonl")
    last = len(read_record(Path("game.jsonl").read_bytes()).steps) - 1
    told = dragonproof("prove", "--endgame", "game.jsonl")
    assert told.code == 0
    assert told.out == dragonproof("prove", "--endgame", "game.jsonl", "--step", str(last)).out
    assert told.out.startswith(dragonproof("show", "game.jsonl", "--step", str(last)).out.rstrip())


@pytest.mark.parametrize("words", [["prove", "--endgame"], ["show"], ["play"], ["verify", "--record"]])
def test_another_game_than_that_of_the_record_is_an_error(words: list[str], dragonproof: InProcess) -> None:
    dragonproof("play", "--box", "toy3", "--record", "game.jsonl")
    result = dragonproof(*words, "game.jsonl", "--game", "drachenschatz")
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    told = "a record of village, not of drachenschatz; leave --game drachenschatz out"
    assert told in " ".join(result.err.split())


def test_a_ruleset_is_that_of_the_record_and_can_be_given(dragonproof: InProcess) -> None:
    ruleset = GAME.Ruleset.from_readings({"score.wild_penalty": "4"})
    record = record_game(Header(GAME, ruleset, GAME.position_from_json(POSITION, ruleset)), [])
    Path("record.jsonl").write_text(write_record(record), encoding="utf-8")
    recorded = dragonproof("prove", "--endgame", "record.jsonl", "--json", "-")
    given = dragonproof("prove", "--endgame", "position.json", "--ruleset", "score.wild_penalty=4", "--json", "-")
    for result in (recorded, given):
        header, _, first, *_ = lines(result.out)
        assert header["ruleset"] == {"score.wild_penalty": "4"}
        assert first["outcome"]["scores"] != lines(dragonproof(*ASKED).out)[2]["outcome"]["scores"]


ASKED = ("prove", "--endgame", "position.json", "--json", "-")


def test_the_other_game_is_told_too(dragonproof: InProcess) -> None:
    dragonproof("play", "--game", "drachenschatz", "--box", "toy3", "--seed", "2", "--record", "game.jsonl")
    result = dragonproof("prove", "--endgame", "game.jsonl")
    assert "endgame.results: exhaustive." in result.out
    assert "Player 2 " in result.out
    assert result.code == 0


def test_a_game_that_need_not_end_is_told_as_far_as_it_was_looked_at(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving_endgames, "MOST_TURNS", 2)
    result = dragonproof("prove", "--endgame", "position.json", "--ruleset", "market.empty_stall=open")
    assert "There are plays that go on after 2 turns: " in result.out
    assert "the game goes on" in result.out
    assert "endgame.results: exhaustive." in result.out
    assert result.code == 3


def test_too_many_plays_are_told_with_what_to_do(dragonproof: InProcess) -> None:
    dragonproof("deal", "--out", "opening.json")
    result = dragonproof("prove", "--endgame", "opening.json", "--json", "proof.jsonl")
    assert "Too many plays: more than 4,000 actions. Within 2 turns all were looked at" in result.out
    assert "Ask about a position nearer to the end, or allow more work with --deep." in " ".join(result.out.split())
    assert lines(Path("proof.jsonl").read_text(encoding="utf-8"))[-1] == {
        "complete": False, "exit": 3, "too_many": {"turns": 2},
    }  # fmt: skip
    assert result.code == 3


def test_too_little_work_is_unknown_and_not_green(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving_endgames, "RLIMIT", 1)
    result = dragonproof("prove", "--endgame", "position.json")
    assert "endgame.results: unknown." in result.out
    assert "of the model not known how many" in " ".join(result.out.split())
    assert result.code == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--endgame", "position.json", "--only", "track"), "--only does not go with --endgame"),
        (("--endgame", "position.json", "--smt2", "queries"), "--smt2 does not go with --endgame"),
        (("--endgame", "position.json", "--readings"), "--endgame and --readings ask for different things"),
        (("--endgame", "position.json", "--step", "1"), "only a record has steps"),
        (("--endgame", "position.json", "--game", "drachenschatz"), "add --game village"),
        (("--endgame", "nothing.json"), "nothing.json: "),
        (("--endgame", "over.json"), "over.json: the game is over in this position"),
        (("--endgame", "position.json", "--json", "position.json"), "over the file that it comes from"),
        (("--step", "1"), "--step does not go with theorems; it goes with --endgame"),
        (("--ruleset", "tie.full=none"), "--ruleset does not go with theorems; it goes with --graph and --endgame"),
    ],
)
def test_what_makes_no_sense_is_one_clear_error(dragonproof: InProcess, arguments: tuple[str, ...], error: str) -> None:
    Path("over.json").write_text(json.dumps({**POSITION, "over": True}), encoding="utf-8")
    result = dragonproof("prove", *arguments)
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert error in result.err
    assert json.loads(Path("position.json").read_text(encoding="utf-8")) == POSITION


def test_a_record_that_breaks_a_rule_has_no_last_position(dragonproof: InProcess) -> None:
    start = Header(GAME, GAME.Ruleset(), GAME.position_from_json(POSITION, GAME.Ruleset()))
    draw = Step(GAME.action_from_json({"type": "bribe", "treasure": "C", "cards": "CCC"}))
    Path("broken.jsonl").write_text(write_record(Record(start, (draw,), None)), encoding="utf-8")
    result = dragonproof("prove", "--endgame", "broken.jsonl")
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert "broken.jsonl: step 1 is not by the rules (V-BRIBE-1)" in result.err
    assert dragonproof("prove", "--endgame", "broken.jsonl", "--step", "0").code == 0
