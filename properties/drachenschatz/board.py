"""What the properties of this game read off the JSON of positions and actions."""

from properties.property import Position, Step
from reference_engine.jsonform import Json

COW, SHEEP = "C", "S"
TREASURES = "GJK"
CARDS = "CGJKS"
WORTH = {"G": 1, "J": 3, "K": 5}  # where a position does not say


def gathered(*cards: str) -> str:
    """All these cards as one multiset."""
    return "".join(sorted("".join(cards)))


def all_cards(data: Json) -> str:
    """Every card there is, place by place."""
    return "".join((data["middle"], *data["later"], *(pile["cards"] for pile in data["piles"]), *data["hoards"]))


def on_the_table(data: Json) -> dict[str, int]:
    """How many of each card there are, wherever they are."""
    cards = all_cards(data)
    return {card: cards.count(card) for card in CARDS}


def worth(data: Json) -> dict[str, int]:
    """What a card of each treasure is worth."""
    table: dict[str, int] = data.get("worth", WORTH)
    return table


def free(data: Json) -> list[int]:
    """The treasure piles without a dragon."""
    return [number for number, pile in enumerate(data["piles"]) if pile["dragon"] is None]


def claims(data: Json) -> dict[int, int]:
    """The pile of each player who has claimed one this year."""
    return {pile["dragon"]: number for number, pile in enumerate(data["piles"]) if pile["dragon"] is not None}


def claims_after(step: Step) -> dict[int, int]:
    """The claims of this year after the action, worked out from the position before it."""
    before, move = step.before.data, step.move
    return claims(before) | ({before["turn"]: move["pile"]} if move["type"] == "claim" else {})


def ends_year(step: Step) -> bool:
    """Whether all players but one have claimed with this action."""
    players: int = step.before.data["players"]
    return step.move["type"] == "claim" and len(claims_after(step)) == players - 1


def last_player(step: Step) -> int:
    """At a year's end: the player without a choice."""
    (last,) = set(range(step.before.data["players"])) - set(claims_after(step))
    return last


def seed_of(position: Position) -> str:
    """A text that differs between positions, for choices that must be the same on every machine."""
    data = position.data
    piles = (f"{pile['cards']}{pile['dragon']}" for pile in data["piles"])
    return "|".join((str(data["turn"]), data["middle"], *data["later"], *piles, *data["hoards"]))
