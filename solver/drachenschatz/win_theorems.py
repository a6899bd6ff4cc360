"""What must follow from the rules about scores and winners."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import z3

from solver.drachenschatz import model, mutants
from solver.drachenschatz.claims import Outcome, Rules, theorem
from solver.drachenschatz.model import READINGS, Ending
from solver.terms import Formula, Readings
from solver.theorem import Theorem

SCORE_CLAUSE, WIN_CLAUSE = "D-SCORE-1", "D-WIN-1"
OUT_CLAUSES = ("D-ANIMAL-1", "D-ANIMAL-2", "D-ANIMAL-3")


def win_theorems() -> tuple[Theorem, ...]:
    """Who wins, when nobody does, and what scores do not depend on."""
    return (
        theorem(
            "win.somebody",
            "Somebody wins.",
            (*OUT_CLAUSES, WIN_CLAUSE),
            _somebody_wins,
            "a shared minimum puts out everyone who has it",
            Rules(out=mutants.sharers_out),
            ruleset={"win.tie": "shared"},
            consulted=tuple(READINGS),
        ),
        theorem(
            "win.nobody",
            "Nobody wins exactly if several players who are not out share the highest score among those; otherwise one "
            "player wins.",
            (*OUT_CLAUSES, SCORE_CLAUSE, WIN_CLAUSE),
            _nobody_wins_exactly_if_tied,
            "players who are out have to be beaten too",
            Rules(wins=mutants.out_are_rivals),
            ruleset={"win.tie": "none"},
            consulted=tuple(READINGS),
        ),
        theorem(
            "win.not_out",
            "Nobody who is out wins.",
            (*OUT_CLAUSES, WIN_CLAUSE),
            _winners_are_not_out,
            "the highest score wins, whoever is out",
            Rules(wins=mutants.out_can_win),
            consulted=tuple(READINGS),
        ),
        theorem(
            "win.highest",
            "The winners are exactly those players who are not out and have the highest score among those.",
            (*OUT_CLAUSES, SCORE_CLAUSE, WIN_CLAUSE),
            _winners_have_the_highest_score,
            "nobody wins if several have the highest score",
            mutants.under("win.tie", "none"),
            ruleset={"win.tie": "shared"},
            consulted=tuple(READINGS),
        ),
        theorem(
            "score.not_by_animals",
            "A score depends on the treasures alone: neither on cows nor on sheep.",
            (SCORE_CLAUSE,),
            _same_scores_for_other_animals,
            "cows are worth as much as treasures of the first kind",
            Rules(score=mutants.cows_are_worth),
            consulted=(),
        ),
    )


def _somebody_wins(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    return z3.Or(*rules.outcome(ended, readings).winners)


def _nobody_wins_exactly_if_tied(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    told = rules.outcome(ended, readings)
    is_top, best = _top(told)
    somebody_wins, several_win, tied = z3.Or(*told.winners), _several(told.winners), _several(best)
    return z3.Implies(is_top, z3.And(somebody_wins == z3.Not(tied), z3.Not(several_win)))


def _winners_are_not_out(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    told = rules.outcome(ended, readings)
    return z3.Not(z3.Or(*(z3.And(*both) for both in zip(told.winners, told.outs, strict=True))))


def _winners_have_the_highest_score(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    told = rules.outcome(ended, readings)
    is_top, best = _top(told)
    return z3.Implies(is_top, z3.And(*(wins == is_best for wins, is_best in zip(told.winners, best, strict=True))))


def _several(those: Sequence[Formula]) -> Formula:
    return z3.Or(*(z3.And(*pair) for pair in combinations(those, 2)))


def _top(told: Outcome) -> tuple[Formula, list[Formula]]:
    """That the variable `top` is the highest score of those who are not out; and for each player, whether they are
    not out and have that score.
    """
    top = z3.Int("top", told.scores[0].ctx)
    players = list(zip(told.scores, told.outs, strict=True))
    best = [z3.And(z3.Not(is_out), score == top) for score, is_out in players]
    return z3.And(z3.Or(*best), *(z3.Or(is_out, score <= top) for score, is_out in players)), best


def _same_scores_for_other_animals(rules: Rules, ended: Ending, _: Readings) -> Formula:
    other = model.ending(ended.worth[0].ctx, len(ended.hoards), "other_")
    hoards = [
        replace(hoard, cows=theirs.cows, sheep=theirs.sheep)
        for hoard, theirs in zip(ended.hoards, other.hoards, strict=True)
    ]
    scores = (rules.scores(each) for each in (ended, replace(ended, hoards=tuple(hoards))))
    return z3.And(*(one == two for one, two in zip(*scores, strict=True)))
