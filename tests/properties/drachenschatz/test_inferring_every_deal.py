"""Whatever some deal of a small box explains is explained, and nothing else: every deal is tried."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from properties.dealing import numbers_of_players
from properties.inferring import Explained, GaveUp, Unexplained
from properties.policies import playout, random_policy
from properties.replaying import replay
from properties.rulesets import random_ruleset
from reference_engine.interface import Box
from reference_engine.jsonform import Json, same
from reference_engine.record import Header, Record, Step, record_game
from tests.properties.drachenschatz.leaving_out import (
    GAME,
    assert_explained,
    box_of,
    explaining,
    first,
    infer,
    played,
    with_states,
    without,
)
from tests.properties.drachenschatz.playing import position

HIDDEN = ("middle", "later", "piles", "hoards")
LEFT_OUT = [fields for number in range(1, 5) for fields in combinations(HIDDEN, number)]
TINY = box_of("CGKKSS", {3: 2})
EACH = (TINY, box_of("CCCGS", {3: 1, 5: 1}, G=3), box_of("CCGJKSS", {3: 2}))


@cache
def deals(cards: str) -> tuple[str, ...]:
    """Every order of these cards, in ascending order."""

    def orders(left: str) -> Iterator[str]:
        if not left:
            yield ""
        for card in sorted(set(left)):
            yield from (card + rest for rest in orders(left.replace(card, "", 1)))

    return tuple(orders(cards))


def best(partial: Record, starts: Sequence[Any]) -> int:
    """How many steps at most one of these openings explains; one more if it explains everything."""
    claimed = partial.header.start
    most = -1
    for start in starts:
        data = GAME.position_to_json(start)
        if all(same(data[field], value) for field, value in claimed.items()):
            difference = replay(replace(partial, header=replace(partial.header, start=start))).difference
            most = max(most, difference.step - 1 if difference else len(partial.steps) + 1)
    return most


def corrupted(rng: random.Random, record: Record, other: Record, fields: Sequence[str] = HIDDEN) -> Record:
    """The record with something of another one in it, and with some of these fields left out."""
    step, change = rng.randrange(len(record.steps)), rng.randrange(6)
    steps, outcome = list(record.steps), record.outcome
    donor = rng.choice(other.steps)
    claims, given = dict(steps[step].state or {}), dict(donor.state or {})
    if change == 0:
        steps[step] = Step(donor.action, claims)
    elif change == 1:
        outcome = other.outcome
    elif change == 2:
        field = rng.choice(["scores", "winners", "out"])
        outcome = (outcome or {}) | {field: (other.outcome or {})[field]}
    elif change < 5:
        field = rng.choice(sorted(claims))
        steps[step] = Step(steps[step].action, claims | {field: given[field]})
    missing = set(rng.sample(fields, rng.randrange(1, len(fields) + 1)))
    partial = without(replace(record, steps=tuple(steps), outcome=outcome), *missing)
    rate = rng.choice([0, 0, 0.5, 0.9, 1])
    thinned = [
        Step(each.action, {field: value for field, value in (each.state or {}).items() if rng.random() >= rate})
        for each in partial.steps
    ]
    return replace(partial, steps=tuple(thinned))


def assert_best(partial: Record, starts: Sequence[Any], box: Box | None) -> bool:
    """Asserts that what was inferred is what the best of the openings does. Whether everything was explained."""
    most, found = best(partial, starts), infer(partial, box, 50_000)
    steps = len(partial.steps)
    if most > steps:
        assert isinstance(found, Explained)
        explaining(partial, found, box)
        return True
    assert isinstance(found, Unexplained)
    assert found.step == most + 1
    if found.start is None:
        assert most == -1
        return False
    explaining(first(partial, most), Explained(found.start, 0), box)
    claims = dict(partial.steps[most].state or {})

    def explained(fields: Sequence[str]) -> bool:
        outcome = None
        if found.step == steps and any(field.startswith("outcome") for field in fields):
            some = [field.partition(".")[2] for field in fields if field.startswith("outcome.")]
            outcome = {field: (partial.outcome or {})[field] for field in some}
        last = Step(partial.steps[most].action, {field: claims[field] for field in fields if field in claims})
        part = replace(partial, steps=(*partial.steps[:most], last), outcome=outcome)
        if best(part, starts) > most:
            return True
        other = None if box else infer(part, None, 50_000)  # where no box is known there are more than these
        return isinstance(other, Explained) and bool(explaining(part, other, None))

    assert not explained(found.fields)
    for field in found.fields:
        assert explained([other for other in found.fields if other != field])
    return False


@pytest.mark.parametrize("seed", range(24))
def test_what_is_inferred_is_the_best_of_all_deals(seed: int) -> None:
    rng = random.Random(f"all deals {seed}")
    box = EACH[seed % len(EACH)]
    players = rng.choice(numbers_of_players(GAME, box))
    record = played(seed, box, players)
    ruleset = record.header.ruleset
    (cards,) = GAME.unshuffled(box, players)
    starts = [GAME.initial_state(box, players, (order,), ruleset) for order in deals(cards)]
    assert_best(corrupted(rng, record, played(seed + 1000, box, players, ruleset)), starts, box)


@pytest.mark.parametrize("seed", range(12))
def test_without_a_box_what_is_inferred_is_the_best_of_all_decks(seed: int) -> None:
    rng = random.Random(f"all decks {seed}")
    ruleset, middle_hidden = random_ruleset(GAME, rng), seed % 2
    base = position(*rng.choice([("", "C", "GS"), ("CS", "", "K")]), piles=("C", "GS", "K"), turn=rng.randrange(3))
    base = base | {"middle": rng.choice(["", "S", "GC"]), "later": rng.choice([[], ["CSJ"], ["SSGK"]])}
    if middle_hidden:
        decks: list[Json] = [{"middle": "".join(cards)} for size in range(5) for cards in product("CGJKS", repeat=size)]
    else:
        piles = ["".join(cards) for size in (3, 4) for cards in product("CGJKS", repeat=size)]
        decks = [{"later": later} for later in ([], *([pile] for pile in piles))]
    starts = [GAME.position_from_json(base | deck, ruleset) for deck in decks]
    games = []
    for number in range(2):
        start = rng.choice(starts)
        actions = [action for action, _ in playout(GAME, start, ruleset, random_policy(seed + 100 * number))]
        games.append(record_game(Header(GAME, ruleset, start), actions))
    partial = corrupted(rng, games[0], games[1], ("middle",) if middle_hidden else ("later",))
    found = infer(partial, None, 50_000)
    assert not isinstance(found, GaveUp)
    if found.start is not None and _size(found.start) > max(map(_size, starts)):  # none of the decks is as large
        part = first(partial, found.step - 1) if isinstance(found, Unexplained) else partial
        explaining(part, Explained(found.start, 0), None)
    else:
        assert_best(partial, starts, None)


def _size(start: Any) -> int:
    return len(start.middle) + sum(map(len, start.later))


@pytest.mark.parametrize("fields", LEFT_OUT, ids=",".join)
def test_every_deal_of_a_tiny_box_is_explained_whatever_is_left_out(fields: tuple[str, ...]) -> None:
    (cards,) = GAME.unshuffled(TINY, 3)
    for number, order in enumerate(deals(cards)):
        rng = random.Random(f"{number} {fields}")
        ruleset = random_ruleset(GAME, rng)
        start = GAME.initial_state(TINY, 3, (order,), ruleset)
        actions = [action for action, _ in playout(GAME, start, ruleset, random_policy(number))]
        record = without(record_game(Header(GAME, ruleset, start), actions), *fields)
        partial = with_states(record, rng.choice([0, 1, 2, len(actions)]))
        assert_explained(partial, TINY)
        assert_explained(partial, None)
