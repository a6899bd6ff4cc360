"""Positions and actions in the protocol's JSON as terms, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from solver.plays import Json
from solver.terms import Formula, Number
from solver.village.position import BRIBE, DRAW, NO_TYPE, STALLS, VISIT, Action, Cards, Position

WILD = "W"
KINDS = {"bribe": BRIBE, "visit": VISIT, "draw": DRAW}


@dataclass(frozen=True)
class Forms:
    """The forms of one game.

    types: its treasure types, in order. order: its deck, top card first. values: of the spaces of its track.
    continues: whether positions tell the next stall, as under refill.start `continue`.
    """

    context: z3.Context
    types: str
    order: str
    values: tuple[int, ...]
    continues: bool

    def kinds(self) -> str:
        """The letter of each kind of card."""
        return self.types + WILD

    def position(self, state: Json) -> Position:
        """A position between turns as constants."""
        bribes = state["bribes"]
        stall = STALLS - 1 - int(state.get("next_stall", STALLS - 1))
        return Position(
            deck=self._cards(state["deck"]),
            discard=self._cards(state["discard"]),
            hands=tuple(map(self._cards, state["hands"])),
            bribes=tuple(self._row(mine.get(kind, "").count(kind) for kind in self.types) for mine in bribes),
            wilds=tuple(self._row(mine.get(kind, "").count(WILD) for kind in self.types) for mine in bribes),
            market=tuple(self._cards(state["market"][str(price)]) for price in reversed(range(STALLS))),
            track=self._row(state["track"].index(kind) for kind in self.types),
            turn=self._number(state["turn"]),
            over=z3.BoolVal(state["over"], self.context),
            next_stall=self._number(stall),
            dealing=z3.BoolVal(False, self.context),
            stopper=self._number(NO_TYPE),
        )

    def action(self, action: Json) -> Action:
        """An action as constants."""
        is_visit = action["type"] == "visit"
        token = action.get("treasure", action.get("curse"))
        return Action(
            kind=self._number(KINDS[action["type"]]),
            token=self._number(0 if token is None else self.types.index(token)),
            cards=self._cards(action.get("cards", action.get("pay", ""))),
            stall=self._number(STALLS - 1 - action["stall"] if is_visit else 0),
        )

    def state(self, position: Position, values: Mapping[str, Any]) -> dict[str, Any]:
        """The position that free variables have by their values."""

        def cards(row: Cards) -> str:
            return "".join(kind * values[str(count)] for kind, count in zip(self.kinds(), row, strict=True))

        left = sum(values[str(count)] for count in position.deck)
        stacks = [
            {
                kind: kind * values[str(has)] + WILD * values[str(wild)]
                for kind, has, wild in zip(self.types, *of, strict=True)
            }
            for of in zip(position.bribes, position.wilds, strict=True)
        ]
        spaces = {values[str(space)]: kind for kind, space in zip(self.types, position.track, strict=True)}
        return {
            "players": len(position.hands),
            "turn": values[str(position.turn)],
            "over": values[str(position.over)],
            "deck": self.order[len(self.order) - left :],
            "hands": [cards(hand) for hand in position.hands],
            "bribes": [{kind: stack for kind, stack in mine.items() if stack} for mine in stacks],
            "market": {str(STALLS - 1 - place): cards(stall) for place, stall in enumerate(position.market)},
            "track": [spaces[space] for space in sorted(spaces)],
            "values": list(self.values),
            "discard": cards(position.discard),
            **({"next_stall": STALLS - 1 - values[str(position.next_stall)]} if self.continues else {}),
        }

    def action_of(self, action: Action, values: Mapping[str, Any]) -> dict[str, Any]:
        """The action that free variables have by their values."""
        kind, price = values[str(action.kind)], STALLS - 1 - values[str(action.stall)]
        cards = "".join(each * values[str(count)] for each, count in zip(self.kinds(), action.cards, strict=True))
        token = self.types[values[str(action.token)]]
        if kind == DRAW:
            return {"type": "draw"}
        if kind == BRIBE:
            return {"type": "bribe", "treasure": token, "cards": cards}
        return {"type": "visit", "stall": price} | ({"pay": cards, "curse": token} if price else {})

    def top(self, position: Position) -> Number:
        """The card on top of the deck, if there is one."""
        left, size = position.left(), len(self.order)
        card = self._number(0)
        for place, kind in enumerate(self.order):
            card = z3.If(left == size - place, self.kinds().index(kind), card)
        return card

    def _cards(self, cards: str) -> Cards:
        return self._row(cards.count(kind) for kind in self.kinds())

    def _row(self, numbers: Any) -> Cards:
        return tuple(map(self._number, numbers))

    def _number(self, number: int) -> Number:
        return z3.IntVal(number, self.context)


def are(variables: Sequence[z3.ExprRef], values: Sequence[z3.ExprRef]) -> Formula:
    """Every variable has its value."""
    return z3.And(*(variable == value for variable, value in zip(variables, values, strict=True)))
