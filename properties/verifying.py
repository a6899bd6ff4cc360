"""The main job: every check on the reference engine, as a stream of events."""

import json
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources.abc import Traversable

from properties.clauses import folder
from properties.events import CheckStarted, Event, Judged, Progressed, RunStarted
from properties.perft import CountsDiffer, Perft, perft
from properties.perftfiles import Deal, deals
from properties.replaying import Difference, Replay, replay
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Game
from reference_engine.record import Record, read_record


@dataclass(frozen=True)
class Answer:
    """What came of a check: its grade, how much was looked at, and what refutes it."""

    grade: Grade
    evidence: str
    finding: Finding | None = None


Asking = Generator[int, None, Answer]  # yields numbers of positions looked at, returns the answer


@dataclass(frozen=True)
class Check:
    """One question to the engine, and how it is asked."""

    id: str
    sentence: str
    ask: Callable[[], Asking]


def checks(game: Game) -> tuple[Check, ...]:
    """Every check of a game, in the order in which they are made."""
    records = sorted((folder(game.NAME) / "records").iterdir(), key=lambda file: file.name)
    return (
        *(
            Check(
                f"record.{file.name.removesuffix('.jsonl')}",
                "Every step of the recorded game follows the rules.",
                partial(_ask_record, file),
            )
            for file in records
        ),
        *(
            Check(
                f"perft.{name}",
                "The counts are those pinned, by distinct positions and by the tree.",
                partial(_ask_perft, name, deal),
            )
            for name, deal in deals(game).items()
        ),
    )


def verify(game: Game, asked: Sequence[Check]) -> Iterator[Event]:
    """Makes the checks one after the other."""
    yield RunStarted(game.NAME, len(asked))
    for check in asked:
        yield CheckStarted(check.id)
        start = time.perf_counter()
        asking = check.ask()
        while True:
            try:
                yield Progressed(next(asking))
            except StopIteration as stop:
                answer: Answer = stop.value
                break
        seconds = time.perf_counter() - start
        yield Judged(
            Verdict(check.id, check.sentence, answer.grade, answer.evidence, round(seconds, 3), answer.finding)
        )


def _ask_record(file: Traversable) -> Asking:
    record = read_record(file.read_bytes())
    result = replay(record)
    yield len(record.steps)
    evidence = f"{len(record.steps)} steps"
    if result.difference:
        return Answer(Grade.REFUTED, evidence, _record_finding(file, record, result, result.difference))
    if result.stops_early:
        return Answer(Grade.UNKNOWN, f"{evidence}; {result.stops_early}")
    return Answer(Grade.SAMPLED if record.steps else Grade.VACUOUS, evidence)


def _record_finding(file: Traversable, record: Record, result: Replay, difference: Difference) -> Finding:
    game = record.header.game
    action = game.action_to_text(record.steps[difference.step - 1].action) if difference.step else ""
    return Finding(
        clauses=difference.clauses,
        board=game.position_to_text(result.positions[-1]),
        action=action,
        expected=f"{difference.field} {json.dumps(difference.expected)}".strip(),
        got=json.dumps(difference.got),
        repeat=f"dragonproof replay {file}",
    )


def _ask_perft(name: str, deal: Deal) -> Asking:
    game, start, depth = deal.header.game, deal.header.start, len(deal.counts)
    counted: list[Perft] = []
    try:
        for counts in perft(game, start, depth, deal.header.ruleset):
            counted.append(counts)
            yield counts.positions
    except CountsDiffer as error:
        return Answer(Grade.REFUTED, f"depth {depth}", _perft_finding(name, deal, "two equal counts", str(error)))
    for pinned, counts in zip(deal.counts, counted, strict=True):
        if pinned != counts:
            finding = _perft_finding(name, deal, json.dumps(pinned.to_json()), json.dumps(counts.to_json()))
            return Answer(Grade.REFUTED, f"depth {depth}", finding)
    positions = sum(counts.positions for counts in counted)
    return Answer(Grade.EXHAUSTIVE if counted else Grade.VACUOUS, f"depth {depth}, {positions:,} positions")


def _perft_finding(name: str, deal: Deal, expected: str, got: str) -> Finding:
    return Finding(
        clauses=(),
        board=deal.header.game.position_to_text(deal.header.start),
        action="",
        expected=expected,
        got=got,
        repeat=f"dragonproof perft {name} --depth {len(deal.counts)} --game {deal.header.game.NAME}",
    )
