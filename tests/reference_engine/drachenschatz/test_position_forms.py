"""Positions as JSON: read, written, and refused when they cannot be on any table."""

import json
from typing import Any

import pytest

from reference_engine.drachenschatz import Ruleset, position_from_json, position_to_json
from reference_engine.errors import CannotParse, EngineError, ImpossiblePosition
from tests.reference_engine.drachenschatz.positions import DEFAULT, REVEAL, position

# The example of the protocol, with a player to move who is not the first, and other hoards.
DATA: dict[str, Any] = {
    "players": 3,
    "turn": 1,
    "over": False,
    "year": 2,
    "middle": "CSGJ",
    "later": ["GGCS", "KCSG"],
    "piles": [{"cards": "CG", "dragon": None}, {"cards": "S", "dragon": 2}, {"cards": "K", "dragon": None}],
    "hoards": ["CGS", "", "K"],
}
STATE = position(
    "CG S K", dragons={1: 2}, turn=1, year=2, middle="CSGJ", later=("GGCS", "KCSG"), hoards=("CGS", "", "K")
)
OVER = DATA | {"over": True, "middle": "", "later": [], "piles": []}
WORTH = {"G": 1, "J": 3, "K": 5}


def _piles(*piles: tuple[str, int | None]) -> dict[str, Any]:
    return {"piles": [{"cards": cards, "dragon": dragon} for cards, dragon in piles]}


def test_a_position_is_read_and_written() -> None:
    assert position_from_json(DATA, DEFAULT) == STATE
    assert position_to_json(STATE) == DATA
    assert json.loads(json.dumps(position_to_json(STATE))) == DATA


def test_a_finished_position_is_read_and_written() -> None:
    state = position_from_json(OVER, DEFAULT)
    assert state == position(over=True, turn=1, year=2, hoards=("CGS", "", "K"))
    assert position_to_json(state) == OVER


def test_the_table_of_values_is_written_only_where_it_is_another() -> None:
    """D-SCORE-1."""
    other = DATA | {"worth": {"G": 0, "J": 1000, "K": 5}}
    assert position_from_json(other, DEFAULT).worth == (0, 1000, 5)
    assert position_to_json(position_from_json(other, DEFAULT)) == other
    assert position_from_json(DATA | {"worth": WORTH}, DEFAULT) == STATE
    assert position_to_json(position_from_json(DATA | {"worth": WORTH}, DEFAULT)) == DATA


def test_the_order_of_the_values_in_json_means_nothing() -> None:
    assert position_from_json(DATA | {"worth": {"K": 9, "J": 8, "G": 7}}, DEFAULT).worth == (7, 8, 9)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_can_play(players: int) -> None:
    """D-SETUP-1."""
    piles = [{"cards": "G", "dragon": None}] * players
    hoards = ["C"] * players
    data = DATA | {"players": players, "turn": players - 1, "later": [], "piles": piles, "hoards": hoards}
    assert position_to_json(position_from_json(data, DEFAULT)) == data


def test_a_position_need_not_be_reached_by_play() -> None:
    """Few cards, empty hoards in a late year, full ones in the first, any number of piles to come."""
    assert position_from_json(DATA | {"year": 9, "middle": "", "hoards": ["", "", ""]}, DEFAULT).year == 9
    assert position_from_json(DATA | {"year": 1, "later": ["CCC"] * 20}, DEFAULT).later == ("CCC",) * 20


def test_fields_that_the_protocol_does_not_know_are_ignored() -> None:
    assert position_from_json(DATA | {"note": None, "version": 2}, DEFAULT) == STATE


def test_who_has_claimed_can_be_to_move_only_where_they_may_reveal() -> None:
    """D-CLAIM-1, claim.turns."""
    data = DATA | {"turn": 2}
    assert position_from_json(data, REVEAL).turn == 2
    for ruleset, given in ((DEFAULT, data), (REVEAL, data | {"middle": ""}), (DEFAULT, data | {"middle": ""})):
        with pytest.raises(ImpossiblePosition) as refused:
            position_from_json(given, ruleset)
        assert str(refused.value) == "D-CLAIM-1: it is the turn of player 2, who has claimed a pile"


def test_after_the_end_whoever_ended_the_game_is_to_move() -> None:
    for player in range(3):
        assert position_from_json(OVER | {"turn": player}, DEFAULT).turn == player


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"players": 2}, "D-SETUP-1: 3 to 6 players, not 2"),
    ({"players": 7}, "D-SETUP-1: 3 to 6 players, not 7"),
    ({"players": 4}, "D-SETUP-1: 4 players, but 3 hoards"),
    ({"hoards": ["C", "S"]}, "D-SETUP-1: 3 players, but 2 hoards"),
    ({"hoards": ["C", "S", "K", "G"]}, "D-SETUP-1: 3 players, but 4 hoards"),
    ({"turn": 3}, "D-SETUP-1: it is the turn of player 3 of 3"),
    ({"turn": -1}, "D-SETUP-1: it is the turn of player -1 of 3"),
    ({"year": 0}, "D-SETUP-2: no game has a year 0"),
    ({"year": -1}, "D-SETUP-2: no game has a year -1"),
    ({"year": 1001}, "D-SETUP-2: no game has a year 1001"),
    ({"middle": "CX"}, "D-SETUP-2: the middle has cards that are not of CGJKS: 'CX'"),
    ({"middle": "c"}, "D-SETUP-2: the middle has cards that are not of CGJKS: 'c'"),
    ({"middle": "A" * 1001}, "D-SETUP-2: the middle has 1001 cards; no box has so many"),
    ({"later": ["CCC", "CWC"]}, "D-SETUP-2: pile to come 1 has cards that are not of CGJKS: 'CWC'"),
    (_piles(("C", None), ("G", None), ("C\n", None)), "D-SETUP-2: pile 2 has cards that are not of CGJKS: 'C\\n'"),
    ({"hoards": ["C", "GB", ""]}, "D-SETUP-2: player 1's hoard has cards that are not of CGJKS: 'GB'"),
    ({"hoards": ["C", "GC", ""]}, "player 1's hoard: cards not in ascending order: 'GC'"),
    ({"hoards": ["CS", "", "SK"]}, "player 2's hoard: cards not in ascending order: 'SK'"),
    ({"later": ["CCC", "CC"]}, "D-YEAR-1: a pile to come has 2 cards for 3 players"),
    ({"later": [""]}, "D-YEAR-1: a pile to come has 0 cards for 3 players"),
    ({"piles": []}, "D-YEAR-1: 0 treasure piles for 3 players"),
    (_piles(("C", None), ("G", None)), "D-YEAR-1: 2 treasure piles for 3 players"),
    (_piles(*[("C", None)] * 4), "D-YEAR-1: 4 treasure piles for 3 players"),
    (_piles(("C", None), ("", None), ("G", None)), "D-YEAR-1: pile 1 has no cards"),
    (_piles(("C", 3), ("C", None), ("G", None)), "D-SETUP-1: a dragon of player 3 of 3"),
    (_piles(("C", -1), ("C", None), ("G", None)), "D-SETUP-1: a dragon of player -1 of 3"),
    (_piles(("C", 2), ("C", 2), ("G", None)), "D-SETUP-1: two dragons of player 2"),
    (_piles(("C", 0), ("C", 2), ("G", None)), "D-LAST-1: the year goes on with 2 of 3 piles claimed"),
    (_piles(("C", 0), ("C", 2), ("G", 1)), "D-LAST-1: the year goes on with 3 of 3 piles claimed"),
    (_piles(("C", 1), ("C", None), ("G", None)), "D-CLAIM-1: it is the turn of player 1, who has claimed a pile"),
    ({"worth": WORTH | {"G": -1}}, "D-SCORE-1: treasures are worth from 0 to 1000, not (-1, 3, 5)"),
    ({"worth": WORTH | {"K": 1001}}, "D-SCORE-1: treasures are worth from 0 to 1000, not (1, 3, 1001)"),
    (OVER | {"middle": "C"}, "D-YEAR-5: the game is over, but there are cards outside the hoards"),
    (OVER | {"later": ["CCC"]}, "D-YEAR-5: the game is over, but there are cards outside the hoards"),
    (OVER | {"piles": DATA["piles"]}, "D-YEAR-5: the game is over, but there are cards outside the hoards"),
]


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_a_position_that_cannot_be_on_any_table_is_impossible(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        position_from_json(DATA | changes, DEFAULT)
    assert str(refused.value) == message


def test_numbers_of_any_size_are_shown_short() -> None:
    for changes in (
        {"players": 10**80},
        {"turn": 10**80},
        {"year": 10**80},
        _piles(("C", 10**80), ("C", None), ("G", None)),
    ):
        with pytest.raises(ImpossiblePosition) as refused:
            position_from_json(DATA | changes, DEFAULT)
        assert len(str(refused.value)) < 120


def test_the_largest_place_and_year() -> None:
    state = position_from_json(DATA | {"middle": "K" * 1000, "year": 1000}, DEFAULT)
    assert (len(state.middle), state.year) == (1000, 1000)


def test_all_players_but_two_can_have_claimed() -> None:
    """D-LAST-1."""
    piles = [{"cards": "G", "dragon": dragon} for dragon in (4, None, 0, 2, None)]
    data = DATA | {"players": 5, "turn": 3, "later": [], "hoards": [""] * 5, "piles": piles}
    assert position_from_json(data, DEFAULT).claimed == (4, 0, 2)


@pytest.mark.parametrize("key", sorted(DATA))
def test_a_missing_field_cannot_be_parsed(key: str) -> None:
    with pytest.raises(CannotParse, match=f"^{key} is missing$"):
        position_from_json({name: value for name, value in DATA.items() if name != key}, DEFAULT)


@pytest.mark.parametrize("key", sorted(DATA | {"worth": WORTH}))
@pytest.mark.parametrize("value", [None, 1.5, "C", 0, True, [0], {"C": 0}, [None], [{}], ["C"]])
def test_a_field_of_another_type_is_refused_by_an_error_of_the_engine(key: str, value: Any) -> None:
    """Nothing but the engine's own errors comes out, whatever stands in a field."""
    try:
        position_from_json(DATA | {key: value}, DEFAULT)
    except EngineError:
        return
    assert (key, value) in [("turn", 0), ("middle", "C")]


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"players": "3"}, "players must be a whole number, not '3'"),
    ({"turn": True}, "turn must be a whole number, not true"),
    ({"over": 0}, "over must be true or false, not 0"),
    ({"year": 1.0}, "year must be a whole number, not 1.0"),
    ({"middle": ["C"]}, "middle must be a string"),
    ({"later": "CCC"}, "later must be a list"),
    ({"later": ["CCC", None]}, "each of later must be a string, not null"),
    ({"piles": {}}, "piles must be a list"),
    ({"piles": ["C", "S", "K"]}, "each pile must be an object, not 'C'"),
    ({"piles": [{"cards": "C"}]}, "a pile's dragon is missing"),
    ({"piles": [{"dragon": None}]}, "a pile's cards is missing"),
    ({"piles": [{"cards": None, "dragon": None}]}, "a pile's cards must be a string, not null"),
    ({"piles": [{"cards": "C", "dragon": "1"}]}, "a pile's dragon must be a whole number, not '1'"),
    ({"piles": [{"cards": "C", "dragon": False}]}, "a pile's dragon must be a whole number, not false"),
    ({"piles": [{"cards": "C", "dragon": None, "top": "C"}]}, "a pile has no 'top'"),
    ({"hoards": "CGS"}, "hoards must be a list"),
    ({"hoards": ["C", 1, ""]}, "each hoard must be a string, not 1"),
    ({"worth": None}, "worth must be an object, not null"),
    ({"worth": [1, 3, 5]}, "worth must be an object"),
    ({"worth": {}}, "worth G is missing"),
    ({"worth": WORTH | {"S": 1}}, "the table of values (worth) has no 'S'"),
    ({"worth": WORTH | {"K": "5"}}, "worth K must be a whole number, not '5'"),
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


@pytest.mark.parametrize("ruleset", [DEFAULT, Ruleset(year_starter="claimer"), Ruleset(animals_tie="next")])
def test_no_other_reading_matters_to_a_position(ruleset: Ruleset) -> None:
    assert position_from_json(DATA, ruleset) == STATE
