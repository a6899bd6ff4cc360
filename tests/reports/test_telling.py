"""Outcomes in a sentence: who, why, and all scores."""

from types import SimpleNamespace
from typing import Any

import pytest

from reports.telling import tell_outcome


@pytest.mark.parametrize(
    ("winners", "decided", "says"),
    [
        ((0,), "score", "Player 0 wins by score."),
        ((2,), "space 5", "Player 2 wins by the tie-break, at space 5."),
        ((1,), "value 2", "Player 1 wins by the tie-break, at value 2."),
        ((0, 1), "shared", "Player 0 and player 1 win together: nothing decides between them."),
        ((0, 1, 2), "shared", "Player 0, player 1 and player 2 win together: nothing decides between them."),
        ((), "nobody", "Nobody wins: a full tie."),
    ],
)
def test_an_outcome_is_told_with_its_reason_and_all_scores(winners: tuple[int, ...], decided: str, says: str) -> None:
    outcome = SimpleNamespace(scores=(4, -3, 0), winners=winners, decided=decided)
    assert tell_outcome(game(out=()), outcome) == f"{says}   player 0: 4, player 1: -3, player 2: 0"


def test_whom_else_an_outcome_names_is_told() -> None:
    outcome = SimpleNamespace(scores=(4, 9), winners=(0,), decided="score")
    assert tell_outcome(game(out=(1,)), outcome).endswith("   player 0: 4, player 1: 9   out: player 1")


def game(**more: tuple[int, ...]) -> Any:
    """A game whose outcomes name more players."""

    def outcome_to_json(outcome: SimpleNamespace) -> dict[str, Any]:
        return {"scores": outcome.scores, "winners": outcome.winners} | more

    return SimpleNamespace(outcome_to_json=outcome_to_json)
