"""The opening, against the box that it is dealt from."""

from collections.abc import Iterator

from properties.conformance.chances import Drawn
from properties.drachenschatz.board import CARDS, WORTH, on_the_table, worth
from properties.property import Playthrough, expect, on_game
from reference_engine.interface import Box
from reference_engine.jsonform import Json

Demand = tuple[str, str, object, object]
"""A clause, what it speaks of, what must be there, and what is."""


def demands(data: Json, box: Box, players: int) -> Iterator[Demand]:
    """What the clauses demand of an opening for so many players; nothing of fields that are left out."""
    first, *later = year_piles(len(box.cards), box.piles[players])
    if "players" in data:
        yield "D-SETUP-1", "the number of players is", players, data["players"]
    if data.keys() >= {"middle", "later", "piles", "hoards"}:
        yield (
            "D-SETUP-2",
            "the numbers of cards are",
            {card: box.cards.count(card) for card in CARDS},
            on_the_table(data),
        )
    if "later" in data:
        yield (
            "D-SETUP-2",
            "the numbers of cards in the piles to come are",
            later,
            [len(cards) for cards in data["later"]],
        )
    if "middle" in data:
        yield "D-SETUP-2", "the number of cards in the middle is", first - players, len(data["middle"])
    if "piles" in data:
        yield (
            "D-YEAR-1",
            "the numbers of cards in the treasure piles are",
            [1] * players,
            [len(pile["cards"]) for pile in data["piles"]],
        )
        dragons = [pile["dragon"] for pile in data["piles"] if pile["dragon"] is not None]
        yield "D-SETUP-1", "the dragons on treasure piles are those of", [], dragons
    if "hoards" in data:
        yield "D-SETUP-1", "the hoards are", [""] * players, data["hoards"]
    if "worth" in data:
        yield "D-SCORE-1", "treasures are worth", dict(box.worth), data["worth"]
    if "year" in data:
        yield "D-YEAR-1", "the year is", 1, data["year"]
    if "turn" in data:
        yield "D-YEAR-2", "the player who starts is", 0, data["turn"]


def drawn(data: Json, box: Box, players: int) -> Iterator[Drawn]:  # noqa: ARG001 - the cards are the same for all
    """What chance decides in an opening; nothing of fields that are left out."""
    if "piles" in data:
        yield Drawn("D-SETUP-2", "piles", box.cards, tuple(pile["cards"] for pile in data["piles"]))
    if "middle" in data:
        yield Drawn("D-SETUP-2", "middle", box.cards, (data["middle"],))
    if "later" in data:
        yield Drawn("D-SETUP-2", "later", box.cards, tuple(data["later"]))


def year_piles(cards: int, piles: int) -> list[int]:
    """How many cards each year's pile has: about equal, the cards left over one by one to the earlier ones."""
    return [len(range(cards)[number::piles]) for number in range(piles)]


@on_game(
    "setup.dealt",
    "An opening is dealt from the whole box: year piles of about equal size, a card a treasure pile; player 0 starts.",
    "D-SETUP-1",
    "D-SETUP-2",
    "D-YEAR-1",
    "D-YEAR-2",
    "D-SCORE-1",
)
def setup_dealt(played: Playthrough) -> bool:
    """The first position against the box that the header names."""
    data, name = played.positions[0].data, played.header.box
    if name is None or name not in played.game.BOXES or not is_opening(data):
        return False
    expect(True, 3 <= data["players"] <= 6, f"that {data['players']} can play:")
    for _, what, expected, got in demands(data | {"worth": worth(data)}, played.game.BOXES[name], data["players"]):
        expect(expected, got, what)
    sizes = [data["players"] + len(data["middle"]), *map(len, data["later"])]
    expect(True, max(sizes) - min(sizes) <= 1, f"that year piles of {sizes} cards differ by at most one:")
    expect(sorted(sizes, reverse=True), sizes, "the sizes of the year piles, earlier ones larger, are")
    return True


@on_game(
    "setup.full",
    "The full box has 104 cards of the numbers assumed: 4 year piles for 3 or 4 players, 3 year piles for 5 or 6.",
    "D-SETUP-2",
    "D-SCORE-1",
)
def setup_full(played: Playthrough) -> bool:
    """The first position against the page of the rules."""
    data = played.positions[0].data
    if played.header.box != "full" or not is_opening(data):
        return False
    expect({"C": 16, "G": 32, "J": 24, "K": 16, "S": 16}, on_the_table(data), "the numbers of cards are")
    expect(4 if data["players"] <= 4 else 3, 1 + len(data["later"]), "the number of year piles is")
    expect(WORTH, worth(data), "treasures are worth")
    return True


def is_opening(data: Json) -> bool:
    """Whether nothing has been played."""
    untouched = all(len(pile["cards"]) == 1 and pile["dragon"] is None for pile in data["piles"])
    return untouched and not data["over"] and data["year"] == 1 and not any(data["hoards"])


def distinct(opening: Json) -> bool:
    """Whether each year's first cards are in ascending order: treasure piles mean the same, whatever their numbers."""
    rows = ["".join(pile["cards"] for pile in opening["piles"])]
    rows += [cards[: opening["players"]] for cards in opening["later"]]
    return all(list(row) == sorted(row) for row in rows)
