"""The turn: the legal actions, and what each does."""

from reference_engine.drachenschatz import claim, reveal
from reference_engine.drachenschatz.actions import Action, Claim, Reveal
from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import State
from reference_engine.errors import IllegalAction


def players(state: State) -> int:
    """How many play."""
    return state.players


def current_player(state: State) -> int:
    """The player to move; after the end, the one whose claim ended the game."""
    return state.turn


def is_terminal(state: State) -> bool:
    """Whether the game is over."""
    return state.over


def legal_actions(state: State, ruleset: Ruleset) -> tuple[Action, ...]:  # noqa: ARG001 - whose turn it is says all
    """D-TURN-1: every action that `apply` accepts; D-YEAR-5: none after the end.

    In the order of their texts: claims by pile, reveals by pile.
    """
    if state.over:
        return ()
    return (*claim.legal(state), *reveal.legal(state))


def apply(state: State, action: Action, ruleset: Ruleset) -> State:
    """D-TURN-1: the position after one action; D-YEAR-5: none can be played after the end.

    Raises `IllegalAction` naming the broken clause.
    """
    if state.over:
        raise IllegalAction("D-YEAR-5", "the game is over")
    match action:
        case Reveal():
            reveal.check(state, action)
            return reveal.play(state, action, ruleset)
        case Claim():
            claim.check(state, action)
            return claim.play(state, action, ruleset)
