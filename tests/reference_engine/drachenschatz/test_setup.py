"""The box and the opening: what is shuffled, how it is split, and which boxes cannot be dealt."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from reference_engine.drachenschatz import BOXES, Box, Pile, Ruleset, State, box_from_json, initial_state, unshuffled
from reference_engine.errors import CannotDeal, CannotParse
from tests.reference_engine.drachenschatz.positions import DEFAULT, piles_of

FULL, TOY3, TOY5, TOY5YEARS = (BOXES[name] for name in ("full", "toy3", "toy5", "toy5years"))
WORTH = {"G": 1, "J": 3, "K": 5}
SMALL: dict[str, Any] = {
    "name": "small",
    "cards": {"C": 3, "G": 2, "S": 1},
    "piles": {"3": 2, "6": 1},
    "worth": {"G": 2, "J": 0, "K": 7},
}


def test_the_boxes_that_come_with_the_engine() -> None:
    assert [*BOXES] == ["full", "toy3", "toy5", "toy5years"]
    assert all(box.name == name for name, box in BOXES.items())


def test_the_full_box_has_104_cards() -> None:
    """D-SETUP-2 and the assumptions: 16 cows, 16 sheep, 32 gold, 24 gems, 16 crowns."""
    assert {card: FULL.cards.count(card) for card in "CSGJK"} == {"C": 16, "S": 16, "G": 32, "J": 24, "K": 16}
    assert len(FULL.cards) == 104
    assert FULL.worth == WORTH


def test_the_toy_boxes() -> None:
    assert (TOY3.cards, TOY3.piles, TOY3.worth) == ("CGGGGGGGGGS", {3: 2}, WORTH)
    assert (TOY5.cards, TOY5.piles, TOY5.worth) == ("CCCCKS", {5: 1}, WORTH)
    assert (TOY5YEARS.cards, TOY5YEARS.piles, TOY5YEARS.worth) == ("CCCCGGSSSS", {5: 2}, WORTH)


def test_a_box_holds_a_multiset_and_cannot_be_changed() -> None:
    for box in BOXES.values():
        assert box.cards == "".join(sorted(box.cards))
    with pytest.raises(FrozenInstanceError):
        FULL.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_one_sequence_is_shuffled_all_cards_of_the_box(players: int) -> None:
    """D-SETUP-2."""
    assert unshuffled(FULL, players) == (FULL.cards,)


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_a_game_has_three_to_six_players(players: int) -> None:
    """D-SETUP-1."""
    with pytest.raises(CannotDeal, match=f"^the box full is for 3, 4, 5, 6 players, not for {players}$"):
        unshuffled(FULL, players)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, [26, 26, 26, 26]), (4, [26, 26, 26, 26]), (5, [35, 35, 34]), (6, [35, 35, 34])],
)
def test_the_full_opening_has_four_year_piles_for_3_or_4_and_three_for_5_or_6(players: int, sizes: list[int]) -> None:
    """D-SETUP-2, D-YEAR-1, D-YEAR-2."""
    state = initial_state(FULL, players, unshuffled(FULL, players), DEFAULT)
    assert [players + len(state.middle), *map(len, state.later)] == sizes
    assert [len(pile.cards) for pile in state.piles] == [1] * players
    assert state.claimed == ()
    assert state.hoards == ("",) * players
    assert (state.turn, state.over, state.year, state.worth) == (0, False, 1, (1, 3, 5))


def test_cards_lie_in_the_order_given_year_by_year_and_the_first_go_to_the_piles_from_pile_0() -> None:
    """D-SETUP-2, D-YEAR-1: 6 cards and 5, of which 3 start the first year."""
    state = initial_state(TOY3, 3, ("GCGGSGGGGGG",), DEFAULT)
    assert state == State(
        turn=0,
        over=False,
        year=1,
        middle="GSG",
        later=("GGGGG",),
        piles=(Pile("G"), Pile("C"), Pile("G")),
        hoards=("", "", ""),
        worth=(1, 3, 5),
    )


@pytest.mark.parametrize(
    ("cards", "piles", "sizes"),
    [(12, 4, [3, 3, 3, 3]), (13, 4, [4, 3, 3, 3]), (14, 4, [4, 4, 3, 3]), (15, 4, [4, 4, 4, 3]), (5, 1, [5])],
)
def test_cards_left_over_in_the_split_go_to_the_earlier_piles(cards: int, piles: int, sizes: list[int]) -> None:
    """D-SETUP-2."""
    box = Box("split", "G" * cards, {3: piles}, WORTH)
    state = initial_state(box, 3, unshuffled(box, 3), DEFAULT)
    assert [3 + len(state.middle), *map(len, state.later)] == sizes


def test_the_opening_takes_the_worth_from_the_box() -> None:
    """D-SCORE-1."""
    box = Box("worth", "CCC", {3: 1}, {"G": 2, "J": 0, "K": 7})
    assert initial_state(box, 3, ("CCC",), DEFAULT).worth == (2, 0, 7)


def test_the_opening_is_alike_under_every_reading() -> None:
    other = Ruleset.from_readings({reading: values[-1] for reading, values in Ruleset.choices().items()})
    cards = unshuffled(FULL, 5)
    assert initial_state(FULL, 5, cards, other) == initial_state(FULL, 5, cards, DEFAULT)


def test_a_year_pile_has_a_card_for_every_player() -> None:
    """D-YEAR-1: 9 cards in 2 piles are 5 and 4."""
    box = Box("few", "G" * 9, {3: 2, 4: 2, 5: 2}, WORTH)
    assert initial_state(box, 4, unshuffled(box, 4), DEFAULT).later == ("GGGG",)
    with pytest.raises(CannotDeal, match=r"^the box few has year piles of 4 cards; 5 players need 5$"):
        unshuffled(box, 5)


@pytest.mark.parametrize("shuffled", [("CCCCK",), ("CCCCKSS",), ("CCCKKS",), ("CCCCKS", ""), ()])
def test_other_cards_than_those_of_the_box_cannot_be_dealt(shuffled: tuple[str, ...]) -> None:
    with pytest.raises(CannotDeal) as refused:
        initial_state(TOY5, 5, shuffled, DEFAULT)
    assert str(refused.value) == f"these are not the cards of the box toy5: {shuffled}"


def test_cards_in_any_order_are_those_of_the_box() -> None:
    assert piles_of(initial_state(TOY5, 5, ["SCKCCC"], DEFAULT)) == "S C K C C"


# Boxes in JSON


def test_a_box_in_json() -> None:
    assert box_from_json(SMALL) == Box("small", "CCCGGS", {3: 2, 6: 1}, {"G": 2, "J": 0, "K": 7})


def test_the_order_of_members_in_json_means_nothing() -> None:
    turned = {"worth": {"K": 7, "J": 0, "G": 2}, "cards": {"S": 1, "G": 2, "C": 3}}
    assert box_from_json(SMALL | turned) == box_from_json(SMALL)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": 1}, "^a box has no 'colour'$"),
        ({"zone": 1, "colour": 1, "size": 1}, "^a box has no 'colour'$"),
        ({"name": None}, "^name must be a string, not null$"),
        ({"name": "a\nb"}, r"^the name must be printable, not 'a\\nb'$"),
        ({"cards": "CCC"}, "^cards must be an object"),
        ({"cards": {"C": "3"}}, "^cards C must be a whole number"),
        ({"cards": {"C": True}}, "^cards C must be a whole number"),
        ({"piles": 4}, "^piles must be an object"),
        ({"piles": {"3": 1.0}}, "^piles 3 must be a whole number"),
        ({"piles": {"3": None}}, "^piles 3 must be a whole number"),
        ({"worth": [1, 3, 5]}, "^worth must be an object"),
        ({"worth": {"G": 1, "J": 3}}, "^worth K is missing$"),
        ({"worth": {"G": 1, "K": 3}}, "^worth J is missing$"),
        ({"worth": WORTH | {"C": 0}}, r"^the table of values \(worth\) has no 'C'$"),
        ({"worth": WORTH | {"GJ": 0}}, r"^the table of values \(worth\) has no 'GJ'$"),
        ({"worth": WORTH | {"J": "3"}}, "^worth J must be a whole number, not '3'$"),
        ({"worth": WORTH | {"J": 3.0}}, "^worth J must be a whole number"),
    ],
)
def test_a_box_of_another_form_cannot_be_parsed(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CannotParse, match=message):
        box_from_json(SMALL | changes)


@pytest.mark.parametrize("key", sorted(SMALL))
def test_a_box_has_all_its_members(key: str) -> None:
    with pytest.raises(CannotParse, match=f"^{key} is missing$"):
        box_from_json({name: value for name, value in SMALL.items() if name != key})


@pytest.mark.parametrize("value", [None, [], "box", 4])
def test_only_an_object_is_a_box(value: Any) -> None:
    with pytest.raises(CannotParse, match=r"^the box must be an object"):
        box_from_json(value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cards": {"C": 3, "W": 2}}, "^cards: 'W': 2; types are letters of CGJKS, from 1 card up$"),
        ({"cards": {"CG": 3}}, "^cards: 'CG': 3; types"),
        ({"cards": {"": 3}}, "^cards: '': 3; types"),
        ({"cards": {"c": 3}}, "^cards: 'c': 3; types"),
        ({"cards": {"C": 0}}, "^cards: 'C': 0; types"),
        ({"cards": {"C": -1}}, "^cards: 'C': -1; types"),
        ({"cards": {"C": 1001}}, "^cards: 'C': 1001; types"),
        ({"cards": {"C": 1000, "S": 1}}, "^more than 1000 cards in a box$"),
        ({"cards": {"C": 500, "S": 501}}, "^more than 1000 cards in a box$"),
        ({"piles": {"2": 1}}, "^piles: '2': 1; 3 to 6 players, from 1 year pile up$"),
        ({"piles": {"7": 1}}, "^piles: '7': 1; "),
        ({"piles": {"34": 1}}, "^piles: '34': 1; "),
        ({"piles": {"X": 1}}, "^piles: 'X': 1; "),
        ({"piles": {"3": 0}}, "^piles: '3': 0; "),
        ({"piles": {"3": -1}}, "^piles: '3': -1; "),
        ({"piles": {}}, "^piles must say for how many players the box is$"),
        ({"worth": WORTH | {"G": -1}}, '^worth: treasures are worth from 0 to 1000, not {"G": -1, "J": 3, "K": 5}$'),
        ({"worth": WORTH | {"K": 1001}}, "^worth: treasures are worth from 0 to 1000"),
    ],
)
def test_a_box_with_numbers_that_no_game_can_have_cannot_be_dealt(changes: dict[str, Any], message: str) -> None:
    """D-SETUP-1, D-SETUP-2, D-SCORE-1."""
    with pytest.raises(CannotDeal, match=message):
        box_from_json(SMALL | changes)


def test_the_largest_and_the_smallest_numbers_that_a_box_can_have() -> None:
    worth = {"G": 0, "J": 1000, "K": 0}
    box = box_from_json({"name": "", "cards": {"J": 999, "S": 1}, "piles": {"3": 1, "6": 10**9}, "worth": worth})
    assert box == Box("", "J" * 999 + "S", {3: 1, 6: 10**9}, worth)
    with pytest.raises(CannotDeal, match=r"^the box  has year piles of 0 cards; 6 players need 6$"):
        unshuffled(box, 6)
