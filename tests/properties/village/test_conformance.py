"""What driving a program needs to know of this game."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from properties.dealing import deal
from properties.policies import by_kind_policy, playout
from properties.property import Position, Step
from properties.village.conformance import (
    EDGES,
    VIEW_CLAUSES,
    blamed,
    demands,
    forbidden,
    near_misses,
    reduced,
    reshuffled,
    set_up,
)
from reference_engine.errors import IllegalAction
from reference_engine.jsonform import Json
from tests.properties.village.playing import GAME, NEGATIVE, TIE_FULL, position

RULESET = GAME.Ruleset()
START = position("AABCW", "CDEF", deck="DABCF", market={"3": "B", "1": "W"}, bribes=("A",), discard="E")
RULESETS: tuple[dict[str, str], ...] = (
    {},
    {"bribe.wilds": "all", "market.empty_stall": "open", "curse.floor": "block"},
    {"bribe.wilds_alone": "never", "curse.distance": "type", "curse.floor": "block"},
    {"favor.overshoot": "block", "favor.distance": "bribe"},
)


def at(data: Json, readings: dict[str, str] | None = None) -> Position:
    ruleset = GAME.Ruleset.from_readings(readings or {})
    return Position(GAME, ruleset, GAME.position_from_json(data, ruleset))


def played(data: Json, action: str) -> Step:
    before, move = at(data), GAME.action_from_text(action)
    return Step(before, move, Position(GAME, RULESET, GAME.apply(before.state, move, RULESET)))


def positions(readings: dict[str, str]) -> Iterator[Position]:
    """Every fourth position of some games, and their last ones."""
    ruleset = GAME.Ruleset.from_readings(readings)
    for seed in range(4):
        state = deal(GAME, GAME.BOXES["toy3"], 2 + seed, seed, ruleset)
        for number, (_, after) in enumerate(playout(GAME, state, ruleset, by_kind_policy(seed))):
            if number == 60:
                break
            if number % 4 == 0 or GAME.is_terminal(after):
                yield Position(GAME, ruleset, after)


@pytest.mark.parametrize("readings", RULESETS)
def test_every_near_miss_is_forbidden_and_there_is_one_nearly_everywhere(readings: dict[str, str]) -> None:
    forbidding, without = Counter[str](), 0
    for place in positions(readings):
        misses = list(near_misses(place))
        without += not misses
        assert len({GAME.action_to_text(miss) for miss in misses}) == len(misses)
        for miss in misses:
            with pytest.raises(IllegalAction) as refused:
                GAME.apply(place.state, miss, place.ruleset)
            forbidding[refused.value.clause] += 1
    assert without == 0
    assert forbidding.keys() >= {"V-BRIBE-1", "V-MARKET-1", "V-CURSE-1", "V-END-1"}


def test_near_misses_break_the_clauses_that_forbid_something_and_lists_show_those_on_wilds_alone() -> None:
    broken = set()
    for miss in near_misses(at(START)):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(at(START).state, miss, RULESET)
        broken.add(refused.value.clause)
    assert broken >= {"V-BRIBE-1", "V-BRIBE-3", "V-MARKET-1", "V-MARKET-3", "V-CURSE-1"}
    assert set(forbidden(at(START))) == {"V-BRIBE-3", "V-MARKET-2"}
    assert set(forbidden(at(position("AB", "W", market={"1": "A"})))) == set()


def test_where_bribes_need_room_a_near_miss_has_none_and_what_forbids_it_is_seen() -> None:
    blocking = at(position("EE", "", bribes=("E",), market={"1": "A"}), {"favor.overshoot": "block"})
    assert set(forbidden(blocking)) == {"V-FAVOR-3"}
    assert "bribe E EE" in [GAME.action_to_text(miss) for miss in near_misses(blocking)]
    assert set(forbidden(at(position("FF", "", market={"1": "A"}), {"favor.overshoot": "block"}))) == set()


def test_what_the_player_sees_stays_and_the_rest_moves() -> None:
    for player in (0, 1):
        changed = reshuffled(START, player)
        assert changed["hands"][player] == START["hands"][player]
        assert {field for field in START if START[field] != changed[field]} == {"hands", "deck"}
        assert [*map(len, changed["hands"])] == [*map(len, START["hands"])]
        assert sorted("".join((changed["deck"], *changed["hands"]))) == sorted(
            "".join((START["deck"], *START["hands"]))
        )
        assert reshuffled(START, player) == changed
        view = [GAME.observe(at(data).state, player) for data in (START, changed)]
        assert view[0] == view[1]


def test_a_position_without_hidden_cards_stays_as_it_is() -> None:
    data = position("AB", "", deck="")
    assert reshuffled(data, 0) == data


def cards(data: Json) -> Counter[str]:
    bribes = (each for own in data["bribes"] for each in own.values())
    return Counter("".join((data["deck"], *data["hands"], *data["market"].values(), data["discard"], *bribes)))


CHOOSING: dict[str, Callable[[random.Random], bool]] = {
    "nothing": lambda _: False,
    "everything": lambda _: True,
    "half": lambda rng: rng.random() < 0.5,
    "most": lambda rng: rng.random() < 0.9,
}


@pytest.mark.parametrize("choosing", CHOOSING)
def test_a_reduced_position_is_possible_and_has_nothing_new(choosing: str) -> None:
    rng = random.Random(0)
    for place in positions({}):
        less = reduced(place.data, lambda: CHOOSING[choosing](rng))
        assert GAME.position_to_json(GAME.position_from_json(less, RULESET)) == less
        assert cards(less) <= cards(place.data)
        assert 2 <= less["players"] <= place.data["players"]
        assert (less["over"], less["values"]) == (place.data["over"], place.data["values"])


def test_with_everything_kept_a_position_stays_as_it_is() -> None:
    for data in (START, NEGATIVE, TIE_FULL, position("A", "B", "C", turn=2)):
        assert reduced(data, lambda: True) == data


def test_with_nothing_kept_hardly_anything_is_left() -> None:
    less = reduced(
        position("AA", "BB", "CC", turn=2, deck="ABC", track=list("FEDCBA"), bribes=("A", "B")), lambda: False
    )
    assert less == position("", "", turn=0)


def test_the_player_to_move_keeps_the_turn_and_may_become_the_first() -> None:
    data = position("AA", "BB", "CC", turn=2)
    kept = iter([False, True, False])  # player 0, player 1; the seats as they are
    less = reduced(data, lambda: next(kept, True))
    assert (less["players"], less["turn"], less["hands"]) == (2, 0, ["CC", "BB"])


def test_a_bribe_is_left_out_with_its_last_treasure_card() -> None:
    data = position("", "", bribes=("AWWWWW",), track=list("ABCDEF"))
    answers = iter([True, True, False])  # player 1, the seats as they are, the piece with the treasure card
    less = reduced(data, lambda: next(answers, True))
    assert less["bribes"] == [{}, {}]


def test_demands_hold_in_openings_of_the_engine_and_only_there() -> None:
    for name, box in GAME.BOXES.items():
        for players in (2, 3, 5):
            data = GAME.position_to_json(deal(GAME, box, players, 3, RULESET))
            wrong = [clause for clause, _, one, other in demands(data, box, players) if one != other]
            assert wrong == [], name
    other = [clause for clause, _, one, two in demands(data, GAME.BOXES["full"], 4) if one != two]
    assert set(other) >= {"V-SETUP-1", "V-SETUP-2", "V-SETUP-3", "V-SETUP-4"}


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"players": 3}, "V-SETUP-1"),
        ({"deck": ""}, "V-SETUP-2"),
        ({"values": [1, 1, 2, 2, 4, 4]}, "V-SETUP-3"),
        ({"track": list("ABCDE")}, "V-SETUP-3"),
        ({"hands": ["", ""]}, "V-SETUP-4"),
        ({"market": {"3": "", "2": "", "1": "", "0": ""}}, "V-SETUP-4"),
        ({"turn": 1}, "V-SETUP-5"),
        ({"next_stall": 1}, "V-REFILL-1"),
    ],
)
def test_each_demand_is_told_by_its_clause(change: Json, clause: str) -> None:
    data = GAME.position_to_json(deal(GAME, GAME.BOXES["full"], 2, 0, RULESET))
    assert clause in [each for each, _, one, other in demands(data | change, GAME.BOXES["full"], 2) if one != other]


def test_nothing_is_demanded_of_fields_that_are_left_out() -> None:
    assert [clause for clause, *_ in demands({}, GAME.BOXES["full"], 2)] == ["V-REFILL-1"]


def test_openings_show_the_clauses_of_the_fields_that_are_given() -> None:
    data = GAME.position_to_json(deal(GAME, GAME.BOXES["full"], 2, 0, RULESET))
    assert list(set_up(data, data)) == [f"V-SETUP-{number}" for number in range(1, 6)]
    assert list(set_up(data, {"turn": 0, "market": {}})) == ["V-SETUP-5"]
    assert list(set_up(START, START)) == []


BLAMED: dict[str, tuple[Json, str, str, Json, str]] = {
    "the same player again": (START, "draw", "turn", {"turn": 0}, "V-TURN-1"),
    "another player than the next": (START, "draw", "turn", {"turn": 3}, "V-TURN-2"),
    "the payment kept": (START, "visit 3 ABC A", "hands", {"hands": ["AABBCW", "CDEF"]}, "V-MARKET-1"),
    "the cards of the stall lost": (START, "visit 3 ABC A", "hands", {"hands": ["AW", "CDEF"]}, "V-MARKET-3"),
    "a token too far": (START, "bribe B B", "track", {"track": list("ACDBEF")}, "V-FAVOR-1"),
    "another token wrong": (START, "bribe B B", "track", {"track": list("ACBEDF")}, "V-FAVOR-2"),
    "a token short of the end": (
        position("FF", "", deck="F"), "bribe F FF", "track", {"track": list("ABCDFE")}, "V-FAVOR-3",
    ),
    "a curse too far": (START, "visit 1 C C", "track", {"track": list("CABDEF")}, "V-CURSE-1"),
    "a curse off the first space": (START, "visit 1 A A", "track", {"track": list("BACDEF")}, "V-CURSE-4"),
}  # fmt: skip


@pytest.mark.parametrize("name", BLAMED)
def test_what_is_got_tells_which_clause_is_to_blame(name: str) -> None:
    data, action, field, got, clause = BLAMED[name]
    step = played(data, action)
    assert next(iter(blamed(step.after, step, field, got))) == clause


def test_where_a_deal_stops_too_early_the_dealing_is_to_blame() -> None:
    step = played(position("A", "", deck="BCD"), "bribe A A")
    assert step.after.data["over"] is True
    assert next(iter(blamed(step.after, step, "over", {"over": False, "deck": "D"}))) == "V-REFILL-2"
    step = played(position("A", "", deck="BCA"), "bribe A A")
    assert step.after.data["over"] is False
    assert next(iter(blamed(step.after, step, "over", {"over": True}))) == "V-REFILL-3"


@pytest.mark.parametrize(
    ("scores", "clauses"),
    [
        ([-7, -5, -6], {"V-WIN-1", "V-SCORE-2"}),
        ([-8, -7, -6], {"V-WIN-1", "V-SCORE-2", "V-SCORE-3"}),
        ([-8, -5, -3], {"V-WIN-1", "V-SCORE-3"}),
        ([-7, -5, -3], {"V-WIN-1"}),
    ],
)
def test_totals_are_wrong_for_what_all_of_their_players_have(scores: list[int], clauses: set[str]) -> None:
    step = played(NEGATIVE, "draw")
    assert set(blamed(step.after, step, "outcome.scores", {"scores": scores})) == clauses


def test_nothing_is_blamed_for_a_position_that_was_set_up() -> None:
    assert list(blamed(at(START), None, "turn", {"turn": 1})) == []


def test_edges_and_clauses_of_views_are_named() -> None:
    assert VIEW_CLAUSES == ("V-INFO-1",)
    assert len(EDGES) >= 10
