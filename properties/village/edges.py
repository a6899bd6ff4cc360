"""Which clauses a step has really carried out, and which rare situations it was in."""

from collections.abc import Iterator

from properties.property import Position, Step
from properties.village.board import WILD, bribes_played, needed, only_wilds, places
from properties.village.legality import is_blocked
from properties.village.market import dealt
from properties.village.scoring import deciding_step, rankings, totals
from properties.village.track import favored

STANDING_CLAUSES = frozenset({"V-SETUP-1", "V-SETUP-2", "V-SETUP-3", "V-SETUP-4", "V-SETUP-5", "V-INFO-1"})

EDGES: dict[str, tuple[str, ...]] = {
    "overshoot.right": (),
    "overshoot.left": ("curse.floor=block",),
    "passed.at_right_end": (),
    "passed.at_left_end": (),
    "bribe.wilds_alone": ("bribe.wilds_alone=never",),
    "refill.second_lap": (),
    "refill.stopped_by_wild": (),
    "refill.stopped_on_last_card": (),
    "refill.ran_out": (),
    "refill.empty_deck": ("end.empty_deck=turn",),
    "visit.3": (),
    "visit.2": (),
    "visit.1": (),
    "visit.0": (),
    "market.empty_chosen": ("market.empty_stall=closed",),
    "market.empty_skipped": ("market.empty_stall=open",),
    "draw.last_card": (),
    "draw.empty_deck": ("end.empty_deck=turn",),
    "hand.15_or_more": (),
    "deck.0": ("end.empty_deck=turn",),
    "deck.1": (),
    "deck.2": (),
    "deck.3": (),
    "five_players": (),
    "end.every_bribe": (),
    "winner.negative": (),
    "tie.first_step": (),
    "tie.middle_step": (),
    "tie.last_step": (),
    "tie.full": (),
}


def exercised(step: Step) -> Iterator[str]:
    """The clauses carried out, and the edges."""
    before, after = step.before.data, step.after.data
    if sorted(before["track"]) != sorted(set(after["track"])):
        return  # a broken engine has lost a token, which the properties of the track report
    yield "V-TURN-1"
    yield from forbidden(step.before)
    match step.move["type"]:
        case "bribe":
            yield from _bribe(step)
            yield from _refill(step)
        case "visit":
            yield from _visit(step)
        case _:
            yield from _draw(step)
    if len(before["deck"]) <= 3:
        yield f"deck.{len(before['deck'])}"
    if len(before["hands"][before["turn"]]) >= 15:
        yield "hand.15_or_more"
    if before["players"] == 5:
        yield "five_players"
    if not all(before["market"].values()) and step.readings["market.empty_stall"] == "closed":
        yield "market.empty_skipped"
    if after["over"]:
        yield from _end(step)
    else:
        yield "V-TURN-2"
        if not after["deck"]:
            yield "V-END-1"


def forbidden(position: Position) -> Iterator[str]:
    """What the clauses that only forbid something forbid the player to move."""
    data, reading = position.data, position.readings
    hand, own = data["hands"][data["turn"]], data["bribes"][data["turn"]]
    wilds = hand.count(WILD)
    prices = [int(stall) for stall, cards in data["market"].items() if cards or reading["market.empty_stall"] == "open"]
    if wilds and len(own) < len(data["track"]):
        yield "V-BRIBE-3"
    if any(0 < price <= wilds for price in prices):
        yield "V-MARKET-2"
    if any(is_blocked(data, reading, token, token * hand.count(token) + WILD * wilds) for token in set(hand) - {WILD}):
        yield "V-FAVOR-3"
    if reading["curse.floor"] == "block":
        most = max((price for price in prices if price <= len(hand)), default=0)
        type_only = reading["curse.distance"] == "type"
        for token, space in places(data).items():
            if token in hand and space < (min(most, hand.count(token)) if type_only else most):
                yield "V-CURSE-4"
                break


def _bribe(step: Step) -> Iterator[str]:
    cards, treasure = step.move["cards"], step.move["treasure"]
    yield "V-BRIBE-2"
    if only_wilds(cards):
        yield "V-BRIBE-4"
        yield "bribe.wilds_alone"
    else:
        yield "V-BRIBE-1"
    spaces, space, last = favored(step), places(step.before.data)[treasure], len(step.before.data["track"]) - 1
    yield "V-FAVOR-1"
    goes_on = space + spaces > last
    if spaces and space < last and not (goes_on and step.readings["favor.overshoot"] == "stay"):
        yield "V-FAVOR-2"
        if space + spaces >= last:
            yield "passed.at_right_end"
    if goes_on:
        yield "V-FAVOR-3"
        yield "overshoot.right"


def _refill(step: Step) -> Iterator[str]:
    deck, cards, enough = step.before.data["deck"], dealt(step), needed(step)
    if cards:
        yield "V-REFILL-1"
    if len(cards) > 4:
        yield "refill.second_lap"
    if enough is None:
        yield "V-REFILL-3"
        yield "refill.ran_out" if deck else "refill.empty_deck"
        return
    yield "V-REFILL-2"
    if not enough:
        return
    if deck[enough - 1] == WILD:
        yield "refill.stopped_by_wild"
    if enough == len(deck):
        yield "refill.stopped_on_last_card"


def _visit(step: Step) -> Iterator[str]:
    stall = str(step.move["stall"])
    yield "V-MARKET-1"
    yield f"visit.{stall}"
    yield "V-MARKET-3" if step.before.data["market"][stall] else "market.empty_chosen"
    if "curse" not in step.move:
        yield "V-CURSE-3"
    else:
        yield "V-CURSE-1"
        yield "V-DISCARD-1"
        pay, cursed = step.move["pay"], step.move["curse"]
        if len(set(pay)) > 1:
            yield "V-MARKET-2"
        spaces = pay.count(cursed) if step.readings["curse.distance"] == "type" else len(pay)
        space = places(step.before.data)[cursed]
        if space:
            yield "V-CURSE-2"
        if 0 < space <= spaces:
            yield "passed.at_left_end"
        if space < spaces or step.readings["curse.floor"] == "block":
            yield "V-CURSE-4"
        if space < spaces:
            yield "overshoot.left"


def _draw(step: Step) -> Iterator[str]:
    match len(step.before.data["deck"]):
        case 0:
            yield "V-DRAW-2"
            yield "draw.empty_deck"
        case 1:
            yield "V-DRAW-1"
            yield "draw.last_card"
        case _:
            yield "V-DRAW-1"


def _end(step: Step) -> Iterator[str]:
    yield "V-END-1"
    data = step.after.data
    if bribes_played(step) != data["bribes"]:
        yield "V-END-2"
    if any(data["hands"]):
        yield "V-END-3"
    if any(data["bribes"]):
        yield "V-SCORE-1"
    if not all(map(only_wilds, data["hands"])):
        yield "V-SCORE-2"
    if any(WILD in hand for hand in data["hands"]):
        yield "V-SCORE-3"
    yield "V-WIN-1"
    for own, hand in zip(data["bribes"], data["hands"], strict=True):
        if len(own) == len(data["track"]) and WILD in hand:
            yield "end.every_bribe"
            break
    if max(totals(step.after)) < 0:
        yield "winner.negative"
    yield from _tie(step.after)


def _tie(position: Position) -> Iterator[str]:
    last = len(rankings(position)[0]) - 1
    match deciding_step(position):
        case 0:
            return
        case None:
            yield from ("V-TIE-1", "V-TIE-2", "V-TIE-3", "tie.full")
        case 1:
            yield from ("V-TIE-1", "tie.first_step")
        case step:
            yield from ("V-TIE-1", "V-TIE-2", "tie.last_step" if step == last else "tie.middle_step")
