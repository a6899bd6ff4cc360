"""What must follow from the rules about years: how many actions there are, and how many cards the last player takes."""

from dataclasses import replace

import z3

from solver.drachenschatz import turn_mutants as mutants
from solver.drachenschatz.positions import Position, size
from solver.drachenschatz.turn_claims import Claim, Turn, theorem
from solver.drachenschatz.turn_theorems import ACTIONS, CLAIM, REVEAL, YEARS, is_played_by_one
from solver.drachenschatz.turns import READINGS
from solver.terms import Formula, Number, sum_of
from solver.theorem import Theorem


def year_theorems() -> tuple[Theorem, ...]:
    """All of them."""
    return (*_lengths(), *_last())


def _lengths() -> list[Theorem]:
    return [
        theorem(
            "length.most",
            "Every game ends: each action leaves fewer to come, of which from an opening there are at most as many as "
            "cards, but for one in each year.",
            (*ACTIONS, *YEARS),
            Claim(lambda turn: z3.And(_is_counted(turn), size(turn.before.middle) >= 0), _comes_closer_to_the_end),
            "a claim leaves no dragon",
            mutants.LeavesNoDragon,
        ),
        theorem(
            "length.most.tight",
            "A game can be as long as that: a reveal, and a claim while the middle pile is empty, leaves only one "
            "fewer to come.",
            (*ACTIONS, *YEARS),
            Claim(
                lambda turn: z3.And(
                    _is_counted(turn), z3.Or(z3.Not(turn.action.claims), size(turn.before.middle) == 0)
                ),
                lambda turn: most_actions(turn.after) == most_actions(turn.before) - 1,
            ),
            "the year ends when all players but two have claimed",
            mutants.EndsEarly,
        ),
        theorem(
            "length.claims",
            "In every game there are as many claims as players but one in each year, no more and no fewer.",
            (*CLAIM, *YEARS),
            Claim(lambda turn: z3.And(is_played_by_one(turn), turn.before.years >= 0), _has_that_many_claims),
            "the year ends when all players but two have claimed",
            mutants.EndsEarly,
        ),
    ]


def _last() -> list[Theorem]:
    return [
        theorem(
            "year.starters",
            "The two readings of who starts the next year never agree: the player left without a choice is never the "
            "one who placed the last dragon.",
            ("D-CLAIM-1", "D-LAST-1", "D-YEAR-4"),
            Claim(lambda turn: z3.And(is_played_by_one(turn), turn.ends_year), _starters_differ),
            "a claim leaves no dragon",
            mutants.LeavesNoDragon,
        ),
        theorem(
            "year.kept",
            "Throughout a year no card is lost, and every treasure pile has one at least.",
            ("D-YEAR-1", *REVEAL, *CLAIM),
            Claim(lambda turn: turn.can_be_played, _keeps_the_cards_of_the_year),
            "a card can be revealed although the middle pile is empty",
            mutants.RevealsFromEmpty,
        ),
        theorem(
            "year.last.bounds",
            "The last player of a year takes at least one card, and at most all but one for each of the others.",
            ("D-YEAR-1", *CLAIM, "D-LAST-1"),
            Claim(lambda turn: z3.And(turn.can_be_played, turn.ends_year), _is_within_bounds),
            "the year ends when all players but two have claimed",
            mutants.EndsEarly,
        ),
    ]


def _is_counted(turn: Turn) -> Formula:
    """The turn can be played, as far as how many cards there are says."""
    return z3.And(is_played_by_one(turn), turn.rules.years_fit(turn.before), turn.drawn)


def most_actions(position: Position) -> Number:
    """How many actions are to come at most: a reveal for each card of the middle pile, a claim for each player but one
    who has not claimed; and for each year to come all cards of its pile but one.
    """
    claims = position.players - 1 - position.claims()
    return z3.If(position.over, 0, size(position.middle) + claims + size(position.later) - position.years)


def _claims_to_come(position: Position) -> Number:
    others = position.players - 1
    return z3.If(position.over, 0, others - position.claims() + others * position.years)


def _comes_closer_to_the_end(turn: Turn) -> Formula:
    left = most_actions(turn.after)
    return z3.And(left < most_actions(turn.before), left >= 0, turn.after.over == (left == 0))


def _has_that_many_claims(turn: Turn) -> Formula:
    left = _claims_to_come(turn.after)
    return z3.And(left == _claims_to_come(turn.before) - z3.If(turn.action.claims, 1, 0), left >= 0)


def _starters_differ(turn: Turn) -> Formula:
    rules = (
        replace(turn.rules, readings={**turn.rules.readings, "year.starter": value})
        for value in READINGS["year.starter"]
    )
    starters = (each.next_year(turn.before, turn.on_table, turn.draws).turn for each in rules)
    return z3.Not(z3.Or(*(z3.And(*both) for both in zip(*starters, strict=True))))


def _of_year(position: Position) -> Number:
    """How many cards are on the table."""
    return sum_of([size(row) for row in (*position.piles, position.middle)])


def _keeps_the_cards_of_the_year(turn: Turn) -> Formula:
    """There are as many on the table as before, or all those of the next year pile."""
    before, after = turn.before, turn.after
    new = size(before.later) - size(after.later)
    return z3.And(
        z3.Or(after.over, z3.And(size(after.middle) >= 0, *(size(pile) >= 1 for pile in after.piles))),
        _of_year(after) == z3.If(turn.ends_year, new, _of_year(before)),
        z3.Or(z3.Not(turn.ends_year), after.over, new >= before.players),
    )


def _is_within_bounds(turn: Turn) -> Formula:
    on_table = turn.on_table
    most = _of_year(turn.before) - (on_table.players - 1)

    def is_within(player: int) -> Formula:
        taken = sum_of([size(cards) for cards in turn.rules.taken(on_table, player)])
        return z3.Or(on_table.has_claimed(player), z3.And(taken >= 1, taken <= most))

    return z3.And(*map(is_within, on_table.seats))
