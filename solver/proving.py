"""Proving theorems: what z3 has to answer before one counts as proved."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import z3

from properties.verdicts import Finding, Grade, Verdict
from solver import load
from solver.solving import Solution, Status, solve, version
from solver.theorem import Statement, Theorem

RLIMIT = 50_000_000  # per query; the theorems in here take a sixth of it at most


@dataclass(frozen=True)
class _Judgement:
    grade: Grade
    evidence: str
    finding: Finding | None = None


def theorems(game: str) -> Mapping[str, Theorem]:
    """Every theorem about a game, by id. Raises `UnknownGame`."""
    return cast(Mapping[str, Theorem], load(game, "theorems").THEOREMS)


def prove_named(game: str, name: str, rlimit: int = RLIMIT) -> Verdict:
    """`prove` for a theorem by its id: for worker processes, since texts and verdicts travel.

    Raises `UnknownGame`, and `KeyError` for an id that does not exist.
    """
    return prove(theorems(game)[name], rlimit, f"dragonproof verify --only theorem.{name} --game {game}")


def prove(theorem: Theorem, rlimit: int = RLIMIT, repeat: str = "") -> Verdict:
    """Whether the theorem holds.

    Proved: the premises can hold, they cannot hold without the goal, and the broken variant fails.
    Refuted: the goal can fail. Vacuous: the premises cannot hold, or the broken variant holds as well.
    Unknown: z3 gave up, at `rlimit` for one query or for another reason, or something was raised.
    """
    start = time.perf_counter()
    try:
        judgement = _judge(theorem, rlimit, repeat)
    except Exception as error:
        judgement = _Judgement(Grade.UNKNOWN, f"{type(error).__name__}: {error}")
    seconds = round(time.perf_counter() - start, 3)
    return Verdict(
        f"theorem.{theorem.id}", theorem.sentence, judgement.grade, judgement.evidence, seconds, judgement.finding
    )


def _judge(theorem: Theorem, rlimit: int, repeat: str) -> _Judgement:
    premises, goal = theorem.state(z3.Context())
    possible = solve(premises, rlimit)
    if possible.status is Status.UNSAT:
        return _Judgement(Grade.VACUOUS, "the premises contradict each other")
    if possible.status is Status.UNKNOWN:
        return _unknown("the premises", possible)

    failing = _fails(Statement(premises, goal), rlimit)
    if failing.status is Status.SAT:
        return _Judgement(Grade.REFUTED, f"{theorem.bounds}; {version()}", _finding(theorem, failing, repeat))
    if failing.status is Status.UNKNOWN:
        return _unknown("the theorem", failing)

    broken = _fails(theorem.broken.state(z3.Context()), rlimit)
    if broken.status is Status.UNSAT:
        return _Judgement(Grade.VACUOUS, f"it says nothing, since it also holds if {theorem.broken.change}")
    if broken.status is Status.UNKNOWN:
        return _unknown(f"the variant in which {theorem.broken.change}", broken)
    return _Judgement(Grade.PROVED, f"{theorem.bounds}; {version()}, rlimit used {failing.used:,}")


def _fails(statement: Statement, rlimit: int) -> Solution:
    return solve([*statement.premises, z3.Not(statement.goal)], rlimit, want_model=True)


def _unknown(asked: str, solution: Solution) -> _Judgement:
    return _Judgement(Grade.UNKNOWN, f"{asked}: {version()} gave up ({solution.reason}), rlimit used {solution.used:,}")


def _finding(theorem: Theorem, failing: Solution, repeat: str) -> Finding:
    return Finding(
        clauses=theorem.clauses,
        board=theorem.bounds,
        action="",
        expected=theorem.sentence,
        got=f"it fails for {_shown(failing.model)}",
        repeat=repeat,
    )


def _shown(model: Mapping[str, int | bool | str]) -> str:
    """The variables with their values; name_0, name_1, ... as one row, and of single truths those that are true."""
    rows: dict[str, dict[int, int | bool | str]] = {}
    single = []
    for name, value in model.items():
        row, _, index = name.rpartition("_")
        if row and index.isdecimal():
            rows.setdefault(row, {})[int(index)] = value
        elif value is not False:
            single.append(name if value is True else f"{name} = {value}")
    shown = [f"{row} = {' '.join(str(values[index]) for index in sorted(values))}" for row, values in rows.items()]
    return "; ".join([*single, *shown])
