"""The opening, against the box that it is dealt from."""

from collections.abc import Iterator

from properties.conformance.chances import Drawn
from properties.property import Playthrough, expect, on_game
from properties.village.board import CARDS, STALLS, WILD, on_the_table
from reference_engine.interface import Box
from reference_engine.jsonform import Json

Demand = tuple[str, str, object, object]
"""A clause, what it speaks of, what must be there, and what is."""


def demands(data: Json, box: Box, players: int) -> Iterator[Demand]:
    """What the clauses demand of an opening for so many players; nothing of fields that are left out."""
    cards = _shuffled(box, players)
    if "players" in data:
        yield "V-SETUP-1", "the number of players is", players, data["players"]
    for field in ("hands", "bribes"):
        if field in data:
            yield "V-SETUP-1", f"the number of {field} is", players, len(data[field])
    if data.keys() >= {"deck", "hands", "bribes", "market", "discard"}:
        yield "V-SETUP-2", "the numbers of cards are", {card: cards.count(card) for card in CARDS}, on_the_table(data)
    if "values" in data:
        yield "V-SETUP-3", "the spaces are worth", list(box.values), data["values"]
    if "track" in data:
        yield "V-SETUP-3", "the tokens are", sorted(set(box.treasures)), sorted(data["track"])
    if "hands" in data:
        yield (
            "V-SETUP-4",
            "the numbers of cards in the hands are",
            [box.hand] * players,
            [len(hand) for hand in data["hands"]],
        )
    if "market" in data:
        first = {str(stall): len(range(box.first_market)[place :: len(STALLS)]) for place, stall in enumerate(STALLS)}
        now = {stall: len(cards) for stall, cards in data["market"].items()}
        yield "V-SETUP-4", "the numbers of cards in the stalls are", first, now
    yield "V-REFILL-1", "the stall that the first refill begins at is", STALLS[0], data.get("next_stall", STALLS[0])
    if "turn" in data:
        yield "V-SETUP-5", "the player who starts is", 0, data["turn"]


def drawn(data: Json, box: Box, players: int) -> Iterator[Drawn]:
    """What chance decides in an opening for so many players; nothing of fields that are left out."""
    cards = _shuffled(box, players)
    if "deck" in data:
        yield Drawn("V-SETUP-2", "deck", cards, (data["deck"],))
    if "hands" in data:
        yield Drawn("V-SETUP-2", "hands", cards, tuple(data["hands"]), ordered=False)
    if "market" in data:
        yield Drawn("V-SETUP-2", "market", cards, tuple(data["market"].values()), ordered=False)
    if "track" in data:
        yield Drawn("V-SETUP-3", "track", "".join(sorted(set(box.treasures))), ("".join(data["track"]),))


def _shuffled(box: Box, players: int) -> str:
    """The cards that are shuffled for so many players."""
    return str(box.treasures + WILD * box.wilds[players])


@on_game(
    "setup.dealt",
    "An opening is dealt from the whole box: equal hands, the first market, one token a space; player 0 starts.",
    "V-SETUP-1",
    "V-SETUP-2",
    "V-SETUP-3",
    "V-SETUP-4",
    "V-SETUP-5",
)
def setup_dealt(played: Playthrough) -> bool:
    """The first position against the numbers of the box that the header names."""
    data, name = played.positions[0].data, played.header.box
    if name is None or name not in played.game.BOXES or not is_opening(data):
        return False
    expect(True, 2 <= data["players"] <= 5, f"that {data['players']} can play:")
    for _, what, expected, got in demands(data, played.game.BOXES[name], data["players"]):
        expect(expected, got, what)
    return True


def is_opening(data: Json) -> bool:
    """Whether nothing has been played.

    A game in which there were only whole rounds of draws and free visits looks the same: whoever
    starts a record there must not name a box.
    """
    untouched = not (data["over"] or data["discard"] or any(data["bribes"]))
    return untouched and (data["turn"] == 0 or len(set(map(len, data["hands"]))) == 1)


def distinct(opening: Json) -> bool:  # noqa: ARG001 - the order of the cards is all that openings differ in
    """Whether it is the first of those that are the same but for names: they all are, while the tokens are in order."""
    return True
