"""Who is out, worked by hand: for each player the number of cows and of sheep, and what each reading makes of it."""

from itertools import combinations, product

import pytest

from reference_engine.drachenschatz import Ruleset, outcome
from tests.reference_engine.drachenschatz.positions import DEFAULT, position

NEXT = Ruleset(animals_tie="next")
PLAYER = Ruleset(animals_tie_scope="player")
HAS = Ruleset(animals_both="has")
NEXT_PLAYER = Ruleset(animals_tie="next", animals_tie_scope="player")
NEXT_HAS = Ruleset(animals_tie="next", animals_both="has")
PLAYER_HAS = Ruleset(animals_tie_scope="player", animals_both="has")
ALL = Ruleset(animals_tie="next", animals_tie_scope="player", animals_both="has")
EVERY = (DEFAULT, NEXT, PLAYER, HAS, NEXT_PLAYER, NEXT_HAS, PLAYER_HAS, ALL)


def out(animals: str, ruleset: Ruleset = DEFAULT) -> tuple[int, ...]:
    """Who is out, where the text has a number of cows and a number of sheep for each player."""
    hoards = tuple("C" * int(each[0]) + "G" + "S" * int(each[1]) for each in animals.split())
    return outcome(position(over=True, hoards=hoards), ruleset).out


# Three or four players: D-ANIMAL-1


@pytest.mark.parametrize(
    ("animals", "spared", "following"),
    [
        ("11 12 13", (0,), (0,)),
        ("20 02 01", (2,), (2,)),
        ("30 21 00", (2,), (2,)),
        ("00 03 30", (0,), (0,)),
        ("10 01 20", (), (2,)),
        ("12 21 11 44", (2,), (2,)),
        ("00 00 11", (), (2,)),
        ("00 00 00", (), ()),
        ("11 20 02 03", (), (3,)),
        ("11 20 33 42", (), ()),
        ("40 40 21 12", (), ()),
        ("04 40 12 31", (2,), (2,)),
        ("11 11 21 50", (), (2,)),
    ],
)
def test_with_3_or_4_players_the_lone_fewest_of_cows_and_sheep_together_is_out(
    animals: str, spared: tuple[int, ...], following: tuple[int, ...]
) -> None:
    """D-ANIMAL-1, animals.tie."""
    assert out(animals) == spared
    assert out(animals, NEXT) == following


def test_with_3_or_4_players_the_readings_about_halves_decide_nothing() -> None:
    """D-ANIMAL-1: the halves and their double minimum are about 5 or 6 players."""
    for players in (3, 4):
        for numbers in product(("00", "01", "10", "11", "02"), repeat=players):
            animals = " ".join(numbers)
            assert out(animals) == out(animals, PLAYER) == out(animals, HAS) == out(animals, PLAYER_HAS)
            assert out(animals, NEXT) == out(animals, ALL)


# Five or six players: D-ANIMAL-2, D-ANIMAL-3


@pytest.mark.parametrize(
    ("animals", "who"),
    [
        ("12 21 22 33 44", (0, 1)),
        ("44 33 22 21 12", (3, 4)),
        ("02 33 33 33 33 31", (0, 5)),
        ("11 22 22 33 33", (0,)),
        ("33 22 00 11 44", (2,)),
        ("15 16 22 23 24 21", (5,)),
        ("51 61 22 32 42 12", (5,)),
        ("11 12 21 33 33", ()),
        ("00 00 11 22 33", ()),
        ("11 11 11 11 11 11", ()),
        ("12 21 33 33 33 11", ()),
    ],
)
def test_with_5_or_6_players_each_half_puts_its_lone_fewest_out(animals: str, who: tuple[int, ...]) -> None:
    """D-ANIMAL-2, D-ANIMAL-3."""
    assert out(animals) == who


@pytest.mark.parametrize("ruleset", EVERY)
def test_a_player_alone_on_both_minima_is_the_only_one_out_under_every_reading(ruleset: Ruleset) -> None:
    """D-ANIMAL-3: players 1 and 2 have the second fewest cows and sheep."""
    assert out("11 23 32 44 55", ruleset) == (0,)
    assert out("44 23 32 00 55 66", ruleset) == (3,)


@pytest.mark.parametrize(
    ("animals", "spared", "following"),
    [
        ("11 12 23 34 45", (0,), (0, 2)),
        ("11 11 23 34 45", (), (2,)),
        ("11 11 25 34 43", (), (2, 4)),
        ("00 00 11 11 22", (), (4,)),
        ("11 11 11 22 22 22", (), ()),
        ("01 01 11 15 16", (), (3,)),
        ("12 13 24 25 26", (0,), (0,)),
        ("12 13 24 25 36", (0,), (0, 4)),
    ],
)
def test_a_shared_minimum_spares_or_puts_the_next_lone_number_out(
    animals: str, spared: tuple[int, ...], following: tuple[int, ...]
) -> None:
    """D-ANIMAL-2, animals.tie: half by half."""
    assert out(animals) == spared
    assert out(animals, NEXT) == following


@pytest.mark.parametrize(
    ("animals", "half", "player"),
    [
        ("01 11 22 33 44", (0,), ()),
        ("10 11 22 33 44", (0,), ()),
        ("10 11 01 33 44", (0, 2), (0, 2)),
        ("01 21 10 20 30", (0,), (0,)),
        ("12 21 21 33 44", (0,), (0,)),
        ("21 12 22 31 44", (1,), (1,)),
        ("21 12 12 33 44", (0,), (0,)),
        ("12 21 31 22 55", (0,), (0,)),
        ("20 30 02 40 50", (2,), (2,)),
        ("02 30 20 42 53", (0,), (0,)),
        ("00 10 23 34 45 56", (0,), ()),
        ("10 00 23 34 45 56", (1,), ()),
        ("00 01 23 34 45 56", (0,), ()),
    ],
)
def test_sharing_one_minimum_spares_from_the_other_half_only_under_the_other_reading(
    animals: str, half: tuple[int, ...], player: tuple[int, ...]
) -> None:
    """D-ANIMAL-2, animals.tie_scope: a shared minimum of others spares nobody but them."""
    assert out(animals) == half
    assert out(animals, PLAYER) == player


def test_the_scope_is_about_the_minimum_also_where_the_next_lone_number_counts() -> None:
    """animals.tie next, animals.tie_scope player: cows 1 1 2 2 3, sheep 2 0 1 4 0; sharing more is no matter."""
    assert out("12 10 21 24 30", NEXT) == (2, 4)
    assert out("12 10 21 24 30", NEXT_PLAYER) == (2,)


@pytest.mark.parametrize(
    ("animals", "alone", "has"),
    [
        ("11 12 21 33 44", (), (0,)),
        ("11 12 22 33 44", (0,), (0,)),
        ("44 12 22 33 11 21", (), (4,)),
        ("11 11 22 33 44", (), ()),
        ("12 21 22 33 44", (0, 1), (0, 1)),
        ("12 13 21 33 44", (2,), (2,)),
        ("00 01 02 30 40", (), (0,)),
    ],
)
def test_having_both_minima_shared_or_not_puts_out_under_the_other_reading(
    animals: str, alone: tuple[int, ...], has: tuple[int, ...]
) -> None:
    """D-ANIMAL-3, animals.both."""
    assert out(animals) == alone
    assert out(animals, HAS) == has


def test_having_both_minima_outweighs_the_next_lone_numbers() -> None:
    """animals.tie next, animals.both has: the only one out, or nobody where two have both."""
    assert out("11 12 21 33 44", NEXT) == (1, 2)
    assert out("11 12 21 33 44", NEXT_HAS) == (0,)
    assert out("11 11 22 33 44", NEXT) == (2,)
    assert out("11 11 22 33 44", NEXT_HAS) == ()


def test_having_both_minima_is_applied_after_the_scope() -> None:
    """animals.tie_scope player, animals.both has: player 0 is lone on cows and shares the sheep."""
    assert out("11 21 22 33 44", PLAYER) == ()
    assert out("11 21 22 33 44", PLAYER_HAS) == (0,)
    assert out("11 21 22 33 44", ALL) == (0,)


def test_the_order_of_the_seats_means_nothing() -> None:
    """D-ANIMAL-2: the same hoards two seats on put out the same hoards."""
    hoards = ["01", "11", "22", "33", "40"]
    for ruleset in EVERY:
        there = {hoards[player] for player in out(" ".join(hoards), ruleset)}
        turned = hoards[2:] + hoards[:2]
        assert {turned[player] for player in out(" ".join(turned), ruleset)} == there


def test_at_most_one_of_3_or_4_and_two_of_5_or_6_are_out() -> None:
    """D-ANIMAL-1, D-ANIMAL-2: so somebody is always still in."""
    numbers = ("00", "01", "10", "11", "21")
    for players, most in ((3, 1), (5, 2)):
        for chosen in combinations(numbers * 2, players):
            assert all(len(out(" ".join(chosen), ruleset)) <= most for ruleset in EVERY)
