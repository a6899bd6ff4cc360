"""What a game leaves out is inferred rightly: whatever can be explained is, and nothing else; every deal is the judge."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from properties.dealing import deal
from properties.inferring import Explained, GaveUp, Unexplained, explain
from properties.policies import by_kind_policy, playout
from properties.replaying import replay
from properties.rulesets import random_ruleset
from properties.village.late import EDGE_GAMES, NotUnderThisRuleset
from reference_engine import load
from reference_engine.errors import CannotParse, EngineError, ImpossiblePosition
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


LEFT_OUT = [("deck",), ("hands",), ("deck", "hands"), ("deck", "hands", "bribes", "discard")]


@pytest.mark.parametrize("fields", LEFT_OUT, ids=",".join)
@pytest.mark.parametrize("seed", range(8))
def test_games_of_the_full_box_are_explained(seed: int, fields: tuple[str, ...]) -> None:
    assert_explained(without(played(seed, FULL), *fields), FULL)


@pytest.mark.parametrize("seed", range(8))
def test_without_a_box_the_deck_is_as_long_as_the_game_needs_it(seed: int) -> None:
    record = played(seed, FULL)
    assert len(assert_explained(without(record, "deck"), None).header.start.deck) == len(record.header.start.deck)
    short = first(record, 5)
    after = VILLAGE.position_from_json(short.steps[-1].state, short.header.ruleset)
    used = len(record.header.start.deck) - len(after.deck)
    assert len(assert_explained(without(short, "deck"), None).header.start.deck) == used + 1


@pytest.mark.parametrize("fields", [*LEFT_OUT, ("deck", "market"), ("deck", "hands", "market")], ids=",".join)
@pytest.mark.parametrize("states", [0, 1, 99])
def test_games_of_the_toy_boxes_are_explained_from_little(fields: tuple[str, ...], states: int) -> None:
    for seed in range(6):
        box = VILLAGE.BOXES[("toy2", "toy3")[seed % 2]]
        record = with_states(without(played(seed, box), *fields), states)
        assert_explained(record, box)


@pytest.mark.parametrize("edge", sorted(EDGE_GAMES))
def test_late_games_are_explained(edge: str) -> None:
    rng = random.Random(f"late {edge}")
    for ruleset in (VILLAGE.Ruleset(), random_ruleset(VILLAGE, rng)):
        try:
            header, actions = EDGE_GAMES[edge](VILLAGE, ruleset, rng)
        except NotUnderThisRuleset:
            continue
        record = record_game(header, actions)
        for fields in (("deck",), ("deck", "hands")):
            assert_explained(without(record, *fields), FULL)


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_only_the_scores_tell_of_are_found(seed: int) -> None:
    record = without(played(seed, FULL), "deck", "hands")
    last = {field: value for field, value in (record.steps[-1].state or {}).items() if field != "bribes"}
    assert_explained(replace(record, steps=(*record.steps[:-1], Step(record.steps[-1].action, last))), FULL)


# Every deal of a small box is tried: whatever explains most is as good as what was inferred.


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


def corrupted(rng: random.Random, record: Record, other: Record) -> Record:
    """The record with something of another one in it, and with fields left out at random."""
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
    left_out = rng.sample(["deck", "hands", "market"], rng.randrange(1, 4))
    partial = without(replace(record, steps=tuple(steps), outcome=outcome), *left_out)
    rate = rng.choice([0, 0, 0.5, 0.9])
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
        return best(part, starts) > most

    assert not explained(found.fields)
    for field in found.fields:
        assert explained([other for other in found.fields if other != field])
    return False


@pytest.mark.parametrize("seed", range(40))
def test_what_is_inferred_is_the_best_of_all_deals(seed: int) -> None:
    rng = random.Random(f"all deals {seed}")
    players = rng.choice([2, 2, 3])
    record = played(seed, TOY2, players)
    other = played(seed + 1000, TOY2, players, record.header.ruleset)
    track, ruleset = "".join(record.header.start.track), record.header.ruleset
    starts = [VILLAGE.initial_state(TOY2, players, (order, track), ruleset) for order in deals(players)]
    assert_best(corrupted(rng, record, other), starts, TOY2)
