"""Mutated rules of a turn."""

from collections.abc import Callable
from dataclasses import replace

import z3

from solver.drachenschatz.positions import Action, Cards, Draws, Position
from solver.drachenschatz.turns import Rules
from solver.terms import Formula, Readings


def under(reading: str, value: str) -> Callable[[Readings], Rules]:
    """The rules with another value of a reading."""
    return lambda readings: Rules({**readings, reading: value})


class LeavesMiddle(Rules):
    """The last player leaves what is in the middle pile."""

    def taken(self, on_table: Position, player: int) -> list[Cards]:
        """D-LAST-1, mutated."""
        *piles, middle = super().taken(on_table, player)
        return [*piles, tuple(0 * number for number in middle)]


class EndsLate(Rules):
    """The year ends when all players have claimed."""

    def ends_year(self, before: Position, action: Action) -> Formula:
        """D-LAST-1, mutated."""
        return z3.And(action.claims, before.claims() == before.players - 1)


class NeverPassesOver(Rules):
    """Under `claim.turns: reveal`, whoever has claimed is not passed over when the middle pile is empty."""

    def has_turns(self, position: Position, player: int) -> Formula:
        """D-YEAR-2, mutated."""
        one = (z3.IntVal(1, position.over.ctx),)
        return super().has_turns(replace(position, middle=one), player)


class PassesNobodyOver(Rules):
    """The player to the left is next, whoever has claimed."""

    def next_turn(self, position: Position) -> tuple[Formula, ...]:
        """D-YEAR-2, mutated."""
        return self.left_of(position.turn)


class GoesOn(Rules):
    """The last year does not end the game."""

    def goes_on(self, before: Position) -> Formula:
        """D-YEAR-5, mutated."""
        return z3.Or(before.over, z3.Not(before.over))


class LeavesNoDragon(Rules):
    """A claim leaves no dragon."""

    def on_table(self, before: Position, action: Action, draws: Draws) -> Position:
        """D-CLAIM-1, mutated."""
        return replace(super().on_table(before, action, draws), dragons=before.dragons)


class EndsEarly(Rules):
    """The year ends when all players but two have claimed."""

    def ends_year(self, before: Position, action: Action) -> Formula:
        """D-LAST-1, mutated."""
        return z3.And(action.claims, before.claims() == before.players - 3)


class RevealsFromEmpty(Rules):
    """A card can be revealed although the middle pile is empty."""

    def may_reveal(self, before: Position) -> Formula:
        """D-REVEAL-2, mutated."""
        return z3.Not(before.over)

    def drawn(self, before: Position, action: Action, draws: Draws) -> Formula:
        """D-REVEAL-2, mutated."""
        return super().drawn(replace(before, middle=draws.card), action, draws)
