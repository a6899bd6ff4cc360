"""Positions become the model's numbers, and outcomes its outputs."""

import pytest
import z3

from solver.solving import Status, solve
from solver.village import bridge
from tests.solver.village.reckoning import DEFAULT, RLIMIT, ended, outcome

POSITION = ended(["BWW", "AC"], [{"A": "AAW", "C": "CWW"}, {}], (1, 2, 4), "CAB")


def test_numbers_are_counted_by_player_and_type() -> None:
    inputs = bridge.inputs(POSITION)
    assert inputs.shape == (2, 3)
    assert inputs.numbers == (
        2, 0, 1,  1, 0, 2,  0, 1, 0,  2,
        0, 0, 0,  0, 0, 0,  1, 0, 1,  0,
        1, 2, 0,  1, 2, 4,
    )  # fmt: skip


@pytest.mark.parametrize(("hand", "bribes"), [("D", {}), ("", {"D": "D"}), ("", {"A": "AB"}), ("", {"W": "W"})])
def test_cards_that_the_model_has_no_place_for_are_an_error(hand: str, bribes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="no place"):
        bridge.inputs(ended([hand, ""], [bribes, {}], (1, 2, 4), "CAB"))


def test_two_tokens_on_a_space_or_falling_values_allow_no_outcome() -> None:
    for position in (POSITION | {"values": [2, 1, 4]}, POSITION | {"values": [1, 4, 4]}):
        inputs = bridge.inputs(position)
        allowed, _ = bridge.relation(z3.Context(), (2, 3), DEFAULT).of(inputs, "")
        assert solve([allowed], RLIMIT).status is Status.UNSAT


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([2, -3], [0]), ([1, -4], [0]), ([1, -3], [1]), ([1, -3], []), ([1, -3], [0, 1]),
        ([1, -3], [0, 0]), ([1, -3], [0, 2]), ([1], [0]), ([1, -3, 0], [0]),
    ],
)  # fmt: skip
def test_no_other_outcome_is_allowed(scores: list[int], winners: list[int]) -> None:
    # AAW on 2 and CWW on 1, B on 4 and two Wilds: 6 + 3 - 4 - 4; A on 2 and C on 1
    assert outcome(POSITION) == {"scores": [1, -3], "winners": [0]}
    allowed, outputs = bridge.relation(z3.Context(), (2, 3), DEFAULT).of(bridge.inputs(POSITION), "")
    assert solve([allowed, outputs.are({"scores": scores, "winners": winners})], RLIMIT).status is Status.UNSAT


def test_the_clauses_to_suspect_are_those_of_what_differs() -> None:
    assert bridge.suspects({"scores": [1], "winners": []}, {"scores": [2], "winners": []}) == bridge.SCORE_CLAUSES
    assert bridge.suspects({"scores": [1], "winners": []}, {"scores": [1], "winners": [0]}) == bridge.WINNER_CLAUSES
