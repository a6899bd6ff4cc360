"""A position of the whole game as z3 terms, and an action.

Cards are numbers of each kind: the types, from 0, and last the Wild. Stalls are named by their place in the order of
dealing: 0 for the stall that costs 3 cards, 3 for the one that costs nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import z3

from solver.terms import Formula, Number, Readings, numbers, pick, sum_of
from solver.village.track import on_track

STALLS = 4
NO_TYPE = -1
BRIBE, VISIT, DRAW = range(3)  # V-TURN-1: what an action is

Cards = tuple[Number, ...]


class Shape(NamedTuple):
    """What the number of variables depends on."""

    players: int
    types: int


@dataclass(frozen=True)
class Position:
    """A position between two turns, or in the middle of a refill, before its next card.

    deck, discard: cards. hands: of each player the cards. bribes, wilds: of each player for each type the treasure
    cards and the Wilds in the bribe. market: of each stall the cards. track: of each type the space of its token.
    next_stall: where the next card is dealt to; 0 between turns unless refill.start is `continue`. dealing: whether a
    refill goes on. stopper: the type that stops it besides Wilds, or NO_TYPE.
    """

    deck: Cards
    discard: Cards
    hands: tuple[Cards, ...]
    bribes: tuple[Cards, ...]
    wilds: tuple[Cards, ...]
    market: tuple[Cards, ...]
    track: Cards
    turn: Number
    over: Formula
    next_stall: Number
    dealing: Formula
    stopper: Number

    def variables(self) -> tuple[z3.ExprRef, ...]:
        """All of it, in the order of the fields."""
        rows = (*self.hands, *self.bribes, *self.wilds, *self.market)
        single = (self.turn, self.over, self.next_stall, self.dealing, self.stopper)
        return (*self.deck, *self.discard, *(count for row in rows for count in row), *self.track, *single)

    def shape(self) -> Shape:
        """The number of players and of types."""
        return Shape(len(self.hands), len(self.track))

    def left(self) -> Number:
        """How many cards are in the deck."""
        return sum_of(self.deck)

    def own(self, rows: Sequence[Cards], kind: int) -> Number:
        """What the player to move has of a kind, in rows with one for each player."""
        return sum_of([z3.If(self.turn == player, row[kind], 0) for player, row in enumerate(rows)])

    def well_formed(self, readings: Readings) -> list[Formula]:
        """What holds between any two cards of a game.

        No number of cards is negative; a token a space (V-SETUP-3); no bribe of Wilds only (V-BRIBE-3); somebody's
        turn; a refill only while the game goes on, and a stop for it that is a type or none; between turns the first
        stall is the next one (V-REFILL-1, refill.start).
        """
        first = pick(readings, "refill.start", {"restart": self.next_stall == 0, "continue": self.turn == self.turn})
        players, types = self.shape()
        rows = (self.deck, self.discard, *self.hands, *self.bribes, *self.wilds, *self.market)
        founded = [
            z3.Implies(added > 0, treasures > 0)
            for mine, wilds in zip(self.bribes, self.wilds, strict=True)
            for treasures, added in zip(mine, wilds, strict=True)
        ]
        return [
            *(count >= 0 for row in rows for count in row),
            *on_track(self.track),
            *founded,
            z3.And(self.turn >= 0, self.turn < players),
            z3.And(self.next_stall >= 0, self.next_stall < STALLS),
            z3.Implies(self.over, z3.Not(self.dealing)),
            z3.Or(self.dealing, first),
            z3.If(self.dealing, z3.And(self.stopper >= NO_TYPE, self.stopper < types), self.stopper == NO_TYPE),
        ]


@dataclass(frozen=True)
class Action:
    """What the player to move does; whatever an action has no use for is 0.

    kind: BRIBE, VISIT or DRAW. token: the type that is bribed or cursed. cards: those played or paid. stall: visited.
    """

    kind: Number
    token: Number
    cards: Cards
    stall: Number

    def variables(self) -> tuple[Number, ...]:
        """All of it, in the order of the fields."""
        return (self.kind, self.token, *self.cards, self.stall)


def position(context: z3.Context, shape: Shape, name: str = "") -> Position:
    """A position of free variables whose names begin so."""
    players, types = shape

    def row(of: str, size: int) -> Cards:
        return numbers(context, f"{name}{of}", size)

    def rows(of: str, count: Iterable[int], size: int) -> tuple[Cards, ...]:
        return tuple(row(f"{of}_{index}", size) for index in count)

    return Position(
        deck=row("deck", types + 1),
        discard=row("discard", types + 1),
        hands=rows("hand", range(players), types + 1),
        bribes=rows("bribe", range(players), types),
        wilds=rows("bribe_wilds", range(players), types),
        market=rows("stall", range(STALLS), types + 1),
        track=row("space_of", types),
        turn=z3.Int(f"{name}turn", context),
        over=z3.Bool(f"{name}over", context),
        next_stall=z3.Int(f"{name}next_stall", context),
        dealing=z3.Bool(f"{name}dealing", context),
        stopper=z3.Int(f"{name}stopper", context),
    )


def action(context: z3.Context, types: int, name: str = "") -> Action:
    """An action of free variables whose names begin so."""
    return Action(
        kind=z3.Int(f"{name}kind", context),
        token=z3.Int(f"{name}token", context),
        cards=numbers(context, f"{name}cards", types + 1),
        stall=z3.Int(f"{name}to_stall", context),
    )
