"""The refill after a bribe: which cards, how many, into which stalls."""

from properties.property import Step, expect, on_step
from properties.village.board import STALLS, gathered, needed, stoppers


def dealt(step: Step) -> str:
    """The cards that left the deck, in order."""
    deck: str = step.before.data["deck"]
    return deck[: len(deck) - len(step.after.data["deck"])]


def first_stall(step: Step) -> int:
    """The stall where the refill of a bribe begins."""
    if step.readings["refill.start"] == "restart":
        return STALLS[0]
    return int(step.before.data.get("next_stall", STALLS[0]))


@on_step("refill.order", "A refill deals from the top of the deck to stalls 3, 2, 1, 0, and round again.", "V-REFILL-1")
def refill_order(step: Step) -> bool:
    """Each stall gets every fourth of the cards that left the deck."""
    if step.move["type"] != "bribe":
        return False
    cards, first = dealt(step), first_stall(step)
    expect(step.before.data["deck"], cards + step.after.data["deck"], "the cards dealt and the deck are together")
    for stall, had in step.before.data["market"].items():
        got = cards[(first - int(stall)) % len(STALLS) :: len(STALLS)]
        expect(gathered(had, got), step.after.data["market"][stall], f"stall {stall} has")
    return bool(cards)


@on_step("refill.next_stall", "The next refill begins at stall 3, or where this one left off.", "V-REFILL-1")
def refill_next_stall(step: Step) -> bool:
    """Only under `refill.start: continue` is there a place to remember; only a refill moves it."""
    if step.readings["refill.start"] == "restart":
        expect(False, "next_stall" in step.after.data, "that the position has a next_stall:")
        return True
    moved = len(dealt(step)) if step.move["type"] == "bribe" else 0
    expect((first_stall(step) - moved) % len(STALLS), step.after.data["next_stall"], "next_stall is")
    return True


@on_step("refill.stops", "A refill stops right after a card of the bribed type or a Wild.", "V-REFILL-2")
def refill_stops(step: Step) -> bool:
    """No card but the last may be one that stops it; none is dealt where a Wild in the market does."""
    if step.move["type"] != "bribe":
        return False
    cards = dealt(step)
    if needed(step) == 0:
        expect("", cards, "the cards dealt are")
        return True
    expect([], [card for card in cards[:-1] if card in stoppers(step)], "the cards dealt on from are")
    return len(cards) > 1


@on_step(
    "refill.goes_on",
    "A refill does not stop before a card that stops it, so that one at least is dealt.",
    "V-REFILL-2",
    "V-REFILL-3",
)
def refill_goes_on(step: Step) -> bool:
    """Where the deck holds no such card, all of it is dealt."""
    if step.move["type"] != "bribe":
        return False
    cards, enough = dealt(step), needed(step)
    least = len(step.before.data["deck"]) if enough is None else enough
    expect(True, len(cards) >= least, f"that at least {least} cards are dealt:")
    return least > 0
