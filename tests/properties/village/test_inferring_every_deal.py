"""Whatever some deal of a small box explains is explained, and nothing else: every deal is tried."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from properties.inferring import Explained, Unexplained
from properties.policies import by_kind_policy, playout
from properties.replaying import replay
from properties.rulesets import random_ruleset
from reference_engine.interface import Box
from reference_engine.jsonform import same
from reference_engine.record import Header, Record, Step, record_game
from tests.properties.village.leaving_out import (
    TOY2,
    VILLAGE,
    explaining,
    first,
    infer,
    played,
    without,
)
from tests.properties.village.playing import position


@cache
def deals(players: int) -> tuple[str, ...]:
    """Every order of the cards of the box, in ascending order."""
    cards, _ = VILLAGE.unshuffled(TOY2, players)

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
        data = VILLAGE.position_to_json(start)
        if all(same(data[field], value) for field, value in claimed.items()):
            difference = replay(replace(partial, header=replace(partial.header, start=start))).difference
            most = max(most, difference.step - 1 if difference else len(partial.steps) + 1)
    return most


def corrupted(rng: random.Random, record: Record, other: Record, kept: Sequence[str] = ()) -> Record:
    """The record with something of another one in it, and with fields left out at random, but not those kept."""
    step, change = rng.randrange(len(record.steps)), rng.randrange(5)
    steps, outcome = list(record.steps), record.outcome
    donor = rng.choice(other.steps)
    claims, given = dict(steps[step].state or {}), dict(donor.state or {})
    if change == 0:
        steps[step] = Step(donor.action, claims)
    elif change == 1:
        outcome = other.outcome
    elif change < 4:
        field = rng.choice(sorted(claims))
        steps[step] = Step(steps[step].action, claims | {field: given[field]})
    missing = {"deck", *rng.sample(["deck", "hands", "market"], rng.randrange(1, 4))} - set(kept)
    partial = without(replace(record, steps=tuple(steps), outcome=outcome), *missing)
    rate = rng.choice([0, 0, 0.5, 0.9])
    thinned = [
        Step(
            each.action,
            {field: value for field, value in (each.state or {}).items() if rng.random() >= rate or field in kept},
        )
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
        return best(part, starts) > most

    assert not explained(found.fields)
    for field in found.fields:
        assert explained([other for other in found.fields if other != field])
    return False


@pytest.mark.parametrize("seed", range(16))
def test_what_is_inferred_is_the_best_of_all_deals(seed: int) -> None:
    rng = random.Random(f"all deals {seed}")
    players = rng.choice([2, 2, 3])
    record = played(seed, TOY2, players)
    other = played(seed + 1000, TOY2, players, record.header.ruleset)
    track, ruleset = "".join(record.header.start.track), record.header.ruleset
    starts = [VILLAGE.initial_state(TOY2, players, (order, track), ruleset) for order in deals(players)]
    assert_best(corrupted(rng, record, other), starts, TOY2)


@pytest.mark.parametrize("seed", [*range(6), 7])  # 6 takes too much work to tell what clashes
def test_without_a_box_what_is_inferred_is_the_best_of_all_decks(seed: int) -> None:
    rng = random.Random(f"all decks {seed}")
    ruleset = random_ruleset(VILLAGE, rng)
    cards = ["".join(rng.choice("ABW") for _ in range(4)) for _ in range(2)]
    base = position("AABW", "ABBW", bribes=("A", "B"), market={"3": "A", "0": "B"}, track=["A", "B"], values=[1, 4])
    decks = [""]
    for deck in decks:
        if len(deck) < 5:
            decks += [deck + card for card in "ABW"]
    starts = [VILLAGE.position_from_json(base | {"deck": deck}, ruleset) for deck in decks]
    games = []
    for number, deck in enumerate(cards):
        start = VILLAGE.position_from_json(base | {"deck": deck}, ruleset)
        actions = [action for action, _ in playout(VILLAGE, start, ruleset, by_kind_policy(seed + 100 * number))]
        games.append(record_game(Header(VILLAGE, ruleset, start), actions[:5]))
    assert_best(corrupted(rng, games[0], games[1], ("hands", "market")), starts, None)
