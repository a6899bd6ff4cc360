"""What a game leaves out is inferred: decks, hands, and openings of which less is known."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from properties.inferring import Explained, GaveUp
from properties.rulesets import random_ruleset
from properties.village.late import EDGE_GAMES, NotUnderThisRuleset
from reference_engine.errors import CannotParse, EngineError, ImpossiblePosition
from reference_engine.interface import Box
from reference_engine.record import Step, record_game
from tests.properties.village.leaving_out import (
    FULL,
    TOY2,
    VILLAGE,
    assert_explained,
    explaining,
    first,
    infer,
    market,
    opened,
    played,
    record_of,
    unexplained,
    whole,
    with_states,
    without,
)

LEFT_OUT = [("deck",), ("hands",), ("deck", "hands"), ("deck", "hands", "bribes", "discard")]


@pytest.mark.parametrize("fields", LEFT_OUT, ids=",".join)
@pytest.mark.parametrize("seed", range(6))
def test_games_of_the_full_box_are_explained(seed: int, fields: tuple[str, ...]) -> None:
    assert_explained(without(played(seed, FULL), *fields), FULL)


@pytest.mark.parametrize("seed", range(6))
def test_without_a_box_the_deck_is_as_long_as_the_game_needs_it(seed: int) -> None:
    record = played(seed, FULL)
    assert len(assert_explained(without(record, "deck"), None).header.start.deck) == len(record.header.start.deck)
    short = first(record, 5)
    used = len(record.header.start.deck) - len((short.steps[-1].state or {})["deck"])
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


@pytest.mark.parametrize("seed", range(6))
def test_hands_that_only_the_scores_tell_of_are_found(seed: int) -> None:
    record = without(played(seed, FULL), "deck", "hands")
    last = {field: value for field, value in (record.steps[-1].state or {}).items() if field != "bribes"}
    assert_explained(replace(record, steps=(*record.steps[:-1], Step(record.steps[-1].action, last))), FULL)


def test_an_opening_that_the_box_cannot_deal_is_not_explained() -> None:
    for fields in ({"hands": ["A" * 8, "A" * 7]}, {"values": [1, 1, 2, 2, 3, 5]}):
        found = unexplained(opened(**fields))
        assert (found.step, found.fields, found.clauses, found.start) == (0, (), (), None)
        assert found.boxed
    assert unexplained(replace(whole(played(1, TOY2)), steps=(), outcome=None), FULL).step == 0
    five = {"hands": None, "bribes": None, "players": 5, "track": ["A", "B"], "values": [1, 4]}
    stalls = {"3": "AA", "2": "AB", "1": "B", "0": ""}
    assert unexplained(opened(**five, market=stalls), TOY2).step == 0  # four cards are left for five hands
    hidden = opened(hands=None)
    for deck in ("", "A" * 5):  # there must be as many cards as the box has
        partial = replace(hidden, header=replace(hidden.header, start=hidden.header.start | {"deck": deck}))
        assert unexplained(partial).step == 0
    three = replace(FULL, wilds={3: 12})
    assert unexplained(opened(), three).step == 0


def test_fields_that_every_opening_has_alike_are_taken_for_that() -> None:
    start = assert_explained(opened(bribes=None, discard=None, turn=None, over=None, players=None), None).header.start
    assert (start.bribes, start.discard, start.turn, start.over) == (((), ()), "", 0, False)
    start = assert_explained(opened(values=None, hands=None, market=None), FULL).header.start
    assert start.values == FULL.values
    assert ([*map(len, start.hands)], [*map(len, start.market)]) == ([7, 7], [1, 1, 1, 1])
    toy = VILLAGE.BOXES["toy3"]
    hidden = {"hands": None, "market": None, "track": list("BAC"), "values": [1, 1, 4]}
    assert [*map(len, assert_explained(opened(**hidden), toy).header.start.market)] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("fields", "box", "named"),
    [
        ({"track": None}, FULL, "track"),
        ({"values": None}, None, "values"),
        ({"hands": None}, None, "hands"),
        ({"market": None}, None, "market"),
        ({"hands": None, "discard": "A"}, FULL, "hands"),
        ({"hands": None, "bribes": None, "players": None}, FULL, "players"),
        ({"players": "2"}, FULL, "players"),
    ],
)
def test_what_nothing_tells_is_asked_for(fields: Mapping[str, object], box: Box | None, named: str) -> None:
    with pytest.raises(CannotParse, match=named):
        infer(opened(**fields), box)


@pytest.mark.parametrize("fields", [{"hands": ["BA", "A"]}, {"hands": ["A"]}, {"players": 1}, {"track": ["A", "A"]}])
def test_an_opening_that_cannot_stand_on_any_table_is_refused(fields: Mapping[str, object]) -> None:
    with pytest.raises(EngineError) as caught:
        infer(opened(**fields), None)
    assert isinstance(caught.value, ImpossiblePosition)


def test_cards_that_nobody_sees_are_counted_and_taken_in_ascending_order() -> None:
    found = infer(record_of(("bribe A A", market("W"))), FULL)
    assert isinstance(found, Explained)
    assert found.unseen == len(found.start.deck) - 1
    assert found.start.deck == "W" + "".join(sorted(found.start.deck[1:]))


def test_a_search_that_would_take_too_long_gives_up() -> None:
    record = with_states(without(played(2, FULL), "deck", "hands"), 0)
    found = infer(record, FULL, most=200)
    assert isinstance(found, GaveUp)
    assert 190 < found.tried <= 200
    assert 0 < found.step < len(record.steps)
    assert found.start is not None
    explaining(first(record, found.step), Explained(found.start, 0), FULL)
