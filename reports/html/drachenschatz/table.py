"""The middle pile and those to come, the treasure piles with their dragons, and before each player a hoard."""

from collections.abc import Iterator

from reference_engine.jsonform import Json
from reports.html.zones import Form, Pile, Route, Zone, from_the_top


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


def routes(before: Json, action: Json, after: Json) -> Iterator[Route]:
    """At the end of a year each pile goes to whoever has a dragon on it, all else to the player who has none."""
    if before["year"] == after["year"] and not after["over"]:
        return
    owners = [pile["dragon"] for pile in before["piles"]]
    owners[action["pile"]] = before["turn"]
    (last,) = set(range(before["players"])) - set(owners)
    for number, (pile, owner) in enumerate(zip(before["piles"], owners, strict=True)):
        if pile["cards"]:
            yield pile["cards"], _pile(number), _hoard(last if owner is None else owner)
    if before["middle"]:
        yield before["middle"], _year(before["year"]), _hoard(last)


def _pile(number: int) -> str:
    return f"pile {number}"


def _hoard(player: int) -> str:
    return f"player {player}'s hoard"


def _year(year: int) -> str:
    return f"the pile of year {year}"


def _middle(data: Json) -> Zone:
    middle = data["middle"]
    pile = Pile(_year(data["year"]), middle, Form.STACK, str(len(middle)))
    return Zone(f"Year {data['year']}", (pile,), note=from_the_top(middle))


def _later(data: Json) -> Zone:
    piles = (
        Pile(_year(year), cards, Form.STACK, f"year {year}: {len(cards)}")
        for year, cards in enumerate(data["later"], start=data["year"] + 1)
    )
    return Zone("Years to come", tuple(piles))


def _piles(data: Json) -> Zone:
    piles = (
        Pile(
            _pile(number),
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
    piles = (Pile(_hoard(player), kind * hoard.count(kind), Form.COLUMN) for kind in sorted(set(hoard)))
    to_move = player == data["turn"] and not data["over"]
    return Zone(f"Player {player}", tuple(piles), to_move, "" if hoard else "No hoard yet.")
