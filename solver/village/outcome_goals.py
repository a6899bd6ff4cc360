"""What may be claimed of scores and winners, each for whatever the rules are."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations

import z3

from solver.terms import Formula, Number, Readings, how_many, numbers, truths
from solver.village import model

Standings = Sequence[Sequence[Number]]  # for each player what players are compared by
Beats = Callable[[Sequence[Number], Sequence[Number]], Formula]
Wins = Callable[[Standings, int], Formula]  # whether a player is among the winners
Decided = Callable[[Standings, Sequence[Number], Sequence[Formula]], Formula]  # the outcome: scores, who wins
Goal = Callable[[z3.Context, Standings], Formula]
EndGoal = Callable[[model.Ending, Readings], Formula]


def exactly_one(winners: Sequence[Formula]) -> Formula:
    """One of them wins."""
    return how_many(winners) == 1


def _equal(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    return z3.And(*(mine == theirs for mine, theirs in zip(one, other, strict=True)))


def asymmetric(beats: Beats) -> Goal:
    """No two players beat each other."""
    return lambda _, standings: z3.Not(z3.And(beats(*standings), beats(*standings[::-1])))


def transitive(beats: Beats) -> Goal:
    """Who beats a player also beats everyone that this player beats."""

    def goal(_: z3.Context, standings: Standings) -> Formula:
        one, two, three = standings
        return z3.Implies(z3.And(beats(one, two), beats(two, three)), beats(one, three))

    return goal


def total(beats: Beats) -> Goal:
    """Of two players one beats the other, or they are equal in everything."""
    return lambda _, standings: z3.Or(beats(*standings), beats(*standings[::-1]), _equal(*standings))


def somebody(wins: Wins) -> Goal:
    """There is a winner."""
    return lambda _, standings: z3.Or(*(wins(standings, player) for player in range(len(standings))))


def highest(wins: Wins) -> Goal:
    """Winners have the highest total, and are equal in everything."""

    def goal(_: z3.Context, standings: Standings) -> Formula:
        win = [wins(standings, player) for player in range(len(standings))]
        return z3.And(
            *(
                z3.And(
                    z3.Implies(win[one], standings[one][0] >= standings[other][0]),
                    z3.Implies(z3.And(win[one], win[other]), _equal(standings[one], standings[other])),
                )
                for one, other in permutations(range(len(standings)), 2)
            )
        )

    return goal


def on_top(wins: Wins) -> Goal:
    """Winners have the highest total."""

    def goal(_: z3.Context, standings: Standings) -> Formula:
        players = range(len(standings))
        return z3.And(*(z3.Implies(wins(standings, player), model.highest(standings, player)) for player in players))

    return goal


def at_most_one_wins(wins: Wins) -> Goal:
    """There are no two winners."""
    return lambda _, standings: how_many(wins(standings, player) for player in range(len(standings))) <= 1


def one(wins: Wins) -> Goal:
    """There is one winner, or none and two equal ones that nobody beats."""

    def goal(_: z3.Context, standings: Standings) -> Formula:
        players = range(len(standings))
        win = [wins(standings, player) for player in players]
        unbeaten = [model.first_of_all(standings, player, {"tie.full": "shared"}) for player in players]
        alone = [
            z3.And(win[player], *(standings[player][0] >= standings[other][0] for other in players))
            for player in players
        ]
        equals = [
            z3.And(unbeaten[one], unbeaten[other], _equal(standings[one], standings[other]))
            for one, other in combinations(players, 2)
        ]
        return z3.Or(
            z3.And(exactly_one(win), z3.Or(*alone)),
            z3.And(z3.Not(z3.Or(*win)), z3.Or(*equals)),
        )

    return goal


def _outcome(context: z3.Context, players: int, name: str) -> tuple[tuple[Number, ...], tuple[Formula, ...]]:
    return numbers(context, f"{name}score", players), truths(context, f"{name}wins", players)


def at_most_one(decided: Decided) -> Goal:
    """No two outcomes are allowed."""

    def goal(context: z3.Context, standings: Standings) -> Formula:
        one, other = (_outcome(context, len(standings), name) for name in ("", "other_"))
        same = z3.And(*(mine == theirs for mine, theirs in zip(sum(one, ()), sum(other, ()), strict=True)))
        return z3.Implies(z3.And(decided(standings, *one), decided(standings, *other)), same)

    return goal


def at_least_one(decided: Decided) -> Goal:
    """An outcome is allowed."""

    def goal(context: z3.Context, standings: Standings) -> Formula:
        scores, winners = _outcome(context, len(standings), "")
        return z3.Exists([*scores, *winners], decided(standings, scores, winners))

    return goal
