"""Actions as text and as JSON: every form round trips, every other is refused as one that cannot be parsed."""

import json
from typing import Any

import pytest

from reference_engine.errors import CannotParse
from reference_engine.village import (
    Action,
    Bribe,
    Draw,
    Ruleset,
    Visit,
    action_from_json,
    action_from_text,
    action_to_json,
    action_to_text,
    legal_actions,
)
from tests.reference_engine.village.positions import DEFAULT, position

FORMS: list[tuple[Action, str, dict[str, Any]]] = [
    (Draw(), "draw", {"type": "draw"}),
    (Bribe("A", "AAW"), "bribe A AAW", {"type": "bribe", "treasure": "A", "cards": "AAW"}),
    (Bribe("F", "WW"), "bribe F WW", {"type": "bribe", "treasure": "F", "cards": "WW"}),
    (Bribe("A", ""), "bribe A -", {"type": "bribe", "treasure": "A", "cards": ""}),
    (Bribe("C", "ABCDEFW"), "bribe C ABCDEFW", {"type": "bribe", "treasure": "C", "cards": "ABCDEFW"}),
    (Bribe("W", "W"), "bribe W W", {"type": "bribe", "treasure": "W", "cards": "W"}),
    (Visit(0), "visit 0", {"type": "visit", "stall": 0}),
    (Visit(1), "visit 1", {"type": "visit", "stall": 1}),
    (Visit(2), "visit 2", {"type": "visit", "stall": 2}),
    (Visit(3), "visit 3", {"type": "visit", "stall": 3}),
    (Visit(3, "ABW", "A"), "visit 3 ABW A", {"type": "visit", "stall": 3, "pay": "ABW", "curse": "A"}),
    (Visit(2, "BF", "F"), "visit 2 BF F", {"type": "visit", "stall": 2, "pay": "BF", "curse": "F"}),
    (Visit(1, "W", "W"), "visit 1 W W", {"type": "visit", "stall": 1, "pay": "W", "curse": "W"}),
    (Visit(0, "", "C"), "visit 0 - C", {"type": "visit", "stall": 0, "pay": "", "curse": "C"}),
]


@pytest.mark.parametrize(("action", "text", "data"), FORMS)
def test_each_form_as_text_and_as_json_and_back(action: Action, text: str, data: dict[str, Any]) -> None:
    assert action_to_text(action) == text
    assert action_from_text(text) == action
    assert action_to_json(action) == data
    assert action_from_json(data) == action


@pytest.mark.parametrize(
    ("state", "ruleset", "number"),
    [
        (position(deck="A", hands=("AABCWW", "D"), market={3: "A", 2: "B", 1: "C", 0: "D"}), DEFAULT, 44),
        (position(turn=1, hands=("", "BWW"), bribes=((), ("A", "B"))), Ruleset(market_empty_stall="open"), 12),
    ],
)
def test_all_legal_actions_round_trip(state: Any, ruleset: Ruleset, number: int) -> None:
    actions = legal_actions(state, ruleset)
    assert len(actions) == number
    for action in actions:
        assert action_from_text(action_to_text(action)) == action
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


@pytest.mark.parametrize("text", ["  draw ", "bribe\tA   AAW", "visit 3 ABW A\n"])
def test_any_blank_separates_the_words_of_a_text(text: str) -> None:
    assert action_to_text(action_from_text(text)) == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "Draw",
        "DRAW",
        "draw A",
        "draw 1",
        "bribe",
        "bribe A",
        "bribe A A W",
        "bribe a a",
        "bribe A aa",
        "bribe AB AB",
        "bribe G G",
        "bribe - A",
        "bribe A BA",
        "bribe A WA",
        "bribe A A-",
        "bribe A --",
        "visit",
        "visit 4",
        "visit 7",
        "visit -1",
        "visit 00",
        "visit +1",
        "visit 1.0",
        "visit A",
        "visit 3 ABW",
        "visit 3 ABW A A",
        "visit 7 AB A",
        "visit 3 BA A",
        "visit 3 ab A",
        "visit 3 ABG A",
        "visit 3 ABW a",
        "visit 3 ABW AB",
        "visit 3 ABW -",
        "visit 3 ABW G",
        "visit \u0663 ABW A",
        "visit 0 -",
        "draw\x00",
        "{}",
    ],
)
def test_a_text_of_no_form_cannot_be_parsed(text: str) -> None:
    with pytest.raises(CannotParse):
        action_from_text(text)


def test_the_message_for_an_unknown_text_shows_the_forms() -> None:
    with pytest.raises(CannotParse) as refused:
        action_from_text("pass")
    assert str(refused.value) == "no action 'pass'; write for instance: draw, bribe A AAW, visit 3 ABW A, visit 0"


BRIBE: dict[str, Any] = {"type": "bribe", "treasure": "A", "cards": "AAW"}
VISIT: dict[str, Any] = {"type": "visit", "stall": 3, "pay": "ABW", "curse": "A"}
UNPAID: dict[str, Any] = {"type": "visit", "stall": 0}


def _without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


KEYS = "no action of the game has exactly these keys"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "the action must be an object, not null"),
        ([], "the action must be an object"),
        ([["type", "draw"]], "the action must be an object"),
        ("draw", "the action must be an object, not 'draw'"),
        (0, "the action must be an object"),
        (True, "the action must be an object"),
        ({}, "the action's type is missing"),
        ({"kind": "draw"}, "the action's type is missing"),
        ({"type": None}, "the action's type must be a string, not null"),
        ({"type": 0}, "the action's type must be a string"),
        ({"type": ["draw"]}, "the action's type must be a string"),
        ({"type": "pass"}, KEYS),
        ({"type": "Draw"}, KEYS),
        ({"type": ""}, KEYS),
        ({"type": "draw", "card": "A"}, KEYS),
        ({"type": "draw", "stall": 0}, KEYS),
        ({"type": "bribe"}, KEYS),
        (_without(BRIBE, "treasure"), KEYS),
        (_without(BRIBE, "cards"), KEYS),
        (BRIBE | {"wilds": 1}, KEYS),
        (BRIBE | {"stall": 3}, KEYS),
        ({"type": "visit"}, KEYS),
        (_without(VISIT, "stall"), KEYS),
        (_without(VISIT, "pay"), KEYS),
        (_without(VISIT, "curse"), KEYS),
        (VISIT | {"take": "A"}, KEYS),
        (UNPAID | {"take": "A"}, KEYS),
        (BRIBE | {"type": "visit"}, KEYS),
        (VISIT | {"type": "bribe"}, KEYS),
        (VISIT | {"type": "draw"}, KEYS),
        (BRIBE | {"treasure": "a"}, "treasure must be one letter of ABCDEFW, not 'a'"),
        (BRIBE | {"treasure": ""}, "treasure must be one letter"),
        (BRIBE | {"treasure": "AB"}, "treasure must be one letter"),
        (BRIBE | {"treasure": "G"}, "treasure must be one letter"),
        (BRIBE | {"treasure": "-"}, "treasure must be one letter"),
        (BRIBE | {"treasure": None}, "treasure must be a string, not null"),
        (BRIBE | {"treasure": 1}, "treasure must be a string"),
        (BRIBE | {"cards": "WA"}, "cards must be in ascending order, not 'WA'"),
        (BRIBE | {"cards": "aaw"}, "cards must be letters of ABCDEFW, not 'aaw'"),
        (BRIBE | {"cards": "-"}, "cards must be letters"),
        (BRIBE | {"cards": "A W"}, "cards must be letters"),
        (BRIBE | {"cards": ["A"]}, "cards must be a string"),
        (BRIBE | {"cards": None}, "cards must be a string"),
        (BRIBE | {"cards": {"A": 1}}, "cards must be a string"),
        (VISIT | {"stall": 7}, "no stall 7; the stalls are 3, 2, 1 and 0"),
        (VISIT | {"stall": 4}, "no stall 4"),
        (VISIT | {"stall": -1}, "no stall -1"),
        (UNPAID | {"stall": 7}, "no stall 7"),
        (UNPAID | {"stall": -1}, "no stall -1"),
        (VISIT | {"stall": True}, "stall must be a whole number, not true"),
        (UNPAID | {"stall": False}, "stall must be a whole number, not false"),
        (VISIT | {"stall": "3"}, "stall must be a whole number, not '3'"),
        (VISIT | {"stall": 3.0}, "stall must be a whole number, not 3.0"),
        (UNPAID | {"stall": 0.0}, "stall must be a whole number"),
        (VISIT | {"stall": None}, "stall must be a whole number"),
        (VISIT | {"stall": [3]}, "stall must be a whole number"),
        (VISIT | {"pay": "BAW"}, "pay must be in ascending order, not 'BAW'"),
        (VISIT | {"pay": "ABX"}, "pay must be letters of ABCDEFW, not 'ABX'"),
        (VISIT | {"pay": None}, "pay must be a string"),
        (VISIT | {"curse": ""}, "curse must be one letter of ABCDEFW, not ''"),
        (VISIT | {"curse": "b"}, "curse must be one letter"),
        (VISIT | {"curse": "AB"}, "curse must be one letter"),
        (VISIT | {"curse": None}, "curse must be a string, not null"),
    ],
)
def test_a_json_value_of_no_form_cannot_be_parsed(data: Any, message: str) -> None:
    with pytest.raises(CannotParse) as refused:
        action_from_json(data)
    assert str(refused.value).startswith(message)


def test_actions_are_values() -> None:
    assert Visit(0) == Visit(0, "", "")
    assert len({Draw(), Draw(), Bribe("A", "A"), Bribe("A", "A"), Visit(0), Visit(1)}) == 4
    with pytest.raises(AttributeError):
        Bribe("A", "A").cards = "AA"  # type: ignore[misc]
