"""What becomes of theorems under other readings."""

from collections.abc import Generator

import pytest
import z3

from properties.events import Event
from solver.proving import theorems
from solver.queries import RLIMIT, Solver
from solver.solving import Solution, Status
from solver.surviving import Fate, Pair, Survival, _survival, pairs, survive, survive_all

GAMES = ("drachenschatz", "village")
Z3_ONLY = {Solver.Z3: RLIMIT[Solver.Z3]}


def test_every_other_value_of_every_reading_that_a_theorem_names_is_a_pair() -> None:
    name = "track.undone.shift"
    ruleset = theorems("village")[name].ruleset
    asked = pairs("village", [name])
    assert {pair.reading for pair in asked} == set(ruleset)
    assert [pair.value for pair in asked if pair.reading == "favor.overshoot"] == ["block", "stay"]
    assert all(pair.value != ruleset[pair.reading] for pair in asked)


def test_what_names_no_reading_is_no_pair() -> None:
    assert pairs("village", ["turn.none_after_end"]) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_theorem_that_can_be_restated_says_the_same_about_its_own_ruleset(game: str) -> None:
    families = {name.partition(".")[0]: each for name, each in theorems(game).items() if each.restated}
    for theorem in families.values():  # one of each, since formulas take long to make
        assert theorem.restated
        context = z3.Context()
        one, other = theorem.state(context), theorem.restated(theorem.ruleset)(context)
        both = zip((*one.premises, one.goal), (*other.premises, other.goal), strict=True)
        assert all(mine.eq(theirs) for mine, theirs in both), theorem.id


@pytest.mark.parametrize(
    ("game", "name", "reading", "value", "fate"),
    [
        ("village", "track.undone.not_always", "favor.overshoot", "stay", Fate.SURVIVES),
        ("village", "track.undone.shift", "favor.wild_bribe", "none", Fate.FALLS),
        ("village", "turn.end", "end.empty_deck", "turn", Fate.FALLS),
        ("village", "turn.refill", "refill.standing_wild", "market", Fate.FALLS),
        ("village", "same.standing", "tie.steps", "value", Fate.FALLS),
        ("village", "score.most", "score.wild_penalty", "4", Fate.SURVIVES),
        ("village", "score.least", "score.wild_penalty", "3", Fate.FALLS),
        ("drachenschatz", "win.somebody", "win.tie", "none", Fate.FALLS),
    ],
)
def test_a_theorem_survives_or_falls(game: str, name: str, reading: str, value: str, fate: Fate) -> None:
    found = survive(Pair(game, name, reading, value), Z3_ONLY)
    assert (found.fate, found.by) == (fate, (Solver.Z3,)), found.evidence
    assert found.evidence.startswith("for ") == (fate is Fate.FALLS)


PAIR = Pair("village", "turn.end", "end.empty_deck", "turn")
SAT, UNSAT = Solution(Status.SAT, 0, model={"x": 1}), Solution(Status.UNSAT, 0)
GAVE_UP = Solution(Status.UNKNOWN, 0, "RESOURCEOUT")


@pytest.mark.parametrize(
    ("first", "second", "fate", "by"),
    [
        (SAT, UNSAT, Fate.CONTRADICTED, ("z3", "cvc5")),
        (SAT, GAVE_UP, Fate.FALLS, ("z3",)),
        (GAVE_UP, UNSAT, Fate.SURVIVES, ("cvc5",)),
        (GAVE_UP, GAVE_UP, Fate.UNKNOWN, ()),
    ],
)
def test_two_solvers_agree_or_one_knows(first: Solution, second: Solution, fate: Fate, by: tuple[str, ...]) -> None:
    found = _survival(PAIR, {Solver.Z3: first, Solver.CVC5: second})
    assert (found.fate, found.by) == (fate, by)


def finished(run: Generator[Event, None, list[Survival]]) -> list[Survival]:
    while True:
        try:
            next(run)
        except StopIteration as end:
            found: list[Survival] = end.value
            return found


def test_all_are_asked_in_processes_and_told_in_order() -> None:
    asked = pairs("village", ["track.still.wilds_alone", "track.still.joining"])
    found = finished(survive_all(asked, Z3_ONLY, 2, ()))
    assert [each.pair for each in found] == asked
    assert all(each.fate in (Fate.SURVIVES, Fate.FALLS) for each in found)


def test_what_no_solver_can_do_is_unknown() -> None:
    found = survive(Pair("village", "keeping.wins.still", "tie.among", "tied"), {Solver.Z3: 1000})
    assert (found.fate, found.by) == (Fate.UNKNOWN, ())
    assert "gave up" in found.evidence
