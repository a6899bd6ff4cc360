"""What the tests of mutants and faults need of `drachenschatz`."""

from collections import Counter

from reference_engine.jsonform import Json

NAME = "drachenschatz"
PROMISED = {"all": 60, "rules": 40, "rare": 12, "views": 5, "readings": 5}
POSITION: Json = {
    "players": 3, "turn": 0, "over": False, "year": 2, "middle": "CSGJK", "later": ["GGCSK"],
    "piles": [{"cards": "CG", "dragon": None}, {"cards": "S", "dragon": None}, {"cards": "KJ", "dragon": 2}],
    "hoards": ["CGS", "", "CJK"],
}  # fmt: skip
ILLEGAL: Json = {"type": "claim", "pile": 2}
PLAIN: Json = {"type": "reveal", "pile": 0}
LAST: Json = POSITION | {"later": []}
END: Json = {"type": "claim", "pile": 1}
MULTISETS = "hoards"
SWAPPED: Json = {"middle": "SCGJK"}
HIDDEN = ("middle", "later")
LAST_FIELD = "hoards"
MOST = 6


def in_common(opening: Json) -> Json:
    """What every shuffle of an opening has in common."""
    cards = [opening["middle"], *opening["later"], *(pile["cards"] for pile in opening["piles"])]
    return opening | {
        "middle": sorted("".join(cards)),
        "later": [len(cards) for cards in opening["later"]],
        "piles": [pile | {"cards": len(pile["cards"])} for pile in opening["piles"]],
    }


def seen(data: Json, player: int) -> Json:
    """The position with numbers in place of the cards that nobody sees."""
    del player
    return data | {
        "middle": len(data["middle"]),
        "later": [len(cards) for cards in data["later"]],
        "piles": [pile | {"cards": (len(pile["cards"]), pile["cards"][-1])} for pile in data["piles"]],
    }


def unseen(data: Json, player: int) -> Counter[str]:
    """The cards of the middle pile, of the piles to come and under the tops together."""
    del player
    return Counter("".join((data["middle"], *data["later"], *(pile["cards"][:-1] for pile in data["piles"]))))
