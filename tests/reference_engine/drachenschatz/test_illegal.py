"""Illegal actions: each is refused with the clause it breaks, the first in a fixed order where it breaks two."""

import pytest

from reference_engine.drachenschatz import Action, Claim, Reveal, Ruleset, State, apply, legal_actions, position_to_json
from reference_engine.errors import IllegalAction
from tests.reference_engine.drachenschatz.positions import DEFAULT, REVEAL, legal_texts, play, position

TABLE = position("C S K G", dragons={1: 3}, turn=2, middle="GG")
EMPTY = position("C S K G", dragons={1: 3}, turn=2)
CLAIMED = position("C S K G", dragons={1: 3}, turn=3, middle="GG")  # only where claim.turns is reveal
OVER = position(over=True, hoards=("C", "S", "K"))


@pytest.mark.parametrize(
    ("state", "ruleset", "text", "clause", "reason"),
    [
        (TABLE, DEFAULT, "reveal 1", "D-CLAIM-2", "pile 1 bears a dragon and gets no more cards"),
        (TABLE, DEFAULT, "reveal 4", "D-REVEAL-1", "there is no pile 4"),
        (TABLE, DEFAULT, "reveal 5", "D-REVEAL-1", "there is no pile 5"),
        (TABLE, DEFAULT, "claim 1", "D-CLAIM-2", "pile 1 bears a dragon"),
        (TABLE, DEFAULT, "claim 4", "D-CLAIM-1", "there is no pile 4"),
        (TABLE, DEFAULT, "claim 5", "D-CLAIM-1", "there is no pile 5"),
        (EMPTY, DEFAULT, "reveal 0", "D-REVEAL-2", "the middle pile is empty"),
        (EMPTY, DEFAULT, "reveal 1", "D-REVEAL-2", "the middle pile is empty"),
        (EMPTY, DEFAULT, "reveal 4", "D-REVEAL-2", "the middle pile is empty"),
        (EMPTY, DEFAULT, "claim 1", "D-CLAIM-2", "pile 1 bears a dragon"),
        (CLAIMED, REVEAL, "claim 0", "D-CLAIM-1", "player 3 has claimed a pile this year"),
        (CLAIMED, REVEAL, "claim 1", "D-CLAIM-1", "player 3 has claimed a pile this year"),
        (CLAIMED, REVEAL, "claim 4", "D-CLAIM-1", "player 3 has claimed a pile this year"),
        (CLAIMED, REVEAL, "reveal 1", "D-CLAIM-2", "pile 1 bears a dragon and gets no more cards"),
        (OVER, DEFAULT, "reveal 0", "D-YEAR-5", "the game is over"),
        (OVER, DEFAULT, "claim 0", "D-YEAR-5", "the game is over"),
        (OVER, DEFAULT, "claim 5", "D-YEAR-5", "the game is over"),
    ],
)
def test_an_illegal_action_names_its_clause_and_changes_nothing(
    state: State, ruleset: Ruleset, text: str, clause: str, reason: str
) -> None:
    before = position_to_json(state)
    assert text not in legal_texts(state, ruleset)
    with pytest.raises(IllegalAction) as refused:
        play(state, text, ruleset=ruleset)
    assert (refused.value.clause, refused.value.reason) == (clause, reason)
    assert position_to_json(state) == before


@pytest.mark.parametrize(
    ("state", "ruleset"), [(TABLE, DEFAULT), (TABLE, REVEAL), (EMPTY, DEFAULT), (CLAIMED, REVEAL), (OVER, DEFAULT)]
)
def test_an_action_is_refused_exactly_if_it_is_not_listed(state: State, ruleset: Ruleset) -> None:
    """D-TURN-1."""
    legal = legal_actions(state, ruleset)
    every: list[Action] = [*map(Reveal, range(6)), *map(Claim, range(6))]
    for action in every:
        assert _is_played(state, action, ruleset) is (action in legal), action


def _is_played(state: State, action: Action, ruleset: Ruleset) -> bool:
    try:
        apply(state, action, ruleset)
    except IllegalAction:
        return False
    return True
