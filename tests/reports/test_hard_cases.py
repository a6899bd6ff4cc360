"""Cases that the commands once got wrong."""

import inspect
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from properties.citations import citations
from properties.perft import CountsDiffer, perft
from properties.server import Server
from reference_engine import load
from reference_engine.errors import UnknownGame
from tests.properties.test_perft import DEALS, broken
from tests.reports.asking import POSITION, Asked, matches, raw
from tests.reports.running import COMMAND, InProcess, is_one_clear_error, process
from tests.reports.test_terminals import read_all
from tests.reports.test_usage import BOX

VILLAGE = load("village")
pytestmark = pytest.mark.usefixtures("here")


def shell(line: str) -> tuple[int, str]:
    """The exit code of `dragonproof` in a line of bash, and what was printed on standard error."""
    program = f"'{COMMAND[0]}' -c '{COMMAND[2]}'"
    done = subprocess.run(
        ["bash", "-c", line.replace("dragonproof", program) + "; exit ${PIPESTATUS[0]}"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("line", ["play --boards", "perft toy2 -d 8", "show opening.json"])
def test_a_broken_pipe_is_incomplete_not_a_violation(line: str) -> None:
    assert shell(f"dragonproof {line} | true") == (3, "")


@pytest.mark.parametrize("line", ["show opening.json >&-", "show - <&-", "show opening.json >/dev/full",
                                  "deal --json - >/dev/full", "serve <&-"])  # fmt: skip
def test_a_stream_that_is_closed_or_full_is_one_line_of_error(line: str) -> None:
    code, err = shell(f"dragonproof {line}")
    assert (code, is_one_clear_error(err)) == (2, True)


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_texts_are_printed_in_any_encoding(encoding: str) -> None:
    result = process("explain", "V-SCORE-1", PYTHONIOENCODING=encoding)
    assert (result.code, result.err) == (0, "")


def test_a_name_too_long_for_a_file_is_an_error(dragonproof: InProcess) -> None:
    result = dragonproof("perft", "a" * 300, "--depth", "1")
    assert (result.code, is_one_clear_error(result.err)) == (2, True)


@pytest.mark.parametrize("line", [["show", ""], ["perft", "", "-d", "1"], ["replay", ""]])
def test_an_empty_name_is_told_as_such(line: list[str], dragonproof: InProcess) -> None:
    result = dragonproof(*line)
    assert result.code == 2
    assert not result.err.startswith("Error: : ")


def game(here: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (here / "game.jsonl").read_text().splitlines()]


def write(here: Path, name: str, lines: list[dict[str, Any]]) -> None:
    (here / name).write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_claim_that_is_deeply_nested_can_be_reported_as_json(here: Path, dragonproof: InProcess) -> None:
    lines = game(here)[:2]
    lines[1]["state"] = {"deck": "@"}
    write(here, "deep.jsonl", lines)
    text = (here / "deep.jsonl").read_text().replace('"@"', "[" * 500 + "]" * 500)
    (here / "deep.jsonl").write_text(text)
    assert dragonproof("replay", "deep.jsonl", "--json", "-").code in (1, 2)


def test_a_number_beyond_all_numbers_never_makes_the_json_invalid(here: Path, dragonproof: InProcess) -> None:
    lines = game(here)[:2]
    lines[1]["state"] = {"deck": "@"}
    write(here, "beyond.jsonl", lines)
    (here / "beyond.jsonl").write_text((here / "beyond.jsonl").read_text().replace('"@"', "1e999"))
    assert "Infinity" not in dragonproof("replay", "beyond.jsonl", "--json", "-").out


@pytest.mark.parametrize("outcome", [{}, {"scores": [39, 27]}, {"winners": [0]}])
def test_an_outcome_that_claims_less_than_the_protocol_asks_is_no_pass(
    outcome: dict[str, Any], here: Path, dragonproof: InProcess
) -> None:
    write(here, "less.jsonl", [*game(here)[:-1], {"outcome": outcome}])
    assert dragonproof("replay", "less.jsonl").code == 2


def test_a_line_that_is_both_an_action_and_an_outcome_is_refused(here: Path, dragonproof: InProcess) -> None:
    *lines, last, end = game(here)
    write(here, "both.jsonl", [*lines, last | end])
    result = dragonproof("replay", "both.jsonl")
    assert (result.code, f"line {len(lines) + 1}:" in result.err) == (2, True)


def test_a_record_without_steps_is_nothing_to_look_at(here: Path, dragonproof: InProcess) -> None:
    write(here, "header.jsonl", game(here)[:1])
    assert dragonproof("replay", "header.jsonl").code == 3


def spoiled(here: Path, name: str) -> None:
    lines = game(here)
    lines[1]["state"]["deck"] = "A"
    write(here, name, lines)


def test_the_line_to_repeat_can_be_pasted_whatever_the_file_is_called(here: Path, dragonproof: InProcess) -> None:
    spoiled(here, "my game.jsonl")
    repeat = dragonproof("replay", "my game.jsonl").out.splitlines()[-1].removeprefix("To repeat: ")
    assert "not what the rules lead to" in subprocess.run(
        repeat.replace("dragonproof", f"'{COMMAND[0]}' -c '{COMMAND[2]}'"),
        shell=True, capture_output=True, text=True, timeout=600, check=False,
    ).stdout  # fmt: skip


def test_standard_input_that_is_gone_is_not_offered_to_be_repeated(here: Path, dragonproof: InProcess) -> None:
    spoiled(here, "spoiled.jsonl")
    assert "replay -\n" not in dragonproof("replay", "-", stdin=(here / "spoiled.jsonl").read_bytes()).out


@pytest.mark.parametrize("line", [["play", "huge.json"], ["perft", "huge.json", "--depth", "9"]])
def test_values_beyond_all_sense_are_refused(line: list[str], here: Path, dragonproof: InProcess) -> None:
    text = (here / "opening.json").read_text().replace('"values": [1, 4]', f'"values": [1, {"9" * 4300}]')
    (here / "huge.json").write_text(text)
    assert dragonproof(*line).code == 2


def test_a_long_way_without_branches_can_be_counted(here: Path, dragonproof: InProcess) -> None:
    bare = json.loads((here / "opening.json").read_text()) | {"deck": "", "hands": ["", ""]}
    (here / "bare.json").write_text(json.dumps(bare | {"market": {"3": "", "2": "", "1": "", "0": ""}}))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)  # as a depth of 1000 with the usual limit, in less time
    try:
        assert dragonproof("perft", "bare.json", "--depth", "150", "-r", "market.empty_stall=open").code in (0, 2)
    finally:
        sys.setrecursionlimit(limit)


def test_a_box_without_hands_is_dealt_or_refused(here: Path, dragonproof: InProcess) -> None:
    (here / "box.json").write_text(json.dumps(BOX | {"hand": 0}))
    result = dragonproof("deal", "--box", "box.json", "--json", "-")
    assert result.code == 2 or len(json.loads(result.out)["hands"]) == 2


def test_what_can_be_dealt_can_be_read(here: Path, dragonproof: InProcess) -> None:
    (here / "box.json").write_text(json.dumps(BOX | {"treasures": {"A": 900, "B": 900}}))
    assert dragonproof("deal", "--box", "box.json", "--out", "dealt.json").code in (0, 2)
    assert not (here / "dealt.json").exists() or dragonproof("show", "dealt.json").code == 0


def test_a_box_cannot_write_to_the_terminal_through_its_name(here: Path, dragonproof: InProcess) -> None:
    (here / "box.json").write_text(json.dumps(BOX | {"name": "x\nError: \x1b[31mred"}))
    assert is_one_clear_error(dragonproof("deal", "--box", "box.json", "--players", "3").err)


@pytest.mark.parametrize("line", [["deal", "--out", "-"], ["play", "--record", "-"]])
def test_the_same_target_is_written_once(line: list[str], dragonproof: InProcess) -> None:
    assert dragonproof(*line, "--json", "-").out == dragonproof(*line).out


def test_an_existing_file_keeps_its_permissions(here: Path, dragonproof: InProcess) -> None:
    (here / "private").write_text("")
    (here / "private").chmod(0o600)
    dragonproof("deal", "--out", "private")
    assert stat.S_IMODE((here / "private").stat().st_mode) == 0o600


def test_a_link_to_a_file_is_written_through(here: Path, dragonproof: InProcess) -> None:
    (here / "link").symlink_to("opening.json")
    dragonproof("deal", "--out", "link")
    assert (here / "link").is_symlink()


@pytest.mark.parametrize("option", [["--players", "5"], ["--box", "toy3"]])
def test_options_of_an_opening_are_not_ignored_beside_a_file(option: list[str], dragonproof: InProcess) -> None:
    assert dragonproof("play", "opening.json", *option).code == 2


@pytest.mark.parametrize(("line", "option"), [(["show", "opening.json", "--view", "7"], "--view"),
                                              (["deal", "--box", "tiny"], "--box")])  # fmt: skip
def test_a_wrong_value_is_told_with_its_option(line: list[str], option: str, dragonproof: InProcess) -> None:
    assert option in dragonproof(*line).err


def test_a_deal_counted_by_its_name_is_compared_with_its_pinned_counts(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("properties.perft._weighted", lambda scores: 7 * sum(scores))
    assert dragonproof("perft", "late2", "--depth", "3").code == 1


def test_rows_are_not_printed_into_the_line_of_progress() -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*COMMAND, "perft", "full2", "--depth", "2"], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": "1"},
    ):  # fmt: skip
        os.close(theirs)
        shown: list[bytes] = []
        read_all(ours, shown)
    os.close(ours)
    lines = [line for line in b"".join(shown).decode().split("\r\n") if "    67    " in line]
    assert len(lines) == 1
    assert "positions" not in lines[0].rpartition("\x1b[2K")[2]


def duplicating(state: Any, ruleset: Any) -> tuple[Any, ...]:
    return VILLAGE.legal_actions(state, ruleset) * 2


def test_actions_that_are_listed_twice_are_caught_by_perft() -> None:
    header = DEALS["late3"].header
    with pytest.raises(CountsDiffer):
        list(perft(broken(legal_actions=duplicating), header.start, 2, header.ruleset))


def test_the_code_of_an_unknown_game_is_an_unknown_game() -> None:
    with pytest.raises(UnknownGame):
        citations("chess")


@pytest.mark.parametrize("number", ["1.5", '{"a": 1}', "[1]", "true"])
def test_an_id_of_no_allowed_kind_is_an_invalid_request(number: str) -> None:
    answer = raw(Asked().server, b'{"jsonrpc": "2.0", "id": %s, "method": "outcome"}' % number.encode())
    assert (answer["error"]["code"], answer["id"]) == (-32600, None)


@pytest.mark.parametrize("line", [b"{}", b'{"jsonrpc": "2.0", "method": 1}', b'{"method": "outcome"}'])
def test_what_is_no_request_is_answered_even_without_an_id(line: bytes) -> None:
    assert raw(Asked().server, line)["error"]["code"] == -32600


def test_an_answer_to_garbage_is_of_the_form_of_answers() -> None:
    assert matches("response", raw(Asked().server, b"nonsense"))


@pytest.mark.parametrize("protocol", [True, 1.0])
def test_a_protocol_is_a_whole_number(protocol: object) -> None:
    server = Server(VILLAGE, VILLAGE.Ruleset(), VILLAGE.BOXES["toy2"], 0)
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocol": protocol, "game": "village"}}
    assert "error" in raw(server, json.dumps(asked).encode())


@pytest.mark.parametrize("wish", [1, "yes", None])
def test_a_wish_for_lists_is_true_or_false(wish: object) -> None:
    assert Asked().error("replay", state=POSITION, actions=[], legal_actions=wish)["code"] == -32602


def test_verify_finds_out_before_it_begins_that_it_cannot_write_its_report(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []

    def begin(*_: object) -> tuple[()]:
        begun.append(_)
        return ()

    monkeypatch.setattr("reports.verify.run_verify", begin)
    assert dragonproof("verify", "--json", "missing/report.jsonl").code == 2
    assert begun == []
