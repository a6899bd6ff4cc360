"""What a player may see, and that nothing else shows."""

from dataclasses import replace

import pytest

from reference_engine.village import State, observe
from tests.reference_engine.village.positions import position

STATE = position(
    turn=1,
    deck="BWACF",
    hands=("AABW", "CDEF", "BC"),
    bribes=(("AAW",), (), ("BW", "D")),
    market={3: "AB", 1: "W", 0: "C"},
    track="FBDAEC",
    discard="DDE",
)


def test_a_player_sees_the_own_hand_everything_that_lies_open_and_the_numbers_of_the_rest() -> None:
    """V-INFO-1."""
    assert observe(STATE, 2) == {
        "player": 2,
        "players": 3,
        "turn": 1,
        "over": False,
        "deck": 5,
        "hands": [4, 4, "BC"],
        "bribes": [{"A": "AAW"}, {}, {"B": "BW", "D": "D"}],
        "market": {"3": "AB", "2": "", "1": "W", "0": "C"},
        "track": ["F", "B", "D", "A", "E", "C"],
        "values": [1, 1, 2, 2, 3, 4],
        "discard": "DDE",
    }


@pytest.mark.parametrize(("player", "hands"), [(0, ["AABW", 4, 2]), (1, [4, "CDEF", 2]), (2, [4, 4, "BC"])])
def test_each_player_sees_the_own_hand_and_of_the_others_the_number_of_cards(
    player: int, hands: list[str | int]
) -> None:
    """V-INFO-1."""
    view = observe(STATE, player)
    assert (view["player"], view["hands"]) == (player, hands)


@pytest.mark.parametrize(
    "other",
    [
        replace(STATE, deck="FCAWB"),
        replace(STATE, hands=("AABW", "CCEF", "BC"), deck="BWADF"),
        replace(STATE, hands=("AABW", "CDEF", "DW"), deck="BBACC"),
        replace(STATE, hands=("AABW", "BCDE", "CF")),
    ],
)
def test_positions_that_differ_only_in_what_player_0_cannot_see_give_equal_views(other: State) -> None:
    """V-INFO-1: the order of the deck, and which unseen cards are where."""
    assert other != STATE
    assert observe(other, 0) == observe(STATE, 0)


@pytest.mark.parametrize(
    "other",
    [
        replace(STATE, deck="BWAC"),
        replace(STATE, hands=("AABC", "CDEF", "BC")),
        replace(STATE, hands=("AABW", "CDE", "BC")),
        replace(STATE, bribes=(("AAW",), (), ("BW",))),
        replace(STATE, market=("C", "W", "", "AA")),
        replace(STATE, track=tuple("BFDAEC")),
        replace(STATE, values=(1, 1, 1, 2, 3, 4)),
        replace(STATE, discard="DEE"),
        replace(STATE, turn=2),
        replace(STATE, over=True),
        replace(STATE, next_stall=3),
    ],
)
def test_positions_that_differ_in_what_player_0_can_see_give_different_views(other: State) -> None:
    """V-INFO-1."""
    assert observe(other, 0) != observe(STATE, 0)


def test_the_next_stall_lies_open_where_refills_continue() -> None:
    assert observe(replace(STATE, next_stall=1), 0)["next_stall"] == 1
    assert "next_stall" not in observe(STATE, 0)


def test_hands_stay_hidden_in_a_finished_game() -> None:
    """V-INFO-1 knows no end."""
    assert observe(replace(STATE, over=True, deck=""), 0)["hands"] == ["AABW", 4, 2]
