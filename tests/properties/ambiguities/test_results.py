"""Results survive being written as JSON and read again."""

import json
from typing import Any

import pytest

from properties.ambiguities.beside import neighbours
from properties.ambiguities.breaking import breaks
from properties.ambiguities.results import (
    breaks_from_json,
    breaks_to_json,
    counts_from_json,
    counts_to_json,
    least,
    least_from_json,
    least_to_json,
    neighbours_from_json,
    neighbours_to_json,
)
from properties.ambiguities.searching import search
from properties.frequency import count
from reference_engine import load

VILLAGE, SCHATZ = load("village"), load("drachenschatz")


def again(data: Any) -> Any:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize(
    ("game", "choice"),
    [(VILLAGE, ("refill.start", "continue")), (VILLAGE, ("tie.full", "none")), (SCHATZ, ("animals.tie", "next"))],
)
def test_the_smallest_partings(game: Any, choice: tuple[str, str]) -> None:
    ((found),) = search(game, [(game.Ruleset(), game.Ruleset.from_readings(dict([choice])))], 300, 100)
    partings = 0
    for smallest in found.values():
        kept = least(game, smallest)
        assert least_from_json(game, again(least_to_json(kept))) == kept
        assert kept.looked == smallest.pairs + smallest.here
        partings += kept.parting is not None
    assert 0 < partings < len(found)


def test_the_number_of_cards_is_that_of_the_box() -> None:
    ruleset = VILLAGE.Ruleset.from_readings({"score.wild_penalty": "3"})
    (found,) = search(VILLAGE, [(VILLAGE.Ruleset(), ruleset)], 300, 100)
    for smallest in found.values():
        kept = least(VILLAGE, smallest)
        if kept.parting:
            data = VILLAGE.position_to_json(kept.parting.one.start)
            cards = data["deck"] + "".join(data["hands"]) + "".join(data["market"].values())
            assert (kept.cards, kept.players) == (len(cards), data["players"])


@pytest.mark.parametrize("choice", [("curse.floor", "block"), ("end.last_match", "end")])
def test_what_is_beside(choice: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.ambiguities.beside._FULL_GAMES", 0)
    found = neighbours(VILLAGE, choice, (2, 3), 100)
    assert found.beside
    assert neighbours_from_json(VILLAGE, again(neighbours_to_json(found))) == found


@pytest.mark.parametrize("readings", [{}, {"market.empty_stall": "open"}, {"tie.full": "none"}])
def test_what_breaks(readings: dict[str, str]) -> None:
    found = breaks(VILLAGE, VILLAGE.Ruleset.from_readings(readings), (0, 5))
    assert breaks_from_json(VILLAGE, again(breaks_to_json(found))) == found


def test_what_was_counted() -> None:
    counts = count("drachenschatz", 3, 2)
    assert counts_from_json(again(counts_to_json(counts))) == counts
