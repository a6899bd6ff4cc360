"""The middle pile and those to come, the treasure piles with their dragons, and before each player a hoard."""

from reference_engine.jsonform import Json
from reports.html.zones import Form, Pile, Zone, from_the_top


def zones(data: Json) -> tuple[Zone, ...]:
    """The position of that JSON."""
    return (
        _middle(data),
        _later(data),
        _piles(data),
        *(_player(data, player) for player in range(data["players"])),
    )


def told(action: Json, player: int) -> str:
    """An action of a player in a sentence without its full stop."""
    if action["type"] == "claim":
        return f"Player {player} sets the dragon on pile {action['pile']}"
    return f"Player {player} turns up a card onto pile {action['pile']}"


def _middle(data: Json) -> Zone:
    middle = data["middle"]
    pile = Pile(f"the pile of year {data['year']}", middle, Form.STACK, str(len(middle)))
    return Zone(f"Year {data['year']}", (pile,), note=from_the_top(middle))


def _later(data: Json) -> Zone:
    piles = (
        Pile(f"the pile of year {year}", cards, Form.STACK, f"year {year}: {len(cards)}")
        for year, cards in enumerate(data["later"], start=data["year"] + 1)
    )
    return Zone("Years to come", tuple(piles))


def _piles(data: Json) -> Zone:
    piles = (
        Pile(
            f"pile {number}",
            pile["cards"],
            Form.COLUMN,
            f"pile {number}",
            "" if pile["dragon"] is None else f"dragon of {pile['dragon']}",
        )
        for number, pile in enumerate(data["piles"])
    )
    return Zone("Treasure piles", tuple(piles))


def _player(data: Json, player: int) -> Zone:
    hoard = data["hoards"][player]
    piles = (Pile(f"player {player}'s hoard", kind * hoard.count(kind), Form.COLUMN) for kind in sorted(set(hoard)))
    to_move = player == data["turn"] and not data["over"]
    return Zone(f"Player {player}", tuple(piles), to_move, "" if hoard else "No hoard yet.")
