"""What a game leaves out is inferred: the middle, piles to come, treasure piles, hoards; or all but the actions."""

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from properties.drachenschatz.late import EDGE_GAMES, NotUnderThisRuleset
from properties.drachenschatz.opening import year_piles
from properties.inferring import Explained, GaveUp
from properties.rulesets import random_ruleset
from reference_engine.errors import CannotParse, EngineError, ImpossiblePosition
from reference_engine.interface import State
from reference_engine.jsonform import Json
from reference_engine.record import record_game
from tests.properties.drachenschatz.leaving_out import (
    FULL,
    GAME,
    PILES,
    SMALL,
    assert_explained,
    box_of,
    explaining,
    first,
    infer,
    opened,
    played,
    record_of,
    table,
    unexplained,
    whole,
    with_states,
    without,
)

LEFT_OUT = [
    ("middle",),
    ("later",),
    ("middle", "later"),
    ("middle", "later", "piles"),
    ("middle", "later", "hoards"),
    ("middle", "later", "piles", "hoards"),
]
SEATS = (3, 4, 5, 6)


def sizes(start: State) -> list[int]:
    """How many cards each year has."""
    data = GAME.position_to_json(start)
    return [sum(len(pile["cards"]) for pile in data["piles"]) + len(data["middle"]), *map(len, data["later"])]


@pytest.mark.parametrize("fields", LEFT_OUT, ids=",".join)
@pytest.mark.parametrize("players", SEATS)
def test_games_of_the_full_box_are_explained(players: int, fields: tuple[str, ...]) -> None:
    for seed in range(2):
        assert_explained(without(played(seed, FULL, players), *fields), FULL)


@pytest.mark.parametrize("players", SEATS)
def test_games_are_explained_from_their_actions_and_outcome_alone(players: int) -> None:
    for seed in range(2):
        record = with_states(without(played(seed, FULL, players), "middle", "later", "piles", "hoards"), 0)
        assert_explained(record, FULL)
        assert_explained(record, None)


@pytest.mark.parametrize("players", SEATS)
def test_without_a_box_there_are_as_many_cards_as_the_hoards_show(players: int) -> None:
    record = played(players, FULL, players)
    expected = sizes(record.header.start)
    for fields in (("middle", "later"), ("middle", "later", "piles")):
        assert sizes(assert_explained(without(record, *fields), None).header.start) == expected


@pytest.mark.parametrize("players", SEATS)
def test_without_a_box_there_are_no_more_cards_than_were_played(players: int) -> None:
    record = replace(with_states(without(played(players, FULL, players), "middle", "later"), 0), outcome=None)
    found = assert_explained(record, None).header.start
    positions = [found]
    for step in record.steps:
        positions.append(GAME.apply(positions[-1], step.action, record.header.ruleset))
    assert positions[-1].over
    for before, after in pairwise(positions):
        if after.year > before.year or after.over:
            assert len(before.middle) <= 1  # one card may have given a player the turn


@pytest.mark.parametrize("fields", LEFT_OUT, ids=",".join)
@pytest.mark.parametrize("states", [0, 1, 3, 99])
def test_games_of_small_boxes_are_explained_from_little(fields: tuple[str, ...], states: int) -> None:
    for seed in range(8):
        box = SMALL[seed % len(SMALL)]
        record = with_states(without(played(seed, box), *fields), states)
        assert_explained(record, box)
        assert_explained(record, None)


@pytest.mark.parametrize("edge", sorted(EDGE_GAMES))
def test_late_games_are_explained(edge: str) -> None:
    rng = random.Random(f"late {edge}")
    for ruleset in (GAME.Ruleset(), random_ruleset(GAME, rng)):
        try:
            header, actions = EDGE_GAMES[edge](GAME, ruleset, rng)
        except NotUnderThisRuleset:
            continue
        record = record_game(header, actions)
        for fields in (("middle", "later"), ("middle", "later", "piles", "hoards")):
            assert_explained(without(record, *fields), GAME.BOXES.get(header.box or ""))


def test_an_opening_that_the_box_cannot_deal_is_not_explained() -> None:
    found = unexplained(opened(later=["CGS", "CGS"]))
    assert (found.step, found.fields, found.clauses, found.start) == (0, (), (), None)
    assert found.boxed
    tiny = box_of("CCGGSSK", {3: 2, 4: 1})
    assert_explained(opened(middle="C"), tiny)
    assert unexplained(opened(middle="K", later=["CGS"]), FULL).step == 0
    assert unexplained(opened(middle="J"), tiny).step == 0  # it has no gem
    assert unexplained(opened(middle="CK"), tiny).step == 0  # the next year would have too few cards
    assert unexplained(opened(later=["CGSK"]), tiny).step == 0
    assert_explained(opened(later=["CGS"]), tiny)
    assert unexplained(opened(year=3, turn=1), tiny).step == 0
    assert unexplained(opened(worth={"G": 2, "J": 3, "K": 5}), tiny).step == 0
    assert unexplained(opened(), box_of("CCGGSSK", {3: 2}, G=2)).step == 0  # no table of values is the usual one
    assert_explained(opened(worth={"G": 2, "J": 3, "K": 5}), box_of("CCGGSSK", {3: 2}, G=2))
    assert unexplained(opened(), box_of("CCGGSSKKKKKKKKK", {5: 1})).step == 0


def test_a_middle_pile_that_a_player_with_a_dragon_can_reveal_from_is_not_empty() -> None:
    readings = {"claim.turns": "reveal"}
    claimed = {"piles": table("C", "G0", "S")["piles"]}
    start = assert_explained(record_of(readings=readings, **claimed), None).header.start
    assert len(start.middle) == 1
    assert unexplained(record_of(readings=readings, **claimed), box_of("CGSKKK", {3: 2})).step == 0
    assert_explained(record_of(readings=readings, **claimed), box_of("CGSKKKK", {3: 2}))


def test_fields_that_every_opening_has_alike_are_taken_for_that() -> None:
    hidden = dict.fromkeys(("turn", "over", "year", "players", "hoards"))
    start = assert_explained(opened(**hidden), None).header.start
    assert (start.turn, start.over, start.year, start.hoards) == (0, False, 1, ("", "", ""))
    assert (start.middle, start.later) == ("", ())
    for players in SEATS:
        start = assert_explained(opened(piles=None, players=None, hoards=[""] * players), FULL).header.start
        assert sizes(start) == year_piles(104, FULL.piles[players])
        assert [len(pile.cards) for pile in start.piles] == [1] * players
    over = {"over": True, "piles": None, "year": 2, "hoards": ["CG", "J", "S"]}
    ended = assert_explained(opened(**over, turn=2), None).header.start
    assert (ended.middle, ended.later, ended.piles, ended.turn) == ("", (), (), 2)


def test_a_game_that_has_begun_can_leave_out_its_middle_pile_and_the_piles_to_come() -> None:
    begun = {"year": 2, "hoards": ["CG", "JS", "SS"], "piles": table("CC", "G1", "S")["piles"]}
    box = box_of("CCCGGJSSSSKKKKKKK", {3: 3})  # years of 6, 6 and 5 cards
    start = assert_explained(opened(**begun), box).header.start
    assert (len(start.middle), list(map(len, start.later))) == (2, [5])
    assert assert_explained(opened(**begun), None).header.start.middle == ""


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"players": None, "hoards": None, "piles": None}, "players"),
        ({"players": "3"}, "players"),
        ({"players": True}, "players"),
        ({"year": 2, "hoards": None}, "hoards"),
        ({"hoards": None, "piles": table("CC", "G", "S")["piles"]}, "hoards"),
        ({"piles": None, "turn": 1}, "piles"),
        ({"piles": None, "year": 2}, "piles"),
        ({"piles": None, "hoards": ["C", "", ""]}, "piles"),
        ({"turn": None, "piles": table("C", "G2", "S")["piles"]}, "turn"),
        ({"year": None, "hoards": ["C", "", ""]}, "year"),
        ({"over": True, "hoards": None, "piles": []}, "hoards"),
        ({"middle": 3}, "middle"),
    ],
)
def test_what_nothing_tells_is_asked_for(fields: Mapping[str, object], named: str) -> None:
    for box in (FULL, None):
        with pytest.raises(CannotParse, match=named):
            infer(opened(**fields), box)


@pytest.mark.parametrize(
    "fields",
    [
        {"hoards": ["SC", "", ""]},
        {"hoards": ["", ""]},
        {"players": 2, "hoards": None, "piles": None},
        {"players": 10**9, "hoards": None, "piles": None},
        {"middle": "W"},
        {"later": ["CG"]},
        {"piles": table("C", "G0", "S0")["piles"]},
    ],
)
def test_an_opening_that_cannot_stand_on_any_table_is_refused(fields: Mapping[str, object]) -> None:
    for box in (FULL, None):
        with pytest.raises(EngineError) as caught:
            infer(opened(**fields), box)
        assert isinstance(caught.value, ImpossiblePosition)


def test_cards_that_nobody_sees_are_counted_and_taken_in_ascending_order() -> None:
    found = infer(record_of(("reveal 0", table("CK", *PILES[1:]))), FULL)
    assert isinstance(found, Explained)
    hidden = found.start.middle[1:] + "".join(found.start.later)
    assert found.unseen == len(hidden) == 104 - 4
    assert found.start.middle[0] == "K"
    assert hidden == "".join(sorted(hidden))
    free = infer(record_of(("reveal 0", {}), ("reveal 0", {})), None)
    assert isinstance(free, Explained)
    assert (free.unseen, free.start.middle) == (2, "CC")


def test_the_rest_of_the_middle_is_shown_by_the_last_hoard() -> None:
    claims = [("claim 0", {}), ("claim 1", {"hoards": ["C", "G", "KKS"], "over": True})]
    assert assert_explained(record_of(*claims), None).header.start.middle == "KK"
    start = assert_explained(record_of(*claims[:1], ("claim 1", {"hoards": ["C", "G", "JKS"], "year": 2})), None)
    assert (start.header.start.middle, start.header.start.later) == ("JK", ("CCC",))


def test_a_turn_shows_whether_the_middle_is_empty() -> None:
    readings = {"claim.turns": "reveal"}
    for turn, middle in ((0, "C"), (1, "")):
        steps: list[tuple[str, Json]] = [("claim 0", {"turn": 1}), ("reveal 1", {}), ("reveal 1", {"turn": turn})]
        start = assert_explained(record_of(*steps, readings=readings), None).header.start
        assert start.middle == "CC" + middle


def test_hoards_of_several_years_are_shown_together() -> None:
    years = [("claim 0", {}), ("claim 1", {}), ("claim 2", {}), ("claim 0", {"hoards": ["CK", "GS", "GKSSS"]})]
    start = assert_explained(record_of(*years, later=["SGKS"]), None).header.start
    assert start.middle == "KS"  # the last of the first year has the rest of it


def test_scores_show_how_many_cards_were_left_in_the_middle() -> None:
    claims: list[tuple[str, Json]] = [("claim 0", {}), ("claim 1", {})]
    outcome = {"scores": [0, 1, 13], "winners": [2], "out": [1]}
    start = assert_explained(record_of(*claims, outcome=outcome), None).header.start
    assert start.middle == "JKK"
    nothing_left = [claims[0], ("claim 1", {"over": True, "middle": "", "later": [], "piles": []})]
    assert assert_explained(record_of(*nothing_left, outcome=outcome), None).header.start.middle == "JKK"
    none_out = {"scores": [0, 1, 13], "winners": [2], "out": []}
    assert_explained(record_of(*claims, outcome=none_out, piles=table("C", "CG", "S")["piles"]), None)


@pytest.mark.parametrize("out", [[], [0], [1], [2]])
def test_who_is_out_shows_the_animals_of_hoards_that_were_not_seen(out: list[int]) -> None:
    worth = {"G": 0, "J": 3, "K": 5}
    box = box_of("CCSSGGGG", {3: 1}, **worth)
    steps: list[tuple[str, Json]] = [
        ("reveal 0", {}),
        ("reveal 1", {}),
        ("reveal 2", {}),
        ("claim 0", {}),
        ("claim 1", {}),
    ]
    outcome = {"scores": [0, 0, 0], "winners": [seat for seat in range(3) if seat not in out], "out": out}
    record = record_of(*steps, outcome=outcome, worth=worth, piles=None, hoards=None)
    assert_explained(record, box)
    assert_explained(record, None)
    several = replace(record, outcome=outcome | {"out": [0, 1]})
    assert unexplained(several, box).fields == unexplained(several, None).fields == ("outcome.out",)


def test_a_search_that_would_take_too_long_gives_up() -> None:
    record = with_states(without(played(2, FULL, 6), "middle", "later", "piles", "hoards"), 0)
    most = len(record.steps) - 1
    found = infer(record, FULL, most=most)
    assert isinstance(found, GaveUp)
    assert found.tried == most
    assert 0 < found.step <= len(record.steps)
    assert found.start is not None
    explaining(first(record, found.step), Explained(found.start, 0), FULL)


def test_a_whole_opening_of_another_box_is_not_explained() -> None:
    record = replace(whole(played(1, SMALL[0], 3)), steps=(), outcome=None)
    assert unexplained(record, FULL).step == 0
    assert_explained(record, SMALL[0])
