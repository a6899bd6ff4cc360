"""Bad input of every kind gets one line of error and exit 2; nothing is written, nothing crashes."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reports.running import InProcess, files_in, is_one_clear_error

Make = Callable[[dict[str, Any], list[dict[str, Any]]], object]

READERS = {
    "show": ["show", "FILE"],
    "show --step": ["show", "FILE", "--step", "1"],
    "play": ["play", "FILE"],
    "perft": ["perft", "FILE", "--depth", "1"],
    "replay": ["replay", "FILE"],
}
WRITTEN = ["--json", "written.json"]


def read(here: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The opening and the lines of the game."""
    lines = (here / "game.jsonl").read_text().splitlines()
    return json.loads((here / "opening.json").read_text()), [json.loads(line) for line in lines]


def to_lines(lines: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def with_header(**changes: object) -> Make:
    return lambda _, lines: to_lines([lines[0] | changes, *lines[1:]])


def with_position(**changes: object) -> Make:
    """A record whose header has the changed opening, which is refused for the same reason as that opening alone."""
    return lambda _, lines: to_lines([lines[0] | {"state": lines[0]["state"] | changes}, *lines[1:]])


BAD_FILES: dict[str, Make] = {
    "empty": lambda *_: b"",
    "blank lines": lambda *_: b"\n \n\n",
    "a position cut off": lambda opening, _: json.dumps(opening).encode()[:-20],
    "a record cut off in its header": lambda _, lines: to_lines(lines)[:70],
    "binary": lambda *_: bytes(range(256)),
    "zeros": lambda *_: bytes(1000),
    "UTF-16": lambda opening, _: json.dumps(opening).encode("utf-16"),
    "a number": lambda *_: b"17",
    "a list": lambda opening, _: json.dumps([opening]).encode(),
    "null": lambda *_: b"null",
    "an object of nothing": lambda *_: b"{}",
    "deeply nested lists": lambda *_: b"[" * 100_000,
    "deeply nested objects": lambda *_: b'{"a":' * 100_000,
    "nested just short of the limit": lambda *_: b'{"players":' + b"[" * 900 + b"]" * 900 + b"}",
    "NaN": lambda opening, _: json.dumps(opening | {"turn": float("nan")}).encode(),
    "infinity": lambda opening, _: json.dumps(opening | {"turn": float("inf")}).encode(),
    "a number with 5000 digits": lambda opening, _: json.dumps(opening | {"turn": 0}).encode() + b"1" * 5000,
    "a float where a whole number belongs": with_position(turn=0.0),
    "true where a number belongs": with_position(turn=False),
    "a string where a list belongs": with_position(hands="AB"),
    "a null hand": with_position(hands=[None, "A"]),
    "a market without a stall": with_position(market={"3": "", "2": "", "1": ""}),
    "a market with a fifth stall": with_position(market={"4": "", "3": "", "2": "", "1": "", "0": ""}),
    "one player": with_position(players=1, hands=["A"], bribes=[{}]),
    "six players": with_position(players=6, hands=["A"] * 6, bribes=[{}] * 6),
    "the turn of nobody": with_position(turn=2),
    "an unknown card": with_position(deck="AXB"),
    "cards in no order": with_position(hands=["BA", ""]),
    "a token twice": with_position(track=["A", "A", "B", "C", "D", "E"]),
    "values that fall": with_position(values=[2, 1, 2, 2, 3, 4]),
    "a bribe of Wilds": with_position(bribes=[{"A": "W"}, {}]),
    "over with cards in the deck": with_position(over=True),
    "far too many cards": with_position(discard="A" * 5000),
    "a record of another game": with_header(game="chess"),
    "a record of no game": with_header(game=None),
    "a record of a newer format": with_header(dragonproof=2),
    "a record of a format in words": with_header(dragonproof="1"),
    "a record under other rules": with_header(rules="9.0"),
    "an unknown reading": with_header(readings={"tie.colour": "red"}),
    "an unknown value": with_header(readings={"tie.count": "cards"}),
    "a value that is not played": with_header(readings={"end.final_bribes": "optional"}),
    "a value that is a list": with_header(readings={"tie.count": ["bribe"]}),
    "readings in a list": with_header(readings=["tie.count"]),
}
BAD_STEPS: dict[str, object] = {
    "no action": {},
    "an action that is text": {"action": "draw"},
    "an unknown action": {"action": {"type": "pass"}},
    "a key too many": {"action": {"type": "draw", "stall": 0}},
    "a stall that is none": {"action": {"type": "visit", "stall": 4}},
    "a state that is a list": {"action": {"type": "draw"}, "state": []},
    "an outcome that is text": {"outcome": "player 0"},
    "a list": [],
}


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_file_is_named_in_one_line(case: str, command: str, here: Path, dragonproof: InProcess) -> None:
    content = BAD_FILES[case](*read(here))
    assert isinstance(content, bytes)
    (here / "bad.json").write_bytes(content)
    before = files_in(here)
    line = ["bad.json" if word == "FILE" else word for word in READERS[command]]
    result = dragonproof(*line, *WRITTEN)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert result.err.startswith("Error: bad.json: ")
    assert files_in(here) == before


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("content", [b"", b"{}", b"nonsense"])
def test_bad_standard_input_is_named_in_one_line(
    content: bytes, command: str, here: Path, dragonproof: InProcess
) -> None:
    line = ["-" if word == "FILE" else word for word in READERS[command]]
    result = dragonproof(*line, *WRITTEN, stdin=content)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert result.err.startswith("Error: standard input: ")
    assert not (here / "written.json").exists()


@pytest.mark.parametrize("command", [name for name in READERS if name in ("replay", "show --step")])
@pytest.mark.parametrize("case", BAD_STEPS)
def test_a_bad_line_of_a_record_is_named_by_its_number(
    case: str, command: str, here: Path, dragonproof: InProcess
) -> None:
    _, lines = read(here)
    (here / "bad.jsonl").write_bytes(to_lines([*lines[:2], BAD_STEPS[case], *lines[2:]]))  # type: ignore[list-item]
    result = dragonproof(*("bad.jsonl" if word == "FILE" else word for word in READERS[command]), *WRITTEN)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert result.err.startswith("Error: bad.jsonl: line 3: ")
    assert not (here / "written.json").exists()


@pytest.mark.parametrize("command", [*READERS, "--box"])
@pytest.mark.parametrize(("name", "says"), [("missing.json", "No such file"), ("folder.json", "Is a directory")])
def test_a_file_that_cannot_be_read_is_named(
    name: str, says: str, command: str, here: Path, dragonproof: InProcess
) -> None:
    (here / "folder.json").mkdir()
    line = READERS.get(command, ["deal", "--box", "FILE"])
    result = dragonproof(*(name if word == "FILE" else word for word in line), *WRITTEN)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert name in result.err
    assert says in result.err or "no file and no fixed deal" in result.err
    assert not (here / "written.json").exists()


@pytest.mark.parametrize("command", [*READERS, "--box"])
def test_a_huge_file_is_refused_unread(command: str, here: Path, dragonproof: InProcess) -> None:
    with (here / "huge.json").open("wb") as file:
        file.truncate(64 * 2**20 + 1)
    line = READERS.get(command, ["deal", "--box", "FILE"])
    result = dragonproof(*("huge.json" if word == "FILE" else word for word in line), *WRITTEN)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert "larger than 64 MiB" in result.err
    assert not (here / "written.json").exists()


@pytest.mark.parametrize("position", [["opening.json"], ["game.jsonl", "--step", "5"]])
@pytest.mark.parametrize("steps", ["-1", "49", "100000000000000000000"])
def test_a_step_that_is_not_there_is_refused_with_the_range(
    steps: str, position: list[str], here: Path, dragonproof: InProcess
) -> None:
    result = dragonproof("show", position[0], "--step", steps, *WRITTEN)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert ("from step 0 to step 48" in result.err) is (position[0] == "game.jsonl")
    assert not (here / "written.json").exists()


def test_random_damage_never_crashes_a_reader(here: Path, dragonproof: InProcess) -> None:
    assert dragonproof("play", "opening.json", "--record", "toy.jsonl").code == 0
    seen: dict[str, set[int]] = {}
    for source in ("opening.json", "toy.jsonl"):
        whole = (here / source).read_bytes()
        rng = random.Random(source)
        for _ in range(350):
            (here / "damaged").write_bytes(damaged(whole, rng))
            command = rng.choice([*READERS, "replay", "replay"])
            line = ["damaged" if word == "FILE" else word for word in READERS[command]]
            result = dragonproof(*line)
            assert "Traceback" not in result.said
            assert result.code != 2 or result.err.splitlines()[-1].startswith("Error: damaged: ")
            seen.setdefault(source, set()).add(result.code)
    assert seen == {"opening.json": {0, 2}, "toy.jsonl": {0, 1, 2, 3}}


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, cut out, doubled, or the end cut off."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(data))
        end = min(len(data), start + rng.randint(1, 6))
        others = [bytes([rng.randrange(256)]), rng.choice(b'0123456789ABCDEFW"[]{},:tn').to_bytes(), b""]
        middle = rng.choice([*others, data[start:end] * 2, data[start:end][::-1]])
        data = (data[:start] + middle + data[end:]) if rng.random() < 0.9 else data[: max(1, start)]
    return data


def test_a_field_that_no_position_has_is_named_and_ignored(here: Path, dragonproof: InProcess) -> None:
    opening, _ = read(here)
    (here / "odd.json").write_text(json.dumps(opening | {"wroth": 1}))
    result, plain = dragonproof("show", "odd.json"), dragonproof("show", "opening.json")
    assert (result.code, result.out) == (0, plain.out)
    assert result.err == "odd.json: a position of village has no 'wroth'; it is ignored\n"
    assert plain.err == ""


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "command", [*(words for name, words in READERS.items() if name != "replay"), ["prove", "--endgame", "FILE"]]
)
def test_a_record_of_another_game_than_the_one_named_is_refused(command: list[str], dragonproof: InProcess) -> None:
    words = ["game.jsonl" if word == "FILE" else word for word in command]
    result = dragonproof(*words, "--game", "drachenschatz")
    assert (result.code, result.out, is_one_clear_error(result.err)) == (2, "", True)
    assert "this is a record of village, not of drachenschatz; leave --game drachenschatz out" in result.err
