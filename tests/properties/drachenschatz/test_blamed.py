"""Which clause is named for what is wrong where a year ends and the next begins."""

import pytest

from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Comparer
from reference_engine.jsonform import Json
from reference_engine.record import Header
from tests.properties.drachenschatz.playing import GAME, position

START = position("", "", "", piles=("CG", "S1", "JK"), middle="K", later=["SJCG", "KKGC"])
PLAYED = "claim 0"
RIGHT = position(
    "CG", "S", "JKK", turn=0, year=2, piles=("S", "J", "C"), middle="G", later=["KKGC"]
)  # the last player is 2, and player 0 is next to the left
WRONG: dict[str, tuple[Json, str, str]] = {
    "the first row the other way round": ({"piles": position("", piles=("C", "J", "S"))["piles"]}, "piles", "D-YEAR-1"),
    "the last of the piles to come": (
        {"piles": position("", piles=("K", "K", "G"))["piles"], "middle": "C", "later": ["SJCG"]},
        "piles",
        "D-YEAR-1",
    ),
    "the pile turned over": (
        {"piles": position("", piles=("G", "C", "J"))["piles"], "middle": "S"},
        "piles",
        "D-YEAR-1",
    ),
    "the middle left over": ({"middle": "KG"}, "middle", "D-YEAR-1"),
    "the middle is not taken": ({"hoards": ["CG", "S", "JK"]}, "hoards", "D-LAST-1"),
    "the middle is not taken and lies on": ({"hoards": ["CG", "S", "JK"], "middle": "KG"}, "hoards", "D-LAST-1"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_year_that_begins_wrong_is_told_by_the_clause_on_that(name: str) -> None:
    changes, field, clause = WRONG[name]
    ruleset = GAME.Ruleset()
    header = Header(GAME, ruleset, GAME.position_from_json(START, ruleset))
    rules = Rules(Case(header, (GAME.action_from_text(PLAYED),)))
    assert rules.position(1).data == RIGHT
    difference = Comparer(rules, rules).state(1, RIGHT | changes)[0]
    assert (difference.field, difference.clause) == (field, clause)
