"""Asking a program about cases, and counting what could be seen."""

import json
from typing import Any

import pytest

from properties.conformance.asking import BLANK, Answers, Counts, Examiner, answers_of
from properties.conformance.cases import Rules
from properties.server import RequestError
from reference_engine.jsonform import Json
from tests.properties.conformance.campaigns import GAME, altered, case, differences, playing, told
from tests.properties.village.playing import NEGATIVE, position

START = position("AABCW", "CDEF", deck="DABCF", market={"3": "B", "1": "W"}, bribes=("A",), discard="E")
PLAYED = ("bribe B B", "draw", "draw", "draw")
MISSES = ("bribe A AAA", "visit 1 W A", "bribe A A", "bribe A A")


def trackless(_params: Json, result: Json) -> Json:
    """The position without the track."""
    return {"state": {key: value for key, value in result["state"].items() if key != "track"}}


def refuse(_params: Json, _result: Json) -> Json:
    raise RequestError(-32002, "no")


def cannot(reason: str) -> Any:
    """A method that is not supported."""

    def answer(_params: Json, _result: Json) -> Json:
        raise RequestError(-32003, "no", {"reason": reason})

    return answer


@pytest.mark.parametrize("how", [{}, {"legal": False}, {"batch": True}, {"batch": True, "legal": False}])
def test_nothing_differs_in_a_program_that_is_right(how: dict[str, bool]) -> None:
    program = playing(GAME)
    assert differences(program, case(START, *PLAYED), **how) == []
    assert differences(program, case(NEGATIVE, "draw"), **how) == []
    assert differences(program, case(START), **how) == []


@pytest.mark.parametrize("how", [{}, {"batch": True}])
def test_the_first_place_that_differs_is_told(how: dict[str, bool]) -> None:
    def wrong(state: Json) -> Json:
        return state | ({"deck": state["deck"][:-1]} if len(state["deck"]) == 1 else {})

    program = altered(
        apply=lambda _params, result: {"state": wrong(result["state"])},
        replay=lambda _params, result: result | {"states": [*map(wrong, result["states"])]},
    )
    assert told(differences(program, case(START, *PLAYED), **how)) == [("position", "V-DRAW-1", 2, "deck")]


@pytest.mark.parametrize("how", [{}, {"batch": True}])
def test_lists_of_legal_actions_are_compared_at_every_position(how: dict[str, bool]) -> None:
    program = altered(
        legal_actions=lambda _params, result: {"actions": result["actions"][1:]},
        replay=lambda _params, result: result | {"legal_actions": [*result.get("legal_actions", [])[:-1], []]},
    )
    first = differences(program, case(START, "draw"), **how)[0]
    assert (first.what, first.index) == ("missing", 1 if how else 0)
    assert differences(program, case(START, "draw"), **how, legal=False) == []


@pytest.mark.parametrize("how", [{}, {"batch": True}])
def test_the_outcome_is_compared_where_the_game_is_over(how: dict[str, bool]) -> None:
    def wrong(outcome: Json | None) -> Json | None:
        return outcome and outcome | {"winners": [0]}

    program = altered(
        outcome=lambda _params, result: wrong(result),
        replay=lambda _params, result: result | {"outcome": wrong(result["outcome"])},
    )
    assert told(differences(program, case(NEGATIVE, "draw"), **how)) == [("outcome", "V-WIN-1", 1, "outcome.winners")]
    assert differences(program, case(START, "draw"), **how) == []


def test_what_is_not_offered_is_not_asked() -> None:
    messages: list[str] = []
    program = altered(without=["legal_actions", "outcome"], legal_actions=None, outcome=None)
    program._trace = lambda kind, text: messages.append(text if kind == "sent" else "")
    examiner = Examiner(program, Counts())
    assert examiner.play(Rules(case(NEGATIVE, "draw"))) == []
    assert [json.loads(text)["method"] for text in messages if text] == ["new_game", "apply"]
    assert (examiner.counts.asked["legal_actions"], examiner.counts.asked["outcome"]) == (0, 0)


def test_what_is_refused_rightly_leaves_the_position_as_it_was() -> None:
    asked = case(START, MISSES[0], "draw", MISSES[1], "draw")
    assert differences(playing(GAME), asked) == []
    refusing = differences(altered(apply=refuse), asked)
    assert told(refusing) == [("refused", "V-DRAW-1", 2, "")]


def test_a_case_that_is_not_supported_is_counted_as_skipped() -> None:
    examiner = Examiner(altered(new_game=cannot("no such track")), Counts())
    assert examiner.play(Rules(case(START, "draw"))) == []
    assert examiner.counts.skipped == {"no such track": 1}
    assert (examiner.counts.steps, sum(examiner.counts.exercised.values())) == (0, 0)


def test_a_failure_is_told_with_the_action_before_it() -> None:
    def crash(_params: Json, _result: Json) -> Json:
        raise ZeroDivisionError("deck")

    (difference,) = differences(altered(apply=crash), case(START, "draw"))
    assert (difference.clause, difference.index) == ("crash", 1)
    assert difference.failure
    assert difference.failure.reason == "ZeroDivisionError: deck"
    (difference,) = differences(altered(replay=crash), case(START, "draw", "draw"), batch=True)
    assert (difference.clause, difference.index) == ("crash", 2)


def counted(*actions: str, start: Json = START, **changes: Any) -> Counts:
    examiner = Examiner(altered(**changes), Counts())
    assert examiner.play(Rules(case(start, *actions))) == []
    return examiner.counts


def test_a_clause_is_counted_only_where_the_field_that_shows_it_is_given() -> None:
    whole, little = counted("bribe B B"), counted("bribe B B", new_game=trackless, apply=trackless)
    assert (whole.exercised["V-FAVOR-1"], whole.fields["track"], whole.fields["turn"]) == (1, 2, 2)
    assert (little.exercised["V-FAVOR-1"], little.fields["track"], little.fields["turn"]) == (0, 0, 2)
    assert whole.exercised["V-TURN-2"] == little.exercised["V-TURN-2"] == 1


def test_a_clause_that_forbids_is_counted_where_something_was_refused() -> None:
    examiner = Examiner(altered(without=["legal_actions"]), Counts())
    assert examiner.play(Rules(case(START, *MISSES[:2], "draw"))) == []
    counts = examiner.counts
    assert (counts.asked["near miss"], counts.steps) == (2, 1)
    assert (counts.exercised["V-BRIBE-1"], counts.exercised["V-MARKET-2"]) == (1, 1)


def test_scores_are_counted_only_where_the_outcome_was_asked() -> None:
    assert counted("draw", start=NEGATIVE).exercised["V-SCORE-2"] == 1
    examiner = Examiner(altered(without=["outcome"]), Counts())
    examiner.play(Rules(case(NEGATIVE, "draw")))
    assert examiner.counts.exercised["V-SCORE-2"] == 0


def test_counts_of_workers_are_added_up() -> None:
    one, other = counted("draw"), counted("draw", "draw")
    one.add(other)
    assert (one.games, one.steps, one.exercised["V-DRAW-1"], one.asked["apply"]) == (2, 3, 3, 2)
    assert one.to_json()["fields"]["turn"] == 5


def look(player: int, **changes: Any) -> tuple[list[tuple[str, str, int, str]], Counts]:
    examiner = Examiner(altered(**changes), Counts())
    return told(examiner.look(case(START).header, player)), examiner.counts


def looked(*players: int, **changes: Any) -> Counts:
    """What is counted of looks at what these players see, each in a position where they see something else."""
    examiner = Examiner(altered(**changes), Counts())
    for number, player in enumerate(players):
        assert examiner.look(case(START | {"discard": "E" * number}).header, player) == []
    return examiner.counts


@pytest.mark.parametrize(("players", "seen"), [((0, 0), 1), ((0, 1, 0, 0, 1), 3), ((0, 1), 0), ((0,), 0)])
def test_a_view_is_seen_once_it_has_changed_with_what_the_player_sees(players: tuple[int, ...], seen: int) -> None:
    counts = looked(*players)
    assert (counts.exercised["V-INFO-1"], counts.asked["observe"], counts.asked[BLANK]) == (seen, len(players), 0)


@pytest.mark.parametrize("view", [{}, None, "player"])
def test_a_view_that_never_changes_shows_nothing(view: object) -> None:
    def observe(params: Json, _result: Json) -> Json:
        return {"view": params["player"] if view == "player" else view}

    counts = looked(0, 1, 0, 1, 0, observe=observe)
    assert (counts.exercised["V-INFO-1"], counts.asked[BLANK]) == (0, 3)


def test_a_view_in_a_position_in_which_the_player_sees_the_same_shows_nothing() -> None:
    examiner = Examiner(altered(observe=lambda _params, _result: {"view": {}}), Counts())
    for _ in range(3):
        assert examiner.look(case(START).header, 0) == []
    assert (examiner.counts.exercised["V-INFO-1"], examiner.counts.asked[BLANK]) == (0, 0)


def test_a_view_may_not_change_with_what_the_player_cannot_see() -> None:
    peeking: list[Json] = []

    def new_game(params: Json, result: Json) -> Json:
        peeking.append(params["state"])
        return result

    found, counts = look(1, new_game=new_game, observe=lambda _params, _result: {"view": peeking[-1]["hands"]})
    assert (found, counts.exercised["V-INFO-1"]) == ([("view", "V-INFO-1", 0, "player 1")], 0)


def test_a_view_without_anything_hidden_shows_nothing() -> None:
    examiner = Examiner(playing(GAME), Counts())
    assert examiner.look(case(position("AB", "")).header, 0) == []
    assert (examiner.counts.asked["observe"], examiner.counts.exercised["V-INFO-1"]) == (1, 0)


def test_a_view_that_is_not_supported_is_skipped_and_one_that_fails_is_told() -> None:
    found, counts = look(0, observe=cannot("blind"))
    assert (found, counts.skipped, counts.exercised["V-INFO-1"]) == ([], {"blind": 1}, 0)
    found, _ = look(0, observe=lambda _params, _result: {})
    assert found == [("failure", "protocol", 0, "")]


def test_the_answers_to_one_case_are_compared_part_by_part() -> None:
    asked = case(NEGATIVE, "draw")
    one = answers_of(playing(GAME), asked, legal=True)
    assert one.differs(answers_of(playing(GAME), asked, legal=True)) is None
    other = answers_of(altered(outcome=lambda _params, result: result | {"winners": [0]}), asked, legal=True)
    assert one.differs(other) == (1, "outcome", None, one.outcome(1), other.outcome(1))
    lists = answers_of(altered(legal_actions=lambda _params, _result: {"actions": []}), asked, legal=True)
    place = one.differs(lists)
    assert place is not None
    assert place[:2] == (0, "legal actions")
    assert Answers([{"turn": 0}], [], None).differs(Answers([{"turn": 1}], [], None)) == (
        0, "", None, {"turn": 0}, {"turn": 1},
    )  # fmt: skip


def against(**changes: Any) -> list[tuple[str, str, int, str]]:
    """What differs between a program that is right and another one."""
    examiner = Examiner(playing(GAME), Counts(), altered(**changes))
    return told(examiner.play(Rules(case(START, "draw", "draw"))))


def test_two_programs_that_answer_the_same_do_not_differ() -> None:
    assert against() == []


def test_two_programs_may_differ_in_what_is_no_part_of_the_protocol() -> None:
    assert against(apply=lambda _params, result: {"state": result["state"] | {"time": 1}}) == []
    examiner = Examiner(
        altered(apply=lambda _params, result: {"state": result["state"] | {"time": 2}}),
        Counts(),
        altered(apply=lambda _params, result: {"state": result["state"] | {"time": 1}}),
    )
    assert examiner.play(Rules(case(START, "draw"))) == []


def test_two_programs_that_answer_differently_differ() -> None:
    assert against(apply=lambda _params, result: {"state": result["state"] | {"deck": ""}}) == [
        ("position", "V-DRAW-1", 1, "deck")
    ]
    assert against(legal_actions=lambda _params, result: {"actions": result["actions"][1:]})[0][0] == "extra"


def test_a_second_program_without_lists_of_legal_actions_is_no_reason_to_fail() -> None:
    examiner = Examiner(playing(GAME), Counts(), altered(without=["legal_actions", "outcome"]))
    assert examiner.play(Rules(case(START, "draw", "draw"))) == []
    assert examiner.play(Rules(case(NEGATIVE, "draw"))) == []


def test_a_case_that_the_second_program_cannot_answer_is_skipped() -> None:
    def crash(_params: Json, _result: Json) -> Json:
        raise ZeroDivisionError("deck")

    for changes, reason in (
        ({"apply": crash}, "no answer from the other program: crash: ZeroDivisionError: deck"),
        ({"new_game": cannot("no such track")}, "no such track"),
    ):
        examiner = Examiner(playing(GAME), Counts(), altered(**changes))
        assert examiner.play(Rules(case(START, "draw"))) == []
        assert examiner.counts.skipped == {reason: 1}
        assert examiner.counts.steps == 0
