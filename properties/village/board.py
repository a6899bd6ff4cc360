"""What the properties of this game read off the JSON of positions and actions."""

from collections.abc import Iterable

from properties.property import Position, Step
from reference_engine.jsonform import Json

STALLS = (3, 2, 1, 0)  # as a refill goes round
WILD = "W"
CARDS = "ABCDEFW"


def gathered(*cards: str) -> str:
    """All these cards as one multiset."""
    return "".join(sorted("".join(cards)))


def on_the_table(data: Json) -> dict[str, int]:
    """How many of each card there are, wherever they are."""
    bribes = (cards for own in data["bribes"] for cards in own.values())
    cards = "".join((data["deck"], *data["hands"], *bribes, *data["market"].values(), data["discard"]))
    return {card: cards.count(card) for card in CARDS}


def owned(data: Json, player: int) -> str:
    """The cards in a player's hand and bribes, as one multiset."""
    return gathered(data["hands"][player], *data["bribes"][player].values())


def places(data: Json) -> dict[str, int]:
    """The space, counted from the left, on which each token stands."""
    return {token: space for space, token in enumerate(data["track"])}


def bribes_played(step: Step) -> list[dict[str, str]]:
    """Everybody's bribes with the cards of this step, before the end of the game adds any."""
    bribes = [dict(own) for own in step.before.data["bribes"]]
    if step.move["type"] == "bribe":
        own = bribes[step.before.data["turn"]]
        own[step.move["treasure"]] = gathered(own.get(step.move["treasure"], ""), step.move["cards"])
    return bribes


def only_wilds(cards: Iterable[str]) -> bool:
    """Whether there is no treasure card among them."""
    return set(cards) <= {WILD}


def stoppers(step: Step) -> str:
    """The cards after which the refill of a bribe stops."""
    if only_wilds(step.move["cards"]) and step.readings["refill.wild_bribe"] == "wild":
        return WILD
    return str(step.move["treasure"]) + WILD


def wild_stands(data: Json) -> bool:
    """Whether a Wild lies in the market."""
    return any(WILD in cards for cards in data["market"].values())


def needed(step: Step) -> int | None:
    """How many cards from the top the refill of a bribe takes; None where the deck has too few."""
    if step.readings["refill.standing_wild"] == "market" and wild_stands(step.before.data):
        return 0
    found = [place for place in map(step.before.data["deck"].find, stoppers(step)) if place >= 0]
    return min(found) + 1 if found else None


def seed_of(position: Position) -> str:
    """A text that differs between positions, for choices that must be the same on every machine."""
    data = position.data
    return "|".join((*data["track"], *data["hands"], data["deck"], data["discard"], *data["market"].values()))
