"""The box and the opening: what is shuffled, what is dealt, and which boxes cannot be."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from reference_engine.errors import CannotDeal, CannotParse
from reference_engine.village import BOXES, Box, Ruleset, State, box_from_json, initial_state, unshuffled
from tests.reference_engine.village.positions import DEFAULT

FULL, TOY2, TOY3 = BOXES["full"], BOXES["toy2"], BOXES["toy3"]
SMALL: dict[str, Any] = {
    "name": "small",
    "treasures": {"B": 3, "D": 2},
    "wilds": {"2": 1, "3": 0},
    "hand": 1,
    "values": [1, 4],
    "first_market": 1,
}


def test_the_boxes_that_come_with_the_engine() -> None:
    assert {name: box.name for name, box in BOXES.items()} == {"full": "full", "toy2": "toy2", "toy3": "toy3"}


@pytest.mark.parametrize(("players", "wilds"), [(2, 8), (3, 12), (4, 16), (5, 20)])
def test_the_full_box_has_84_treasure_cards_of_six_types_and_4_wilds_a_player(players: int, wilds: int) -> None:
    """V-SETUP-2, V-SETUP-3."""
    each = "AAAAAAAAAAAAAA", "BBBBBBBBBBBBBB", "CCCCCCCCCCCCCC", "DDDDDDDDDDDDDD", "EEEEEEEEEEEEEE", "FFFFFFFFFFFFFF"
    assert unshuffled(FULL, players) == ("".join(each) + "W" * wilds, "ABCDEF")
    assert len("".join(each)) == 84


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_toy_boxes_have_the_same_cards_for_every_number_of_players(players: int) -> None:
    assert unshuffled(TOY2, players) == ("AAAABBBBW", "AB")
    assert unshuffled(TOY3, players) == ("AABBCCWWW", "ABC")


@pytest.mark.parametrize("box", [TOY2, TOY3], ids=lambda box: box.name)
@pytest.mark.parametrize("players", [1, 6])
def test_a_toy_game_has_two_to_five_players(box: Box, players: int) -> None:
    """V-SETUP-1."""
    with pytest.raises(CannotDeal, match=r"is for 2, 3, 4, 5 players"):
        unshuffled(box, players)


def test_a_box_holds_a_multiset_and_cannot_be_changed() -> None:
    for box in BOXES.values():
        assert box.treasures == "".join(sorted(box.treasures))
    with pytest.raises(FrozenInstanceError):
        FULL.hand = 6  # type: ignore[misc]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_a_game_has_two_to_five_players(players: int) -> None:
    """V-SETUP-1."""
    with pytest.raises(CannotDeal, match=f"^the box full is for 2, 3, 4, 5 players, not for {players}$"):
        unshuffled(FULL, players)


@pytest.mark.parametrize(("players", "deck"), [(2, 74), (3, 71), (4, 68), (5, 65)])
def test_the_full_opening_deals_seven_cards_each_and_one_to_each_stall(players: int, deck: int) -> None:
    """V-SETUP-4, V-SETUP-5: 84 and the Wilds, less 7 a player and 4."""
    state = initial_state(FULL, players, unshuffled(FULL, players), DEFAULT)
    assert [len(hand) for hand in state.hands] == [7] * players
    assert [len(cards) for cards in state.market] == [1, 1, 1, 1]
    assert len(state.deck) == deck
    assert state.bribes == ((),) * players
    assert (state.turn, state.over, state.discard) == (0, False, "")
    assert (state.track, state.values) == (("A", "B", "C", "D", "E", "F"), (1, 1, 2, 2, 3, 4))


def test_cards_are_dealt_from_the_top_hands_first_then_stalls_3_2_1_0() -> None:
    """V-SETUP-4."""
    cards = "CAWBAAA" + "FEDCBAW" + "ACWB" + "F"
    rest = "A" * 8 + "B" * 11 + "C" * 11 + "D" * 13 + "E" * 13 + "F" * 12 + "W" * 5
    state = initial_state(FULL, 2, (cards + rest, "FBDAEC"), DEFAULT)
    assert state == State(
        turn=0,
        over=False,
        deck="F" + rest,
        hands=("AAAABCW", "ABCDEFW"),
        bribes=((), ()),
        market=("B", "W", "C", "A"),
        track=("F", "B", "D", "A", "E", "C"),
        values=(1, 1, 2, 2, 3, 4),
        discard="",
        next_stall=None,
    )


def test_a_toy_opening_has_one_card_at_stall_3() -> None:
    state = initial_state(TOY2, 2, ("BWAAABBAB", "BA"), DEFAULT)
    assert (state.hands, state.market, state.deck) == (("B", "W"), ("", "", "", "A"), "AABBAB")
    assert (state.track, state.values) == (("B", "A"), (1, 4))


def test_the_other_toy_opening() -> None:
    state = initial_state(TOY3, 2, ("WCBAABCWW", "CAB"), DEFAULT)
    assert (state.hands, state.market, state.deck) == (("W", "C"), ("", "", "", "B"), "AABCWW")
    assert (state.track, state.values) == (("C", "A", "B"), (1, 1, 4))


def test_more_than_four_first_cards_go_round_the_stalls_again() -> None:
    """V-SETUP-4: C, A, B, W, then B and A once more at stalls 3 and 2."""
    box = Box("round", "AAABBCC", {2: 2}, hand=1, values=(1, 2, 4), first_market=6)
    state = initial_state(box, 2, ("WACABWBAC", "ACB"), DEFAULT)
    assert (state.hands, state.market, state.deck) == (("W", "A"), ("W", "B", "AA", "BC"), "C")


def test_the_first_refill_begins_at_stall_3_where_refills_continue() -> None:
    """refill.start."""
    cards = unshuffled(FULL, 2)
    assert initial_state(FULL, 2, cards, Ruleset(refill_start="continue")).next_stall == 3
    assert initial_state(FULL, 2, cards, DEFAULT).next_stall is None


@pytest.mark.parametrize(
    "shuffled",
    [
        ("AAAABBBB", "AB"),
        ("AAAABBBBWW", "AB"),
        ("AAABBBBBW", "AB"),
        ("AAAABBBBW", "A"),
        ("AAAABBBBW", "AA"),
        ("AAAABBBBW", "ABC"),
        ("AAAABBBBW",),
        ("AAAABBBBW", "AB", ""),
        (),
    ],
)
def test_other_cards_or_tokens_than_those_of_the_box_cannot_be_dealt(shuffled: tuple[str, ...]) -> None:
    with pytest.raises(CannotDeal, match=r"^these are not the cards and tokens of the box toy2: "):
        initial_state(TOY2, 2, shuffled, DEFAULT)


def test_cards_that_cannot_be_dealt_are_shown() -> None:
    with pytest.raises(CannotDeal) as refused:
        initial_state(TOY2, 2, ["AB", "AB"], DEFAULT)
    assert str(refused.value) == "these are not the cards and tokens of the box toy2: ('AB', 'AB')"


def test_a_box_needs_as_many_cards_as_are_dealt() -> None:
    box = Box("few", "AB", {2: 1, 3: 1}, hand=1, values=(1, 4), first_market=1)
    assert initial_state(box, 2, ("ABW", "AB"), DEFAULT).deck == ""
    with pytest.raises(CannotDeal, match=r"^the box few has 3 cards; 3 players need 4$"):
        unshuffled(box, 3)


def test_with_an_opening_hand_of_no_cards_every_player_still_has_a_hand() -> None:
    """V-SETUP-1, V-SETUP-4."""
    box = Box("no hands", "AB", {2: 0}, hand=0, values=(1, 4), first_market=0)
    state = initial_state(box, 2, ("BA", "AB"), DEFAULT)
    assert (state.players, state.hands, state.deck) == (2, ("", ""), "BA")


def test_a_box_in_json() -> None:
    assert box_from_json(SMALL) == Box("small", "BBBDD", {2: 1, 3: 0}, hand=1, values=(1, 4), first_market=1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": 1}, "^a box has no 'colour'$"),
        ({"zone": 1, "colour": 1, "size": 1}, r"^a box has no 'colour'$"),
        ({"name": None}, "^name must be a string, not null$"),
        ({"name": "a\nb"}, r"^the name must be printable, not 'a\\nb'$"),
        ({"treasures": []}, "^treasures must be an object"),
        ({"treasures": {"B": "3", "D": 2}}, "^treasures B must be a whole number"),
        ({"treasures": {"B": True, "D": 2}}, "^treasures B must be a whole number"),
        ({"wilds": 4}, "^wilds must be an object"),
        ({"wilds": {"2": 1.0}}, "^wilds 2 must be a whole number"),
        ({"values": 4}, "^values must be a list"),
        ({"values": [1, "4"]}, "^each value must be a whole number"),
        ({"hand": "1"}, "^hand must be a whole number"),
        ({"first_market": None}, "^first_market must be a whole number"),
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
        ({"treasures": {"B": 3, "G": 2}}, "^treasures: 'G': 2; types are letters of ABCDEF"),
        ({"treasures": {"B": 3, "W": 2}}, "^treasures: 'W': 2; types"),
        ({"treasures": {"B": 3, "AB": 2}}, "^treasures: 'AB': 2; types"),
        ({"treasures": {"B": 3, "": 2}}, "^treasures: '': 2; types"),
        ({"treasures": {"B": 3, "D": 0}}, "^treasures: 'D': 0; types"),
        ({"treasures": {"B": 3, "D": 1001}}, "^treasures: 'D': 1001; types"),
        ({"treasures": {"B": 3}}, "^2 values for 1 treasure types$"),
        ({"treasures": {}, "values": []}, "^0 values for 0 treasure types$"),
        ({"wilds": {"1": 1}}, "^wilds: '1': 1; 2 to 5 players, from 0 to 1000 Wilds$"),
        ({"wilds": {"6": 1}}, "^wilds: '6': 1; "),
        ({"wilds": {"23": 1}}, "^wilds: '23': 1; "),
        ({"wilds": {"2": -1}}, "^wilds: '2': -1; "),
        ({"wilds": {"2": 1001}}, "^wilds: '2': 1001; "),
        ({"values": [1, 2, 4]}, "^3 values for 2 treasure types$"),
        ({"wilds": {"2": 1000}}, r"^more than 1000 cards in a box$"),
        ({"wilds": {"2": 996, "3": 0}}, r"^more than 1000 cards in a box$"),
        ({"treasures": {"B": 1000, "D": 2}, "wilds": {"2": 0}}, r"^more than 1000 cards in a box$"),
        ({"values": [1, 1001]}, r"^V-SETUP-3: values must rise to the one greatest at the end"),
        ({"values": [-1001, 4]}, r"^V-SETUP-3: values must rise to the one greatest at the end"),
        ({"wilds": {"X": 1}}, r"^wilds: 'X': 1; "),
        ({"treasures": {"A": 1, "B": 1, "C": 1}, "values": [1, 4, 4]}, r"^V-SETUP-3: values must rise to the one"),
        ({"values": [4, 1]}, "^V-SETUP-3: values must rise to the one greatest at the end"),
        ({"values": [4, 4]}, "^V-SETUP-3: values must rise to the one greatest at the end"),
        ({"hand": -1}, "^hand and first_market are numbers of cards, from 0$"),
        ({"first_market": -1}, "^hand and first_market are numbers of cards, from 0$"),
    ],
)
def test_a_box_with_numbers_that_no_game_can_have_cannot_be_dealt(changes: dict[str, Any], message: str) -> None:
    """V-SETUP-1, V-SETUP-2, V-SETUP-3."""
    with pytest.raises(CannotDeal, match=message):
        box_from_json(SMALL | changes)


def test_the_largest_and_the_smallest_numbers_that_a_box_can_have() -> None:
    changes = {"treasures": {"A": 499, "F": 1}, "wilds": {"5": 500, "2": 0}, "hand": 0, "first_market": 0}
    box = box_from_json(SMALL | changes | {"values": [-1000, 1000]})
    assert (box.treasures, box.wilds, box.hand, box.first_market) == ("A" * 499 + "F", {5: 500, 2: 0}, 0, 0)
    assert box.values == (-1000, 1000)


def test_a_box_must_be_for_some_number_of_players() -> None:
    with pytest.raises(CannotDeal, match=r"^wilds must say for how many players the box is$"):
        box_from_json(SMALL | {"wilds": {}})


def test_the_order_of_the_types_in_json_means_nothing() -> None:
    assert box_from_json(SMALL | {"treasures": {"D": 2, "B": 3}}) == box_from_json(SMALL)


def test_values_may_repeat_below_the_greatest() -> None:
    changes = {"treasures": {"A": 1, "B": 1, "C": 1}, "values": [2, 2, 3]}
    assert box_from_json(SMALL | changes).values == (2, 2, 3)
