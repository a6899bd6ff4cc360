"""The JSON Schemas under `seeds/` take the protocol's own examples and refuse what the protocol rules out."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from properties.schemas import game_schemas, shared_schemas, validator

POSITION: dict[str, Any] = {
    "players": 2,
    "turn": 0,
    "over": False,
    "deck": "BWACF",
    "hands": ["AABW", "CDEF"],
    "bribes": [{"A": "AAW"}, {}],
    "market": {"3": "AB", "2": "", "1": "W", "0": "C"},
    "track": ["A", "B", "C", "D", "E", "F"],
    "values": [1, 1, 2, 2, 3, 4],
    "discard": "",
}
DRAW = {"type": "draw"}
BRIBE: dict[str, Any] = {"type": "bribe", "treasure": "A", "cards": "AAW"}
VISIT: dict[str, Any] = {"type": "visit", "stall": 3, "pay": "ABW", "curse": "A"}
VISIT_UNPAID = {"type": "visit", "stall": 0}
ACTIONS: list[dict[str, Any]] = [DRAW, BRIBE, VISIT, VISIT_UNPAID]
OUTCOME = {"scores": [-3, 12], "winners": [1]}
HEADER = {"dragonproof": 1, "game": "village", "rules": "1.0", "readings": {"tie.count": "treasure"}, "state": POSITION}
GREETING = {
    "protocol": 1,
    "name": "my-game",
    "version": "1.2.0",
    "language": "JavaScript",
    "capabilities": ["legal_actions", "outcome", "replay", "observe"],
    "readings": {"tie.count": "bribe"},
}
UNSUPPORTED = {"code": -32003, "message": "no", "data": {"reason": "five players", "url": "https://example.org/5"}}
PERFT_LINE = {
    "depth": 2,
    "sequences": 30,
    "endings": 4,
    "positions": 21,
    "scores": -7,
    "winners": 5,
    "digest": "0f" * 32,
}

PROTOCOL = "urn:dragonproof:protocol"
RECORD = "urn:dragonproof:record"
PERFT = "urn:dragonproof:perft"
GAME = "urn:dragonproof:game"


def holds(ref: str, value: object) -> bool:
    return validator("village", ref).is_valid(value)


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: item for name, item in value.items() if name != key}


def request(method: str, **params: object) -> dict[str, Any]:
    bare = {"jsonrpc": "2.0", "id": 1, "method": method}
    return {**bare, "params": params} if params else bare


def seats(players: int) -> dict[str, Any]:
    """A position with as many seats as players."""
    return {**POSITION, "players": players, "turn": players - 1, "hands": ["A"] * players, "bribes": [{}] * players}


def tokens(count: int) -> dict[str, Any]:
    """A position with a track of so many spaces."""
    return {**POSITION, "track": list("ABCDEF"[:count]), "values": list(range(count))}


@pytest.mark.parametrize("schema", shared_schemas() + game_schemas("village"), ids=lambda schema: schema["$id"])
def test_each_schema_is_a_valid_titled_schema(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]


def test_shared_schemas_name_no_game() -> None:
    assert not [schema["$id"] for schema in shared_schemas() if "village" in str(schema)]


@pytest.mark.parametrize(
    "position",
    [
        POSITION,
        {**POSITION, "over": True, "turn": 1, "deck": ""},
        {**POSITION, "next_stall": 0},
        {**POSITION, "bribes": [{letter: letter + "WW" for letter in "ABCDEF"}, {"F": "FF"}]},
        {**POSITION, "note": "unknown fields are ignored"},
        *(seats(players) for players in (2, 3, 4, 5)),
        *(tokens(count) for count in (1, 2, 3, 4, 5, 6)),
    ],
)
def test_whole_positions_are_taken(position: dict[str, Any]) -> None:
    assert holds(f"{GAME}:position", position)


@pytest.mark.parametrize("field", POSITION)
def test_a_position_lacks_no_field_but_an_answer_may(field: str) -> None:
    assert not holds(f"{GAME}:position", without(POSITION, field))
    assert holds(f"{GAME}:answer-position", without(POSITION, field))


BAD_FIELDS: list[tuple[str, object]] = [
    ("players", 1),
    ("players", 6),
    ("players", "2"),
    ("turn", -1),
    ("turn", 5),
    ("turn", None),
    ("over", 0),
    ("deck", "ABX"),
    ("deck", "AB\n"),
    ("deck", ["A", "B"]),
    ("hands", ["BA", ""]),
    ("hands", ["WA", ""]),
    ("hands", ["A\n", ""]),
    ("hands", ["G", ""]),
    ("hands", ["A"]),
    ("hands", [""] * 6),
    ("hands", {"0": "A", "1": ""}),
    ("hands", [None, ""]),
    ("bribes", [{}]),
    ("bribes", [{}] * 6),
    ("bribes", [[], {}]),
    ("bribes", {"0": {}, "1": {}}),
    ("bribes", [{"W": "W"}, {}]),
    *(("bribes", [{letter: cards}, {}]) for letter in "ABCDEF" for cards in ("", "W", letter + "\n", "ABCDEF")),
    *(("market", without(POSITION["market"], stall)) for stall in "3210"),
    ("market", {**POSITION["market"], "4": ""}),
    *(("market", {**POSITION["market"], stall: "BA"}) for stall in "3210"),
    ("market", ["C", "W", "", "AB"]),
    ("track", []),
    ("track", list("ABCDEFA")),
    ("track", list("ABCDEE")),
    ("track", list("ABCDEW")),
    ("track", "ABCDEF"),
    ("values", []),
    ("values", [1] * 7),
    ("values", [1, 1, 2, 2, 3, 4.5]),
    ("values", "112234"),
    ("discard", "BA"),
    ("next_stall", 4),
    ("next_stall", -1),
    ("next_stall", "3"),
]


@pytest.mark.parametrize(("field", "value"), BAD_FIELDS)
def test_a_malformed_field_is_refused_in_positions_and_answers(field: str, value: object) -> None:
    assert not holds(f"{GAME}:position", {**POSITION, field: value})
    assert not holds(f"{GAME}:answer-position", {field: value})


@pytest.mark.parametrize(
    "position",
    [
        *({**seats(players), "turn": players} for players in (2, 3, 4)),
        *({**seats(players), "hands": ["A"] * (players + 1)} for players in (2, 3, 4)),
        *({**seats(players), "hands": ["A"] * (players - 1)} for players in (3, 4, 5)),
        *({**seats(players), "bribes": [{}] * (players + 1)} for players in (2, 3, 4)),
        *({**seats(players), "bribes": [{}] * (players - 1)} for players in (3, 4, 5)),
        *({**tokens(count), "values": [1] * (count + 1)} for count in (1, 2, 3, 4, 5)),
        *({**tokens(count), "values": [1] * (count - 1)} for count in (2, 3, 4, 5, 6)),
    ],
)
def test_a_position_at_odds_with_its_own_counts_is_refused_but_not_in_answers(position: dict[str, Any]) -> None:
    assert not holds(f"{GAME}:position", position)
    assert holds(f"{GAME}:answer-position", position)


@pytest.mark.parametrize("value", [[], "", None, 3])
@pytest.mark.parametrize("name", ["position", "answer-position", "action", "outcome"])
def test_only_objects_are_taken(name: str, value: object) -> None:
    assert not holds(f"{GAME}:{name}", value)


@pytest.mark.parametrize(
    "action",
    [
        *ACTIONS,
        *({**BRIBE, "treasure": card, "cards": ""} for card in "ABCDEFW"),
        {"type": "visit", "stall": 1, "pay": "W", "curse": "W"},
        {"type": "visit", "stall": 0, "pay": "", "curse": "F"},
        {"type": "visit", "stall": 3},
    ],
)
def test_actions_of_the_form_are_taken_even_if_illegal(action: dict[str, Any]) -> None:
    assert holds(f"{GAME}:action", action)


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"stall": 0},
        {"type": "pass"},
        {"type": "visit"},
        *({**action, "type": "pass"} for action in ACTIONS),
        {**DRAW, "cards": ""},
        *(without(BRIBE, key) for key in BRIBE),
        {**BRIBE, "stall": 0},
        {**BRIBE, "treasure": "G"},
        {**BRIBE, "treasure": "AA"},
        {**BRIBE, "cards": "WA"},
        *(without(VISIT, key) for key in VISIT),
        {**VISIT, "cards": ""},
        {**VISIT, "stall": 4},
        {**VISIT, "stall": "3"},
        {**VISIT, "pay": "BA"},
        {**VISIT, "curse": ""},
        {**VISIT_UNPAID, "stall": -1},
        {**VISIT_UNPAID, "pay": None, "curse": None},
    ],
)
def test_actions_of_no_form_are_refused(action: dict[str, Any]) -> None:
    assert not holds(f"{GAME}:action", action)


@pytest.mark.parametrize("outcome", [OUTCOME, {"scores": [4, 4, 4, 4, 4], "winners": []}])
def test_outcomes_are_taken(outcome: dict[str, Any]) -> None:
    assert holds(f"{GAME}:outcome", outcome)


@pytest.mark.parametrize(
    "outcome",
    [
        *(without(OUTCOME, key) for key in OUTCOME),
        {**OUTCOME, "scores": [1]},
        {**OUTCOME, "scores": [1] * 6},
        {**OUTCOME, "scores": [1.5, 2]},
        {**OUTCOME, "scores": {"0": 1, "1": 2}},
        {**OUTCOME, "winners": [1, 1]},
        {**OUTCOME, "winners": [-1]},
        {**OUTCOME, "winners": [5]},
        {**OUTCOME, "winners": ["1"]},
        {**OUTCOME, "winners": 1},
    ],
)
def test_malformed_outcomes_are_refused(outcome: dict[str, Any]) -> None:
    assert not holds(f"{GAME}:outcome", outcome)


REQUESTS = [
    request("initialize", protocol=1, game="village"),
    request("new_game", state=POSITION),
    request("new_game", players=3),
    request("apply", action=VISIT),
    request("legal_actions"),
    {**request("legal_actions"), "params": {}},
    request("outcome"),
    request("replay", state=POSITION, actions=ACTIONS),
    request("replay", state=POSITION, actions=[], legal_actions=True),
    request("observe", player=1),
    request("shutdown"),
]


@pytest.mark.parametrize("message", REQUESTS)
def test_each_request_is_taken_for_its_own_method_only(message: dict[str, Any]) -> None:
    assert holds(PROTOCOL, message)
    methods = {str(each["method"]) for each in REQUESTS}
    assert {method for method in methods if holds(f"{PROTOCOL}#/$defs/{method}.request", message)} == {
        message["method"]
    }


@pytest.mark.parametrize("message", REQUESTS)
def test_each_request_is_refused_with_another_method_or_a_broken_envelope(message: dict[str, Any]) -> None:
    own = f"{PROTOCOL}#/$defs/{message['method']}.request"
    assert not holds(own, {**message, "method": "undo"})
    assert not holds(own, {**message, "params": []})
    assert not holds(own, without(message, "id"))


@pytest.mark.parametrize(
    "message",
    [
        *(without(request("outcome"), key) for key in ("jsonrpc", "id", "method")),
        {**request("outcome"), "jsonrpc": "1.0"},
        {**request("outcome"), "id": None},
        {**request("outcome"), "id": 1.5},
        {**request("outcome"), "method": 7},
        {**request("outcome"), "params": []},
        {**request("outcome"), "extra": 1},
        [request("outcome")],
    ],
)
def test_malformed_envelopes_of_requests_are_refused(message: object) -> None:
    assert not holds(f"{PROTOCOL}#/$defs/request", message)
    assert not holds(PROTOCOL, message)


@pytest.mark.parametrize(
    "message",
    [
        request("initialize"),
        request("initialize", protocol=1),
        request("initialize", game="village"),
        request("initialize", protocol="1", game="village"),
        request("initialize", protocol=0, game="village"),
        request("initialize", protocol=1, game=""),
        request("initialize", protocol=1, game=1),
        request("initialize", protocol=1, game="village", seed=3),
        request("new_game"),
        request("new_game", state={}),
        request("new_game", state=POSITION, players=2),
        request("new_game", players=0),
        request("new_game", players="2"),
        request("new_game", players=2, seed=3),
        request("apply"),
        request("apply", action="draw"),
        request("apply", action=DRAW, player=0),
        request("legal_actions", player=0),
        request("outcome", state=POSITION),
        request("replay"),
        request("replay", state=POSITION),
        request("replay", actions=ACTIONS),
        request("replay", state={}, actions=ACTIONS),
        request("replay", state=POSITION, actions=DRAW),
        request("replay", state=POSITION, actions=["draw"]),
        request("replay", state=POSITION, actions=[], legal_actions=1),
        request("replay", state=POSITION, actions=[], players=2),
        request("observe"),
        request("observe", player=-1),
        request("observe", player="1"),
        request("observe", player=1, state=POSITION),
        request("shutdown", now=True),
        *({**request(method), "params": {}} for method in ("initialize", "new_game", "apply", "replay", "observe")),
    ],
)
def test_requests_with_the_wrong_params_are_refused(message: dict[str, Any]) -> None:
    assert not holds(f"{PROTOCOL}#/$defs/{message['method']}.request", message)


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("initialize", GREETING),
        ("initialize", {**without(GREETING, "readings"), "capabilities": ["deals"], "extra": 1}),
        ("new_game", {"state": POSITION}),
        ("new_game", {"state": {}}),
        ("apply", {"state": {"over": False, "turn": 1}}),
        ("legal_actions", {"actions": ACTIONS}),
        ("legal_actions", {"actions": []}),
        ("outcome", OUTCOME),
        ("replay", {"states": [POSITION, {}], "outcome": None}),
        ("replay", {"states": [], "outcome": OUTCOME}),
        ("replay", {"states": [{}], "outcome": None, "illegal": 1, "legal_actions": [[DRAW], ACTIONS]}),
        ("observe", {"view": None}),
        ("observe", {"view": [1, "two", {}]}),
        ("shutdown", None),
    ],
)
def test_results_are_taken_also_inside_a_response(method: str, result: object) -> None:
    assert holds(f"{PROTOCOL}#/$defs/{method}.result", result)
    assert holds(PROTOCOL, {"jsonrpc": "2.0", "id": "a-1", "result": result})


@pytest.mark.parametrize(
    ("method", "result"),
    [
        *(("initialize", without(GREETING, key)) for key in without(GREETING, "readings")),
        ("initialize", None),
        ("initialize", {**GREETING, "protocol": 2}),
        *(("initialize", {**GREETING, key: 3}) for key in ("name", "version", "language", "capabilities")),
        ("initialize", {**GREETING, "capabilities": ["outcome", "outcome"]}),
        ("initialize", {**GREETING, "capabilities": ["legal_action"]}),
        ("initialize", {**GREETING, "readings": {"score.wild_penalty": 2}}),
        ("initialize", {**GREETING, "readings": ["tie.count"]}),
        ("new_game", {}),
        ("new_game", POSITION),
        ("apply", None),
        ("apply", {"state": None}),
        ("apply", {"state": {**POSITION, "deck": 30}}),
        ("legal_actions", ACTIONS),
        ("legal_actions", {}),
        ("legal_actions", {"actions": DRAW}),
        ("legal_actions", {"actions": ["draw"]}),
        ("legal_actions", {"actions": [DRAW, BRIBE, DRAW]}),
        ("outcome", None),
        ("outcome", {"winners": [0]}),
        ("replay", [POSITION]),
        ("replay", {"states": [{}]}),
        ("replay", {"outcome": None}),
        ("replay", {"states": {}, "outcome": None}),
        ("replay", {"states": [None], "outcome": None}),
        ("replay", {"states": [], "outcome": {}}),
        ("replay", {"states": [], "outcome": OUTCOME, "illegal": 0}),
        ("replay", {"states": [], "outcome": None, "illegal": -1}),
        ("replay", {"states": [], "outcome": None, "illegal": None}),
        ("replay", {"states": [], "outcome": None, "legal_actions": []}),
        ("replay", {"states": [], "outcome": None, "legal_actions": {}}),
        ("replay", {"states": [], "outcome": None, "legal_actions": [DRAW]}),
        ("observe", {}),
        ("observe", None),
        ("shutdown", {}),
    ],
)
def test_malformed_results_are_refused(method: str, result: object) -> None:
    assert not holds(f"{PROTOCOL}#/$defs/{method}.result", result)


@pytest.mark.parametrize(
    "error",
    [
        UNSUPPORTED,
        {"code": -32003, "message": "", "data": {"reason": "cannot be set to a position"}},
        {"code": -32001, "message": "unknown game"},
        {"code": -32002, "message": "illegal", "data": {"clause": "V-MARKET-1"}},
        {"code": -32603, "message": "Internal error", "data": "a traceback"},
    ],
)
def test_errors_are_taken_also_inside_a_response(error: dict[str, Any]) -> None:
    assert holds(f"{PROTOCOL}#/$defs/error", error)
    assert holds(PROTOCOL, {"jsonrpc": "2.0", "id": 1, "error": error})


@pytest.mark.parametrize(
    "error",
    [
        "illegal",
        {"code": -32002},
        {"message": "illegal"},
        {"code": "-32002", "message": "illegal"},
        {"code": -32002, "message": None},
        {"code": -32001, "message": "no", "data": "unknown game"},
        {"code": -32002, "message": "illegal", "data": {"clause": 7}},
        {"code": -32002, "message": "illegal", "data": {"clause": ""}},
        without(UNSUPPORTED, "data"),
        {**UNSUPPORTED, "data": {"url": "https://example.org/5"}},
        {**UNSUPPORTED, "data": {"reason": ""}},
        {**UNSUPPORTED, "data": {"reason": 5}},
        {**UNSUPPORTED, "data": {"reason": "five players", "url": 5}},
    ],
)
def test_malformed_errors_are_refused_also_inside_a_response(error: object) -> None:
    assert not holds(f"{PROTOCOL}#/$defs/error", error)
    assert not holds(PROTOCOL, {"jsonrpc": "2.0", "id": 1, "error": error})


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": UNSUPPORTED},
        {"jsonrpc": "2.0", "id": 1, "result": None, "error": UNSUPPORTED},
        {"jsonrpc": "2.0", "id": 1, "error": None},
        {"jsonrpc": "2.0", "id": None, "result": None},
        {"jsonrpc": "2.0", "id": True, "result": None},
        {"jsonrpc": "2.0", "result": None},
        {"jsonrpc": 2, "id": 1, "result": None},
        {"id": 1, "result": None},
        [{"jsonrpc": "2.0", "id": 1, "result": None}],
    ],
)
def test_responses_without_exactly_one_of_result_and_error_or_without_an_id_are_refused(message: object) -> None:
    assert not holds(f"{PROTOCOL}#/$defs/response", message)
    assert not holds(PROTOCOL, message)


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("header", HEADER),
        ("header", {**HEADER, "box": "toy2", "readings": {}}),
        ("header", {**HEADER, "state": without(without(POSITION, "deck"), "hands")}),
        ("step", {"action": BRIBE, "state": POSITION}),
        ("step", {"action": DRAW}),
        ("end", {"outcome": OUTCOME}),
    ],
)
def test_each_line_of_a_record_is_of_its_own_kind_only(kind: str, line: dict[str, Any]) -> None:
    assert holds(RECORD, line)
    assert [each for each in ("header", "step", "end") if holds(f"{RECORD}#/$defs/{each}", line)] == [kind]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        *(("header", without(HEADER, key)) for key in HEADER),
        ("header", {**HEADER, "dragonproof": 2}),
        ("header", {**HEADER, "game": ""}),
        ("header", {**HEADER, "game": None}),
        ("header", {**HEADER, "rules": 1.0}),
        ("header", {**HEADER, "rules": "one"}),
        ("header", {**HEADER, "rules": "1"}),
        ("header", {**HEADER, "rules": "1.0\n"}),
        ("header", {**HEADER, "readings": {"score.wild_penalty": 2}}),
        ("header", {**HEADER, "box": 2}),
        ("header", {**HEADER, "state": {**POSITION, "hands": "AABW"}}),
        ("header", "dragonproof 1"),
        ("step", {"state": POSITION}),
        ("step", {"action": "draw"}),
        ("step", {"action": DRAW, "state": None}),
        ("step", DRAW),
        ("step", "draw"),
        ("end", {"outcome": None}),
        ("end", OUTCOME),
        ("end", None),
    ],
)
def test_malformed_lines_of_a_record_are_refused(kind: str, line: object) -> None:
    assert not holds(f"{RECORD}#/$defs/{kind}", line)
    assert not holds(RECORD, line)


def test_a_line_of_two_kinds_at_once_is_no_line_of_a_record() -> None:
    assert not holds(RECORD, {"action": DRAW, "outcome": OUTCOME})


def test_perft_lines_and_headers_are_taken() -> None:
    assert holds(PERFT, PERFT_LINE)
    assert holds(PERFT, {**PERFT_LINE, "sequences": 0, "endings": 0, "positions": 0, "scores": 0, "winners": 0})
    assert holds(f"{PERFT}#/$defs/header", HEADER)


def test_a_perft_header_is_a_record_header_with_a_whole_position() -> None:
    assert not holds(f"{PERFT}#/$defs/header", {**HEADER, "state": without(POSITION, "deck")})
    assert not holds(f"{PERFT}#/$defs/header", without(HEADER, "rules"))


@pytest.mark.parametrize(
    "line",
    [
        *(without(PERFT_LINE, key) for key in PERFT_LINE),
        {**PERFT_LINE, "depth": 0},
        *({**PERFT_LINE, key: -1} for key in ("sequences", "endings", "positions", "winners")),
        *({**PERFT_LINE, key: "1"} for key in without(PERFT_LINE, "digest")),
        {**PERFT_LINE, "scores": 0.5},
        {**PERFT_LINE, "digest": "0f"},
        {**PERFT_LINE, "digest": "0F" * 32},
        {**PERFT_LINE, "digest": "0f" * 32 + "\n"},
        {**PERFT_LINE, "digest": 15},
        [PERFT_LINE],
    ],
)
def test_malformed_perft_lines_are_refused(line: object) -> None:
    assert not holds(PERFT, line)
