"""What must follow from the rules about who is out."""

import z3

from solver.drachenschatz import goals, mutants
from solver.drachenschatz.claims import Rules, theorem
from solver.drachenschatz.model import APART
from solver.theorem import Theorem

TOGETHER_CLAUSE, APART_CLAUSE, BOTH_CLAUSE = CLAUSES = ("D-ANIMAL-1", "D-ANIMAL-2", "D-ANIMAL-3")
NEXT_IS_OUT = "when the minimum is shared, the lowest number of one player alone puts that player out"


def out_theorems() -> tuple[Theorem, ...]:
    """How many are out, when nobody is, who can be, and what it does not depend on."""
    return (*_few(), *_nobody(), *_ties(), *_both(), *_unaffected())


def _few() -> list[Theorem]:
    return [
        theorem(
            "out.few",
            "At most one of 3 or 4 players is out, and at most two of 5 or 6.",
            CLAUSES,
            goals.few,
            "a shared minimum puts out everyone who has it",
            Rules(out=mutants.sharers_out),
        ),
    ]


def _nobody() -> list[Theorem]:
    return [
        theorem(
            "out.nobody.spared",
            "Nobody is out exactly if players share the minimum: of animals with 3 or 4 players; of cows, and also "
            "of sheep, with 5 or 6.",
            CLAUSES,
            goals.nobody_exactly_if(lambda counts: z3.And(*map(goals.is_shared, counts))),
            NEXT_IS_OUT,
            mutants.under("animals.tie", "next"),
            ruleset={"animals.tie": "spared", "animals.tie_scope": "half", "animals.both": "alone"},
        ),
        theorem(
            "out.nobody.next",
            "Nobody is out exactly if no number of animals is one player's alone with 3 or 4 players, and none of cows "
            "or of sheep with 5 or 6.",
            CLAUSES,
            goals.nobody_exactly_if(goals.all_equalled),
            "a shared minimum puts nobody out",
            mutants.under("animals.tie", "spared"),
            ruleset={"animals.tie": "next", "animals.tie_scope": "half", "animals.both": "alone"},
        ),
        theorem(
            "out.nobody.player",
            "Nobody is out exactly if one of the minima is shared, and whoever has the other one alone, if anyone "
            "has, is among those who share it.",
            (APART_CLAUSE, BOTH_CLAUSE),
            goals.nobody_exactly_if(goals.spared_by_each_other),
            "sharing the minimum of cows says nothing about sheep",
            mutants.under("animals.tie_scope", "half"),
            ruleset={"animals.tie": "spared", "animals.tie_scope": "player", "animals.both": "alone"},
            players=APART,
        ),
        theorem(
            "out.nobody.has",
            "Nobody is out exactly if both minima are shared, and nobody has both or several do.",
            (APART_CLAUSE, BOTH_CLAUSE),
            goals.nobody_exactly_if(goals.shared_by_different),
            "only a player alone on both minima is the only one out",
            mutants.under("animals.both", "alone"),
            ruleset={"animals.tie": "spared", "animals.both": "has"},
            players=APART,
        ),
    ]


def _ties() -> list[Theorem]:
    return [
        theorem(
            "out.lone_minimum",
            "Whoever is out has fewer animals than everyone else with 3 or 4 players, or fewer cows, or fewer sheep, "
            "with 5 or 6: a shared minimum puts nobody out.",
            CLAUSES,
            goals.whoever_is_out(lambda counts, player: z3.Or(*(goals.less(count, player) for count in counts))),
            NEXT_IS_OUT,
            mutants.under("animals.tie", "next"),
            ruleset={"animals.tie": "spared", "animals.both": "alone"},
        ),
        theorem(
            "out.sharer_stays",
            "Whoever shares either minimum is not out.",
            (APART_CLAUSE, BOTH_CLAUSE),
            goals.whoever_is_out(
                lambda counts, player: z3.Not(z3.Or(*(goals.shares(count, player) for count in counts)))
            ),
            "sharing the minimum of cows says nothing about sheep",
            mutants.under("animals.tie_scope", "half"),
            ruleset={"animals.tie_scope": "player", "animals.both": "alone"},
            players=APART,
        ),
        theorem(
            "out.next_has_most",
            "With 3 players, if exactly two share the minimum, the third is out, who has most animals.",
            (TOGETHER_CLAUSE,),
            goals.third_is_out,
            "a shared minimum puts nobody out",
            mutants.under("animals.tie", "spared"),
            ruleset={"animals.tie": "next"},
            players=(3,),
        ),
        theorem(
            "out.no_ties",
            "If no minimum is shared, those who have one are out, and nobody else: the readings change nothing.",
            CLAUSES,
            goals.lone_minima_if_none_is_shared,
            "whoever has most is out",
            Rules(out=mutants.most_out),
        ),
    ]


def _both() -> list[Theorem]:
    return [
        theorem(
            "out.both_alone",
            "A player who has fewer cows than everyone else, and fewer sheep, is the only one out.",
            (APART_CLAUSE, BOTH_CLAUSE),
            goals.only_one_out(lambda counts, player: z3.And(*(goals.less(count, player) for count in counts))),
            "whoever has fewest sheep of the others is out as well",
            Rules(out=mutants.second_place_out),
            players=APART,
        ),
        theorem(
            "out.both_shared",
            "Whoever has both minima, shared or not, is the only one out; if several have both, nobody is.",
            (APART_CLAUSE, BOTH_CLAUSE),
            goals.only_one_out(lambda counts, player: z3.And(*(goals.least(count, player) for count in counts))),
            "only a player alone on both minima is the only one out",
            mutants.under("animals.both", "alone"),
            ruleset={"animals.both": "has"},
            players=APART,
        ),
    ]


def _unaffected() -> list[Theorem]:
    return [
        theorem(
            "out.not_by_worth",
            "Who is out depends on cows and sheep alone: neither on the treasures nor on their worth.",
            (*CLAUSES, "D-SCORE-1"),
            goals.same_for_other_treasures,
            "treasures of the first kind count as cows",
            Rules(out=mutants.treasures_are_cows),
        ),
        *(
            theorem(
                f"out.more_animals.{value}",
                "One more cow or sheep in a hoard never puts its owner out who would stay in without it.",
                CLAUSES,
                goals.another_animal_is_harmless,
                NEXT_IS_OUT,
                mutants.under("animals.tie", "next"),
                ruleset={"animals.tie": "spared", reading: value},
            )
            for reading, value in (("animals.tie_scope", "half"), ("animals.both", "has"))
        ),
    ]
