"""The check of a program: workers on all cores, and the stream of events that comes of them."""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from properties.conformance.asking import Counts
from properties.conformance.attribution import Attribution, Weighing, attribute, settle
from properties.conformance.baseline import Baseline
from properties.conformance.changes import Run, beside
from properties.conformance.evidence import Change, Recorded, changed
from properties.conformance.findings import Found
from properties.conformance.harness import Driven
from properties.conformance.judging import Asked, judge, judge_readings, left_out, not_dealt_twice
from properties.conformance.parts import parts
from properties.conformance.records import judge_record
from properties.conformance.working import Order, Report, repeat, work
from properties.dealing import deal, numbers_of_players
from properties.events import Event, Judged, Progressed, RunFinished, RunStarted
from properties.inferring import read_partial
from properties.running import Unit, run
from properties.verdicts import Finding, Grade, Verdict, exit_code
from reference_engine import load
from reference_engine.errors import EngineError
from reference_engine.interface import Box
from reference_engine.record import Header, read_record

PROGRAM, OTHER = "program", "other"
_NOTHING = Finding((), "", "", "", "")
_PRELOAD = ("properties.conformance.working",)


@dataclass
class Outcome:
    """What a check has come to so far. seen: by worker, a fault that it is making small."""

    counts: Counts = field(default_factory=Counts)
    found: list[Found] = field(default_factory=list)
    gave_up: list[str] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    seen: dict[str, Found] = field(default_factory=dict)
    attributed: dict[str, Attribution] = field(default_factory=dict)

    def add(self, worker: str, report: Report) -> None:
        """Adds what a worker reports."""
        self.counts.add(report.counts)
        self.seen.pop(worker, None)
        if report.seen:
            self.seen[worker] = report.seen
        for found in report.found:
            self.found = [each for each in self.found if each.key != found.replaces]
            self.found.append(found)
        self.gave_up += [report.gave_up] if report.gave_up else []

    def stops(self, order: Order) -> bool:
        """Whether a run that is to stop at the first new fault has come to one."""
        return order.fail_fast and any(each.key not in order.known for each in self.found)

    def explain(self, ruleset: Any, order: Order) -> Any:
        """Takes out the faults that readings explain, and adds what was seen under them. The ruleset that is followed.

        Where two programs are compared, a fault is explained if each of them does as its own readings say.
        """
        program, other = (self.attributed.get(who, Attribution()) for who in (PROGRAM, OTHER))
        explained = program.explained
        if order.against:
            right = (program.explained | program.agreed) & (other.explained | other.agreed)
            explained = right & (program.explained | other.explained)
        self.found = [each for place, each in enumerate(self.found) if place not in explained]
        if not program.changes:
            return ruleset
        self.counts.add(program.counts)
        if not order.against:
            self.found += [each for each in program.more if not order.wanted or each.key in order.wanted]
        return type(ruleset).from_readings({**ruleset.readings(), **dict(program.changes[0])})


def check(
    order: Order,
    driven: Driven,
    workers: int,
    allowed: tuple[str, ...] = (),
    records: Sequence[tuple[str, bytes]] = (),
    accepted: bool = False,
    baseline: Baseline | None = None,
) -> Generator[Event, None, None]:
    """Checks a program that can be driven: by cases of its own, or by these recorded games if there are any.

    accepted: whether readings that the program follows and does not declare are no violation. baseline: what is known.
    On KeyboardInterrupt it ends with what is known so far.
    """
    if records:
        units = [Unit(name, repeat_record, (order, name, data)) for name, data in records]
    else:
        units = [Unit(f"worker.{worker}", work, (order, worker, workers)) for worker in range(workers)]
    total = float(len(records) or order.games or order.seconds or 1)
    tolerant = accepted or bool(baseline and baseline.of("readings"))  # only the end shows what is a fault then
    yield RunStarted(order.game, order.seed, total)
    outcome, last = Outcome(), time.monotonic()
    results = run(units, workers, preload=_PRELOAD)
    try:
        for unit, report in results:
            if report is None:
                outcome.ended.add(unit.id)
            elif isinstance(report, Report):
                outcome.add(unit.id, report)
            else:
                outcome.gave_up += [verdict.evidence for verdict in report.verdicts]
            now = time.monotonic()
            done = report.counts.games / 3 if order.games and isinstance(report, Report) else now - last
            last = now
            yield Progressed(unit.id, done)
            if not tolerant and outcome.stops(order):
                break
        results.close()  # type: ignore[attr-defined]
        outcome.found.sort(key=lambda each: each.number)
        yield from _attributed(order, outcome, records)
    except KeyboardInterrupt:
        known = {each.key for each in outcome.found}
        outcome.found += [each for each in outcome.seen.values() if each.key not in known]
    finally:
        results.close()  # type: ignore[attr-defined]
    game = load(order.game)
    asked = Asked(
        game, game.Ruleset.from_readings(order.readings), frozenset(driven.about["capabilities"]), allowed, order.wanted
    )
    outcome.found.sort(key=lambda each: each.number)
    complete = len(outcome.ended) == len(units)
    readings = [
        judge_readings(asked, who, each, outcome.found, accepted)
        for who, each in outcome.attributed.items()
        if each.changes
    ]
    asked = replace(asked, ruleset=outcome.explain(asked.ruleset, order))
    verdicts = [*judge(asked, outcome.counts, outcome.found, outcome.gave_up), *readings]
    if records:  # a record shows what it shows: what it does not touch is not asked for
        verdicts = [*_of_records(records, outcome), *(each for each in verdicts if each.grade is not Grade.VACUOUS)]
        verdicts = [each for each in verdicts if each.finding or each.id.startswith(("record.", "skip", "restarts"))]
    followed = {who: list(map(dict, each.changes)) for who, each in outcome.attributed.items()}
    told = beside(baseline, verdicts, Run(followed, complete, bool(order.wanted or records), allowed))
    for verdict in told.verdicts:
        yield Judged(verdict)
    counts = outcome.counts
    notes = () if records else tuple(_notes(asked, order.box, driven, counts))
    yield RunFinished(
        complete,
        counts.games,
        counts.steps,
        exit_code(told.verdicts, complete),
        (*notes, *told.notes),
        counts.to_json()
        | {"readings": followed, "left_out": {} if records else left_out(asked, counts, outcome.found)}
        | told.more,
    )


def _attributed(order: Order, outcome: Outcome, records: Sequence[tuple[str, bytes]]) -> Generator[Event, None, None]:
    """Asks what readings explain of what was found, of each of the programs."""
    if not outcome.found:
        return
    sides = {PROGRAM: order}
    if order.against:
        sides[OTHER] = replace(order, command=order.against, by_url=False, trace=None)
    units = [Unit(who, attribute, (side, tuple(outcome.found), records)) for who, side in sides.items()]
    results = run(units, 1, preload=_PRELOAD)
    try:
        for unit, result in results:
            if isinstance(result, Attribution):
                outcome.attributed[unit.id] = result
            elif result is not None:
                outcome.gave_up += [verdict.evidence for verdict in result.verdicts]
            yield Progressed(unit.id, 0.0)
    finally:
        results.close()  # type: ignore[attr-defined]


def attribute_records(
    records: Sequence[tuple[str, bytes]], verdicts: Sequence[Verdict], box: Box, accepted: bool
) -> tuple[list[Verdict], tuple[Change, ...]]:
    """The verdicts on recorded games of one game once it is known what readings explain of them, and those readings.

    What they explain has a verdict of its own. The readings are changes that nothing tells apart; () for none.
    """
    told = list(verdicts)
    headers = [read_partial(data).header for _, data in records]
    places = [place for place, each in enumerate(verdicts) if each.grade in (Grade.SAMPLED, Grade.REFUTED)]
    if not any(verdicts[place].finding for place in places):
        return told, ()
    game, bases = headers[0].game, [headers[place].ruleset.readings() for place in places]
    whole = all(_is_whole(headers[place]) for place in places)
    weighing = Weighing(game, bases, pairs=whole)  # of pairs there are too many where much is to be inferred
    for place in places:
        weighing.add([Recorded(records[place][1], box)])
    changes = settle(weighing, lambda _: iter(()))
    if not changes:
        return told, ()
    explained = weighing.explained(changes[0])
    for place in sorted(explained):
        name, data = records[places[place]]
        told[places[place]] = judge_record(name, changed(data, dict(changes[0])), box)
    shown = [verdicts[place] for place in places]
    found = [Found(each.id, each.sentence, each.finding or _NOTHING) for each in shown]
    asked = Asked(game, headers[places[min(explained)]].ruleset, frozenset())
    best = {reading: min(explained) for reading, _ in changes[0]}
    told.append(judge_readings(asked, "records", Attribution(changes, explained, shown=best), found, accepted))
    return told, changes


def _is_whole(header: Header) -> bool:
    """Whether the opening of a record leaves nothing out."""
    try:
        header.game.position_from_json(header.start, header.ruleset)
    except EngineError:
        return False
    return True


def _of_records(records: Sequence[tuple[str, bytes]], outcome: Outcome) -> Iterator[Verdict]:
    """A verdict on every record that was asked about to its end and has no fault."""
    faulty = {each.record for each in outcome.found}
    for name, data in records:
        if name in outcome.ended and name not in faulty and not outcome.gave_up:
            sentence, record = "The program plays the recorded game as the rules say.", read_record(data)
            if record.cut_off:
                grade, evidence = Grade.UNKNOWN, record.cut_off
            elif record.steps:
                grade, evidence = Grade.SAMPLED, "each of its positions"
            else:
                grade, evidence = Grade.VACUOUS, "it has no action"
            yield Verdict(f"record.{name}", sentence, grade, evidence, None)


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
    if "deals" in driven.about["capabilities"] and counts.steps and not asked.wanted:
        yield from not_dealt_twice(asked, counts)
    if counts.agreed:
        clauses = ", ".join(sorted(counts.agreed))
        yield f"Both programs differ from the rules in the same way: {clauses}; there the rules stand alone."
    if driven.start != "any":
        yield "Since the program is not set to any position, its faults cannot be made as small as they could be."


def repeat_record(order: Order, name: str, data: bytes) -> Generator[Report, None, None]:
    """Asks a program about a recorded game."""
    yield from repeat(order, name, read_record(data))
