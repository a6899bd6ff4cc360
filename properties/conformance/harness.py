"""The harness check: whether a program can be driven at all, apart from whether it is right.

A handshake, a position to set up, a few actions, an illegal one, and a restart. What the rules say of the
answers is left to the campaign; here only their form counts.
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from properties.conformance.connection import ending
from properties.conformance.failures import Kind, NoAnswer, Unsupported
from properties.conformance.generating import Source
from properties.conformance.parts import parts
from properties.conformance.program import Program
from properties.dealing import deal, numbers_of_players
from properties.property import Position
from properties.schemas import why_malformed
from properties.server import ILLEGAL, UNSUPPORTED_GAME
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.errors import UnknownReading
from reference_engine.interface import Box, State
from reference_engine.jsonform import Json, shown

T = TypeVar("T")
_MOVES = 8  # actions of the trivial game


@dataclass(frozen=True)
class Driven:
    """A program that can be driven.

    about: what it says of itself. ruleset: the readings that it follows. start: "any" if it can be
    set to any position, "opening" if only to openings, "deals" if it only deals games of its own.
    warnings: what is odd, but no failure, as "name: sentence".
    """

    about: Json
    ruleset: Any
    start: str
    warnings: tuple[str, ...] = ()


@dataclass
class CannotBeDriven(Exception):
    """Occurs when the harness check fails. step: what was tried; advice: what to fix."""

    step: str
    failure: NoAnswer
    advice: str

    @classmethod
    def not_started(cls, command: Sequence[str], error: OSError) -> "CannotBeDriven":
        """The program could not even be started."""
        failure = NoAnswer(Kind.CRASH, f"{shlex.join(command)}: {error.strerror or error}", "", "", "")
        return cls("starting it", failure, "name the program and its arguments after '--' as you would in a shell")

    def verdict(self) -> Verdict:
        """What it amounts to."""
        failure = self.failure
        got = f"{failure.kind}: {failure.reason}"
        finding = Finding((), "", "", self.step, got, notes=(*failure.texts, ("what to fix", self.advice)))
        return Verdict("harness", "The program can be driven.", Grade.REFUTED, self.step, None, finding)


_ADVICE = {
    Kind.ERROR: "answer this request with a result; -32002 is for illegal actions, -32003 for what is not supported",
    Kind.PROTOCOL: "write nothing to standard output but one line of JSON for each request, with the request's id; "
    "logging belongs on standard error",
    Kind.CRASH: "see what the program wrote to standard error; it has to go on reading requests until `shutdown`",
    Kind.TIMEOUT: "flush standard output after every answer, and read line by line; --timeout and --startup-timeout "
    "give a slow program more time",
}


def check_harness(program: Program, box: Box, start: str, restart: bool = True) -> Driven:
    """Drives a program through a trivial game.

    box: for openings. start: "any", or "opening" to try nothing else. restart: whether it can be
    started again. Raises `CannotBeDriven`, or `OSError` where the program cannot be started.
    """
    check = _Check(program)
    about = check.tried("the handshake", _handshake)
    ruleset = check.tried("the readings", lambda program: _ruleset(program, about))
    first = deal(program.game, box, numbers_of_players(program.game, box)[0], 0, ruleset)
    able = check.tried(
        "setting up a position",
        lambda program: _able(program, first, Source(program.game, ruleset, box, 0, anywhere=True), start),
    )
    if able == "deals":
        check.tried("dealing a game", lambda program: program.deal(program.game.players(first)))
    else:
        check.tried("a trivial game", lambda program: _play(program, first, ruleset))
        check.tried("an illegal action", lambda program: _illegal(program, first, ruleset))
    warnings = check.tried("a restart", _restart) if restart else ()
    return Driven(about, ruleset, able, warnings)


class _Check:
    def __init__(self, program: Program) -> None:
        self._program = program

    def tried(self, step: str, work: Callable[[Program], T]) -> T:
        """What the work gives. Raises `CannotBeDriven`."""
        try:
            return work(self._program)
        except Unsupported as skip:
            failure = NoAnswer(Kind.ERROR, f"{skip.method} is not supported: {skip.told}", "", "", "")
            raise CannotBeDriven(step, failure, "without it the program cannot be checked at all") from None
        except NoAnswer as failure:
            raise CannotBeDriven(step, failure, _advice(step, failure)) from None


def _advice(step: str, failure: NoAnswer) -> str:
    if step == "the handshake" and f"error {UNSUPPORTED_GAME}" in failure.reason:
        return "the program says that it does not have this game or this version of the protocol; see --game"
    if "error -32601" in failure.reason:
        return "take the method out of `capabilities`, or answer it"
    if "is malformed" in failure.reason:
        return "answer this request in the form that the reason names; the README has a table of all answers"
    if step == "a restart" and failure.kind in (Kind.CRASH, Kind.TIMEOUT) and "shutdown" in failure.reason:
        return "once `shutdown` has been answered, end with exit code 0"
    if step == "an illegal action" and failure.kind is Kind.ERROR:
        return f"answer what cannot be played with error {ILLEGAL}, and leave the position as it was"
    return _ADVICE[failure.kind]


def _handshake(program: Program) -> Json:
    about = program.initialize()
    reason = why_malformed(program.game.NAME, "urn:dragonproof:protocol#/$defs/initialize.result", about)
    if reason:
        raise program.malformed("initialize", about, reason)
    return about


def _ruleset(program: Program, about: Json) -> Any:
    try:
        return program.game.Ruleset.from_readings(about.get("readings", {}))
    except UnknownReading as error:
        raise program.malformed("initialize", about, f"readings: {error}") from None


def _able(program: Program, opening: State, source: Source, start: str) -> str:
    """What the program can be set to."""
    game = program.game
    try:
        program.new_game(game.position_to_json(opening))
    except Unsupported:
        if "deals" in program.capabilities:
            return "deals"
        raise
    if start == "opening":
        return "opening"
    later = source.case(1)
    try:
        program.new_game(game.position_to_json(later.position(0).state))
    except Unsupported:
        return "opening"
    return "any"


def _play(program: Program, opening: State, ruleset: Any) -> None:
    """Plays the first legal actions, each of another kind where there is one, and asks everything that is offered."""
    game, state = program.game, opening
    program.new_game(game.position_to_json(state))
    for turn in range(_MOVES):
        if "legal_actions" in program.capabilities:
            program.legal_actions()
        if "observe" in program.capabilities:
            program.observe(0)
        legal = game.legal_actions(state, ruleset)
        if game.is_terminal(state) or program.apply(game.action_to_json(legal[turn * 7 % len(legal)])) is None:
            return  # a legal action that is refused is a matter of the rules
        state = game.apply(state, legal[turn * 7 % len(legal)], ruleset)
    if "replay" in program.capabilities:
        action = game.action_to_json(game.legal_actions(opening, ruleset)[0])
        program.replay(game.position_to_json(opening), [action], "legal_actions" in program.capabilities)


def _illegal(program: Program, opening: State, ruleset: Any) -> None:
    """Plays something illegal. That it is refused is a matter of the rules; how it is refused, of the protocol."""
    game = program.game
    program.new_game(game.position_to_json(opening))
    miss = next(iter(parts(game.NAME).near_misses(Position(game, ruleset, opening))))
    try:
        program.apply(game.action_to_json(miss))
    except NoAnswer as failure:
        if failure.kind is Kind.ERROR:
            what = f"{failure.reason}; an illegal action is answered with error {ILLEGAL}"
            raise replace(failure, reason=what) from None
        raise


def _restart(program: Program) -> tuple[str, ...]:
    """Shuts the program down and starts it again. What is odd about that."""
    before = program.about
    status, left = program.shut_down()
    request = '{"method": "shutdown"}'
    if status is None:
        reason = f"it went on for {program.limits.request:g} s after `shutdown`"
        raise NoAnswer(Kind.TIMEOUT, reason, request, "", program.stderr())
    if status != 0:
        raise NoAnswer(Kind.CRASH, f"{ending(status)} after `shutdown`, not with 0", request, "", "")
    warnings = ["children-left-behind: it left processes running when it ended; they were ended too"] if left else []
    if program.initialize() != before:
        warnings.append(f"changing-handshake: it answers `initialize` otherwise each time: {shown(program.about)}")
    return tuple(warnings)
