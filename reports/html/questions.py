"""The verdicts of a report that are no clauses: theorems with who has proved them, and all else that was asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from properties.clauses import catalogue
from properties.verdicts import Verdict
from reports.html.report import Report
from solver.proving import theorems

_THEOREM, _EDGE, _CLAUSE = "theorem.", "edge.", "clause."


@dataclass(frozen=True)
class Proved:
    """A theorem. by: the solvers that have proved it. times: for each solver the seconds of all its queries."""

    verdict: Verdict
    clauses: tuple[str, ...]
    bounds: str
    ruleset: str
    by: tuple[str, ...]
    times: tuple[tuple[str, float], ...]

    @property
    def family(self) -> str:
        """The first word of its name."""
        return self.verdict.id.removeprefix(_THEOREM).partition(".")[0]


@dataclass(frozen=True)
class Questions:
    """What a report says of a game beside its clauses. edges: rare situations, and how often they were met."""

    theorems: Sequence[Proved]
    edges: Sequence[Verdict]
    others: Sequence[Verdict]


def questions(report: Report, game: str) -> Questions:
    """The verdicts about a game, sorted."""
    clauses = catalogue(game).clauses
    lines = [line for line in report.lines if line.get("game", game) == game]
    every = list(zip(report.verdicts(game), lines, strict=True))
    return Questions(
        theorems=[_proved(game, verdict, line) for verdict, line in every if verdict.id.startswith(_THEOREM)],
        edges=[verdict for verdict, _ in every if verdict.id.startswith(_EDGE)],
        others=[
            verdict
            for verdict, _ in every
            if not verdict.id.startswith((_THEOREM, _EDGE, _CLAUSE)) and verdict.id not in clauses
        ],
    )


def _proved(game: str, verdict: Verdict, line: dict[str, object]) -> Proved:
    """A theorem with what the line has, or else the solver's own list."""
    known = theorems(game).get(verdict.id.removeprefix(_THEOREM))
    ruleset = dict(known.ruleset) if known else {}
    by, solvers = line.get("proved_by", ()), line.get("solvers", {})
    times = {
        solver: sum(part["seconds"] for part in parts.values())
        for solver, parts in (solvers.items() if isinstance(solvers, dict) else ())
    }
    return Proved(
        verdict=verdict,
        clauses=known.clauses if known else (),
        bounds=known.bounds if known else "",
        ruleset=", ".join(f"{key}={value}" for key, value in ruleset.items()) or "every ruleset",
        by=tuple(by) if isinstance(by, list) else (),
        times=tuple(times.items()) or ((("z3", verdict.seconds or 0.0),)),
    )
