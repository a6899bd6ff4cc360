"""Positions become the model's numbers, and outcomes its outputs."""

from typing import Any

import pytest
import z3

from solver.drachenschatz import bridge
from solver.solving import Status, solve
from tests.solver.drachenschatz.reckoning import DEFAULT, RLIMIT, outcome

HOARDS = ["CCK", "CJSS", "GGG"]
RIGHT = {"scores": [5, 3, 3], "winners": [0], "out": [2]}


def test_numbers_are_counted_by_player() -> None:
    inputs = bridge.inputs({"hoards": HOARDS, "worth": {"K": 9, "G": 7, "J": 8}})
    assert inputs.shape == (3,)
    assert inputs.numbers == (
        2, 0,  0, 0, 1,
        1, 2,  0, 1, 0,
        0, 0,  3, 0, 0,
        7, 8, 9,
    )  # fmt: skip


def test_treasures_are_worth_1_3_and_5_where_there_is_no_table() -> None:
    assert bridge.inputs({"hoards": HOARDS}).numbers[-3:] == (1, 3, 5)


@pytest.mark.parametrize("cards", ["A", "CW", "c"])
def test_cards_that_the_model_has_no_place_for_are_an_error(cards: str) -> None:
    with pytest.raises(ValueError, match="no place"):
        bridge.inputs({"hoards": [cards, "G", "G"]})


@pytest.mark.parametrize(
    "other",
    [
        {"scores": [5, 3, 4]}, {"scores": [5, 3]}, {"winners": []}, {"winners": [1]}, {"winners": [0, 0]},
        {"winners": [0, 3]}, {"out": []}, {"out": [1, 2]}, {"out": [2, 2]},
    ],
)  # fmt: skip
def test_no_other_outcome_is_allowed(other: dict[str, Any]) -> None:
    assert outcome(HOARDS) == RIGHT
    allowed, outputs = bridge.relation(z3.Context(), (3,), DEFAULT).of(bridge.inputs({"hoards": HOARDS}), "")
    assert solve([allowed, outputs.are(RIGHT)], RLIMIT).status is Status.SAT
    assert solve([allowed, outputs.are(RIGHT | other)], RLIMIT).status is Status.UNSAT


@pytest.mark.parametrize(
    ("other", "clauses"),
    [
        ({"scores": [5, 3, 4], "winners": [], "out": []}, ("D-SCORE-1",)),
        ({"winners": [], "out": []}, ("D-ANIMAL-1", "D-ANIMAL-2", "D-ANIMAL-3")),
        ({"winners": []}, ("D-WIN-1",)),
    ],
)
def test_the_clauses_to_suspect_are_those_of_what_differs(other: dict[str, Any], clauses: tuple[str, ...]) -> None:
    assert bridge.suspects(RIGHT, RIGHT | other) == clauses
