"""What a theorem about endings is made of: the rules or mutated ones, and a goal for any ending."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import z3

from solver.choosing import choice
from solver.drachenschatz import model
from solver.drachenschatz.model import ELIMINATION, PLAYERS, READINGS, Ending
from solver.terms import Formula, Number, Readings
from solver.theorem import Broken, Statement, Theorem

Out = Callable[[Ending, Readings], list[Formula]]  # for each player, whether they are out


@dataclass(frozen=True)
class Rules:
    """Who is out, a player's score, and whether a player wins: by the model where nothing else is given."""

    out: Out = model.out
    score: Callable[[Ending, int], Number] = model.score
    wins: Callable[[Sequence[Number], Sequence[Formula], int, Readings], Formula] = model.wins

    def scores(self, ended: Ending) -> list[Number]:
        """Each player's score."""
        return [self.score(ended, player) for player in range(len(ended.hoards))]

    def outcome(self, ended: Ending, readings: Readings) -> "Outcome":
        """What comes of an ending."""
        scores, outs = self.scores(ended), self.out(ended, readings)
        winners = [self.wins(scores, outs, player, readings) for player in range(len(scores))]
        return Outcome(scores, winners, outs)


class Outcome(NamedTuple):
    """For each player, the score, whether they win, and whether they are out."""

    scores: list[Number]
    winners: list[Formula]
    outs: list[Formula]


Goal = Callable[[Rules, Ending, Readings], Formula]


@dataclass(frozen=True)
class Claim:
    """The goal holds for all hoards and all tables of values, under every ruleset with those values.

    consulted: the readings that it depends on. players: the numbers of players that it is about; which one it is, is
    the variable `players`.
    """

    goal: Goal
    rules: Rules
    ruleset: Mapping[str, str]
    consulted: Sequence[str]
    players: Sequence[int]

    def __call__(self, context: z3.Context) -> Statement:
        """The claim as a statement."""
        number, ended = z3.Int("players", context), model.ending(context, max(self.players))
        rulesets = choice(context, {reading: READINGS[reading] for reading in self.consulted}, self.ruleset)
        possible = z3.Or(*(number == players for players in self.players))
        holds = (
            z3.Implies(number == players, self.goal(self.rules, ended.of(players), rulesets.readings))
            for players in self.players
        )
        return Statement([possible, *ended.premises(), *rulesets.premises()], z3.And(*holds))


def theorem(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    goal: Goal,
    change: str,
    mutant: Rules,
    ruleset: Mapping[str, str] | None = None,
    consulted: Sequence[str] = ELIMINATION,
    players: Sequence[int] = PLAYERS,
) -> Theorem:
    """The theorem that the goal holds, and fails if the rules are changed to the mutant."""
    claim = Claim(goal, Rules(), ruleset or {}, consulted, players)
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=f"{'/'.join(map(str, players))} players, any number of cards, any table of values",
        ruleset=claim.ruleset,
        state=claim,
        broken=Broken(change, replace(claim, rules=mutant)),
        restated=lambda other: replace(claim, ruleset=other),
    )
