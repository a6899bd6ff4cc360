"""Plainer hoards: what decides a game is often a tie, which is lost when a single card is left out."""

from properties.drachenschatz.board import COW, SHEEP, TREASURES, claims, free, gathered, worth
from reference_engine.jsonform import Json

_SAME_FOR_ALL = COW  # what is left in each pile
_ONE_HERD = (3, 4)  # players whose animals are counted together


def settled(data: Json, place: int) -> Json:
    """The position with every card in the hoard where it ends up, and another, the same for all, in each pile.

    place: which of the free piles the player to move claims. The position as it is where that does not end the game.
    """
    two, claimed = free(data), claims(data)
    if data["over"] or data["later"] or len(two) != 2 or data["turn"] in claimed:
        return data
    owner = {pile: player for player, pile in claimed.items()} | {two[place]: data["turn"]}
    (last,) = set(range(data["players"])) - set(owner.values())
    owner[two[1 - place]] = last
    hoards = list(data["hoards"])
    hoards[last] += data["middle"]
    for number, pile in enumerate(data["piles"]):
        hoards[owner[number]] += pile["cards"]
    return data | {
        "middle": "",
        "piles": [pile | {"cards": _SAME_FOR_ALL} for pile in data["piles"]],
        "hoards": [gathered(hoard) for hoard in hoards],
    }


def with_plain_treasures(hoards: list[str], data: Json) -> list[str]:
    """In place of its treasures each hoard has as many gold cards as there are lower scores among them."""
    scores = [sum(number * hoard.count(card) for card, number in worth(data).items()) for hoard in hoards]
    return _with(hoards, "G", TREASURES, scores)


def with_few_animals(hoards: list[str]) -> list[str]:
    """Each hoard has as many cows as there are lower numbers of cows among them, and of sheep; of few, of both."""
    cows, sheep = ([hoard.count(animal) for hoard in hoards] for animal in (COW, SHEEP))
    if len(hoards) in _ONE_HERD:
        return _with(hoards, COW, COW + SHEEP, [sum(both) for both in zip(cows, sheep, strict=True)])
    return _with(_with(hoards, COW, COW, cows), SHEEP, SHEEP, sheep)


def _with(hoards: list[str], card: str, old: str, numbers: list[int]) -> list[str]:
    """In place of old cards each hoard has as many of one card as there are different numbers lower than its own."""
    ranks = [len({other for other in numbers if other < number}) for number in numbers]
    return [
        gathered(card * rank, *(each for each in hoard if each not in old))
        for rank, hoard in zip(ranks, hoards, strict=True)
    ]
