"""Recorded games, checked against the rules; what they leave out is inferred."""

import json
import time
from dataclasses import replace

from properties.clauses import catalogue
from properties.conformance.cases import Case, Rules
from properties.inferring import GaveUp, Unexplained, complete, read_partial
from properties.replaying import Difference, Replay, replay
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Box
from reference_engine.jsonform import Json
from reference_engine.record import Record, Step, write_record

SENTENCE = "The recorded game follows the rules."
BROKEN = "The recorded game does not follow the rules."


def judge_record(name: str, data: bytes, box: Box | None = None) -> Verdict:
    """Whether a recorded game follows the rules. box: what it was dealt from, where the record names none.

    Raises an `EngineError` where the record cannot be read.
    """
    start, key = time.perf_counter(), f"record.{name}"
    partial = read_partial(data)
    told = "".join(f"; {note}" for note in partial.notes)
    shown: Json = partial.header.start
    whole = complete(partial, box)
    fields = len(partial.steps)
    if isinstance(whole, GaveUp):
        evidence = (
            f"nothing was found that explains it in {whole.tried:,} guesses; {whole.step} of {fields} steps are{told}"
        )
        return Verdict(key, SENTENCE, Grade.UNKNOWN, evidence, time.perf_counter() - start)
    if isinstance(whole, Unexplained):
        finding = _unexplained(partial, whole)
        evidence = f"{max(whole.step - 1, 0)} of {fields} steps can be explained{told}"
        return Verdict(key, BROKEN, Grade.REFUTED, evidence, time.perf_counter() - start, finding)
    result = replay(whole)
    game = whole.header.game
    missing = [field for field in game.position_to_json(whole.header.start) if field not in shown]
    inferred = f"; inferred: {', '.join(missing)}" if missing else ""
    evidence = f"{fields} steps, {max(result.compared.values(), default=0)} positions compared{inferred}{told}"
    if result.difference:
        finding = _different(whole, result, result.difference)
        return Verdict(key, BROKEN, Grade.REFUTED, evidence, time.perf_counter() - start, finding)
    grade = Grade.SAMPLED if partial.steps else Grade.VACUOUS
    if result.stops_early:
        grade, evidence = Grade.UNKNOWN, f"{evidence}; {result.stops_early}"
    return Verdict(key, SENTENCE, grade, evidence, time.perf_counter() - start)


def _different(record: Record, result: Replay, difference: Difference) -> Finding:
    game = record.header.game
    action = game.action_to_text(record.steps[difference.step - 1].action) if difference.step else ""
    if difference.field:
        expected = f"{difference.field} {json.dumps(difference.expected)}"
        got = f"{difference.field} {json.dumps(difference.got)}"
    else:
        expected, got = f"it cannot be played: {difference.expected}", "it was played"
    board = game.position_to_text(result.positions[-1])
    outcome = record.outcome if difference.step == len(record.steps) else None
    shown = write_record(replace(record, steps=record.steps[: difference.step], outcome=outcome))
    return Finding(
        difference.clauses, board, action, expected, got, record=shown, notes=(("step", str(difference.step)),)
    )


def _unexplained(partial: Record, found: Unexplained) -> Finding:
    game = partial.header.game
    board = action = shown = ""
    if found.start is not None and found.step:
        actions = tuple(step.action for step in partial.steps[: found.step])
        header = replace(partial.header, start=found.start)
        before = Rules(Case(header, actions)).position(found.step - 1)
        shown = write_record(Record(header, tuple(Step(each, None) for each in actions[:-1])))
        board, action = game.position_to_text(before.state), game.action_to_text(actions[-1])
    known = catalogue(game.NAME).clauses
    clauses = tuple(clause for clause in found.clauses if clause in known)
    notes = [("step", str(found.step))]
    if found.boxed:
        notes.append(("box", "cards that the box does not have would explain it"))
    return Finding(
        clauses, board, action, "what some deal of the cards explains", found.reason, record=shown, notes=tuple(notes)
    )
