"""Proving many theorems: every query of each goes to every solver that is installed, each in a process of its own."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from properties.events import Event, Judged, Progressed, RunStarted
from properties.running import Result, Unit, run
from properties.verdicts import Verdict
from solver.proving import Answers, judge, theorems
from solver.queries import Part, Solver, ask, smtlib
from solver.solving import Solution, Status
from solver.theorem import Theorem

_SECONDS = {Solver.Z3: 0.15, Solver.CVC5: 0.3}  # for a query


@dataclass(frozen=True)
class Proof:
    """What came of a theorem about a game: the answers to its queries, and what they amount to.

    queries: as SMT-LIB, if they are asked for.
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
    wanted: Sequence[tuple[str, str]],
    rlimits: Mapping[Solver, int],
    workers: int,
    preload: tuple[str, ...],
    queries: bool = False,
) -> Generator[Event, None, list[Proof]]:
    """Proves theorems, each named by its game and its id, with so much work for each query of a solver.

    queries: whether these are wanted, too.
    On KeyboardInterrupt it ends with the proofs that are whole.
    """
    units = [
        Unit(f"{game} {name} {part} {solver}", _ask, (game, name, part, solver, rlimit), _SECONDS[solver])
        for game, name in wanted
        for part in Part
        for solver, rlimit in rlimits.items()
    ]
    texts = [
        Unit(f"{game} {name} {part} query", _query, (game, name, part), _SECONDS[Solver.Z3])
        for game, name in wanted
        for part in Part
        if queries
    ]
    yield RunStarted("", 0, sum(unit.seconds for unit in (*units, *texts)))
    solved: dict[str, Solution] = {}
    written: dict[str, str] = {}
    try:
        for unit, result in run([*units, *texts], workers, preload=preload):
            if result is None:
                yield Progressed(unit.id, unit.seconds)
            elif isinstance(result, str):
                written[unit.id] = result
            elif isinstance(result, Result):  # which only an error gives
                solved[unit.id] = Solution(Status.UNKNOWN, 0, result.verdicts[0].evidence)
            else:
                solved[unit.id] = result
    except KeyboardInterrupt:
        pass
    proofs = []
    for game, name in wanted:
        ids = {part: {solver: f"{game} {name} {part} {solver}" for solver in rlimits} for part in Part}
        if all(each in solved for about in ids.values() for each in about.values()):
            answers = {part: {solver: solved[each] for solver, each in about.items()} for part, about in ids.items()}
            texts_of = {part: written[key] for part in Part if (key := f"{game} {name} {part} query") in written}
            proofs.append(_proof(game, name, answers, texts_of))
            yield Judged(proofs[-1].verdict)
    return proofs


def _query(game: str, name: str, part: Part) -> str:
    return smtlib(theorems(game)[name], part)


def _ask(game: str, name: str, part: Part, solver: Solver, rlimit: int) -> Solution:
    return ask(theorems(game)[name], part, solver, rlimit)


def _proof(game: str, name: str, answers: Answers, queries: Mapping[Part, str]) -> Proof:
    theorem = theorems(game)[name]
    repeat = f"dragonproof prove --only {name} --game {game}"
    return Proof(game, theorem, answers, judge(theorem, answers, repeat), queries)
