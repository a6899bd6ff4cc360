"""Endgames: what the model allows is exactly what the engine reaches.

Of a position and all plays from it: each result of the engine (the last position and the outcome) is allowed, and with
all of them excluded the model is unsatisfiable. Where there are few, the results of the model are also counted by
themselves, without asking the engine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import z3

from properties.endgame import Endgame, Result
from properties.verdicts import Finding, Grade
from reference_engine.jsonform import canonical
from solver import load
from solver.endgame_findings import forbidden, told, unlike
from solver.plays import Json, Play, Plays, Values
from solver.solving import Solution, Status, solve, solve_all, solve_each
from solver.terms import Formula


@dataclass(frozen=True)
class Compared:
    """What came of a comparison: exhaustive, refuted or unknown, and the reason for that.

    engine, model: how many results each has; that of the model is None where it is not known. enumerated: whether
    these were counted by the model alone, else each of the engine's was asked about.
    """

    grade: Grade
    engine: int
    model: int | None = None
    enumerated: bool = False
    reason: str = ""
    finding: Finding | None = None


class Asked:
    """An endgame as formulas."""

    def __init__(self, endgame: Endgame) -> None:
        self.endgame = endgame
        game, ruleset = endgame.game, endgame.ruleset
        self._position_to_json = game.position_to_json
        self.plays: Plays = load(game.NAME, "plays").plays(
            game.position_to_json(endgame.start), ruleset.readings(), endgame.turns
        )
        self.formulas = list(self.plays.formulas())

    @cached_property
    def results(self) -> list[Formula]:
        """For each result of the engine that a play has it."""
        return [self.result(self._position_to_json(each.state), each.outcome) for each in self.endgame.results]

    def result(self, state: Json, outcome: Json | None) -> Formula:
        """The last position is that one, with that outcome if the game is over."""
        there = self.plays.position_is(self.plays.turns, state)
        return there if outcome is None else z3.And(there, self.plays.outcome_is(outcome))

    def alike(self, values: Values) -> Formula:
        """The result is the one of those values."""
        play = self.plays.play(values)
        return self.result(play.states[-1], play.outcome)

    def line(self, actions: Sequence[Json]) -> list[Formula]:
        """These actions are played, from the first turn on."""
        return [self.plays.action_is(turn, action) for turn, action in enumerate(actions)]

    def actions(self, result: Result) -> list[Json]:
        """A play of the engine that leads to that result."""
        return [self.endgame.game.action_to_json(action) for action in result.actions]


def compare(endgame: Endgame, rlimit: int, few: int) -> Compared:
    """Whether the model and the engine have the same results, with so much work for each query.

    few: up to how many results are counted by the model alone.
    """
    asked, engine = Asked(endgame), len(endgame.results)
    other = solve([*asked.formulas, *map(z3.Not, asked.results)], rlimit, want_model=True)
    if other.status is Status.SAT:
        return Compared(Grade.REFUTED, engine, finding=told(endgame, asked.plays.play(other.model)))
    if other.status is Status.UNKNOWN:
        return _unknown(engine, other)
    return _enumerate(asked, rlimit) if engine <= few else _ask_each(asked, rlimit)


def _unknown(engine: int, solution: Solution) -> Compared:
    return Compared(Grade.UNKNOWN, engine, reason=solution.reason or "no reason given")


def _enumerate(asked: Asked, rlimit: int) -> Compared:
    """The results of the model, one after the other, against those of the engine; it is known that these are all."""
    results, to_json, found = asked.endgame.results, asked.endgame.game.position_to_json, set[str]()
    for solution in islice(solve_all(asked.formulas, asked.alike, rlimit), len(results) + 1):
        if solution.status is Status.UNKNOWN:
            return _unknown(len(results), solution)
        if solution.status is Status.SAT:
            play = asked.plays.play(solution.model)
            found.add(canonical([play.states[-1], play.outcome]))
    for result in results:
        if canonical([to_json(result.state), result.outcome]) not in found:
            return Compared(Grade.REFUTED, len(results), len(found), True, finding=_refused(asked, result, rlimit))
    return Compared(Grade.EXHAUSTIVE, len(results), len(found), True)


def _ask_each(asked: Asked, rlimit: int) -> Compared:
    """Whether the model allows each result of the engine, by the play that leads to it."""
    results = asked.endgame.results
    cases = [
        [*asked.line(asked.actions(result)), formula] for result, formula in zip(results, asked.results, strict=True)
    ]
    for result, solution in zip(results, solve_each(asked.formulas, cases, rlimit), strict=True):
        if solution.status is Status.UNSAT:
            return Compared(Grade.REFUTED, len(results), finding=_refused(asked, result, rlimit))
        if solution.status is Status.UNKNOWN:
            return _unknown(len(results), solution)
    return Compared(Grade.EXHAUSTIVE, len(results), len(results))


def _refused(asked: Asked, result: Result, rlimit: int) -> Finding:
    """Where the model departs from the play by which the engine comes to a result."""
    endgame, actions = asked.endgame, asked.actions(result)
    state, known = endgame.start, list(asked.formulas)
    for turn, action in enumerate(result.actions):
        known.append(asked.plays.action_is(turn, actions[turn]))
        solution = solve(known, rlimit, want_model=True)
        if solution.status is Status.UNSAT:
            return forbidden(endgame, result.actions[: turn + 1])
        state = dict(endgame.after[state])[action]
        there = asked.plays.position_is(turn + 1, endgame.game.position_to_json(state))
        if solution.status is Status.SAT and solve([*known, there], rlimit).status is Status.UNSAT:
            return told(endgame, _first(asked.plays.play(solution.model), turn + 1))
        known.append(there)
    solution = solve(known, rlimit, want_model=True)
    if solution.status is Status.SAT:
        return told(endgame, asked.plays.play(solution.model))
    return unlike(endgame, result)


def _first(play: Play, turns: int) -> Play:
    """The first turns of a play."""
    outcome = play.outcome if len(play.actions) <= turns else None
    return Play(play.actions[:turns], play.states[:turns], outcome)
