"""The boxes come by size, and none is left out."""

from itertools import islice, pairwise, product

import pytest

from properties.village.sizes import alike, boxes, standard
from reference_engine import load
from reference_engine.errors import CannotDeal
from reference_engine.interface import Box

GAME = load("village")
FULL = GAME.BOXES["full"]


def size(box: Box, players: int) -> tuple[object, ...]:
    """What the boxes are ordered by, read from the box."""
    types = sorted(set(box.treasures))
    wilds = box.wilds[players]
    counts = tuple(box.treasures.count(kind) for kind in types)
    return len(box.treasures) + wilds, len(types), wilds, box.hand, box.first_market, players, counts


def up_to(cards: int) -> list[tuple[Box, int]]:
    found: list[tuple[Box, int]] = []
    for box, players in boxes():
        if len(box.treasures) + box.wilds[players] > cards:
            return found
        found.append((box, players))
    raise AssertionError("the boxes end")


def test_each_box_is_larger_than_the_one_before() -> None:
    sizes = [size(*each) for each in up_to(7)]
    assert all(one < other for one, other in pairwise(sizes))


def test_no_box_is_left_out() -> None:
    most = 4
    expected = set()
    for types in range(1, 7):
        for counts in (each for each in product(range(1, most + 1), repeat=types) if sum(each) <= most):
            for wilds, hand, first, players in product(range(most), range(1, most), range(most + 1), range(2, 6)):
                treasures = dict(zip("ABCDEF", counts, strict=False))
                data = {"name": "small", "treasures": treasures, "wilds": {str(players): wilds}, "hand": hand}
                if sum(counts) + wilds > most:
                    continue
                values = list(FULL.values)[6 - types :]
                box = GAME.box_from_json({**data, "values": values, "first_market": first})
                try:
                    GAME.unshuffled(box, players)
                except CannotDeal:
                    continue
                expected.add((repr(box), players))
    found = [(repr(box), players) for box, players in up_to(most)]
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_the_first_boxes_are_the_smallest() -> None:
    assert [size(*each) for each in islice(boxes(), 4)] == [
        (2, 1, 0, 1, 0, 2, (2,)),
        (2, 1, 1, 1, 0, 2, (1,)),
        (2, 2, 0, 1, 0, 2, (1, 1)),
        (3, 1, 0, 1, 0, 2, (3,)),
    ]


def test_standard_boxes_can_be_dealt_have_the_default_values_and_end_with_the_full_box() -> None:
    found = list(standard())
    assert all(box.values == FULL.values == (1, 1, 2, 2, 3, 4) for box, _ in found)
    assert [players for box, players in found if box == FULL] == [2, 3, 4, 5]
    assert found[-1] == (FULL, 5)
    for box, players in found:
        assert GAME.unshuffled(box, players)[1] == "ABCDEF"


@pytest.mark.parametrize("equal", [True, False])
def test_only_the_same_pair_is_alike(equal: bool) -> None:
    box, players = next(boxes())
    state = GAME.initial_state(box, players, ("AA", "A"), GAME.Ruleset())
    after = GAME.apply(state, GAME.legal_actions(state, GAME.Ruleset())[0], GAME.Ruleset())
    other = state if equal else after
    assert (alike(state, state) == alike(state, other)) == equal
    assert (alike(state, after) == alike(other, after)) == equal
    assert alike(state, after) != alike(after, state)
