"""No property is broken by the reference engine, and a run reaches every property, clause and edge."""

import random
from functools import cache
from typing import Any

import pytest

from properties.checking import position_properties, step_properties, whole_game_properties
from properties.clauses import catalogue
from properties.property import Position, Property
from properties.rulesets import named_rulesets, random_ruleset, switched_off
from properties.tally import Tally
from properties.village import EDGES, STANDING_CLAUSES, near_misses
from properties.village.views import view_blind
from tests.properties.village.playing import GAME, TIES, check_play, check_random_games, position

PROPERTIES: tuple[Property[Any], ...] = (
    *step_properties("village"),
    *position_properties("village"),
    *whole_game_properties("village"),
)
TOYS = ("toy2", "toy3")
CHOICES = GAME.Ruleset.choices()


@cache
def tally() -> Tally:
    """A game under each named ruleset and under 40 random ones, with every box, and the rare ties."""
    rng, counts = random.Random("rulesets"), Tally()
    named = [ruleset.readings() for ruleset in named_rulesets(GAME)]
    others = [random_ruleset(GAME, rng).readings() for _ in range(40)]
    check_random_games(GAME, named + others, ("full", *TOYS), counts)
    for play in TIES:
        check_play(GAME, play, counts)
    return counts


def test_the_engine_breaks_no_property() -> None:
    assert tally().findings == {}
    assert tally().games >= 300


def test_every_property_had_something_to_say() -> None:
    assert [each.id for each in PROPERTIES if not tally().fired[each.id]] == []


def test_every_clause_is_exercised() -> None:
    fired = {clause for each in PROPERTIES if tally().fired[each.id] for clause in each.clauses}
    exercised = {clause for clause in catalogue("village").clauses if tally().exercised[clause]}
    assert set(catalogue("village").clauses) - exercised == STANDING_CLAUSES
    assert fired == set(catalogue("village").clauses)


def test_every_edge_is_reached_and_nothing_else_is_counted() -> None:
    assert [edge for edge in EDGES if not tally().exercised[edge]] == []
    assert set(tally().exercised) - set(EDGES) - set(catalogue("village").clauses) == set()


def test_ids_are_unique() -> None:
    assert len({each.id for each in PROPERTIES}) == len(PROPERTIES)


RULED_OUT = sorted({ruled_out for values in EDGES.values() for ruled_out in values})


@pytest.mark.parametrize("ruled_out", RULED_OUT)
def test_what_a_reading_rules_out_is_not_reached(ruled_out: str) -> None:
    reading, _, value = ruled_out.partition("=")
    assert value in CHOICES[reading]
    counts = Tally()
    check_random_games(GAME, [{reading: value}] * 30, TOYS, counts)
    assert [edge for edge, values in EDGES.items() if ruled_out in values and counts.exercised[edge]] == []
    off = switched_off(GAME, GAME.Ruleset.from_readings({reading: value}))
    assert [clause for clause in off if counts.exercised[clause]] == []


TABLES = {
    "bribes": near_misses.BRIBES,
    "visits": near_misses.VISITS,
    "curses": near_misses.CURSES,
    "after the end": near_misses.AFTER_THE_END,
}
NEAR = [
    position("AAABBWW", "", bribes=("AW",), deck="CCC", market={"3": "A", "2": "W", "1": "C", "0": "F"}),
    position("ABWW", "", bribes=("CW",), over=True, market={"3": "A", "2": "W", "1": "B"}),
    position("A", "", deck="BB", track=["A", "B"], values=[1, 4], market={"1": "B"}),
    position("A", "", over=True, track=["A", "B"], values=[1, 4], market={"1": "B"}),
    position("AW", "", bribes=("AW",), deck="CCC"),
    position("EE", "", deck="CCC"),
    position("EE", "", over=True),
]


@pytest.mark.parametrize("table", TABLES)
def test_every_near_miss_is_tried_somewhere(table: str) -> None:
    untried = {miss.sentence for miss in TABLES[table]}
    single = {"bribe.wilds": "all", "bribe.wilds_alone": "never", "curse.floor": "block", "favor.overshoot": "block"}
    for readings in ({}, *({reading: value} for reading, value in single.items())):
        ruleset = GAME.Ruleset.from_readings(readings)
        for data in NEAR:
            seat = near_misses.Seat(Position(GAME, ruleset, GAME.position_from_json(data, ruleset)))
            untried -= {miss.sentence for miss in TABLES[table] if miss.build(seat)}
    assert untried == set()


def test_unseen_cards_change_places_in_most_positions() -> None:
    """Of the openings of small boxes, where the fewest cards are unseen."""
    counts = Tally()
    check_random_games(GAME, [{}] * 160, TOYS, counts, most=1)
    assert view_blind.one_in == 8
    assert counts.fired["view.blind"] * 8 >= (counts.games + counts.steps) / 2
