"""Short ways to write a position, to play an action given as text, and to list the legal ones."""

from collections.abc import Mapping

from reference_engine.village import (
    Ruleset,
    State,
    action_from_text,
    action_to_text,
    apply,
    legal_actions,
)

DEFAULT = Ruleset()


def position(
    *,
    turn: int = 0,
    over: bool = False,
    deck: str = "",
    hands: tuple[str, ...] = ("", ""),
    bribes: tuple[tuple[str, ...], ...] | None = None,
    market: Mapping[int, str] | None = None,
    track: str = "ABCDEF",
    values: tuple[int, ...] = (1, 1, 2, 2, 3, 4),
    discard: str = "",
    next_stall: int | None = None,
) -> State:
    """A position of which only what matters is written; `market` is from stall to cards."""
    stalls = market or {}
    return State(
        turn=turn,
        over=over,
        deck=deck,
        hands=hands,
        bribes=((),) * len(hands) if bribes is None else bribes,
        market=tuple(stalls.get(stall, "") for stall in range(4)),
        track=tuple(track),
        values=values,
        discard=discard,
        next_stall=next_stall,
    )


def play(state: State, *texts: str, ruleset: Ruleset = DEFAULT) -> State:
    """The position after these actions."""
    for text in texts:
        state = apply(state, action_from_text(text), ruleset)
    return state


def legal_texts(state: State, ruleset: Ruleset = DEFAULT) -> list[str]:
    """The legal actions as texts, in the engine's order."""
    return [action_to_text(action) for action in legal_actions(state, ruleset)]


def track_of(state: State) -> str:
    """The tokens from left to right."""
    return "".join(state.track)
