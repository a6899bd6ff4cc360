"""State graphs in words: the counts of each box, how long its games are, and what they come to."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from properties.clauses import catalogue
from properties.verdicts import Grade, Verdict
from reference_engine.record import read_record
from reports.telling import printable, wrapped
from reports.telling_runs import tell_finding
from solver.counts import Counts
from solver.graphing import Survey

_OPEN = {Grade.UNKNOWN, Grade.VACUOUS}
_NEVER = "No game of the box comes to this edge: "


def tell_surveys(surveys: Sequence[Survey], verdicts: Sequence[Verdict], complete: bool) -> str:
    """The whole report for a terminal. verdicts: those of all surveys, in their order."""
    lines: list[str] = []
    waiting = iter(verdicts)
    for survey in surveys:
        lines += [*_tell(survey, [next(waiting) for _ in survey.verdicts]), ""]
    return "\n".join([*lines, *_tell_end(verdicts, complete)])


def _tell(survey: Survey, verdicts: Sequence[Verdict]) -> Iterator[str]:
    asked = survey.asked
    yield printable(f"{asked.game}, box {asked.box.name}, {asked.players} players")
    if survey.first:
        yield from _tell_counts(survey.first)
    few = [verdict for verdict in verdicts if ".sometimes." not in verdict.id or verdict.grade in _OPEN]
    for verdict in few:
        name = printable(verdict.id.removeprefix(f"graph.{asked.box.name}."))
        yield from wrapped(f"  {name:9}  {verdict.grade:10}  ", verdict.evidence)
    yield from _tell_sometimes(survey, [verdict for verdict in verdicts if ".sometimes." in verdict.id])
    for verdict in verdicts:
        if verdict.finding:
            yield ""
            yield from tell_finding(verdict, catalogue(asked.game))


def _tell_counts(counts: Counts) -> Iterator[str]:
    """How much there is, and how long it takes."""
    yield (
        f"  {counts.openings:,} openings, {counts.positions:,} positions, {counts.actions:,} actions, "
        f"{counts.endings:,} endings"
    )
    longest = "a play need not end" if counts.longest is None else f"the longest {counts.longest}"
    shortest = "no game ends" if counts.shortest is None else f"the shortest game has {_actions(counts.shortest)}"
    yield f"  {shortest}, {longest}; every position can be reached by {counts.depth} or fewer"
    yield f"  digest {counts.digest}"


def _actions(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"


def _tell_sometimes(survey: Survey, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The edges that games come to, with how many actions the shortest of these has; and those that none comes to."""
    reached, never = [], defaultdict(list)
    for verdict in verdicts:
        edge = verdict.id.partition(".sometimes.")[2]
        if verdict.id in survey.records:
            reached.append(f"{edge} {len(read_record(survey.records[verdict.id].encode()).steps)}")
        elif verdict.grade is Grade.EXHAUSTIVE:
            never[verdict.sentence.removeprefix(_NEVER)].append(edge)
    if reached:
        yield f"  {len(reached)} of {len(verdicts) + len(survey.unreached)} edges reached, after so many actions:"
        yield from _listed(reached)
    if never:
        yield "  No game comes to:"
        for reason, edges in never.items():
            yield from _listed([*edges[:-1], f"{edges[-1]}: {reason}"])
    if survey.unreached:
        yield "  Not reached, and nobody has said whether it could be:"
        yield from _listed(survey.unreached)


def _listed(texts: Sequence[str]) -> list[str]:
    return wrapped("    ", ", ".join(texts))


def _tell_end(verdicts: Sequence[Verdict], complete: bool) -> Iterator[str]:
    refuted = sum(verdict.grade is Grade.REFUTED for verdict in verdicts)
    still_open = sum(verdict.grade in _OPEN for verdict in verdicts)
    if not complete:
        yield "Not all positions were explored: this is what is known so far."
    if refuted or still_open:
        yield f"{refuted} refuted, {still_open} open, of {len(verdicts)}."
    else:
        yield f"All {len(verdicts)} hold."
