"""What the server refuses, with which error, and that it goes on afterwards."""

import json

import pytest

from properties.server import Server
from reference_engine import load
from reference_engine.jsonform import Json
from tests.reports.asking import POSITION, Asked, matches, raw

VILLAGE = load("village")


@pytest.mark.parametrize("request_", [
    ("legal_actions", {}), ("outcome", {}), ("observe", {"player": 0}), ("apply", {"action": {"type": "draw"}}),
])  # fmt: skip
def test_without_a_game_there_is_nothing_to_ask(request_: tuple[str, Json]) -> None:
    method, params = request_
    error = Asked().error(method, **params)
    assert error["code"] == -32000
    assert "new_game" in error["message"]


def test_an_outcome_is_only_there_at_the_end() -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    assert server.error("outcome")["code"] == -32000
    server.result("replay", state=POSITION | {"deck": ""}, actions=[{"type": "draw"}])
    assert set(server.result("outcome")) == {"scores", "winners"}


@pytest.mark.parametrize("action", [
    {}, {"type": "pass"}, {"type": "draw", "stall": 0}, {"type": "visit", "stall": 4}, {"type": "visit", "stall": "3"},
    {"type": "bribe", "treasure": "A", "cards": "WA"}, {"type": "bribe", "treasure": "A"}, "draw", None, ["draw"],
])  # fmt: skip
def test_an_action_of_no_known_form_is_invalid_not_illegal(action: object) -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    listed = server.result("legal_actions")
    assert server.error("apply", action=action)["code"] == -32602
    assert server.error("replay", state=POSITION, actions=[action])["code"] == -32602
    assert server.result("legal_actions") == listed


@pytest.mark.parametrize("params", [
    {}, {"state": POSITION}, {"actions": []}, {"state": [], "actions": []}, {"state": POSITION, "actions": {}},
    {"state": POSITION | {"turn": 2}, "actions": []}, {"state": POSITION | {"deck": "XY"}, "actions": []},
])  # fmt: skip
def test_a_replay_of_no_known_form_is_invalid(params: Json) -> None:
    assert Asked().error("replay", **params)["code"] == -32602


@pytest.mark.parametrize(("params", "code"), [
    ({"protocol": 2, "game": "village"}, -32001), ({"protocol": 1, "game": "chess"}, -32001),
    ({"protocol": "1", "game": "village"}, -32001), ({"game": "village"}, -32001), ({}, -32001),
])  # fmt: skip
def test_other_games_and_protocols_are_refused_and_open_nothing(params: Json, code: int) -> None:
    server = Server(VILLAGE, VILLAGE.Ruleset(), VILLAGE.BOXES["toy2"], 0)
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    assert raw(server, json.dumps(asked).encode())["error"]["code"] == code
    later = raw(server, b'{"jsonrpc": "2.0", "id": 2, "method": "new_game", "params": {"players": 2}}')
    assert later["error"]["code"] == -32600
    assert "initialize" in later["error"]["message"]


GARBAGE: dict[bytes, tuple[int, object]] = {
    b"": (-32700, None),
    b"nonsense": (-32700, None),
    b'{"jsonrpc": "2.0", "id": 1, "met': (-32700, None),
    b"\xff\xfe\x00": (-32700, None),
    b"[" * 100_000: (-32700, None),
    b'{"jsonrpc": "2.0", "id": NaN, "method": "outcome"}': (-32700, None),
    b"[]": (-32600, None),
    b"17": (-32600, None),
    b"null": (-32600, None),
    b'{"id": 7}': (-32600, 7),
    b'{"jsonrpc": "1.0", "id": 7, "method": "outcome"}': (-32600, 7),
    b'{"jsonrpc": "2.0", "id": "x"}': (-32600, "x"),
    b'{"jsonrpc": "2.0", "id": 7, "method": 1}': (-32600, 7),
    b'{"jsonrpc": "2.0", "id": 7, "method": "outcome", "params": []}': (-32600, 7),
    b'{"jsonrpc": "2.0", "id": 7, "method": "outcome", "params": null}': (-32600, 7),
    b'{"jsonrpc": "2.0", "id": 7, "method": "resign"}': (-32601, 7),
    b'{"jsonrpc": "2.0", "id": 7, "method": "_apply"}': (-32601, 7),
}


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: repr(line[:60]))
def test_garbage_gets_an_error_and_stops_nothing(line: bytes) -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    answer = raw(server.server, line)
    assert (answer["error"]["code"], answer["id"]) == GARBAGE[line]
    assert matches("error", answer["error"])
    assert "result" not in answer
    assert server.result("new_game", state=POSITION) == {"state": POSITION}


def test_a_notification_gets_no_answer_but_is_carried_out() -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    draw = b'{"jsonrpc": "2.0", "method": "apply", "params": {"action": {"type": "draw"}}}'
    assert raw(server.server, draw) is None
    assert raw(server.server, b'{"jsonrpc": "2.0", "method": "resign"}') is None
    assert server.result("apply", action={"type": "draw"})["state"]["deck"] == "ACF"


def test_ids_of_every_allowed_kind_come_back() -> None:
    server = Asked().server
    for number in (0, -1, 2**70, "", "a\nb", "Ж"):
        request = {"jsonrpc": "2.0", "id": number, "method": "outcome"}
        answer = raw(server, json.dumps(request).encode())
        assert (answer["id"], type(answer["id"])) == (number, type(number))


def test_shutdown_answers_null_and_ends_it() -> None:
    server = Asked()
    assert server.server.running
    assert server.result("shutdown") is None
    assert not server.server.running
