"""Positions and actions in the protocol's JSON as terms. The order of the cards is left out."""

from typing import Any

import z3

from solver.drachenschatz.cards import COW, SHEEP, TREASURES, hoard
from solver.drachenschatz.positions import Action, Cards, Position
from solver.plays import Json
from solver.terms import Formula

LETTERS = COW + SHEEP + TREASURES  # of the kinds of cards, in the order of a hoard's numbers


def cards_of(context: z3.Context, text: str) -> Cards:
    """The numbers of these cards. Raises `ValueError` when there are others than the model knows."""
    return tuple(z3.IntVal(number, context) for number in hoard(text).numbers())


def position_of(context: z3.Context, state: Json) -> Position:
    """The position; after the end with a pile for each player too, without cards."""
    seats = range(state["players"])
    piles = state["piles"] or [{"cards": "", "dragon": None} for _ in seats]
    return Position(
        piles=tuple(cards_of(context, pile["cards"]) for pile in piles),
        dragons=tuple(_which(context, pile["dragon"], seats) for pile in piles),
        middle=cards_of(context, state["middle"]),
        later=cards_of(context, "".join(state["later"])),
        years=z3.IntVal(len(state["later"]), context),
        hoards=tuple(cards_of(context, cards) for cards in state["hoards"]),
        turn=_which(context, state["turn"], seats),
        year=z3.IntVal(state["year"], context),
        over=z3.BoolVal(state["over"], context),
    )


def action_of(context: z3.Context, action: Json, players: int) -> Action:
    """The action; if there is no such pile, on no pile."""
    return Action(z3.BoolVal(action["type"] == "claim", context), _which(context, action["pile"], range(players)))


def _which(context: z3.Context, number: Any, seats: range) -> tuple[Formula, ...]:
    return tuple(z3.BoolVal(seat == number, context) for seat in seats)
