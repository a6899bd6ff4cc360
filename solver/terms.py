"""The names of z3's types in here, and free variables in rows."""

from collections.abc import Mapping
from typing import TypeAlias

import z3

Number: TypeAlias = z3.ArithRef  # an integer term
Formula: TypeAlias = z3.BoolRef
Readings = Mapping[str, str]  # for each id of a reading its value


def numbers(context: z3.Context, name: str, count: int) -> tuple[Number, ...]:
    """Free integer variables name_0, name_1, ..."""
    return tuple(z3.Int(f"{name}_{index}", context) for index in range(count))


def truths(context: z3.Context, name: str, count: int) -> tuple[Formula, ...]:
    """Free truth variables name_0, name_1, ..."""
    return tuple(z3.Bool(f"{name}_{index}", context) for index in range(count))
