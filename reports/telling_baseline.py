"""What a baseline says of a run, in words: what is known, what is quarantined, and what is no longer so."""

from collections.abc import Iterator, Sequence

from properties.conformance.baseline import PREFIX
from properties.verdicts import Grade, Verdict
from reports.telling import wrapped

_HEADINGS = {
    "known": "Known to differ:",
    "readings": "Readings that are accepted:",
    "skips": "Known to be skipped:",
    "flaky": "Quarantined as flaky:",
}


def is_of_baseline(verdict: Verdict) -> bool:
    """Whether a verdict is about an entry of a baseline that was not met."""
    return verdict.id.startswith(PREFIX)


def tell_known(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What does not count, by what it is, and then the entries that were not met."""
    for section, heading in _HEADINGS.items():
        told = [verdict for verdict in verdicts if verdict.known and verdict.known.section == section]
        yield from ("", heading) if told else ()
        for verdict in told:
            yield from wrapped("  ", f"{verdict.id}: {verdict.evidence if section == 'skips' else verdict.sentence}")
            yield from _reason(verdict)
    rest = [verdict for verdict in verdicts if is_of_baseline(verdict)]
    for grade, heading in ((Grade.REFUTED, "No longer so, take it out"), (Grade.UNKNOWN, "Not looked at")):
        entries = [verdict for verdict in rest if verdict.grade is grade]
        yield from ("", f"{heading} (baseline):") if entries else ()
        for verdict in entries:
            yield from wrapped("  ", f"{verdict.id.removeprefix(PREFIX)}: {verdict.evidence}")


def _reason(verdict: Verdict) -> Iterator[str]:
    assert verdict.known
    link = f" ({verdict.known.link})" if verdict.known.link else ""
    yield from wrapped("    because ", f"{verdict.known.reason}{link}")
