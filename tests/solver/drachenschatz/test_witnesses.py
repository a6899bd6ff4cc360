"""Every witness is the end of a game, and the engine says of it what the theorem says."""

from collections.abc import Sequence
from typing import Any

import pytest

from properties.rulesets import named_rulesets
from reference_engine import load
from solver.drachenschatz.witnesses import witnesses

GAME = load("drachenschatz")
WITNESSES = {witness.id: witness for witness in witnesses()}


def one_year(hoards: Sequence[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A last year, and the actions by which every player comes to take the hoard with the player's number."""
    rest = [(card, player) for player, hoard in enumerate(hoards) for card in hoard[1:]]
    start = len(rest) % len(hoards)  # the player whose turn it is when the middle pile is empty
    opening = {
        "players": len(hoards), "turn": 0, "over": False, "year": 1, "middle": "".join(card for card, _ in rest),
        "later": [], "hoards": [""] * len(hoards), "piles": [{"cards": hoard[0], "dragon": None} for hoard in hoards],
    }  # fmt: skip
    claims = [(start + turn) % len(hoards) for turn in range(len(hoards) - 1)]
    return opening, [
        *({"type": "reveal", "pile": player} for _, player in rest),
        *({"type": "claim", "pile": player} for player in claims),
    ]


@pytest.mark.parametrize("name", WITNESSES)
def test_is_played_and_told_alike_by_the_engine(name: str) -> None:
    witness = WITNESSES[name]
    rulesets = [each for each in named_rulesets(GAME) if each.readings().items() >= witness.ruleset.items()]
    assert rulesets
    for ruleset in rulesets:
        for told in witness.endings:
            opening, actions = one_year(told.hoards)
            state = GAME.position_from_json(opening, ruleset)
            for action in actions:
                state = GAME.apply(state, GAME.action_from_json(action), ruleset)
            assert GAME.position_to_json(state)["hoards"] == list(told.hoards)
            assert GAME.outcome_to_json(GAME.outcome(state, ruleset)) == {
                "scores": list(told.scores), "winners": list(told.winners), "out": list(told.out),
            }  # fmt: skip
