"""Proving many theorems: every query of each goes to every solver that is installed, each in a process of its own."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from properties.events import Event, Judged, Progressed, RunStarted
from properties.running import Result, Unit, run
from properties.verdicts import Verdict
from solver import second
from solver.proving import Answers, judge, modules, theorems
from solver.queries import EXPECTED, Part, Solver, query, smtlib, solve
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

    rlimits: in the order in which the solvers are asked, each about everything. On KeyboardInterrupt it ends with those
    theorems of which a solver has answered every query, by such answers.
    """
    asked = [(game, name, part) for game, name in wanted for part in Part]
    seconds = sum(len(asked) * _SECONDS[solver] for solver in rlimits)
    yield RunStarted("", 0, seconds)
    names = {_id(each, solver): each for each in asked for solver in rlimits}
    answers: dict[Asked, dict[Solver, Solution]] = {each: {} for each in asked}
    queries = dict.fromkeys(asked, "")
    shared = (*preload, *modules(game for game, _ in wanted))
    try:
        for solver, rlimit in rlimits.items():
            units = [
                Unit(_id(each, solver), _ask, (each, solver, queries[each], rlimit), _SECONDS[solver]) for each in asked
            ]
            for unit, result in run(units, workers, preload=shared):
                each = names[unit.id]
                if result is None:
                    yield Progressed(unit.id, unit.seconds)
                elif isinstance(result, Result):  # which only an error gives
                    answers[each][solver] = Solution(Status.UNKNOWN, 0, result.verdicts[0].evidence)
                else:
                    answers[each][solver], queries[each] = result
    except KeyboardInterrupt:
        pass
    proofs = []
    for game, name in wanted:
        about = {part: answers[game, name, part] for part in Part}
        done = [solver for solver in rlimits if all(solver in each for each in about.values())]
        if done:
            by_done = {part: {solver: each[solver] for solver in done} for part, each in about.items()}
            proofs.append(_proof(game, name, by_done, {part: queries[game, name, part] for part in Part}))
            yield Judged(proofs[-1].verdict)
    return proofs


def _id(asked: Asked, solver: Solver) -> str:
    return " ".join((*asked, solver))


def _ask(asked: Asked, solver: Solver, text: str, rlimit: int) -> tuple[Solution, str]:
    """The answer of a solver, and the query as SMT-LIB. text: that query; "" where nobody has written it yet."""
    game, name, part = asked
    theorem = theorems(game)[name]
    if solver is Solver.CVC5:
        text = text or smtlib(theorem, part)
        return second.solve(text, rlimit), text
    formulas = query(theorem, part)  # once for both, since that takes longer than many an answer
    return solve(formulas, part, rlimit), second.smtlib(formulas, EXPECTED[part])


def _proof(game: str, name: str, answers: Answers, queries: Mapping[Part, str]) -> Proof:
    theorem = theorems(game)[name]
    repeat = f"dragonproof prove --only {name} --game {game}"
    return Proof(game, theorem, answers, judge(theorem, answers, repeat), queries)
