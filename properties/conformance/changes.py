"""A run beside its baseline: what is known does not count, and what is no longer so has to be taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from properties.conformance.baseline import PREFIX, SUBJECTS, Baseline, Entry
from properties.conformance.judging import allowed
from properties.verdicts import Grade, Verdict
from reference_engine.jsonform import Json

FIXED = "This is no longer so: take it out of the baseline."
_OPEN = "What is known is still so, or no longer."


@dataclass(frozen=True)
class Run:
    """What a run has looked at.

    readings: those that are followed without saying so, for each subject the changes that nothing tells apart.
    complete: whether it came to its end. narrowed: whether it was asked about a part only. allowed: the skips that
    were asked for beside the baseline.
    """

    readings: Mapping[str, Sequence[Mapping[str, str]]]
    complete: bool
    narrowed: bool
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Beside:
    """A run beside its baseline.

    verdicts: also on entries that were not met. notes, more: as those of `RunFinished`.
    """

    verdicts: list[Verdict]
    notes: tuple[str, ...]
    more: Json


def beside(baseline: Baseline | None, verdicts: Sequence[Verdict], run: Run) -> Beside:
    """The verdicts of a run with what is known marked, and with one more for each entry that was not met.

    An entry that was not met is gone where the run has looked there to the end and found nothing new, which could
    hide it; else that is unknown. What is flaky and did not flicker is only noted.
    """
    if baseline is None:
        return Beside(list(verdicts), (), {})
    met = {verdict.id: _met(baseline, verdict, run) for verdict in verdicts}
    told = [_marked(verdict, met[verdict.id]) for verdict in verdicts]
    seen = {entry for entries in met.values() for entry in entries} | _asked_for(baseline, run)
    states: dict[str, list[str]] = {"met": [], "fixed": [], "unknown": [], "quiet": []}
    added: list[Verdict] = []
    for entry in baseline.entries:
        if entry in seen or entry.section == "flaky":
            states["met" if entry in seen else "quiet"].append(entry.name)
            continue
        why = _not_looked(entry, told, run)
        states["unknown" if why else "fixed"].append(entry.name)
        sentence, grade = (_OPEN, Grade.UNKNOWN) if why else (FIXED, Grade.REFUTED)
        added.append(Verdict(f"{PREFIX}{entry.name}", sentence, grade, why or _evidence(entry, told), None))
    quiet = ", ".join(name.removeprefix("flaky.") for name in states["quiet"])
    notes = (f"Quarantined as flaky, and did not flicker in this run: {quiet}.",) if quiet else ()
    return Beside([*told, *added], (*(f"Note: {note}." for note in baseline.notes), *notes), {"baseline": states})


def _met(baseline: Baseline, verdict: Verdict, run: Run) -> tuple[Entry, ...]:
    """The entries that a verdict is about."""
    if verdict.id in SUBJECTS:
        accepted = baseline.of("readings")
        for change in run.readings.get(verdict.id.removeprefix("readings."), ()):
            if all(reading in accepted and accepted[reading].value == value for reading, value in change.items()):
                return tuple(accepted[reading] for reading in change)
        return ()
    if verdict.skipped:
        return tuple(entry for reason, entry in baseline.of("skips").items() if allowed(verdict.skipped, [reason]))
    if verdict.grade is Grade.REFUTED and verdict.id in baseline.differences:
        return ({**baseline.of("known"), **baseline.of("flaky")}[verdict.id],)
    return ()


def _marked(verdict: Verdict, entries: Sequence[Entry]) -> Verdict:
    if not entries or verdict.grade is Grade.SAMPLED:
        return verdict
    return replace(verdict, known=entries[0].known)


def _asked_for(baseline: Baseline, run: Run) -> set[Entry]:
    """The skips of the baseline that are allowed beside it as well, so that no verdict tells of them."""
    return {
        entry
        for reason, entry in baseline.of("skips").items()
        if allowed(reason, run.allowed) or any(allowed(each, [reason]) for each in run.allowed)
    }


def _evidence(entry: Entry, told: Sequence[Verdict]) -> str:
    """How much was looked at where an entry was not met."""
    return next((f"not met; looked at: {verdict.evidence}" for verdict in told if verdict.id == entry.id), "not met")


def _not_looked(entry: Entry, told: Sequence[Verdict], run: Run) -> str:
    """Why it is not known whether an entry that was not met is gone; "" where it is."""
    left = {verdict.grade for verdict in told if not verdict.known}
    if not run.complete:
        return "the run was cut"
    if Grade.REFUTED in left:
        return "something new was found, which may hide it"
    if entry.section == "known":
        looked = any(verdict.id == entry.id and verdict.grade is Grade.SAMPLED for verdict in told)
        return "" if looked else "nothing in this run could show it"
    if run.narrowed:
        return "the run was asked about a part only"
    return "not everything could be seen in this run" if left & {Grade.UNKNOWN, Grade.VACUOUS} or not told else ""
