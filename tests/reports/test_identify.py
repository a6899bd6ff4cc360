"""`dragonproof identify`: what it prints, its JSON and its exit codes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from properties.conformance import working
from properties.identifying import searching
from properties.mutants.fake import fake_server
from properties.mutants.inprocess import InProcess as Peer
from properties.mutants.replying import Making, answering, honest, later, refusing, with_positions, with_result, without
from properties.server import NOT_SUPPORTED
from reference_engine import load
from reference_engine.jsonform import Json
from tests.reports.running import InProcess, Result, is_one_clear_error

READINGS = load("village").Ruleset.choices()
NO_POSITIONS = {"code": NOT_SUPPORTED, "message": "no", "data": {"reason": "no positions"}}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own; looking for further questions is cut short."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(searching, "CASES", 2)
    return tmp_path


def saying(readings: dict[str, str] | None, over: Making = honest) -> Making:
    """Declares these readings, or none."""

    def changed(_: Json, result: Json) -> Json:
        rest = {key: value for key, value in result.items() if key != "readings"}
        return rest if readings is None else rest | {"readings": readings}

    return with_result(changed, "initialize", over=over)


def play(monkeypatch: pytest.MonkeyPatch, making: Making = honest, mutant: str | None = None, **readings: str) -> None:
    """Whatever command is named, the program is one in this process. readings: by id, with `_` for `.`."""
    chosen = {name.replace("_", ".", 1): value for name, value in readings.items()}
    monkeypatch.setattr(working, "launcher", lambda *_: lambda: Peer(fake_server("village", mutant, chosen), making))


def identified(dragonproof: InProcess) -> tuple[Result, dict[str, Any]]:
    """What is printed, and the JSON."""
    result = dragonproof("identify", "--game", "village", "--json", "found.json", "--", "program")
    return result, json.loads(Path("found.json").read_text(encoding="utf-8"))


def test_a_program_that_declares_what_it_follows_exits_0_and_every_reading_is_told(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, tie_count="type", curse_floor="block")
    result, found = identified(dragonproof)
    assert (result.code, found["exit"], found["follows"]) == (0, 0, True)
    assert found["readings"].keys() == READINGS.keys()
    assert found["readings"] == found["declared"]
    assert found["readings"]["tie.count"] == "type"
    assert found["undetermined"] == found["differs"] == {}
    for reading, values in READINGS.items():
        assert found["how"][reading]["evidence"].keys() == set(values) - {found["readings"][reading]}
        for shown in found["how"][reading]["evidence"].values():
            answers = found["questions"][shown["question"]]["answers"]
            assert answers[shown["actions"]][shown["field"]] == shown["answer"] != shown["otherwise"]
        assert reading in result.out
    assert "So it follows   tie.count: type (V-TIE-1, V-TIE-2)" in result.out
    assert "under bribe: winners" in result.out
    assert len(found["questions"]) <= 60
    assert result.out.endswith("no contradiction).\n")


def test_what_is_hidden_has_no_value_and_its_reason_and_exits_0(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, saying(None), end_empty_deck="turn")
    result, found = identified(dragonproof)
    assert result.code == 0
    assert found["declared"] is None
    assert found["readings"]["end.last_match"] is None
    assert found["undetermined"] == {"end.last_match": {"reason": "hidden by end.empty_deck=turn", "settled": True}}
    assert "undetermined: hidden by end.empty_deck=turn" in result.out


def test_a_program_without_outcome_exits_0_and_says_which_readings_that_leaves_open(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, without("outcome"))
    result, found = identified(dragonproof)
    assert result.code == 0
    assert {key for key, value in found["readings"].items() if value is None} == {
        "score.wild_penalty", "tie.among", "tie.count", "tie.steps", "tie.full",
    }  # fmt: skip
    assert "offers no `outcome`" in result.out


def test_a_program_that_declares_another_value_exits_1_and_is_told_which(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, saying({"tie.count": "owned"}), tie_count="type")
    result, found = identified(dragonproof)
    assert (result.code, found["differs"]) == (1, {"tie.count": "owned"})
    assert found["declared"]["tie.count"] == "owned"
    assert "It declares tie.count: owned, and follows type." in result.out


def test_a_program_that_follows_no_ruleset_exits_1_with_the_nearest_and_what_contradicts_it(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, mutant="refill-end-passes-the-turn", tie_count="type")
    result, found = identified(dragonproof)
    assert (result.code, found["follows"]) == (1, False)
    assert set(found["readings"].values()) == {None}
    assert found["nearest"]["tie.count"] == "type"
    assert {shown["field"] for shown in found["against"]} == {"turn"}
    assert "It follows no ruleset. The nearest is tie.count=type, but:" in result.out
    assert "by that ruleset: turn" in result.out


def test_a_program_that_breaks_down_later_exits_1(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, later(answering(lambda _, answer: answer | {"id": -1}), after=90))
    result, found = identified(dragonproof)
    assert result.code == 1
    (failed,) = found["failed"]
    assert failed["why"].startswith("protocol: ")
    game = load("village")
    assert game.position_from_json(failed["state"], game.Ruleset())
    assert failed["actions"]
    assert f"A question was not answered: {failed['why']}." in result.out
    assert f"  It began with   {json.dumps(failed['state'])}" in result.out
    assert f"  To be played    {game.action_to_text(game.action_from_json(failed['actions'][0]))}" in result.out


def test_a_program_that_takes_no_state_of_another_reading_is_asked_to_play_from_openings(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = refusing(
        lambda request: request.get("params", {}).get("state", {}).get("next_stall", 3) != 3, NO_POSITIONS
    )
    play(monkeypatch, elsewhere)
    result, found = identified(dragonproof)
    assert (result.code, found["readings"]["refill.start"]) == (0, "restart")
    assert found["skipped"]


def test_a_program_that_cannot_be_asked_anything_exits_3(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_deck = with_positions(lambda state: {key: value for key, value in state.items() if key != "deck"})
    play(monkeypatch, refusing(lambda request: "state" in request.get("params", {}), NO_POSITIONS, no_deck))
    result, found = identified(dragonproof)
    assert (result.code, found["start"], found["questions"]) == (3, "deals", [])
    assert {key for key, value in found["readings"].items() if value} == {
        key for key, values in READINGS.items() if len(values) == 1
    }
    assert "A question was skipped: it does not show the whole opening that it deals: deck is missing." in result.out
    assert result.out.endswith("Nothing could be asked.\n")


def test_a_program_that_cannot_be_driven_exits_4(dragonproof: InProcess) -> None:
    result = dragonproof("identify", "--json", "found.json", "--", "no-such-program")
    found = json.loads(Path("found.json").read_text(encoding="utf-8"))
    assert (result.code, found["exit"]) == (4, 4)
    assert set(found["readings"].values()) == {None}
    assert "The program cannot be driven" in result.out


def test_a_program_in_a_process_of_its_own_is_found_and_json_alone_is_printed(dragonproof: InProcess) -> None:
    command = [sys.executable, "-m", "properties.mutants.fake", "drachenschatz", "--ruleset", "win.tie=none"]
    limits = ["--timeout", "30", "--startup-timeout", "60"]
    result = dragonproof("identify", "--game", "drachenschatz", *limits, "--json", "-", "--", *command)
    assert (result.code, json.loads(result.out)["readings"]["win.tie"]) == (0, "none")


@pytest.mark.parametrize(
    "arguments",
    [[], ["--url", "http://127.0.0.1:1/", "--", "x"], ["--timeout", "nan", "--", "x"], ["--url", "ftp://x"]],
)
def test_wrong_usage_is_one_clear_error(arguments: list[str], dragonproof: InProcess) -> None:
    result = dragonproof("identify", *arguments)
    assert result.code == 2
    assert is_one_clear_error(result.err)
