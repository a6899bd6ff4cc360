"""The choice covers all, as often as asked for, with nothing that could be left out, and is the same every time."""

import random
from collections import Counter

import pytest

from properties.vectors.covering import cover, reduced

SIZES = dict.fromkeys(range(100), 1)


def some(seed: int) -> dict[int, frozenset[int]]:
    rng = random.Random(seed)
    return {number: frozenset(rng.sample(range(30), rng.randrange(1, 7))) for number in range(40)}


def times(covers: dict[int, frozenset[int]], chosen: list[int]) -> Counter[int]:
    return Counter(target for number in chosen for target in covers[number])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("most", [1, 2, 3])
def test_everything_is_covered_as_often_as_can_be_and_no_choice_can_be_left_out(seed: int, most: int) -> None:
    covers = some(seed)
    chosen = cover(covers, SIZES, times=most)
    wanted = {target: min(most, number) for target, number in times(covers, list(covers)).items()}
    assert all(times(covers, chosen)[target] >= number for target, number in wanted.items())
    for left_out in chosen:
        others = times(covers, [each for each in chosen if each != left_out])
        assert any(others[target] < number for target, number in wanted.items())


def test_one_that_covers_all_is_taken_instead_of_many() -> None:
    assert cover({0: frozenset("a"), 1: frozenset("b"), 2: frozenset("ab"), 3: frozenset("b")}, SIZES) == [2]


def test_of_two_alike_the_smaller_is_taken() -> None:
    assert cover({0: frozenset("ab"), 1: frozenset("ab")}, {0: 9, 1: 5}) == [1]


def test_what_is_kept_already_comes_first_as_long_as_it_is_needed() -> None:
    covers = {0: frozenset("a"), 1: frozenset("ab"), 2: frozenset("b"), 3: frozenset("c")}
    assert cover(covers, SIZES, first=[0, 2]) == [0, 2, 3]
    assert cover({**covers, 3: frozenset("abc")}, SIZES, first=[0]) == [3]


def test_the_largest_that_is_not_needed_is_left_out_first() -> None:
    covers = {0: frozenset("ab"), 1: frozenset("bc"), 2: frozenset("ac")}
    assert reduced(covers, {0: 1, 1: 3, 2: 2}) == [0, 2]
