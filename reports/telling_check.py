"""A check in words: what the program is, every fault as an argument, and what was and was not asked."""

import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from properties.clauses import Catalogue
from properties.conformance.harness import CannotBeDriven, Driven
from properties.conformance.program import Limits
from properties.conformance.working import Order
from properties.events import RunFinished
from properties.replaying import replay
from properties.verdicts import ExitCode, Finding, Grade, Verdict
from reference_engine.interface import Game
from reference_engine.record import Record
from reports.options import USUAL_BOX
from reports.telling import printable, wrapped
from reports.telling_baseline import is_of_baseline, tell_known

_STARTS = {
    "any": "it can be set to any position",
    "opening": "it can be set to openings only, so what lies further on is reached by play",
    "deals": "it cannot be set to a position; it deals games of its own, and what it does not show is inferred",
}


def tell_program(driven: Driven, game: Game) -> str:
    """What the program says of itself, and what can be asked."""
    about, differences = driven.about, driven.ruleset.differences()
    readings = ", ".join(f"{reading}={value}" for reading, value in differences.items()) or "the default ones"
    lines = [
        f"{about['name']} {about['version']} ({about['language']}) can be driven: {_STARTS[driven.start]}.",
        f"It offers {', '.join(about['capabilities']) or 'nothing beyond what it must'}. Readings: {readings}. "
        f"Rules of {game.NAME}: {game.RULES}.",
        *(f"Warning: {warning}." for warning in driven.warnings),
    ]
    return "\n".join(line for text in lines for line in textwrap.wrap(printable(text), 110, break_on_hyphens=False))


def tell_record(name: str, record: Record) -> str:
    """What of a recorded game no program is asked about: what it lacks, and what it has wrong; "" for nothing."""
    difference = replay(record).difference
    told = [f"{name}: {note}" for note in (*record.notes, record.cut_off) if note]
    if difference:
        broken = f" ({', '.join(difference.clauses)})" if difference.clauses else ""
        told.append(
            f"{name}: its step {difference.step} is not as the rules say{broken}; only its actions are asked about"
        )
    return "\n".join(told)


def tell_not_driven(problem: CannotBeDriven) -> str:
    """Why a program cannot be driven."""
    failure = problem.failure
    parts = [f"The program cannot be driven: {problem.step} fails.", f"{failure.kind}: {failure.reason}"]
    for heading, text in failure.texts:
        parts += _block(heading, text)
    return "\n".join(map(printable, [*parts, f"What to fix: {problem.advice}."]))


def tell_check(verdicts: Sequence[Verdict], finished: RunFinished, known: Catalogue) -> str:
    """The whole report for a terminal."""
    cut = [] if finished.complete else ["The run was cut: this is what is known so far."]
    lines = ["", *cut, *_counts(verdicts, known), *_open(verdicts), *_more(finished), *tell_known(verdicts)]
    lines += _findings(verdicts, known)  # last, so that they are what stands on the screen
    lines += ["", _end(verdicts, finished)]
    return "\n".join(line for before, line in pairwise(["-", *lines]) if before or line)


def tell_records(verdicts: Sequence[Verdict], finished: RunFinished, known: Catalogue) -> str:
    """What came of recorded games."""
    lines: list[str] = []
    for verdict in verdicts:
        if verdict.id.startswith("record."):
            lines += wrapped("", f"{verdict.id.removeprefix('record.')}: {verdict.grade}: {verdict.evidence}.")
    return "\n".join([*lines, *_more(finished), *tell_known(verdicts), *_findings(verdicts, known)])


def _findings(verdicts: Sequence[Verdict], known: Catalogue) -> Iterator[str]:
    """The faults, and after them the questions of rules."""
    for verdict in sorted(verdicts, key=is_about_readings):
        if verdict.known:
            continue
        if verdict.finding and is_about_readings(verdict):
            yield from ("", *_tell_readings(verdict, verdict.finding))
        elif verdict.finding:
            yield from ("", *tell_finding(verdict, verdict.finding, known))


def _tell_readings(verdict: Verdict, finding: Finding) -> Iterator[str]:
    """Readings that are followed, by the case that shows it, and what is to be known of them."""
    yield f"A question of rules: {verdict.sentence}"
    yield ""
    yield "  Let this be the position:"
    yield ""
    yield textwrap.indent(finding.board, "    ")
    yield ""
    if finding.action:
        yield f"  The action      {finding.action}"
    yield from wrapped("  As declared     ", finding.expected)
    yield from wrapped("  It answers      ", finding.got)
    for heading, text in finding.notes:
        yield from _note(heading, text)
    if finding.repeat:
        yield f"  To repeat       {finding.repeat}"


def _note(heading: str, text: str) -> list[str]:
    """A heading and what it says, in lines that fit."""
    if "\n" in text:
        return [f"  {line}" for line in _block(heading, text)]
    return textwrap.wrap(
        f"{heading}: {text}", 116, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
    )


def tell_finding(verdict: Verdict, finding: Finding, known: Catalogue) -> Iterator[str]:
    """A fault as an argument, in lines."""
    yield f"{verdict.id}: {verdict.sentence}"
    yield ""
    yield "  Let this be the position:"
    yield ""
    yield textwrap.indent(finding.board or "(an opening that cannot be dealt)", "    ")
    yield ""
    if finding.action:
        yield f"  The action      {finding.action}"
    for clause in finding.clauses[:1]:
        yield from wrapped(f"  {clause:15} ", known.clauses[clause].statement)
    yield from wrapped("  So it follows   ", finding.expected)
    yield from wrapped("  It answers      ", finding.got)
    if finding.clauses[1:]:
        yield f"  Or else broken  {', '.join(finding.clauses[1:])}"
    for heading, text in finding.notes:
        yield from (f"  {line}" for line in _block(heading, text))
    if finding.repeat:
        yield f"  To repeat       {finding.repeat}"


def _block(heading: str, text: str) -> list[str]:
    lines = [printable(line) for line in text.strip().splitlines()]
    if len(lines) == 1 and len(lines[0]) <= 100:
        return [f"{heading}: {lines[0]}"]
    return [f"{heading}:", *(f"    {line[:300]}" for line in lines[-20:])] if lines else []


def _counts(verdicts: Sequence[Verdict], known: Catalogue) -> list[str]:
    """How often each clause could be seen."""
    clauses = [verdict for verdict in verdicts if verdict.id in known.clauses]
    if not clauses:
        return []
    seen = [verdict for verdict in clauses if verdict.grade is Grade.SAMPLED]
    names = [f"{verdict.id} {verdict.evidence.removesuffix(' times')}" for verdict in seen]
    text = textwrap.wrap(", ".join(names), 110, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return [f"{len(seen)} of {len(clauses)} clauses exercised without a difference (how often):", *text]


def _open(verdicts: Sequence[Verdict]) -> list[str]:
    """What was never seen, was skipped, or could not be done."""
    lines = []
    for verdict in verdicts:
        if verdict.known or is_of_baseline(verdict):
            continue
        if verdict.grade is Grade.VACUOUS:
            lines.append(f"Never exercised: {verdict.id}: {verdict.sentence}")
        if verdict.grade is Grade.UNKNOWN:
            lines.append(f"Open: {verdict.id}: {verdict.evidence}")
    return [line for text in lines for line in wrapped("", text)]


def _more(finished: RunFinished) -> list[str]:
    """What the run as a whole has left untested."""
    return [line for note in finished.notes for line in wrapped("", note)]


def _end(verdicts: Sequence[Verdict], finished: RunFinished) -> str:
    bad = [verdict for verdict in verdicts if verdict.grade is Grade.REFUTED and not verdict.known]
    refuted = sum(not is_about_readings(verdict) and not is_of_baseline(verdict) for verdict in bad)
    looked = f"{_number(finished.games, 'question')}, {_number(finished.steps, 'step')}"
    about = [verdict for verdict in verdicts if is_about_readings(verdict)]
    readings = "".join(f" {verdict.sentence}" for verdict in about if not verdict.known)
    met = sum(bool(verdict.known) for verdict in verdicts)
    known = f", beside {met} known" if met else ""
    if refuted:
        return f"{_number(refuted, 'fault')}{known} ({looked}).{readings}"
    if readings:
        return f"No fault, but a question of rules{known} ({looked}).{readings}"
    if any(map(is_of_baseline, bad)):
        return f"No difference{known}, but the baseline has what is no longer so ({looked})."
    if finished.exit_code is ExitCode.HOLDS:
        return f"No difference{known} ({looked})."
    return f"No difference so far{known}, but not everything could be seen ({looked})."


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def with_repeat(verdict: Verdict, order: Order, readings: Mapping[str, str], box: str, start: Sequence[str]) -> Verdict:
    """The verdict with the line that shows its finding again: by its record, or else by the same cases.

    readings: those that were given; a record names them itself. box: as it was named. start: how the line begins.
    """
    finding, limits, usual = verdict.finding, order.limits, Limits()
    if finding is None:
        return verdict
    words = [*start, "--game", order.game]
    if finding.record:
        words += ["--record", "RECORD", *flags({}, box)]
    else:
        words += flags(readings, box)
        words += ["--seed", str(order.seed), *(["--games", str(order.games)] if order.games else [])]
    words += ["--timeout", f"{limits.request:g}"] if limits.request != usual.request else []
    words += ["--startup-timeout", f"{limits.startup:g}"] if limits.startup != usual.startup else []
    words += ["--against", shlex.join(order.against)] if order.against else []
    words += ["--url" if order.by_url else "--", *order.command]
    return replace(verdict, finding=replace(finding, repeat=shlex.join(words)))


def flags(readings: Mapping[str, str], box: str) -> list[str]:
    """The words of a command line that give readings, and a box by its name."""
    words = [word for reading, value in readings.items() for word in ("--ruleset", f"{reading}={value}")]
    return words + (["--box", box] if box != USUAL_BOX else [])


def is_about_readings(verdict: Verdict) -> bool:
    """Whether a verdict is a question of rules, not of faults."""
    return verdict.id.startswith("readings.")
