"""Draw one card, or end the game where there is none."""

from dataclasses import replace

from reference_engine.multiset import gather
from reference_engine.village.end import end_game, pass_turn
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import State, replaced


def play(state: State, ruleset: Ruleset) -> State:
    """V-DRAW-1: the top card goes to the hand. V-DRAW-2: with an empty deck the game ends instead."""
    if not state.deck:
        return end_game(state)
    hand = gather(state.hand, state.deck[0])
    state = replace(state, hands=replaced(state.hands, state.turn, hand), deck=state.deck[1:])
    return pass_turn(state, ruleset)
