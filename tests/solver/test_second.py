"""The second solver gets the same queries, and its answers are told apart."""

import pytest
import z3

from properties.verdicts import Grade
from solver import second
from solver.proving import judge, proved_by, theorems
from solver.queries import EXPECTED, RLIMIT, Part, Solver, ask, query, smtlib, solvers
from solver.solving import Solution, Status
from tests.solver.test_proving import THEOREM

CONTEXT = z3.Context()
X, Y = z3.Int("x", CONTEXT), z3.Int("y", CONTEXT)
MUCH = 1_000_000


@pytest.mark.parametrize(("formulas", "status"), [([X > 3, X < 5], Status.SAT), ([X > 3, X < 4], Status.UNSAT)])
def test_it_answers_queries_in_the_standard_form(formulas: list[z3.BoolRef], status: Status) -> None:
    text = second.smtlib(formulas, status)
    assert text.startswith("(set-logic ALL)\n")
    assert f"(set-info :status {status})" in text
    solution = second.solve(text, MUCH)
    assert (solution.status, solution.reason) == (status, "")
    assert solution.used > 0


def test_too_little_work_is_unknown_with_the_reason() -> None:
    solution = second.solve(smtlib(theorems("village")["track.undone.shift"], Part.THEOREM), 100)
    assert (solution.status, solution.reason) == (Status.UNKNOWN, "RESOURCEOUT")


@pytest.mark.parametrize("text", ["(assert (nothing))(check-sat)", "(", ""])
def test_what_it_cannot_read_is_unknown(text: str) -> None:
    assert second.solve(text, MUCH).status is Status.UNKNOWN


@pytest.mark.parametrize("game", ["village", "drachenschatz"])
def test_every_query_is_one_that_it_can_read(game: str) -> None:
    for theorem in theorems(game).values():
        solution = second.solve(smtlib(theorem, Part.BROKEN), 1)
        assert (solution.status, solution.reason) == (Status.UNKNOWN, "RESOURCEOUT"), theorem.id


@pytest.mark.parametrize("solver", Solver)
def test_every_solver_answers_the_three_queries_of_a_theorem(solver: Solver) -> None:
    assert solver in solvers()
    answers = {
        part: ask(THEOREM, part, MUCH) if solver is Solver.Z3 else second.solve(smtlib(THEOREM, part), MUCH)
        for part in Part
    }
    assert {part: each.status for part, each in answers.items()} == EXPECTED


SAT, UNSAT, UNKNOWN = Solution(Status.SAT, 1), Solution(Status.UNSAT, 1), Solution(Status.UNKNOWN, 1, "too much")


def answers(
    theorem: tuple[Solution, Solution], broken: tuple[Solution, Solution] = (SAT, SAT)
) -> dict[Part, dict[Solver, Solution]]:
    every = {Part.PREMISES: (SAT, SAT), Part.THEOREM: theorem, Part.BROKEN: broken}
    return {part: dict(zip(Solver, both, strict=True)) for part, both in every.items()}


def test_a_theorem_is_proved_by_those_who_have_an_answer_to_every_query() -> None:
    for given, by in (
        (answers((UNSAT, UNSAT)), (Solver.Z3, Solver.CVC5)),
        (answers((UNSAT, UNKNOWN)), (Solver.Z3,)),
        (answers((UNKNOWN, UNSAT)), (Solver.CVC5,)),
        (answers((UNSAT, UNSAT), (SAT, UNKNOWN)), (Solver.Z3,)),
        (answers((UNSAT, UNKNOWN), (UNKNOWN, SAT)), ()),
    ):
        verdict = judge(THEOREM, given, "")
        assert verdict.grade is Grade.PROVED
        assert proved_by(given) == by
        for solver in Solver:
            assert (f"{solver.version} gave up (too much)" in verdict.evidence) is (solver not in by)


def test_solvers_that_contradict_each_other_refute_and_the_query_is_kept() -> None:
    for part, given in (
        (Part.THEOREM, answers((UNSAT, SAT))),
        (Part.BROKEN, answers((UNSAT, UNSAT), (SAT, UNSAT))),
    ):
        verdict = judge(THEOREM, given, "to repeat")
        assert verdict.grade is Grade.REFUTED
        assert "the solvers contradict each other" in verdict.evidence
        assert verdict.finding is not None
        assert "unsat from " in verdict.finding.got
        assert verdict.finding.query == smtlib(THEOREM, part)


def test_what_no_solver_knows_is_unknown_with_the_reasons_of_both() -> None:
    verdict = judge(THEOREM, answers((UNKNOWN, UNKNOWN)), "")
    assert verdict.grade is Grade.UNKNOWN
    assert verdict.evidence.count("gave up (too much)") == len(Solver)


def test_the_second_solver_alone_can_refute() -> None:
    verdict = judge(THEOREM, answers((UNKNOWN, SAT)), "")
    assert verdict.grade is Grade.REFUTED
    assert Solver.CVC5.version in verdict.evidence
    assert verdict.finding is not None
    assert verdict.finding.got == "it fails, without an example"


def test_a_broken_variant_that_holds_is_vacuous_whoever_says_so() -> None:
    assert judge(THEOREM, answers((UNSAT, UNSAT), (UNKNOWN, UNSAT)), "").grade is Grade.VACUOUS


def test_the_limits_are_of_every_solver() -> None:
    assert RLIMIT.keys() == set(Solver)
    assert len(query(THEOREM, Part.THEOREM)) == 2


@pytest.mark.parametrize("expected", [Status.SAT, Status.UNSAT])
def test_an_answer_that_was_not_expected_is_an_answer(expected: Status) -> None:
    assert second.solve(second.smtlib([X > 3, X < 5], expected), MUCH).status is Status.SAT
    assert second.solve(second.smtlib([X > 3, X < 4], expected), MUCH).status is Status.UNSAT
