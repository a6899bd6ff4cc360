"""The names of z3's types in here, and free variables in rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

import z3

Number: TypeAlias = z3.ArithRef  # an integer term
Formula: TypeAlias = z3.BoolRef
Term = TypeVar("Term", bound=z3.ExprRef)
Readings = Mapping[str, str | Mapping[str, Formula]]
"""For each id of a reading its value; or, where it is left open, for each value the formula that it is this one."""


def pick(readings: Readings, reading: str, alternatives: Mapping[str, Term]) -> Term:
    """What holds under the value of a reading. alternatives: for each of its values, what holds under that."""
    value = readings[reading]
    if isinstance(value, str):
        if value not in alternatives:
            raise ValueError(f"{reading} has no value {value}")
        return alternatives[value]
    *others, last = value
    chosen = alternatives[last]
    for other in others:
        chosen = z3.If(value[other], alternatives[other], chosen)
    return chosen


def how_many(formulas: Iterable[Formula]) -> Number:
    """How many of these hold. In plain integers: z3's own counting is no part of SMT-LIB."""
    return sum_of([z3.If(formula, 1, 0) for formula in formulas])


def sum_of(numbers: Sequence[Number]) -> Number:
    """Their sum; of one number that number itself, since z3 writes a sum of one as none can read it."""
    return z3.Sum(list(numbers)) if len(numbers) > 1 else numbers[0]


def numbers(context: z3.Context, name: str, count: int) -> tuple[Number, ...]:
    """Free integer variables name_0, name_1, ..."""
    return tuple(z3.Int(f"{name}_{index}", context) for index in range(count))


def truths(context: z3.Context, name: str, count: int) -> tuple[Formula, ...]:
    """Free truth variables name_0, name_1, ..."""
    return tuple(z3.Bool(f"{name}_{index}", context) for index in range(count))
