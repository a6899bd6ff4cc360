"""What is legal: every action there could be, tried against predicates."""

from collections.abc import Iterator
from itertools import combinations

from properties.property import Position, Violated, on_position
from properties.village.board import WILD
from properties.village.track import favor_spaces
from reference_engine.jsonform import Json


@on_position(
    "legal.enumerated",
    "The legal actions are exactly the bribes, visits and the draw that the clauses allow.",
    "V-TURN-1",
    "V-BRIBE-1",
    "V-BRIBE-3",
    "V-BRIBE-4",
    "V-FAVOR-3",
    "V-MARKET-1",
    "V-MARKET-2",
    "V-CURSE-1",
    "V-CURSE-3",
    "V-CURSE-4",
    "V-DRAW-2",
    one_in=8,
)
def legal_enumerated(position: Position) -> bool:
    """Tries every type, stall and curse with the multisets of the hand."""
    if position.data["over"]:
        return False
    expected = {"draw", *_bribes(position), *_visits(position)}
    got = {position.game.action_to_text(action) for action in position.legal}
    if expected != got:
        raise Violated(
            "these too: " + ", ".join(sorted(expected - got)), "these too many: " + ", ".join(sorted(got - expected))
        )
    return True


def may_bribe(data: Json, reading: dict[str, str], treasure: str, cards: str) -> bool:
    """Whether the player to move may play these cards of the hand for that type."""
    player = data["turn"]
    wilds = cards.count(WILD)
    if not cards or wilds + cards.count(treasure) < len(cards):
        return False
    if reading["bribe.wilds"] == "all" and wilds < data["hands"][player].count(WILD):
        return False
    joins = treasure in data["bribes"][player] and reading["bribe.wilds_alone"] == "existing"
    return (treasure in cards or joins) and not is_blocked(data, reading, treasure, cards)


def is_blocked(data: Json, reading: dict[str, str], treasure: str, cards: str) -> bool:
    """Whether a bribe is forbidden because its token has not enough spaces to its right, but some."""
    room = data["track"][::-1].index(treasure)
    return reading["favor.overshoot"] == "block" and 0 < room < favor_spaces(data, reading, treasure, cards)


def may_visit(data: Json, reading: dict[str, str], stall: str, pay: str, curse: str) -> bool:
    """Whether these cards of the hand may pay for that stall and curse that type; "" is no curse."""
    if str(len(pay)) != stall or not (data["market"][stall] or reading["market.empty_stall"] == "open"):
        return False
    if not pay or not curse:
        return pay == curse
    spaces = pay.count(curse) if reading["curse.distance"] == "type" else len(pay)
    blocked = reading["curse.floor"] == "block" and data["track"].index(curse) < spaces
    return curse in pay and not blocked


def parts(hand: str, size: int) -> set[str]:
    """Every multiset of so many cards of the hand."""
    enough = "".join(card * min(size, hand.count(card)) for card in sorted(set(hand)))
    return {"".join(cards) for cards in combinations(enough, size)}


def _bribes(position: Position) -> Iterator[str]:
    """Tries the multisets with one type at most: no other could be legal."""
    data, reading = position.data, position.readings
    hand = data["hands"][data["turn"]]
    for treasure in data["track"]:
        for number in range(hand.count(treasure) + 1):
            for wilds in range(hand.count(WILD) + 1):
                cards = treasure * number + WILD * wilds
                if may_bribe(data, reading, treasure, cards):
                    yield f"bribe {treasure} {cards}"


def _visits(position: Position) -> Iterator[str]:
    """Tries the multisets of as many cards as each stall costs, with each curse and none."""
    data, reading = position.data, position.readings
    for stall in data["market"]:
        for pay in parts(data["hands"][data["turn"]], int(stall)):
            for curse in ("", *data["track"]):
                if may_visit(data, reading, stall, pay, curse):
                    yield f"visit {stall} {pay} {curse}".rstrip()
