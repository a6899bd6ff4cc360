"""What may be claimed of the players who are out, for whatever the rules are.

A count has one number for each player: of animals, of cows, or of sheep, as `model.counts` has them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import z3

from solver.drachenschatz import model
from solver.drachenschatz.claims import Goal, Rules
from solver.drachenschatz.model import TOGETHER, Ending
from solver.terms import Formula, Number, Readings, how_many

Count = Sequence[Number]


# Of a count


def less(count: Count, player: int) -> Formula:
    """The player has fewer than everyone else."""
    return z3.And(*(count[player] < other for index, other in enumerate(count) if index != player))


def least(count: Count, player: int) -> Formula:
    """Nobody has fewer than the player."""
    return z3.And(*(count[player] <= other for other in count))


def equalled(count: Count, player: int) -> Formula:
    """Somebody else has as many as the player."""
    return z3.Or(*(count[player] == other for index, other in enumerate(count) if index != player))


def shares(count: Count, player: int) -> Formula:
    """The player has the minimum, and somebody else has it too."""
    return z3.And(least(count, player), equalled(count, player))


def is_shared(count: Count) -> Formula:
    """Several players have the minimum."""
    return z3.Or(*(shares(count, player) for player in range(len(count))))


# Of several counts


def all_equalled(counts: Sequence[Count]) -> Formula:
    """No number is one player's alone."""
    return z3.And(*(equalled(count, player) for count in counts for player in range(len(count))))


def spared_by_each_other(counts: Sequence[Count]) -> Formula:
    """The minimum of one count is shared, and whoever has that of the other alone is among those who share it."""

    def spare(shared: Count, other: Count) -> Formula:
        return z3.And(
            is_shared(shared),
            *(z3.Implies(less(other, player), least(shared, player)) for player in range(len(other))),
        )

    return z3.Or(spare(*counts), spare(*counts[::-1]))


def shared_by_different(counts: Sequence[Count]) -> Formula:
    """Both minima are shared, and the number of players who have both is not one."""
    both = [z3.And(*(least(count, player) for count in counts)) for player in range(len(counts[0]))]
    return z3.And(*map(is_shared, counts), z3.Not(exactly_one(both)))


def exactly_one(those: Sequence[Formula]) -> Formula:
    """One of them holds."""
    return how_many(those) == 1


# Goals


def few(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    """At most one of 3 or 4 players is out, at most two of 5 or 6."""
    most = 1 if len(ended.hoards) in TOGETHER else 2
    return how_many(rules.out(ended, readings)) <= most


def nobody_exactly_if(condition: Callable[[Sequence[Count]], Formula]) -> Goal:
    """Nobody is out if the counts are so, and only then."""
    return lambda rules, ended, readings: z3.Not(z3.Or(*rules.out(ended, readings))) == condition(model.counts(ended))


def whoever_is_out(condition: Callable[[Sequence[Count], int], Formula]) -> Goal:
    """The counts are so for every player who is out."""
    return lambda rules, ended, readings: z3.And(
        *(
            z3.Implies(is_out, condition(model.counts(ended), player))
            for player, is_out in enumerate(rules.out(ended, readings))
        )
    )


def only_one_out(condition: Callable[[Sequence[Count], int], Formula]) -> Goal:
    """If the counts are so for one player only, that one is out and nobody else; if for several, nobody is."""

    def goal(rules: Rules, ended: Ending, readings: Readings) -> Formula:
        counts, outs = model.counts(ended), rules.out(ended, readings)
        so = [condition(counts, player) for player in range(len(outs))]
        single = exactly_one(so)
        right = [is_out == z3.And(one, single) for is_out, one in zip(outs, so, strict=True)]
        return z3.Implies(z3.Or(*so), z3.And(*right))

    return goal


def third_is_out(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    """Of three players, if two share the minimum of animals and the third does not, only the third is out."""
    (animals,), outs = model.counts(ended), rules.out(ended, readings)
    return z3.And(
        *(
            z3.Implies(
                z3.And(animals[first] == animals[second], animals[first] < animals[third]),
                z3.And(outs[third], z3.Not(outs[first]), z3.Not(outs[second])),
            )
            for first, second, third in ((0, 1, 2), (0, 2, 1), (1, 2, 0))
        )
    )


def lone_minima_if_none_is_shared(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    """If no minimum is shared, those who have one are out, and nobody else."""
    counts = model.counts(ended)
    right = [
        is_out == z3.Or(*(less(count, player) for count in counts))
        for player, is_out in enumerate(rules.out(ended, readings))
    ]
    return z3.Implies(z3.Not(z3.Or(*map(is_shared, counts))), z3.And(*right))


def same_for_other_treasures(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    """With other treasures, worth something else, the same players are out."""
    other = model.ending(ended.worth[0].ctx, len(ended.hoards), "other_")
    hoards = [
        replace(theirs, cows=hoard.cows, sheep=hoard.sheep)
        for hoard, theirs in zip(ended.hoards, other.hoards, strict=True)
    ]
    outs = (rules.out(each, readings) for each in (ended, replace(other, hoards=tuple(hoards))))
    return z3.And(*(one == two for one, two in zip(*outs, strict=True)))


def another_animal_is_harmless(rules: Rules, ended: Ending, readings: Readings) -> Formula:
    """Who stays in would also stay in with one more cow or sheep."""
    before = rules.out(ended, readings)
    harmless = []
    for player, hoard in enumerate(ended.hoards):
        for more in (replace(hoard, cows=hoard.cows + 1), replace(hoard, sheep=hoard.sheep + 1)):
            hoards = (*ended.hoards[:player], more, *ended.hoards[player + 1 :])
            after = rules.out(replace(ended, hoards=hoards), readings)
            harmless.append(z3.Implies(after[player], before[player]))
    return z3.And(*harmless)
