"""A game's model as a relation between ended positions and outcomes, both as terms; the same for every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import z3

from solver.solving import Substitution
from solver.terms import Formula, Number, numbers, truths

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Inputs:
    """What the outcome of an ended position depends on: the numbers of the model, in its order.

    shape: what the formulas of the model depend on, such as the number of players.
    """

    shape: tuple[int, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Outputs:
    """Free variables for an outcome: the scores, and for each set of players, such as the winners, who is in it."""

    scores: tuple[Number, ...]
    sets: Mapping[str, tuple[Formula, ...]]

    def variables(self) -> tuple[z3.ExprRef, ...]:
        """All of them, in a fixed order."""
        return (*self.scores, *(member for members in self.sets.values() for member in members))

    def are(self, outcome: Json) -> Formula:
        """They have the values of that outcome; false if it is not of the form for so many players."""
        players, context = range(len(self.scores)), self.scores[0].ctx
        ascending = all(
            outcome[field] == [player for player in players if player in outcome[field]] for field in self.sets
        )
        if len(outcome["scores"]) != len(players) or not ascending:
            return z3.BoolVal(False, context)
        return z3.And(
            *(variable == score for variable, score in zip(self.scores, outcome["scores"], strict=True)),
            *(
                member == (player in outcome[field])
                for field, members in self.sets.items()
                for player, member in enumerate(members)
            ),
        )

    def read(self, values: Mapping[str, object]) -> dict[str, Any]:
        """The outcome that they have by those values of variables."""
        return {"scores": [values[str(variable)] for variable in self.scores]} | {
            field: [player for player, member in enumerate(members) if values[str(member)]]
            for field, members in self.sets.items()
        }


def outputs(context: z3.Context, players: int, sets: Sequence[str], name: str = "") -> Outputs:
    """Free variables whose names begin so."""
    return Outputs(
        numbers(context, f"{name}score", players), {field: truths(context, f"{name}{field}", players) for field in sets}
    )


class Relation:
    """What a model allows, between free variables for an ended position and those for its outcome.

    It is built once; for each position the inputs are put in.
    """

    def __init__(self, variables: Sequence[Number], outcome: Outputs, allowed: Formula) -> None:
        context = allowed.ctx
        self._value = cache(partial(z3.IntVal, ctx=context))
        self._fresh = partial(outputs, context, len(outcome.scores), tuple(outcome.sets))
        self._substitute = Substitution((*variables, *outcome.variables()))
        self._allowed = allowed

    def of(self, inputs: Inputs, name: str) -> tuple[Formula, Outputs]:
        """What the model allows for these inputs, about fresh outputs whose names begin so."""
        fresh = self._fresh(name)
        return self._substitute(self._allowed, [*map(self._value, inputs.numbers), *fresh.variables()]), fresh
