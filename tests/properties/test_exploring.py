"""The openings of a box: every deal that is another one, whatever the types are called."""

from itertools import permutations

import pytest

from properties.exploring import all_openings, openings, orders
from reference_engine import load

GAME = load("village")


def box(**treasures: int) -> object:
    numbers = {
        "name": "mine", "treasures": treasures, "wilds": {"2": 1}, "hand": 1,
        "values": [1, 2, 4][-len(treasures) :], "first_market": 1,
    }  # fmt: skip
    return GAME.box_from_json(numbers)


def every_deal(of: object, types: str) -> set[object]:
    cards, _ = GAME.unshuffled(of, 2)
    return {
        GAME.initial_state(of, 2, (deck, "".join(track)), GAME.Ruleset())
        for deck in orders(cards)
        for track in permutations(types)
    }


@pytest.mark.parametrize(
    ("treasures", "tracks"), [({"A": 3, "B": 2}, 2), ({"A": 2, "B": 1, "C": 1}, 3), ({"A": 2, "B": 2}, 1)]
)
def test_tokens_start_in_every_order_that_is_another_one(treasures: dict[str, int], tracks: int) -> None:
    of = box(**treasures)
    found = set(all_openings(GAME, of, 2, GAME.Ruleset()))
    assert {"".join(GAME.position_to_json(each)["track"]) for each in found} <= {"AB", "BA", "ABC", "BAC", "BCA"}
    assert len({tuple(GAME.position_to_json(each)["track"]) for each in found}) == tracks
    every = every_deal(of, "".join(treasures))
    assert found <= every
    if tracks == len(list(permutations(treasures))):
        assert found == every


def test_where_all_types_have_equally_many_cards_nothing_is_added() -> None:
    of = box(A=2, B=2)
    assert list(all_openings(GAME, of, 2, GAME.Ruleset())) == list(openings(GAME, of, 2, GAME.Ruleset()))
