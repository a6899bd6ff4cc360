"""What a theorem about turns is made of: the rules or mutated ones, what is given, and a goal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import z3

from solver.choosing import choice
from solver.drachenschatz import positions
from solver.drachenschatz.model import PLAYERS
from solver.drachenschatz.positions import Action, Draws, Position
from solver.drachenschatz.turns import READINGS, Rules
from solver.terms import Formula, Readings
from solver.theorem import Broken, Statement, Theorem

ANY = 1  # no kinds of cards: all are alike
ONE = 2  # one kind of cards, whichever it is, and all others: what holds of that kind holds of each


@dataclass(frozen=True)
class Turn:
    """A position, an action, and the cards that come up, under some rules."""

    before: Position
    action: Action
    draws: Draws
    rules: Rules

    @cached_property
    def after(self) -> Position:
        """The position that the action leads to."""
        return self.rules.played(self.before, self.action, self.draws)

    @cached_property
    def on_table(self) -> Position:
        """The position before the piles are taken, if they are."""
        return self.rules.on_table(self.before, self.action, self.draws)

    @property
    def ends_year(self) -> Formula:
        """The action is the last of a year."""
        return self.rules.ends_year(self.before, self.action)

    @property
    def allowed(self) -> Formula:
        """The action can be played."""
        return self.rules.allowed(self.before, self.action)

    @property
    def drawn(self) -> Formula:
        """Such cards can come up."""
        return self.rules.drawn(self.before, self.action, self.draws)

    @property
    def stands(self) -> Formula:
        """The position before it can be on a table."""
        return z3.And(*self.rules.premises(self.before))

    @property
    def can_be_played(self) -> Formula:
        """The rules allow the turn, in a position that can be on a table."""
        return z3.And(self.stands, self.allowed, self.drawn)

    @property
    def goes_on(self) -> Formula:
        """The position before it can be on a table, and the game is not over."""
        return z3.And(self.stands, z3.Not(self.before.over))


Part = Callable[[Turn], Formula]


@dataclass(frozen=True)
class Claim:
    """The goal holds of every turn that is as given, under every ruleset with those values.

    kinds: `ANY` or `ONE`, of cards. Which of the numbers of players it is, is the variable `players`.
    """

    given: Part
    goal: Part
    rules: Callable[[Readings], Rules] = Rules
    ruleset: Mapping[str, str] = field(default_factory=dict)
    kinds: int = ANY

    def __call__(self, context: z3.Context) -> Statement:
        """The claim as a statement."""
        number, most = z3.Int("players", context), max(PLAYERS)
        before = positions.position(context, most, self.kinds)
        action, draws = positions.action(context, most), positions.draws(context, most, self.kinds)
        rulesets = choice(context, READINGS, self.ruleset)
        rules = self.rules(rulesets.readings)
        turns = {players: Turn(before.of(players), action.of(players), draws.of(players), rules) for players in PLAYERS}
        return Statement(
            [
                z3.Or(*(number == players for players in PLAYERS)),
                *rulesets.premises(),
                *(z3.Implies(number == players, self.given(turn)) for players, turn in turns.items()),
            ],
            z3.And(*(z3.Implies(number == players, self.goal(turn)) for players, turn in turns.items())),
        )


def theorem(
    name: str, sentence: str, clauses: tuple[str, ...], claim: Claim, change: str, mutant: Callable[[Readings], Rules]
) -> Theorem:
    """The theorem that the claim holds, and does not if the rules are changed to the mutant."""
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=f"{'/'.join(map(str, PLAYERS))} players, any number of cards and of years, in any order",
        ruleset=claim.ruleset,
        state=claim,
        broken=Broken(change, replace(claim, rules=mutant)),
        restated=lambda other: replace(claim, ruleset=other),
    )
