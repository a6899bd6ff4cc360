"""The greedy player takes the action that a slow reckoning over all of them takes, and knows no more than it may."""

import random
from dataclasses import replace
from typing import Any

from properties.village.greedy import choose
from reference_engine import load
from reference_engine.interface import Action, State
from tests.properties.test_greedy import met

GAME = load("village")


def best_of_all(state: State, ruleset: Any) -> Action:
    """The first legal action after which the score is furthest above the others' mean, no other hand being counted."""
    player = GAME.current_player(state)
    known = replace(state, hands=tuple(hand if each == player else "" for each, hand in enumerate(state.hands)))

    def lead(action: Action) -> int:
        drawn = GAME.action_kind(action) == "draw"  # nobody knows which card
        scores = list(GAME.standing(known if drawn else GAME.apply(known, action, ruleset), ruleset))
        own = scores.pop(player)
        return own * len(scores) - sum(scores)

    return max(GAME.legal_actions(state, ruleset), key=lead)


def test_the_choice_is_the_best_of_all_legal_actions_under_every_kind_of_ruleset() -> None:
    chosen: set[str] = set()
    for ruleset, state in met(GAME, 18, most=40):
        action = choose(GAME, state, ruleset)
        assert action == best_of_all(state, ruleset), GAME.position_to_text(state)
        data = GAME.action_to_json(action)
        wilds = "wilds" if "W" in data.get("cards", "") + data.get("pay", "") else ""
        alone = "alone" if set(data.get("cards", "")) == {"W"} else ""
        chosen.add(" ".join((data["type"], str(data.get("stall", "")), wilds, alone)).strip())
    assert {"draw", "bribe", "bribe  wilds", "bribe  wilds alone"} <= chosen
    assert {"visit 0", "visit 1", "visit 2", "visit 2 wilds", "visit 3", "visit 3 wilds"} <= chosen


def test_the_choice_does_not_depend_on_what_the_mover_cannot_see() -> None:
    differing = 0
    for ruleset, state in met(GAME, 12, most=40):
        player = GAME.current_player(state)
        hidden = list(state.deck)
        for each, hand in enumerate(state.hands):
            hidden += hand if each != player else ""
        random.Random(1).shuffle(hidden)
        cards, hands = "".join(hidden), []
        for each, hand in enumerate(state.hands):
            hands.append(hand if each == player else "".join(sorted(cards[: len(hand)])))
            cards = cards if each == player else cards[len(hand) :]
        other = replace(state, hands=tuple(hands), deck=cards)
        differing += other != state
        assert GAME.observe(other, player) == GAME.observe(state, player)
        assert choose(GAME, other, ruleset) == choose(GAME, state, ruleset)
    assert differing > 100
