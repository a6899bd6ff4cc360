"""From counts and faults to verdicts: nothing that was never seen holds."""

from collections import Counter
from collections.abc import Sequence

import pytest

from properties.clauses import catalogue
from properties.conformance.asking import BLANK, Counts
from properties.conformance.findings import Found
from properties.conformance.judging import ASPECTS, Asked, allowed, judge, left_out, not_dealt_twice
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Game
from tests.properties.conformance.campaigns import GAME

EVERYTHING = frozenset({"legal_actions", "outcome", "replay", "observe", "deals"})
CLAUSES = list(catalogue("village").clauses)


def asked(
    capabilities: frozenset[str] = EVERYTHING,
    allow: tuple[str, ...] = (),
    wanted: frozenset[str] = frozenset(),
    game: Game = GAME,
    **readings: str,
) -> Asked:
    chosen = {name.replace("__", "."): value for name, value in readings.items()}
    return Asked(game, game.Ruleset.from_readings(chosen), capabilities, allow, wanted)


def full(**skipped: int) -> Counts:
    """Counts of a run in which everything was seen."""
    questions = Counter({question: 5 for _, questions in ASPECTS.values() for question in questions})
    return Counts(10, 100, Counter(dict.fromkeys(CLAUSES, 3)), questions, Counter(), Counter(skipped))


def fault(key: str) -> Found:
    return Found(key, "It is broken.", Finding((), "", "", "this", "that"))


def judged(
    what: Asked | None = None, counts: Counts | None = None, found: Sequence[Found] = (), gave_up: Sequence[str] = ()
) -> dict[str, Verdict]:
    """The verdicts by id."""
    verdicts = list(judge(what or asked(), full() if counts is None else counts, found, gave_up))
    assert len({verdict.id for verdict in verdicts}) == len(verdicts)
    return {verdict.id: verdict for verdict in verdicts}


def grades(verdicts: dict[str, Verdict]) -> set[Grade]:
    return {verdict.grade for verdict in verdicts.values()}


def test_what_was_seen_without_a_fault_is_sampled() -> None:
    verdicts = judged()
    assert list(verdicts) == [*CLAUSES, *ASPECTS]
    assert grades(verdicts) == {Grade.SAMPLED}
    assert verdicts["V-DRAW-1"].evidence == "3 times"


def test_what_was_never_seen_is_vacuous() -> None:
    counts = full()
    counts.exercised["V-TIE-3"] = 0
    assert {key for key, each in judged(counts=counts).items() if each.grade is Grade.VACUOUS} == {"V-TIE-3"}
    assert grades(judged(counts=Counts())) == {Grade.VACUOUS}


def test_what_is_broken_is_refuted_whether_it_was_counted_or_not() -> None:
    for counts in (full(), Counts()):
        for key in ("V-DRAW-1", "V-INFO-1", "crash", "unsteady", "new_game"):
            verdict = judged(counts=counts, found=[fault(key)])[key]
            assert (verdict.grade, verdict.sentence) == (Grade.REFUTED, "It is broken.")
            assert verdict.finding is not None


def test_of_two_faults_of_one_clause_the_first_is_told() -> None:
    first = Found("V-DRAW-1", "It came first.", Finding((), "", "", "", ""))
    assert judged(found=[first, fault("V-DRAW-1")])["V-DRAW-1"].sentence == "It came first."


def test_what_a_reading_switches_off_is_not_asked() -> None:
    assert "V-BRIBE-4" not in judged(asked(bribe__wilds_alone="never"))
    assert "V-DRAW-2" not in judged(asked(end__empty_deck="turn"))


@pytest.mark.parametrize(
    ("lacking", "clauses"),
    [
        ("observe", {"V-INFO-1"}),
        ("outcome", {"V-SCORE-1", "V-SCORE-2", "V-SCORE-3", "V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3"}),
        ("replay", set()),
        ("legal_actions", set()),
    ],
)
def test_what_cannot_be_seen_is_unknown_unless_that_is_allowed(lacking: str, clauses: set[str]) -> None:
    counts = full()
    for clause in clauses:
        counts.exercised[clause] = 0
    verdicts = judged(asked(EVERYTHING - {lacking}), counts)
    assert {key for key, each in verdicts.items() if each.grade is not Grade.SAMPLED} == clauses
    for clause in clauses:
        assert verdicts[clause].evidence.startswith(f"skipped: no {lacking}")
    let = judged(asked(EVERYTHING - {lacking}, (f"no {lacking}",)), counts)
    assert verdicts.keys() - let.keys() == clauses
    assert grades(let) == {Grade.SAMPLED}


def test_views_that_never_change_are_unknown_unless_that_is_allowed() -> None:
    counts = full()
    counts.asked[BLANK] = 3
    assert judged(counts=counts)["V-INFO-1"].grade is Grade.SAMPLED  # others did
    counts.exercised["V-INFO-1"] = 0
    verdict = judged(counts=counts)["V-INFO-1"]
    assert (verdict.grade, verdict.evidence[:20]) == (Grade.UNKNOWN, "skipped: blank view;")
    assert "V-INFO-1" not in judged(asked(allow=("blank",)), counts)


def test_that_chance_was_not_seen_is_noted_for_the_clauses_that_it_concerns() -> None:
    counts = full()
    (note,) = not_dealt_twice(asked(), counts)
    assert note.endswith("not seen: V-SETUP-2, V-SETUP-3.")
    counts.asked["chance V-SETUP-2"] = 1
    (note,) = not_dealt_twice(asked(), counts)
    assert note.endswith("not seen: V-SETUP-3.")
    counts.asked["chance V-SETUP-3"] = 1
    assert list(not_dealt_twice(asked(), counts)) == []


def test_what_was_skipped_is_unknown_unless_that_is_allowed() -> None:
    counts = full(**{"five players": 7})
    verdict = judged(counts=counts)["skip: five players"]
    assert (verdict.grade, verdict.evidence) == (Grade.UNKNOWN, "7 times")
    assert grades(judged(asked(allow=("Five",)), counts)) == {Grade.SAMPLED}
    assert grades(judged(asked(allow=("players",)), counts)) == {Grade.SAMPLED, Grade.UNKNOWN}


@pytest.mark.parametrize(
    ("reasons", "is_allowed"), [((), False), (("no obs",), True), (("NO OBSERVE",), True), (("observe",), False)]
)
def test_a_skip_is_allowed_by_how_its_reason_begins(reasons: tuple[str, ...], is_allowed: bool) -> None:
    assert allowed("no observe", reasons) is is_allowed


def test_work_that_was_given_up_is_unknown() -> None:
    verdicts = judged(gave_up=["gave up", "gave up"])
    assert (verdicts["restarts"].grade, verdicts["restarts"].evidence) == (Grade.UNKNOWN, "gave up")


def test_only_what_is_wanted_is_judged() -> None:
    assert list(judged(asked(wanted=frozenset({"V-DRAW-1"})))) == ["V-DRAW-1"]
    assert list(judged(asked(wanted=frozenset({"V-DRAW-1"})), Counts())) == ["V-DRAW-1"]


def test_an_aspect_that_was_not_asked_is_left_out() -> None:
    counts = full()
    counts.asked["replay"] = counts.asked["twice"] = 0
    assert ASPECTS.keys() - judged(counts=counts).keys() == {"replay", "unsteady"}


def test_every_clause_has_a_verdict_or_a_reason_why_there_is_none_and_never_both() -> None:
    counts = full(**{"five players": 3, "two players": 2})
    counts.exercised["V-INFO-1"] = 0
    without = EVERYTHING - {"observe"}
    cases = {
        asked(): set(),
        asked(without): set(),
        asked(without, allow=("no observe",)): {"V-INFO-1"},
        asked(allow=("five",)): {"skip: five players"},
        asked(wanted=frozenset({"V-DRAW-1"})): {*CLAUSES} - {"V-DRAW-1"},
        asked(track__passing="swap"): {key for key in CLAUSES if key not in judged(asked(track__passing="swap"))},
    }
    for what, expected in cases.items():
        verdicts, reasons = judged(what, counts), left_out(what, counts, ())
        assert reasons.keys() == expected
        assert all(reasons.values())
        assert not reasons.keys() & verdicts.keys()
        assert reasons.keys() | verdicts.keys() >= {*CLAUSES, "skip: five players"}
    assert left_out(asked(without, allow=("no observe",)), counts, [fault("V-INFO-1")]) == {}
