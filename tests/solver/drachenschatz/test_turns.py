"""The model's turns are the engine's, and a mutated rule is found."""

from collections.abc import Callable

import pytest

from solver.drachenschatz import turn_mutants as mutants
from solver.drachenschatz.turns import Rules
from solver.terms import Readings
from tests.solver.drachenschatz.stepping import BOXES, RULESETS, TOYS, differences, games, legal


def test_random_games_of_every_box_under_every_ruleset_are_games_of_the_model() -> None:
    seen = list(games(1))
    assert len(seen) == len(BOXES) * len(RULESETS)
    assert list(differences(Rules, seen)) == []
    kinds = {
        tuple(sorted({each["type"] for each in legal(state, ruleset)}))
        for ruleset, played in seen
        for state, *_ in played
    }
    assert kinds == {("claim",), ("claim", "reveal"), ("reveal",)}


def test_games_of_toy_boxes_have_the_model_s_actions_and_no_others() -> None:
    seen = list(games(4, TOYS))
    assert list(differences(Rules, seen)) == []


@pytest.mark.parametrize(
    "mutant",
    [
        mutants.LeavesMiddle, mutants.EndsLate, mutants.NeverPassesOver, mutants.PassesNobodyOver, mutants.GoesOn,
        mutants.LeavesNoDragon, mutants.EndsEarly, mutants.RevealsFromEmpty,
        mutants.under("claim.turns", "none"), mutants.under("claim.turns", "reveal"),
        mutants.under("year.starter", "leftover"), mutants.under("year.starter", "claimer"),
    ],
)  # fmt: skip
def test_a_mutated_rule_is_found(mutant: Callable[[Readings], Rules]) -> None:
    assert any(True for _ in differences(mutant, games(3, (("toy3", 3), ("full", 3), ("full", 5)))))
