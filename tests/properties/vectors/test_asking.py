"""A program is asked what a vector says, from its opening where need be; what it cannot do is skipped."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from properties.conformance.failures import Kind, NoAnswer
from properties.conformance.program import Limits, Program
from properties.events import Judged, RunFinished
from properties.mutants import mutants
from properties.mutants.answers import blank_view, deals_only, openings_only, plays_another
from properties.mutants.fake import fake_server
from properties.mutants.inprocess import InProcess
from properties.mutants.replying import Making, honest, refusing, with_outcomes, with_positions, with_result, without
from properties.vectors.asking import Asked, ask
from properties.vectors.checking import Folder, check_program, check_rules, disagreement
from properties.vectors.manifest import shipped_vectors
from properties.vectors.vector import Vector, Vectors
from properties.verdicts import ExitCode, Grade, Verdict
from reference_engine import games, load
from reference_engine.jsonform import Json

GAME = games()[0]
KEPT = shipped_vectors(GAME)
RULESET = KEPT.game.Ruleset()
READINGS = RULESET.readings()
OURS = tuple(each for each in KEPT.vectors if each.readings.items() <= READINGS.items())


def program(making: Making = honest, mutant: str | None = None) -> Program:
    found = Program(lambda: InProcess(fake_server(GAME, mutant), making), load(GAME), Limits())
    found.initialize()
    return found


def first(suits: Callable[[Vector], object]) -> Vector:
    return next(each for each in OURS if suits(each))


def from_an_opening(vector: Vector) -> bool:
    """Whether the position is no opening, and reached from one under the default ruleset."""
    opening = vector.opening
    return bool(opening and opening.actions and opening.readings.items() <= READINGS.items())


def asked(vector: Vector, making: Making = honest) -> Asked:
    return ask(program(making), vector, RULESET)


def run(making: Making = honest, *, accepted: tuple[str, ...] = (), of: int = 15) -> tuple[list[Verdict], RunFinished]:
    """The verdicts on the first vectors, and how the run ended."""
    folder = Folder("vectors", (Vectors(KEPT.game, KEPT.vectors[:of]),))
    events = list(check_program(folder, program(making), RULESET, frozenset(), accepted, ["--", "program"]))
    assert isinstance(events[-1], RunFinished)
    return [each.verdict for each in events if isinstance(each, Judged)], events[-1]


def test_the_reference_engine_answers_as_every_vector_says_that_holds_under_its_readings() -> None:
    right = program()
    assert {each.id: found for each in OURS if (found := ask(right, each, RULESET)) and found.difference} == {}


@pytest.mark.parametrize("way", ["play", "legal", "outcome", "view"])
def test_a_mutant_is_told_from_the_rules_by_the_vectors_that_kill_it(way: str) -> None:
    plain = {each.id for each in mutants(GAME) if not each.readings}
    vector, mutant = next(
        (each, key) for each in OURS for key, found in each.kills.items() if key in plain and found == [way]
    )
    found = ask(program(mutant=mutant), vector, RULESET)
    assert found.difference
    assert not found.skipped


def test_what_is_refused_must_change_nothing() -> None:
    vector = first(lambda each: each.refuse and each.legal)
    found = asked(vector, plays_another).difference
    assert found
    assert found.index > 0


def test_an_expectation_is_that_of_the_vector_and_not_of_the_rules() -> None:
    vector = first(lambda each: each.outcome and each.steps)
    wrong = replace(vector, outcome={**(vector.outcome or {}), "winners": [0, 1]})
    found = asked(wrong).difference
    assert found
    assert (found.field, found.expected) == ("outcome.winners", [0, 1])


def test_where_a_position_cannot_be_set_up_it_is_reached_from_its_opening() -> None:
    vector = first(lambda each: from_an_opening(each) and each.steps)
    found = asked(vector, openings_only)
    assert (found.difference, found.skipped) == (None, "")
    assert len(found.case.actions) > len(vector.steps) + len(vector.refuse)
    wrong = with_positions(lambda data: data | {"turn": data["turn"] + 1})
    assert asked(vector, lambda server: refusing(cannot(vector), UNSUPPORTED, wrong)(server)).difference


UNSUPPORTED: Json = {"code": -32003, "message": "no", "data": {"reason": "no positions"}}


def cannot(vector: Vector) -> Callable[[Json], bool]:
    """Whether a request is to set up the position of a vector."""
    return lambda request: request.get("params", {}).get("state") == vector.state


def test_without_an_opening_it_is_skipped_with_the_reason() -> None:
    vector = replace(first(from_an_opening), opening=None)
    assert asked(vector, openings_only).skipped == "it can only be set to openings"


def test_an_opening_that_leads_elsewhere_under_the_readings_of_the_program_is_not_played() -> None:
    vector = first(from_an_opening)
    assert vector.opening
    elsewhere = replace(vector, opening=replace(vector.opening, actions=vector.opening.actions[:-1]))
    assert "under other readings only" in asked(elsewhere, openings_only).skipped


def test_views_of_a_program_without_observe_are_skipped() -> None:
    assert asked(first(lambda each: each.views), without("observe")).skipped == "no observe"


def test_the_outcome_of_a_program_without_one_is_skipped_and_the_rest_compared() -> None:
    vector = first(lambda each: each.outcome and each.steps)
    assert asked(vector, without("outcome")).skipped == "no outcome"
    assert asked(vector, without("outcome", over=with_positions(lambda data: data | {"turn": 7}))).difference


def test_a_program_that_is_right_holds_and_what_is_about_other_readings_is_told() -> None:
    verdicts, finished = run(of=len(KEPT.vectors))
    assert {each.grade for each in verdicts} == {Grade.SAMPLED}
    assert (finished.exit_code, finished.games) == (ExitCode.HOLDS, len(OURS))
    assert any("other readings" in note for note in finished.notes)


def test_skips_are_never_green_unless_they_are_asked_for() -> None:
    verdicts, finished = run(without("outcome", "observe"), of=len(KEPT.vectors))
    assert finished.exit_code is ExitCode.INCOMPLETE
    assert {each.evidence for each in verdicts if each.grade is Grade.UNKNOWN} == {
        "skipped: no outcome", "skipped: no observe",
    }  # fmt: skip
    verdicts, finished = run(without("outcome", "observe"), accepted=("no o",), of=len(KEPT.vectors))
    assert (finished.exit_code, {each.grade for each in verdicts}) == (ExitCode.HOLDS, {Grade.SAMPLED})
    assert run(deals_only(), accepted=("it can only deal",))[1].exit_code is ExitCode.INCOMPLETE


def test_a_program_that_is_wrong_has_a_finding_that_says_how_to_repeat_it() -> None:
    wrong = with_outcomes(lambda outcome: outcome | {"winners": [7]})
    verdicts, finished = run(wrong, of=len(KEPT.vectors))
    refuted = [each for each in verdicts if each.grade is Grade.REFUTED]
    assert finished.exit_code is ExitCode.VIOLATION
    assert refuted
    for verdict in refuted:
        assert verdict.finding
        assert verdict.finding.repeat.startswith("dragonproof vectors check vectors")
        assert f"--only {verdict.id.removeprefix(GAME + '.')} -- program" in verdict.finding.repeat
        assert "[7]" in verdict.finding.got


class Dying(InProcess):
    """Ends at every request but the first."""

    def exchange(self, message: str, timeout: float) -> bytes:
        if '"initialize"' in message:
            return super().exchange(message, timeout)
        raise NoAnswer(Kind.CRASH, "it ended", message, "", "")


def test_a_program_that_dies_again_and_again_is_asked_no_more() -> None:
    dying = Program(lambda: Dying(fake_server(GAME)), load(GAME), Limits())
    folder = Folder("vectors", (Vectors(KEPT.game, OURS[:15]),))
    events = list(check_program(folder, dying, RULESET, frozenset(), (), []))
    grades = [each.verdict.grade for each in events if isinstance(each, Judged)]
    assert grades == [Grade.REFUTED] * 10 + [Grade.UNKNOWN] * 5


def test_a_program_with_blank_views_is_as_right_as_one_without_secrets() -> None:
    vector = first(lambda each: each.views)
    assert asked(vector, with_result(blank_view, "observe")).difference is None


CHANGES: list[tuple[str, Callable[[Vector], Vector]]] = [
    ("legal", lambda each: replace(each, legal=each.legal[1:])),
    ("refuse", lambda each: replace(each, refuse=(replace(each.refuse[0], clause="X-1"), *each.refuse[1:]))),
    ("step 1 state", lambda each: replace(each, steps=(replace(each.steps[0], state={}), *each.steps[1:]))),
    ("step 1 legal", lambda each: replace(each, steps=(replace(each.steps[0], legal=each.legal), *each.steps[1:]))),
    ("outcome", lambda each: replace(each, outcome=None)),
    ("clauses", lambda each: replace(each, clauses=())),
    ("edges", lambda each: replace(each, edges=("none",))),
    ("steps", lambda each: replace(each, steps=(replace(each.steps[0], action=each.refuse[0].action),))),
    ("opening", lambda each: replace(each, opening=each.opening and replace(each.opening, actions=[]))),
]


@pytest.mark.parametrize(("field", "change"), CHANGES, ids=[field for field, _ in CHANGES])
def test_a_vector_that_is_wrong_is_told_by_the_rules(field: str, change: Callable[[Vector], Vector]) -> None:
    vector = first(lambda each: each.outcome and each.steps and each.refuse and each.opening and each.opening.actions)
    assert disagreement(KEPT.game, vector) is None
    finding = disagreement(KEPT.game, change(vector))
    assert finding
    assert finding.expected.startswith(field)
    assert finding.got.startswith(field)


def test_a_view_that_shows_something_is_told() -> None:
    vector, played = first(lambda each: each.views), KEPT.game

    def seen(state: Json) -> Json:
        return played.observe(played.position_from_json(state, RULESET), vector.views[0].player)

    others = (each.state for each in OURS if each.state["players"] == vector.state["players"])
    other = next(each for each in others if seen(each) != seen(vector.state))
    wrong = replace(vector, views=(replace(vector.views[0], state=other),))
    finding = disagreement(KEPT.game, wrong)
    assert finding
    assert finding.expected.startswith("view of player")


def test_wrong_vectors_are_a_violation() -> None:
    one = replace(KEPT.vectors[0], clauses=())
    folder = Folder("vectors", (Vectors(KEPT.game, (one, *KEPT.vectors[1:3])),))
    *_, finished = check_rules(folder, frozenset())
    assert isinstance(finished, RunFinished)
    assert (finished.exit_code, finished.games) == (ExitCode.VIOLATION, 3)
