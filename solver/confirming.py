"""Confirming the engine: for ended positions the model must allow exactly the engine's outcome.

Its outcome must be allowed, and no other. Positions go to z3 in batches: one query that all of the outcomes are
allowed, one that nowhere another is.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice
from typing import Any, Protocol, cast

import z3

import reference_engine
from properties.dealing import deal
from properties.exploring import reachable
from properties.policies import playout, random_policy
from properties.rulesets import random_ruleset
from properties.running import Result
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Game, State
from reference_engine.jsonform import Json, canonical
from solver import load
from solver.relating import Inputs, Outputs, Relation
from solver.solving import Status, solve, version
from solver.terms import Readings

BATCH = 250
SAME_RULESET = 25
RLIMIT = 20_000_000  # per query


class Bridge(Protocol):
    """What a game's bridge exports.

    SMALL_BOXES: boxes small enough for all of their games, that of a quick run first, each with a number of players and
    about how many seconds it takes to confirm them. PLAYERS: every number of players.
    """

    SMALL_BOXES: Sequence[tuple[str, int, float]]
    FULL_BOX: str
    PLAYERS: Sequence[int]

    def relevant(self, readings: Mapping[str, str]) -> Mapping[str, str]:
        """Those of the readings that an outcome depends on."""

    def inputs(self, position: Json) -> Inputs:
        """What the outcome of an ended position depends on."""

    def relation(self, context: z3.Context, shape: tuple[int, ...], readings: Readings) -> Relation:
        """What the model allows for inputs of that shape."""

    def suspects(self, expected: Json, got: Json) -> tuple[str, ...]:
        """The clauses to suspect when two outcomes differ."""


@dataclass(frozen=True)
class Ended:
    """An ended position, its ruleset, and what the engine says came out."""

    state: State
    ruleset: Any
    decided: str
    outcome: Json


@dataclass(frozen=True)
class _Case:
    ended: Ended
    allowed: z3.BoolRef
    outputs: Outputs

    @cached_property
    def engine(self) -> z3.BoolRef:
        """The outputs are the engine's outcome."""
        return self.outputs.are(self.ended.outcome)


@dataclass(frozen=True)
class Answer:
    """What came of a confirmation: its grade, how much was looked at, and what refutes it."""

    grade: Grade
    evidence: str
    finding: Finding | None = None


def confirm_box(name: str, box: str, players: int, readings: Readings) -> Result:
    """Every ended position of a box that can be reached."""
    start, game = time.perf_counter(), reference_engine.load(name)
    ruleset = game.Ruleset.from_readings(readings)
    sentence = "In every ended position the model allows the engine's outcome, and no other."
    return _result(
        f"confirm.{box}", sentence, start, confirm(game, box_endings(game, box, players, ruleset), Grade.EXHAUSTIVE)
    )


def confirm_played(name: str, count: int, seed: int, readings: Readings | None) -> Result:
    """The endings of so many random games of the full box, of each number of players."""
    start, game = time.perf_counter(), reference_engine.load(name)
    sentence = "After random play the model allows the engine's outcome, and no other."
    endings = islice(played_endings(game, seed, readings), count)
    return _result("confirm.played", sentence, start, confirm(game, endings, Grade.SAMPLED))


def confirm_tied(name: str, count: int, seed: int, readings: Readings | None) -> Result:
    """So many ended positions in which players are tied."""
    start, game = time.perf_counter(), reference_engine.load(name)
    sentence = "When players are tied the model allows the engine's outcome, and no other."
    endings = islice(tied_endings(game, seed, readings), count)
    return _result("confirm.tied", sentence, start, confirm(game, endings, Grade.SAMPLED))


def _result(key: str, sentence: str, start: float, answer: Answer) -> Result:
    seconds = time.perf_counter() - start
    return Result((Verdict(key, sentence, answer.grade, answer.evidence, seconds, answer.finding),))


def _rulesets(game: Game, rng: random.Random, readings: Readings | None) -> Iterator[Any]:
    """The ruleset with these readings over and over, or random ones."""
    while True:
        yield random_ruleset(game, rng) if readings is None else game.Ruleset.from_readings(readings)


def box_endings(game: Game, box: str, players: int, ruleset: Any) -> Iterator[Ended]:
    """Every ended position of a box that can be reached."""
    positions = reachable(game, game.BOXES[box], players, ruleset)
    return (_ended(game, state, ruleset) for state in positions if game.is_terminal(state))


def played_endings(game: Game, seed: int, readings: Readings | None) -> Iterator[Ended]:
    """The endings of random games of the full box, for each number of players, without end."""
    bridge = _bridge(game)
    rng = random.Random(seed)
    for players, ruleset in zip(cycle(bridge.PLAYERS), _rulesets(game, rng, readings), strict=False):
        state = deal(game, game.BOXES[bridge.FULL_BOX], players, rng.getrandbits(32), ruleset)
        for _, reached in playout(game, state, ruleset, random_policy(rng.getrandbits(32))):
            state = reached
        yield _ended(game, state, ruleset)


def tied_endings(game: Game, seed: int, readings: Readings | None) -> Iterator[Ended]:
    """Ended positions in which players are tied, without end."""
    rng = random.Random(seed)
    positions: Iterator[Json] = load(game.NAME, "endings").tied(seed)
    for ruleset in _rulesets(game, rng, readings):  # a few positions each: a relation takes long to build
        for position in islice(positions, SAME_RULESET):
            yield _ended(game, game.position_from_json(position, ruleset), ruleset)


def _ended(game: Game, state: State, ruleset: Any) -> Ended:
    outcome = game.outcome(state, ruleset)
    return Ended(state, ruleset, outcome.decided, game.outcome_to_json(outcome))


def confirm(game: Game, endings: Iterable[Ended], grade: Grade) -> Answer:
    """The answer for these; positions in which all is the same that an outcome depends on are asked about once."""
    bridge = _bridge(game)
    seen: set[tuple[Inputs, tuple[str, ...], str]] = set()
    decided: Counter[str] = Counter()

    def fresh() -> Iterator[tuple[Ended, Inputs]]:
        for ended in endings:
            decided[ended.decided] += 1
            inputs = bridge.inputs(game.position_to_json(ended.state))
            readings = tuple(bridge.relevant(ended.ruleset.readings()).values())
            key = (inputs, readings, canonical(ended.outcome))
            if key not in seen:
                seen.add(key)
                yield ended, inputs

    def evidence() -> str:
        how = ", ".join(f"{count:,} by {name}" for name, count in sorted(decided.items()))
        return f"{decided.total():,} ended positions, {len(seen):,} different to the model; {how}; {version()}"

    waiting = fresh()
    while batch := list(islice(waiting, BATCH)):
        refuted = _judge(game, bridge, batch)
        if refuted:
            return Answer(refuted.grade, f"{refuted.evidence}{evidence()}", refuted.finding)
    return Answer(grade if seen else Grade.VACUOUS, evidence())


def _judge(game: Game, bridge: Bridge, batch: Sequence[tuple[Ended, Inputs]]) -> Answer | None:
    """What speaks against the batch, if anything does."""
    context = z3.Context()
    relations: dict[tuple[tuple[int, ...], tuple[str, ...]], Relation] = {}
    cases = []
    for index, (ended, inputs) in enumerate(batch):
        readings = bridge.relevant(ended.ruleset.readings())
        kind = (inputs.shape, tuple(readings.values()))
        if kind not in relations:
            relations[kind] = bridge.relation(context, inputs.shape, readings)
        cases.append(_Case(ended, *relations[kind].of(inputs, f"case_{index}_")))

    engine = solve([formula for case in cases for formula in (case.allowed, case.engine)], RLIMIT)
    other = solve([z3.Or(*(z3.And(case.allowed, z3.Not(case.engine)) for case in cases))], RLIMIT)
    if engine.status is Status.SAT and other.status is Status.UNSAT:
        return None
    for case in cases:
        finding = _finding(game, bridge, case)
        if finding:
            return Answer(Grade.REFUTED, "", finding)
    reason = engine.reason or other.reason or "the batch is refuted, but none of its positions is"
    return Answer(Grade.UNKNOWN, f"{version()} gave up ({reason}) after ")


def _finding(game: Game, bridge: Bridge, case: _Case) -> Finding | None:
    """How the model and the engine differ about one position, if it is certain that they do."""
    ended = case.ended
    other = solve([case.allowed, z3.Not(case.engine)], RLIMIT, want_model=True)
    engine = solve([case.allowed, case.engine], RLIMIT)
    if other.status is not Status.SAT and engine.status is not Status.UNSAT:
        return None
    found = case.outputs.read(other.model) if other.status is Status.SAT else None
    also = engine.status is Status.SAT
    header = {
        "dragonproof": 1,
        "game": game.NAME,
        "rules": game.RULES,
        "readings": ended.ruleset.differences(),
        "state": game.position_to_json(ended.state),
    }
    lines = [header] if also or found is None else [header, {"outcome": found}]
    if found is None:
        expected = "no outcome at all" if other.status is Status.UNSAT else "another outcome"
    else:
        expected = f"one outcome, but the model allows also {json.dumps(found)}" if also else json.dumps(found)
    return Finding(
        clauses=bridge.suspects(found or ended.outcome, ended.outcome),
        board=game.position_to_text(ended.state),
        action="",
        expected=expected,
        got=json.dumps(ended.outcome),
        repeat="dragonproof replay RECORD",
        record="".join(json.dumps(line) + "\n" for line in lines),
    )


def _bridge(game: Game) -> Bridge:
    return cast(Bridge, load(game.NAME, "bridge"))
