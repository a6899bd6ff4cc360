"""The model's turns are the engine's: the same actions are legal, and lead to the same positions and outcomes."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
import z3

from properties.dealing import deal
from properties.rulesets import random_ruleset
from reference_engine import load
from reference_engine.interface import State
from solver.solving import Status, solve
from solver.village import model, turn_goals, turns
from solver.village.plays import VillagePlays
from solver.village.turns import Rules

GAME = load("village")
RLIMIT = 20_000_000


def positions(seed: int) -> Iterator[tuple[State, Any]]:
    """A game of a toy box from its opening on, and the last positions of one of the full box, under some rulesets."""
    rng = random.Random(seed)
    for box, players, kept in (("toy2", 2, None), ("toy3", 3, None), ("full", rng.randint(2, 5), 3)):
        ruleset = random_ruleset(GAME, rng)
        state = deal(GAME, GAME.BOXES[box], players, seed, ruleset)
        game: list[State] = []
        while not GAME.is_terminal(state) and len(game) < 400:
            game.append(state)
            state = GAME.apply(state, rng.choice(GAME.legal_actions(state, ruleset)), ruleset)
        picked = game[-kept:] if kept else rng.sample(game, min(3, len(game)))
        yield from ((one, ruleset) for one in picked if len(GAME.position_to_json(one)["deck"]) <= 12)


def difference(state: State, ruleset: Any, rules: type[Rules] = Rules) -> str | None:
    """Where the model's next turn is not the engine's."""
    plays = VillagePlays(GAME.position_to_json(state), ruleset.readings(), 1, rules)
    formulas, steps = plays.formulas(), []
    for action in GAME.legal_actions(state, ruleset):
        after = GAME.apply(state, action, ruleset)
        told = [plays.action_is(0, GAME.action_to_json(action)), plays.position_is(1, GAME.position_to_json(after))]
        if GAME.is_terminal(after):
            told.append(plays.outcome_is(GAME.outcome_to_json(GAME.outcome(after, ruleset))))
        steps.append(z3.And(*told))
    for step in steps[:6]:
        if solve([*formulas, step], RLIMIT).status is not Status.SAT:
            return "the model does not allow what the engine does"
    more = solve([*formulas, z3.Not(z3.Or(*steps))], RLIMIT, want_model=True)
    return None if more.status is Status.UNSAT else f"{more.status}: {plays.play(more.model)}"


@pytest.mark.parametrize("seed", range(8))
def test_the_next_turn_is_the_same(seed: int) -> None:
    for state, ruleset in positions(seed):
        assert difference(state, ruleset) is None, (ruleset.differences(), GAME.position_to_json(state))


@pytest.mark.parametrize(
    "rules",
    [
        turn_goals.TopCardStays,
        turn_goals.WildsVanish,
        turn_goals.PaymentVanishes,
        turn_goals.AnyHand,
        turn_goals.WildsFoundBribes,
        turn_goals.DrawNeedsCard,
        turn_goals.DiscardsComeBack,
        turn_goals.NextPlayerPays,
        turn_goals.NothingAdded,
    ],
)
def test_a_mutated_rule_is_another_turn(rules: type[Rules]) -> None:
    found = (difference(state, ruleset, rules) for seed in range(8) for state, ruleset in positions(seed))
    assert any(found)


def test_every_reading_is_a_parameter() -> None:
    played = {reading: values for reading, values in GAME.Ruleset.choices().items() if len(values) > 1}
    assert {**turns.READINGS, **{reading: model.READINGS[reading] for reading in model.OUTCOME}} == played
