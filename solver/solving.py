"""One query to z3: a fresh context and solver each time, and an answer that cannot be misread."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import z3

# z3's choice of tactics for products of integers costs ten times as much; plain "smt" alone is lost with quantifiers
TACTICS = ("simplify", "der", "smt")
# where nearly everything is given, what follows from that at once leaves little to search
GIVEN = ("simplify", "propagate-values", "solve-eqs", "smt")


class Status(StrEnum):
    """What z3 says of a set of formulas."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """An answer. `reason` says why it is unknown; `model` has the value of every variable, only if it is sat.

    used: how much of the resource limit it took. seconds: of computing time, how long that was.
    """

    status: Status
    used: int
    reason: str = ""
    model: Mapping[str, int | bool | str] = field(default_factory=dict)
    seconds: float = field(default=0.0, compare=False)


def version() -> str:
    """The name and version of the solver."""
    return f"z3 {z3.get_version_string()}"


def solve(formulas: Sequence[z3.BoolRef], rlimit: int, *, want_model: bool = False) -> Solution:
    """Whether all the formulas can hold at once, in at most so much work.

    rlimit: z3's own measure of work, the same on every machine. An exception of z3 is an unknown with its text.
    """
    start = time.process_time()
    return replace(_solve(formulas, rlimit, want_model), seconds=time.process_time() - start)


def _solve(formulas: Sequence[z3.BoolRef], rlimit: int, want_model: bool) -> Solution:
    context = z3.Context()
    try:
        solver = z3.Then(*(z3.Tactic(name, context) for name in TACTICS)).solver()
        solver.set("rlimit", rlimit)
        solver.set("smt.bv.solver", 2)  # bit-vectors as integers: else it has to add integers bit by bit
        own = [formula.translate(context) for formula in formulas]
        solver.add(*own)
        solution = _check(solver)
        if solution.status is Status.SAT and want_model:
            model = solver.model()
            values = {str(name): _value(model.eval(name, model_completion=True)) for name in variables(own)}
            return replace(solution, model=values)
        return solution
    except z3.Z3Exception as error:
        return Solution(Status.UNKNOWN, 0, str(error))


def solve_each(
    formulas: Sequence[z3.BoolRef], cases: Sequence[Sequence[z3.BoolRef]], rlimit: int
) -> Iterator[Solution]:
    """For each case, which gives nearly everything, whether it and all the formulas can hold at once; without a model.

    A solver made of tactics begins anew with each check: nothing is kept from one case to the next but the formulas.
    """
    context = z3.Context()
    try:
        solver = z3.Then(*(z3.Tactic(name, context) for name in GIVEN)).solver()
        solver.set("rlimit", rlimit)
        solver.add(*(formula.translate(context) for formula in formulas))
    except z3.Z3Exception as error:
        yield from [Solution(Status.UNKNOWN, 0, str(error))] * len(cases)
        return
    for case in cases:
        solver.push()
        try:
            solver.add(*(formula.translate(context) for formula in case))
            yield _check(solver)
        except z3.Z3Exception as error:
            yield Solution(Status.UNKNOWN, 0, str(error))
        solver.pop()


def solve_all(
    formulas: Sequence[z3.BoolRef], alike: Callable[[Mapping[str, int | bool | str]], z3.BoolRef], rlimit: int
) -> Iterator[Solution]:
    """One model after the other, none of them like an earlier one; at the end what says that there is no other.

    alike: what holds for the models that are like one, given by its values. The solver keeps what it has learned.
    """
    context, names = z3.Context(), variables(formulas)
    try:
        solver = z3.Solver(ctx=context)
        solver.set("rlimit", rlimit)
        solver.set("smt.arith.solver", 2)  # takes half as long as the newer one
        solver.add(*(formula.translate(context) for formula in formulas))
        own = [name.translate(context) for name in names]
        while (solution := _check(solver)).status is Status.SAT:
            model = solver.model()
            values = {str(name): _value(model.eval(name, model_completion=True)) for name in own}
            yield replace(solution, model=values)
            solver.add(z3.Not(alike(values).translate(context)))
        yield solution
    except z3.Z3Exception as error:
        yield Solution(Status.UNKNOWN, 0, str(error))


def _check(solver: z3.Solver) -> Solution:
    status = Status(str(solver.check()))
    return Solution(status, _used(solver), solver.reason_unknown() if status is Status.UNKNOWN else "")


class Substitution:
    """Puts terms in for variables, often: ten times as fast as z3's own function, which looks at every sort again."""

    def __init__(self, replaced: Sequence[z3.ExprRef]) -> None:
        self._variables = tuple(replaced)  # kept, since z3 frees what nothing holds, and an array does not
        self._replaced = _array(self._variables)

    def __call__(self, formula: z3.BoolRef, terms: Sequence[z3.ExprRef]) -> z3.BoolRef:
        """The formula with these terms in place of the variables, each of the same sort as its variable."""
        number, context = len(self._variables), formula.ctx
        assert len(terms) == number
        term = z3.Z3_substitute(context.ref(), formula.as_ast(), number, self._replaced, _array(terms))
        return z3.BoolRef(term, context)


def _array(terms: Sequence[z3.ExprRef]) -> Any:
    return (z3.Ast * len(terms))(*(term.as_ast() for term in terms))


def variables(formulas: Sequence[z3.BoolRef]) -> list[z3.ExprRef]:
    """Every free variable of the formulas, each once, in order of its name."""
    found: dict[str, z3.ExprRef] = {}
    seen: set[int] = set()
    waiting = list(formulas)
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[str(term)] = term
        waiting.extend(term.children())
    return [found[name] for name in sorted(found)]


def _value(term: z3.ExprRef) -> int | bool | str:
    if z3.is_int_value(term):
        return int(term.as_long())
    if z3.is_true(term) or z3.is_false(term):
        return bool(z3.is_true(term))
    return str(term)


def _used(solver: z3.Solver) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118
