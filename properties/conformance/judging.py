"""From counts and faults to verdicts: what could never be seen does not hold."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from properties.clauses import catalogue
from properties.conformance.asking import BLANK, Counts
from properties.conformance.attribution import Attribution
from properties.conformance.evidence import Change
from properties.conformance.findings import Found
from properties.conformance.parts import parts
from properties.rulesets import switched_off
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Game

ASPECTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "new_game": ("A position that is set up is shown as it was set up.", ("apply",)),
    "touched": ("What is refused leaves the position as it was.", ("near miss",)),
    "unsteady": ("The same question is always answered the same way.", ("twice",)),
    "replay": ("`replay` gives what `apply` gives.", ("replay",)),
    "protocol": ("Every answer is of the form of the protocol.", ("apply", "replay")),
    "error": ("No request is answered with an error that the protocol does not know.", ("apply", "replay")),
    "crash": ("The program does not end before it is told to.", ("apply", "replay")),
    "timeout": ("Every answer comes in time.", ("apply", "replay")),
}
"""What is asked beside the clauses: a sentence, and the questions that show it."""

NO_ANSWER = frozenset({"protocol", "error", "crash", "timeout"})
"""Those of them by which a question has no answer, whatever clause it was about."""

_LACKING = {
    "no observe": "the program does not offer it",
    "no outcome": "the program does not offer it",
    BLANK: "what a player is shown never changes, though what the player sees does",
}

SUBJECTS: Mapping[str, str] = {
    "program": "The program follows",
    "other": "The other program follows",
    "records": "The recorded games follow",
}
"""Who may follow a reading."""


@dataclass(frozen=True)
class Asked:
    """What a verdict depends on beside the counts.

    capabilities: of the program. allowed: the skips that were asked for. wanted: the clauses, all if empty.
    """

    game: Game
    ruleset: Any
    capabilities: frozenset[str]
    allowed: tuple[str, ...] = ()
    wanted: frozenset[str] = frozenset()


def judge(asked: Asked, counts: Counts, found: Sequence[Found], gave_up: Sequence[str]) -> Iterator[Verdict]:
    """The verdicts on every clause, every other aspect, every skip, and on whether the work was done."""
    faults = {each.key: each for each in reversed(found)}
    yield from _clauses(asked, counts, faults)
    for key, (sentence, questions) in ASPECTS.items():
        number = sum(counts.asked[question] for question in questions)
        if key in faults or (number and not asked.wanted):
            yield _verdict(key, sentence, faults, number, f"{number:,} times")
    for reason, number in counts.skipped.items():
        if not allowed(reason, asked.allowed):
            told = f"{number:,} times"
            yield Verdict(f"skip: {reason}", "Nothing is skipped.", Grade.UNKNOWN, told, None, skipped=reason)
    for reason in dict.fromkeys(gave_up):
        yield Verdict("restarts", "The program can be driven to the end of the run.", Grade.UNKNOWN, reason, None)


def left_out(asked: Asked, counts: Counts, found: Sequence[Found]) -> dict[str, str]:
    """Why there is no verdict: for each such clause, and for each skip that was asked for."""
    faulty = {each.key for each in found}
    clauses = {clause: _why_left_out(asked, clause, counts, faulty) for clause in catalogue(asked.game.NAME).clauses}
    skips = {f"skip: {reason}": f"accepted, {number:,} times" for reason, number in counts.skipped.items()}
    granted = {key: why for key, why in skips.items() if allowed(key.removeprefix("skip: "), asked.allowed)}
    return {key: why for key, why in clauses.items() if why} | granted


def judge_readings(asked: Asked, who: str, attribution: Attribution, found: Sequence[Found], accepted: bool) -> Verdict:
    """The verdict on readings that a program follows and does not declare, shown by the smallest case.

    asked.ruleset: as declared. who: one of `SUBJECTS`. accepted: whether such readings are no violation.
    """
    follows = spelled(attribution.changes)
    shown = {reading: _as_answered(who, found[place].finding) for reading, place in attribution.shown.items()}
    first = next(iter(shown.values()))
    notes: list[tuple[str, str]] = []
    for reading in dict.fromkeys(reading for change in attribution.changes for reading, _ in change):
        values = [value for change in attribution.changes for key, value in change if key == reading]
        notes += _about(asked, reading, values)
        if shown.get(reading, first) != first:
            other = shown[reading]
            told = [other.board, f"The action   {other.action}", f"As declared  {other.expected}"]
            notes.append((f"{reading} is shown by", "\n".join([*told, f"It answers   {other.got}"])))
    flags = " ".join(f"--ruleset {reading}={value}" for reading, value in attribution.changes[0])
    advice = f"if it is meant so, name it in the `readings` of `initialize`, or check with {flags}"
    notes.append(("what to do", f"{advice}; --allow-readings accepts it as it is"))
    explained = ", ".join(dict.fromkeys(found[place].key for place in sorted(attribution.explained)))
    readings = catalogue(asked.game.NAME).readings
    clauses = dict.fromkeys(key for reading, _ in attribution.changes[0] for key in readings[reading].clauses)
    return Verdict(
        f"readings.{who}",
        f"{SUBJECTS[who]} {follows}, without saying so.",
        Grade.SAMPLED if accepted else Grade.REFUTED,
        f"follows {follows}; explains what differs at {explained}",
        None,
        replace(first, clauses=tuple(clauses), notes=tuple(notes)),
    )


def _as_answered(who: str, finding: Finding) -> Finding:
    """What the one of two programs answered that follows the readings; a finding tells it of the first."""
    return replace(finding, expected=finding.got, got=finding.expected) if who == "other" else finding


def spelled(changes: Sequence[Change]) -> str:
    """Changes in words."""
    told = [" and ".join(f"{reading}: {value}" for reading, value in change) for change in changes]
    return told[0] if len(told) == 1 else f"one of {', or '.join(told)}"


def _about(asked: Asked, reading: str, values: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A reading in words: its values, its clauses, and what each text says of it."""
    known = catalogue(asked.game.NAME)
    meanings = {value.name: value.meaning for value in known.readings[reading].values}
    declared = asked.ruleset.readings()[reading]
    yield reading, known.readings[reading].question
    for value in dict.fromkeys(values):
        yield f"it follows {value}", meanings[value]
    yield f"declared is {declared}", meanings[declared]
    yield "consulted at", ", ".join(known.readings[reading].clauses)
    for text in known.texts.values():
        said = text.readings[reading]
        names = said.value or (f"conflict: {said.conflict}" if said.conflict else "")
        words = f', on the words "{said.hangs_on}"' if said.hangs_on else ""
        yield text.title, f"{said.firmness} {names}".strip() + words


def allowed(reason: str, reasons: Iterable[str]) -> bool:
    """Whether a skip was asked for: by its reason, or by how that begins."""
    return any(reason.casefold().startswith(each.casefold()) for each in reasons)


def not_dealt_twice(asked: Asked, counts: Counts) -> Iterator[str]:
    """A note on what chance decides in openings, where nobody has seen whether it does."""
    clauses = [clause for clause in parts(asked.game.NAME).CHANCE_CLAUSES if not counts.asked[f"chance {clause}"]]
    if clauses:
        yield f"Whether openings differ from one another as chance will have it was not seen: {', '.join(clauses)}."


def _clauses(asked: Asked, counts: Counts, faults: Mapping[str, Found]) -> Iterator[Verdict]:
    for clause in catalogue(asked.game.NAME).clauses.values():
        if _why_left_out(asked, clause.id, counts, faults.keys()):
            continue
        number = counts.exercised[clause.id]
        lacks = _lacking(asked, clause.id, counts)
        if number or clause.id in faults or not lacks:
            yield _verdict(clause.id, clause.statement, faults, number, f"{number:,} times")
        else:
            told = f"skipped: {lacks}; {_LACKING[lacks]}"
            yield Verdict(clause.id, clause.statement, Grade.UNKNOWN, told, None, skipped=lacks)


def _why_left_out(asked: Asked, clause: str, counts: Counts, faulty: Set[str]) -> str:
    """Why there is no verdict on a clause; "" where there is one. faulty: the keys of what was found."""
    if clause in switched_off(asked.game, asked.ruleset):
        return "there is no such rule under these readings"
    if asked.wanted and clause not in asked.wanted:
        return "not asked about"
    lacks = "" if counts.exercised[clause] or clause in faulty else _lacking(asked, clause, counts)
    return f"skipped, which was accepted: {lacks}" if lacks and allowed(lacks, asked.allowed) else ""


def _verdict(key: str, sentence: str, faults: Mapping[str, Found], number: int, evidence: str) -> Verdict:
    if key in faults:
        return Verdict(key, faults[key].sentence, Grade.REFUTED, evidence, None, faults[key].finding)
    return Verdict(key, sentence, Grade.SAMPLED if number else Grade.VACUOUS, evidence, None)


def _lacking(asked: Asked, clause: str, counts: Counts) -> str:
    """One of `_LACKING` for which a clause cannot be seen; else ""."""
    rows = [row for row, clauses in catalogue(asked.game.NAME).suspects.items() if clause in clauses]
    if clause in parts(asked.game.NAME).VIEW_CLAUSES:
        if counts.asked[BLANK]:
            return BLANK
        needed = "observe"
    elif rows and all(row.startswith("outcome") for row in rows):
        needed = "outcome"
    else:
        return ""
    return "" if needed in asked.capabilities else f"no {needed}"
