"""Statements about several rulesets at once: which one it is, is a variable of the statement."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import z3

from solver.terms import Formula, Number, Readings, how_many


@dataclass(frozen=True)
class Choice:
    """Exactly one of some rulesets. cases: for each a free variable, true if it is the one, and its readings."""

    cases: tuple[tuple[Formula, Readings], ...]

    def premises(self) -> list[Formula]:
        """Exactly one variable is true."""
        return [how_many(chosen for chosen, _ in self.cases) == 1]

    def number(self, told: Callable[[Readings], Number]) -> Number:
        """The number that is told under the chosen ruleset."""
        (_, last), *others = self.cases[::-1]
        result = told(last)
        for chosen, readings in others:
            result = z3.If(chosen, told(readings), result)
        return result

    def numbers(self, told: Callable[[Readings], list[Number]]) -> list[Number]:
        """The list of numbers that is told under the chosen ruleset; all are equally long."""
        lists = [told(readings) for _, readings in self.cases]
        result = lists[-1]
        for (chosen, _), alternative in zip(self.cases[-2::-1], lists[-2::-1], strict=True):
            result = [z3.If(chosen, one, other) for one, other in zip(alternative, result, strict=True)]
        return result

    def holds(self, told: Callable[[Readings], Formula]) -> Formula:
        """What is told under the chosen ruleset holds."""
        return z3.And(*(z3.Implies(chosen, told(readings)) for chosen, readings in self.cases))


def choice(context: z3.Context, known: Mapping[str, Sequence[str]], ruleset: Readings) -> Choice:
    """Every combination of the values that are known of each reading; of those in the ruleset only its value."""
    fixed = {reading: value for reading, value in ruleset.items() if reading in known}
    varied = [reading for reading in known if reading not in fixed]
    cases = []
    for values in product(*(known[reading] for reading in varied)):
        name = ", ".join(f"{reading}={value}" for reading, value in zip(varied, values, strict=True))
        chosen = z3.Bool(name, context) if varied else z3.BoolVal(True, context)
        cases.append((chosen, fixed | dict(zip(varied, values, strict=True))))
    return Choice(tuple(cases))
