"""Whether a program can be driven at all: what is tried, what is told, and that the rules do not matter."""

from typing import Any

import pytest

from properties.conformance.failures import Kind
from properties.conformance.harness import CannotBeDriven, Driven, check_harness
from properties.conformance.program import Limits, Program
from properties.server import RequestError
from properties.verdicts import Grade
from reference_engine.jsonform import Json
from tests.properties.conformance.campaigns import BOX, GAME, altered, mutated, playing


def driven(program: Program, start: str = "any") -> Driven:
    program.close()
    return check_harness(program, BOX, start)


def problem(program: Program) -> CannotBeDriven:
    with pytest.raises(CannotBeDriven) as told:
        driven(program)
    return told.value


def error(code: int, **data: str) -> Any:
    """A method that is answered with an error."""

    def answer(_params: Json, _result: Json) -> Json:
        raise RequestError(code, "no", data or None)

    return answer


def unless(holds: Any, code: int = -32003) -> Any:
    """A method that is answered rightly where that holds of the params, else with an error."""

    def answer(params: Json, result: Json) -> Json:
        if not holds(params):
            raise RequestError(code, "no", {"reason": "not this one"})
        return result

    return answer


def test_a_program_that_is_right_can_be_driven() -> None:
    result = driven(playing(GAME))
    assert (result.start, result.warnings, result.about["name"]) == ("any", (), "dragonproof")
    assert result.ruleset == GAME.Ruleset()


def test_the_readings_are_those_that_the_program_names() -> None:
    result = driven(playing(GAME, {"tie.count": "type"}))
    assert result.ruleset.differences() == {"tie.count": "type"}


@pytest.mark.parametrize("name", ["draw-bottom-card", "market-wilds-alone-pay", "bribe-mixed-types", "view-next-hand"])
def test_a_program_that_breaks_the_rules_can_be_driven(name: str) -> None:
    assert driven(mutated(name)).start == "any"


def test_a_program_may_be_asked_about_openings_only() -> None:
    assert driven(playing(GAME), "opening").start == "opening"

    def opening(params: Json) -> bool:
        return not (params["state"]["discard"] or any(params["state"]["bribes"]) or params["state"]["over"])

    assert driven(altered(new_game=unless(opening))).start == "opening"


def test_a_program_that_only_deals_is_let_to() -> None:
    assert driven(altered(new_game=unless(lambda params: "players" in params))).start == "deals"
    told = problem(altered(without=["deals"], new_game=error(-32003, reason="no")))
    assert (told.step, told.failure.kind) == ("setting up a position", Kind.ERROR)
    assert "new_game is not supported: no" in told.failure.reason


@pytest.mark.parametrize(
    ("method", "step"),
    [("new_game", "setting up a position"), ("apply", "a trivial game"), ("legal_actions", "a trivial game"),
     ("observe", "a trivial game"), ("replay", "a trivial game"), ("shutdown", "a restart")],
)  # fmt: skip
def test_each_method_is_tried(method: str, step: str) -> None:
    told = problem(altered(**{method: error(-32601)}))
    assert (told.step, told.failure.kind) == (step, Kind.ERROR)
    assert f"{method} is answered with error -32601" in told.failure.reason
    nothing: dict[str, Any] = {method: lambda _params, _result: {"nothing": 0}}
    told = problem(altered(**nothing))
    assert (told.step, told.failure.kind) == (step, Kind.PROTOCOL)
    assert f"the result of {method} is malformed" in told.failure.reason


@pytest.mark.parametrize("method", ["legal_actions", "observe", "replay", "outcome"])
def test_what_is_not_offered_is_not_tried(method: str) -> None:
    assert driven(altered(without=[method], **{method: error(-32601)})).start == "any"


def test_how_something_illegal_is_refused_is_a_matter_of_the_protocol() -> None:
    program = altered()
    launch = program._launch

    def otherwise() -> Any:
        peer = launch()
        plain = peer.exchange
        peer.exchange = lambda *asked: plain(*asked).replace(b"-32002", b"-32602")  # type: ignore[method-assign]
        return peer

    program._launch = otherwise
    told = problem(program)
    assert told.step == "an illegal action"
    assert "an illegal action is answered with error -32002" in told.failure.reason


def test_a_handshake_has_to_be_of_the_form_of_the_protocol() -> None:
    program = altered(without=[])
    launch = program._launch

    def otherwise() -> Any:
        peer = launch()
        plain = peer.exchange
        peer.exchange = lambda *asked: plain(*asked).replace(b'"name"', b'"nome"')  # type: ignore[method-assign]
        return peer

    program._launch = otherwise
    told = problem(program)
    assert (told.step, told.failure.kind) == ("the handshake", Kind.PROTOCOL)


class Odd:
    """A peer that ends in an odd way. Everything else is as in the one that it wraps."""

    def __init__(self, peer: Any, status: int | None, leftovers: bool) -> None:
        self._peer, self._status, self._leftovers = peer, status, leftovers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._peer, name)

    def wait(self, _timeout: float) -> int | None:
        return self._status

    def leftovers(self) -> bool:
        return self._leftovers


def ending(status: int | None, leftovers: bool = False) -> Program:
    launch = altered()._launch
    return Program(lambda: Odd(launch(), status, leftovers), GAME, Limits())


def test_how_a_program_ends_is_looked_at() -> None:
    assert driven(ending(0)).warnings == ()
    (warning,) = driven(ending(0, leftovers=True)).warnings
    assert warning.startswith("children-left-behind: ")
    told = problem(ending(None))
    assert (told.step, told.failure.kind) == ("a restart", Kind.TIMEOUT)
    told = problem(ending(3))
    assert (told.step, told.failure.kind) == ("a restart", Kind.CRASH)
    assert "exit code 3" in told.failure.reason


def test_a_handshake_that_changes_is_odd_but_no_failure() -> None:
    versions = iter(range(9))
    program = altered()
    launch = program._launch

    def otherwise() -> Any:
        peer, version = launch(), b"%d.0.0" % next(versions)
        plain = peer.exchange
        peer.exchange = lambda *asked: plain(*asked).replace(b"0.1.0", version)  # type: ignore[method-assign]
        return peer

    program._launch = otherwise
    (warning,) = driven(program).warnings
    assert warning.startswith("changing-handshake: ")


def test_what_cannot_be_driven_is_a_verdict_with_advice() -> None:
    verdict = problem(altered(apply=error(-32601))).verdict()
    assert (verdict.id, verdict.grade) == ("harness", Grade.REFUTED)
    assert verdict.finding is not None
    assert verdict.finding.expected == "a trivial game"
    assert dict(verdict.finding.notes)["what to fix"] == "take the method out of `capabilities`, or answer it"


def test_a_program_that_cannot_be_started_is_named() -> None:
    told = CannotBeDriven.not_started(["./my game", "--x"], FileNotFoundError(2, "No such file or directory"))
    assert told.failure.reason == "'./my game' --x: No such file or directory"
