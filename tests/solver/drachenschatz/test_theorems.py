"""Every theorem is proved, fails for the mutated rule, and holds under no more rulesets than it says."""

from dataclasses import replace
from itertools import product

import pytest
import z3

from properties.clauses import catalogue
from properties.verdicts import Grade
from solver.drachenschatz import claims, model, turn_claims, turns
from solver.drachenschatz.model import READINGS
from solver.proving import prove_named, theorems
from solver.queries import RLIMIT, Solver
from solver.solving import Status, solve

THEOREMS = theorems("drachenschatz")
CLAIMS = {name: theorem.state for name, theorem in THEOREMS.items() if isinstance(theorem.state, claims.Claim)}
TURNS = {name: theorem.state for name, theorem in THEOREMS.items() if isinstance(theorem.state, turn_claims.Claim)}
PLAYERS = {name: claim.players for name, claim in CLAIMS.items()} | dict.fromkeys(TURNS, model.PLAYERS)


@pytest.mark.parametrize("name", THEOREMS)
def test_is_proved(name: str) -> None:
    verdict = prove_named("drachenschatz", name)
    assert (verdict.id, verdict.grade) == (f"theorem.{name}", Grade.PROVED), verdict.evidence


@pytest.mark.parametrize("name", THEOREMS)
def test_fails_for_the_mutated_rule_with_every_number_of_players(name: str) -> None:
    context = z3.Context()
    premises, goal = THEOREMS[name].broken.state(context)
    number = z3.Int("players", context)
    for players in PLAYERS.get(name, (0,)):  # in a witness the variable stands for nothing
        failing = solve([*premises, z3.Not(goal), number == players], RLIMIT[Solver.Z3])
        assert failing.status is Status.SAT, players


@pytest.mark.parametrize("name", [name for name in CLAIMS if CLAIMS[name].ruleset])
def test_falls_under_every_ruleset_for_which_it_is_not_claimed(name: str) -> None:
    claim = CLAIMS[name]
    claimed = [other.ruleset.items() for other in CLAIMS.values() if other.goal is claim.goal]
    every = [
        dict(zip(claim.consulted, values, strict=True))
        for values in product(*(READINGS[reading] for reading in claim.consulted))
    ]
    others = [each for each in every if not any(each.items() >= ruleset for ruleset in claimed)]
    assert others
    for ruleset in others:
        premises, goal = replace(claim, ruleset=ruleset)(z3.Context())
        assert solve([*premises, z3.Not(goal)], RLIMIT[Solver.Z3]).status is Status.SAT, ruleset


@pytest.mark.parametrize("name", TURNS)
def test_what_is_given_of_a_turn_is_possible_with_every_number_of_players(name: str) -> None:
    context = z3.Context()
    premises, _ = THEOREMS[name].state(context)
    for players in PLAYERS[name]:
        assert solve([*premises, z3.Int("players", context) == players], RLIMIT[Solver.Z3]).status is Status.SAT, (
            players
        )


@pytest.mark.parametrize("name", [name for name in TURNS if TURNS[name].ruleset])
def test_a_theorem_about_turns_falls_for_the_other_values_of_its_readings(name: str) -> None:
    for reading, value in TURNS[name].ruleset.items():
        for other in set(turns.READINGS[reading]) - {value}:
            premises, goal = replace(TURNS[name], ruleset={**TURNS[name].ruleset, reading: other})(z3.Context())
            assert solve([*premises, z3.Not(goal)], RLIMIT[Solver.Z3]).status is Status.SAT, other


@pytest.mark.parametrize("name", THEOREMS)
def test_names_clauses_and_readings_that_exist(name: str) -> None:
    known, theorem = catalogue("drachenschatz"), THEOREMS[name]
    assert theorem.clauses
    assert set(theorem.clauses) <= set(known.clauses)
    for reading, value in theorem.ruleset.items():
        assert value in {each.name for each in known.readings[reading].values}
