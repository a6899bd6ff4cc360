"""The box and the opening: every number that the rules leave to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reference_engine.errors import CannotDeal, CannotParse
from reference_engine.jsonform import Json, member, of_type, shown
from reference_engine.multiset import gather
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import MOST_CARDS, STALLS, TREASURES, WILD, State, are_worths, replaced


@dataclass(frozen=True)
class Box:
    """What a game is dealt from.

    treasures: the treasure cards, a multiset. wilds: how many Wilds, for each number of players.
    hand: cards dealt to each player. values: the worth of the track's spaces from left to right.
    first_market: cards dealt to the market, one after the other to stalls 3, 2, 1, 0.
    """

    name: str
    treasures: str
    wilds: Mapping[int, int]
    hand: int
    values: tuple[int, ...]
    first_market: int


FULL = Box(
    name="full",
    treasures=gather(TREASURES * 14),
    wilds={2: 8, 3: 12, 4: 16, 5: 20},
    hand=7,
    values=(1, 1, 2, 2, 3, 4),
    first_market=4,
)
TOY2 = Box("toy2", gather("AB" * 4), dict.fromkeys(range(2, 6), 1), hand=1, values=(1, 4), first_market=1)
TOY3 = Box("toy3", gather("ABC" * 2), dict.fromkeys(range(2, 6), 3), hand=1, values=(1, 1, 4), first_market=1)
BOXES: Mapping[str, Box] = {box.name: box for box in (FULL, TOY2, TOY3)}


def unshuffled(box: Box, players: int) -> tuple[str, str]:
    """V-SETUP-2, V-SETUP-3: the cards and the tokens that are shuffled before a game.

    V-SETUP-1: raises `CannotDeal` when the box is not for so many players or has too few cards.
    """
    if players not in box.wilds:
        allowed = ", ".join(str(number) for number in box.wilds)
        raise CannotDeal(f"the box {box.name} is for {allowed} players, not for {players}")
    cards = gather(box.treasures, WILD * box.wilds[players])
    needed = players * box.hand + box.first_market
    if len(cards) < needed:
        raise CannotDeal(f"the box {box.name} has {len(cards)} cards; {players} players need {needed}")
    return cards, "".join(sorted(set(box.treasures)))


def initial_state(box: Box, players: int, shuffled: Sequence[str], ruleset: Ruleset) -> State:
    """V-SETUP-4: the hands are dealt player by player, then the first market. V-SETUP-5: player 0 starts.

    `shuffled` has the sequences of `unshuffled` in the order in which they lie: the deck, top card
    first, and the track from left to right. Raises `CannotDeal` if they are others.
    """
    if tuple(gather(cards) for cards in shuffled) != unshuffled(box, players):
        raise CannotDeal(f"these are not the cards and tokens of the box {box.name}: {shown(tuple(shuffled))}")
    deck, track = shuffled
    dealt = players * box.hand
    market = ("",) * len(STALLS)
    for place, card in enumerate(deck[dealt : dealt + box.first_market]):
        stall = STALLS[place % len(STALLS)]
        market = replaced(market, stall, gather(market[stall], card))
    return State(
        turn=0,
        over=False,
        deck=deck[dealt + box.first_market :],
        hands=tuple(gather(deck[player * box.hand : (player + 1) * box.hand]) for player in range(players)),
        bribes=((),) * players,
        market=market,
        track=tuple(track),
        values=box.values,
        discard="",
        next_stall=STALLS[0] if ruleset.refill_start == "continue" else None,
    )


def box_from_json(data: Json) -> Box:
    """A box from its JSON: `treasures` and `wilds` are objects from type and players to numbers.

    Raises `CannotParse` for another form, `CannotDeal` for numbers that no game can have.
    """
    data = of_type(data, dict, "the box")
    unknown = set(data) - {"name", "treasures", "wilds", "hand", "values", "first_market"}
    if unknown:
        raise CannotParse(f"a box has no {shown(min(unknown))}")
    treasures, wilds = member(data, "treasures", dict), member(data, "wilds", dict)
    for kind, number in treasures.items():
        if kind not in set(TREASURES) or not 1 <= of_type(number, int, f"treasures {kind}") <= MOST_CARDS:
            raise CannotDeal(
                f"treasures: {shown(kind)}: {shown(number)}; types are letters of {TREASURES}, from 1 card up"
            )
    for players, number in wilds.items():
        if players not in set("2345") or not 0 <= of_type(number, int, f"wilds {players}") <= MOST_CARDS:
            raise CannotDeal(f"wilds: {shown(players)}: {shown(number)}; 2 to 5 players, from 0 to {MOST_CARDS} Wilds")
    values = tuple(of_type(value, int, "each value") for value in member(data, "values", list))
    box = Box(
        name=member(data, "name", str),
        treasures=gather(*(kind * number for kind, number in treasures.items())),
        wilds={int(players): number for players, number in wilds.items()},
        hand=member(data, "hand", int),
        values=values,
        first_market=member(data, "first_market", int),
    )
    _check(box)
    return box


def _check(box: Box) -> None:
    """Raises `CannotDeal` for numbers that no game can have, `CannotParse` for a name that cannot be printed."""
    if not box.wilds:
        raise CannotDeal("wilds must say for how many players the box is")
    types = len(set(box.treasures))
    if not types or len(box.values) != types:
        raise CannotDeal(f"{len(box.values)} values for {types} treasure types")
    if not are_worths(box.values):
        raise CannotDeal(f"V-SETUP-3: values must rise to the one greatest at the end: {shown(box.values)}")
    if len(box.treasures) + max(box.wilds.values()) > MOST_CARDS:
        raise CannotDeal(f"more than {MOST_CARDS} cards in a box")
    if box.hand < 0 or box.first_market < 0:
        raise CannotDeal("hand and first_market are numbers of cards, from 0")
    if not box.name.isprintable():
        raise CannotParse(f"the name must be printable, not {shown(box.name)}")
