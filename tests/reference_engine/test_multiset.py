"""Multisets as strings: the operations against brute force and by hand."""

from itertools import permutations, product

import pytest

from reference_engine.multiset import choices, contains, gather, is_ascending, remove

SMALL = ["".join(cards) for size in range(5) for cards in product("ABW", repeat=size)]


def test_gather_sorts_all_cards_together() -> None:
    assert gather() == ""
    assert gather("") == ""
    assert gather("WAB") == "ABW"
    assert gather("BW", "", "AW", "A") == "AABWW"


def test_contains_counts_every_card() -> None:
    assert contains("AABW", "")
    assert contains("", "")
    assert contains("AABW", "AAW")
    assert contains("AABW", "AABW")
    assert not contains("AABW", "AAA")
    assert not contains("AABW", "WW")
    assert not contains("AABW", "C")
    assert not contains("", "A")


def test_remove_takes_each_card_once() -> None:
    assert remove("AABWW", "") == "AABWW"
    assert remove("AABWW", "AW") == "ABW"
    assert remove("AABWW", "AABWW") == ""


def test_what_is_removed_and_gathered_again_is_the_same() -> None:
    for whole in map(gather, SMALL):
        for part in map(gather, SMALL):
            if contains(whole, part):
                assert gather(remove(whole, part), part) == whole


def test_is_ascending_exactly_if_sorting_changes_nothing() -> None:
    ascending = {"", "A", "B", "W", "AA", "AB", "AW", "BB", "BW", "WW"}
    assert {cards for cards in SMALL if len(cards) <= 2 and is_ascending(cards)} == ascending
    assert is_ascending("AABBW")
    assert not is_ascending("ABAW")
    assert not is_ascending("AWB")


def test_choices_by_hand() -> None:
    assert choices("AABW", 2) == ["AA", "AB", "AW", "BW"]
    assert choices("AABW", 0) == [""]
    assert choices("AABW", 4) == ["AABW"]
    assert choices("AABW", 5) == []
    assert choices("", 0) == [""]
    assert choices("", 1) == []
    assert choices("AAAA", 3) == ["AAA"]


@pytest.mark.parametrize("size", range(6))
def test_choices_are_all_multisets_of_that_size_once_each_in_ascending_order(size: int) -> None:
    """Brute force: the sorted beginnings of all orders of the cards."""
    for whole in sorted(set(map(gather, SMALL))):
        every = sorted({"".join(sorted(order[:size])) for order in permutations(whole) if len(order) >= size})
        assert choices(whole, size) == every


def test_choices_do_not_grow_with_copies_that_cannot_be_chosen() -> None:
    """A hand of a thousand cards of one kind has one choice, and it is found at once."""
    assert choices("A" * 1000 + "B" * 1000, 3) == ["AAA", "AAB", "ABB", "BBB"]
