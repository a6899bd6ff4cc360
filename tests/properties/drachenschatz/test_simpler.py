"""Plainer hoards decide a game as those did from which they are made."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count

import pytest

from properties.dealing import deal
from properties.drachenschatz.board import worth
from properties.drachenschatz.conformance import reduced
from properties.drachenschatz.simpler import settled, with_few_animals, with_plain_treasures
from properties.policies import by_kind_policy, playout
from reference_engine.errors import ImpossiblePosition
from reference_engine.jsonform import Json
from tests.properties.drachenschatz.playing import ANIMALS_OF_FEW, GAME, ending, position

RULESET = GAME.Ruleset()
HOARDS = (*ANIMALS_OF_FEW, ("CCCSK", "SSSSK", "CJ", "CSSKKK", "CCSKKK"), ("CG", "SSG", "CSSJ", "CCK", "CSK", "CK"))
LAST = position("CGGGGG", "SK", "", piles=("SG", "J1", "CK"), middle="GJ", turn=2)


def decided(data: Json, claim: str) -> tuple[object, object, list[bool]]:
    """Who is out and who wins when the game ends with that claim, and whose score is higher than whose."""
    state = GAME.position_from_json(data, RULESET)
    after = GAME.apply(state, GAME.action_from_text(claim), RULESET)
    assert after.over
    told = GAME.outcome_to_json(GAME.outcome(after, RULESET))
    return told["out"], told["winners"], [one > other for one in told["scores"] for other in told["scores"]]


def ended(hoards: Sequence[str]) -> tuple[object, object, list[bool]]:
    return decided(ending(*hoards).start, "claim 0")


@pytest.mark.parametrize("hoards", HOARDS)
def test_plain_treasures_and_few_animals_decide_as_the_whole_hoards_do(hoards: Sequence[str]) -> None:
    data = position(*hoards)
    plain, few = with_plain_treasures(data["hoards"], data), with_few_animals(data["hoards"])
    assert ended(plain) == ended(few) == ended(with_few_animals(plain)) == ended(hoards)
    assert max(hoard.count("G") for hoard in plain) < len(hoards)
    assert set("".join(plain)) <= set("CGS")


def test_treasures_are_plain_by_the_table_of_the_position() -> None:
    table = {"G": 3, "J": 1, "K": 0}
    data = position("KKKK", "GJ", "JJJ", worth=table)
    assert worth(data) == table
    assert with_plain_treasures(data["hoards"], data) == ["", "GG", "G"]


@pytest.mark.parametrize("place", [0, 1])
def test_a_settled_position_has_all_cards_where_the_claim_takes_them(place: int) -> None:
    other = settled(LAST, place)
    assert [other["middle"], *(pile["cards"] for pile in other["piles"])] == ["", "C", "C", "C"]
    assert [pile["dragon"] for pile in other["piles"]] == [None, 1, None]
    assert decided(other, "claim 0") == decided(other, "claim 2") == decided(LAST, ("claim 0", "claim 2")[place])


@pytest.mark.parametrize(
    "fields",
    [
        {"later": ["CCC"]},
        {"turn": 1},  # who has claimed, and can only reveal
        {"piles": [{"cards": "C", "dragon": None}] * 3},
        {"over": True, "piles": [], "middle": ""},
    ],
)
def test_what_does_not_end_with_a_claim_stays_as_it_is(fields: Json) -> None:
    assert settled(LAST | fields, 0) == LAST | fields


def positions() -> Iterator[Json]:
    """Every third position of some games, and their last ones."""
    for players in (3, 4, 5, 6):
        start = deal(GAME, GAME.BOXES["full"], players, players, RULESET)
        for number, (_, after) in enumerate(playout(GAME, start, RULESET, by_kind_policy(players))):
            if number % 3 == 0 or after.over:
                yield GAME.position_to_json(after)


def test_with_everything_kept_a_position_stays_as_it_is() -> None:
    for data in (LAST, *positions()):
        assert reduced(data, lambda: True) == data


@pytest.mark.parametrize("left_out", range(12))
def test_most_of_what_is_left_out_leaves_a_position_that_can_stand_on_a_table_and_has_no_more_cards(
    left_out: int,
) -> None:
    possible = []
    for data in (LAST, *positions()):
        asked = count(1)
        less = reduced(data, lambda: next(asked) % 12 != left_out)  # noqa: B023
        assert cards(less) <= cards(data) + data["players"]
        with suppress(ImpossiblePosition):  # where too few are left who have not claimed
            possible.append(GAME.position_from_json(less, RULESET))
            assert GAME.position_to_json(possible[-1]) == less
    assert len(possible) > len([*positions()]) / 2


def cards(data: Json) -> int:
    return sum(map(len, (data["middle"], *data["later"], *data["hoards"], *(pile["cards"] for pile in data["piles"]))))
