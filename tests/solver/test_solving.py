"""Answers of the solver are told apart, and models read only where there is one."""

import z3

from solver.solving import Status, solve, version

CONTEXT = z3.Context()
X, Y = z3.Int("x", CONTEXT), z3.Int("y", CONTEXT)


def test_a_model_has_every_variable() -> None:
    flag = z3.Bool("flag", CONTEXT)
    solution = solve([X > 3, X < 5, z3.Or(flag, z3.Not(flag)), Y == Y], 1_000_000, want_model=True)
    assert solution.status is Status.SAT
    assert solution.model.keys() == {"x", "y", "flag"}
    assert solution.model["x"] == 4
    assert isinstance(solution.model["flag"], bool)
    assert solution.used > 0


def test_no_model_unless_it_is_wanted_and_there_is_one() -> None:
    assert solve([X > 3], 1_000_000).model == {}
    unsat = solve([X > 3, X < 2], 1_000_000, want_model=True)
    assert (unsat.status, unsat.model) == (Status.UNSAT, {})


def test_out_of_work_is_unknown_with_the_reason_and_no_model() -> None:
    solution = solve([X * X + Y * Y == 3 * X * Y + 7, X > 5], 1, want_model=True)
    assert (solution.status, solution.model) == (Status.UNKNOWN, {})
    assert solution.reason


def test_an_exception_of_the_solver_is_unknown_with_its_text() -> None:
    solution = solve([X], 1_000_000)  # a number is not a formula
    assert solution.status is Status.UNKNOWN
    assert solution.reason


def test_the_version_names_the_solver() -> None:
    assert version().startswith("z3 ")
