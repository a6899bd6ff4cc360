"""Scores, winners and tracks worked out by hand, under every value of the readings they depend on."""

from typing import Any

import pytest

from reference_engine import load
from solver.village import model
from tests.solver.village.reckoning import bribed, cursed, ended, outcome

VALUES = (1, 1, 2, 2, 3, 4)


@pytest.mark.parametrize(("penalty", "scores"), [("2", [2, -4]), ("1", [3, -2]), ("3", [1, -6]), ("4", [0, -8])])
def test_bribes_count_and_hands_cost(penalty: str, scores: list[int]) -> None:
    # A: 3 x 1, F: 2 x 4; CC: 2 x 2, E: 3, and one Wild
    position = ended(["CCEW", "WW"], [{"A": "AAW", "F": "FW"}, {}], VALUES, "ABCDEF")
    assert outcome(position, score_wild_penalty=penalty) == {"scores": scores, "winners": [0]}


def test_the_value_is_that_of_the_space_under_the_token() -> None:
    position = ended(["B", ""], [{"A": "AA"}, {"B": "B"}], (1, 2, 4), "BCA")
    assert outcome(position) == {"scores": [7, 1], "winners": [0]}


def test_the_highest_of_negative_totals_wins() -> None:
    position = ended(["WW", "A", "F"], [{}, {}, {}], VALUES, "ABCDEF")
    assert outcome(position) == {"scores": [-4, -1, -4], "winners": [1]}


# All have 16 points. On the rightmost space, C: a bribe of 4 cards with 1 treasure, one of 2 or 3 treasures,
# and 3 or 5 cards in the hand.
FEW_IN_HAND = ended(["", "", "CCC"], [{"C": "CWWW"}, {"A": "A" * 8, "C": "CC"}, {"A": "A" * 28}], (1, 1, 4), "ABC")
MANY_IN_HAND = ended(["", "", "CCCCC"], [{"C": "CWWW"}, {"A": "AAAA", "C": "CCC"}, {"A": "A" * 36}], (1, 1, 4), "ABC")


@pytest.mark.parametrize(
    ("position", "count", "winner"),
    [
        (FEW_IN_HAND, "bribe", 0), (MANY_IN_HAND, "bribe", 0),
        (FEW_IN_HAND, "treasure", 1), (MANY_IN_HAND, "treasure", 1),
        (FEW_IN_HAND, "owned", 0), (MANY_IN_HAND, "owned", 2),
        (FEW_IN_HAND, "type", 2), (MANY_IN_HAND, "type", 2),
    ],
)  # fmt: skip
def test_what_is_counted_when_a_tie_is_broken(position: dict[str, Any], count: str, winner: int) -> None:
    for steps in ("space", "value"):
        assert outcome(position, tie_count=count, tie_steps=steps) == {"scores": [16, 16, 16], "winners": [winner]}


@pytest.mark.parametrize(("steps", "winner"), [("space", 1), ("value", 0)])
def test_spaces_of_equal_value_are_steps_of_their_own_or_one_step(steps: str, winner: int) -> None:
    position = ended(["W", ""], [{"A": "AAA"}, {"B": "B"}], (1, 1, 4), "ABC")
    assert outcome(position, tie_steps=steps) == {"scores": [1, 1], "winners": [winner]}


@pytest.mark.parametrize(("full", "winners"), [("shared", [0, 1]), ("none", [])])
@pytest.mark.parametrize("steps", ["space", "value"])
def test_players_equal_on_every_space_win_together_or_nobody_does(full: str, winners: list[int], steps: str) -> None:
    position = ended(["W", "W", ""], [{"C": "C"}, {"C": "C"}, {"B": "B"}], (1, 1, 4), "ABC")
    assert outcome(position, tie_full=full, tie_steps=steps) == {"scores": [2, 2, 1], "winners": winners}


@pytest.mark.parametrize(("full", "winners"), [("shared", [0, 1]), ("none", [])])
def test_equal_on_spaces_of_equal_value_is_a_full_tie_only_if_they_are_one_step(full: str, winners: list[int]) -> None:
    position = ended(["", ""], [{"A": "A"}, {"B": "B"}], (1, 1, 4), "ABC")
    assert outcome(position, tie_full=full, tie_steps="value")["winners"] == winners
    assert outcome(position, tie_full=full, tie_steps="space")["winners"] == [1]


@pytest.mark.parametrize(("among", "winners"), [("still", [0, 1]), ("tied", [2]), ("all", [3])])
def test_those_still_tied_or_all_with_the_highest_score_or_all_players_are_compared(
    among: str, winners: list[int]
) -> None:
    # on the 4: 2, 2, 1 and 3 cards; on the 3: 0, 0, 1 and 0
    ends = [{"F": "FF"}, {"F": "FF"}, {"A": "A", "E": "E", "F": "F"}, {"F": "FFF"}]
    position = ended(["", "", "", "WWW"], ends, VALUES, "ABCDEF")
    assert outcome(position, tie_among=among) == {"scores": [8, 8, 8, 6], "winners": winners}


@pytest.mark.parametrize(("full", "winners"), [("shared", [0, 1, 2, 3]), ("none", [])])
@pytest.mark.parametrize("among", ["tied", "all"])
def test_it_is_a_full_tie_of_all_with_the_highest_score_if_nobody_is_ahead_on_any_space(
    among: str, full: str, winners: list[int]
) -> None:
    ends = [{"B": "BB"}, {"B": "BB"}, {"A": "AA"}, {"A": "AA"}, {"B": "B"}]
    position = ended([""] * 5, ends, (1, 1, 4), "ABC")
    assert outcome(position, tie_among=among, tie_full=full) == {"scores": [2, 2, 2, 2, 1], "winners": winners}
    assert outcome(position)["winners"] == [0, 1]


def test_the_leftmost_space_decides_last() -> None:
    position = ended(["W", ""], [{"A": "AAA", "C": "C"}, {"A": "A", "C": "C"}], (1, 1, 4), "ABC")
    assert outcome(position) == {"scores": [5, 5], "winners": [0]}


def test_a_space_further_right_outweighs_all_others() -> None:
    # 6 points each: the second has more cards everywhere but on the space worth 3
    position = ended(["", ""], [{"E": "EE"}, {"A": "AA", "C": "CC"}], VALUES, "ABCDEF")
    assert outcome(position) == {"scores": [6, 6], "winners": [0]}


@pytest.mark.parametrize(("passing", "track"), [("shift", "BCAD"), ("swap", "CBAD")])
def test_a_bribe_moves_the_token_right(passing: str, track: str) -> None:
    assert bribed("ABCD", "A", 1, 1, 0, track_passing=passing) == track


@pytest.mark.parametrize(("passing", "track"), [("shift", "ACDB"), ("swap", "ADCB")])
def test_a_bribe_ends_on_the_rightmost_space(passing: str, track: str) -> None:
    assert bribed("ABCD", "B", 5, 0, 0, track_passing=passing) == track


@pytest.mark.parametrize(("wild_bribe", "alone"), [("bribe", "BCAD"), ("none", "ABCD")])
def test_wilds_alone_move_the_token_or_do_not(wild_bribe: str, alone: str) -> None:
    assert bribed("ABCD", "A", 0, 2, 0, favor_wild_bribe=wild_bribe) == alone
    assert bribed("ABCD", "A", 1, 2, 0, favor_wild_bribe=wild_bribe) == "BCDA"


@pytest.mark.parametrize(("distance", "joining"), [("played", "ACBDEF"), ("bribe", "ACDEBF"), ("new", "ABCDEF")])
def test_a_card_that_joins_two_moves_the_token_one_space_three_or_none(distance: str, joining: str) -> None:
    assert bribed("ABCDEF", "B", 1, 0, 2, favor_distance=distance) == joining
    assert bribed("ABCDEF", "B", 1, 0, 0, favor_distance=distance) == "ACBDEF"
    assert bribed("ABCDEF", "B", 0, 1, 2, favor_distance=distance) == joining
    assert bribed("ABCDEF", "B", 0, 1, 2, favor_distance=distance, favor_wild_bribe="none") == "ABCDEF"


@pytest.mark.parametrize(("overshoot", "track"), [("stop", "ABDC"), ("block", None), ("stay", "ABCD")])
def test_a_token_stops_on_the_rightmost_space_has_no_room_or_stays(overshoot: str, track: str | None) -> None:
    assert bribed("ABCD", "C", 1, 1, 0, favor_overshoot=overshoot) == track
    assert bribed("ABCD", "C", 1, 0, 0, favor_overshoot=overshoot) == "ABDC"
    assert bribed("ABCD", "D", 1, 1, 0, favor_overshoot=overshoot) == "ABCD"


@pytest.mark.parametrize(
    ("passing", "distance", "track"),
    [("shift", "all", "DABC"), ("swap", "all", "DBCA"), ("shift", "type", "ADBC"), ("swap", "type", "ADCB")],
)
def test_a_curse_moves_the_token_left(passing: str, distance: str, track: str) -> None:
    assert cursed("ABCD", "D", "DDW", track_passing=passing, curse_distance=distance) == track


@pytest.mark.parametrize(("floor", "track"), [("stop", "BACD"), ("block", None)])
def test_a_curse_stops_at_the_leftmost_space_or_is_illegal(floor: str, track: str | None) -> None:
    assert cursed("ABCD", "B", "BCW", curse_floor=floor) == track
    assert cursed("ABCD", "B", "B", curse_floor=floor) == "BACD"


def test_only_a_discarded_type_is_cursed_and_nothing_at_the_stall_that_is_free() -> None:
    assert cursed("ABCD", "D", "CW") is None
    assert cursed("ABCD", "D", "") == "ABCD"


def test_the_readings_are_those_of_the_engine() -> None:
    choices = load("village").Ruleset.choices()
    assert {reading: choices[reading] for reading in model.READINGS} == dict(model.READINGS)
    assert set(model.OUTCOME) <= set(model.READINGS)


@pytest.mark.parametrize("reading", ["tie_count", "tie_steps", "tie_full"])
def test_an_unknown_value_of_a_reading_is_an_error(reading: str) -> None:
    with pytest.raises(ValueError, match="has no value other"):
        outcome(FEW_IN_HAND, **{reading: "other"})


@pytest.mark.parametrize("reading", ["track_passing", "favor_wild_bribe"])
def test_an_unknown_value_of_a_reading_of_the_bribe_is_an_error(reading: str) -> None:
    with pytest.raises(ValueError, match="has no value other"):
        bribed("ABCD", "A", 1, 1, 0, **{reading: "other"})


@pytest.mark.parametrize("reading", ["curse_distance", "curse_floor"])
def test_an_unknown_value_of_a_reading_of_the_curse_is_an_error(reading: str) -> None:
    with pytest.raises(ValueError, match="has no value other"):
        cursed("ABCD", "A", "A", **{reading: "other"})
