"""A campaign finds each fault once, names it, and asks nothing for nothing."""

import random
from functools import partial
from typing import Any

import pytest

from properties.conformance import campaign as campaigning
from properties.conformance.campaign import MOST_RESTARTS
from properties.conformance.comparing import What
from properties.conformance.failures import Kind
from properties.conformance.faults import Fault
from properties.conformance.findings import Found, found
from properties.conformance.shrinking import Budget, shrink
from properties.replaying import replay
from properties.server import RequestError
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from tests.properties.conformance.campaigns import GAME, altered, campaign, case, found_by, mutated, playing, source
from tests.properties.village.playing import position


@pytest.fixture(autouse=True)
def _hardly_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigning, "shrink", partial(shrink, budget=Budget(questions=30, seconds=600)))


def keys(faults: list[Fault | Found]) -> list[str]:
    return [fault.key for fault in faults]


def test_one_fault_is_told_once_however_often_it_shows() -> None:
    asking = campaign(mutated("draw-bottom-card"))
    faults = found_by(asking, range(9))
    assert keys(faults) == ["V-DRAW-1"]
    assert isinstance(faults[0], Fault)
    assert (faults[0].number, faults[0].difference.what) == (0, What.POSITION)
    assert asking.examiner.counts.asked["explained"] > 3


def test_what_is_asked_to_make_a_fault_small_counts_for_nothing() -> None:
    asking = campaign(mutated("draw-bottom-card"))
    found_by(asking, [0])
    assert asking.examiner.counts.games <= 6


def test_only_faults_that_are_wanted_are_told() -> None:
    for wanted, told in (("V-DRAW-1", ["V-DRAW-1"]), ("V-BRIBE-1", [])):
        asking = campaign(mutated("draw-bottom-card"), wanted=frozenset({wanted}))
        assert keys(found_by(asking, range(3))) == told


def test_a_run_stops_when_it_is_to() -> None:
    answers = iter([False, False, True])
    asking = campaign(playing(GAME))
    assert list(asking.run(range(100), lambda: next(answers))) == []
    assert asking.examiner.counts.games <= 2


def test_every_kind_of_question_is_asked() -> None:
    asking = campaign(playing(GAME))
    assert found_by(asking, range(9)) == []
    asked = asking.examiner.counts.asked
    for question in ("apply", "replay", "legal_actions", "near miss", "observe", "outcome", "twice", "deals"):
        assert asked[question] > 0, question


def test_what_is_not_offered_is_never_asked() -> None:
    def fail(_params: Json, _result: Json) -> Json:
        raise AssertionError

    names = ["legal_actions", "replay", "observe", "outcome", "deals"]
    program = altered(without=names, legal_actions=fail, replay=fail, observe=fail, outcome=fail)
    asking = campaign(program)
    assert found_by(asking, range(9)) == []
    assert set(asking.examiner.counts.asked) == {"apply", "near miss", "twice"}


def test_a_program_for_openings_only_is_set_to_nothing_else() -> None:
    seen: list[Json] = []

    def new_game(_params: Json, result: Json) -> Json:
        seen.append(result["state"])
        return result

    asking = campaign(altered(new_game=new_game), source(anywhere=False))
    assert found_by(asking, range(6)) == []
    assert seen != []
    assert [state for state in seen if any(state["bribes"]) or state["discard"]] == []
    assert asking.examiner.counts.asked["near miss"] > 0
    assert keys(found_by(campaign(mutated("draw-bottom-card"), source(anywhere=False)), range(6))) == ["V-DRAW-1"]


def crash(_params: Json, _result: Json) -> Json:
    raise ZeroDivisionError


def test_after_so_many_restarts_it_gives_up() -> None:
    asking = campaign(altered(apply=crash))
    assert keys(found_by(asking, range(100))) == ["crash"]
    assert asking.gave_up.startswith(f"gave up after {MOST_RESTARTS} restarts; the last time ZeroDivisionError")
    assert asking.examiner.counts.games < 60


def test_errors_are_told_but_are_no_reason_to_give_up() -> None:
    def refuse(_params: Json, _result: Json) -> Json:
        raise RequestError(-32602, "what?")

    asking = campaign(altered(outcome=refuse))
    assert keys(found_by(asking, range(40))) == [str(Kind.ERROR)]
    assert asking.gave_up == ""


def test_an_answer_that_changes_from_time_to_time_is_unsteady() -> None:
    rng = random.Random(0)

    def legal_actions(_params: Json, result: Json) -> Json:
        return {"actions": result["actions"] if rng.random() < 0.8 else result["actions"][1:]}

    assert "unsteady" in keys(found_by(campaign(altered(without=["replay"], legal_actions=legal_actions)), range(17)))


def test_answers_that_differ_from_one_time_to_the_next_are_unsteady_though_none_is_wrong() -> None:
    rng = random.Random(0)

    def apply(_params: Json, result: Json) -> Json:
        left_out = {"turn"} if rng.random() < 0.3 else set()
        return {"state": {key: value for key, value in result["state"].items() if key not in left_out}}

    assert keys(found_by(campaign(altered(without=["replay", "deals"], apply=apply)), range(9))) == ["unsteady"]


def test_what_is_no_part_of_the_protocol_may_change_from_one_time_to_the_next() -> None:
    times = iter(range(10**6))

    def timed(_params: Json, result: Json) -> Json:
        return {"state": result["state"] | {"time": next(times)}}

    program = altered(new_game=timed, apply=timed, outcome=lambda _params, result: result | {"time": next(times)})
    asking = campaign(program)
    assert found_by(asking, range(9)) == []
    assert asking.examiner.counts.asked["twice"] == 2


def test_replay_that_is_not_what_apply_gives_is_told_as_such() -> None:
    def replay(_params: Json, result: Json) -> Json:
        return result | {"states": [state | {"deck": ""} for state in result["states"]]}

    faults = found_by(campaign(altered(replay=replay)), range(3))
    assert keys(faults) == ["replay"]
    assert isinstance(faults[0], Fault)
    assert faults[0].difference.what is What.REPLAY


def test_a_position_that_is_touched_by_what_is_refused_is_told_as_such() -> None:
    class Touching:
        refused = 0

    def new_game(_params: Json, result: Json) -> Json:
        Touching.refused = 0
        return result

    def apply(_params: Json, result: Json) -> Json:
        return {"state": result["state"] | ({"deck": ""} if Touching.refused else {})}

    program = altered(without=["replay"], new_game=new_game, apply=apply)
    launch = program._launch

    def touching() -> Any:
        peer = launch()
        plain = peer.exchange

        def exchange(message: str, timeout: float) -> bytes:
            line = plain(message, timeout)
            Touching.refused += b"-32002" in line
            return line

        peer.exchange = exchange  # type: ignore[method-assign]
        return peer

    program._launch = touching
    program.close()
    program.initialize()
    assert keys(found_by(campaign(program), range(6))) == ["touched"]


def test_a_fault_that_a_fresh_process_does_not_show_again_is_unsteady() -> None:
    launched: list[int] = []

    def apply(_params: Json, result: Json) -> Json:
        return {"state": result["state"] | ({"discard": "F"} if len(launched) == 1 else {})}

    program = altered(without=["replay", "deals"], apply=apply)
    launch = program._launch

    def count() -> Any:
        launched.append(1)
        return launch()

    program._launch = count
    program.close()
    program.initialize()
    assert keys(found_by(campaign(program), range(3))) == ["unsteady"]
    assert len(launched) == 2


@pytest.mark.parametrize("name", ["draw-bottom-card", "market-wilds-alone-pay", "view-next-hand", "tie-from-the-left"])
def test_a_case_that_shows_a_fault_shows_it_again(name: str) -> None:
    program = mutated(name)
    fault = next(fault for fault in found_by(campaign(program), [0, 36, 37, 38, 39]))
    assert isinstance(fault, Fault)
    again = campaign(program).repeat(fault.case)
    assert again is not None
    assert again.key == fault.key
    assert campaign(playing(GAME)).repeat(fault.case) is None
    unwanted = campaign(program, wanted=frozenset({"V-BRIBE-4"})).repeat(fault.case)
    assert unwanted is None


def test_a_near_miss_beside_a_recorded_game_is_found_again() -> None:
    asked = case(position("AW", "B", deck="CD", market={"1": "F"}), "draw")
    again = campaign(mutated("market-wilds-alone-pay")).repeat(asked)
    assert again is not None
    assert (again.key, again.difference.what) in (("V-MARKET-2", What.ACCEPTED), ("V-MARKET-2", What.EXTRA))


def test_what_is_found_is_kept_as_a_record_and_a_whole_game() -> None:
    program = mutated("refill-end-passes-the-turn")
    fault = next(fault for fault in found_by(campaign(program), range(4)))
    assert isinstance(fault, Fault)
    told = found(fault, program)
    assert told.key == "V-REFILL-3"
    record = read_record(told.finding.record.encode())
    assert len(record.steps) == len(fault.case.actions)
    assert all(step.state is not None for step in record.steps)
    game = read_record(told.finding.game.encode())
    assert (game.header.box, len(game.steps) > 1) == ("full", True)


def test_a_whole_game_leads_to_the_fault_that_it_is_kept_for_past_another_one() -> None:
    def apply(params: Any, result: Json) -> Json:
        match params["action"]["type"]:
            case "bribe":  # nearly every game begins with this fault
                return result | {"state": result["state"] | {"track": result["state"]["track"][::-1]}}
            case "draw":
                return result | {"state": result["state"] | {"turn": 1 - result["state"]["turn"]}}
        return result

    program = altered(apply=apply)
    faults = [fault for fault in found_by(campaign(program, source(seed=1)), range(12)) if isinstance(fault, Fault)]
    assert len(faults) > 1
    for fault in faults:
        record = read_record(found(fault, program).finding.game.encode())
        difference = replay(record).difference
        assert difference is not None
        assert (difference.step, difference.field) == (len(record.steps), fault.difference.field)


def test_the_states_before_an_outcome_that_is_refused_are_kept() -> None:
    program = mutated("refill-two-laps-at-most")
    (fault,) = found_by(campaign(program), [0])
    assert isinstance(fault, Fault)
    record = read_record(found(fault, program).finding.record.encode())
    assert record.steps[-1].state is not None
