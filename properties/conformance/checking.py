"""The check of a program: workers on all cores, and the stream of events that comes of them."""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from properties.conformance.asking import Counts
from properties.conformance.findings import Found
from properties.conformance.harness import Driven
from properties.conformance.judging import Asked, judge
from properties.conformance.parts import parts
from properties.conformance.working import Order, Report, repeat, work
from properties.dealing import deal, numbers_of_players
from properties.events import Event, Judged, Progressed, RunFinished, RunStarted
from properties.running import Unit, run
from properties.verdicts import Grade, Verdict, exit_code
from reference_engine import load
from reference_engine.interface import Box
from reference_engine.record import read_record

_PRELOAD = ("properties.conformance.working",)


@dataclass
class Outcome:
    """What a check has come to so far."""

    counts: Counts = field(default_factory=Counts)
    found: list[Found] = field(default_factory=list)
    gave_up: list[str] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)

    def add(self, report: Report) -> None:
        """Adds what a worker reports."""
        self.counts.add(report.counts)
        for found in report.found:
            self.found = [each for each in self.found if each.key != found.replaces]
            self.found.append(found)
        self.gave_up += [report.gave_up] if report.gave_up else []


def check(
    order: Order,
    driven: Driven,
    workers: int,
    allowed: tuple[str, ...] = (),
    records: Sequence[tuple[str, bytes]] = (),
) -> Generator[Event, None, None]:
    """Checks a program that can be driven: by cases of its own, or by these recorded games if there are any.

    On KeyboardInterrupt it ends with what is known so far.
    """
    if records:
        units = [Unit(name, repeat_record, (order, name, data)) for name, data in records]
    else:
        units = [Unit(f"worker.{worker}", work, (order, worker, workers)) for worker in range(workers)]
    total = float(len(records) or order.games or order.seconds or 1)
    yield RunStarted(order.game, order.seed, total)
    outcome, last = Outcome(), time.monotonic()
    results = run(units, workers, preload=_PRELOAD)
    try:
        for unit, report in results:
            if report is None:
                outcome.ended.add(unit.id)
            elif isinstance(report, Report):
                outcome.add(report)
            else:
                outcome.gave_up += [verdict.evidence for verdict in report.verdicts]
            now = time.monotonic()
            done = report.counts.games / 3 if order.games and isinstance(report, Report) else now - last
            last = now
            yield Progressed(unit.id, done)
            if order.fail_fast and outcome.found:
                break
    except KeyboardInterrupt:
        pass
    finally:
        results.close()  # type: ignore[attr-defined]
    game = load(order.game)
    asked = Asked(
        game, game.Ruleset.from_readings(order.readings), frozenset(driven.about["capabilities"]), allowed, order.wanted
    )
    outcome.found.sort(key=lambda each: each.number)
    complete = len(outcome.ended) == len(units) or (order.fail_fast and bool(outcome.found))
    verdicts = list(judge(asked, outcome.counts, outcome.found, outcome.gave_up))
    if records:  # a record shows what it shows: what it does not touch is not asked for
        verdicts = [*_of_records(records, outcome), *(each for each in verdicts if each.grade is not Grade.VACUOUS)]
        verdicts = [each for each in verdicts if each.finding or each.id.startswith(("record.", "skip", "restarts"))]
    for verdict in verdicts:
        yield Judged(verdict)
    counts = outcome.counts
    yield RunFinished(
        complete,
        counts.games,
        counts.steps,
        exit_code(verdicts, complete),
        () if records else tuple(_notes(asked, order.box, driven, counts)),
        counts.to_json(),
    )


def _of_records(records: Sequence[tuple[str, bytes]], outcome: Outcome) -> Iterator[Verdict]:
    """A verdict on every record that was asked about to its end and has no fault."""
    faulty = {each.record for each in outcome.found}
    for name, _ in records:
        if name in outcome.ended and name not in faulty and not outcome.gave_up:
            sentence = "The program plays the recorded game as the rules say."
            yield Verdict(f"record.{name}", sentence, Grade.SAMPLED, "each of its positions", 0.0)


def _notes(asked: Asked, box: Box, driven: Driven, counts: Counts) -> Iterator[str]:
    """What the run has left untested, beside clauses that were never exercised."""
    game = asked.game
    fields = game.position_to_json(deal(game, box, numbers_of_players(game, box)[0], 0, asked.ruleset))
    unseen = [field for field in fields if not counts.fields[field]]
    if unseen and counts.steps:
        yield f"Never shown by the program, so never compared: {', '.join(unseen)}."
    chosen = {f"{reading}={value}" for reading, value in asked.ruleset.readings().items()}
    edges = parts(game.NAME).EDGES
    unmet = [edge for edge, off in edges.items() if not counts.exercised[edge] and not chosen & set(off)]
    if unmet and counts.steps and not asked.wanted:
        yield f"Rare situations that were not met: {', '.join(unmet)}."
    if counts.agreed:
        clauses = ", ".join(sorted(counts.agreed))
        yield f"Both programs differ from the rules in the same way: {clauses}; there the rules stand alone."
    if driven.start != "any":
        yield "Since the program cannot be set to any position, its faults cannot be made as small as they could be."


def repeat_record(order: Order, name: str, data: bytes) -> Generator[Report, None, None]:
    """Asks a program about a recorded game."""
    yield from repeat(order, name, read_record(data))
