"""Conformance vectors in words: what came of a check, and what there is."""

from collections import Counter
from collections.abc import Iterator, Sequence

from properties.clauses import catalogue
from properties.events import RunFinished
from properties.vectors.checking import STALE, WRONG
from properties.vectors.vector import Vectors
from properties.verdicts import ExitCode, Grade, Verdict
from reports.telling import wrapped
from reports.telling_check import tell_finding

_SHOWN = 10  # findings that are told in full


def tell_checked(verdicts: Sequence[Verdict], finished: RunFinished) -> str:
    """The report for a terminal: what was skipped and why, each difference, and how many there are."""
    lines = [] if finished.complete else ["The run was cut: this is what is known so far."]
    skipped = Counter(each.evidence for each in verdicts if each.grade is Grade.UNKNOWN)
    for reason, number in skipped.items():
        lines += wrapped("", f"{number:,} {reason}.")
    for note in finished.notes:
        lines += wrapped("", note)
    refuted = [each for each in verdicts if each.finding]
    for verdict in refuted[:_SHOWN]:
        lines += ["", *_tell(verdict)]
    if refuted[_SHOWN:]:
        lines += ["", *wrapped("", f"And {len(refuted) - _SHOWN:,} more: {_names(refuted[_SHOWN:])}.")]
    return "\n".join([*lines, *([""] if lines else []), _end(verdicts, finished, len(refuted))])


def _tell(verdict: Verdict) -> Iterator[str]:
    finding, game = verdict.finding, verdict.id.partition(".")[0]
    assert finding
    if verdict.sentence in (WRONG, STALE):
        yield f"{verdict.id}: {verdict.sentence}"
        yield from wrapped("  It should be    ", finding.expected)
        yield from wrapped("  It is           ", finding.got)
    else:
        yield from tell_finding(verdict, finding, catalogue(game))


def _names(verdicts: Sequence[Verdict]) -> str:
    return ", ".join(each.id.partition(".")[2] for each in verdicts)


def _end(verdicts: Sequence[Verdict], finished: RunFinished, refuted: int) -> str:
    asked = f"{finished.games:,} vectors, {finished.steps:,} steps"
    if refuted:
        return f"{refuted:,} of {len(verdicts):,} differ ({asked})."
    if finished.exit_code is ExitCode.HOLDS:
        return f"No difference ({asked})."
    return f"No difference so far, but not everything was asked ({asked})."


def tell_list(found: Sequence[Vectors]) -> str:
    """A line for each vector, and how many there are of each game."""
    lines = []
    for each in found:
        for vector in each.vectors:
            lines += wrapped(f"{each.game.NAME}  {vector.id}  ", ", ".join(vector.clauses))
    numbers = "; ".join(f"{each.game.NAME}: {len(each.vectors):,}" for each in found)
    return "\n".join([*lines, f"{numbers}."])
