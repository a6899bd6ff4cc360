"""Asking the server in this process, with answers checked against the schemas."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from properties.dealing import deal
from properties.policies import playout, random_policy
from properties.schemas import validator
from properties.server import Server
from reference_engine import load
from reference_engine.jsonform import Json

VILLAGE = load("village")
RULESETS: tuple[dict[str, str], ...] = (
    {},
    {"refill.start": "continue", "track.passing": "swap", "bribe.wilds": "all", "favor.overshoot": "stay"},
    {"end.empty_deck": "turn", "curse.floor": "block", "tie.count": "type", "score.wild_penalty": "4"},
    {
        "bribe.wilds_alone": "never",
        "end.last_match": "end",
        "curse.distance": "type",
        "tie.full": "none",
        "tie.among": "all",
    },
    {"favor.wild_bribe": "none", "refill.wild_bribe": "wild", "tie.steps": "value", "tie.count": "owned"},
)
POSITION: Json = {
    "players": 2, "turn": 0, "over": False, "deck": "BWACF", "hands": ["AABW", "CDEF"],
    "bribes": [{"A": "AAW"}, {"C": "CW"}], "market": {"3": "AB", "2": "", "1": "W", "0": "C"},
    "track": ["A", "B", "C", "D", "E", "F"], "values": [1, 1, 2, 2, 3, 4], "discard": "E",
}  # fmt: skip
ALL_ACTIONS: tuple[Json, ...] = (
    {"type": "draw"},
    *({"type": "bribe", "treasure": kind, "cards": cards} for kind in "ABCW" for cards in ("", "A", "AW", "BB", "W")),
    *({"type": "visit", "stall": stall} for stall in range(4)),
    *(
        {"type": "visit", "stall": len(pay), "pay": pay, "curse": curse}
        for pay in ("", "A", "B", "W", "AB", "AW", "WW", "ABW")
        for curse in "ABW"
    ),
)


@cache
def _validator(ref: str) -> Draft202012Validator:
    return validator("village", f"urn:dragonproof:protocol#/$defs/{ref}")


def matches(ref: str, value: object) -> bool:
    """Whether a value is of that form of the protocol."""
    return _validator(ref).is_valid(value)


class Asked:
    """A server that has been initialized, and what it answers.

    checked: whether every answer is checked against the schemas, which takes ten times as long.
    """

    def __init__(
        self, readings: dict[str, str] | None = None, box: str = "toy3", seed: int = 0, checked: bool = True
    ) -> None:
        self.checked = checked
        ruleset = VILLAGE.Ruleset.from_readings(readings or {})
        self.server = Server(VILLAGE, ruleset, VILLAGE.BOXES[box], seed)
        self.number = 0
        self.greeting = self.result("initialize", protocol=1, game="village")

    def answer(self, method: str, **params: Any) -> Json:
        """The answer to a request."""
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method} | ({"params": params} if params else {})
        text = self.server.answer(json.dumps(request).encode())
        assert text is not None
        assert "\n" not in text
        answer: Json = json.loads(text)
        assert answer["id"] == self.number
        if self.checked:
            assert matches("response", answer)
            assert "error" in answer or matches(f"{method}.result", answer["result"])
        return answer

    def result(self, method: str, **params: Any) -> Any:
        answer = self.answer(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, **params: Any) -> Json:
        answer = self.answer(method, **params)
        assert "error" in answer, answer
        error: Json = answer["error"]
        return error


def raw(server: Server, line: bytes) -> Any:
    """The answer to any line, unchecked."""
    text = server.answer(line)
    return None if text is None else json.loads(text)


def games() -> Iterator[tuple[dict[str, str], Json, list[Json]]]:
    """Random games under several rulesets: readings, the opening, the actions."""
    for number in range(15):
        readings = RULESETS[number % len(RULESETS)]
        ruleset = VILLAGE.Ruleset.from_readings(readings)
        box = VILLAGE.BOXES["full" if number in (0, 6) else "toy3"]
        start = deal(VILLAGE, box, 2 + number % 4, number, ruleset)
        actions = [action for action, _ in playout(VILLAGE, start, ruleset, random_policy(number))]
        yield readings, VILLAGE.position_to_json(start), [VILLAGE.action_to_json(action) for action in actions]
