"""A position as a board of a few lines that a person can read at a glance."""

from reference_engine.village.state import STALLS, State


def position_to_text(state: State) -> str:
    """The track, the market, the deck, and each player's hand and bribes; `>` marks who is to move."""
    lines = [
        "Dragon's Favor   "
        + "  ".join(f"{token}:{value}" for token, value in zip(state.track, state.values, strict=True)),
        "Black Market     " + "   ".join(f"[{stall}] {state.market[stall] or '-'}" for stall in STALLS),
        f"Deck ({len(state.deck)})".ljust(17) + (state.deck or "-"),
        f"Discarded ({len(state.discard)})".ljust(17) + (state.discard or "-"),
    ]
    if state.next_stall is not None:
        lines.append(f"Next stall       {state.next_stall}")
    lines.append("Game over" if state.over else f"Player {state.turn} to move")
    width = max(len(hand) for hand in state.hands)
    for player, hand in enumerate(state.hands):
        mark = ">" if player == state.turn and not state.over else " "
        bribes = "  ".join(state.bribes[player]) or "-"
        lines.append(f"{mark} Player {player}   hand {(hand or '-').ljust(width)}   bribes {bribes}")
    return "\n".join(lines)
