"""The board text of positions, compared whole, and positions checked against their box."""

from dataclasses import replace

import pytest

from reference_engine.drachenschatz import BOXES, Box, Pile, State, check_box, position_to_text
from reference_engine.errors import ImpossiblePosition
from tests.reference_engine.drachenschatz.positions import position


def test_the_board_of_a_position() -> None:
    state = position(
        "CG S KGG",
        dragons={1: 2},
        turn=0,
        year=2,
        middle="CSGJ",
        later=("GGCS", "KCS"),
        hoards=("", "CCG", "S"),
        worth=(1, 3, 10),
    )
    assert position_to_text(state) == (
        "Year 2         G:1  J:3  K:10\n"
        "Middle (4)     [C]SGJ\n"
        "To come (2)    GGCS  KCS\n"
        "Pile 0         C[G]\n"
        "Pile 1         [S]     dragon of player 2\n"
        "Pile 2         KG[G]\n"
        "Player 0 to move\n"
        "> Player 0     hoard -\n"
        "  Player 1     hoard CCG\n"
        "  Player 2     hoard S"
    )


def test_the_board_with_nothing_left_in_the_middle_and_nothing_to_come() -> None:
    state = position("CG S KGG", dragons={2: 0}, turn=1, year=4)
    assert position_to_text(state) == (
        "Year 4         G:1  J:3  K:5\n"
        "Middle (0)     -\n"
        "To come (0)    -\n"
        "Pile 0         C[G]\n"
        "Pile 1         [S]\n"
        "Pile 2         KG[G]   dragon of player 0\n"
        "Player 1 to move\n"
        "  Player 0     hoard -\n"
        "> Player 1     hoard -\n"
        "  Player 2     hoard -"
    )


def test_the_board_of_a_finished_game_marks_nobody() -> None:
    state = position(over=True, turn=1, year=3, hoards=("C", "GJKS", ""))
    assert position_to_text(state) == (
        "Year 3         G:1  J:3  K:5\n"
        "Middle (0)     -\n"
        "To come (0)    -\n"
        "Game over\n"
        "  Player 0     hoard C\n"
        "  Player 1     hoard GJKS\n"
        "  Player 2     hoard -"
    )


# The box

TOY = BOXES["toy3"]
STATE = position(
    "CG G G", dragons={0: 1}, middle="GG", later=("GGGGS",)
)  # CGGGGGGGGGS, with cards in every place but one
SECOND = position("G G G", year=2, middle="G", hoards=("CG", "GGGG", "S"))


@pytest.mark.parametrize(
    "state",
    [STATE, SECOND, position(over=True, year=2, hoards=("CGGGG", "GGGGG", "S"))],
    ids=["first", "second", "over"],
)
def test_a_position_of_exactly_the_box_passes(state: State) -> None:
    """D-SETUP-2: cards in the middle, the piles to come, the treasure piles and the hoards all count."""
    check_box(state, TOY)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (replace(STATE, middle=""), "7 cards G, but the box toy3 has 9"),
        (replace(STATE, middle="GGG"), "10 cards G, but the box toy3 has 9"),
        (replace(STATE, later=("GGGGC",)), "2 cards C, but the box toy3 has 1"),
        (replace(STATE, later=("GGGGG",)), "10 cards G, but the box toy3 has 9"),
        (replace(STATE, piles=(Pile("G", 1), *STATE.piles[1:])), "0 cards C, but the box toy3 has 1"),
        (replace(STATE, middle="GGK"), "1 cards K, but the box toy3 has 0"),
        (replace(SECOND, hoards=("CG", "GGGG", "")), "0 cards S, but the box toy3 has 1"),
        (replace(STATE, year=2), "3 years, but the box toy3 has 2"),
        (replace(SECOND, year=1), "1 years, but the box toy3 has 2"),
        (replace(STATE, middle="GGG", later=("GGGS",), year=2), "3 years, but the box toy3 has 2"),
        (
            replace(STATE, worth=(1, 3, 6)),
            "treasures are worth {'G': 1, 'J': 3, 'K': 6}, but in the box toy3 {'G': 1, 'J': 3, 'K': 5}",
        ),
        (position("C S K G", middle="G"), "the box toy3 is for 3 players, not for 4"),
    ],
)
def test_other_cards_years_values_or_players_do_not_fit_the_box(state: State, message: str) -> None:
    """D-SETUP-1, D-SETUP-2, D-SCORE-1."""
    with pytest.raises(ImpossiblePosition) as refused:
        check_box(state, TOY)
    assert str(refused.value) == message


def test_a_position_with_more_players_than_the_box_has_cards_for_does_not_fit_it() -> None:
    """D-YEAR-1."""
    box = Box("few", "CCGGG", {3: 1, 6: 1}, {"G": 1, "J": 3, "K": 5})
    with pytest.raises(ImpossiblePosition, match=r"^the box few has year piles of 5 cards; 6 players need 6$"):
        check_box(position("C C G G G G"), box)
