"""What a report amounts to, in one sentence, with the grade of the evidence, what was run and what was not."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from properties.clauses import catalogue
from properties.conformance.baseline import RECORD
from properties.replaying import replay
from properties.verdicts import Grade, Verdict
from reference_engine.jsonform import Json
from reference_engine.record import Record
from reports.html.endgame import endgame_answer
from reports.html.readings import grade_of, rate, told
from reports.html.report import Report
from reports.html.scope import missing, ran
from reports.telling_check import is_about_readings
from reports.telling_survival import tell_fates

_BY_WEIGHT = (Grade.REFUTED, Grade.UNKNOWN, Grade.VACUOUS, Grade.SAMPLED, Grade.EXHAUSTIVE, Grade.PROVED)
_GREEN = tuple(grade for grade in Grade if grade.holds)
MEANINGS = {
    Grade.PROVED: "A solver has shown that it holds, within the bounds that are named.",
    Grade.EXHAUSTIVE: "Everything there is within the bounds that are named was looked at.",
    Grade.SAMPLED: "It held wherever it was looked at; so often was that.",
    Grade.REFUTED: "There is a counterexample.",
    Grade.UNKNOWN: "There is no answer, for the reason that is named.",
    Grade.VACUOUS: "It was never put to the test, so nothing is known.",
}
_STATES = {0: "holds", 1: "refuted"}


@dataclass(frozen=True)
class Answer:
    """The answer of a report.

    state: "holds", "refuted", "question" where all that is refuted is a question of rules, or "open".
    grade: that of the weakest evidence. grades: how often each was given.
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
    if not report.footer and grades[Grade.REFUTED]:  # what is refuted stays so, however the report goes on
        state = "refuted"
    if state == "refuted" and (refuted := _refuted(counted)) and all(map(is_about_readings, refuted)):
        state = "question"
    question, sentence = _SENTENCES[report.kind](report, counted, state)
    return Answer(
        question=question,
        sentence=sentence,
        state=state,
        grade=_weakest(grades, state),
        grades=tuple((grade, grades[grade]) for grade in reversed(_BY_WEIGHT) if grades[grade]),
        ran=tuple(ran(report)),
        missing=tuple(missing(report, verdicts)),
    )


def record_answer(record: Record) -> Answer:
    """Whether a record follows the rules."""
    result, header = replay(record), record.header
    steps, difference = len(record.steps), result.difference
    nothing = not steps and record.outcome is None
    if difference:
        what = f"{difference.field} is not what the rules lead to" if difference.field else "it cannot be played"
        sentence = f"No: at step {difference.step:,} of {steps:,}, {what} ({', '.join(difference.clauses)})."
        state, grade = "refuted", Grade.REFUTED
    elif result.stops_early or nothing:
        sentence = (
            f"Not known: all {steps:,} steps follow them, but the record stops early." if steps else "It is empty."
        )
        state, grade = "open", Grade.UNKNOWN
    else:
        ended = header.game.is_terminal(result.positions[-1])
        sentence = f"Yes: all {steps:,} steps follow them{'' if ended else '; it ends before the game does'}."
        state, grade = "holds", Grade.SAMPLED
    compared = [f"{field}: never given, so not compared." for field, number in result.compared.items() if not number]
    readings = header.ruleset.differences()
    return Answer(
        question="Does this game follow the rules?",
        sentence=sentence,
        state=state,
        grade=grade,
        grades=(),
        ran=(
            ("Rules", f"{header.game.NAME} {header.game.RULES}"),
            ("Readings", ", ".join(f"{key}={value}" for key, value in readings.items()) or "the default ones"),
            ("Steps", f"{len(result.positions) - 1:,} replayed"),
        ),
        missing=tuple(f"{note}." for note in (*record.notes, result.stops_early) if note) + tuple(compared),
    )


def _state(report: Report, green: bool) -> str:
    """Green is only what the exit code, the footer and every grade say."""
    state = _STATES.get(report.exit_code, "open")
    return "open" if state == "holds" and not (green and report.complete) else state


def _weakest(grades: Counter[Grade], state: str) -> Grade:
    weakest = next((grade for grade in _BY_WEIGHT if grades[grade]), Grade.UNKNOWN)
    return Grade.UNKNOWN if state == "open" and weakest in _GREEN else weakest


def _check(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    if report.header.get("records") and not report.header.get("command"):
        return _recorded(report, verdicts, state)
    question = f"Is this implementation of {report.games[0]} right?"
    steps = f"{report.footer.get('steps', 0):,} steps of {report.footer.get('games', 0):,} cases"
    if report.exit_code == 4:
        return question, "Not known: the program could not be driven."
    if state == "holds":
        return question, f"Yes, as far as was looked: no difference from the rules in {steps}."
    told = _first_told(verdicts, report.games[0])
    if state == "question":
        return question, f"No fault was seen, but a question of rules. {told}"
    if state == "refuted":
        return question, f"No. {told or 'What the baseline says of it is not so any more.'}"
    return question, f"Not known yet: no difference from the rules in {steps}, but not everything could be seen."


def _recorded(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    about = [verdict for verdict in verdicts if verdict.id.startswith(RECORD)]
    one, following = len(about) == 1, sum(verdict.grade in _GREEN for verdict in about)
    question = (
        f"{'Does this recorded game' if one else 'Do these recorded games'} of {report.games[0]} follow the rules?"
    )
    if state == "holds":
        return question, "Yes, it does." if one else f"Yes, all {following:,} of them do."
    if state in ("refuted", "question"):
        some = "No." if one else f"No: {len(_refuted(about)):,} of {len(about):,} do not."
        return question, f"{some} {_first_told(verdicts, report.games[0])}"
    return question, "Not known yet." if one else f"Not known yet: {following:,} of {len(about):,} are known to."


def _verify(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = "Does the reference engine follow the rules?"
    refuted = _refuted(verdicts)
    if state == "holds":
        return question, f"Yes: all {len(verdicts):,} questions about {_and(report.games)} hold."
    if state == "refuted":
        return question, f"No: {len(refuted)} of {len(verdicts):,} questions {_are(len(refuted))} refuted."
    holding = sum(verdict.grade in _GREEN for verdict in verdicts)
    if not report.complete:
        return (
            question,
            f"Not known yet: {holding:,} questions were answered and hold, but the run did not come to its end.",
        )
    return question, f"Not known yet: {holding:,} of {len(verdicts):,} questions hold, the others are open."


def _prove(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = "Are the theorems about the rules true?"
    proved = sum(verdict.grade is Grade.PROVED for verdict in verdicts)
    both = sum(len(line.get("proved_by", ())) > 1 for line in report.lines)
    if state == "holds":
        return question, f"Yes: {proved} of {proved} theorems are proved, {both} by two solvers."
    refuted = sum(verdict.grade is Grade.REFUTED for verdict in verdicts)
    if state == "refuted":
        return question, f"No: of {len(verdicts)}, {proved} are proved and {refuted} {_are(refuted)} refuted."
    return question, f"Not all of them are known to be: {proved} of {len(verdicts)} are proved."


def _vectors(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = f"Are the conformance vectors of {_and(report.games)} met?"
    met = sum(verdict.grade in _GREEN for verdict in verdicts)
    if state == "holds":
        return question, f"Yes: all {met:,} of them."
    if state == "refuted":
        told = _first_told(verdicts, report.games[0])
        return question, f"No: {len(_refuted(verdicts)):,} of {len(verdicts):,} are not. {told}"
    return question, f"Not known yet: {met:,} of {len(verdicts):,} are."


def _graph(report: Report, verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    question = "Does every position of these boxes bear out the rules?"
    counted = [about["engine"]["positions"] for line in report.lines if "engine" in (about := line.get("counts", {}))]
    positions = f"{sum(counted):,} positions"
    if state == "holds":
        return question, f"Yes: the engine and a flat model say the same of all {positions}, and every game ends."
    refuted = _refuted(verdicts)
    if state == "refuted":
        told = _first_told(verdicts, report.games[0])
        return question, f"No: {len(refuted)} of {len(verdicts)} {_are(len(refuted))} refuted. {told}"
    holding = sum(verdict.grade in _GREEN for verdict in verdicts)
    return question, f"Not known yet: {holding} of {len(verdicts)} hold, in {positions}."


def _survival(report: Report, _verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    contradicted = "The solvers contradict each other. " if state == "refuted" else ""
    told = tell_fates(report.footer.get("asked", len(report.lines)), [line["fate"] for line in report.lines])
    return "Which theorems about the rules hold under other readings, too?", contradicted + told


_SENTENCES = {
    "check": _check,
    "endgame": endgame_answer,
    "graph": _graph,
    "prove": _prove,
    "prove readings": _survival,
    "vectors": _vectors,
    "verify": _verify,
}


def _ambiguities(report: Report) -> Answer:
    about = [line for line in report.lines if line.get("about") == "reading"]
    grades = Counter(grade_of(line) for line in about)
    winners = [line for line in about if _changes_winners(line)]
    open_ones = grades[Grade.UNKNOWN]
    state = _state(report, green=bool(about))
    key = report.header.get("reading")
    contradicted = "Something found contradicts the data. " if state == "refuted" else ""
    told_all = _about_one(about, winners) if key else _about_all(about, len(winners), open_ones)
    return Answer(
        question=f"Does {key} matter?" if key else "What do the rules not say, and does it matter?",
        sentence=contradicted + told_all,
        state=state,
        grade=_weakest(Counter({grade: count for grade, count in grades.items() if grade is not Grade.REFUTED}), state)
        if state != "refuted"
        else Grade.REFUTED,
        grades=(),
        ran=tuple(ran(report)),
        missing=tuple(missing(report, ())),
    )


def _about_all(about: Sequence[Json], winners: int, open_ones: int) -> str:
    many = len({(line["game"], line["reading"]) for line in about})
    return (
        f"{many} readings leave {len(about)} other ways to play: {winners} of these are known to change who wins, "
        f"{len(about) - winners - open_ones} matter otherwise or are proved not to, {open_ones} are open."
    )


def _about_one(about: Sequence[Json], winners: Sequence[Json]) -> str:
    """Whether one reading matters, and how often at most."""
    if not winners:
        return " ".join(map(told, about))
    how_many = f"{len(winners)} of its {len(about)} other values" if len(about) > 1 else "its other value"
    often = [line["often"] for line in winners if line["often"]]
    most = max(often, key=lambda each: float(each["winners"]["share"]), default=None)
    seen = (
        f" At most that is in {rate(most['winners'])} of full games; another shuffle alone does it "
        f"in {rate(most['control'])}."
        if most
        else ""
    )
    return f"Yes: {how_many} can change who wins.{seen}"


def _changes_winners(line: Json) -> bool:
    found = (line["matters"] or {}).get("winners") or {}
    return bool(found.get("parting")) or any("winners" in kept["kinds"] for kept in line["kept"])


def _refuted(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """What is refuted, faults before questions of rules."""
    return sorted((each for each in verdicts if each.grade is Grade.REFUTED), key=is_about_readings)


def _first_told(verdicts: Sequence[Verdict], game: str) -> str:
    """The first of what is refuted, and how many there are besides; "" for nothing."""
    told = list(dict.fromkeys(_told(verdict, game) for verdict in _refuted(verdicts)))
    more = f" And {len(told) - 1} more." if len(told) > 1 else ""
    return told[0] + more if told else ""


def _told(verdict: Verdict, game: str) -> str:
    """What is refuted, with the clause that is broken."""
    known, finding = catalogue(game).clauses, verdict.finding
    broken = next((key for key in finding.clauses if key in known), "") if finding else ""
    return f"{verdict.sentence} {broken}: {known[broken].statement}" if broken else f"{verdict.id}: {verdict.sentence}"


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
