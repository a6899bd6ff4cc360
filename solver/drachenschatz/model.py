"""The rules page as z3 formulas: who is out, the scores, and who wins.

Independent of the engine: written from the clauses alone. Players are numbered from 0, and numbers of cards are
integers that `premises` keeps from being negative. The worth of each kind of treasure is any number.
`readings` maps ids to values; each function names those it consults.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import z3

from solver.terms import Formula, Number, Readings, how_many, numbers, pick, sum_of

READINGS: Mapping[str, tuple[str, ...]] = {
    "animals.tie": ("spared", "next"),
    "animals.tie_scope": ("half", "player"),
    "animals.both": ("alone", "has"),
    "win.tie": ("shared", "none"),
}
ELIMINATION = ("animals.tie", "animals.tie_scope", "animals.both")  # those that decide who is out
KINDS = 3  # of treasures: gold, gems, crowns
PLAYERS = (3, 4, 5, 6)  # D-SETUP-1
TOGETHER = (3, 4)  # the numbers of players with whom cows and sheep count together
APART = (5, 6)  # those with whom they count by themselves


@dataclass(frozen=True)
class Hoard:
    """The cards that a player has at the end, as numbers; `treasures` has one entry for each kind."""

    cows: Number
    sheep: Number
    treasures: tuple[Number, ...]

    def numbers(self) -> tuple[Number, ...]:
        """All of them, in the order of the fields."""
        return (self.cows, self.sheep, *self.treasures)


@dataclass(frozen=True)
class Ending:
    """What the outcome depends on: the hoard of each player, and what each kind of treasure is worth."""

    hoards: tuple[Hoard, ...]
    worth: tuple[Number, ...]

    def numbers(self) -> tuple[Number, ...]:
        """All of it: each player's cards, then the worth."""
        return (*(number for hoard in self.hoards for number in hoard.numbers()), *self.worth)

    def of(self, players: int) -> "Ending":
        """The ending of the first so many players."""
        return replace(self, hoards=self.hoards[:players])

    def premises(self) -> list[Formula]:
        """No number of cards is negative."""
        return [count >= 0 for hoard in self.hoards for count in hoard.numbers()]


def ending(context: z3.Context, players: int, name: str = "") -> Ending:
    """An ending of free variables for so many players."""
    cows, sheep = (numbers(context, f"{name}{animal}", players) for animal in ("cows", "sheep"))
    treasures = (numbers(context, f"{name}treasures_of_{player}", KINDS) for player in range(players))
    return Ending(tuple(map(Hoard, cows, sheep, treasures)), numbers(context, f"{name}worth", KINDS))


# Elimination. A count, and a list of formulas, has one entry for each player


def counts(ended: Ending) -> list[list[Number]]:
    """D-ANIMAL-1, D-ANIMAL-2: what is compared: with 3 or 4 players all animals, with 5 or 6 cows, and sheep."""
    if len(ended.hoards) in TOGETHER:
        return [[hoard.cows + hoard.sheep for hoard in ended.hoards]]
    return [[hoard.cows for hoard in ended.hoards], [hoard.sheep for hoard in ended.hoards]]


def fewest(count: Sequence[Number]) -> list[Formula]:
    """D-ANIMAL-1, D-ANIMAL-2: who has the minimum, alone or with others."""
    return [z3.And(*(mine <= other for other in _others(count, player))) for player, mine in enumerate(count)]


def alone(count: Sequence[Number]) -> list[Formula]:
    """D-ANIMAL-1, D-ANIMAL-2: who has a number that nobody else has."""
    return [z3.And(*(mine != other for other in _others(count, player))) for player, mine in enumerate(count)]


def picked(count: Sequence[Number], readings: Readings) -> list[Formula]:
    """D-ANIMAL-1, D-ANIMAL-2 (animals.tie): whom a count by itself puts out."""
    are_alone = alone(count)
    rivals = list(zip(count, are_alone, strict=True))
    lowest_alone = [
        z3.And(is_alone, *(z3.Or(mine <= other, z3.Not(other_is)) for other, other_is in rivals))
        for mine, is_alone in rivals
    ]
    lone_minimum = [z3.And(*both) for both in zip(fewest(count), are_alone, strict=True)]
    return [
        pick(readings, "animals.tie", {"spared": spared, "next": following})
        for spared, following in zip(lone_minimum, lowest_alone, strict=True)
    ]


def picked_by_either(cows: Sequence[Number], sheep: Sequence[Number], readings: Readings) -> list[Formula]:
    """D-ANIMAL-2 (animals.tie, animals.tie_scope): whom cows or sheep put out."""
    either = []
    for by_cows, shares_sheep, by_sheep, shares_cows in zip(
        picked(cows, readings), shared(sheep), picked(sheep, readings), shared(cows), strict=True
    ):
        spared = z3.Or(z3.And(by_cows, z3.Not(shares_sheep)), z3.And(by_sheep, z3.Not(shares_cows)))
        either.append(pick(readings, "animals.tie_scope", {"half": z3.Or(by_cows, by_sheep), "player": spared}))
    return either


def shared(count: Sequence[Number]) -> list[Formula]:
    """D-ANIMAL-2: who shares the minimum with others."""
    return [z3.And(least, z3.Not(is_alone)) for least, is_alone in zip(fewest(count), alone(count), strict=True)]


def has_both(cows: Sequence[Number], sheep: Sequence[Number], readings: Readings) -> list[Formula]:
    """D-ANIMAL-3 (animals.both): who has both minima in the way that this clause is about."""
    return [
        z3.And(*has, pick(readings, "animals.both", {"alone": z3.And(*is_alone), "has": z3.BoolVal(True, cows[0].ctx)}))
        for has, is_alone in zip(
            zip(fewest(cows), fewest(sheep), strict=True), zip(alone(cows), alone(sheep), strict=True), strict=True
        )
    ]


def out(ended: Ending, readings: Readings) -> list[Formula]:
    """D-ANIMAL-1, D-ANIMAL-2, D-ANIMAL-3 (animals.tie, animals.tie_scope, animals.both): who is out.

    Whoever D-ANIMAL-3 is about is the only one out; if it is about several, nobody is.
    """
    if len(ended.hoards) in TOGETHER:
        (animals,) = counts(ended)
        return picked(animals, readings)
    cows, sheep = counts(ended)
    both, either = has_both(cows, sheep, readings), picked_by_either(cows, sheep, readings)
    somebody, one = z3.Or(*both), how_many(both) == 1
    return [z3.If(somebody, z3.And(has, one), is_out) for has, is_out in zip(both, either, strict=True)]


# Score and winner


def score(ended: Ending, player: int) -> Number:
    """D-SCORE-1: what the player's cards are worth; animals are worth nothing."""
    return sum_of([count * worth for count, worth in zip(ended.hoards[player].treasures, ended.worth, strict=True)])


def wins(scores: Sequence[Number], outs: Sequence[Formula], player: int, readings: Readings) -> Formula:
    """D-WIN-1 (win.tie): whether a player is among the winners."""
    rivals = list(zip(_others(scores, player), _others(outs, player), strict=True))
    unbeaten = [
        z3.Or(is_out, pick(readings, "win.tie", {"shared": scores[player] >= other, "none": scores[player] > other}))
        for other, is_out in rivals
    ]
    return z3.And(z3.Not(outs[player]), *unbeaten)


def allowed(
    ended: Ending,
    readings: Readings,
    scores: Sequence[Number],
    winners: Sequence[Formula],
    outs: Sequence[Formula],
) -> Formula:
    """D-ANIMAL-1 to D-WIN-1: the rules allow these scores, winners and players who are out, for this ending."""
    players = range(len(ended.hoards))
    return z3.And(
        *(scores[player] == score(ended, player) for player in players),
        *(mine == told for mine, told in zip(outs, out(ended, readings), strict=True)),
        *(winners[player] == wins(scores, outs, player, readings) for player in players),
    )


def _others(row: Sequence[z3.ExprRef], player: int) -> list[z3.ExprRef]:
    return [entry for index, entry in enumerate(row) if index != player]
