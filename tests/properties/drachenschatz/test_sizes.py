"""The boxes come by size, and none is left out; positions are alike when treasure piles have changed places."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, permutations, product

from properties.drachenschatz.sizes import alike, boxes, standard
from properties.exploring import reachable
from reference_engine import load
from reference_engine.errors import CannotDeal
from reference_engine.interface import Box, State

GAME = load("drachenschatz")
FULL = GAME.BOXES["full"]
TYPES = "CGJKS"


def size(box: Box, players: int) -> tuple[object, ...]:
    """What the boxes are ordered by, read from the box."""
    types = sorted(set(box.cards))
    counts = tuple(box.cards.count(kind) for kind in types)
    return len(box.cards), len(types), box.piles[players], players, types, counts


def up_to(cards: int) -> list[tuple[Box, int]]:
    found: list[tuple[Box, int]] = []
    for box, players in boxes():
        if len(box.cards) > cards:
            return found
        found.append((box, players))
    raise AssertionError("the boxes end")


def test_each_box_is_larger_than_the_one_before() -> None:
    sizes = [size(*each) for each in up_to(7)]
    assert all(one < other for one, other in pairwise(sizes))


def test_no_box_is_left_out() -> None:
    most = 6
    expected = set()
    for counts in product(range(most + 1), repeat=len(TYPES)):
        cards = {kind: number for kind, number in zip(TYPES, counts, strict=True) if number}
        for years, players in product(range(1, most), range(3, 7)):
            if not 0 < sum(counts) <= most:
                continue
            data = {"name": "small", "cards": cards, "piles": {str(players): years}, "worth": dict(FULL.worth)}
            box = GAME.box_from_json(data)
            try:
                GAME.unshuffled(box, players)
            except CannotDeal:
                continue
            expected.add((repr(box), players))
    found = [(repr(box), players) for box, players in up_to(most)]
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_standard_boxes_have_the_default_worth_and_end_with_the_full_box() -> None:
    found = list(standard())
    assert all(box.worth == {"G": 1, "J": 3, "K": 5} for box, _ in found)
    assert [players for box, players in found if box == FULL] == [3, 4, 5, 6]
    assert found[-1] == (FULL, 6)
    for box, players in found:
        assert GAME.unshuffled(box, players)


def turned_over(states: Iterable[State], order: tuple[int, ...]) -> list[State]:
    """The positions with their treasure piles in another order."""
    return [replace(s, piles=tuple(s.piles[place] for place in order)) if s.piles else s for s in states]


def test_pairs_are_alike_when_the_same_piles_change_places_in_both_and_only_then() -> None:
    box = GAME.box_from_json(
        {"name": "small", "cards": {"C": 3, "G": 1, "K": 3}, "piles": {"3": 2}, "worth": dict(FULL.worth)}
    )
    states = list(reachable(GAME, box, 3, GAME.Ruleset()))[:40]
    keys: dict[object, set[tuple[State, State]]] = {}
    for pair in product(states, repeat=2):
        keys.setdefault(alike(*pair), set()).add(pair)
        same_year = pair[0].year == pair[1].year and len(pair[0].piles) == len(pair[1].piles)
        for order in permutations(range(3)):
            one, other = turned_over(pair, order)
            if same_year:
                assert alike(one, one if one == other else other) == alike(*pair)
    for pairs in keys.values():
        first = min(pairs, key=repr)
        others = {tuple(turned_over(first, order)) for order in permutations(range(3))}
        assert pairs <= others
    assert len(keys) < len(states) ** 2
