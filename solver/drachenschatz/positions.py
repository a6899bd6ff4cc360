"""Positions, actions and the cards that come up, as terms.

Cards are numbers of each kind, so their order is left out. Players and piles are numbered from 0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import z3

from solver.terms import Formula, Number, how_many, numbers, sum_of, truths

KINDS = 5  # of cards: cows, sheep, gold, gems, crowns

Cards = tuple[Number, ...]  # how many there are of each kind


@dataclass(frozen=True)
class Position:
    """A position: there are as many piles, and as many hoards, as players.

    dragons: for each pile whether it bears the dragon of each player. years: how many year piles are to come.
    later: the cards of all of them together. turn: for each player whether it is that player's turn.
    """

    piles: tuple[Cards, ...]
    dragons: tuple[tuple[Formula, ...], ...]
    middle: Cards
    later: Cards
    years: Number
    hoards: tuple[Cards, ...]
    turn: tuple[Formula, ...]
    year: Number
    over: Formula

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.hoards)

    @property
    def seats(self) -> range:
        """The number of each player, and of each pile."""
        return range(self.players)

    def of(self, players: int) -> "Position":
        """The position with only the first so many players and piles."""
        return replace(
            self,
            piles=self.piles[:players],
            dragons=tuple(pile[:players] for pile in self.dragons[:players]),
            hoards=self.hoards[:players],
            turn=self.turn[:players],
        )

    def terms(self) -> list[z3.ExprRef]:
        """All of it, in a fixed order."""
        rows = (*self.piles, *self.dragons, self.middle, self.later, *self.hoards, self.turn)
        return [*(term for row in rows for term in row), self.years, self.year, self.over]

    def is_the(self, other: "Position") -> Formula:
        """It is the same position as another of as many players and kinds."""
        return z3.And(*(one == two for one, two in zip(self.terms(), other.terms(), strict=True)))

    @cached_property
    def claimed(self) -> tuple[Formula, ...]:
        """For each player whether they have claimed a pile this year."""
        return tuple(z3.Or(*on_piles) for on_piles in zip(*self.dragons, strict=True))

    @cached_property
    def free(self) -> tuple[Formula, ...]:
        """For each pile whether there is no dragon on it."""
        return tuple(z3.Not(z3.Or(*pile)) for pile in self.dragons)

    def claims(self) -> Number:
        """How many players have claimed a pile this year."""
        return how_many(self.claimed)

    def cards(self) -> Cards:
        """How many cards of each kind there are in all."""
        return added([*self.piles, self.middle, self.later, *self.hoards])


@dataclass(frozen=True)
class Action:
    """What is done in a turn: a pile is claimed, or else the top card of the middle pile is put on it.

    piles: for each pile whether it is that one.
    """

    claims: Formula
    piles: tuple[Formula, ...]

    def of(self, players: int) -> "Action":
        """The action if there are only the first so many piles."""
        return replace(self, piles=self.piles[:players])

    def terms(self) -> list[Formula]:
        """All of it, in the order of the fields."""
        return [self.claims, *self.piles]


@dataclass(frozen=True)
class Draws:
    """The cards that a turn may bring to light, each a row of one card.

    card: the top card of the middle pile. opened: those turned up to each treasure pile if a new year starts; middle:
    the rest of that year pile.
    """

    card: Cards
    opened: tuple[Cards, ...]
    middle: Cards

    def of(self, players: int) -> "Draws":
        """What there is for only the first so many piles."""
        return replace(self, opened=self.opened[:players])

    def terms(self) -> list[Number]:
        """All of it, in the order of the fields."""
        return [number for row in (self.card, *self.opened, self.middle) for number in row]


def position(context: z3.Context, players: int, kinds: int = KINDS, name: str = "") -> Position:
    """A position of free variables, whose names begin so."""
    return Position(
        piles=tuple(numbers(context, f"{name}pile{pile}", kinds) for pile in range(players)),
        dragons=tuple(truths(context, f"{name}dragon{pile}", players) for pile in range(players)),
        middle=numbers(context, f"{name}middle", kinds),
        later=numbers(context, f"{name}later", kinds),
        years=z3.Int(f"{name}years", context),
        hoards=tuple(numbers(context, f"{name}hoard{player}", kinds) for player in range(players)),
        turn=truths(context, f"{name}turn", players),
        year=z3.Int(f"{name}year", context),
        over=z3.Bool(f"{name}over", context),
    )


def action(context: z3.Context, players: int, name: str = "") -> Action:
    """An action of free variables."""
    return Action(z3.Bool(f"{name}claims", context), truths(context, f"{name}on_pile", players))


def draws(context: z3.Context, players: int, kinds: int = KINDS, name: str = "") -> Draws:
    """Draws of free variables."""
    opened = tuple(numbers(context, f"{name}opened{pile}", kinds) for pile in range(players))
    return Draws(numbers(context, f"{name}card", kinds), opened, numbers(context, f"{name}new_middle", kinds))


# Terms of several


def size(cards: Cards) -> Number:
    """How many cards these are."""
    return sum_of(cards)


def added(rows: Sequence[Cards]) -> Cards:
    """All these cards together."""
    return tuple(sum_of(kind) for kind in zip(*rows, strict=True))


def less(cards: Cards, gone: Cards) -> Cards:
    """These cards without those."""
    return tuple(number - out for number, out in zip(cards, gone, strict=True))


def only_if(condition: Formula, cards: Cards) -> Cards:
    """These cards if the condition holds, else none."""
    return tuple(z3.If(condition, number, 0) for number in cards)


def choose(condition: Formula, position: Position, other: Position) -> Position:
    """One position if the condition holds, else the other."""

    def row(one: Iterable[z3.ExprRef], two: Iterable[z3.ExprRef]) -> tuple[z3.ExprRef, ...]:
        return tuple(z3.If(condition, first, second) for first, second in zip(one, two, strict=True))

    return Position(
        piles=tuple(map(row, position.piles, other.piles)),
        dragons=tuple(map(row, position.dragons, other.dragons)),
        middle=row(position.middle, other.middle),
        later=row(position.later, other.later),
        years=z3.If(condition, position.years, other.years),
        hoards=tuple(map(row, position.hoards, other.hoards)),
        turn=row(position.turn, other.turn),
        year=z3.If(condition, position.year, other.year),
        over=z3.If(condition, position.over, other.over),
    )
