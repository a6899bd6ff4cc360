"""The three kinds of action, with their text and JSON forms."""

from dataclasses import dataclass

from reference_engine.errors import CannotParse
from reference_engine.jsonform import Json, member, of_type, shown
from reference_engine.multiset import is_ascending
from reference_engine.village.state import STALLS, TREASURES, WILD


@dataclass(frozen=True, slots=True)
class Bribe:
    """Add `cards` (a multiset) to the own bribe of type `treasure`."""

    treasure: str
    cards: str


@dataclass(frozen=True, slots=True)
class Visit:
    """Take the cards of stall `stall` for the multiset `pay`, cursing type `curse`."""

    stall: int
    pay: str = ""
    curse: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the deck."""


Action = Bribe | Visit | Draw

_NO_CARDS = "-"  # stands for an empty multiset in texts


def action_to_text(action: Action) -> str:
    """`draw`, `bribe A AAW`, `visit 3 ABW A` or `visit 0`; an empty multiset is `-`."""
    match action:
        case Draw():
            return "draw"
        case Bribe(treasure, cards):
            return f"bribe {treasure} {cards or _NO_CARDS}"
        case Visit(stall, "", ""):
            return f"visit {stall}"
        case Visit(stall, pay, curse):
            return f"visit {stall} {pay or _NO_CARDS} {curse}"


def action_from_text(text: str) -> Action:
    """Inverts `action_to_text`. Raises `CannotParse`."""
    match text.split():
        case ["draw"]:
            return Draw()
        case ["bribe", treasure, cards]:
            return _bribe(treasure, "" if cards == _NO_CARDS else cards)
        case ["visit", ("0" | "1" | "2" | "3") as stall]:
            return Visit(int(stall))
        case ["visit", ("0" | "1" | "2" | "3") as stall, pay, curse]:
            return _visit(int(stall), "" if pay == _NO_CARDS else pay, curse)
    raise CannotParse(f"no action {shown(text)}; write for instance: draw, bribe A AAW, visit 3 ABW A, visit 0")


def action_kind(action: Action) -> str:
    """`draw`, `bribe` or `visit`."""
    return type(action).__name__.lower()


def action_to_json(action: Action) -> Json:
    """The action in the form of the protocol."""
    match action:
        case Draw():
            return {"type": "draw"}
        case Bribe(treasure, cards):
            return {"type": "bribe", "treasure": treasure, "cards": cards}
        case Visit(stall, "", ""):
            return {"type": "visit", "stall": stall}
        case Visit(stall, pay, curse):
            return {"type": "visit", "stall": stall, "pay": pay, "curse": curse}


def action_from_json(data: Json) -> Action:
    """Inverts `action_to_json`. Raises `CannotParse`, also for a key too many."""
    data = of_type(data, dict, "the action")
    kind = member(data, "type", str, "the action's type")
    match kind, set(data) - {"type"}:
        case "draw", keys if not keys:
            return Draw()
        case "bribe", keys if keys == {"treasure", "cards"}:
            return _bribe(member(data, "treasure", str), member(data, "cards", str))
        case "visit", keys if keys == {"stall"}:
            return Visit(_stall(member(data, "stall", int)))
        case "visit", keys if keys == {"stall", "pay", "curse"}:
            return _visit(member(data, "stall", int), member(data, "pay", str), member(data, "curse", str))
    raise CannotParse(f"no action of the game has exactly these keys: {shown(data)}")


def _bribe(treasure: str, cards: str) -> Bribe:
    return Bribe(_card("treasure", treasure), _multiset("cards", cards))


def _visit(stall: int, pay: str, curse: str) -> Visit:
    return Visit(_stall(stall), _multiset("pay", pay), _card("curse", curse))


def _stall(stall: int) -> int:
    if stall not in STALLS:
        raise CannotParse(f"no stall {stall}; the stalls are 3, 2, 1 and 0")
    return stall


def _card(name: str, letter: str) -> str:
    if len(letter) != 1 or letter not in TREASURES + WILD:
        raise CannotParse(f"{name} must be one letter of {TREASURES + WILD}, not {shown(letter)}")
    return letter


def _multiset(name: str, cards: str) -> str:
    if not set(cards) <= set(TREASURES + WILD):
        raise CannotParse(f"{name} must be letters of {TREASURES + WILD}, not {shown(cards)}")
    if not is_ascending(cards):
        raise CannotParse(f"{name} must be in ascending order, not {shown(cards)}")
    return cards
