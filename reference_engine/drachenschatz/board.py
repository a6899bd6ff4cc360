"""A position as a board of a few lines that a person can read at a glance."""

from reference_engine.drachenschatz.state import TREASURES, State


def position_to_text(state: State) -> str:
    """The year, what is worth what, the piles and the hoards; `[ ]` marks a top card, `>` who is to move."""
    worth = "  ".join(f"{card}:{points}" for card, points in zip(TREASURES, state.worth, strict=True))
    middle = f"[{state.middle[0]}]{state.middle[1:]}" if state.middle else "-"
    lines = [
        f"Year {state.year}".ljust(15) + worth,
        f"Middle ({len(state.middle)})".ljust(15) + middle,
        f"To come ({len(state.later)})".ljust(15) + ("  ".join(state.later) or "-"),
    ]
    width = max((len(pile.cards) for pile in state.piles), default=0) + 2
    for number, pile in enumerate(state.piles):
        cards = f"{pile.cards[:-1]}[{pile.cards[-1]}]"
        dragon = "" if pile.dragon is None else f"   dragon of player {pile.dragon}"
        lines.append(f"Pile {number}".ljust(15) + (cards.ljust(width) + dragon).rstrip())
    lines.append("Game over" if state.over else f"Player {state.turn} to move")
    for player, hoard in enumerate(state.hoards):
        mark = ">" if player == state.turn and not state.over else " "
        lines.append(f"{mark} Player {player}".ljust(15) + f"hoard {hoard or '-'}")
    return "\n".join(lines)
