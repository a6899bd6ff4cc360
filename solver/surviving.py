"""Which theorems survive another reading, and which fall.

A theorem is about every ruleset with certain values. Here the same sentence is asked about rulesets in which one of
these values is another: it survives if it is proved there, too, and falls if there is a case in which it does not hold.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

import z3

from properties.events import Event, Progressed, RunStarted
from properties.running import Result, Unit, run
from properties.verdicts import Grade, Verdict
from solver import load, second, solving
from solver.proving import modules, shown, theorems
from solver.queries import Solver
from solver.solving import Solution, Status

_SECONDS = 0.6  # for a pair


class Fate(StrEnum):
    """What becomes of a theorem under another value."""

    SURVIVES = "survives"
    FALLS = "falls"
    VACUOUS = "vacuous"  # its premises cannot hold there
    UNKNOWN = "unknown"
    CONTRADICTED = "contradicted"  # the solvers do not agree


_GRADES = {Fate.VACUOUS: Grade.VACUOUS, Fate.UNKNOWN: Grade.UNKNOWN, Fate.CONTRADICTED: Grade.REFUTED}
_FATES = {Status.UNSAT: Fate.SURVIVES, Status.SAT: Fate.FALLS, Status.UNKNOWN: Fate.UNKNOWN}


@dataclass(frozen=True)
class Pair:
    """A theorem about a game, and another value of a reading that it names."""

    game: str
    theorem: str
    reading: str
    value: str


@dataclass(frozen=True)
class Survival:
    """What came of a pair. by: the solvers that say so. evidence: a case in which it falls, or why nobody knows."""

    pair: Pair
    fate: Fate
    by: tuple[Solver, ...]
    evidence: str

    @property
    def verdict(self) -> Verdict:
        """Whether it is known what becomes of it there: proved if it survives, and by a case if it falls."""
        pair = self.pair
        return Verdict(
            id=f"readings.{pair.theorem}.{pair.reading}={pair.value}",
            sentence=f"Whether {pair.theorem} holds under {pair.reading}={pair.value}, too, is known.",
            grade=_GRADES.get(self.fate, Grade.PROVED),
            evidence=self.evidence,
            seconds=None,
        )


def pairs(game: str, names: Sequence[str]) -> list[Pair]:
    """Every theorem of those names with every other value of the readings in its ruleset, by reading and value.

    Sentences that are about their own values only are left out.
    """
    known = cast(Mapping[str, tuple[str, ...]], load(game, "theorems").READINGS)
    found = [
        Pair(game, name, reading, value)
        for name in names
        if theorems(game)[name].restated
        for reading, own in theorems(game)[name].ruleset.items()
        for value in known.get(reading, ())
        if value != own
    ]
    order = {reading: place for place, reading in enumerate(known)}
    return sorted(found, key=lambda pair: (order[pair.reading], known[pair.reading].index(pair.value)))


def survive_all(
    asked: Sequence[Pair], rlimits: Mapping[Solver, int], workers: int, preload: tuple[str, ...]
) -> Generator[Event, None, list[Survival]]:
    """What becomes of each pair, in their order; of those not reached on KeyboardInterrupt, nothing."""
    yield RunStarted("", 0, len(asked) * _SECONDS)
    units = [Unit(str(index), survive, (pair, dict(rlimits)), _SECONDS) for index, pair in enumerate(asked)]
    found: dict[int, Survival] = {}
    shared = (*preload, *modules(pair.game for pair in asked))
    try:
        for unit, result in run(units, workers, preload=shared):
            index = int(unit.id)
            if result is None:
                yield Progressed(unit.id, unit.seconds)
            elif isinstance(result, Result):  # which only an error gives
                found[index] = Survival(asked[index], Fate.UNKNOWN, (), result.verdicts[0].evidence)
            else:
                found[index] = result
    except KeyboardInterrupt:
        pass
    return [found[index] for index in sorted(found)]


def survive(pair: Pair, rlimits: Mapping[Solver, int]) -> Survival:
    """What becomes of the theorem, each query with at most so much work of each solver."""
    theorem = theorems(pair.game)[pair.theorem]
    assert theorem.restated
    state = theorem.restated({**theorem.ruleset, pair.reading: pair.value})
    premises, goal = state(z3.Context())
    if solving.solve(premises, rlimits[Solver.Z3]).status is Status.UNSAT:
        return Survival(pair, Fate.VACUOUS, (Solver.Z3,), "its premises cannot hold")
    failing = [*premises, z3.Not(goal)]
    answers = {Solver.Z3: solving.solve(failing, rlimits[Solver.Z3], want_model=True)}
    if Solver.CVC5 in rlimits:
        query = second.smtlib(failing, answers[Solver.Z3].status)
        answers[Solver.CVC5] = second.solve(query, rlimits[Solver.CVC5])
    return _survival(pair, answers)


def _survival(pair: Pair, answers: Mapping[Solver, Solution]) -> Survival:
    known = {solver: each for solver, each in answers.items() if each.status is not Status.UNKNOWN}
    said = {each.status for each in known.values()}
    if len(said) > 1:
        told = ", ".join(f"{each.status} by {solver.version}" for solver, each in known.items())
        return Survival(pair, Fate.CONTRADICTED, tuple(known), told)
    if not known:
        reasons = "; ".join(f"{solver.version} gave up ({each.reason})" for solver, each in answers.items())
        return Survival(pair, Fate.UNKNOWN, (), reasons)
    (status,) = said
    models = [each.model for each in known.values() if each.model]
    return Survival(pair, _FATES[status], tuple(known), f"for {shown(models[0])}" if models else "")
