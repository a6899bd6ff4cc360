"""The turn: the legal actions, and what each does."""

from reference_engine.errors import IllegalAction
from reference_engine.village import bribe, draw, market
from reference_engine.village.actions import Action, Bribe, Draw, Visit
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import State


def players(state: State) -> int:
    """How many play."""
    return state.players


def current_player(state: State) -> int:
    """The player to move; after the end, the one whose action ended the game."""
    return state.turn


def is_terminal(state: State) -> bool:
    """Whether the game is over."""
    return state.over


def legal_actions(state: State, ruleset: Ruleset) -> tuple[Action, ...]:
    """V-TURN-1: every action that `apply` accepts; V-END-1: none after the end.

    In the order of their texts: bribes by type and cards, the draw, visits by stall, payment and curse.
    """
    if state.over:
        return ()
    return (*bribe.legal(state, ruleset), Draw(), *market.legal(state, ruleset))


def apply(state: State, action: Action, ruleset: Ruleset) -> State:
    """V-TURN-1: the position after one action; V-END-1: none can be played after the end.

    Raises `IllegalAction` naming the broken clause.
    """
    if state.over:
        raise IllegalAction("V-END-1", "the game is over")
    match action:
        case Bribe():
            bribe.check(state, action, ruleset)
            return bribe.play(state, action, ruleset)
        case Visit():
            market.check(state, action, ruleset)
            return market.play(state, action, ruleset)
        case Draw():
            return draw.play(state, ruleset)
