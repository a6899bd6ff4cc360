"""Near misses: actions one step away from legal ones, and the clause that forbids each."""

from collections.abc import Callable
from dataclasses import dataclass

from properties.property import Position
from properties.village.board import WILD, gathered, only_wilds
from properties.village.legality import is_blocked
from reference_engine.jsonform import Json


class Seat:
    """What the player to move could do, for building what that player may not do.

    types: the letters on the track, from a place that differs from turn to turn. held: those in hand.
    along: the Wilds that `bribe.wilds` makes go along with every bribe.
    """

    def __init__(self, position: Position) -> None:
        data, self.reading = position.data, position.readings
        self.data = data
        shift = len(data["deck"]) % len(data["track"])
        self.hand: str = data["hands"][data["turn"]]
        self.own: dict[str, str] = data["bribes"][data["turn"]]
        self.track: list[str] = data["track"]
        self.market: dict[str, str] = data["market"]
        self.types = self.track[shift:] + self.track[:shift]
        self.held = [treasure for treasure in self.types if treasure in self.hand]
        self.wilds = self.hand.count(WILD)
        self.along = WILD * self.wilds if self.reading["bribe.wilds"] == "all" else ""
        self.enough = "".join(treasure * self.hand.count(treasure) for treasure in self.held) + WILD * self.wilds

    def payment(self, size: int) -> str | None:
        """So many cards of the hand, a treasure card first; None where the hand has no such payment."""
        cards = self.enough[:size]
        return None if len(cards) < size or only_wilds(cards) else cards

    def too_many(self, card: str, size: int) -> str | None:
        """So many cards, one more of `card` than the hand has among them, the rest from the hand."""
        cards = card * (self.hand.count(card) + 1) + self.enough.replace(card, "")
        return cards[:size] if self.hand.count(card) < size <= len(cards) else None

    def stalls(self) -> list[int]:
        """The stalls that can be visited and cost something."""
        return [int(stall) for stall in self.market if stall != "0" and self.visitable(stall)]

    def visitable(self, stall: str) -> bool:
        """Whether that stall can be visited, with a payment."""
        return bool(self.market[stall]) or self.reading["market.empty_stall"] == "open"


Build = Callable[[Seat], Json | None]


@dataclass(frozen=True)
class NearMiss:
    """An action one step away from a legal one, where there is such a one; and what forbids it."""

    sentence: str
    clause: str
    build: Build


def bribe(treasure: str, *cards: str) -> Json:
    """The action in JSON."""
    return {"type": "bribe", "treasure": treasure, "cards": gathered(*cards)}


def visit(stall: int, pay: str | None, curse: str) -> Json | None:
    """The action in JSON; None without a payment."""
    return None if pay is None else {"type": "visit", "stall": stall, "pay": gathered(pay), "curse": curse}


def first(*actions: Json | None) -> Json | None:
    """The first that there is."""
    return next((action for action in actions if action), None)


def _not_held(seat: Seat) -> Json | None:
    return first(*(bribe(treasure, treasure, seat.along) for treasure in seat.types if treasure not in seat.held))


def _one_more(seat: Seat) -> Json | None:
    return first(*(bribe(held, held * (seat.hand.count(held) + 1), seat.along) for held in seat.held))


def _mixed(seat: Seat) -> Json | None:
    return bribe(seat.held[0], *seat.held[:2], seat.along) if len(seat.held) > 1 else None


def _other_type(seat: Seat) -> Json | None:
    return first(*(bribe(seat.held[0], other, seat.along) for other in seat.held[1:]))


def _unknown_type(seat: Seat) -> Json | None:
    return first(*(bribe(letter, letter) for letter in "ABCDEF" if letter not in seat.types))


def _wilds_start(seat: Seat) -> Json | None:
    return first(*(bribe(new, WILD * seat.wilds) for new in seat.types if seat.wilds and new not in seat.own))


def _wilds_join(seat: Seat) -> Json | None:
    never = seat.reading["bribe.wilds_alone"] == "never"
    return first(*(bribe(own, WILD * seat.wilds) for own in seat.own if seat.wilds and never))


def _too_few_wilds(seat: Seat) -> Json | None:
    return first(*(bribe(held, held, seat.along[1:]) for held in seat.held if seat.along))


def _too_few_wilds_alone(seat: Seat) -> Json | None:
    return first(*(bribe(own, seat.along[1:]) for own in seat.own if len(seat.along) > 1))


def _beyond(seat: Seat) -> Json | None:
    plays = ((held, held * seat.hand.count(held) + WILD * seat.wilds) for held in seat.held)
    return first(*(bribe(held, cards) for held, cards in plays if is_blocked(seat.data, seat.reading, held, cards)))


BRIBES = (
    NearMiss("one card more of a type than the hand has", "V-BRIBE-1", _one_more),
    NearMiss("a type that the hand does not have", "V-BRIBE-1", _not_held),
    NearMiss(
        "one Wild more than the hand has",
        "V-BRIBE-1",
        lambda seat: first(*(bribe(held, held, WILD * (seat.wilds + 1)) for held in seat.held)),
    ),
    NearMiss(
        "Wilds alone, one more than the hand has",
        "V-BRIBE-1",
        lambda seat: bribe(seat.types[0], WILD * (seat.wilds + 1)),
    ),
    NearMiss("no cards", "V-BRIBE-1", lambda seat: bribe(seat.types[0])),
    NearMiss("cards of two types", "V-BRIBE-1", _mixed),
    NearMiss("a card of another type than is bribed", "V-BRIBE-1", _other_type),
    NearMiss("a type that is not in the game", "V-BRIBE-1", _unknown_type),
    NearMiss("the Wild as a type", "V-BRIBE-1", lambda seat: bribe(WILD, WILD) if seat.wilds else None),
    NearMiss("Wilds alone where the player has no bribe", "V-BRIBE-3", _wilds_start),
    NearMiss("Wilds alone where every bribe plays a treasure card", "V-BRIBE-1", _wilds_join),
    NearMiss("one Wild kept back where all go along", "V-BRIBE-1", _too_few_wilds),
    NearMiss("Wilds alone, one kept back where all go along", "V-BRIBE-1", _too_few_wilds_alone),
    NearMiss("a bribe without room for its distance where that is forbidden", "V-FAVOR-3", _beyond),
)


def _one_less(seat: Seat) -> Json | None:
    actions = (
        visit(stall, seat.payment(stall - 1), seat.held[0]) for stall in seat.stalls() if seat.held and stall > 1
    )
    return first(*actions, {"type": "visit", "stall": 1} if 1 in seat.stalls() else None)


def _dearer(seat: Seat) -> Json | None:
    return first(*(visit(stall, seat.payment(stall + 1), seat.held[0]) for stall in seat.stalls() if seat.held))


def _empty_stall(seat: Seat) -> Json | None:
    empty = [int(stall) for stall in seat.market if not seat.visitable(stall)]
    paid = (visit(stall, seat.payment(stall), seat.held[0]) for stall in empty if seat.held and stall)
    return first(*paid, {"type": "visit", "stall": 0} if 0 in empty else None)


def _card_of_nobody(seat: Seat) -> Json | None:
    return first(
        *(
            visit(stall, seat.too_many(card, stall), card)
            for stall in seat.stalls()
            for card in seat.types
            if card not in seat.market[str(stall)]
        )
    )


def _card_just_taken(seat: Seat) -> Json | None:
    return first(
        *(
            visit(stall, seat.too_many(card, stall), card)
            for stall in seat.stalls()
            for card in sorted(set(seat.market[str(stall)]))
        )
    )


def _wilds_pay(seat: Seat) -> Json | None:
    return first(*(visit(stall, WILD * stall, seat.types[0]) for stall in seat.stalls() if seat.wilds >= stall))


VISITS = (
    NearMiss("one card less than the stall costs", "V-MARKET-1", _one_less),
    NearMiss("one card more than the stall costs", "V-MARKET-1", _dearer),
    NearMiss(
        "a payment at stall 0",
        "V-MARKET-1",
        lambda seat: visit(0, seat.held[0], seat.held[0]) if seat.held else None,
    ),
    NearMiss("a stall without cards where such a one is closed", "V-MARKET-1", _empty_stall),
    NearMiss("a card in the payment that is in neither hand nor stall", "V-MARKET-1", _card_of_nobody),
    NearMiss("a card of the stall in the payment", "V-MARKET-3", _card_just_taken),
    NearMiss("Wilds alone as payment", "V-MARKET-2", _wilds_pay),
)


def _cursed(seat: Seat, *types: str) -> Json | None:
    """A payment from the hand that curses one of these types, which is not in it."""
    payments = ((stall, seat.payment(stall)) for stall in seat.stalls())
    return first(*(visit(stall, pay, kind) for stall, pay in payments for kind in types if pay and kind not in pay))


def _no_room(seat: Seat) -> Json | None:
    if seat.reading["curse.floor"] == "stop":
        return None
    return first(
        *(
            visit(stall, (kind * seat.hand.count(kind) + seat.enough.replace(kind, ""))[:stall], kind)
            for stall in seat.stalls()
            for kind in seat.held
            if len(seat.hand) >= stall
            and seat.track.index(kind)
            < (min(stall, seat.hand.count(kind)) if seat.reading["curse.distance"] == "type" else stall)
        )
    )


def _wild_cursed(seat: Seat) -> Json | None:
    mixed = (
        visit(stall, seat.held[0] + WILD * (stall - 1), WILD)
        for stall in seat.stalls()
        if seat.held and 1 < stall <= seat.wilds + 1
    )
    return first(*mixed, _cursed(seat, WILD))


CURSES = (
    NearMiss("a curse on a type that is not paid with", "V-CURSE-1", lambda seat: _cursed(seat, *seat.types)),
    NearMiss("a curse on the Wild", "V-CURSE-1", _wild_cursed),
    NearMiss(
        "a curse on a type that is not in the game",
        "V-CURSE-1",
        lambda seat: _cursed(seat, *(letter for letter in "ABCDEF" if letter not in seat.types)),
    ),
    NearMiss(
        "a curse at stall 0",
        "V-CURSE-3",
        lambda seat: visit(0, "", seat.types[0]) if seat.visitable("0") else None,
    ),
    NearMiss("a curse without room for its distance where that is forbidden", "V-CURSE-4", _no_room),
)


def _every(sentence: str, build: Build) -> NearMiss:
    return NearMiss(f"{sentence} after the end", "V-END-1", build)


AFTER_THE_END = (
    _every("a draw", lambda _: {"type": "draw"}),
    _every("a visit of stall 0", lambda _: {"type": "visit", "stall": 0}),
    _every("a bribe", lambda seat: first(*(bribe(held, held, seat.along) for held in seat.held))),
    _every("a bribe of Wilds", lambda seat: first(*(bribe(own, WILD) for own in seat.own if seat.wilds))),
    _every(
        "a visit",
        lambda seat: first(*(visit(stall, seat.payment(stall), seat.held[0]) for stall in (1, 2, 3) if seat.held)),
    ),
    *(_every(miss.sentence, miss.build) for miss in (*BRIBES, *VISITS, *CURSES)),
)
