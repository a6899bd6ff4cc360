"""Checking a game record against the rules, step by step."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from properties.clauses import catalogue
from properties.conformance.parts import left_out
from properties.property import Position, Step
from properties.suspects import about_field, most_telling
from reference_engine.errors import IllegalAction
from reference_engine.interface import State
from reference_engine.jsonform import Json, same
from reference_engine.record import Record


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
    positions = [Position(game, ruleset, record.header.start)]
    compared = Counter(dict.fromkeys(positions[0].data, 0))
    played = None

    def found(difference: Difference | None, stops_early: str | None = None) -> Replay:
        return Replay(tuple(position.state for position in positions), difference, stops_early, compared)

    for number, step in enumerate(record.steps, start=1):
        try:
            after = Position(game, ruleset, game.apply(positions[-1].state, step.action, ruleset))
        except IllegalAction as error:
            text = game.action_to_text(step.action)
            return found(Difference(number, (error.clause,), "", error.reason, text))
        compared.update(after.data.keys() & (step.state or {}).keys())
        played = Step(positions[-1], step.action, after)
        difference = _compare_step(number, played, step.state or {})
        if difference:
            return found(difference)
        positions.append(after)
    stops_early = record.cut_off
    if game.is_terminal(positions[-1].state) and record.outcome is None:
        stops_early = stops_early or "the game is over, but the record has no outcome"
    return found(_compare_outcome(record, positions[-1], played), stops_early)


def _compare_step(number: int, played: Step, claimed: Json) -> Difference | None:
    """The fields claimed after one action, against those by the rules."""
    expected = left_out(played.game.NAME, played.after.data) | played.after.data
    differing = [field for field in expected if field in claimed and not same(claimed[field], expected[field])]
    if not differing:
        return None
    field = most_telling(played.game.NAME, differing)[0]
    clauses, _ = about_field(played.after, played, field, claimed)
    return Difference(number, clauses, field, expected[field], claimed[field])


def _compare_outcome(record: Record, last: Position, played: Step | None) -> Difference | None:
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
