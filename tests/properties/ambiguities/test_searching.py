"""Many pairs of rulesets are searched at once, each as it would be alone."""

from itertools import islice
from typing import Any

import pytest

from properties.ambiguities.searching import search
from properties.parting import PLAIN, Kind, smallest
from reference_engine import load
from reference_engine.interface import Game

VILLAGE, SCHATZ = load("village"), load("drachenschatz")
CHOICES = [
    ("bribe.wilds", "all"),
    ("refill.start", "continue"),
    ("market.empty_stall", "open"),
    ("end.last_match", "end"),
    ("score.wild_penalty", "3"),
    ("tie.count", "owned"),
    ("tie.steps", "value"),
]
MOST, FEW = 600, 200


def pairs(game: Game, choices: list[tuple[str, str]]) -> list[tuple[Any, Any]]:
    return [(game.Ruleset(), game.Ruleset.from_readings(dict([choice]))) for choice in choices]


@pytest.mark.parametrize(
    ("game", "choices"), [(VILLAGE, CHOICES), (SCHATZ, [("animals.tie", "next"), ("win.tie", "none")])]
)
def test_each_parting_is_the_smallest_that_a_search_for_its_kind_alone_finds(
    game: Game, choices: list[tuple[str, str]]
) -> None:
    compared = 0
    for (one, other), found in zip(pairs(game, choices), search(game, pairs(game, choices), MOST, FEW), strict=True):
        for kind, least in found.items():
            if least.parting:
                alone = smallest(game, one, other, frozenset({kind}), MOST)
                assert alone.parting is not None
                assert (least.box, least.players, least.boxes) == (alone.box, alone.players, alone.boxes)
                assert (least.deals, least.pairs, least.here) == (alone.deals, alone.pairs, alone.here)
                assert least.parting.actions == alone.parting.actions
                assert least.parting.one == alone.parting.one
                assert kind in least.parting.kinds
                compared += 1
    assert compared >= len(choices) - 1


def test_what_is_found_does_not_depend_on_what_is_searched_for_beside_it() -> None:
    together = search(VILLAGE, pairs(VILLAGE, CHOICES), MOST, FEW)
    alone = [search(VILLAGE, pairs(VILLAGE, [choice]), MOST, FEW)[0] for choice in CHOICES]
    assert together == alone
    assert search(VILLAGE, pairs(VILLAGE, CHOICES[::-1]), MOST, FEW) == together[::-1]


def test_what_is_not_seen_is_told_with_all_that_was_looked_at() -> None:
    found = dict(zip(CHOICES, search(VILLAGE, pairs(VILLAGE, CHOICES), MOST, FEW), strict=True))
    for choice, kinds in found.items():
        assert kinds.keys() >= (PLAIN if kinds[Kind.WINNERS].parting else set(Kind))
        answered = kinds[Kind.WINNERS].parting is not None or choice == ("market.empty_stall", "open")
        for kind, least in kinds.items():
            if least.parting is None:
                assert least.pairs + least.here == (FEW if answered else MOST), (choice, kind)


def test_what_can_be_reached_is_told_unless_a_smaller_box_has_other_winners() -> None:
    opened, penalty = search(VILLAGE, pairs(VILLAGE, [CHOICES[2], CHOICES[4]]), MOST, FEW)
    assert opened[Kind.REACHABLE].parting is not None
    assert opened[Kind.WINNERS].parting is None
    assert Kind.REACHABLE not in penalty or penalty[Kind.REACHABLE].boxes == penalty[Kind.WINNERS].boxes
    assert [kind for kind, least in islice(opened.items(), 9) if least.parting] == [Kind.LEGAL, Kind.REACHABLE]
