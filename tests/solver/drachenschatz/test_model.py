"""Who is out, scores and winners worked out by hand, under every value of the readings they depend on."""

import random
from itertools import product

import pytest
import z3

from reference_engine import load
from solver.drachenschatz import bridge, model
from solver.drachenschatz.cards import hoard
from solver.relating import Inputs
from solver.solving import Status, solve
from tests.solver.drachenschatz.reckoning import DEFAULT, RLIMIT, WORTH, outcome, reckoned


def animals(*numbers: tuple[int, int]) -> list[str]:
    """Hoards of so many cows and sheep, and a gold each."""
    return ["C" * cows + "G" + "S" * sheep for cows, sheep in numbers]


def out(hoards: list[str], **changed: str) -> list[int]:
    told: list[int] = outcome(hoards, WORTH, **changed)["out"]
    return told


def test_treasures_are_worth_what_the_table_says_and_animals_nothing() -> None:
    hoards = ["CGGS", "CCJK", "KKSS"]
    assert outcome(hoards)["scores"] == [2, 8, 10]
    assert outcome(hoards, {"G": 7, "J": 0, "K": 2})["scores"] == [14, 2, 4]


@pytest.mark.parametrize("players", [3, 4])
def test_with_3_or_4_players_fewest_cows_and_sheep_together_are_out(players: int) -> None:
    others = [(2, 2)] * (players - 3)
    assert out(animals((2, 1), (1, 1), (0, 3), *others)) == [1]
    assert out(animals((0, 3), (3, 0), (1, 3), *others)) == []


@pytest.mark.parametrize("players", [5, 6])
def test_with_5_or_6_players_fewest_cows_and_fewest_sheep_are_out(players: int) -> None:
    others = [(2, 2)] * (players - 4)
    assert out(animals((1, 9), (2, 2), (9, 1), (2, 2), *others)) == [0, 2]
    assert out(animals((1, 9), (2, 1), (9, 1), (2, 2), *others)) == [0]
    assert out(animals((1, 1), (2, 3), (3, 2), (3, 3), *others)) == [0]


@pytest.mark.parametrize(
    ("numbers", "spared", "after_them"),
    [
        (((1, 0), (0, 1), (2, 0)), [], [2]),
        (((1, 0), (0, 1), (1, 0)), [], []),
        (((1, 0), (0, 1), (3, 0), (2, 0)), [], [3]),
        (((1, 0), (0, 1), (2, 0), (2, 0)), [], []),
        (((1, 0), (2, 0), (2, 0), (3, 0)), [0], [0]),
        (((1, 0), (1, 0), (2, 0), (2, 0), (3, 0)), [], [4]),
        (((1, 5), (1, 5), (2, 6), (2, 7), (3, 6)), [], [3, 4]),
    ],
)
def test_a_shared_minimum_spares_or_puts_out_the_lowest_that_one_has_alone(
    numbers: tuple[tuple[int, int], ...], spared: list[int], after_them: list[int]
) -> None:
    assert out(animals(*numbers)) == spared
    assert out(animals(*numbers), animals_tie="next") == after_them


# Player 0 is alone with fewest cows, and has fewest sheep as player 1 has
SHARES_SHEEP = animals((0, 1), (1, 1), (1, 2), (1, 2), (1, 2))
# Player 0 shares the cows with player 1, and the sheep with player 2
SHARES_BOTH = animals((0, 1), (0, 2), (1, 1), (1, 2), (1, 2))
# Players 0 and 1 share the cows, and the sheep with player 2; player 3 is alone with the lowest number after that
SEVERAL_HAVE_BOTH = animals((0, 1), (0, 1), (2, 1), (1, 2), (2, 2))


@pytest.mark.parametrize(
    ("hoards", "tie", "scope", "both", "expected"),
    [
        (SHARES_SHEEP, "spared", "half", "alone", [0]),
        (SHARES_SHEEP, "spared", "player", "alone", []),
        (SHARES_SHEEP, "spared", "half", "has", [0]),
        (SHARES_SHEEP, "spared", "player", "has", [0]),
        (SHARES_BOTH, "spared", "half", "alone", []),
        (SHARES_BOTH, "spared", "half", "has", [0]),
        (SHARES_BOTH, "next", "player", "has", [0]),
        (SEVERAL_HAVE_BOTH, "spared", "half", "has", []),
        (SEVERAL_HAVE_BOTH, "next", "half", "alone", [3]),
        (SEVERAL_HAVE_BOTH, "next", "half", "has", []),
    ],
)
def test_sharing_one_minimum_and_having_both(
    hoards: list[str], tie: str, scope: str, both: str, expected: list[int]
) -> None:
    assert out(hoards, animals_tie=tie, animals_tie_scope=scope, animals_both=both) == expected


@pytest.mark.parametrize(("tie", "winners"), [("shared", [0, 2]), ("none", [])])
def test_equal_scores_share_the_win_or_nobody_wins(tie: str, winners: list[int]) -> None:
    assert outcome(["CCK", "CKK", "CCK"], win_tie=tie) == {"scores": [5, 10, 5], "winners": winners, "out": [1]}


@pytest.mark.parametrize("tie", ["shared", "none"])
def test_a_player_who_is_out_neither_wins_nor_ties(tie: str) -> None:
    assert outcome(["CCK", "CK", "CCG"], win_tie=tie) == {"scores": [5, 5, 1], "winners": [0], "out": [1]}


def test_the_model_tells_of_every_ending_what_the_rules_page_says() -> None:
    rng = random.Random(3)
    seen = set()
    for players, values in product(model.PLAYERS, product(*model.READINGS.values())):
        readings = dict(zip(model.READINGS, values, strict=True))
        relation = bridge.relation(z3.Context(), (players,), readings)
        right, others = [], []
        for index in range(20):
            hoards = ["".join(rng.choices("CCSSGJK", k=rng.randint(0, 6))) for _ in range(players)]
            told = reckoned(hoards, readings)
            allowed, outputs = relation.of(bridge.inputs({"hoards": hoards}), f"case_{index}_")
            right += [allowed, outputs.are(told)]
            others.append(z3.And(allowed, z3.Not(outputs.are(told))))
            seen.add((players, len(told["out"]), len(told["winners"])))
        assert solve(right, RLIMIT).status is Status.SAT, readings
        assert solve([z3.Or(*others)], RLIMIT).status is Status.UNSAT, readings
    assert {(players, gone) for players, gone, _ in seen} == {
        *((players, gone) for players in (3, 4) for gone in (0, 1)),
        *((players, gone) for players in (5, 6) for gone in (0, 1, 2)),
    }
    assert {winners for *_, winners in seen} >= {0, 1, 2}


def test_the_readings_are_those_of_the_engine() -> None:
    choices = load("drachenschatz").Ruleset.choices()
    assert {reading: choices[reading] for reading in model.READINGS} == dict(model.READINGS)
    assert choices.keys() - model.READINGS.keys() == {"claim.turns", "year.starter"}


@pytest.mark.parametrize("reading", ["animals_tie", "animals_tie_scope", "animals_both", "win_tie"])
def test_an_unknown_value_of_a_reading_is_an_error(reading: str) -> None:
    with pytest.raises(ValueError, match="has no value other"):
        outcome(SHARES_BOTH, WORTH, **{reading: "other"})


@pytest.mark.parametrize("number", ["cows", "sheep", "treasures"])
def test_a_negative_number_of_cards_allows_no_outcome(number: str) -> None:
    inputs = bridge.inputs({"hoards": ["C", "S", "K"]})
    position = {"cows": 0, "sheep": 1, "treasures": 2}[number]
    numbers = tuple(-1 if index == position else count for index, count in enumerate(inputs.numbers))
    changed = Inputs(inputs.shape, numbers)
    allowed, _ = bridge.relation(z3.Context(), (3,), DEFAULT).of(changed, "")
    assert solve([allowed], RLIMIT).status is Status.UNSAT


def test_hoards_are_counted() -> None:
    assert hoard("CCGKKKS") == model.Hoard(2, 1, (1, 0, 3))
