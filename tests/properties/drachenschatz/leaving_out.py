"""Records with something left out, for the tests of what is inferred; and what must be true of it."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from properties.dealing import deal, numbers_of_players
from properties.inferring import Explained, GaveUp, Unexplained, explain
from properties.policies import by_kind_policy, playout, random_policy
from properties.replaying import replay
from properties.rulesets import random_ruleset
from reference_engine import load
from reference_engine.interface import Box
from reference_engine.jsonform import Json, same
from reference_engine.record import Header, Record, Step, record_game
from tests.properties.drachenschatz.playing import position

GAME = load("drachenschatz")
FULL = GAME.BOXES["full"]
Found = Explained | GaveUp | Unexplained


def box_of(cards: str, piles: Mapping[int, int], **worth: int) -> Box:
    """A small box: its cards and, for each number of players, how many year piles."""
    numbers = {card: cards.count(card) for card in sorted(set(cards))}
    named = {str(players): number for players, number in piles.items()}
    table = {"G": 1, "J": 3, "K": 5} | worth
    return GAME.box_from_json({"name": f"own {cards}", "cards": numbers, "piles": named, "worth": table})


TWO_YEARS = box_of("CCGJKKSS", {3: 2, 4: 2, 5: 1})
ONE_YEAR = box_of("CCSSGJK", {3: 1, 4: 1, 5: 1, 6: 1}, G=2, K=4)
THREE_YEARS = box_of("CCCSSGGJKK", {3: 3, 4: 2, 5: 2})
SMALL = (TWO_YEARS, ONE_YEAR, THREE_YEARS)


def played(seed: int, box: Box, players: int | None = None, ruleset: Any = None) -> Record:
    """A game under a random ruleset, to its end; every other one with many reveals."""
    rng = random.Random(f"inferring {seed}")
    ruleset = ruleset or random_ruleset(GAME, rng)
    start = deal(GAME, box, players or rng.choice(numbers_of_players(GAME, box)), seed, ruleset)
    policy = by_kind_policy(seed) if seed % 2 else random_policy(seed)
    game = playout(GAME, start, ruleset, policy)
    return record_game(Header(GAME, ruleset, start, box.name), [action for action, _ in game])


def whole(record: Record) -> Record:
    """The record with the JSON of its first position, as if it had been read as a partial one."""
    return replace(record, header=replace(record.header, start=GAME.position_to_json(record.header.start)))


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
    return explain(GAME, header.ruleset, header.start, partial.steps, partial.outcome, box, most)


def explaining(partial: Record, found: Explained, box: Box | None) -> Record:
    """Asserts that the engine agrees from that opening with all that is claimed. The record with the opening."""
    opening = GAME.position_to_json(found.start)
    for field, value in partial.header.start.items():
        assert same(opening[field], value)
    assert GAME.position_from_json(opening, partial.header.ruleset) == found.start
    if box:
        GAME.check_box(found.start, box)
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


PILES = ("C", "G", "S")
OPENING = position("", "", "", piles=PILES, middle="", later=[])


def opened(**fields: object) -> Record:
    """A partial record of an opening for three without a middle pile or piles to come, with other fields.

    None for a field that is left out.
    """
    hidden: Json = {"middle": None, "later": None}
    start = {field: value for field, value in (OPENING | hidden | fields).items() if value is not None}
    return Record(Header(GAME, GAME.Ruleset(), start), ())


def record_of(
    *steps: tuple[str, Json], outcome: Json | None = None, readings: Mapping[str, str] | None = None, **fields: object
) -> Record:
    """The same with these actions and claims, under these readings."""
    made = tuple(Step(GAME.action_from_text(text), claims) for text, claims in steps)
    record = replace(opened(**fields), steps=made, outcome=outcome)
    return replace(record, header=replace(record.header, ruleset=GAME.Ruleset.from_readings(readings or {})))


def table(*piles: str) -> Json:
    """What a claim has of treasure piles, each with the number of the player whose dragon it bears, if any."""
    return {"piles": position(piles=piles)["piles"]}
