"""Which answers leave something open, and which contradict the data."""

from dataclasses import replace
from typing import Any

import pytest

from properties.ambiguities.answering import Alternative, Answered
from properties.ambiguities.beside import Beside, Neighbours, Relation
from properties.ambiguities.breaking import Breaks, Play
from properties.ambiguities.judging import contradictions, exit_code, still_open
from properties.ambiguities.results import Least
from properties.clauses import catalogue
from properties.frequency import Counts, Frequency
from properties.parting import Kind, Parting
from properties.rates import Pairs, Rate
from properties.verdicts import ExitCode, Grade, Verdict
from properties.witnesses import Witness
from reference_engine import load
from reference_engine.record import Header

GAME = load("village")
START = next(iter(GAME.BOXES.values()))
HEADER = Header(GAME, GAME.Ruleset(), GAME.initial_state(START, 2, GAME.unshuffled(START, 2), GAME.Ruleset()))
PARTING = Parting(HEADER, HEADER, (), frozenset({Kind.LEGAL}))
PLAY, NONE = Play(HEADER, ()), Breaks(None, None, None, 1, 1)
SEEN, NOT_SEEN = Least(PARTING, 4, 2, 0, 0, 0, 1), Least(None, 4, 2, 0, 0, 0, 9)
OFTEN: Any = Frequency("village", "", "", Rate({}), Rate({}), Rate({}), 1)


def alternative(choice: str, **changes: Any) -> Alternative:
    reading = catalogue("village").readings[choice.partition("=")[0]]
    value = next(value for value in reading.values if value.name == choice.partition("=")[2])
    found = {kind: SEEN if kind is Kind.LEGAL else NOT_SEEN for kind in Kind}
    near = Neighbours(frozenset(), (), 1, 1)
    return replace(Alternative(reading, value, found, near, NONE, OFTEN, (), ()), **changes)


def judged(*alternatives: Alternative, **changes: Any) -> tuple[list[str], list[str], ExitCode]:
    answered = replace(Answered(GAME, alternatives, (), NONE, (), ()), **changes)
    return list(still_open(answered)), list(contradictions(answered)), exit_code([answered])


def test_what_matters_in_one_way_leaves_nothing_open() -> None:
    assert judged(alternative("tie.full=none")) == ([], [], ExitCode.HOLDS)


UNSEEN = dict.fromkeys(Kind, NOT_SEEN)
WITNESS = Witness("tie.full", "none", "smallest", Kind.LEGAL, PARTING)


@pytest.mark.parametrize(
    ("choice", "changes"),
    [
        ("tie.full=none", {"found": UNSEEN}),
        ("tie.full=none", {"found": None}),
        ("tie.full=none", {"neighbours": None}),
        ("tie.full=none", {"breaks": None}),
        ("tie.full=none", {"frequency": None}),
        ("market.empty_stall=open", {}),
        ("end.final_bribes=optional", {}),
        ("end.final_bribes=optional", {"theorems": (Verdict("", "", Grade.UNKNOWN, "", 0.0),)}),
        ("end.final_bribes=optional", {"theorems": (Verdict("", "", Grade.VACUOUS, "", 0.0),)}),
    ],
)
def test_what_has_no_answer_is_open(choice: str, changes: dict[str, Any]) -> None:
    still, wrong, code = judged(alternative(choice, **changes))
    assert [each.startswith(f"{choice}: ") for each in still] == [True]
    assert (wrong, code) == ([], ExitCode.INCOMPLETE)


def test_the_default_ruleset_and_the_texts_must_be_answered() -> None:
    assert judged(alternative("tie.full=none"), breaks=None)[2] is ExitCode.INCOMPLETE


@pytest.mark.parametrize(
    ("choice", "changes"),
    [
        ("tie.full=none", {"found": UNSEEN, "kept": (WITNESS,)}),
        ("market.empty_stall=open", {"breaks": replace(NONE, endless=PLAY)}),
        ("end.final_bribes=optional", {"theorems": (Verdict("", "", Grade.PROVED, "", 0.0),)}),
        ("tie.full=none", {"breaks": replace(NONE, unwon=PLAY)}),
    ],
)
def test_what_is_answered_in_another_way_is_not_open(choice: str, changes: dict[str, Any]) -> None:
    assert judged(alternative(choice, **changes)) == ([], [], ExitCode.HOLDS)


def beside(relation: Relation) -> Neighbours:
    return Neighbours(frozenset(), (Beside(("end.empty_deck", "turn"), relation, None, 1),), 1, 1)


@pytest.mark.parametrize(
    ("choice", "changes"),
    [
        ("tie.full=none", {"breaks": replace(NONE, endless=PLAY)}),
        ("end.last_match=end", {"neighbours": beside(Relation.LESS)}),
        ("end.final_bribes=optional", {"theorems": (Verdict("", "", Grade.REFUTED, "", 0.0),)}),
    ],
)
def test_what_the_data_say_otherwise_is_a_contradiction(choice: str, changes: dict[str, Any]) -> None:
    _, wrong, code = judged(alternative(choice, **changes))
    assert [each.startswith(f"{choice}: ") for each in wrong] == [True]
    assert code is ExitCode.VIOLATION


def test_a_kept_witness_that_does_not_replay_is_a_contradiction() -> None:
    assert judged(alternative("tie.full=none"), wrong=(WITNESS,))[2] is ExitCode.VIOLATION


@pytest.mark.parametrize(("other", "code"), [(0, ExitCode.HOLDS), (1, ExitCode.VIOLATION)])
def test_kept_full_games_that_are_others_now_are_a_contradiction(other: int, code: ExitCode) -> None:
    counts = Counts("village", 2, {}, {}, Pairs({}), 9, other)
    assert judged(alternative("tie.full=none"), counts=(counts,))[2] is code


def test_a_value_that_the_data_say_is_switched_off_may_be_hidden() -> None:
    assert judged(alternative("end.last_match=end", neighbours=beside(Relation.HIDDEN)))[2] is ExitCode.HOLDS
