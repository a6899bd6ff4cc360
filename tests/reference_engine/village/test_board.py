"""The board text of positions, compared whole, and positions checked against their box."""

import pytest

from reference_engine.errors import ImpossiblePosition
from reference_engine.village import BOXES, Box, State, check_box, position_to_text
from tests.reference_engine.village.positions import position

TOY2, TOY3 = BOXES["toy2"], BOXES["toy3"]


def test_the_board_of_a_position() -> None:
    state = position(
        turn=1,
        deck="BWACF",
        hands=("AABW", "CDEFF", ""),
        bribes=(("AAW", "CC"), (), ("F",)),
        market={3: "AB", 1: "W", 0: "C"},
        track="BACDEF",
        discard="AFW",
    )
    assert position_to_text(state) == (
        "Dragon's Favor   B:1  A:1  C:2  D:2  E:3  F:4\n"
        "Black Market     [3] AB   [2] -   [1] W   [0] C\n"
        "Deck (5)         BWACF\n"
        "Discarded (3)    AFW\n"
        "Player 1 to move\n"
        "  Player 0   hand AABW    bribes AAW  CC\n"
        "> Player 1   hand CDEFF   bribes -\n"
        "  Player 2   hand -       bribes F"
    )


def test_the_board_of_a_finished_game_marks_nobody_and_shows_the_next_stall_where_there_is_one() -> None:
    state = position(over=True, hands=("", "W"), bribes=(("A",), ()), track="AB", values=(1, 4), next_stall=2)
    assert position_to_text(state) == (
        "Dragon's Favor   A:1  B:4\n"
        "Black Market     [3] -   [2] -   [1] -   [0] -\n"
        "Deck (0)         -\n"
        "Discarded (0)    -\n"
        "Next stall       2\n"
        "Game over\n"
        "  Player 0   hand -   bribes A\n"
        "  Player 1   hand W   bribes -"
    )


# AAAABBBBW, with cards in every place
TOY = position(
    deck="AB",
    hands=("A", "B"),
    bribes=(("AW",), ()),
    market={3: "B", 0: "A"},
    discard="B",
    track="BA",
    values=(1, 4),
)


def _toy(deck: str = "AB", discard: str = "B", values: tuple[int, ...] = (1, 4)) -> State:
    return position(
        deck=deck,
        hands=("A", "B"),
        bribes=(("AW",), ()),
        market={3: "B", 0: "A"},
        discard=discard,
        track="BA",
        values=values,
    )


def test_a_position_of_exactly_the_box_passes() -> None:
    """V-SETUP-2, V-SETUP-3: cards in the deck, hands, bribes, stalls and the discard all count."""
    check_box(TOY, TOY2)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (_toy(deck="AAB"), "5 cards A, but the box toy2 has 4"),
        (_toy(deck="B"), "3 cards A, but the box toy2 has 4"),
        (_toy(deck="BBAA"), "5 cards A, but the box toy2 has 4"),
        (_toy(discard=""), "3 cards B, but the box toy2 has 4"),
        (_toy(discard="BB"), "5 cards B, but the box toy2 has 4"),
        (_toy(deck="ABW"), "2 cards W, but the box toy2 has 1"),
        (_toy(deck="ABC"), "1 cards C, but the box toy2 has 0"),
        (_toy(deck="AA"), "5 cards A, but the box toy2 has 4"),
        (_toy(values=(1, 3)), "the spaces are worth (1, 3), but in the box toy2 (1, 4)"),
    ],
)
def test_a_card_too_many_or_too_few_or_other_values_do_not_fit_the_box(state: State, message: str) -> None:
    """V-SETUP-2, V-SETUP-3."""
    with pytest.raises(ImpossiblePosition) as refused:
        check_box(state, TOY2)
    assert str(refused.value) == message


def test_a_type_of_the_box_that_is_nowhere_does_not_fit_it() -> None:
    with pytest.raises(ImpossiblePosition, match=r"^2 cards A, but the box pair has 1$"):
        check_box(position(hands=("AA", ""), track="AB", values=(1, 4)), Box("pair", "AB", {2: 0}, 0, (1, 4), 0))
    with pytest.raises(ImpossiblePosition, match=r"^0 cards B, but the box pair has 1$"):
        check_box(position(hands=("A", ""), track="AB", values=(1, 4)), Box("pair", "AB", {2: 0}, 0, (1, 4), 0))


def test_the_number_of_wilds_in_the_box_goes_by_the_number_of_players() -> None:
    """V-SETUP-1: two players use one Wild, three use two."""
    box = Box("by players", "AB", {2: 1, 3: 2}, hand=0, values=(1, 4), first_market=0)
    two = position(deck="ABW", hands=("", ""), track="AB", values=(1, 4))
    three = position(deck="ABWW", hands=("", "", ""), track="AB", values=(1, 4))
    check_box(two, box)
    check_box(three, box)
    with pytest.raises(ImpossiblePosition, match=r"^1 cards W, but the box by players has 2$"):
        check_box(position(deck="ABW", hands=("", "", ""), track="AB", values=(1, 4)), box)


def test_a_position_with_more_players_than_the_box_is_for_does_not_fit_it() -> None:
    """V-SETUP-1."""
    box = Box("two only", "AB", {2: 1}, hand=0, values=(1, 4), first_market=0)
    with pytest.raises(ImpossiblePosition):
        check_box(position(deck="ABW", hands=("", "", ""), track="AB", values=(1, 4)), box)


def test_a_toy_position_does_not_fit_another_box() -> None:
    with pytest.raises(ImpossiblePosition, match=r"^4 cards A, but the box toy3 has 2$"):
        check_box(TOY, TOY3)
