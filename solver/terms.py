"""The names of z3's types in here, and free variables in rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import z3

Number: TypeAlias = z3.ArithRef  # an integer term
Formula: TypeAlias = z3.BoolRef
Readings = Mapping[str, str]  # for each id of a reading its value


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
