"""The box and the opening: every number that the rules leave to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import (
    CARDS,
    GREATEST_WORTH,
    MOST_CARDS,
    PLAYERS,
    TREASURES,
    WORTH,
    State,
    are_worths,
)
from reference_engine.drachenschatz.year import start_year
from reference_engine.errors import CannotDeal, CannotParse
from reference_engine.jsonform import Json, member, of_type, shown
from reference_engine.multiset import gather


@dataclass(frozen=True)
class Box:
    """What a game is dealt from.

    cards: a multiset. piles: how many year piles, for each number of players.
    worth: what a treasure card of each type is worth.
    """

    name: str
    cards: str
    piles: Mapping[int, int]
    worth: Mapping[str, int]


_WORTH = dict(zip(TREASURES, WORTH, strict=True))
FULL = Box("full", "C" * 16 + "G" * 32 + "J" * 24 + "K" * 16 + "S" * 16, {3: 4, 4: 4, 5: 3, 6: 3}, _WORTH)
TOY3 = Box("toy3", "C" + "G" * 9 + "S", {3: 2}, _WORTH)
TOY5 = Box("toy5", "CCCC" + "K" + "S", {5: 1}, _WORTH)
TOY5YEARS = Box("toy5years", "CCCCGGSSSS", {5: 2}, _WORTH)
BOXES: Mapping[str, Box] = {box.name: box for box in (FULL, TOY3, TOY5, TOY5YEARS)}


def unshuffled(box: Box, players: int) -> tuple[str]:
    """D-SETUP-2: the cards that are shuffled before a game.

    D-SETUP-1, D-YEAR-1: raises `CannotDeal` when the box is not for so many players, or when a
    year pile would have fewer cards than there are players.
    """
    if players not in box.piles:
        allowed = ", ".join(str(number) for number in box.piles)
        raise CannotDeal(f"the box {box.name} is for {allowed} players, not for {players}")
    smallest = len(box.cards) // box.piles[players]
    if smallest < players:
        raise CannotDeal(f"the box {box.name} has year piles of {smallest} cards; {players} players need {players}")
    return (box.cards,)


def initial_state(box: Box, players: int, shuffled: Sequence[str], ruleset: Ruleset) -> State:  # noqa: ARG001
    """D-SETUP-1, D-SETUP-2, D-YEAR-2: the cards are split, and player 0 starts the first year.

    `shuffled` has the cards in the order in which they lie, those of the first year's pile first,
    each pile with its top card first. Raises `CannotDeal` if they are others.
    """
    if tuple(gather(cards) for cards in shuffled) != unshuffled(box, players):
        raise CannotDeal(f"these are not the cards of the box {box.name}: {shown(tuple(shuffled))}")
    table = State(
        turn=0,
        over=False,
        year=0,
        middle="",
        later=_split(shuffled[0], box.piles[players]),
        piles=(),
        hoards=("",) * players,
        worth=tuple(box.worth[card] for card in TREASURES),
    )
    return start_year(table, 0)


def _split(cards: str, piles: int) -> tuple[str, ...]:
    """D-SETUP-2: year piles of sizes that differ by at most one, earlier piles larger."""
    size, left_over = divmod(len(cards), piles)
    starts = [number * size + min(number, left_over) for number in range(piles + 1)]
    return tuple(cards[starts[number] : starts[number + 1]] for number in range(piles))


def box_from_json(data: Json) -> Box:
    """A box from its JSON: `cards`, `piles` and `worth` are objects from type or players to numbers.

    Raises `CannotParse` for another form, `CannotDeal` for numbers that no game can have.
    """
    data = of_type(data, dict, "the box")
    unknown = set(data) - {"name", "cards", "piles", "worth"}
    if unknown:
        raise CannotParse(f"a box has no {shown(min(unknown))}")
    name, cards, piles = member(data, "name", str), member(data, "cards", dict), member(data, "piles", dict)
    for kind, number in cards.items():
        if kind not in set(CARDS) or not 1 <= of_type(number, int, f"cards {kind}") <= MOST_CARDS:
            raise CannotDeal(f"cards: {shown(kind)}: {shown(number)}; types are letters of {CARDS}, from 1 card up")
    for players, number in piles.items():
        if players not in map(str, PLAYERS) or of_type(number, int, f"piles {players}") < 1:
            raise CannotDeal(f"piles: {shown(players)}: {shown(number)}; 3 to 6 players, from 1 year pile up")
    if not piles:
        raise CannotDeal("piles must say for how many players the box is")
    if sum(cards.values()) > MOST_CARDS:
        raise CannotDeal(f"more than {MOST_CARDS} cards in a box")
    if not name.isprintable():
        raise CannotParse(f"the name must be printable, not {shown(name)}")
    box = Box(
        name=name,
        cards=gather(*(kind * number for kind, number in cards.items())),
        piles={int(players): number for players, number in piles.items()},
        worth=worth_from_json(member(data, "worth", dict)),
    )
    if not are_worths(tuple(box.worth.values())):
        raise CannotDeal(f"worth: treasures are worth from 0 to {GREATEST_WORTH}, not {shown(data['worth'])}")
    return box


def worth_from_json(data: Json) -> dict[str, int]:
    """D-SCORE-1: a table of values, from each treasure to a number. Raises `CannotParse`."""
    for key in data:
        if key not in set(TREASURES):
            raise CannotParse(f"the table of values (worth) has no {shown(key)}")
    return {card: member(data, card, int, f"worth {card}") for card in TREASURES}
