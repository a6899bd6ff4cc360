"""The model's plays from a position are the engine's: each of them is one, and there are no others."""

from typing import Any

import pytest
import z3

from reference_engine.interface import State
from solver.drachenschatz.plays import AllPlays, plays
from solver.plays import Play
from solver.solving import Solution, Status, solve
from tests.solver.drachenschatz.stepping import GAME, games

RLIMIT, TURNS = 20_000_000, 3
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


def is_played(told: AllPlays, play: Play) -> z3.BoolRef:
    """It is this play, in every field; after the end the last position stays."""
    states = [told.state, *play.states]
    states += [states[-1]] * (told.turns - len(play.states))
    return z3.And(
        *(told.action_is(turn, action) for turn, action in enumerate(play.actions)),
        *(told.position_is(turn, state) for turn, state in enumerate(states)),
        z3.Not(told.over(told.turns)) if play.outcome is None else told.outcome_is(play.outcome),
    )


def late(box: str, players: int, left: int) -> list[tuple[Any, State]]:
    """A position so many turns before the end of a random game, under each ruleset."""
    return [(ruleset, played[max(-left, -len(played))][0]) for ruleset, played in games(1, [(box, players)])]


def sat(formulas: list[z3.BoolRef]) -> Solution:
    answer = solve(formulas, RLIMIT, want_model=True)
    assert answer.status is not Status.UNKNOWN
    return answer


GOING_ON: Json = {
    "players": 3, "turn": 1, "over": False, "year": 1, "middle": "SJG", "later": ["GGGC", "JKSS"],
    "hoards": ["", "", ""],
    "piles": [{"cards": "CG", "dragon": 2}, {"cards": "JK", "dragon": None}, {"cards": "S", "dragon": None}],
}  # fmt: skip
NEARLY_OVER = {**GOING_ON, "middle": "J", "later": ["JKSS"]}  # a claim, and the next year starts
CASES: list[tuple[Any, State]] = [
    (GAME.Ruleset(), GAME.position_from_json(NEARLY_OVER, GAME.Ruleset())),
    *late("toy3", 3, 5)[::3],
    *late("full", 3, 3)[1:3],
    late("full", 6, 2)[3],
    late("toy5years", 5, 2)[0],
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_plays_from_a_late_position_are_the_engine_s(case: int) -> None:
    ruleset, state = CASES[case]
    told = plays(GAME.position_to_json(state), ruleset.readings(), TURNS)
    engine, formulas = by_engine(state, ruleset, TURNS), told.formulas()
    assert len(engine) > 5
    others = [z3.Not(is_played(told, play)) for play in engine]
    assert sat([*formulas, *others]).status is Status.UNSAT
    for index in (0, len(engine) // 2, len(engine) - 1):
        only = sat([*formulas, *others[:index], *others[index + 1 :]])
        assert only.status is Status.SAT
        assert told.play(only.model) == engine[index]


def test_they_go_on_into_the_next_year_and_to_the_end() -> None:
    engine = [play for ruleset, state in CASES for play in by_engine(state, ruleset, TURNS)]
    ends = {(len(play.actions) < TURNS, play.outcome is not None) for play in engine}
    assert ends == {(False, False), (False, True), (True, True)}
    assert {len({state["year"] for state in play.states}) for play in engine} == {1, 2}


def ended() -> AllPlays:
    """A position that is over, in which treasures are worth something else."""
    state = {
        "players": 3, "turn": 1, "over": True, "year": 2, "middle": "", "later": [], "piles": [],
        "hoards": ["CGJ", "GS", "CCKS"], "worth": {"G": 2, "J": 2, "K": 7},
    }  # fmt: skip
    return plays(state, GAME.Ruleset().readings(), 2)


def test_after_the_end_nothing_is_played_and_the_outcome_stays() -> None:
    told = ended()
    outcome = {"scores": [4, 2, 7], "winners": [2], "out": []}
    answer = sat(told.formulas())
    assert told.play(answer.model) == Play((), (), outcome)
    assert sat([*told.formulas(), z3.Not(told.outcome_is(outcome))]).status is Status.UNSAT
    assert sat([*told.formulas(), z3.Not(told.position_is(2, told.state))]).status is Status.UNSAT
    for action in ({"type": "claim", "pile": 0}, {"type": "reveal", "pile": 1}):
        assert sat([*told.formulas(), told.action_is(1, action)]).status is Status.UNSAT


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 2}, {"over": False}, {"year": 1}, {"year": 3}, {"middle": "G"}, {"later": ["GGG"]}, {"players": 4},
        {"piles": [{"cards": "G", "dragon": None}] * 3}, {"hoards": ["GS", "CGJ", "CCKS"]},
        {"worth": {"G": 2, "J": 2, "K": 8}}, {"hoards": ["GCJ", "GS", "CCKS"]}, {"hoards": ["CGJ", "GS"]},
        {"piles": [{"cards": "", "dragon": None}] * 3},
    ],
)  # fmt: skip
def test_a_position_that_is_over_is_compared_in_every_field(change: Json) -> None:
    told = ended()
    assert sat([*told.formulas(), told.position_is(2, {**told.state, **change})]).status is Status.UNSAT


@pytest.mark.parametrize(
    "change",
    [
        {}, {"turn": 0}, {"over": True}, {"year": 2}, {"middle": "SGJ"}, {"middle": "JG"}, {"later": ["GGCG", "JKSS"]},
        {"later": ["JKSS"]}, {"hoards": ["C", "", ""]}, {"worth": {"G": 1, "J": 3, "K": 6}}, {"piles": []},
        *(
            {"piles": [{"cards": cards, "dragon": dragon}, *GOING_ON["piles"][1:]]}
            for cards, dragon in (("GC", 2), ("CG", 0), ("CG", None), ("CGG", 2))
        ),
    ],
)  # fmt: skip
def test_a_position_is_compared_in_every_field_and_piles_in_their_order(change: Json) -> None:
    told = plays(GOING_ON, GAME.Ruleset().readings(), 0)
    same = sat([*told.formulas(), told.position_is(0, {**GOING_ON, **change})])
    assert same.status is (Status.UNSAT if change else Status.SAT)
    assert told.play(sat(told.formulas()).model) == Play((), (), None)


def test_other_cards_than_the_model_knows_are_an_error() -> None:
    with pytest.raises(ValueError, match="no place"):
        plays({**GOING_ON, "hoards": ["X", "", ""]}, GAME.Ruleset().readings(), 0).formulas()
