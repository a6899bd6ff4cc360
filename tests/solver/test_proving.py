"""What counts as proved, and what does not."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest
import z3

from properties.verdicts import Grade
from reference_engine.errors import UnknownGame
from solver.proving import prove, prove_named, theorems
from solver.theorem import Broken, Statement, Theorem


def double_is_more(context: z3.Context) -> Statement:
    x = z3.Int("x", context)
    return Statement([x > 0], 2 * x > x)


def double_is_more_from_0(context: z3.Context) -> Statement:
    x = z3.Int("x", context)
    return Statement([x >= 0], 2 * x > x)


def contradictory(context: z3.Context) -> Statement:
    x = z3.Int("x", context)
    return Statement([x > 0, x < 0], 2 * x > x)


def raising(context: z3.Context) -> Statement:
    raise RuntimeError(f"no statement in {type(context).__name__}")


THEOREM = Theorem(
    id="double",
    sentence="Twice a number is more.",
    clauses=("V-SCORE-1",),
    bounds="any number",
    ruleset={},
    state=double_is_more,
    broken=Broken("0 is allowed", double_is_more_from_0),
)


def test_proved_says_by_whom_and_with_how_much_work() -> None:
    verdict = prove(THEOREM)
    assert verdict.grade is Grade.PROVED
    assert verdict.evidence.startswith("any number; z3 ")
    assert "rlimit used" in verdict.evidence


def test_refuted_shows_a_counterexample() -> None:
    verdict = prove(replace(THEOREM, state=double_is_more_from_0))
    assert verdict.grade is Grade.REFUTED
    assert verdict.finding is not None
    assert verdict.finding.got == "it fails for x = 0"
    assert verdict.finding.clauses == ("V-SCORE-1",)


def test_contradictory_premises_are_vacuous() -> None:
    verdict = prove(replace(THEOREM, state=contradictory))
    assert (verdict.grade, verdict.evidence) == (Grade.VACUOUS, "the premises contradict each other")


@pytest.mark.parametrize("harmless", [double_is_more, contradictory])
def test_a_theorem_that_no_mutation_breaks_is_vacuous(harmless: object) -> None:
    verdict = prove(replace(THEOREM, broken=Broken("nothing is changed", harmless)))  # type: ignore[arg-type]
    assert verdict.grade is Grade.VACUOUS
    assert "nothing is changed" in verdict.evidence


def test_too_little_work_is_unknown() -> None:
    verdict = prove(THEOREM, 1)
    assert verdict.grade is Grade.UNKNOWN
    assert "gave up" in verdict.evidence


@pytest.mark.parametrize(("rlimit", "asked"), [(1, "the premises"), (1_000_000, "the theorem")])
def test_unknown_says_at_which_query(rlimit: int, asked: str) -> None:
    verdict = prove(theorems("village")["track.one_token_a_space.curse"], rlimit)
    assert verdict.grade is Grade.UNKNOWN
    assert verdict.evidence.startswith(f"{asked}: z3 ")
    assert verdict.finding is None


@pytest.mark.parametrize("where", ["state", "broken"])
def test_an_exception_is_unknown_with_its_text(where: str) -> None:
    theorem = replace(THEOREM, state=raising) if where == "state" else replace(THEOREM, broken=Broken("", raising))
    verdict = prove(theorem)
    assert verdict.grade is Grade.UNKNOWN
    assert "RuntimeError: no statement" in verdict.evidence


def test_a_theorem_is_proved_by_name_in_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        verdict = pool.submit(prove_named, "village", "track.still.curse").result()
    assert verdict.grade is Grade.PROVED


def test_unknown_names_are_errors() -> None:
    with pytest.raises(UnknownGame, match="village"):
        theorems("chess")
    with pytest.raises(KeyError):
        prove_named("village", "nothing")
