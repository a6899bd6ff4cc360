"""Rulesets: one value for each reading, named by id, with messages that help."""

from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import pytest

from reference_engine.errors import UnknownReading
from reference_engine.village import Ruleset

# The table on the page of the rules, the default first; end.final_bribes: optional is not played.
VALUES: dict[str, tuple[str, ...]] = {
    "bribe.wilds": ("any", "all"),
    "bribe.wilds_alone": ("existing", "never"),
    "favor.distance": ("played", "bribe", "new"),
    "favor.wild_bribe": ("bribe", "none"),
    "favor.overshoot": ("stop", "block", "stay"),
    "track.passing": ("shift", "swap"),
    "refill.start": ("restart", "continue"),
    "refill.wild_bribe": ("bribe", "wild"),
    "refill.standing_wild": ("dealt", "market"),
    "market.empty_stall": ("closed", "open"),
    "curse.distance": ("all", "type"),
    "curse.floor": ("stop", "block"),
    "end.empty_deck": ("draw", "turn"),
    "end.last_match": ("continue", "end"),
    "end.final_bribes": ("forced",),
    "score.wild_penalty": ("2", "1", "3", "4"),
    "tie.among": ("still", "tied", "all"),
    "tie.count": ("bribe", "treasure", "owned", "type"),
    "tie.steps": ("space", "value"),
    "tie.full": ("shared", "none"),
}
PAIRS = [(reading, value) for reading, values in VALUES.items() for value in values]


def test_the_readings_and_their_values_are_those_of_the_page_in_its_order() -> None:
    assert Ruleset.choices() == VALUES
    assert list(Ruleset.choices()) == list(VALUES)


def test_the_default_ruleset_takes_the_first_value_of_each() -> None:
    assert Ruleset().readings() == {reading: values[0] for reading, values in VALUES.items()}
    assert Ruleset().differences() == {}
    assert Ruleset.from_readings({}) == Ruleset()


@pytest.mark.parametrize(("reading", "value"), PAIRS)
def test_each_value_is_taken_alone_and_everything_else_stays_the_default(reading: str, value: str) -> None:
    ruleset = Ruleset.from_readings({reading: value})
    assert ruleset.readings() == {name: values[0] for name, values in VALUES.items()} | {reading: value}
    assert ruleset.differences() == ({} if value == VALUES[reading][0] else {reading: value})


def test_readings_and_differences_give_the_ruleset_back() -> None:
    last = Ruleset.from_readings({reading: values[-1] for reading, values in VALUES.items()})
    assert last.tie_count == "type"
    assert last.bribe_wilds_alone == "never"
    for ruleset in (Ruleset(), last, Ruleset(score_wild_penalty="3", track_passing="swap")):
        assert Ruleset.from_readings(ruleset.readings()) == ruleset
        assert Ruleset.from_readings(ruleset.differences()) == ruleset


@pytest.mark.parametrize(
    ("reading", "message"),
    [
        ("tie.counts", "no reading 'tie.counts'; did you mean tie.count?"),
        ("tie_count", "no reading 'tie_count'; did you mean tie.count?"),
        ("curse.flor", "no reading 'curse.flor'; did you mean curse.floor?"),
        ("bribe_wilds_alone", "no reading 'bribe_wilds_alone'; did you mean bribe.wilds_alone?"),
        ("favour.wild_bribe", "no reading 'favour.wild_bribe'; did you mean favor.wild_bribe?"),
    ],
)
def test_an_unknown_reading_gets_a_suggestion(reading: str, message: str) -> None:
    with pytest.raises(UnknownReading) as refused:
        Ruleset.from_readings({reading: "type"})
    assert str(refused.value) == message


def test_an_unknown_reading_like_no_other_gets_the_list() -> None:
    with pytest.raises(UnknownReading) as refused:
        Ruleset.from_readings({"zzz": "x"})
    assert str(refused.value) == "no reading 'zzz'; the readings are: " + ", ".join(VALUES)


@pytest.mark.parametrize("value", ["x", "", "Bribe", None, True, 2, ["bribe"], {}])
def test_an_unknown_value_gets_the_values(value: Any) -> None:
    with pytest.raises(UnknownReading) as refused:
        Ruleset.from_readings({"tie.count": value})
    assert str(refused.value) == (
        f"reading tie.count has no played value {value!a}; choose one of: bribe, treasure, owned, type"
    )


def test_the_penalty_is_a_string() -> None:
    with pytest.raises(UnknownReading, match=r"^reading score.wild_penalty has no played value 2; choose one of: 2, 1"):
        Ruleset.from_readings({"score.wild_penalty": 2})


def test_keeping_cards_back_at_the_end_is_refused_as_not_played() -> None:
    """end.final_bribes."""
    with pytest.raises(UnknownReading) as refused:
        Ruleset.from_readings({"end.final_bribes": "optional"})
    assert str(refused.value) == "reading end.final_bribes has no played value 'optional'; choose one of: forced"


def test_a_ruleset_cannot_be_changed_and_can_be_a_key() -> None:
    ruleset = Ruleset()
    with pytest.raises(FrozenInstanceError):
        ruleset.tie_count = "type"  # type: ignore[misc]
    assert {Ruleset(): 1}[Ruleset.from_readings({})] == 1
    played = [dict(pairs) for pairs in product(PAIRS[:2], PAIRS[2:4])]
    assert len({Ruleset.from_readings(readings) for readings in played}) == 4
