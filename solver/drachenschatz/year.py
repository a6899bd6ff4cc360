"""A year as z3 formulas, as far as the numbers of cards go: which cards they are, and whose turn it is, is left out.

Written from the clauses alone, as the model. A formula relates the year before a turn to the year after it.
"""

from dataclasses import dataclass

import z3

from solver.drachenschatz.model import PLAYERS
from solver.terms import Formula, Number, how_many, numbers, sum_of, truths


@dataclass(frozen=True)
class Year:
    """The treasure piles: how many cards are on each, and whether it bears a dragon; and the cards in the middle."""

    piles: tuple[Number, ...]
    dragons: tuple[Formula, ...]
    middle: Number

    def cards(self) -> Number:
        """How many cards there are in all."""
        return sum_of([*self.piles, self.middle])

    def of(self, players: int) -> "Year":
        """The year with only the first piles, one for each of so many players."""
        return Year(self.piles[:players], self.dragons[:players], self.middle)


def year(context: z3.Context, name: str = "") -> Year:
    """A year of free variables, with a pile for each of the most players."""
    most = max(PLAYERS)
    return Year(
        piles=numbers(context, f"{name}pile", most),
        dragons=truths(context, f"{name}dragon", most),
        middle=z3.Int(f"{name}middle", context),
    )


def started(year: Year, size: Number) -> Formula:
    """D-YEAR-1: so a year starts with a year pile of that size, which has a card for each player at least."""
    players = len(year.piles)
    return z3.And(
        size >= players,
        *(pile == 1 for pile in year.piles),
        *(z3.Not(dragon) for dragon in year.dragons),
        year.middle == size - players,
    )


def revealed(before: Year, after: Year, pile: int) -> Formula:
    """D-REVEAL-1, D-REVEAL-2, D-CLAIM-2: a card can be revealed onto the pile, and that leads from one to the other."""
    return z3.And(before.middle > 0, turned_up(before, after, pile))


def turned_up(before: Year, after: Year, pile: int) -> Formula:
    """D-REVEAL-1, D-CLAIM-2: a card of the middle comes onto the pile, which bears no dragon."""
    return z3.And(
        z3.Not(before.dragons[pile]),
        after.middle == before.middle - 1,
        *(
            new == (old + 1 if index == pile else old)
            for index, (old, new) in enumerate(zip(before.piles, after.piles, strict=True))
        ),
        *(new == old for old, new in zip(before.dragons, after.dragons, strict=True)),
    )


def claimed(before: Year, after: Year, pile: int) -> Formula:
    """D-CLAIM-1, D-CLAIM-2: the pile can be claimed, and that leads from one to the other."""
    return z3.And(
        z3.Not(before.dragons[pile]),
        after.middle == before.middle,
        *(new == old for old, new in zip(before.piles, after.piles, strict=True)),
        *(
            new == (True if index == pile else old)
            for index, (old, new) in enumerate(zip(before.dragons, after.dragons, strict=True))
        ),
    )


def ended(year: Year) -> Formula:
    """D-LAST-1: all players but one have claimed a pile."""
    return unclaimed(year, 1)


def unclaimed(year: Year, piles: int) -> Formula:
    """D-CLAIM-2: so many treasure piles bear no dragon."""
    return how_many(year.dragons) == len(year.dragons) - piles


def left_over(year: Year) -> Number:
    """D-LAST-1: how many cards are on the piles without a dragon and in the middle: the last player's."""
    return on_unclaimed(year) + year.middle


def on_unclaimed(year: Year) -> Number:
    """How many cards are on the piles without a dragon."""
    return sum_of([z3.If(dragon, 0, pile) for pile, dragon in zip(year.piles, year.dragons, strict=True)])
