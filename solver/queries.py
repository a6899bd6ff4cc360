"""The three queries of a theorem, and who answers them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import z3

from solver import second, solving
from solver.solving import Solution, Status
from solver.theorem import Statement, Theorem


class Part(StrEnum):
    """What is asked: whether the premises can hold, whether the goal can fail, and the same if a rule is broken."""

    PREMISES = "premises"
    THEOREM = "theorem"
    BROKEN = "broken"


EXPECTED: Mapping[Part, Status] = MappingProxyType(
    {Part.PREMISES: Status.SAT, Part.THEOREM: Status.UNSAT, Part.BROKEN: Status.SAT}
)
"""The answers by which a theorem is proved."""


class Solver(StrEnum):
    """Who answers."""

    Z3 = "z3"
    CVC5 = "cvc5"

    @property
    def version(self) -> str:
        """Its name and version."""
        return solving.version() if self is Solver.Z3 else second.version()


RLIMIT: Mapping[Solver, int] = MappingProxyType({Solver.Z3: 50_000_000, Solver.CVC5: 80_000})
"""How much work one query may take, by each solver's own measure."""


def solvers() -> tuple[Solver, ...]:
    """Those that are installed."""
    return (Solver.Z3, Solver.CVC5) if second.installed() else (Solver.Z3,)


def query(theorem: Theorem, part: Part) -> list[z3.BoolRef]:
    """The formulas that are asked about, in a fresh context."""
    if part is Part.PREMISES:
        return list(theorem.state(z3.Context()).premises)
    if part is Part.THEOREM:
        return _fails(theorem.state(z3.Context()))
    return _fails(theorem.broken.state(z3.Context()))


def smtlib(theorem: Theorem, part: Part) -> str:
    """The query as SMT-LIB."""
    return second.smtlib(query(theorem, part), EXPECTED[part])


def ask(theorem: Theorem, part: Part, rlimit: int) -> Solution:
    """The answer of z3; an exception, whoever raises it, is an unknown with its text."""
    try:
        return solve(query(theorem, part), part, rlimit)
    except Exception as error:
        return Solution(Status.UNKNOWN, 0, f"{type(error).__name__}: {error}")


def solve(formulas: list[z3.BoolRef], part: Part, rlimit: int) -> Solution:
    """The answer of z3 to a query, with a model where one is told."""
    return solving.solve(formulas, rlimit, want_model=part is not Part.PREMISES)


def _fails(statement: Statement) -> list[z3.BoolRef]:
    return [*statement.premises, z3.Not(statement.goal)]
