"""Checking a game record against the rules, step by step."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from properties.clauses import catalogue
from reference_engine.errors import IllegalAction
from reference_engine.interface import State
from reference_engine.jsonform import Json, same
from reference_engine.record import Record, Step

# Of several fields that differ, the one that explains the others comes first.
TELLING = ("over", "track", "bribes", "discard", "deck", "market", "hands", "next_stall", "turn")


@dataclass(frozen=True)
class Difference:
    """The first place where a record departs from the rules.

    step: counted from 1. clauses: most telling first. field: what differs, "" for an illegal
    action. expected, got: JSON values, by the rules and by the record.
    """

    step: int
    clauses: tuple[str, ...]
    field: str
    expected: Any
    got: Any


@dataclass(frozen=True)
class Replay:
    """What came of a replay: the positions by the rules, from the first to the last that was reached.

    stops_early: what the record lacks, where it is cut off or has no outcome; else None.
    compared: in how many steps each field of the position was claimed, and compared.
    """

    positions: tuple[State, ...]
    difference: Difference | None
    stops_early: str | None
    compared: Mapping[str, int]


def replay(record: Record) -> Replay:
    """Plays the record by the rules and compares every field that it claims."""
    game, ruleset = record.header.game, record.header.ruleset
    positions = [record.header.start]
    compared = Counter(dict.fromkeys(game.position_to_json(record.header.start), 0))
    for number, step in enumerate(record.steps, start=1):
        try:
            positions.append(game.apply(positions[-1], step.action, ruleset))
        except IllegalAction as error:
            text = game.action_to_text(step.action)
            return Replay(tuple(positions), Difference(number, (error.clause,), "", error.reason, text), None, compared)
        expected = game.position_to_json(positions[-1])
        compared.update(field for field in expected if field in (step.state or {}))
        difference = _compare_step(record, number, step, expected)
        if difference:
            return Replay(tuple(positions[:-1]), difference, None, compared)
    over = game.is_terminal(positions[-1])
    stops_early = record.cut_off
    if over and record.outcome is None:
        stops_early = stops_early or "the game is over, but the record has no outcome"
    return Replay(tuple(positions), _compare_outcome(record, positions[-1], over), stops_early, compared)


def _compare_step(record: Record, number: int, step: Step, expected: Json) -> Difference | None:
    """The fields claimed after one action, against those by the rules."""
    claimed = step.state or {}
    differing = [field for field in expected if field in claimed and not same(claimed[field], expected[field])]
    if not differing:
        return None
    field = min(differing, key=lambda field: TELLING.index(field) if field in TELLING else len(TELLING))
    game = record.header.game
    suspects = catalogue(game.NAME).suspects[f"{game.action_to_json(step.action)['type']}.{field}"]
    return Difference(number, suspects, field, expected[field], claimed[field])


def _compare_outcome(record: Record, last: State, over: bool) -> Difference | None:
    """The outcome claimed, against the one by the rules."""
    game, steps = record.header.game, len(record.steps)
    if record.outcome is None:
        return None
    if not over:
        return Difference(steps, catalogue(game.NAME).suspects["outcome"], "outcome", None, record.outcome)
    expected = game.outcome_to_json(game.outcome(last, record.header.ruleset))
    for field, value in expected.items():
        if field in record.outcome and not same(record.outcome[field], value):
            suspects = catalogue(game.NAME).suspects[f"outcome.{field}"]
            return Difference(steps, suspects, f"outcome.{field}", value, record.outcome[field])
    return None
