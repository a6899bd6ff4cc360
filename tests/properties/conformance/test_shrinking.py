"""Counterexamples become small, stay the same fault, and cost no more than they may."""

from collections.abc import Callable, Sequence
from itertools import cycle

import pytest

from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Difference, What
from properties.conformance.failures import Kind, NoAnswer
from properties.conformance.shrinking import Budget, Small, alike, shrink
from reference_engine.jsonform import Json
from tests.properties.conformance.campaigns import GAME, source

ENOUGH = Budget(seconds=600)
LONG = source().case(0).case  # a whole game of two from an opening


def shows(
    where: Callable[[Rules, int], bool], clauses: Sequence[str] = ("V-DRAW-1",)
) -> Callable[[Case], list[Difference]]:
    """A question that is answered wrong after the first action where that holds."""

    def ask(asked: Case) -> list[Difference]:
        rules = Rules(asked)
        for index in range(1, len(asked.actions) + 1):
            if where(rules, index):
                return [Difference(What.POSITION, index, "deck", asked.actions[index - 1], clauses=tuple(clauses))]
        return []

    return ask


def drawn(rules: Rules, index: int) -> bool:
    step = rules.step(index)
    return step is not None and step.move["type"] == "draw" and not step.after.data["over"]


def data(asked: Case) -> Json:
    return GAME.position_to_json(asked.header.start)


def small(ask: Callable[[Case], list[Difference]], asked: Case = LONG, anywhere: bool = True) -> Small:
    found = ask(asked)[0]
    return shrink(asked, found, ask, anywhere, ENOUGH)


def test_all_that_does_not_matter_is_left_out() -> None:
    found = small(shows(drawn))
    assert [GAME.action_to_text(action) for action in found.case.actions] == ["draw"]
    start = data(found.case)
    assert (start["players"], start["turn"], len(start["deck"])) == (2, 0, 1)
    assert (start["hands"], start["bribes"], start["discard"]) == (["", ""], [{}, {}], "")
    assert "".join(start["market"].values()) == ""
    assert start["track"] == sorted(start["track"])


def test_what_matters_is_kept() -> None:
    def fault(rules: Rules, index: int) -> bool:
        return drawn(rules, index) and rules.position(index).data["hands"][1].count("A") >= 1

    start = data(small(shows(fault)).case)
    assert start["hands"][1].strip("A") == ""
    assert len("".join(start["hands"])) <= 3


def test_an_action_becomes_the_plainest_that_shows_it() -> None:
    def fault(rules: Rules, index: int) -> bool:
        step = rules.step(index)
        return step is not None and step.move["type"] == "bribe"

    (action,) = small(shows(fault)).case.actions
    kind, treasure, cards = GAME.action_to_text(action).split()
    assert (kind, cards) == ("bribe", treasure)


def test_two_actions_stay_two_where_both_are_needed() -> None:
    def fault(rules: Rules, index: int) -> bool:
        return index > 1 and drawn(rules, index) and drawn(rules, index - 1)

    found = small(shows(fault))
    assert [GAME.action_to_text(action) for action in found.case.actions] == ["draw", "draw"]
    assert found.difference.index == 2


def test_a_program_that_knows_openings_only_is_asked_from_the_opening() -> None:
    found = small(shows(drawn), anywhere=False)
    assert data(found.case) == data(LONG)
    assert found.case.header.box == "full"
    assert 1 <= len(found.case.actions) < 10


def test_a_fault_at_the_start_needs_no_action() -> None:
    found = Difference(What.POSITION, 0, "deck", clauses=())
    less = shrink(LONG, found, lambda _: [found], True, ENOUGH)
    assert less.case.actions == ()
    assert len(str(data(less.case))) < 300


def test_no_more_is_asked_than_may_be() -> None:
    asked: list[Case] = []
    ask = shows(drawn)

    def count(other: Case) -> list[Difference]:
        asked.append(other)
        return ask(other)

    less = shrink(LONG, ask(LONG)[0], count, True, Budget(questions=7, seconds=600))
    assert (len(asked), less.asked) == (7, 7)
    asked.clear()
    shrink(LONG, ask(LONG)[0], count, True, Budget(seconds=-1))
    assert asked == []


def test_another_fault_on_the_way_is_not_taken_for_this_one() -> None:
    def ask(other: Case) -> list[Difference]:
        if data(other)["players"] == 3:
            return shows(drawn)(other)
        return [Difference(What.ACCEPTED, 1, clauses=("V-BRIBE-1",))]

    asked = source().case(3).case  # an opening for three
    assert data(small(ask, asked).case)["players"] == 3


def test_the_clause_that_explains_every_such_case_is_blamed_first() -> None:
    turns = cycle([("V-DRAW-1", "V-DRAW-2"), ("V-TURN-1", "V-DRAW-2")])

    def ask(other: Case) -> list[Difference]:
        return shows(drawn, next(turns))(other)

    found = shows(drawn, ("V-TURN-1", "V-DRAW-1", "V-DRAW-2"))(LONG)[0]
    less = shrink(LONG, found, ask, True, ENOUGH)
    assert less.common == ("V-DRAW-2",)
    assert less.blamed[0] == "V-DRAW-2"


def test_a_program_that_answers_otherwise_each_time_ends_the_work_too() -> None:
    answers = iter(range(10**6))

    def ask(other: Case) -> list[Difference]:
        return shows(drawn)(other) if next(answers) % 3 else []

    found = shows(drawn)(LONG)[0]
    assert shrink(LONG, found, ask, True, ENOUGH).case.actions != ()


FAILURE = NoAnswer(Kind.CRASH, "", "", "", "")


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        (Difference(What.POSITION, 1, clauses=("A",)), Difference(What.POSITION, 9, clauses=("A", "B")), True),
        (Difference(What.POSITION, 1, clauses=("A", "B")), Difference(What.POSITION, 1, clauses=("A",)), False),
        (Difference(What.POSITION, 1, clauses=("A",)), Difference(What.OUTCOME, 1, clauses=("A",)), False),
        (Difference(What.POSITION, 0), Difference(What.POSITION, 0, clauses=("A",)), False),
        (Difference(What.POSITION, 0), Difference(What.POSITION, 0), True),
        (
            Difference(What.FAILURE, 0, clauses=("A",), failure=FAILURE),
            Difference(What.FAILURE, 0, failure=FAILURE),
            True,
        ),
        (
            Difference(What.FAILURE, 0, failure=FAILURE),
            Difference(What.FAILURE, 0, failure=NoAnswer(Kind.TIMEOUT, "", "", "", "")),
            False,
        ),
    ],
)
def test_a_difference_is_like_another_where_no_clause_is_new(one: Difference, other: Difference, are: bool) -> None:
    assert alike(one, other) is are


def test_the_case_is_the_smallest_that_the_program_was_asked() -> None:
    lengths: list[int] = []
    ask = shows(drawn)

    def remember(other: Case) -> list[Difference]:
        found = ask(other)
        lengths.extend(len(str(data(other))) for _ in found if len(other.actions) == 1)
        return found

    less = shrink(LONG, ask(LONG)[0], remember, True, Budget(questions=40, seconds=600))
    assert len(lengths) > 5
    assert len(str(data(less.case))) == min(lengths)
