"""What the tests of mutants and faults need of `village`."""

from collections import Counter

from reference_engine.jsonform import Json

NAME = "village"
PROMISED = {"all": 80, "rules": 25, "rare": 25, "views": 5, "readings": 5}
POSITION: Json = {
    "players": 2, "turn": 0, "over": False, "deck": "BWACF", "hands": ["AABW", "CDEF"],
    "bribes": [{"A": "AAW"}, {"C": "CW"}], "market": {"3": "AB", "2": "", "1": "W", "0": "C"},
    "track": ["A", "B", "C", "D", "E", "F"], "values": [1, 1, 2, 2, 3, 4], "discard": "E",
}  # fmt: skip
ILLEGAL: Json = {"type": "bribe", "treasure": "F", "cards": "FFF"}
PLAIN: Json = {"type": "draw"}
LAST: Json = POSITION | {"deck": ""}
END = PLAIN
MULTISETS = "hands"
SWAPPED: Json = {"deck": "WBACF"}
HIDDEN = ("deck", "hands")
LAST_FIELD = "discard"
MOST = 5


def in_common(opening: Json) -> Json:
    """What every shuffle of an opening has in common."""
    cards = [opening["deck"], *opening["hands"], *opening["market"].values()]
    return opening | {
        "deck": sorted("".join(cards)),
        "hands": [len(hand) for hand in opening["hands"]],
        "market": {stall: len(cards) for stall, cards in opening["market"].items()},
        "track": sorted(opening["track"]),
    }


def seen(data: Json, player: int) -> Json:
    """The position with numbers in place of the cards that the player does not see."""
    hands = [hand if owner == player else len(hand) for owner, hand in enumerate(data["hands"])]
    return data | {"deck": len(data["deck"]), "hands": hands}


def unseen(data: Json, player: int) -> Counter[str]:
    """The cards of the deck and the other hands together."""
    return Counter("".join((data["deck"], *data["hands"][:player], *data["hands"][player + 1 :])))
