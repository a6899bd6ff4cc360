"""`serve` as a program of its own: one line in, one line out, until the end of its input."""

import json
import os
import select
import subprocess
from typing import Any, Self

import pytest

from reference_engine.jsonform import Json
from tests.reports.asking import POSITION, RULESETS, Asked, games, matches
from tests.reports.running import COMMAND, InProcess


class Program:
    """A running `serve`; every request and answer is checked against the schemas."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
        )
        self.number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def write(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], 20)[0], "no answer"
        line = self.process.stdout.readline()
        assert line.endswith(b"\n")
        return json.loads(line)

    def ask(self, method: str, **params: Any) -> Any:
        """The result, or the error, of one request."""
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method} | ({"params": params} if params else {})
        assert matches(f"{method}.request", request)
        self.write(json.dumps(request).encode())
        answer = self.read()
        assert matches("response", answer)
        assert answer["id"] == self.number
        if "error" in answer:
            return answer["error"]
        assert matches(f"{method}.result", answer["result"])
        return answer["result"]

    def end(self) -> tuple[int, bytes, bytes]:
        """Its exit code, what it still wrote, and its log, once its input has ended."""
        out, err = self.process.communicate(timeout=600)
        return self.process.returncode, out, err


def test_a_whole_conversation_with_every_method() -> None:
    readings, start, actions = next(games())
    assert readings == RULESETS[0] == {}
    with Program() as program:
        greeting = program.ask("initialize", protocol=1, game="village")
        assert greeting == Asked().greeting
        assert program.ask("new_game", state=start) == {"state": start}
        for action in actions:
            assert action in program.ask("legal_actions")["actions"]
            view = program.ask("observe", player=1)["view"]
            assert view["hands"][0] == len(start["hands"][0]) or view != start
            state = program.ask("apply", action=action)["state"]
        assert program.ask("legal_actions") == {"actions": []}
        outcome = program.ask("outcome")
        replayed = program.ask("replay", state=start, actions=actions, legal_actions=True)
        assert (replayed["states"][-1], replayed["outcome"]) == (state, outcome)
        assert [len(states) for states in (replayed["states"], replayed["legal_actions"])] == [
            len(actions), len(actions) + 1
        ]  # fmt: skip
        dealt = program.ask("new_game", players=4)["state"]
        assert dealt["players"] == 4
        assert program.ask("shutdown") is None
        assert program.end() == (0, b"", b"")


@pytest.mark.parametrize("readings", RULESETS[1:])
def test_it_follows_the_readings_it_was_started_with(readings: dict[str, str]) -> None:
    options = [option for key, value in readings.items() for option in ("--ruleset", f"{key}={value}")]
    _, start, actions = next(game for game in games() if game[0] == readings)
    with Program(*options) as program:
        followed = program.ask("initialize", protocol=1, game="village")["readings"]
        assert readings.items() <= followed.items()
        expected = Asked(readings).result("replay", state=start, actions=actions)
        assert program.ask("replay", state=start, actions=actions) == expected


def test_box_and_seed_are_those_of_the_games_it_deals() -> None:
    for box, seed in (("toy2", 0), ("toy3", 5)):
        with Program("--box", box, "--seed", str(seed)) as program:
            program.ask("initialize", protocol=1, game="village")
            expected = Asked(box=box, seed=seed).result("new_game", players=3)
            assert program.ask("new_game", players=3) == expected


def test_its_first_deal_is_that_of_the_command_deal(dragonproof: InProcess) -> None:
    dealt = json.loads(dragonproof("deal", "--seed", "9", "--players", "3", "--json", "-").out)
    with Program("--seed", "9") as program:
        program.ask("initialize", protocol=1, game="village")
        assert program.ask("new_game", players=3) == {"state": dealt}


ERRORS: dict[int, tuple[str, Json]] = {
    -32001: ("initialize", {"protocol": 2, "game": "village"}),
    -32002: ("apply", {"action": {"type": "visit", "stall": 2, "pay": "AB", "curse": "A"}}),
    -32602: ("observe", {"player": 7}),
    -32000: ("outcome", {}),
}


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_is_answered_and_leaves_the_position_untouched(code: int) -> None:
    with Program() as program:
        program.ask("initialize", protocol=1, game="village")
        program.ask("new_game", state=POSITION)
        listed = program.ask("legal_actions")
        method, params = ERRORS[code]
        error = program.ask(method, **params)
        assert error["code"] == code
        assert error.get("data") == ({"clause": "V-MARKET-1"} if code == -32002 else None)
        assert program.ask("legal_actions") == listed


def test_garbage_is_answered_notifications_are_not_and_neither_stops_it() -> None:
    with Program() as program:
        program.write(b'{"jsonrpc": "2.0", "id": 0, "method": "legal_actions"}')
        assert program.read()["error"]["code"] == -32600
        program.ask("initialize", protocol=1, game="village")
        program.write(b'{"jsonrpc": "2.0", "method": "new_game", "params": {"players": 2}}')
        program.write(b"\xff\x00garbage")
        assert program.read()["error"]["code"] == -32700
        program.write(b'{"jsonrpc": "2.0", "id": 1, "method": "resign"}')
        assert program.read()["error"]["code"] == -32601
        assert program.ask("legal_actions")["actions"]


@pytest.mark.parametrize("rest", [b"", b'{"jsonrpc": "2.0", "id": 9, "method": "outcome"}'])
def test_the_end_of_the_input_ends_it_well(rest: bytes) -> None:
    with Program() as program:
        program.ask("initialize", protocol=1, game="village")
        assert program.process.stdin
        program.process.stdin.write(rest)
        code, out, err = program.end()
        assert (code, err) == (0, b"")
        assert bool(out) is bool(rest)


def test_after_shutdown_nothing_is_answered() -> None:
    with Program() as program:
        program.ask("initialize", protocol=1, game="village")
        line = b'{"jsonrpc": "2.0", "id": 9, "method": "shutdown"}\n'
        assert program.process.stdin
        program.process.stdin.write(line * 2)
        code, out, err = program.end()
        assert (code, out.count(b"\n"), err) == (0, 1, b"")
