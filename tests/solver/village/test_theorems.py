"""Every theorem is proved, and fails for the mutated rule."""

from dataclasses import replace

import pytest

from properties.clauses import catalogue
from properties.verdicts import Grade
from solver.proving import prove, prove_named, theorems

THEOREMS = theorems("village")


@pytest.mark.parametrize("name", THEOREMS)
def test_is_proved(name: str) -> None:
    verdict = prove_named("village", name)
    assert (verdict.id, verdict.grade) == (f"theorem.{name}", Grade.PROVED), verdict.evidence


@pytest.mark.parametrize("name", THEOREMS)
def test_fails_for_the_mutated_rule(name: str) -> None:
    theorem = THEOREMS[name]
    verdict = prove(replace(theorem, state=theorem.broken.state))
    assert verdict.grade is Grade.REFUTED, verdict.evidence
    assert verdict.finding is not None
    assert verdict.finding.got.startswith("it fails for ")


@pytest.mark.parametrize("name", THEOREMS)
def test_names_clauses_and_readings_that_exist(name: str) -> None:
    known, theorem = catalogue("village"), THEOREMS[name]
    assert theorem.clauses
    assert set(theorem.clauses) <= set(known.clauses)
    for reading, value in theorem.ruleset.items():
        assert value in {each.name for each in known.readings[reading].values}
