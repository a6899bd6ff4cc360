"""The bounds of a score are reached: in a box of two cards by the first action of a game."""

from dataclasses import replace

import pytest
import z3

from reference_engine import load
from solver.solving import Status, solve
from solver.village import model
from solver.village.score_theorems import consistent

GAME = load("village")
VALUES = (1, 4)
BOX = {"name": "two", "treasures": {"A": 1, "B": 1}, "wilds": {"2": 0}, "hand": 1, "first_market": 0}
RLIMIT = 1_000_000


def beyond(score: int, above: bool) -> Status:
    """Whether an ending of that box can have a score that is higher, or lower."""
    context = z3.Context()
    ended = model.ending(context, 2, 2)
    ended = replace(ended, values=tuple(z3.IntVal(value, context) for value in VALUES))
    total = model.score(ended, 0, {"score.wild_penalty": "2"})
    cards = consistent(ended, z3.IntVal(1, context), z3.IntVal(0, context))
    return solve([*ended.premises(), *cards, total > score if above else total < score], RLIMIT).status


@pytest.mark.parametrize(
    ("track", "action", "score"),
    [("AB", {"type": "bribe", "treasure": "A", "cards": "A"}, 4), ("BA", {"type": "draw"}, -4)],
)
def test_a_game_reaches_what_no_ending_is_beyond(track: str, action: dict[str, str], score: int) -> None:
    ruleset = GAME.Ruleset()
    opening = GAME.initial_state(GAME.box_from_json({**BOX, "values": list(VALUES)}), 2, ("AB", track), ruleset)
    after = GAME.apply(opening, GAME.action_from_json(action), ruleset)
    assert GAME.is_terminal(after)
    assert GAME.outcome(after, ruleset).scores[0] == score
    assert beyond(score, score > 0) is Status.UNSAT
    assert beyond(score - 1 if score > 0 else score + 1, score > 0) is Status.SAT
