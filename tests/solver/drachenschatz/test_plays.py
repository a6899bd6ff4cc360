"""The model's plays from a position are the engine's: each of them is one, and there are no others."""

import json
from typing import Any

import pytest
import z3

from reference_engine.interface import State
from solver.drachenschatz.plays import AllPlays, plays
from solver.plays import Play
from solver.solving import Status, solve
from tests.solver.drachenschatz.stepping import GAME, games

RLIMIT = 20_000_000
Json = dict[str, Any]


def by_engine(state: State, ruleset: Any, turns: int) -> list[Play]:
    """Every play of at most so many turns."""
    if GAME.is_terminal(state):
        return [Play((), (), GAME.outcome_to_json(GAME.outcome(state, ruleset)))]
    if turns == 0:
        return [Play((), (), None)]
    found = []
    for action in GAME.legal_actions(state, ruleset):
        after = GAME.apply(state, action, ruleset)
        first = GAME.action_to_json(action), GAME.position_to_json(after)
        for rest in by_engine(after, ruleset, turns - 1):
            found.append(Play((first[0], *rest.actions), (first[1], *rest.states), rest.outcome))
    return found


def by_model(told: AllPlays, most: int) -> list[Play]:
    """Every play of the model, found one after the other; one more than the most if there are more."""
    formulas, found = told.formulas(), []
    while (answer := solve(formulas, RLIMIT, want_model=True)).status is Status.SAT and len(found) <= most:
        found.append(told.play(answer.model))
        formulas.append(z3.Not(z3.And(*(told.action_is(turn, each) for turn, each in enumerate(found[-1].actions)))))
    assert answer.status is Status.UNSAT or len(found) > most
    return found


def is_played(told: AllPlays, play: Play) -> z3.BoolRef:
    """The formulas say that it is this play, in every field; the last position stays."""
    states = [told.state, *play.states]
    states += [states[-1]] * (told.turns - len(play.states))
    return z3.And(
        *(told.action_is(turn, action) for turn, action in enumerate(play.actions)),
        *(told.position_is(turn, state) for turn, state in enumerate(states)),
        *(z3.BoolVal(True, told.context) if play.outcome is None else told.outcome_is(play.outcome) for _ in (1,)),
    )


def is_over(told: AllPlays, play: Play) -> bool:
    return play.outcome is not None


def ordered(found: list[Play]) -> list[str]:
    return sorted(json.dumps([play.actions, play.states, play.outcome], sort_keys=True) for play in found)


def late(boxes: list[tuple[str, int]], before: int) -> list[tuple[Any, State]]:
    """A position so many turns before the end of a random game, of each box under each ruleset."""
    return [(ruleset, played[max(-before, -len(played))][0]) for ruleset, played in games(1, boxes)]


CASES = [*late([("toy3", 3)], 6), *late([("full", 3)], 3), *late([("full", 6), ("toy5years", 5)], 2)]


@pytest.mark.parametrize("index", range(len(CASES)))
def test_the_plays_from_a_late_position_are_the_engine_s(index: int) -> None:
    ruleset, state = CASES[index]
    turns = 3
    told = plays(z3.Context(), GAME.position_to_json(state), ruleset.readings(), turns)
    engine = by_engine(state, ruleset, turns)
    print(len(engine))
    assert ordered(by_model(told, len(engine))) == ordered(engine)
    for play in engine:
        assert solve([*told.formulas(), is_played(told, play)], RLIMIT).status is Status.SAT
    rest = [z3.Not(is_played(told, play)) for play in engine]
    assert solve([*told.formulas(), *rest], RLIMIT).status is Status.UNSAT
