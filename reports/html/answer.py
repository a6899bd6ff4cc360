"""What a report amounts to, in one sentence, with the grade of the evidence, what was run and what was not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from properties.clauses import catalogue
from properties.verdicts import Grade, Verdict
from reference_engine.jsonform import Json
from reports.html.report import Report

_BY_WEIGHT = (Grade.REFUTED, Grade.UNKNOWN, Grade.VACUOUS, Grade.SAMPLED, Grade.EXHAUSTIVE, Grade.PROVED)
_GREEN = (Grade.SAMPLED, Grade.EXHAUSTIVE, Grade.PROVED)
_STATES = {0: "holds", 1: "refuted"}


@dataclass(frozen=True)
class Answer:
    """The answer of a report.

    state: "holds", "refuted" or "open". grade: that of the weakest evidence. grades: how often each was given.
    ran: what was run, each a heading and a text. missing: what was not, in sentences.
    """

    question: str
    sentence: str
    state: str
    grade: Grade
    grades: tuple[tuple[Grade, int], ...]
    ran: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]


def answer(report: Report) -> Answer:
    """The answer of a report of any kind. Raises `CannotParse`, or what comes of a report that is no such thing."""
    if report.kind == "ambiguities":
        return _ambiguities(report)
    verdicts = [verdict for game in report.games for verdict in report.verdicts(game)]
    counted = [verdict for verdict in verdicts if not verdict.known]
    grades = Counter(verdict.grade for verdict in counted)
    state = _state(report, green=bool(grades) and grades.keys() <= set(_GREEN))
    question, sentence = _SENTENCES[report.kind](report, counted, state)
    return Answer(
        question=question,
        sentence=sentence,
        state=state,
        grade=_weakest(grades, state),
        grades=tuple((grade, grades[grade]) for grade in reversed(_BY_WEIGHT) if grades[grade]),
        ran=tuple(_ran(report)),
        missing=tuple(_missing(report, verdicts)),
    )


def _state(report: Report, green: bool) -> str:
    """Green is only what the exit code, the footer and every grade say."""
    state = _STATES.get(report.exit_code, "open")
    return "open" if state == "holds" and not (green and report.complete) else state


def _weakest(grades: Counter[Grade], state: str) -> Grade:
    weakest = next((grade for grade in _BY_WEIGHT if grades[grade]), Grade.UNKNOWN)
    return Grade.UNKNOWN if state == "open" and weakest in _GREEN else weakest


def _check(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = f"Is this implementation of {report.games[0]} right?"
    steps = f"{report.footer.get('steps', 0):,} steps of {report.footer.get('games', 0):,} cases"
    if report.exit_code == 4:
        return question, "Not known: the program could not be driven."
    if state == "holds":
        return question, f"Yes, as far as was looked: no difference from the rules in {steps}."
    if state == "refuted":
        refuted = [verdict for verdict in verdicts if verdict.grade is Grade.REFUTED]
        told = " ".join(_told(verdict, report.games[0]) for verdict in refuted)
        return question, f"No. {told or 'What the baseline says of it is not so any more.'}"
    return question, f"Not known yet: no difference from the rules in {steps}, but not everything could be seen."


def _verify(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = "Does the reference engine follow the rules?"
    refuted = [verdict for verdict in verdicts if verdict.grade is Grade.REFUTED]
    if state == "holds":
        return question, f"Yes: all {len(verdicts):,} questions about {_and(report.games)} hold."
    if state == "refuted":
        return question, f"No: {len(refuted)} of {len(verdicts):,} questions {_are(len(refuted))} refuted."
    holding = sum(verdict.grade in _GREEN for verdict in verdicts)
    return question, f"Not known yet: {holding:,} of {len(verdicts):,} questions hold, the others are open."


def _prove(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = "Are the theorems about the rules true?"
    proved = sum(verdict.grade is Grade.PROVED for verdict in verdicts)
    both = sum(len(line.get("proved_by", ())) > 1 for line in report.lines)
    if state == "holds":
        return question, f"Yes: all {proved} are proved, {both} of them by two solvers."
    refuted = sum(verdict.grade is Grade.REFUTED for verdict in verdicts)
    if state == "refuted":
        return question, f"No: of {len(verdicts)}, {proved} are proved and {refuted} {_are(refuted)} refuted."
    return question, f"Not all of them are known to be: {proved} of {len(verdicts)} are proved."


_SENTENCES = {"check": _check, "prove": _prove, "verify": _verify}


def _ambiguities(report: Report) -> Answer:
    about = [line for line in report.lines if line.get("about") == "reading"]
    grades = Counter(_grade(line) for line in about)
    winners = [line for line in about if _changes_winners(line)]
    open_ones = grades[Grade.UNKNOWN]
    many = len({(line["game"], line["reading"]) for line in about})
    state = _state(report, green=bool(about))
    sentence = (
        f"{many} readings leave {len(about)} other ways to play: {len(winners)} of these are known to change who wins, "
        f"{len(about) - len(winners) - open_ones} matter otherwise or are proved not to, {open_ones} are open."
    )
    return Answer(
        question="What do the rules not say, and does it matter?",
        sentence=sentence,
        state=state,
        grade=_weakest(Counter({grade: count for grade, count in grades.items() if grade is not Grade.REFUTED}), state)
        if state != "refuted"
        else Grade.REFUTED,
        grades=(),
        ran=tuple(_ran(report)),
        missing=tuple(_missing(report, ())),
    )


def _grade(line: Json) -> Grade:
    """Of an alternative: exhaustive is that the smallest game is known, unknown that no game is."""
    if any(found["parting"] for found in (line["matters"] or {}).values()):
        return Grade.EXHAUSTIVE
    if line["kept"]:
        return Grade.SAMPLED
    theorems = [each["grade"] for each in line["theorems"]]
    return Grade.PROVED if theorems and set(theorems) == {Grade.PROVED} else Grade.UNKNOWN


def _changes_winners(line: Json) -> bool:
    found = (line["matters"] or {}).get("winners") or {}
    return bool(found.get("parting")) or any("winners" in kept["kinds"] for kept in line["kept"])


def _told(verdict: Verdict, game: str) -> str:
    """What is refuted, with the clause that is broken."""
    known, finding = catalogue(game).clauses, verdict.finding
    broken = next((key for key in finding.clauses if key in known), "") if finding else ""
    return f"{verdict.sentence} {broken}: {known[broken].statement}" if broken else f"{verdict.id}: {verdict.sentence}"


def _ran(report: Report) -> Iterator[tuple[str, str]]:
    """What was run, by whom, and how much of it."""
    header, footer = report.header, report.footer
    words = header.get("command") or ()
    yield "Command", f"dragonproof {report.kind}" + (f" -- {' '.join(map(str, words))}" if words else "")
    if header.get("against"):
        yield "Against", " ".join(map(str, header["against"]))
    rules = header.get("rules", {})
    told = {report.games[0]: rules} if isinstance(rules, str) else rules
    yield "Rules", ", ".join(f"{game} {version}" for game, version in told.items())
    readings = header.get("readings") or header.get("ruleset") or {}
    yield "Readings", ", ".join(f"{key}={value}" for key, value in readings.items()) or "the default ones"
    for name in ("seed", "box", "profile", "reading"):
        if header.get(name) is not None:
            yield name.capitalize(), str(header[name])
    for game, about in [(game, report.footer_of(game)) for game in report.games]:
        if "steps" in about:
            yield f"Looked at ({game})", f"{about['games']:,} games or cases, {about['steps']:,} steps"
    yield "Made by", f"dragonproof {header.get('version', '?')}"
    yield "Exit code", str(footer.get("exit", "none: the report is cut off"))


def _missing(report: Report, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What was not run, not seen, skipped, or does not count."""
    if not report.footer:
        yield "The report is cut off: it has no footer, so what it says is not all."
    elif not report.complete:
        yield "The run was cut before its end."
    for verdict in verdicts:
        if verdict.skipped:
            yield f"{verdict.id}: skipped, {verdict.skipped}."
        elif verdict.known:
            yield f"{verdict.id}: does not count; {verdict.known.section} in the baseline: {verdict.known.reason}."
        elif verdict.grade in (Grade.VACUOUS, Grade.UNKNOWN):
            yield f"{verdict.id}: {verdict.grade}, {verdict.evidence or 'no more is known'}. {verdict.sentence}"
    for name, wanted in (("Only", report.header.get("only")), ("Only the records", report.header.get("records"))):
        if wanted:
            yield f"{name} {', '.join(map(str, wanted))} was asked about."
    for game in report.games:
        about = report.footer_of(game)
        yield from (f"{key}: left out, {reason}." for key, reason in about.get("left_out", {}).items())
        yield from (str(note) for note in about.get("notes", ()))


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
