"""Actions as text and as JSON: every form round trips, every other is refused as one that cannot be parsed."""

import json
from typing import Any

import pytest

from reference_engine.drachenschatz import (
    Action,
    Claim,
    Reveal,
    action_from_json,
    action_from_text,
    action_kind,
    action_to_json,
    action_to_text,
)
from reference_engine.errors import CannotParse

FORMS: list[tuple[Action, str, dict[str, Any]]] = [
    *((Reveal(pile), f"reveal {pile}", {"type": "reveal", "pile": pile}) for pile in range(6)),
    *((Claim(pile), f"claim {pile}", {"type": "claim", "pile": pile}) for pile in range(6)),
]


@pytest.mark.parametrize(("action", "text", "data"), FORMS)
def test_each_form_as_text_and_as_json_and_back(action: Action, text: str, data: dict[str, Any]) -> None:
    assert action_to_text(action) == text
    assert action_from_text(text) == action
    assert action_to_json(action) == data
    assert action_from_json(json.loads(json.dumps(data))) == action
    assert action_kind(action) == data["type"]


@pytest.mark.parametrize("text", ["  claim 0 ", "reveal\t5", "claim   3\n"])
def test_any_blank_separates_the_words_of_a_text(text: str) -> None:
    assert action_to_text(action_from_text(text)) == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "reveal",
        "claim",
        "Reveal 0",
        "CLAIM 0",
        "reveal 6",
        "claim 6",
        "claim -1",
        "claim 00",
        "claim +1",
        "claim 1.0",
        "claim 10",
        "claim 01",
        "claim A",
        "claim 0 1",
        "reveal 0 C",
        "draw 0",
        "claim \u0663",
        "claim \u00b2",
        "claim0",
        "{}",
    ],
)
def test_a_text_of_no_form_cannot_be_parsed(text: str) -> None:
    with pytest.raises(CannotParse):
        action_from_text(text)


@pytest.mark.parametrize("text", ["pass", "draw 0", "claim 6"])
def test_the_message_for_an_unknown_text_shows_the_forms(text: str) -> None:
    with pytest.raises(CannotParse) as refused:
        action_from_text(text)
    assert str(refused.value) == f"no action {text!r}; write for instance: reveal 0, claim 0"


KEYS = "no action of the game has exactly these keys"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "the action must be an object, not null"),
        ([], "the action must be an object"),
        ("claim 0", "the action must be an object, not 'claim 0'"),
        (0, "the action must be an object"),
        ({}, "the action's type is missing"),
        ({"pile": 0}, "the action's type is missing"),
        ({"type": None, "pile": 0}, "the action's type must be a string, not null"),
        ({"type": ["claim"], "pile": 0}, "the action's type must be a string"),
        ({"type": "pass", "pile": 0}, KEYS),
        ({"type": "Claim", "pile": 0}, KEYS),
        ({"type": "", "pile": 0}, KEYS),
        ({"type": "claim"}, KEYS),
        ({"type": "reveal"}, KEYS),
        ({"type": "claim", "pile": 0, "player": 1}, KEYS),
        ({"type": "reveal", "pile": 0, "card": "C"}, KEYS),
        ({"type": "reveal", "stall": 0}, KEYS),
        ({"type": "claim", "pile": None}, "pile must be a whole number, not null"),
        ({"type": "claim", "pile": "0"}, "pile must be a whole number, not '0'"),
        ({"type": "claim", "pile": True}, "pile must be a whole number, not true"),
        ({"type": "claim", "pile": 0.0}, "pile must be a whole number, not 0.0"),
        ({"type": "reveal", "pile": [0]}, "pile must be a whole number"),
        ({"type": "reveal", "pile": 6}, "no pile 6; the piles are 0 to 5"),
        ({"type": "claim", "pile": 6}, "no pile 6; the piles are 0 to 5"),
        ({"type": "claim", "pile": -1}, "no pile -1; the piles are 0 to 5"),
        ({"type": "claim", "pile": 10**80}, "no pile 1000"),
    ],
)
def test_a_json_value_of_no_form_cannot_be_parsed(data: Any, message: str) -> None:
    with pytest.raises(CannotParse) as refused:
        action_from_json(data)
    assert str(refused.value).startswith(message)
    assert len(str(refused.value)) < 150


def test_actions_are_values() -> None:
    actions: set[Action] = {Reveal(0), Reveal(0), Claim(0), Claim(0), Claim(1)}
    assert len(actions) == 3
    with pytest.raises(AttributeError):
        Claim(0).pile = 1  # type: ignore[misc]
