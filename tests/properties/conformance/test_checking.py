"""A check that is cut off loses nothing that it has seen."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from properties.conformance import checking
from properties.conformance.asking import Counts
from properties.conformance.faults import Fault, Seen
from properties.conformance.findings import Found, as_seen
from properties.conformance.harness import Driven
from properties.conformance.program import Limits
from properties.conformance.working import Order, Report
from properties.events import Judged, RunFinished
from properties.running import Unit
from properties.verdicts import ExitCode, Verdict
from tests.properties.conformance.campaigns import GAME, campaign, mutated

ORDER = Order(GAME.NAME, GAME.BOXES["full"], ("program",), {}, "any", 0, Limits(), seconds=60.0)


def faults() -> list[Fault | Seen]:
    """What a campaign tells of a program with one fault."""
    asking = campaign(mutated("draw-bottom-card"))
    return [each for each in asking.run(range(3), lambda: False) if isinstance(each, Fault | Seen)]


def small(fault: Fault) -> Found:
    return Found(fault.key, "made small", as_seen(fault).finding)


def test_a_fault_is_told_as_it_was_seen_before_it_is_made_small() -> None:
    seen, fault = faults()
    assert isinstance(seen, Seen)
    assert isinstance(fault, Fault)
    assert seen.fault.key == fault.key == "V-DRAW-1"
    assert len(seen.fault.case.actions) > len(fault.case.actions)
    told = as_seen(seen.fault)
    assert ("seen once", "the check was ended before it could be made small and asked for again") in told.finding.notes
    assert told.finding.record.count('"action"') == len(seen.fault.case.actions)


def interrupted(reports: Sequence[Report], monkeypatch: pytest.MonkeyPatch) -> tuple[list[Verdict], RunFinished]:
    """The refuted verdicts of a check that is interrupted after a worker's reports."""

    def run(units: Sequence[Unit], *_: object, **__: object) -> Iterator[tuple[Unit, Any]]:
        for report in reports:
            yield units[0], report

    monkeypatch.setattr(checking, "run", run)
    driven = Driven(
        {"name": "x", "version": "1", "language": "y", "capabilities": []}, GAME.Ruleset.from_readings({}), "any", ()
    )
    events = checking.check(ORDER, driven, 1)
    next(events)
    for _ in reports:
        next(events)
    told = [events.throw(KeyboardInterrupt()), *events]
    refuted = [each.verdict for each in told if isinstance(each, Judged) and each.verdict.finding]
    (finished,) = (each for each in told if isinstance(each, RunFinished))
    return refuted, finished


def test_a_fault_that_is_being_made_small_is_told_when_the_check_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen, fault = faults()
    assert isinstance(seen, Seen)
    assert isinstance(fault, Fault)
    as_it_was = Report(Counts(), seen=as_seen(seen.fault))
    (verdict,), finished = interrupted([as_it_was], monkeypatch)
    assert (verdict.id, finished.exit_code, finished.complete) == ("V-DRAW-1", ExitCode.VIOLATION, False)
    assert verdict.finding
    assert "seen once" in dict(verdict.finding.notes)

    (verdict,), _ = interrupted([as_it_was, Report(Counts(), (small(fault),))], monkeypatch)
    assert verdict.finding == small(fault).finding

    none, finished = interrupted([as_it_was, Report(Counts())], monkeypatch)
    assert (none, finished.exit_code) == ([], ExitCode.INCOMPLETE)
