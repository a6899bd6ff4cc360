"""What differs between two answers, and which clause that is."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from properties.conformance.cases import Rules
from properties.conformance.comparing import Comparer, Difference, What, alike, unordered
from properties.conformance.failures import Kind, NoAnswer
from reference_engine.jsonform import Json
from tests.properties.conformance.campaigns import GAME, case, told
from tests.properties.village.playing import NEGATIVE, position

START = position("AABCW", "CDEF", deck="DABCF", market={"3": "B", "1": "W"}, bribes=("A",), discard="E")
OVER = NEGATIVE


def comparer(*actions: str, start: Json = START) -> Comparer:
    rules = Rules(case(start, *actions))
    return Comparer(rules, rules)


def after(*actions: str, start: Json = START) -> Json:
    """The right position."""
    return Rules(case(start, *actions)).position(len(actions)).data


def compared(*actions: str, **changes: Any) -> list[Difference]:
    """What differs when these fields of the answer to the last action are changed."""
    return comparer(*actions).state(len(actions), after(*actions) | changes)


@pytest.mark.parametrize("actions", [(), ("draw",), ("bribe A AW",), ("visit 3 ABC A",), ("visit 1 A A",)])
def test_the_right_position_does_not_differ(actions: Sequence[str]) -> None:
    assert compared(*actions) == []


def test_fields_that_are_left_out_or_unknown_are_not_compared() -> None:
    assert comparer("draw").state(1, {"turn": 1, "colour": "red"}) == []
    assert comparer("draw").state(1, {}) == []
    assert told(comparer("draw").state(1, {"turn": 0, "colour": "red"})) == [("position", "V-TURN-1", 1, "turn")]


ONE_FIELD: Mapping[str, tuple[str, Json, str]] = {
    "the same player again": ("draw", {"turn": 0}, "V-TURN-1"),
    "a player who does not sit there": ("draw", {"turn": 2}, "V-TURN-2"),
    "the end too early": ("draw", {"over": True}, "V-DRAW-1"),
    "a card too many in the deck": ("draw", {"deck": "DABCF"}, "V-DRAW-1"),
    "a token too far": ("bribe B B", {"track": list("ACDBEF")}, "V-FAVOR-1"),
    "a token that was not passed": ("bribe B B", {"track": list("ECBADF")}, "V-FAVOR-2"),
    "a bribe lost": ("bribe B B", {"bribes": [{"A": "A"}, {}]}, "V-BRIBE-2"),
    "cards of the stall not taken": ("visit 3 ABC A", {"hands": ["AW", "CDEF"]}, "V-MARKET-3"),
    "a payment that stays in the hand": ("visit 3 ABC A", {"hands": ["AABBW", "CDEF"]}, "V-MARKET-1"),
    "a payment that is not discarded": ("visit 3 ABC A", {"discard": "E"}, "V-DISCARD-1"),
}


@pytest.mark.parametrize("name", ONE_FIELD)
def test_a_field_that_differs_is_told_with_its_clause(name: str) -> None:
    action, change, clause = ONE_FIELD[name]
    (field,) = change
    (difference,) = compared(action, **change)
    assert told([difference]) == [("position", clause, 1, field)]
    assert (difference.expected, difference.got) == (after(action)[field], change[field])
    assert GAME.action_to_text(difference.action) == action
    assert clause in difference.suspects


def test_of_several_fields_the_most_telling_comes_first() -> None:
    found = compared("bribe B B", turn=0, track=list("ACDBEF"), deck="", hands=["", ""])
    assert [each.field for each in found] == ["track", "deck", "hands", "turn"]


def test_a_position_that_is_set_up_breaks_no_clause_when_it_is_shown_wrong() -> None:
    (difference,) = compared(track=list("BACDEF"))
    assert (difference.clause, difference.clauses, difference.action) == ("new_game", (), None)
    assert "V-FAVOR-1" in difference.suspects


MALFORMED: Mapping[str, Json] = {
    "letters out of order": {"hands": ["ABACW", "CDEF"]},
    "a number for a truth": {"over": 1},
    "a truth for a number": {"turn": True},
    "a number with a point": {"turn": 0.0},
    "a number with a point in a list": {"values": [1, 1, 2, 2, 3, 4.0]},
    "nothing for a hand": {"hands": [None, "CDEF"]},
    "a list for an object": {"bribes": [[], []]},
    "a text for a list": {"track": "ABCDEF"},
}


@pytest.mark.parametrize("name", MALFORMED)
def test_the_right_thing_in_a_wrong_form_breaks_the_protocol(name: str) -> None:
    (difference,) = compared(**MALFORMED[name])
    assert (difference.what, difference.clause) == (What.MALFORMED, "protocol")
    assert difference.reason


def test_a_wrong_thing_in_a_wrong_form_breaks_the_clause() -> None:
    (difference,) = compared("draw", turn=7)
    assert (difference.what, difference.clause) == (What.POSITION, "V-TURN-2")
    assert "greater than the maximum" in difference.reason


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("bribe A AAA", "V-BRIBE-1"),
        ("bribe B W", "V-BRIBE-3"),
        ("visit 3 AB A", "V-MARKET-1"),
        ("visit 1 W A", "V-MARKET-2"),
        ("visit 1 A B", "V-CURSE-1"),
    ],
)
def test_a_forbidden_action_that_is_played_breaks_the_clause_that_forbids_it(action: str, clause: str) -> None:
    assert comparer(action).state(1, None) == []
    (difference,) = comparer(action).state(1, START)
    assert (difference.what, difference.clause, difference.clauses) == (What.ACCEPTED, clause, (clause,))


@pytest.mark.parametrize(
    ("action", "clause"), [("draw", "V-DRAW-1"), ("bribe A W", "V-BRIBE-4"), ("visit 1 A A", "V-MARKET-2")]
)
def test_a_legal_action_that_is_refused_breaks_the_most_telling_clause_that_it_carries_out(
    action: str, clause: str
) -> None:
    (difference,) = comparer(action).state(1, None)
    assert (difference.what, difference.clause) == (What.REFUSED, clause)
    assert set(difference.clauses) <= set(difference.suspects)


def listed(*without: str, more: Sequence[object] = ()) -> list[Difference]:
    """What differs when the list of the legal actions lacks some, and has others."""
    rules = comparer().rules
    kept = [each for each in rules.legal(0) if GAME.action_to_text(GAME.action_from_json(each)) not in without]
    return comparer().legal(0, [*reversed(kept), *more])


def test_the_legal_actions_may_come_in_any_order() -> None:
    assert listed() == []


def test_missing_actions_are_told_one_for_each_clause() -> None:
    assert told(listed("draw")) == [("missing", "V-DRAW-1", 0, "")]
    bribes = ["bribe B B", "bribe B BW"]
    assert told(listed("draw", *bribes)) == [("missing", "V-BRIBE-1", 0, ""), ("missing", "V-DRAW-1", 0, "")]


def test_forbidden_actions_in_the_list_break_the_clause_that_forbids_them() -> None:
    data = {"type": "bribe", "treasure": "B", "cards": "W"}
    (difference,) = listed(more=[data])
    assert told([difference]) == [("extra", "V-BRIBE-3", 0, "")]
    assert GAME.action_to_json(difference.action) == data
    found = listed("draw", more=[data, {"type": "bribe", "treasure": "C", "cards": "W"}])
    assert told(found) == [("extra", "V-BRIBE-3", 0, ""), ("missing", "V-DRAW-1", 0, "")]


def test_an_action_that_is_listed_twice_breaks_the_protocol() -> None:
    (difference,) = listed(more=[{"type": "draw"}])
    assert (difference.what, difference.clause, difference.got) == (What.TWICE, "protocol", {"type": "draw"})
    assert told(listed("bribe A A", more=[{"type": "draw"}])) == [("twice", "protocol", 0, "")]


@pytest.mark.parametrize(
    "entry",
    [
        "draw",
        None,
        [],
        {},
        {"type": "pass"},
        {"type": "draw", "stall": 0},
        {"type": "bribe", "treasure": "A", "cards": "WA"},
        {"type": "visit", "stall": 3, "pay": "ABC"},
        {"type": "visit", "stall": "3", "pay": "ABC", "curse": "A"},
        {"type": "visit", "stall": 3.0, "pay": "ABC", "curse": "A"},
        {"type": "visit", "stall": True, "pay": "A", "curse": "A"},
    ],
)
def test_what_is_no_action_in_the_list_breaks_the_protocol(entry: object) -> None:
    (difference,) = listed(more=[entry])
    assert (difference.what, difference.clause, difference.got) == (What.MALFORMED, "protocol", entry)
    assert difference.reason


def outcome(**changes: Any) -> list[Difference]:
    rules = comparer("draw", start=OVER).rules
    return comparer("draw", start=OVER).outcome(1, rules.outcome(1) | changes)


def test_the_right_outcome_does_not_differ() -> None:
    assert outcome() == []
    assert outcome(colour="red") == []


def test_a_wrong_outcome_breaks_the_clause_of_what_is_wrong() -> None:
    right = comparer("draw", start=OVER).rules.outcome(1)
    assert right == {"scores": [-8, -5, -6], "winners": [1]}
    assert told(outcome(scores=[-8, -5, -3])) == [("outcome", "V-WIN-1", 1, "outcome.scores")]
    assert told(outcome(scores=[8, -5, -6])) == [("outcome", "V-WIN-1", 1, "outcome.scores")]
    assert told(outcome(winners=[2])) == [("outcome", "V-WIN-1", 1, "outcome.winners")]


@pytest.mark.parametrize(
    "changes", [{"winners": None}, {"winners": [1.0]}, {"scores": "-8 -5 -6"}, {"scores": [-8.0, -5.0, -6.0]}]
)
def test_an_outcome_in_a_wrong_form_breaks_the_protocol(changes: Json) -> None:
    (difference,) = outcome(**changes)
    assert (difference.what, difference.clause) == (What.MALFORMED, "protocol")


def test_an_outcome_that_lacks_a_field_breaks_the_protocol() -> None:
    (difference,) = comparer("draw", start=OVER).outcome(1, {"scores": [-8, -5, -6]})
    assert (difference.what, difference.clause) == (What.MALFORMED, "protocol")


@pytest.mark.parametrize("kind", list(Kind))
def test_a_failure_is_told_by_its_kind(kind: Kind) -> None:
    difference = comparer("draw").failure(1, NoAnswer(kind, "so it is", "", "", ""))
    assert (difference.what, difference.clause) == (What.FAILURE, str(kind))
    assert "V-DRAW-1" in difference.clauses


def test_without_the_order_of_letters_and_lists_values_are_equal() -> None:
    assert unordered({"hands": ["BA", "C"]}) == unordered({"hands": ["C", "AB"]})
    assert unordered(["AB"]) != unordered(["A", "B"])
    assert unordered([1, True]) != unordered([1, 1])


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        (1, 2, True),
        (1, True, False),
        (1, 1.0, False),
        (["A"], ["B", "C"], True),
        (["A"], ["B", 1], False),
        ([], [1], True),
        ({"A": "A"}, {"B": 1}, True),
        ({"A": "A"}, {"A": 1}, False),
    ],
)
def test_values_are_alike_where_their_types_are(one: object, other: object, are: bool) -> None:
    assert alike(one, other) is are
