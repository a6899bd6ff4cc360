"""Records that no order of the cards explains: the step, the claims that clash, and the clauses to suspect."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from properties.inferring import Unexplained
from reference_engine.jsonform import Json, same
from reference_engine.record import Record
from tests.properties.drachenschatz.leaving_out import (
    FULL,
    GAME,
    PILES,
    SMALL,
    THREE_YEARS,
    TWO_YEARS,
    Found,
    assert_explained,
    box_of,
    claiming,
    first,
    infer,
    played,
    record_of,
    table,
    unexplained,
    without,
)

HIDDEN = ("middle", "later", "piles", "hoards")


def where(found: Found) -> tuple[int, tuple[str, ...], str]:
    assert isinstance(found, Unexplained)
    return found.step, found.fields, found.clauses[0]


def test_a_card_that_changes_under_another_is_not_explained() -> None:
    good = record_of(("reveal 0", table("CK", "G", "S")), ("reveal 0", table("CKJ", "G", "S")))
    assert_explained(good, FULL)
    for piles in (("CGJ", "G", "S"), ("JCK", "G", "S"), ("CK", "GJ", "S"), ("CKJ", "C", "S"), ("CKJJ", "G", "S")):
        wrong = record_of(("reveal 0", table("CK", "G", "S")), ("reveal 0", table(*piles)))
        for box in (FULL, None):
            assert where(unexplained(wrong, box)) == (2, ("piles",), "D-REVEAL-1")
    assert where(unexplained(record_of(("claim 0", table("CK0", "G", "S"))))) == (1, ("piles",), "D-CLAIM-1")


def test_a_card_that_is_not_the_top_of_a_middle_pile_shown_before_is_not_explained() -> None:
    middle = {"middle": "KJ"}
    assert_explained(record_of(("claim 0", middle), ("reveal 1", table("C0", "GK", "S"))), None)
    wrong = record_of(("claim 0", middle), ("reveal 1", table("C0", "GJ", "S")))
    found = unexplained(wrong, None)
    assert (*where(found)[:2], "D-REVEAL-1" in found.clauses) == (2, ("piles",), True)
    assert where(unexplained(record_of(("claim 0", middle)))) == (1, ("middle",), "D-CLAIM-1")  # of the box are 23


def test_a_card_too_many_for_the_box_is_not_explained() -> None:
    box = box_of("CGSKKJJ", {3: 1})
    reveals = [(f"reveal {turn}", table(*PILES[:turn], PILES[turn] + "K", *PILES[turn + 1 :])) for turn in (0,)]
    two = [*reveals, ("reveal 0", table("CKK", "G", "S"))]
    assert_explained(record_of(*two), box)
    found = unexplained(record_of(*two, ("reveal 0", table("CKKK", "G", "S"))), box)
    assert where(found) == (3, ("piles",), "D-REVEAL-1")
    assert found.boxed
    assert_explained(record_of(*two, ("reveal 0", table("CKKK", "G", "S"))), None)


def test_an_action_that_is_forbidden_is_not_explained_whatever_the_cards() -> None:
    empty = record_of(("reveal 0", {"middle": ""}), ("reveal 0", {}))
    assert where(unexplained(empty, None)) == (2, (), "D-REVEAL-2")
    five = record_of(*[("reveal 0", {})] * 5)
    assert where(unexplained(five, box_of("CGSKKJJ", {3: 1}))) == (5, (), "D-REVEAL-2")
    assert_explained(five, None)
    for text, clause in (("claim 1", "D-CLAIM-2"), ("reveal 1", "D-CLAIM-2"), ("reveal 4", "D-REVEAL-1")):
        found = unexplained(record_of(("claim 1", {}), (text, {})))
        assert where(found) == (2, (), clause)
        assert found.start is not None
    over = record_of(("claim 0", {}), ("claim 1", {"over": True}), ("claim 2", {}))
    assert where(unexplained(over, None)) == (3, (), "D-YEAR-5")
    second = record_of(("claim 0", {}), ("reveal 1", {}), ("reveal 1", {}), ("claim 1", {}))
    under = replace(
        second, header=replace(second.header, ruleset=GAME.Ruleset.from_readings({"claim.turns": "reveal"}))
    )
    assert where(unexplained(under, FULL)) == (4, (), "D-CLAIM-1")
    assert_explained(second, FULL)


def test_a_turn_that_shows_the_middle_to_be_empty_cannot_be_followed_by_a_reveal() -> None:
    readings = {"claim.turns": "reveal"}
    steps = [("claim 0", {}), ("reveal 1", {}), ("reveal 1", {"turn": 1})]
    assert_explained(record_of(*steps, readings=readings), None)
    assert where(unexplained(record_of(*steps, ("reveal 1", {}), readings=readings), None)) == (4, (), "D-REVEAL-2")
    assert where(unexplained(record_of(*steps, readings=readings), FULL)) == (3, ("turn",), "D-CLAIM-1")


def test_the_last_player_takes_what_is_left_and_nobody_else_does() -> None:
    def ending(*hoards: str) -> Record:
        return record_of(("claim 0", {}), ("claim 1", {"hoards": list(hoards)}))

    box = box_of("CGSKKJJ", {3: 1})
    assert_explained(ending("C", "G", "JJKKS"), box)
    for hoards in (
        ("CJ", "G", "JKKS"),
        ("C", "GJK", "JKS"),
        ("C", "G", "S"),
        ("C", "G", "JJKKKS"),
        ("G", "C", "JJKKS"),
    ):
        assert where(unexplained(ending(*hoards), box)) == (2, ("hoards",), "D-LAST-1")
    for hoards in (("CJ", "G", "S"), ("C", "GJ", "JS"), ("C", "G", ""), ("C", "G", "K"), ("C", "G", "SJ")):
        assert where(unexplained(ending(*hoards), None)) == (2, ("hoards",), "D-LAST-1")


def test_a_claim_is_never_taken_for_a_card_that_is_not_known() -> None:
    signs = {"hoards": ["\ue000", "\ue001", "\ue002"]}
    record = record_of(("claim 0", {}), ("claim 1", signs), piles=None)
    for box in (box_of("CGS", {3: 1}), None):
        assert where(unexplained(record, box)) == (2, ("hoards",), "D-LAST-1")


def test_a_year_that_ends_too_early_or_too_late_is_not_explained() -> None:
    assert where(unexplained(record_of(("claim 0", {"year": 2})), None))[:2] == (1, ("year",))
    assert where(unexplained(record_of(("claim 0", {}), ("claim 1", {"year": 1, "over": False})), FULL))[:2] == (
        2,
        ("year",),
    )
    assert where(unexplained(record_of(("claim 0", {}), ("claim 1", {"over": True})), FULL))[:2] == (2, ("over",))
    assert where(unexplained(record_of(("claim 0", {}), ("claim 1", {"turn": 1})), FULL)) == (2, ("turn",), "D-YEAR-4")
    both = record_of(("claim 0", {}), ("claim 1", {"over": True, "year": 2}))
    assert where(unexplained(both, None))[:2] == (2, ("over", "year"))


def test_piles_to_come_that_change_are_not_explained() -> None:
    shown: dict[str, Any] = {"later": ["KKK", "CSJ"]}
    assert_explained(record_of(("claim 0", shown), ("claim 1", {"later": ["CSJ"]} | table("K", "K", "K"))), None)
    changes: list[Json] = [{"later": []}, {"later": ["CSC"]}, {"over": True}, table("K", "C", "K"), {"middle": "K"}]
    for wrong in changes:
        found = unexplained(record_of(("claim 0", shown), ("claim 1", wrong)), None)
        assert (found.step, found.fields) == (2, tuple(wrong))
    assert where(unexplained(record_of(("claim 0", {"later": ["CS"]})), None))[:2] == (1, ("later",))
    assert where(unexplained(record_of(("claim 0", {"later": ["CSG"]})), FULL))[:2] == (1, ("later",))
    assert where(unexplained(record_of(("claim 0", {"later": ["C" * 2000]})), None))[:2] == (1, ("later",))


@pytest.mark.parametrize("hidden", [HIDDEN[:2], HIDDEN[:3], (*HIDDEN[:2], "hoards"), HIDDEN], ids=",".join)
def test_outcomes_that_no_hoards_explain_are_told(hidden: tuple[str, ...]) -> None:
    record = played(1, FULL, 3, GAME.Ruleset())
    partial = without(record, *hidden)
    outcome = record.outcome or {}
    last = len(record.steps)
    for change in (1000, -1000, 1):
        wrong = replace(partial, outcome=outcome | {"scores": [outcome["scores"][0] + change, *outcome["scores"][1:]]})
        assert where(unexplained(wrong))[:2] == (last, ("outcome.scores",))
    most = replace(partial, outcome=outcome | {"out": [0, 1]})
    assert where(unexplained(most))[:2] == (last, ("outcome.out",))
    winner = [seat for seat in range(3) if seat not in outcome["winners"]][:1]
    found = unexplained(replace(partial, outcome=outcome | {"winners": winner}))
    assert found.step == last
    assert "outcome.winners" in found.fields
    assert set(found.fields) <= {"outcome.scores", "outcome.out", "outcome.winners"}
    several: list[Json] = [{"scores": [1, 2]}, {"scores": []}, {"winners": [7]}, {"out": [1, 0]}]
    for junk in several:
        assert where(unexplained(replace(partial, outcome=outcome | junk)))[:2] == (
            last,
            (f"outcome.{next(iter(junk))}",),
        )


def test_an_outcome_of_a_game_that_goes_on_is_not_explained() -> None:
    outcome = {"scores": [0, 0, 0], "winners": [0, 1, 2], "out": []}
    assert where(unexplained(record_of(("claim 0", {}), outcome=outcome))) == (1, ("outcome",), "D-YEAR-5")
    late = replace(without(played(3, SMALL[1], 3), *HIDDEN), outcome=None)
    assert where(unexplained(claiming(late, len(late.steps), over=False), SMALL[1]))[:2] == (len(late.steps), ("over",))


@pytest.mark.parametrize("hidden", [("middle",), ("later",), ("piles",), ("hoards",), HIDDEN[:2], HIDDEN], ids=",".join)
@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("turn", lambda turn: (turn + 1) % 3),
        ("year", lambda year: year + 1),
        ("over", lambda over: not over),
        ("players", lambda players: players + 1),
        ("middle", lambda middle: middle + "C"),
        ("later", lambda later: [*later, "CCC"]),
        ("piles", lambda piles: [*piles, {"cards": "C", "dragon": None}]),
        ("hoards", lambda hoards: ["C" + hoards[0], *hoards[1:]]),
    ],
)
def test_a_field_that_is_wrong_at_any_step_is_told(
    field: str, change: Callable[[Any], Any], hidden: tuple[str, ...]
) -> None:
    for seed, box in ((1, TWO_YEARS), (2, THREE_YEARS), (3, FULL)):
        record = played(seed, box, 3)
        for step in {1, 2, len(record.steps) // 2, len(record.steps) - 1, len(record.steps)}:
            wrong = claiming(
                without(record, *hidden), step, **{field: change((record.steps[step - 1].state or {})[field])}
            )
            part = replace(first(wrong, step), outcome=None)
            found = unexplained(part, box)
            assert (found.step, found.fields) == (step, (field,))
            assert found.clauses


@pytest.mark.parametrize("field", ["middle", "later", "piles", "hoards", "players", "turn", "year", "over"])
@pytest.mark.parametrize(
    "value", [None, 3, "A", "\ue000", [], ["A", 1], ["\ue000"] * 3, {}, {"3": 1}, [{"cards": 1}, 2], True, "C" * 9999]
)
def test_claims_of_any_form_are_only_claims(field: str, value: object) -> None:
    for number in (2, 9):
        record = played(number, TWO_YEARS, 3)
        for step in (1, len(record.steps)):
            wrong = claiming(without(record, *HIDDEN), step, **{field: value})
            if same(value, (record.steps[step - 1].state or {})[field]):
                continue
            found = unexplained(wrong, TWO_YEARS)
            assert (found.step, found.fields) == (step, (field,))
            endless = infer(wrong, None)
            assert isinstance(endless, Unexplained)
            assert (endless.step, field in endless.fields) == (step, True) or (field, value) == ("later", [])
