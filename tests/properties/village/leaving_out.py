"""Records with something left out, for the tests of what is inferred; and what must be true of it."""

import random
from dataclasses import replace
from typing import Any

from properties.dealing import deal
from properties.inferring import Explained, GaveUp, Unexplained, explain
from properties.policies import by_kind_policy, playout
from properties.replaying import replay
from properties.rulesets import random_ruleset
from reference_engine import load
from reference_engine.interface import Box
from reference_engine.jsonform import Json, same
from reference_engine.record import Header, Record, Step, record_game
from tests.properties.village.playing import position

VILLAGE = load("village")
FULL, TOY2 = VILLAGE.BOXES["full"], VILLAGE.BOXES["toy2"]
Found = Explained | Unexplained | GaveUp


def played(seed: int, box: Box, players: int | None = None, ruleset: Any = None) -> Record:
    """A game under a random ruleset, to its end."""
    rng = random.Random(f"inferring {seed}")
    ruleset = ruleset or random_ruleset(VILLAGE, rng)
    start = deal(VILLAGE, box, players or rng.randint(2, 5), seed, ruleset)
    game = playout(VILLAGE, start, ruleset, by_kind_policy(seed))
    return record_game(Header(VILLAGE, ruleset, start, box.name), [action for action, _ in game])


def whole(record: Record) -> Record:
    """The record with the JSON of its first position, as if it had been read as a partial one."""
    return replace(record, header=replace(record.header, start=VILLAGE.position_to_json(record.header.start)))


def without(record: Record, *fields: str) -> Record:
    """The partial record with these fields left out everywhere."""

    def rest(data: Json) -> Json:
        return {field: value for field, value in data.items() if field not in fields}

    partial = whole(record)
    steps = tuple(Step(step.action, None if step.state is None else rest(step.state)) for step in partial.steps)
    return replace(partial, header=replace(partial.header, start=rest(partial.header.start)), steps=steps)


def with_states(record: Record, count: int) -> Record:
    """The record with no more than its last states."""
    first = len(record.steps) - count
    steps = tuple(step if number >= first else Step(step.action) for number, step in enumerate(record.steps))
    return replace(record, steps=steps)


def claiming(record: Record, step: int, **claims: object) -> Record:
    """The record with other claims after a step, counted from 1."""
    steps = list(record.steps)
    steps[step - 1] = Step(steps[step - 1].action, {**(steps[step - 1].state or {}), **claims})
    return replace(record, steps=tuple(steps))


def first(record: Record, count: int) -> Record:
    """No more than so many steps."""
    return replace(record, steps=record.steps[:count], outcome=None)


def infer(partial: Record, box: Box | None = None, most: int = 5000) -> Found:
    header = partial.header
    return explain(VILLAGE, header.ruleset, header.start, partial.steps, partial.outcome, box, most)


def explaining(partial: Record, found: Explained, box: Box | None) -> Record:
    """Asserts that the engine agrees from that opening with all that is claimed. The record with the opening."""
    opening = VILLAGE.position_to_json(found.start)
    for field, value in partial.header.start.items():
        assert same(opening[field], value)
    assert VILLAGE.position_from_json(opening, partial.header.ruleset) == found.start
    if box:
        VILLAGE.check_box(found.start, box)
    record = replace(partial, header=replace(partial.header, start=found.start))
    assert replay(record).difference is None
    return record


def assert_explained(partial: Record, box: Box | None) -> Record:
    found = infer(partial, box)
    assert isinstance(found, Explained), found
    return explaining(partial, found, box)


def unexplained(partial: Record, box: Box | None = FULL) -> Unexplained:
    found = infer(partial, box)
    assert isinstance(found, Unexplained), found
    return found


HANDS = ["AABBCCW", "ABDDEEF"]
MARKET = {"3": "C", "2": "D", "1": "E", "0": "F"}
OPENING = position(*HANDS, market=MARKET)


def opened(**fields: object) -> Record:
    """A partial record of an opening without a deck, with other fields; None for one that is left out."""
    start = {field: value for field, value in (OPENING | fields).items() if field != "deck" and value is not None}
    return Record(Header(VILLAGE, VILLAGE.Ruleset(), start), ())


def record_of(*steps: tuple[str, Json], outcome: Json | None = None, **fields: object) -> Record:
    """The same with these actions and claims."""
    made = tuple(Step(VILLAGE.action_from_text(text), claims) for text, claims in steps)
    return replace(opened(**fields), steps=made, outcome=outcome)


def market(stall_3: str = "", stall_2: str = "", stall_1: str = "", stall_0: str = "") -> Json:
    """What a claim has of the market when these cards have come to the first one."""
    names = zip(MARKET, (stall_3, stall_2, stall_1, stall_0), strict=True)
    return {"market": {name: "".join(sorted(MARKET[name] + cards)) for name, cards in names}}
