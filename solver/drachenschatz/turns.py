"""The rules page as z3 formulas: a turn, from the position before it to the position after it.

Independent of the engine: written from the clauses alone. Which cards come up is an input of a turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import z3

from solver.drachenschatz.positions import (
    Action,
    Cards,
    Draws,
    Position,
    added,
    choose,
    less,
    only_if,
    size,
)
from solver.terms import Formula, Number, Readings, pick

READINGS: Mapping[str, tuple[str, ...]] = {"claim.turns": ("none", "reveal"), "year.starter": ("leftover", "claimer")}


@dataclass(frozen=True)
class Rules:
    """The rules of a turn under these readings. Whoever mutates a rule overrides it."""

    readings: Readings

    def step(self, before: Position, action: Action, draws: Draws, after: Position) -> Formula:
        """D-TURN-1: the action can be played, and it leads from one position to the other."""
        return z3.And(
            self.allowed(before, action),
            self.drawn(before, action, draws),
            after.is_the(self.played(before, action, draws)),
        )

    # What can be played

    def allowed(self, before: Position, action: Action) -> Formula:
        """D-TURN-1, D-YEAR-5: the action can be played: the game goes on, and the player to move has that turn."""
        return z3.And(
            self.goes_on(before),
            z3.Or(*(z3.And(moves, self.has_turns(before, player)) for player, moves in enumerate(before.turn))),
            at_most_one(action.piles),
            z3.Or(*(z3.And(here, self.allowed_on(before, action, pile)) for pile, here in enumerate(action.piles))),
        )

    def goes_on(self, before: Position) -> Formula:
        """D-YEAR-5: the game is not over."""
        return z3.Not(before.over)

    def has_turns(self, position: Position, player: int) -> Formula:
        """D-YEAR-2, D-CLAIM-1 (claim.turns): a player is not passed over."""
        not_claimed = z3.Not(position.claimed[player])
        return pick(
            self.readings,
            "claim.turns",
            {"none": not_claimed, "reveal": z3.Or(not_claimed, size(position.middle) > 0)},
        )

    def allowed_on(self, before: Position, action: Action, pile: int) -> Formula:
        """D-REVEAL-1, D-CLAIM-1, D-CLAIM-2: the action can be played on that pile: it bears no dragon."""
        can = z3.If(action.claims, self.may_claim(before), self.may_reveal(before))
        return z3.And(before.free[pile], can)

    def may_claim(self, before: Position) -> Formula:
        """D-CLAIM-1: the player to move still has the dragon."""
        return z3.And(*(z3.Not(z3.And(moves, before.claimed[player])) for player, moves in enumerate(before.turn)))

    def may_reveal(self, before: Position) -> Formula:
        """D-REVEAL-2: there is a card in the middle pile."""
        return size(before.middle) > 0

    def drawn(self, before: Position, action: Action, draws: Draws) -> Formula:
        """D-REVEAL-1, D-YEAR-1: such cards can come up; every year pile to come has a card for each player at least."""
        starts = z3.And(self.ends_year(before, action), before.years > 0)
        left = less(before.later, added([*draws.opened, draws.middle]))
        return z3.And(
            z3.Implies(z3.Not(action.claims), z3.And(_is_one(draws.card), _is_part(draws.card, before.middle))),
            z3.Implies(
                starts,
                z3.And(
                    *map(_is_one, draws.opened),
                    *(number >= 0 for number in (*draws.middle, *left)),
                    _enough(left, before.years - 1, before.players),
                ),
            ),
        )

    # What it leads to

    def played(self, before: Position, action: Action, draws: Draws) -> Position:
        """D-REVEAL-1, D-CLAIM-1, D-LAST-1, D-YEAR-3, D-YEAR-5: the position after an action that can be played."""
        on_table = self.on_table(before, action, draws)
        taken = replace(on_table, hoards=self.hoards(on_table))
        return choose(
            self.ends_year(before, action),
            choose(before.years > 0, self.next_year(before, taken, draws), self.game_over(before, taken)),
            replace(on_table, turn=self.next_turn(on_table)),
        )

    def on_table(self, before: Position, action: Action, draws: Draws) -> Position:
        """D-REVEAL-1, D-CLAIM-1: the position with the card, or the dragon, on the pile; whose turn is next is open."""
        card = only_if(z3.Not(action.claims), draws.card)
        return replace(
            before,
            piles=tuple(
                added([pile, only_if(is_here, card)]) for pile, is_here in zip(before.piles, action.piles, strict=True)
            ),
            dragons=tuple(
                tuple(
                    z3.Or(bears, z3.And(action.claims, is_here, moves))
                    for bears, moves in zip(pile, before.turn, strict=True)
                )
                for pile, is_here in zip(before.dragons, action.piles, strict=True)
            ),
            middle=less(before.middle, card),
        )

    def next_turn(self, position: Position) -> tuple[Formula, ...]:
        """D-YEAR-2 (claim.turns): the first player to the left of the one who has moved who is not passed over."""
        passed_over = [z3.Not(self.has_turns(position, player)) for player in position.seats]

        def follows(player: int, mover: int) -> Formula:
            between = self._between(mover, player, position.players)
            return z3.And(position.turn[mover], *(passed_over[other] for other in between), z3.Not(passed_over[player]))

        return tuple(z3.Or(*(follows(player, mover) for mover in position.seats)) for player in position.seats)

    def _between(self, mover: int, player: int, players: int) -> list[int]:
        """The players to the left of one, up to another; all others if these are the same."""
        return [(mover + step) % players for step in range(1, (player - mover - 1) % players + 1)]

    def ends_year(self, before: Position, action: Action) -> Formula:
        """D-LAST-1: by that claim all players but one have claimed."""
        return z3.And(action.claims, before.claims() == before.players - 2)

    def next_year(self, before: Position, taken: Position, draws: Draws) -> Position:
        """D-YEAR-1, D-YEAR-3, D-YEAR-4: the position when the piles are taken and the next year has started."""
        last = [
            pick(self.readings, "year.starter", {"leftover": left_over, "claimer": claimer})
            for left_over, claimer in zip(is_last(taken), before.turn, strict=True)
        ]
        return Position(
            piles=draws.opened,
            dragons=self._no_dragons(before),
            middle=draws.middle,
            later=less(before.later, added([*draws.opened, draws.middle])),
            years=before.years - 1,
            hoards=taken.hoards,
            turn=self.left_of(last),
            year=before.year + 1,
            over=before.over,
        )

    def game_over(self, before: Position, taken: Position) -> Position:
        """D-YEAR-3, D-YEAR-5: the position after the last year."""
        none = tuple(z3.IntVal(0, before.over.ctx) for _ in before.middle)
        return replace(
            before,
            piles=tuple(none for _ in before.piles),
            dragons=self._no_dragons(before),
            middle=none,
            hoards=taken.hoards,
            over=z3.BoolVal(True, before.over.ctx),
        )

    def left_of(self, players: Sequence[Formula]) -> tuple[Formula, ...]:
        """D-YEAR-4: the player to the left, which is the next one clockwise."""
        return (players[-1], *players[:-1])

    def hoards(self, on_table: Position) -> tuple[Cards, ...]:
        """D-YEAR-3, D-LAST-1: each player's hoard with the cards taken at the end of a year."""
        return tuple(added([hoard, *self.taken(on_table, player)]) for player, hoard in enumerate(on_table.hoards))

    def taken(self, on_table: Position, player: int) -> list[Cards]:
        """D-YEAR-3, D-LAST-1: what the player takes of each pile, and of the middle pile."""
        rows = (*on_table.piles, on_table.middle)
        return [only_if(takes, row) for takes, row in zip(self.takes(on_table, player), rows, strict=True)]

    def takes(self, on_table: Position, player: int) -> list[Formula]:
        """D-YEAR-3, D-LAST-1: for each pile, and last for the middle pile, whether the player takes it: their own; who
        has none, the one left and the middle pile.
        """
        last = is_last(on_table)[player]
        return [
            *(z3.Or(pile[player], z3.And(last, on_table.free[number])) for number, pile in enumerate(on_table.dragons)),
            last,
        ]

    def _no_dragons(self, before: Position) -> tuple[tuple[Formula, ...], ...]:
        return tuple(tuple(z3.BoolVal(False, before.over.ctx) for _ in pile) for pile in before.dragons)

    # How a game begins, and what is so of every position

    def opens(self, position: Position) -> Formula:
        """D-SETUP-1, D-YEAR-1, D-YEAR-2: so a game can begin, with as many year piles as one likes."""
        return z3.And(
            *map(_is_one, position.piles),
            *position.free,
            *(number >= 0 for number in (*position.middle, *position.later)),
            self.years_fit(position),
            *(number == 0 for hoard in position.hoards for number in hoard),
            position.turn[0],
            *map(z3.Not, position.turn[1:]),
            position.year == 1,
            z3.Not(position.over),
        )

    def premises(self, position: Position) -> list[Formula]:
        """The position can be on a table."""
        return [
            self.dragons_fit(position),
            self.turn_fits(position),
            self.cards_fit(position),
            self.years_fit(position),
            position.year >= 1,
            z3.Implies(position.over, self.all_taken(position)),
        ]

    def dragons_fit(self, position: Position) -> Formula:
        """D-CLAIM-1, D-CLAIM-2, D-LAST-1: one dragon a pile at most, one pile a dragon; two have not claimed."""
        piles_of = zip(*position.dragons, strict=True)
        return z3.And(*map(at_most_one, (*position.dragons, *piles_of)), position.claims() <= position.players - 2)

    def turn_fits(self, position: Position) -> Formula:
        """D-YEAR-2: it is one player's turn, who is not passed over."""
        mover_has_turns = (
            z3.And(moves, self.has_turns(position, player)) for player, moves in enumerate(position.turn)
        )
        return z3.And(at_most_one(position.turn), z3.Or(position.over, *mover_has_turns), z3.Or(*position.turn))

    def cards_fit(self, position: Position) -> Formula:
        """D-YEAR-1: every pile has a card until the end."""
        rows = (*position.piles, position.middle, position.later, *position.hoards)
        return z3.And(
            *(number >= 0 for row in rows for number in row),
            z3.Or(position.over, z3.And(*(size(pile) >= 1 for pile in position.piles))),
        )

    def years_fit(self, position: Position) -> Formula:
        """D-YEAR-1: every year pile to come has a card for each player at least."""
        return _enough(position.later, position.years, position.players)

    def all_taken(self, position: Position) -> Formula:
        """D-YEAR-3, D-YEAR-5: there is no card but in the hoards, and no dragon on a pile."""
        return z3.And(
            *(number == 0 for row in (*position.piles, position.middle) for number in row),
            *position.free,
            position.years == 0,
        )


def _is_one(card: Cards) -> Formula:
    """It is one card."""
    return z3.And(*(number >= 0 for number in card), size(card) == 1)


def _is_part(cards: Cards, of: Cards) -> Formula:
    return z3.And(*(number <= there for number, there in zip(cards, of, strict=True)))


def _enough(later: Cards, years: Number, players: int) -> Formula:
    """D-YEAR-1: so many year piles to come have a card for each player at least; without one there are no cards."""
    return z3.And(years >= 0, size(later) >= players * years, z3.Implies(years == 0, size(later) == 0))


def at_most_one(those: Sequence[Formula]) -> Formula:
    """Not two of them hold."""
    return z3.And(*(z3.Not(z3.And(*two)) for two in combinations(those, 2)))


def is_last(on_table: Position) -> list[Formula]:
    """D-LAST-1: for each player whether it is the one who has not claimed, when all others have."""
    *others, _ = have = [on_table.claimed[player] for player in on_table.seats]
    return [
        *(z3.And(z3.Not(claimed), *have[:player]) for player, claimed in enumerate(others)),
        z3.And(*others),
    ]
