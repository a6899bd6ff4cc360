"""The greedy player takes the action that a slow reckoning over all of them takes, and knows no more than it may."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

from properties.drachenschatz.greedy import choose
from reference_engine import load
from reference_engine.interface import Action, State
from tests.properties.test_greedy import met

GAME = load("drachenschatz")
WORTH = {"C": 0, "S": 0, "G": 1, "J": 3, "K": 5}


def best_of_all(state: State, ruleset: Any) -> Action:
    """The first legal action after which the mover owns most, unseen cards being worth their mean."""
    unseen = state.middle + "".join(state.later) + "".join(pile.cards[:-1] for pile in state.piles)
    mean = Fraction(sum(WORTH[card] for card in unseen), len(unseen))
    worths = [WORTH[pile.cards[-1]] + mean * (len(pile.cards) - 1) for pile in state.piles]
    left = [number for number, pile in enumerate(state.piles) if pile.dragon is None]

    def owned(action: Action) -> Fraction:
        data = GAME.action_to_json(action)
        if data["type"] == "claim":
            return worths[data["pile"]]
        own = [worth for worth, pile in zip(worths, state.piles, strict=True) if pile.dragon == state.turn]
        share = (sum(worths[number] for number in left) + mean * len(state.middle)) / len(left)
        return own[0] if own else share

    return max(GAME.legal_actions(state, ruleset), key=owned)


def test_the_choice_is_the_best_of_all_legal_actions_under_every_kind_of_ruleset() -> None:
    chosen = set()
    for ruleset, state in met(GAME, 18):
        action = choose(GAME, state, ruleset)
        assert action == best_of_all(state, ruleset), GAME.position_to_text(state)
        chosen.add((GAME.action_kind(action), bool(state.middle), GAME.current_player(state) in state.claimed))
    assert chosen == {
        ("claim", True, False),
        ("claim", False, False),
        ("reveal", True, False),
        ("reveal", True, True),
    }


def test_the_choice_does_not_depend_on_what_the_mover_cannot_see() -> None:
    differing = 0
    for ruleset, state in met(GAME, 8):
        hidden = [*state.middle, *"".join(state.later), *"".join(pile.cards[:-1] for pile in state.piles)]
        random.Random(1).shuffle(hidden)

        def shuffled(cards: str, hidden: list[str] = hidden) -> str:
            return "".join(hidden.pop() for _ in cards)

        other = replace(
            state,
            middle=shuffled(state.middle),
            later=tuple(shuffled(cards) for cards in state.later),
            piles=tuple(replace(pile, cards=shuffled(pile.cards[:-1]) + pile.cards[-1]) for pile in state.piles),
        )
        differing += other != state
        assert choose(GAME, other, ruleset) == choose(GAME, state, ruleset)
    assert differing > 100
