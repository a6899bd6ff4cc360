"""Checking a game record against the rules, step by step."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from properties.clauses import catalogue
from properties.property import Position
from properties.property import Step as PlayedStep
from properties.suspects import about_field, most_telling
from reference_engine.errors import IllegalAction
from reference_engine.interface import State
from reference_engine.jsonform import same
from reference_engine.record import Record, Step


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
        difference = _compare_step(record, number, step, (positions[-2], positions[-1]))
        if difference:
            return Replay(tuple(positions[:-1]), difference, None, compared)
    over = game.is_terminal(positions[-1])
    last = Position(game, ruleset, positions[-1])
    played = PlayedStep(Position(game, ruleset, positions[-2]), record.steps[-1].action, last) if record.steps else None
    stops_early = record.cut_off
    if over and record.outcome is None:
        stops_early = stops_early or "the game is over, but the record has no outcome"
    return Replay(tuple(positions), _compare_outcome(record, last, played), stops_early, compared)


def _compare_step(record: Record, number: int, step: Step, states: tuple[State, State]) -> Difference | None:
    """The fields claimed after one action, against those by the rules."""
    before, after = (Position(record.header.game, record.header.ruleset, state) for state in states)
    expected, claimed = after.data, step.state or {}
    differing = [field for field in expected if field in claimed and not same(claimed[field], expected[field])]
    if not differing:
        return None
    field = most_telling(differing)[0]
    clauses, _ = about_field(after, PlayedStep(before, step.action, after), field, claimed)
    return Difference(number, clauses, field, expected[field], claimed[field])


def _compare_outcome(record: Record, last: Position, played: PlayedStep | None) -> Difference | None:
    """The outcome claimed, against the one by the rules."""
    game, steps = record.header.game, len(record.steps)
    if record.outcome is None:
        return None
    if not game.is_terminal(last.state):
        return Difference(steps, catalogue(game.NAME).suspects["outcome"], "outcome", None, record.outcome)
    expected = game.outcome_to_json(game.outcome(last.state, record.header.ruleset))
    for field, value in expected.items():
        if field in record.outcome and not same(record.outcome[field], value):
            clauses, _ = about_field(last, played, f"outcome.{field}", record.outcome)
            return Difference(steps, clauses, f"outcome.{field}", value, record.outcome[field])
    return None
