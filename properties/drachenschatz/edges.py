"""Which clauses a step has really carried out, and which rare situations it was in."""

from collections.abc import Iterator

from properties.drachenschatz.board import claims, ends_year, last_player
from properties.drachenschatz.edges_end import END_EDGES, end_clauses, end_edges, end_of
from properties.property import Position, Step

STANDING_CLAUSES = frozenset({"D-SETUP-1", "D-SETUP-2", "D-INFO-1"})

EDGES: dict[str, tuple[str, ...]] = {
    "players.3": (),
    "players.4": (),
    "players.5": (),
    "players.6": (),
    "reveal.last_card": (),
    "reveal.by_claimed": ("claim.turns=none",),
    "middle.empty": (),
    "claimed.skipped": ("claim.turns=none",),
    "pile.15_or_more": (),
    "year.nobody_reveals": (),
    "year.all_revealed": (),
    "year.starter_wraps": (),
    "year.last": (),
    "year.exact": (),
    "worth.other": (),
    **END_EDGES,
}


def exercised(step: Step) -> Iterator[str]:
    """The clauses carried out, and the edges."""
    before, revealed = step.before.data, step.move["type"] == "reveal"
    yield "D-TURN-1"
    yield from forbidden(step.before)
    yield f"players.{before['players']}"
    if not before["middle"]:
        yield "middle.empty"
    if not before["later"]:
        yield "year.last"
    if "worth" in before:
        yield "worth.other"
    if len(before["piles"][step.move["pile"]]["cards"]) + revealed >= 15:
        yield "pile.15_or_more"
    if revealed:
        yield from _reveal(step)
    else:
        yield "D-CLAIM-1"
    yield from _year_ends(step) if ends_year(step) else _next_turn(step)


def forbidden(position: Position) -> Iterator[str]:
    """What the clauses that only forbid something forbid the player to move."""
    data = position.data
    claimed = claims(data)
    if claimed:
        yield "D-CLAIM-2"
    if data["turn"] in claimed:
        yield "D-CLAIM-1"
    if data["over"]:
        yield "D-YEAR-5"
    elif not data["middle"]:
        yield "D-REVEAL-2"


def _reveal(step: Step) -> Iterator[str]:
    before = step.before.data
    yield "D-REVEAL-1"
    if before["turn"] in claims(before):
        yield "reveal.by_claimed"
    if len(before["middle"]) == 1:
        yield "reveal.last_card"


def _next_turn(step: Step) -> Iterator[str]:
    """The turn passes on; a player who has claimed has it, or is passed over."""
    before = step.before.data
    yield "D-YEAR-2"
    if (before["turn"] + 1) % before["players"] in claims(before):
        yield "D-CLAIM-1"
        if step.readings["claim.turns"] == "reveal" and len(before["middle"]) == (step.move["type"] == "reveal"):
            yield "claimed.skipped"


def _year_ends(step: Step) -> Iterator[str]:
    before = step.before.data
    yield "D-LAST-1"
    yield "D-YEAR-3"
    untouched = all(len(pile["cards"]) == 1 for pile in before["piles"])
    if not before["middle"]:
        yield "year.exact" if untouched else "year.all_revealed"
    elif untouched:
        yield "year.nobody_reveals"
    if not before["later"]:
        yield "D-YEAR-5"
        end = end_of(step.after)
        yield from end_clauses(end)
        yield from end_edges(end)
    else:
        yield "D-YEAR-1"
        yield "D-YEAR-4"
        last = last_player(step) if step.readings["year.starter"] == "leftover" else before["turn"]
        if last == before["players"] - 1:
            yield "year.starter_wraps"
