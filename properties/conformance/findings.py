"""Faults as findings: what was asked, what follows from the rules, what the program answered instead."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from properties.clauses import catalogue
from properties.conformance.asking import Counts, Examiner
from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Difference, What
from properties.conformance.failures import NoAnswer, Unsupported
from properties.conformance.faults import Fault
from properties.conformance.program import Program
from properties.replaying import replay
from properties.verdicts import Finding
from reference_engine.jsonform import Json
from reference_engine.record import Record, Step, read_record, write_record

_LONGEST = 600  # characters of an answer that are shown

SENTENCES = {
    What.POSITION: "The position is not the one that the rules lead to.",
    What.MISSING: "A legal action is not in the list of legal actions.",
    What.EXTRA: "An action that the rules forbid is in the list of legal actions.",
    What.TWICE: "An action is in the list of legal actions more than once.",
    What.REFUSED: "A legal action is refused.",
    What.ACCEPTED: "An action that the rules forbid is played.",
    What.TOUCHED: "An action that is refused changes the position.",
    What.OUTCOME: "The game does not come out as the rules say.",
    What.VIEW: "What a player sees depends on cards that the player cannot see.",
    What.MALFORMED: "An answer is not of the form of the protocol.",
    What.FAILURE: "There is no answer that can be used.",
    What.UNSTEADY: "The same question is not always answered the same way.",
    What.REPLAY: "`replay` and `apply` do not give the same.",
}


@dataclass(frozen=True)
class Play:
    """A case as JSON, which can be sent to another process. readings: those under which it differs."""

    readings: Mapping[str, str]
    start: Json
    actions: tuple[Json, ...]

    @classmethod
    def of(cls, case: Case) -> "Play":
        """That case as JSON."""
        game, ruleset = case.header.game, case.header.ruleset
        actions = tuple(map(game.action_to_json, case.actions))
        return cls(ruleset.readings(), game.position_to_json(case.header.start), actions)


@dataclass(frozen=True)
class Found:
    """A fault as a finding.

    key: the clause that is broken, or a word for what is broken instead. number: of the case in
    which it was found. record: the name of the record in which it was, or "". replaces: the key of
    an earlier one that this one explains, too. plays: the smallest case that shows it, and a whole
    game where there is one; () where the program cannot be asked again.
    """

    key: str
    sentence: str
    finding: Finding
    number: int = 0
    record: str = ""
    replaces: str = ""
    plays: tuple[Play, ...] = ()


def found(fault: Fault, program: Program, other: Program | None = None) -> Found:
    """The finding of a fault; the program is asked once more, for the records, and `other`, who stands alone."""
    game = _whole(fault.game, program) if fault.game else ""
    told = described(fault.difference, fault.case, _record(fault.case, program), game, fault.number)
    if other:
        alone = ("who stands alone", _alone(fault.case, program, other))
        told = replace(told, finding=replace(told.finding, notes=(alone, *told.finding.notes)))
    cases = (fault.case, *([fault.game] if fault.game else []))
    return replace(told, replaces=fault.replaces, plays=tuple(map(Play.of, cases)))


def as_seen(fault: Fault) -> Found:
    """The finding of a fault that was seen once, and neither made small nor asked for again."""
    case, rules = fault.case, Rules(fault.case)
    played = (action for index, action in enumerate(case.actions, start=1) if not rules.refused(index))
    told = described(
        fault.difference, case, write_record(Record(case.header, tuple(map(Step, played)))), "", fault.number
    )
    note = ("seen once", "the check was ended before it could be made small and asked for again")
    return replace(told, finding=replace(told.finding, notes=(*told.finding.notes, note)))


def _alone(case: Case, program: Program, other: Program) -> str:
    """Which of two programs and the rules differs from the two others."""
    differ = [bool(Examiner(each, Counts()).play(Rules(case))) for each in (program, other)]
    match differ:
        case [True, False]:
            return "this program: the other one answers as the rules say"
        case [False, True]:
            return "the other program: this one answers as the rules say"
        case [True, True]:
            return "nobody: each of the two programs differs from the rules in a way of its own"
    return "not to be told: both answer as the rules say when they are asked again"


def described(difference: Difference, case: Case, record: str, game: str = "", number: int = 0) -> Found:
    """A difference in words, with the records of the case and of a whole game that leads there."""
    index = difference.index
    concerned = difference.action is not None and difference.what not in (What.MISSING, What.EXTRA)
    board = Rules(case).position(index - 1 if concerned and index else index)
    expected, got = _told(difference)
    known = catalogue(case.header.game.NAME).clauses
    finding = Finding(
        clauses=tuple(clause for clause in difference.clauses if clause in known),
        board=case.header.game.position_to_text(board.state),
        action=case.header.game.action_to_text(difference.action) if difference.action is not None else "",
        expected=expected,
        got=got,
        repeat="dragonproof check --record RECORD",
        record=record,
        game=game,
        notes=(*_refused(difference, case), *_notes(difference)),
    )
    return Found(difference.clause, SENTENCES[difference.what], finding, number)


def _told(difference: Difference) -> tuple[str, str]:
    match difference.what:
        case What.MISSING:
            return "it is legal", "it is not in the answer to legal_actions"
        case What.EXTRA:
            return "it is forbidden", "it is in the answer to legal_actions"
        case What.REFUSED:
            return "it is played", "it is refused with error -32002"
        case What.ACCEPTED:
            return "it is refused with error -32002", "it is played"
        case What.TOUCHED if difference.expected is None or difference.got is None:
            legal = "legal" if difference.got is None else "forbidden"
            return f"{_json(difference.expected or difference.got)} is {legal}", "it is not"
        case What.FAILURE:
            assert difference.failure
            return "an answer", f"{difference.failure.kind}: {difference.failure.reason}"
        case What.VIEW:
            return (
                f"{difference.field} sees {_json(difference.expected)}",
                f"{_json(difference.got)} once those cards have moved",
            )
        case What.MALFORMED | What.TWICE if difference.expected is None:
            return "an answer of the form of the protocol", _json(difference.got)
    field = f"{difference.field} " if difference.field else ""
    return f"{field}{_json(difference.expected)}", f"{field}{_json(difference.got)}"


def _refused(difference: Difference, case: Case) -> Iterator[tuple[str, str]]:
    """The actions that were rightly refused before a position turned out to be touched."""
    rules, game = Rules(case), case.header.game
    refused = [action for index, action in enumerate(case.actions, start=1) if rules.refused(index)]
    if difference.what is What.TOUCHED and refused:
        yield "refused before it", ", ".join(game.action_to_text(action) for action in refused)


def _notes(difference: Difference) -> tuple[tuple[str, str], ...]:
    notes = [("seen again" if difference.failure else "form", difference.reason)] if difference.reason else []
    if difference.failure:
        notes += [(heading, text[-2000:]) for heading, text in difference.failure.texts if text]
    return tuple(notes)


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def _whole(case: Case, program: Program) -> str:
    """The record of a whole game. One that departs from the rules too early claims no more than its last step."""
    record, header = read_record(_record(case, program).encode()), case.header
    early = replay(record).difference
    if early is None or early.step >= len(record.steps):
        return write_record(record)
    rules, last = Rules(case), len(case.actions) - 1
    before = Case(replace(header, start=rules.position(last).state), case.actions[last:])
    end = read_record(_record(before, program).encode())
    steps = [Step(action) for index, action in enumerate(case.actions[:last], start=1) if not rules.refused(index)]
    return write_record(Record(header, (*steps, *end.steps), end.outcome))


def _record(case: Case, program: Program) -> str:
    """The case as a record, with the positions and the outcome that the program answers; without what it refuses."""
    game, rules = case.header.game, Rules(case)
    steps: list[Step] = []
    outcome: Json | None = None
    try:
        program.new_game(game.position_to_json(case.header.start))
        for index, action in enumerate(case.actions, start=1):
            state = program.apply(game.action_to_json(action))
            if state is not None or not rules.refused(index):
                steps.append(Step(action, state))
        if rules.over(len(case.actions)) and "outcome" in program.capabilities:
            with suppress(NoAnswer):  # to the program the game may go on
                outcome = program.outcome()
    except (NoAnswer, Unsupported):
        steps = [Step(action) for index, action in enumerate(case.actions, start=1) if not rules.refused(index)]
    return write_record(Record(case.header, tuple(steps), outcome))
