"""Short ways to write a position, to play an action given as text, and to list the legal ones."""

from collections.abc import Mapping

from reference_engine.drachenschatz import (
    Pile,
    Ruleset,
    State,
    action_from_text,
    action_to_text,
    apply,
    legal_actions,
)

DEFAULT = Ruleset()
REVEAL = Ruleset(claim_turns="reveal")


def position(
    piles: str = "",
    *,
    dragons: Mapping[int, int] | None = None,
    turn: int = 0,
    over: bool = False,
    year: int = 1,
    middle: str = "",
    later: tuple[str, ...] = (),
    hoards: tuple[str, ...] | None = None,
    worth: tuple[int, ...] = (1, 3, 5),
) -> State:
    """A position of which only what matters is written: `piles` separated by blanks, `dragons` from pile to player."""
    stacks = piles.split()
    return State(
        turn=turn,
        over=over,
        year=year,
        middle=middle,
        later=later,
        piles=tuple(Pile(cards, (dragons or {}).get(number)) for number, cards in enumerate(stacks)),
        hoards=("",) * len(stacks) if hoards is None else hoards,
        worth=worth,
    )


def play(state: State, *texts: str, ruleset: Ruleset = DEFAULT) -> State:
    """The position after these actions."""
    for text in texts:
        state = apply(state, action_from_text(text), ruleset)
    return state


def legal_texts(state: State, ruleset: Ruleset = DEFAULT) -> list[str]:
    """The legal actions as texts, in the engine's order."""
    return [action_to_text(action) for action in legal_actions(state, ruleset)]


def piles_of(state: State) -> str:
    """The cards of the treasure piles, separated by blanks."""
    return " ".join(pile.cards for pile in state.piles)


def dragons_of(state: State) -> dict[int, int]:
    """From the piles that bear a dragon to the players whose it is."""
    return {number: pile.dragon for number, pile in enumerate(state.piles) if pile.dragon is not None}
