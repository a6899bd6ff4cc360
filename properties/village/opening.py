"""The opening, against the box that it is dealt from."""

from properties.property import Playthrough, expect, on_game
from properties.village.board import CARDS, STALLS, WILD, on_the_table
from reference_engine.jsonform import Json


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
    box, players = played.game.BOXES[name], data["players"]
    expect(True, 2 <= players <= 5, f"that {players} can play:")
    expect([players, players], [len(data["hands"]), len(data["bribes"])], "the numbers of hands and of players are")
    cards = box.treasures + WILD * box.wilds[players]
    expect({card: cards.count(card) for card in CARDS}, on_the_table(data), "the numbers of cards are")
    expect(list(box.values), data["values"], "the spaces are worth")
    expect(sorted(set(box.treasures)), sorted(data["track"]), "the tokens are")
    expect([box.hand] * players, [len(hand) for hand in data["hands"]], "the numbers of cards in the hands are")
    market = {str(stall): len(range(box.first_market)[place :: len(STALLS)]) for place, stall in enumerate(STALLS)}
    expect(
        market, {stall: len(cards) for stall, cards in data["market"].items()}, "the numbers of cards in the stalls are"
    )
    expect(STALLS[0], data.get("next_stall", STALLS[0]), "the stall that the first refill begins at is")
    expect(0, data["turn"], "the player who starts is")
    return True


def is_opening(data: Json) -> bool:
    """Whether nothing has been played.

    A game in which there were only whole rounds of draws and free visits looks the same: whoever
    starts a record there must not name a box.
    """
    untouched = not (data["over"] or data["discard"] or any(data["bribes"]))
    return untouched and (data["turn"] == 0 or len(set(map(len, data["hands"]))) == 1)
