"""Proving many theorems: every query of each goes to every solver that is installed, each in a process of its own."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from properties.events import Event, Judged, Progressed, RunStarted
from properties.running import Result, Unit, run
from properties.verdicts import Verdict
from solver import solving
from solver.proving import Answers, judge, theorems
from solver.queries import EXPECTED, Part, Solver, ask, query
from solver.second import smtlib, solve
from solver.solving import Solution, Status
from solver.theorem import Theorem

Asked = tuple[str, str, Part]
"""A query: the game, the theorem, and which of the three it is."""

_SECONDS = {Solver.Z3: 0.15, Solver.CVC5: 0.3}  # for a query


@dataclass(frozen=True)
class Proof:
    """What came of a theorem about a game: the answers to its queries, and what they amount to.

    queries: as SMT-LIB.
    """

    game: str
    theorem: Theorem
    answers: Answers
    verdict: Verdict
    queries: Mapping[Part, str]

    def seconds(self, solver: Solver) -> float:
        """How long that solver took over all queries."""
        return sum(about[solver].seconds for about in self.answers.values() if solver in about)


def prove_all(
    wanted: Sequence[tuple[str, str]], rlimits: Mapping[Solver, int], workers: int, preload: tuple[str, ...]
) -> Generator[Event, None, list[Proof]]:
    """Proves theorems, each named by its game and its id, with so much work for each query of a solver.

    First z3 is asked about all, then the second solver, if it has a limit. On KeyboardInterrupt it ends with those
    theorems of which a solver has answered every query, by such answers.
    """
    asked = [(game, name, part) for game, name in wanted for part in Part]
    seconds = sum(len(asked) * _SECONDS[solver] for solver in rlimits)
    yield RunStarted("", 0, seconds)
    names = {_id(each, solver): each for each in asked for solver in rlimits}
    answers: dict[Asked, dict[Solver, Solution]] = {each: {} for each in asked}
    queries: dict[Asked, str] = {}
    try:
        first = [_unit(Solver.Z3, each, _first, rlimits[Solver.Z3]) for each in asked]
        for unit, result in run(first, workers, preload=preload):
            each = names[unit.id]
            if result is None:
                yield Progressed(unit.id, unit.seconds)
            elif isinstance(result, Result):  # which only an error gives
                answers[each][Solver.Z3] = _unknown(result)
            else:
                answers[each][Solver.Z3], queries[each] = result
        if Solver.CVC5 in rlimits:
            second = [_unit(Solver.CVC5, each, _second, queries.get(each, ""), rlimits[Solver.CVC5]) for each in asked]
            for unit, result in run(second, workers, preload=(*preload, "cvc5")):
                if result is None:
                    yield Progressed(unit.id, unit.seconds)
                else:
                    answers[names[unit.id]][Solver.CVC5] = _unknown(result) if isinstance(result, Result) else result
    except KeyboardInterrupt:
        pass
    proofs = []
    for game, name in wanted:
        about = {part: answers[game, name, part] for part in Part}
        done = [solver for solver in rlimits if all(solver in each for each in about.values())]
        if done:
            by_done = {part: {solver: each[solver] for solver in done} for part, each in about.items()}
            proofs.append(_proof(game, name, by_done, {part: queries.get((game, name, part), "") for part in Part}))
            yield Judged(proofs[-1].verdict)
    return proofs


def _id(asked: Asked, solver: Solver) -> str:
    return " ".join((*asked, solver))


def _unit(solver: Solver, asked: Asked, work: Any, *more: object) -> Unit:
    return Unit(_id(asked, solver), work, (asked, *more), _SECONDS[solver])


def _first(asked: Asked, rlimit: int) -> tuple[Solution, str]:
    """The answer of z3, and the query for others, which is put into formulas only once."""
    game, name, part = asked
    try:
        formulas = query(theorems(game)[name], part)
        return solving.solve(formulas, rlimit, want_model=part is not Part.PREMISES), smtlib(formulas, EXPECTED[part])
    except Exception as error:
        return Solution(Status.UNKNOWN, 0, f"{type(error).__name__}: {error}"), ""


def _second(asked: Asked, text: str, rlimit: int) -> Solution:
    """The answer of the second solver to a query. text: the query; "" where the first has not come to write it."""
    game, name, part = asked
    return solve(text, rlimit) if text else ask(theorems(game)[name], part, Solver.CVC5, rlimit)


def _unknown(result: Result) -> Solution:
    return Solution(Status.UNKNOWN, 0, result.verdicts[0].evidence)


def _proof(game: str, name: str, answers: Answers, queries: Mapping[Part, str]) -> Proof:
    theorem = theorems(game)[name]
    repeat = f"dragonproof prove --only {name} --game {game}"
    return Proof(game, theorem, answers, judge(theorem, answers, repeat), queries)
