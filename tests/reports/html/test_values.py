"""What differs at a step, in words and on both boards."""

import re
from typing import Any

import pytest

from reference_engine.record import read_record
from reports.html.pool import Pool
from reports.html.replays import ANSWER, RULES, of_record
from reports.html.values import outcome_told, piles_told
from reports.html.zones import Form, Pile, Zone
from tests.reports.html.records import wrong


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("outcome.scores", [-3, 0], "player 0: -3, player 1: 0"),
        ("outcome.winners", [0, 2], "player 0, player 2"),
        ("outcome.winners", [], "nobody"),
        ("outcome.winners", None, ""),
        ("outcome.scores", {"a": 1}, ""),
        ("outcome", None, ""),
    ],
)
def test_an_outcome_is_told_in_words_where_it_is_one(field: str, value: Any, told: str) -> None:
    assert outcome_told(field, value) == told


def test_only_what_differs_is_told_of_two_positions() -> None:
    def zones(first: str, mark: str, to_move: bool) -> tuple[Zone, ...]:
        piles = Pile("a", first, Form.FAN), Pile("b", "X", Form.FAN, mark=mark), Pile("c", "Y", Form.FAN)
        return Zone("Player 0", piles, to_move), Zone("Player 1", (), not to_move)

    assert piles_told(zones("", "", True), zones("XY", "dragon of 1", False)) == (
        "a: nothing; b: X; Player 0 is to move",
        "a: X Y; b: X, dragon of 1; Player 1 is to move",
    )
    assert piles_told(zones("X", "", True), zones("X", "", True)) == ("", "")


def test_at_a_difference_the_same_places_are_marked_on_both_boards(written: dict[str, bytes]) -> None:
    pool = Pool()
    replay = of_record("replay", "", read_record(wrong(written["game.jsonl"].decode()).encode()), pool)
    last = replay.steps[-1]
    changed = [
        [bool(re.search(r"class='zone[^']*changed", pool.pieces[zone])) for zone in board.zones]
        for board in last.boards
    ]
    assert [board.title for board in last.boards] == [RULES, ANSWER]
    assert changed[0] == changed[1]
    assert sum(changed[0]) == 1
    (differing,) = last.differing
    assert [side.told.partition(": ")[0] for side in differing.sides] == ["player 0's hand"] * 2
    assert differing.sides[1].told == "player 0's hand: W"
