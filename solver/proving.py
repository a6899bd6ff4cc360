"""Proving theorems: what the solvers have to answer before one counts as proved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from properties.verdicts import Finding, Grade, Verdict
from solver import load
from solver.queries import RLIMIT, Part, Solver, ask, smtlib
from solver.solving import Solution, Status
from solver.theorem import Theorem

Answers = Mapping[Part, Mapping[Solver, Solution]]
"""For each query what each solver that was asked has answered, that asked first before the other."""

_NONE = Solution(Status.UNKNOWN, 0)


@dataclass(frozen=True)
class _Judgement:
    grade: Grade
    evidence: str
    finding: Finding | None = None


def theorems(game: str) -> Mapping[str, Theorem]:
    """Every theorem about a game, by id. Raises `UnknownGame`."""
    return cast(Mapping[str, Theorem], load(game, "theorems").THEOREMS)


def modules(games: Iterable[str]) -> tuple[str, ...]:
    """The modules that processes which prove theorems about these games should share: it takes long to load them."""
    return tuple(load(game, "theorems").__name__ for game in sorted(set(games)))


def prove_named(game: str, name: str, rlimit: int = RLIMIT[Solver.Z3]) -> Verdict:
    """`prove` for a theorem by its id: for worker processes, since texts and verdicts travel.

    Raises `UnknownGame`, and `KeyError` for an id that does not exist.
    """
    return prove(theorems(game)[name], rlimit, f"dragonproof verify --only theorem.{name} --game {game}")


def prove(theorem: Theorem, rlimit: int = RLIMIT[Solver.Z3], repeat: str = "") -> Verdict:
    """Whether the theorem holds, by z3 alone, with at most so much work for each query."""
    return judge(theorem, {part: {Solver.Z3: ask(theorem, part, rlimit)} for part in Part}, repeat)


def judge(theorem: Theorem, answers: Answers, repeat: str) -> Verdict:
    """What these answers amount to.

    Proved: the premises can hold, they cannot hold without the goal, and the broken variant fails.
    Refuted: the goal can fail; or the solvers contradict each other, then the finding has the query.
    Vacuous: the premises cannot hold, or the broken variant holds as well.
    Unknown: no solver knows, each for the reason that it gives.
    """
    judged = _contradiction(theorem, answers, repeat) or _judge(theorem, answers, repeat)
    seconds = round(sum(each.seconds for about in answers.values() for each in about.values()), 3)
    return Verdict(f"theorem.{theorem.id}", theorem.sentence, judged.grade, judged.evidence, seconds, judged.finding)


def proved_by(answers: Answers) -> tuple[Solver, ...]:
    """The solvers that have an answer to every query."""
    return tuple(solver for solver in Solver if not _gave_up(solver, answers))


def _contradiction(theorem: Theorem, answers: Answers, repeat: str) -> _Judgement | None:
    """Where one solver says that formulas can hold at once and the other that they cannot."""
    for part, about in answers.items():
        if {Status.SAT, Status.UNSAT} <= {each.status for each in about.values()}:
            finding = Finding(
                clauses=theorem.clauses,
                board=theorem.bounds,
                action="",
                expected="the same answer from every solver",
                got=", ".join(f"{each.status} from {solver.version}" for solver, each in about.items()),
                repeat=repeat,
                query=smtlib(theorem, part),
            )
            return _Judgement(Grade.REFUTED, f"{_name(theorem, part)}: the solvers contradict each other", finding)
    return None


def _judge(theorem: Theorem, answers: Answers, repeat: str) -> _Judgement:
    for part in Part:
        solver, solution = _first(answers[part])
        if solution.status is Status.UNKNOWN:
            reasons = (_told(solver, each) for solver, each in answers[part].items())
            return _Judgement(Grade.UNKNOWN, f"{_name(theorem, part)}: {'; '.join(reasons)}")
        if part is Part.PREMISES and solution.status is Status.UNSAT:
            return _Judgement(Grade.VACUOUS, "the premises contradict each other")
        if part is Part.THEOREM and solution.status is Status.SAT:
            finding = _finding(theorem, solution, repeat)
            return _Judgement(Grade.REFUTED, f"{theorem.bounds}; {solver.version}", finding)
        if part is Part.BROKEN and solution.status is Status.UNSAT:
            return _Judgement(Grade.VACUOUS, f"it says nothing, since it also holds if {theorem.broken.change}")
    return _Judgement(Grade.PROVED, f"{theorem.bounds}; {_proof(theorem, answers)}")


def _first(about: Mapping[Solver, Solution]) -> tuple[Solver, Solution]:
    """The first answer that is not unknown, if there is one."""
    known = [each for each in about.items() if each[1].status is not Status.UNKNOWN]
    return (known or list(about.items()))[0]


def _proof(theorem: Theorem, answers: Answers) -> str:
    """Who has proved it with how much work, and where others gave up."""
    told = []
    for solver in answers[Part.THEOREM]:
        if lost := _gave_up(solver, answers):
            told.append(f"{_name(theorem, lost[0])}: {_told(solver, answers[lost[0]][solver])}")
        else:
            told.append(f"{solver.version}, rlimit used {answers[Part.THEOREM][solver].used:,}")
    return "; ".join(told)


def _gave_up(solver: Solver, answers: Answers) -> list[Part]:
    """The queries to which that solver has no answer."""
    return [part for part in Part if answers[part].get(solver, _NONE).status is Status.UNKNOWN]


def _told(solver: Solver, solution: Solution) -> str:
    return f"{solver.version} gave up ({solution.reason}), rlimit used {solution.used:,}"


def _name(theorem: Theorem, part: Part) -> str:
    match part:
        case Part.PREMISES:
            return "the premises"
        case Part.THEOREM:
            return "the theorem"
        case Part.BROKEN:
            return f"the variant in which {theorem.broken.change}"


def _finding(theorem: Theorem, failing: Solution, repeat: str) -> Finding:
    return Finding(
        clauses=theorem.clauses,
        board=theorem.bounds,
        action="",
        expected=theorem.sentence,
        got=f"it fails for {shown(failing.model)}" if failing.model else "it fails, without an example",
        repeat=repeat,
    )


def shown(model: Mapping[str, int | bool | str]) -> str:
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
