"""What must follow from the rules about years: how many actions there are, and how many cards the last player takes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import z3

from solver.drachenschatz import turn_mutants as mutants
from solver.drachenschatz.positions import Action, Position, size
from solver.drachenschatz.turn_claims import Claim, Turn, theorem
from solver.drachenschatz.turn_theorems import ACTIONS, CLAIM, REVEAL, YEARS, is_played_by_one
from solver.drachenschatz.turns import READINGS, at_most_one
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
        theorem(
            "year.last.every_number",
            "The last player of a year can come to take any number of cards between these bounds; all but one for each "
            "of the others even without having had a turn.",
            ("D-YEAR-1", "D-YEAR-2", *REVEAL, *CLAIM, "D-LAST-1"),
            Claim(_is_one_s_turn, _can_take_any_number),
            "the last player leaves what is in the middle pile",
            mutants.LeavesMiddle,
        ),
    ]


def _is_one_s_turn(turn: Turn) -> Formula:
    before = turn.before
    return z3.And(turn.rules.years_fit(before), at_most_one(before.turn), z3.Or(*before.turn))


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
        return z3.Or(on_table.claimed[player], z3.And(taken >= 1, taken <= most))

    return z3.And(*map(is_within, on_table.seats))


def _can_take_any_number(turn: Turn) -> Formula:
    """For every number within the bounds there is such a play of a year, whoever starts it and whatever else there is.

    Cards are revealed onto pile 0 until one less than the number is left in the middle; then all players but one claim,
    one after the other.
    """
    context, players, seats = turn.before.over.ctx, turn.before.players, turn.before.seats
    size_of_year, number, revealed = (z3.Int(name, context) for name in ("size", "number", "revealed"))
    one, false = z3.IntVal(1, context), z3.BoolVal(False, context)

    def mover(later: int) -> tuple[Formula, ...]:
        """Whose turn it is so many turns later, when nobody is passed over."""
        return tuple(turn.before.turn[(player - later) % players] for player in seats)

    def after(reveals: Number, claims: int, moves: int) -> Position:
        """After so many reveals and then claims, as many turns later."""
        return replace(
            turn.before,
            piles=((1 + reveals,), *((one,) for _ in seats[1:])),
            dragons=tuple(mover(pile) if pile < claims else (false,) * players for pile in seats),
            middle=(size_of_year - players - reveals,),
            turn=mover(moves),
            over=false,
        )

    def on(pile: int, claims: bool) -> Action:
        return Action(z3.BoolVal(claims, context), tuple(z3.BoolVal(other == pile, context) for other in seats))

    rules, draws = turn.rules, replace(turn.draws, card=(one,))
    all_reveals = size_of_year - players - (number - 1)
    claims = [after(all_reveals, count, count) for count in range(players - 1)]
    last = players - 2
    taken = [rules.taken(rules.on_table(claims[last], on(last, claims=True), draws), player) for player in seats]
    play = [
        z3.Implies(
            z3.And(revealed >= 0, revealed < all_reveals),
            rules.step(after(revealed, 0, 0), on(0, claims=False), draws, after(revealed + 1, 0, 1)),
        ),
        *(rules.step(*each, draws, following) for each, following in _claims_in_turn(claims, on)),
        rules.allowed(claims[last], on(last, claims=True)),
        rules.ends_year(claims[last], on(last, claims=True)),
        *(
            z3.Implies(is_last, sum_of([size(cards) for cards in all_taken]) == number)
            for is_last, all_taken in zip(mover(last + 1), taken, strict=True)
        ),
    ]
    opening = z3.And(turn.before.turn[0], turn.before.year == 1, *(cards[0] == 0 for cards in turn.before.hoards))
    within = z3.And(size_of_year >= players, number >= 1, number <= size_of_year - (players - 1))
    starts = z3.Implies(opening, rules.opens(after(z3.IntVal(0, context), 0, 0)))
    return z3.Implies(within, z3.And(starts, *play))


def _claims_in_turn(
    positions: Sequence[Position], on: Callable[[int, bool], Action]
) -> Iterator[tuple[tuple[Position, Action], Position]]:
    """The first pile is claimed, then the next, and so on: each position with the claim, and the position after it."""
    for pile, (before, after) in enumerate(pairwise(positions)):
        yield (before, on(pile, True)), after
