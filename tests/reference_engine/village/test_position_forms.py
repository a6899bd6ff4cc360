"""Positions as JSON and as a board: read, written, and refused when they cannot stand on any table."""

import json
from typing import Any

import pytest

from reference_engine.errors import CannotParse, EngineError, ImpossiblePosition
from reference_engine.village import (
    Ruleset,
    position_from_json,
    position_to_json,
)
from tests.reference_engine.village.positions import DEFAULT, position

CONTINUE = Ruleset(refill_start="continue")
# The example of the protocol, with another order of tokens and a player to move who is not the first.
DATA: dict[str, Any] = {
    "players": 2,
    "turn": 1,
    "over": False,
    "deck": "BWACF",
    "hands": ["AABW", "CDEF"],
    "bribes": [{"A": "AAW", "C": "CC"}, {}],
    "market": {"3": "AB", "2": "", "1": "W", "0": "C"},
    "track": ["B", "A", "C", "D", "E", "F"],
    "values": [1, 1, 2, 2, 3, 4],
    "discard": "AFW",
}
STATE = position(
    turn=1,
    deck="BWACF",
    hands=("AABW", "CDEF"),
    bribes=(("AAW", "CC"), ()),
    market={3: "AB", 1: "W", 0: "C"},
    track="BACDEF",
    discard="AFW",
)
OVER = DATA | {"over": True, "deck": "", "hands": ["BW", "CDEF"]}


def test_a_position_is_read_and_written() -> None:
    assert position_from_json(DATA, DEFAULT) == STATE
    assert position_to_json(STATE) == DATA
    assert json.loads(json.dumps(position_to_json(STATE))) == DATA


def test_a_finished_position_is_read_and_written() -> None:
    state = position_from_json(OVER, DEFAULT)
    assert (state.over, state.turn) == (True, 1)
    assert position_to_json(state) == OVER


def test_the_order_of_the_bribes_in_json_means_nothing() -> None:
    data = DATA | {"bribes": [{"C": "CC", "A": "AAW"}, {}]}
    assert position_from_json(data, DEFAULT) == STATE


def test_two_tokens_make_a_track_and_five_can_play() -> None:
    data = DATA | {
        "players": 5,
        "turn": 4,
        "track": ["C", "A"],
        "values": [1, 4],
        "deck": "CAW",
        "hands": ["", "A", "C", "W", "AC"],
        "bribes": [{}, {}, {"C": "CW"}, {}, {}],
        "market": {"3": "", "2": "", "1": "", "0": ""},
        "discard": "",
    }
    assert position_to_json(position_from_json(data, DEFAULT)) == data


def test_fields_that_the_protocol_does_not_know_are_ignored() -> None:
    assert position_from_json(DATA | {"note": None, "version": 2}, DEFAULT) == STATE


@pytest.mark.parametrize("stall", [3, 2, 1, 0])
def test_next_stall_is_read_only_where_refills_continue(stall: int) -> None:
    """refill.start."""
    data = DATA | {"next_stall": stall}
    assert position_from_json(data, CONTINUE).next_stall == stall
    assert position_to_json(position_from_json(data, CONTINUE)) == data
    assert position_from_json(data, DEFAULT) == STATE
    assert position_to_json(position_from_json(data, DEFAULT)) == DATA


def test_next_stall_is_3_where_it_is_absent_and_refills_continue() -> None:
    assert position_from_json(DATA, CONTINUE).next_stall == 3


def test_next_stall_of_any_kind_is_ignored_where_refills_restart() -> None:
    assert position_from_json(DATA | {"next_stall": "x"}, DEFAULT) == STATE


def _market(**stalls: Any) -> dict[str, Any]:
    market = DATA["market"] | {name.removeprefix("stall"): cards for name, cards in stalls.items()}
    return {"market": {name: cards for name, cards in market.items() if cards is not None}}


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"players": 1, "hands": ["A"], "bribes": [{}], "turn": 0}, "V-SETUP-1: 2 to 5 players, not 1"),
    ({"players": 6, "hands": [""] * 6, "bribes": [{}] * 6}, "V-SETUP-1: 2 to 5 players, not 6"),
    ({"players": -2}, "V-SETUP-1: 2 to 5 players, not -2"),
    ({"players": 3}, "V-SETUP-1: 3 players, but 2 hands and 2 sets of bribes"),
    ({"hands": ["A", "B", "C"]}, "V-SETUP-1: 2 players, but 3 hands and 2 sets of bribes"),
    ({"hands": []}, "V-SETUP-1: 2 players, but 0 hands and 2 sets of bribes"),
    ({"bribes": [{}]}, "V-SETUP-1: 2 players, but 2 hands and 1 sets of bribes"),
    ({"bribes": [{}, {}, {}]}, "V-SETUP-1: 2 players, but 2 hands and 3 sets of bribes"),
    ({"turn": 2}, "V-SETUP-1: it is the turn of player 2 of 2"),
    ({"turn": -1}, "V-SETUP-1: it is the turn of player -1 of 2"),
    ({"track": ["BA", "C", "D", "E", "F", "A"]}, "V-SETUP-3: one token a space, but space 0 has 'BA'"),
    ({"track": ["B", "", "C", "D", "E", "F"]}, "V-SETUP-3: one token a space, but space 1 has ''"),
    ({"track": ["B", "A", "C", "D", "E", "G"]}, "V-SETUP-3: 'G' on space 5 is no treasure type"),
    ({"track": ["W", "A", "C", "D", "E", "F"]}, "V-SETUP-3: 'W' on space 0 is no treasure type"),
    ({"track": ["B", "A", "C", "D", "B", "F"]}, "V-SETUP-3: the token B is on two spaces"),
    ({"track": ["B", "A", "C", "D", "E"]}, "V-SETUP-3: 5 tokens on 6 spaces"),
    ({"values": [1, 1, 2, 3, 4]}, "V-SETUP-3: 6 tokens on 5 spaces"),
    ({"track": [], "values": []}, "V-SETUP-3: 0 tokens on 0 spaces"),
    ({"values": [1, 2, 1, 2, 3, 4]}, "V-SETUP-3: values must rise to the one greatest at the end: (1, 2, 1, 2, 3, 4)"),
    ({"values": [1, 1, 2, 2, 4, 3]}, "V-SETUP-3: values must rise to the one greatest at the end"),
    ({"values": [1, 1, 2, 2, 4, 4]}, "V-SETUP-3: values must rise to the one greatest at the end"),
    ({"values": [1, 1, 2, 2, 3, 1001]}, "V-SETUP-3: values must rise to the one greatest at the end"),
    ({"values": [-1001, 1, 2, 2, 3, 4]}, "V-SETUP-3: values must rise to the one greatest at the end"),
    ({"bribes": [{"A": "WW"}, {}]}, "V-BRIBE-3: player 0's bribe 'A' has no treasure card A"),
    ({"bribes": [{}, {"A": ""}]}, "V-BRIBE-3: player 1's bribe 'A' has no treasure card A"),
    ({"bribes": [{"A": "B"}, {}]}, "V-BRIBE-3: player 0's bribe 'A' has no treasure card A"),
    ({"bribes": [{"A": "AB"}, {}]}, "V-BRIBE-1: player 0's bribe 'A' has other cards than A and Wilds: 'AB'"),
    ({"bribes": [{"W": "W"}, {}]}, "V-BRIBE-1: player 0's bribe 'W' is of no treasure type"),
    ({"bribes": [{"": ""}, {}]}, "V-BRIBE-1: player 0's bribe '' is of no treasure type"),
    ({"bribes": [{"AB": "AB"}, {}]}, "V-BRIBE-1: player 0's bribe 'AB' is of no treasure type"),
    ({"bribes": [{"A": "WA"}, {}]}, "player 0's bribe W: cards not in ascending order: 'WA'"),
    (_market(stall3=None), "V-SETUP-4: stall 3 is missing from the market"),
    (_market(stall2=None), "V-SETUP-4: stall 2 is missing from the market"),
    (_market(stall1=None), "V-SETUP-4: stall 1 is missing from the market"),
    (_market(stall0=None), "V-SETUP-4: stall 0 is missing from the market"),
    (_market(stall4=""), "V-SETUP-4: the market has no stall '4'"),
    ({"deck": "BWXCF"}, "V-SETUP-2: the deck has cards of no type on the track: 'BWXCF'"),
    ({"deck": "a"}, "V-SETUP-2: the deck has cards of no type on the track: 'a'"),
    ({"hands": ["AABG", ""]}, "V-SETUP-2: player 0's hand has cards of no type on the track: 'AABG'"),
    ({"discard": "Z"}, "V-SETUP-2: the discard has cards of no type on the track: 'Z'"),
    (_market(stall2="K"), "V-SETUP-2: stall 2 has cards of no type on the track: 'K'"),
    ({"hands": ["AABW", "CDFE"]}, "player 1's hand: cards not in ascending order: 'CDFE'"),
    (_market(stall3="BA"), "stall 3: cards not in ascending order: 'BA'"),
    ({"discard": "WA"}, "the discard: cards not in ascending order: 'WA'"),
    ({"deck": "A" * 1001}, "V-SETUP-2: the deck has 1001 cards; no box has so many"),
    ({"over": True}, "V-END-1: the game is over, but the deck has 5 cards"),
    ({"over": True, "deck": ""}, "V-END-2: the game is over, but player 0 holds back A"),
    (OVER | {"bribes": [{}, {"F": "FW"}]}, "V-END-2: the game is over, but player 1 holds back F"),
]


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_a_position_that_can_stand_on_no_table_is_impossible(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        position_from_json(DATA | changes, DEFAULT)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("changes", [{"bribes": [{"D": "D"}, {}]}, {"hands": ["D", ""]}, {"deck": "D"}])
def test_cards_of_a_type_without_a_token_are_impossible(changes: dict[str, Any]) -> None:
    """V-SETUP-2: three tokens, and a D somewhere."""
    three = {"track": ["A", "B", "C"], "values": [1, 2, 4], "deck": "ABC", "hands": ["A", "B"], "discard": ""}
    data = DATA | three | {"bribes": [{}, {}]}
    position_from_json(data, DEFAULT)
    with pytest.raises(ImpossiblePosition, match=r"^V-SETUP-2: .* has cards of no type on the track: 'D'$"):
        position_from_json(data | changes, DEFAULT)


def test_a_space_can_be_worth_a_thousand_more_or_less_than_nothing() -> None:
    values = [-1000, 0, 0, 2, 3, 1000]
    assert position_from_json(DATA | {"values": values}, DEFAULT).values == tuple(values)


def test_a_place_can_hold_a_thousand_cards() -> None:
    assert position_from_json(DATA | {"deck": "A" * 1000}, DEFAULT).deck == "A" * 1000


@pytest.mark.parametrize("stall", [7, 4, -1])
def test_a_next_stall_that_is_no_stall_is_impossible_where_refills_continue(stall: int) -> None:
    """V-REFILL-1, refill.start."""
    with pytest.raises(ImpossiblePosition) as refused:
        position_from_json(DATA | {"next_stall": stall}, CONTINUE)
    assert str(refused.value) == f"V-REFILL-1: next_stall is {stall}; the stalls are 3, 2, 1 and 0"


@pytest.mark.parametrize("stall", ["3", None, True, 3.0, []])
def test_a_next_stall_of_another_type_cannot_be_parsed_where_refills_continue(stall: Any) -> None:
    with pytest.raises(CannotParse, match=r"^next_stall must be a whole number"):
        position_from_json(DATA | {"next_stall": stall}, CONTINUE)


@pytest.mark.parametrize("key", sorted(DATA))
def test_a_missing_field_cannot_be_parsed(key: str) -> None:
    with pytest.raises(CannotParse, match=f"^{key} is missing$"):
        position_from_json({name: value for name, value in DATA.items() if name != key}, DEFAULT)


@pytest.mark.parametrize("key", sorted(DATA))
@pytest.mark.parametrize("value", [None, 1.5, "A", 0, True, [0], {"A": 0}, [None]])
def test_a_field_of_another_type_is_refused_by_an_error_of_the_engine(key: str, value: Any) -> None:
    """Nothing but the engine's own errors comes out, whatever stands in a field."""
    try:
        position_from_json(DATA | {key: value}, DEFAULT)
    except EngineError:
        return
    assert (key, value) in [("turn", 0), ("deck", "A"), ("discard", "A")]


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"players": "2"}, "players must be a whole number, not '2'"),
    ({"players": 2.0}, "players must be a whole number, not 2.0"),
    ({"turn": True}, "turn must be a whole number, not true"),
    ({"over": 0}, "over must be true or false, not 0"),
    ({"over": None}, "over must be true or false, not null"),
    ({"deck": ["A"]}, "deck must be a string"),
    ({"hands": "AB"}, "hands must be a list"),
    ({"hands": ["A", None]}, "each hand must be a string, not null"),
    ({"bribes": {}}, "bribes must be a list"),
    ({"bribes": [{}, "A"]}, "each player's bribes must be an object, not 'A'"),
    ({"bribes": [{"A": 1}, {}]}, "player 0's bribe 'A' must be a string, not 1"),
    ({"market": ["", "", "", ""]}, "market must be an object"),
    (_market(stall2=0), "stall 2 must be a string, not 0"),
    ({"track": "ABCDEF"}, "track must be a list"),
    ({"track": ["A", 1, "C", "D", "E", "F"]}, "each entry of track must be a string, not 1"),
    ({"values": 4}, "values must be a list"),
    ({"values": [1, 1, 2, 2, 3, 4.0]}, "each value must be a whole number, not 4.0"),
    ({"discard": None}, "discard must be a string, not null"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG_TYPES)
def test_a_value_of_the_wrong_type_cannot_be_parsed(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CannotParse) as refused:
        position_from_json(DATA | changes, DEFAULT)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("value", [None, [], "position", 1, True])
def test_only_an_object_is_a_position(value: Any) -> None:
    with pytest.raises(CannotParse, match=r"^the position must be an object"):
        position_from_json(value, DEFAULT)
