"""Every clause of a game with what is about it, and how often it was exercised."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from properties.checking import all_properties
from properties.citations import Citation, citations
from properties.clauses import Clause, catalogue
from properties.mutants import mutants
from properties.vectors.manifest import shipped_vectors
from properties.verdicts import Grade, Verdict
from reports.html.report import Report
from solver.proving import theorems

_CLAUSE, _TIMES = "clause.", " times"


@dataclass(frozen=True)
class Covered:
    """A clause, by the ids of what is about it. exercised: how often, None where the report does not say.

    grade: that of the verdict on it, None where there is none.
    """

    clause: Clause
    code: tuple[Citation, ...]
    properties: tuple[str, ...]
    theorems: tuple[str, ...]
    mutants: tuple[str, ...]
    vectors: tuple[str, ...]
    exercised: int | None
    grade: Grade | None

    @property
    def gaps(self) -> list[str]:
        """What there is none of."""
        about = {name: getattr(self, name) for name in ("code", "properties", "mutants", "vectors")}
        return [name for name, those in about.items() if not those] + (["exercised"] if self.exercised == 0 else [])

    @property
    def stands_out(self) -> bool:
        """Whether there is more to be done about it."""
        return bool(self.gaps) or (self.grade is not None and not self.grade.holds)


def covered(report: Report, game: str) -> list[Covered]:
    """The clauses of a game in their order."""
    verdicts = {verdict.id.removeprefix(_CLAUSE): verdict for verdict in report.verdicts(game)}
    counts = _exercised(report, game, verdicts)
    code = citations(game)
    by = {
        "properties": _by_clause((each.id, each.clauses) for each in all_properties(game)),
        "theorems": _by_clause((name, each.clauses) for name, each in theorems(game).items()),
        "mutants": _by_clause((each.id, (each.clause,)) for each in mutants(game)),
        "vectors": _by_clause((each.id, each.clauses) for each in shipped_vectors(game).vectors),
    }
    return [
        Covered(
            clause=clause,
            code=code.get(key, ()),
            **{name: about.get(key, ()) for name, about in by.items()},
            exercised=counts.get(key),
            grade=verdicts[key].grade if key in verdicts else None,
        )
        for key, clause in catalogue(game).clauses.items()
    ]


def _by_clause(every: Iterable[tuple[str, Iterable[str]]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, clauses in every:
        for clause in clauses:
            found[clause] = (*found.get(clause, ()), name)
    return found


def _exercised(report: Report, game: str, verdicts: Mapping[str, Verdict]) -> dict[str, int]:
    """How often each clause was exercised: in a check by its footer, else by the verdict on it."""
    known, told = catalogue(game).clauses, report.footer_of(game).get("exercised")
    if isinstance(told, dict):
        return {key: int(told.get(key, 0)) for key in known}
    counts = {key: verdicts[key].evidence for key in known if key in verdicts}
    return {
        key: int(text.removesuffix(_TIMES).replace(",", "")) for key, text in counts.items() if text.endswith(_TIMES)
    }
