"""What must follow from the rules about how players stand at the end: who beats whom, and how far scores go."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

import z3

from solver.drachenschatz import mutants
from solver.drachenschatz.claims import Rules, theorem
from solver.drachenschatz.model import TOGETHER, Ending, Hoard
from solver.terms import Formula, Number, Readings, numbers, pick, sum_of, truths
from solver.theorem import Theorem

SCORE_CLAUSE, WIN_CLAUSE = "D-SCORE-1", "D-WIN-1"
OUT_CLAUSES = ("D-ANIMAL-1", "D-ANIMAL-2", "D-ANIMAL-3")
WORTH = (1, 3, 5)


def standing_theorems() -> tuple[Theorem, ...]:
    """All of them."""
    return (*_order(), *_readings(), *_scores())


def _order() -> list[Theorem]:
    return [
        theorem(
            "win.order",
            "Players are ranked: if one beats another and that one a third, the first beats the third; and who ties "
            "with another ties with whoever that one ties with. Two tie exactly if both are out, or neither is "
            "and their scores are equal.",
            (WIN_CLAUSE,),
            _is_ranked,
            "players who are out have to be beaten too",
            Rules(wins=mutants.out_are_rivals),
            consulted=(),
        ),
        theorem(
            "win.unbeaten",
            "The winners are those who are not out and whom nobody beats; where equal scores do not share the win, "
            "the one who beats everyone else.",
            (WIN_CLAUSE,),
            _winners_are_unbeaten,
            "the highest score wins, whoever is out",
            Rules(wins=mutants.out_can_win),
            consulted=("win.tie",),
        ),
        theorem(
            "score.more_treasure",
            "One more treasure, if worth 0 or more, never lowers its owner's score, puts nobody ahead of the owner, "
            "and changes nothing in who is out.",
            (*OUT_CLAUSES, SCORE_CLAUSE, WIN_CLAUSE),
            _another_treasure_is_harmless,
            "treasures count as minus points",
            Rules(score=mutants.minus_points),
        ),
    ]


def _readings() -> list[Theorem]:
    return [
        theorem(
            "win.tie_matters",
            "Whether equal scores share the win changes who wins exactly if several players who are not out have the "
            "highest score of those.",
            (WIN_CLAUSE,),
            _tie_matters_only_if_tied,
            "players who are out have to be beaten too",
            Rules(wins=mutants.out_are_rivals),
            consulted=(),
        ),
        theorem(
            "out.few_players",
            "With 3 or 4 players it is all the same for who is out, and so who wins, what sharing the minimum of cows "
            "says about sheep, and what having both minima does.",
            OUT_CLAUSES,
            _same_for_other_readings,
            "cows and sheep count by themselves",
            Rules(out=mutants.out_apart),
            consulted=("animals.tie",),
            players=TOGETHER,
        ),
    ]


def _scores() -> list[Theorem]:
    bounded = (
        theorem(
            "score.most",
            "No score is above the worth of all cards but the cheapest, one for each other player and year.",
            (SCORE_CLAUSE, "D-YEAR-3"),
            _is_below_most,
            "cows are worth as much as treasures of the first kind",
            Rules(score=mutants.cows_are_worth),
            consulted=(),
        ),
        theorem(
            "score.least",
            "No score is below the worth of the cheapest cards, one for each year.",
            (SCORE_CLAUSE, "D-YEAR-3"),
            _is_above_least,
            "treasures count as minus points",
            Rules(score=mutants.minus_points),
            consulted=(),
        ),
    )
    bounds = f"treasures worth {', '.join(map(str, WORTH))}, a card for each year in every hoard"
    return [replace(each, bounds=each.bounds.replace("any table of values", bounds)) for each in bounded]


# Who beats whom


def _beats(rules: Rules, scores: Sequence[Number], outs: Sequence[Formula], one: int, other: int) -> Formula:
    """If there were only these two, the one would win alone."""
    pair = (one, other)
    return rules.wins([scores[each] for each in pair], [outs[each] for each in pair], 0, {"win.tie": "none"})


def _any(ended: Ending) -> tuple[Sequence[Number], Sequence[Formula]]:
    """Any scores, and anyone out."""
    context, players = ended.hoards[0].cows.ctx, len(ended.hoards)
    return numbers(context, "score", players), truths(context, "out", players)


def _is_ranked(rules: Rules, ended: Ending, _: Readings) -> Formula:
    """It is so of the first three players, and so of any."""
    scores, outs = _any(ended)

    def beats(one: int, other: int) -> Formula:
        return _beats(rules, scores, outs, one, other)

    def tie(one: int, other: int) -> Formula:
        return z3.Not(z3.Or(beats(one, other), beats(other, one)))

    same = z3.Or(z3.And(outs[0], outs[1]), z3.And(z3.Not(outs[0]), z3.Not(outs[1]), scores[0] == scores[1]))
    return z3.And(
        tie(0, 1) == same,
        *(
            z3.And(
                z3.Not(z3.And(beats(one, two), beats(two, one))),
                z3.Implies(z3.And(beats(one, two), beats(two, three)), beats(one, three)),
                z3.Implies(z3.And(tie(one, two), tie(two, three)), tie(one, three)),
            )
            for one, two, three in permutations(range(3))
        ),
    )


def _winners_are_unbeaten(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    scores, outs = _any(ended)
    players = range(len(scores))

    def right(player: int) -> Formula:
        others = [other for other in players if other != player]
        unbeaten = z3.Not(z3.Or(outs[player], *(_beats(rules, scores, outs, other, player) for other in others)))
        best = z3.And(*(_beats(rules, scores, outs, player, other) for other in others))
        return rules.wins(scores, outs, player, readings) == pick(
            readings, "win.tie", {"shared": unbeaten, "none": best}
        )

    return z3.And(*map(right, players))


def _another_treasure_is_harmless(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    """It is so of the first player, and so of any."""
    own, *others = ended.hoards
    _, any_outs = _any(ended)
    before, outs = rules.scores(ended), rules.out(ended, readings)
    harmless = []
    for kind, worth in enumerate(ended.worth):
        treasures = tuple(number + (1 if each == kind else 0) for each, number in enumerate(own.treasures))
        more = replace(ended, hoards=(replace(own, treasures=treasures), *others))
        after = [rules.score(more, 0), *before[1:]]
        stands = z3.And(
            after[0] >= before[0],
            *(
                z3.And(
                    z3.Implies(_beats(rules, before, any_outs, 0, other), _beats(rules, after, any_outs, 0, other)),
                    z3.Implies(_beats(rules, after, any_outs, other, 0), _beats(rules, before, any_outs, other, 0)),
                )
                for other in range(1, len(after))
            ),
            *(one == two for one, two in zip(outs, rules.out(more, readings), strict=True)),
        )
        harmless.append(z3.Implies(worth >= 0, stands))
    return z3.And(*harmless)


# Readings that decide nothing


def _tie_matters_only_if_tied(rules: Rules, ended: Ending, _: Readings) -> Formula:
    scores, outs = _any(ended)
    players = range(len(scores))
    shared, none = (
        [rules.wins(scores, outs, player, {"win.tie": tie}) for player in players] for tie in ("shared", "none")
    )
    best = [
        z3.And(z3.Not(outs[player]), *(z3.Or(outs[other], scores[other] <= scores[player]) for other in players))
        for player in players
    ]
    tied = z3.Or(*(z3.And(*two) for two in combinations(best, 2)))
    return tied == z3.Or(*(one != two for one, two in zip(shared, none, strict=True)))


def _same_for_other_readings(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    first, *others = (
        rules.out(ended, {**readings, "animals.tie_scope": scope, "animals.both": both})
        for scope in ("half", "player")
        for both in ("alone", "has")
    )
    return z3.And(*(one == two for other in others for one, two in zip(first, other, strict=True)))


# How high and how low a score can be


def _is_below_most(rules: Rules, ended: Ending, _: Readings) -> Formula:
    """It is so of the first player, and so of any."""
    years, score = z3.Int("years", ended.worth[0].ctx), rules.score(replace(ended, worth=WORTH), 0)
    others = len(ended.hoards) - 1
    most = _worth(_all(ended)) - _cheapest(_all(ended), others * years)
    return z3.Implies(_is_possible(ended, years), score <= most)


def _is_above_least(rules: Rules, ended: Ending, _: Readings) -> Formula:
    """It is so of the first player, and so of any."""
    years, score = z3.Int("years", ended.worth[0].ctx), rules.score(replace(ended, worth=WORTH), 0)
    return z3.Implies(_is_possible(ended, years), score >= _cheapest(_all(ended), years))


def _is_possible(ended: Ending, years: Number) -> Formula:
    """Every player has a card of each year at least."""
    return z3.And(years >= 1, *(sum_of(hoard.numbers()) >= years for hoard in ended.hoards))


def _all(ended: Ending) -> Hoard:
    """The cards of all players together."""
    cows, sheep, *treasures = (sum_of(kind) for kind in zip(*(hoard.numbers() for hoard in ended.hoards), strict=True))
    return Hoard(cows, sheep, tuple(treasures))


def _worth(cards: Hoard) -> Number:
    return sum_of([number * worth for number, worth in zip(cards.treasures, WORTH, strict=True)])


def _cheapest(cards: Hoard, count: Number) -> Number:
    """The worth of so many of these cards, the cheapest, of which animals are worth nothing."""
    costs, left = [], count - cards.cows - cards.sheep
    for number, worth in zip(cards.treasures, WORTH, strict=True):
        costs.append(z3.If(left <= 0, 0, z3.If(left <= number, left, number)) * worth)
        left = left - number
    return sum_of(costs)
