"""What an opening must have, and which clause says so."""

import pytest

from properties.dealing import deal
from properties.drachenschatz.opening import demands, is_opening, year_piles
from reference_engine.jsonform import Json
from tests.properties.drachenschatz.playing import GAME, position

BOX = GAME.BOXES["full"]


def opening(players: int = 5) -> Json:
    return GAME.position_to_json(deal(GAME, BOX, players, 1, GAME.Ruleset()))


def broken(data: Json, players: int = 5) -> set[str]:
    return {clause for clause, _, expected, got in demands(data, BOX, players) if expected != got}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_opening_has_all_that_is_demanded(players: int) -> None:
    assert is_opening(opening(players))
    assert broken(opening(players), players) == set()


def test_the_year_piles_are_about_equal_and_earlier_ones_larger() -> None:
    assert year_piles(104, 4) == [26, 26, 26, 26]
    assert year_piles(104, 3) == [35, 35, 34]
    assert year_piles(7, 4) == [2, 2, 2, 1]


WRONG: dict[str, tuple[str, Json]] = {
    "another number of players": ("D-SETUP-1", {"players": 4}),
    "a card of another type": ("D-SETUP-2", {"middle": "C" * 30}),
    "another number of piles to come": ("D-SETUP-2", {"later": ["G" * 69]}),
    "a larger pile later": ("D-SETUP-2", {"later": ["G" * 34, "G" * 35]}),
    "a card too many in the middle": ("D-SETUP-2", {"middle": "G" * 31}),
    "a treasure pile too few": ("D-YEAR-1", {"piles": opening()["piles"][1:]}),
    "two cards in a treasure pile": ("D-YEAR-1", {"piles": [{"cards": "GG", "dragon": None}, *opening()["piles"][1:]]}),
    "a dragon on a pile": ("D-SETUP-1", {"piles": [{"cards": "G", "dragon": 0}, *opening()["piles"][1:]]}),
    "a hoard": ("D-SETUP-1", {"hoards": ["G", "", "", "", ""]}),
    "another worth": ("D-SCORE-1", {"worth": {"G": 1, "J": 3, "K": 6}}),
    "another year": ("D-YEAR-1", {"year": 2}),
    "another player to start": ("D-YEAR-2", {"turn": 1}),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_opening_breaks_the_clause_about_it(what: str) -> None:
    clause, fields = WRONG[what]
    assert clause in broken(opening() | fields)


def test_nothing_is_demanded_of_fields_that_are_left_out() -> None:
    assert list(demands({}, BOX, 5)) == []
    for field in opening():
        assert broken({key: value for key, value in opening().items() if key != field}) == set()


@pytest.mark.parametrize(
    "fields",
    [
        {"piles": [{"cards": "GG", "dragon": None}, {"cards": "G", "dragon": None}, {"cards": "G", "dragon": None}]},
        {"piles": [{"cards": "G", "dragon": 1}, {"cards": "G", "dragon": None}, {"cards": "G", "dragon": None}]},
        {"year": 2},
        {"hoards": ["", "G", ""]},
        {"over": True, "piles": []},
    ],
)
def test_what_has_been_played_is_no_opening(fields: Json) -> None:
    start = position("", "", "", piles=("G", "G", "G"))
    assert is_opening(start)
    assert not is_opening(start | fields)
