"""One worker of a check: a program of its own, a share of the cases, and a stream of what comes of them."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from properties.conformance.asking import Counts, Examiner
from properties.conformance.campaign import Campaign
from properties.conformance.cases import Case
from properties.conformance.connection import Peer, Process
from properties.conformance.dealt import Dealt
from properties.conformance.failures import NoAnswer
from properties.conformance.faults import Seen
from properties.conformance.findings import Found, as_seen, found
from properties.conformance.generating import Source
from properties.conformance.http import Http
from properties.conformance.program import Limits, Program, Trace
from reference_engine import load
from reference_engine.interface import Box
from reference_engine.record import Record

_REPORTS = 0.5  # seconds between two reports


@dataclass(frozen=True)
class Order:
    """What a check is to do; everything can be sent to another process.

    box: what openings are dealt from. command: the program, or its address if by_url. against: another one,
    () for the rules. start: what the program can be set to. games: how many cases, or None. seconds:
    how long, or None. wanted: the clauses that are asked for, all if empty. fail_fast: whether to stop at the first
    fault that is not among those `known`.
    """

    game: str
    box: Box
    command: tuple[str, ...]
    readings: dict[str, str]
    start: str
    seed: int
    limits: Limits
    against: tuple[str, ...] = ()
    games: int | None = None
    seconds: float | None = None
    wanted: frozenset[str] = frozenset()
    fail_fast: bool = False
    known: frozenset[str] = frozenset()
    trace: str | None = None
    by_url: bool = False


@dataclass(frozen=True)
class Report:
    """What a worker has done since its last report.

    gave_up: why it stops before its time, or "". seen: a fault that it is about to make small.
    """

    counts: Counts
    found: tuple[Found, ...] = ()
    gave_up: str = ""
    seen: Found | None = None


def work(order: Order, worker: int, workers: int) -> Iterator[Report]:
    """Asks about every case whose number is `worker` more than a multiple of `workers`."""
    stop = None if order.seconds is None else time.monotonic() + order.seconds
    numbers = count(worker, workers) if order.games is None else range(worker, order.games, workers)
    with programs(order, worker) as (program, other):
        begin(program, other)
        examiner = Examiner(program, Counts(), other)
        game = program.game
        source = Source(game, game.Ruleset.from_readings(order.readings), order.box, order.seed, order.start == "any")
        campaign = Campaign(examiner, source, order.wanted)
        dealt = Dealt(examiner, source, order.start == "deals")
        last, seen = time.monotonic(), False

        def over() -> bool:
            return stop is not None and time.monotonic() > stop

        for fault in dealt.run(numbers, over) if order.start == "deals" else campaign.run(numbers, over, dealt):
            if isinstance(fault, Seen):
                yield Report(_taken(examiner), seen=as_seen(fault.fault))
            elif fault:
                yield Report(_taken(examiner), (fault if isinstance(fault, Found) else found(fault, program, other),))
                if order.fail_fast and fault.key not in order.known:
                    break
            elif seen or time.monotonic() - last > _REPORTS:
                last = time.monotonic()
                yield Report(_taken(examiner))
            seen = isinstance(fault, Seen)
        yield Report(_taken(examiner), gave_up=campaign.gave_up or dealt.gave_up)


def repeat(order: Order, name: str, record: Record) -> Iterator[Report]:
    """Asks everything about one recorded game: at each of its positions, and about the game as a whole."""
    with programs(order, 0) as (program, other):
        begin(program, other)
        examiner = Examiner(program, Counts(), other)
        source = Source(program.game, record.header.ruleset, order.box, order.seed, order.start == "any")
        campaign = Campaign(examiner, source, order.wanted)
        actions = tuple(step.action for step in record.steps)
        fault = campaign.repeat(Case(record.header, actions, (record.header, ())))
        told = (replace(found(fault, program, other), record=name),) if fault else ()
        yield Report(_taken(examiner), told, campaign.gave_up)


@contextmanager
def programs(order: Order, worker: int = 0) -> Iterator[tuple[Program, Program | None]]:
    """The program under test, and the other one where there is one; both are ended afterwards."""
    game = load(order.game)
    program = Program(launcher(order.command, order.by_url), game, order.limits, _tracer(order.trace, worker))
    other = Program(launcher(order.against), game, order.limits) if order.against else None
    try:
        yield program, other
    finally:
        program.close()
        if other:
            other.close()


def begin(*programs: Program | None) -> None:
    """Starts them, so that it is known what they can be asked. A failure is told by the first case, which meets it."""
    for program in programs:
        if program:
            with suppress(NoAnswer):
                program.initialize()


def launcher(command: Sequence[str], by_url: bool = False) -> Callable[[], Peer]:
    """How to start a program, or how to reach it by HTTP."""
    if by_url:
        return lambda: Http(command[0])
    return lambda: Process(command)


def _taken(examiner: Examiner) -> Counts:
    """What has been counted since it was last taken."""
    counts, examiner.counts = examiner.counts, Counts()
    return counts


def _tracer(name: str | None, worker: int) -> Trace | None:
    """Adds every message to a file, as JSON Lines."""
    if name is None:
        return None

    def trace(kind: str, text: str) -> None:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"worker": worker, "time": round(time.time(), 4), kind: text}) + "\n")

    return trace
