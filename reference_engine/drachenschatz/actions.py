"""The two kinds of action, with their text and JSON forms."""

from dataclasses import dataclass

from reference_engine.drachenschatz.state import PLAYERS
from reference_engine.errors import CannotParse
from reference_engine.jsonform import Json, member, of_type, shown


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn up the top card of the middle pile and put it on treasure pile `pile`."""

    pile: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Put the own dragon on treasure pile `pile`."""

    pile: int


Action = Reveal | Claim

_PILES = range(max(PLAYERS))  # a pile for each player, in the largest game


def action_to_text(action: Action) -> str:
    """`reveal 0` or `claim 0`."""
    return f"{action_kind(action)} {action.pile}"


def action_from_text(text: str) -> Action:
    """Inverts `action_to_text`. Raises `CannotParse`."""
    match text.split():
        case [("reveal" | "claim") as kind, pile] if pile in map(str, _PILES):
            return action_from_json({"type": kind, "pile": int(pile)})
    raise CannotParse(f"no action {shown(text)}; write for instance: reveal 0, claim 0")


def action_kind(action: Action) -> str:
    """`reveal` or `claim`."""
    return type(action).__name__.lower()


def action_to_json(action: Action) -> Json:
    """The action in the form of the protocol."""
    return {"type": action_kind(action), "pile": action.pile}


def action_from_json(data: Json) -> Action:
    """Inverts `action_to_json`. Raises `CannotParse`, also for a key too many."""
    data = of_type(data, dict, "the action")
    match member(data, "type", str, "the action's type"), set(data) - {"type"}:
        case "reveal", keys if keys == {"pile"}:
            return Reveal(_pile(data))
        case "claim", keys if keys == {"pile"}:
            return Claim(_pile(data))
    raise CannotParse(f"no action of the game has exactly these keys: {shown(data)}")


def _pile(data: Json) -> int:
    pile = member(data, "pile", int)
    if pile not in _PILES:
        raise CannotParse(f"no pile {shown(pile)}; the piles are {_PILES[0]} to {_PILES[-1]}")
    return pile
