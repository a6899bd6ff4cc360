"""What a player may see, and that nothing else shows."""

from dataclasses import replace

import pytest

from reference_engine.drachenschatz import Pile, State, observe
from tests.reference_engine.drachenschatz.positions import position

STATE = position(
    "CG SKJ K GC",
    dragons={1: 3, 3: 0},
    turn=1,
    year=2,
    middle="GSC",
    later=("KKJJG", "CCGS"),
    hoards=("CGG", "", "KS", "J"),
)


def test_a_player_sees_tops_dragons_sizes_hoards_and_values() -> None:
    """D-INFO-1."""
    assert observe(STATE, 2) == {
        "player": 2,
        "players": 4,
        "turn": 1,
        "over": False,
        "year": 2,
        "middle": 3,
        "later": [5, 4],
        "piles": [
            {"top": "G", "size": 2, "dragon": None},
            {"top": "J", "size": 3, "dragon": 3},
            {"top": "K", "size": 1, "dragon": None},
            {"top": "C", "size": 2, "dragon": 0},
        ],
        "hoards": ["CGG", "", "KS", "J"],
        "worth": {"G": 1, "J": 3, "K": 5},
    }


@pytest.mark.parametrize("player", [0, 1, 2, 3])
def test_everybody_sees_the_same_also_who_is_to_move_and_who_claimed(player: int) -> None:
    """D-INFO-1: nobody sees the card that is about to be revealed, or what lies in the own pile."""
    assert observe(STATE, player) == observe(STATE, 0) | {"player": player}


@pytest.mark.parametrize(
    "other",
    [
        replace(STATE, middle="SGC"),
        replace(STATE, middle="CSG"),
        replace(STATE, middle="KKJ", later=("GSCJG", "CCGS")),
        replace(STATE, later=("KKJJC", "CGGS")),
        replace(STATE, later=("JKKJG", "CCGS")),
        replace(STATE, piles=(Pile("CG"), Pile("KSJ", 3), Pile("K"), Pile("GC", 0))),
        replace(STATE, piles=(Pile("SG"), Pile("CKJ", 3), Pile("K"), Pile("GC", 0))),
        replace(STATE, piles=(Pile("SG"), Pile("CKJ", 3), Pile("K"), Pile("KC", 0))),
        replace(STATE, piles=(Pile("SG"), Pile("SKJ", 3), Pile("K"), Pile("GC", 0)), middle="GCC"),
    ],
)
def test_positions_that_differ_only_in_what_nobody_sees_give_equal_views(other: State) -> None:
    """D-INFO-1: the middle, the piles to come, and the cards under the tops."""
    assert other != STATE
    assert observe(other, 1) == observe(STATE, 1)


@pytest.mark.parametrize(
    "other",
    [
        replace(STATE, turn=2),
        replace(STATE, over=True),
        replace(STATE, year=3),
        replace(STATE, middle="GS"),
        replace(STATE, later=("KKJJG", "CCG")),
        replace(STATE, later=("KKJJG",)),
        replace(STATE, later=("KKJJ", "GCCGS")),
        replace(STATE, hoards=("CGG", "", "S", "JK")),
        replace(STATE, worth=(1, 3, 6)),
        replace(STATE, piles=(Pile("CK"), *STATE.piles[1:])),
        replace(STATE, piles=(Pile("CCG"), *STATE.piles[1:])),
        replace(STATE, piles=(Pile("CG", 2), *STATE.piles[1:])),
        replace(STATE, piles=(STATE.piles[0], Pile("SKJ", 2), *STATE.piles[2:])),
    ],
)
def test_positions_that_differ_in_what_lies_open_give_different_views(other: State) -> None:
    """D-INFO-1."""
    assert observe(other, 1) != observe(STATE, 1)


def test_after_the_end_only_hoards_are_left_to_see() -> None:
    view = observe(position(over=True, year=4, hoards=("C", "S", "K")), 0)
    assert (view["piles"], view["middle"], view["later"], view["hoards"]) == ([], 0, [], ["C", "S", "K"])
