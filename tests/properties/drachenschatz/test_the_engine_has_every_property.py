"""No property is broken by the reference engine, and a run reaches every property, clause and edge."""

import random
from functools import cache

import pytest

from properties.checking import all_properties
from properties.clauses import catalogue
from properties.drachenschatz import EDGES, STANDING_CLAUSES, near_misses
from properties.drachenschatz.views import reshuffled, view_blind
from properties.property import Position
from properties.rulesets import named_rulesets, random_ruleset, switched_off
from properties.tally import Tally
from tests.properties.drachenschatz.playing import GAME, RARE, check_random_games, position
from tests.properties.village.playing import check_play

PROPERTIES = all_properties("drachenschatz")
TOYS = ("toy3", "toy5")
CHOICES = GAME.Ruleset.choices()


@cache
def tally() -> Tally:
    """A game under each named ruleset and under 200 random ones, with every box, and the rare steps."""
    rng, counts = random.Random("rulesets"), Tally()
    named = [ruleset.readings() for ruleset in named_rulesets(GAME)]
    others = [random_ruleset(GAME, rng).readings() for _ in range(200)]
    check_random_games(GAME, named + others, ("full", *TOYS), counts)
    for play in RARE:
        check_play(GAME, play, counts)
    return counts


def test_the_engine_breaks_no_property() -> None:
    assert tally().findings == {}
    assert tally().games >= 300


def test_every_property_had_something_to_say() -> None:
    assert [each.id for each in PROPERTIES if not tally().fired[each.id]] == []


def test_every_clause_is_exercised() -> None:
    fired = {clause for each in PROPERTIES if tally().fired[each.id] for clause in each.clauses}
    exercised = {clause for clause in catalogue("drachenschatz").clauses if tally().exercised[clause]}
    assert set(catalogue("drachenschatz").clauses) - exercised == STANDING_CLAUSES
    assert fired == set(catalogue("drachenschatz").clauses)


def test_every_edge_is_reached_and_nothing_else_is_counted() -> None:
    assert [edge for edge in EDGES if not tally().exercised[edge]] == []
    assert set(tally().exercised) - set(EDGES) - set(catalogue("drachenschatz").clauses) == set()


def test_ids_are_unique() -> None:
    assert len({each.id for each in PROPERTIES}) == len(PROPERTIES)


RULED_OUT = sorted({ruled_out for values in EDGES.values() for ruled_out in values})


@pytest.mark.parametrize("ruled_out", RULED_OUT)
def test_what_a_reading_rules_out_is_not_reached(ruled_out: str) -> None:
    reading, _, value = ruled_out.partition("=")
    assert value in CHOICES[reading]
    counts = Tally()
    check_random_games(GAME, [{reading: value}] * 30, TOYS, counts)
    for play in RARE:
        if play.readings.get(reading, CHOICES[reading][0]) == value:
            check_play(GAME, play, counts)
    assert [edge for edge, values in EDGES.items() if ruled_out in values and counts.exercised[edge]] == []
    off = switched_off(GAME, GAME.Ruleset.from_readings({reading: value}))
    assert [clause for clause in off if counts.exercised[clause]] == []


TABLES = {
    "reveals": near_misses.REVEALS,
    "claims": near_misses.CLAIMS,
    "after the end": near_misses.AFTER_THE_END,
}
NEAR = [
    Position(
        GAME, GAME.Ruleset(claim_turns="reveal"), GAME.position_from_json(data, GAME.Ruleset(claim_turns="reveal"))
    )
    for data in (
        position("", "", "", piles=("G", "G1", "G"), middle="G"),
        position("", "", "", piles=("G", "G1", "G")),
        position("", "", "", piles=("G", "G0", "G"), middle="G"),
        position("", "", "", over=True),
    )
]


@pytest.mark.parametrize("table", TABLES)
def test_every_near_miss_is_tried_somewhere(table: str) -> None:
    tried = {miss for at in NEAR for miss in TABLES[table] if list(miss.actions(near_misses.Seat(at)))}
    assert set(TABLES[table]) - tried == set()


@pytest.mark.parametrize("at", NEAR, ids=["reveal or claim", "no reveal", "no claim", "over"])
def test_what_is_neither_legal_nor_a_near_miss_breaks_two_clauses(at: Position) -> None:
    every = {f"{kind} {pile}" for kind in ("reveal", "claim") for pile in range(6)}
    misses = [GAME.action_to_text(action) for action in near_misses.near_misses(at)]
    legal = {GAME.action_to_text(action) for action in at.legal}
    assert len(misses) == len(set(misses))
    assert not legal & set(misses)
    assert every - legal - set(misses) == {
        f"{kind} {pile}"
        for kind in ("reveal", "claim")
        for pile in (1, 3, 4, 5)
        if not at.data["over"] and not any(text.startswith(kind) for text in legal)
    }


def test_unseen_cards_change_places_in_most_positions() -> None:
    """Of the openings of small boxes, where the fewest cards are unseen."""
    counts = Tally()
    check_random_games(GAME, [{}] * 160, ("toy3",), counts, most=1)
    assert view_blind.one_in == 8
    assert counts.fired["view.blind"] * 8 >= (counts.games + counts.steps) / 2


def test_cards_nobody_sees_change_places_between_all_places_and_nothing_else_changes() -> None:
    data = position("C", "", "K", piles=("CCG", "J2", "SSK"), middle="GGGG", later=["JJJ", "KKK"])
    changed = [reshuffled(data, 0, random.Random(seed)) for seed in range(20)]
    for other in changed:
        seen = [(pile["cards"][-1], len(pile["cards"]), pile["dragon"]) for pile in other["piles"]]
        assert seen == [("G", 3, None), ("J", 1, 2), ("K", 3, None)]
        assert [len(other["middle"]), *map(len, other["later"])] == [4, 3, 3]
        assert sorted(
            other["middle"] + "".join(other["later"]) + other["piles"][0]["cards"] + other["piles"][2]["cards"]
        ) == (sorted("GGGGJJJKKKCCGSSK"))
        assert {**other, "middle": 0, "later": 0, "piles": 0} == {**data, "middle": 0, "later": 0, "piles": 0}
    places = {"middle": "GGGG", "first later": "JJJ", "second later": "KKK", "under a top": "CC"}
    now = [
        {"middle": o["middle"], "first later": o["later"][0], "second later": o["later"][1],
         "under a top": o["piles"][0]["cards"][:-1]}
        for o in changed
    ]  # fmt: skip
    for here in places:
        for card in "GJKCS":
            assert any(card in each[here] for each in now), (here, card)
