"""What must follow from the rules about how many cards the last player of a year takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import z3

from solver.drachenschatz import year
from solver.drachenschatz.model import PLAYERS
from solver.drachenschatz.year import Year
from solver.terms import Formula, Number
from solver.theorem import Broken, Statement, Theorem

Turn = Callable[[Year, Year, int], Formula]
START, REVEAL, LAST = ("D-YEAR-1",), ("D-REVEAL-1", "D-REVEAL-2"), ("D-CLAIM-1", "D-CLAIM-2", "D-LAST-1")


@dataclass(frozen=True)
class Rules:
    """The rules of a year: by the model where nothing else is given."""

    started: Callable[[Year, Number], Formula] = year.started
    revealed: Turn = year.revealed
    claimed: Turn = year.claimed
    ended: Callable[[Year], Formula] = year.ended
    taken: Callable[[Year], Number] = year.left_over


Goal = Callable[[Rules, Year, Number], Formula]  # for a year, and the size of its year pile


@dataclass(frozen=True)
class Claim:
    """The goal holds for every year and every size of its pile, with 3, 4, 5 and 6 players (variable `players`)."""

    goal: Goal
    rules: Rules

    def __call__(self, context: z3.Context) -> Statement:
        """The claim as a statement."""
        number, size, any_year = z3.Int("players", context), z3.Int("size", context), year.year(context)
        possible = z3.Or(*(number == players for players in PLAYERS))
        holds = (
            z3.Implies(number == players, self.goal(self.rules, any_year.of(players), size)) for players in PLAYERS
        )
        return Statement([possible, size >= number], z3.And(*holds))


def year_theorems() -> tuple[Theorem, ...]:
    """The bounds, by an invariant of the turns, and that they and everything between them can happen."""
    return (
        _theorem(
            "year.kept",
            "Throughout a year no card is lost, and every treasure pile has one at least.",
            (*START, *REVEAL, *LAST[:2]),
            _is_kept,
            "a card can be revealed although the middle pile is empty",
            Rules(revealed=year.turned_up),
        ),
        _theorem(
            "year.last.bounds",
            "The last player of a year takes at least one card, and at most all but one for each of the others.",
            (*START, *LAST),
            _is_within_bounds,
            "the year ends when all players but two have claimed",
            Rules(ended=partial(year.unclaimed, piles=2)),
        ),
        _theorem(
            "year.last.every_number",
            "The last player of a year can come to take any number of cards between these bounds; all but one for each "
            "of the others even without having had a turn.",
            (*START, *REVEAL, *LAST),
            _can_happen,
            "the last player leaves what is in the middle pile",
            Rules(taken=year.on_unclaimed),
        ),
    )


def _theorem(name: str, sentence: str, clauses: tuple[str, ...], goal: Goal, change: str, mutant: Rules) -> Theorem:
    claim = Claim(goal, Rules())
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds="3/4/5/6 players, a year pile of any size that has a card for each",
        ruleset={},
        state=claim,
        broken=Broken(change, replace(claim, rules=mutant)),
    )


# Goals


def _kept(any_year: Year, size: Number) -> Formula:
    return z3.And(any_year.cards() == size, any_year.middle >= 0, *(pile >= 1 for pile in any_year.piles))


def _is_kept(rules: Rules, before: Year, size: Number) -> Formula:
    """It is so at the start of a year, and stays so by every turn."""
    players = len(before.piles)
    after = year.year(size.ctx, "after_").of(players)
    turns = (turn(before, after, pile) for turn in (rules.revealed, rules.claimed) for pile in range(players))
    return z3.And(
        z3.Implies(rules.started(before, size), _kept(before, size)),
        z3.Implies(z3.And(_kept(before, size), z3.Or(*turns)), _kept(after, size)),
    )


def _is_within_bounds(rules: Rules, last: Year, size: Number) -> Formula:
    taken = rules.taken(last)
    bounds = z3.And(taken >= 1, taken <= size - (len(last.piles) - 1))
    return z3.Implies(z3.And(_kept(last, size), rules.ended(last)), bounds)


def _can_happen(rules: Rules, first: Year, size: Number) -> Formula:
    """For every number within the bounds there is such a play.

    Cards are revealed onto the first pile until one less than the number is left in the middle; then all players but
    one claim, one after the other, and none of them twice whoever began.
    """
    players, context = len(first.piles), size.ctx
    number, revealed = z3.Int("number", context), z3.Int("revealed", context)

    def after_reveals(count: Number) -> Year:
        return Year(
            piles=tuple(1 + count if pile == 0 else z3.IntVal(1, context) for pile in range(players)),
            dragons=(z3.BoolVal(False, context),) * players,
            middle=size - players - count,
        )

    def after_claims(count: int) -> Year:
        dragons = (z3.BoolVal(pile < count, context) for pile in range(players))
        return replace(after_reveals(size - players - (number - 1)), dragons=tuple(dragons))

    turns: Sequence[Formula] = [
        z3.Implies(
            z3.And(revealed >= 0, revealed < size - players - (number - 1)),
            rules.revealed(after_reveals(revealed), after_reveals(revealed + 1), 0),
        ),
        *(rules.claimed(after_claims(count), after_claims(count + 1), count) for count in range(players - 1)),
    ]
    last = after_claims(players - 1)
    play = z3.And(
        rules.started(after_reveals(z3.IntVal(0, context)), size),
        *turns,
        rules.ended(last),
        rules.taken(last) == number,
    )
    return z3.Implies(z3.And(number >= 1, number <= size - (players - 1)), play)
