"""Where the cards go: what each action moves from where to where, and what it leaves alone."""

from properties.drachenschatz.board import claims_after, ends_year, gathered, last_player, on_the_table, worth
from properties.property import Step, Violated, expect, on_step
from reference_engine.jsonform import Json


@on_step("cards.conserved", "No card appears, disappears or changes.", "D-SETUP-2", "D-REVEAL-1", "D-YEAR-3")
def cards_conserved(step: Step) -> bool:
    """Compares all cards of all places together, before and after."""
    expect(on_the_table(step.before.data), on_the_table(step.after.data), "the cards on the table are")
    return True


@on_step("worth.fixed", "The worth of treasures and the number of players never change.", "D-SETUP-1", "D-SCORE-1")
def worth_fixed(step: Step) -> bool:
    """Compares both, before and after."""
    before, after = step.before.data, step.after.data
    expect(worth(before), worth(after), "treasures are worth")
    expect(before["players"], after["players"], "the number of players is")
    expect(before["players"], len(after["hoards"]), "the number of hoards is")
    return True


@on_step(
    "reveal.top", "A reveal puts the top card of the middle on top of the treasure pile that it names.", "D-REVEAL-1"
)
def reveal_top(step: Step) -> bool:
    """The middle and the pile."""
    if step.move["type"] != "reveal":
        return False
    before, after, pile = step.before.data, step.after.data, step.move["pile"]
    expect(before["middle"][1:], after["middle"], "the middle is")
    expect(before["piles"][pile]["cards"] + before["middle"][:1], after["piles"][pile]["cards"], f"pile {pile} is")
    return True


@on_step("reveal.only", "A reveal changes nothing but the middle, its pile and the turn.", "D-TURN-1", "D-REVEAL-1")
def reveal_only(step: Step) -> bool:
    """Everything else in the position."""
    if step.move["type"] != "reveal":
        return False
    pile = step.move["pile"]
    had, has = (_covered(data, pile, "cards") for data in (step.before.data, step.after.data))
    return _same(had | {"middle": None}, has | {"middle": None})


@on_step("claim.marks", "A claim puts the player's dragon on the pile that it names.", "D-CLAIM-1", "D-CLAIM-2")
def claim_marks(step: Step) -> bool:
    """The pile, while the year goes on."""
    if step.move["type"] != "claim" or ends_year(step):
        return False
    pile, player = step.move["pile"], step.before.data["turn"]
    expect(None, step.before.data["piles"][pile]["dragon"], f"the dragon on pile {pile} before is that of")
    expect(player, step.after.data["piles"][pile]["dragon"], f"the dragon on pile {pile} is that of")
    return True


@on_step(
    "claim.only",
    "A claim after which the year goes on changes nothing but the dragon and the turn.",
    "D-TURN-1",
    "D-CLAIM-1",
)
def claim_only(step: Step) -> bool:
    """Everything else in the position."""
    if step.move["type"] != "claim" or ends_year(step):
        return False
    had, has = (_covered(data, step.move["pile"], "dragon") for data in (step.before.data, step.after.data))
    return _same(had, has)


def _covered(data: Json, pile: int, field: str) -> Json:
    """The position without the turn and without one field of one treasure pile."""
    piles = list(data["piles"])
    piles[pile] = piles[pile] | {field: None}
    return data | {"turn": None, "piles": piles}


def _same(had: Json, has: Json) -> bool:
    """Raises `Violated` unless both are the same."""
    if had != has:
        raise Violated(had, has)
    return True


@on_step(
    "piles.grow",
    "Cards in a treasure pile stay as they lie: a year only adds the cards revealed, one by one, on top of a pile.",
    "D-REVEAL-1",
    "D-CLAIM-1",
    "D-CLAIM-2",
)
def piles_grow(step: Step) -> bool:
    """How many piles have another card on top, and that there is nothing else new."""
    if ends_year(step):
        return False
    grown = 0
    for number, (had, has) in enumerate(zip(step.before.data["piles"], step.after.data["piles"], strict=True)):
        size = len(had["cards"])
        expect(had["cards"], has["cards"][:size], f"the lower cards of pile {number} are")
        grown += len(has["cards"]) - size
    expect(int(step.move["type"] == "reveal"), grown, "the number of cards added is")
    return bool(grown)


@on_step(
    "dragons.stay", "A pile with a dragon keeps it, and gets no card, until the year's end.", "D-CLAIM-1", "D-CLAIM-2"
)
def dragons_stay(step: Step) -> bool:
    """Every pile with a dragon."""
    if ends_year(step):
        return False
    claimed = False
    for number, (had, has) in enumerate(zip(step.before.data["piles"], step.after.data["piles"], strict=True)):
        if had["dragon"] is not None:
            claimed = True
            expect(had, has, f"pile {number} is")
    return claimed


@on_step("hoards.kept", "No hoard changes before the year's end.", "D-TURN-1", "D-YEAR-3")
def hoards_kept(step: Step) -> bool:
    """All hoards."""
    if ends_year(step):
        return False
    expect(step.before.data["hoards"], step.after.data["hoards"], "the hoards are")
    return any(step.before.data["hoards"])


@on_step(
    "hoards.own", "At a year's end every hoard gets exactly the pile with its player's dragon.", "D-CLAIM-1", "D-YEAR-3"
)
def hoards_own(step: Step) -> bool:
    """The hoards of those who claimed."""
    if not ends_year(step):
        return False
    before, after = step.before.data, step.after.data
    for player, pile in claims_after(step).items():
        own = gathered(before["hoards"][player], before["piles"][pile]["cards"])
        expect(own, after["hoards"][player], f"the hoard of player {player} is")
    return True


@on_step(
    "last.takes",
    "The last player gets the one pile left and everything left in the middle, and no more.",
    "D-LAST-1",
    "D-YEAR-3",
)
def last_takes(step: Step) -> bool:
    """The hoard of the one who did not claim."""
    if not ends_year(step):
        return False
    before, after, last = step.before.data, step.after.data, last_player(step)
    (left,) = set(range(before["players"])) - set(claims_after(step).values())
    gets = gathered(before["hoards"][last], before["piles"][left]["cards"], before["middle"])
    expect(gets, after["hoards"][last], f"the hoard of player {last} is")
    return True


@on_step(
    "later.kept",
    "The piles to come stay as they are, but for the first of them at a year's end.",
    "D-SETUP-2",
    "D-YEAR-1",
)
def later_kept(step: Step) -> bool:
    """The piles to come, before and after."""
    used = int(ends_year(step))
    expect(step.before.data["later"][used:], step.after.data["later"], "the piles to come are")
    return bool(step.before.data["later"])


@on_step(
    "year.next",
    "A year starts with its pile in the middle, and the first cards of it turned up, one to each pile, pile 0 first.",
    "D-YEAR-1",
    "D-YEAR-2",
)
def year_next(step: Step) -> bool:
    """The whole row of cards, as it was in the pile to come."""
    if not ends_year(step) or not step.before.data["later"]:
        return False
    after, players = step.after.data, step.before.data["players"]
    expect(step.before.data["year"] + 1, after["year"], "the year is")
    first = step.before.data["later"][0]
    expect(list(first[:players]), [pile["cards"] for pile in after["piles"]], "the treasure piles are")
    expect(first[players:], after["middle"], "the middle is")
    return True


@on_step("dragons.back", "At a year's end the players take their dragons back.", "D-YEAR-3")
def dragons_back(step: Step) -> bool:
    """The piles of the next year."""
    if not ends_year(step) or not step.before.data["later"]:
        return False
    expect([], [pile for pile in step.after.data["piles"] if pile["dragon"] is not None], "the piles with a dragon are")
    return True


@on_step(
    "end.leaves", "The end of the game leaves only hoards; year and turn stay as they were.", "D-YEAR-3", "D-YEAR-5"
)
def end_leaves(step: Step) -> bool:
    """All the other places."""
    before, after = step.before.data, step.after.data
    if not ends_year(step) or before["later"]:
        return False
    for field, left in (
        ("piles", []),
        ("middle", ""),
        ("later", []),
        ("year", before["year"]),
        ("turn", before["turn"]),
    ):
        expect(left, after[field], f"{field}:")
    return True
