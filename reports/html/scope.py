"""What a report is about: what was run, and what was not."""

import shlex
from collections.abc import Iterator, Sequence

from properties.verdicts import Grade, Verdict
from reference_engine.jsonform import Json
from reports.html.readings import grade_of, told
from reports.html.report import Report


def ran(report: Report) -> Iterator[tuple[str, str]]:
    """What was run, by whom, and how much of it."""
    header, footer = report.header, report.footer
    words = header.get("command") or ()
    line = shlex.join([*report.command.split(), *_options(report)])
    yield "Command", f"dragonproof {line}" + (f" -- {shlex.join(map(str, words))}" if words else "")
    if header.get("against"):
        yield "Against", " ".join(map(str, header["against"]))
    rules = header.get("rules", {})
    versions = {report.games[0]: rules} if isinstance(rules, str) else rules
    yield "Rules", ", ".join(f"{game} {version}" for game, version in versions.items())
    usual = {"check": "those that the program declares, else the default ones", "verify": "all of them"}.get(
        report.kind, ""
    )
    readings = header.get("readings") or header.get("ruleset") or {}
    if told_readings := ", ".join(f"{key}={value}" for key, value in readings.items()) or usual:
        yield "Readings", told_readings
    for name in ("seed", "box", "profile", "reading"):
        if header.get(name) is not None:
            yield name.capitalize(), str(header[name])
    boxes = {
        line["box"]: f"{line['box']} ({line['game']}, {line['players']} players)"
        for line in report.lines
        if "players" in line
    }
    if boxes:
        yield "Boxes", ", ".join(boxes.values())
    for game, about in [(game, report.footer_of(game)) for game in report.games]:
        if "steps" in about:
            yield f"Looked at ({game})", f"{about['games']:,} games or cases, {about['steps']:,} steps"
    yield "Made by", f"dragonproof {header.get('version', '?')}"
    yield "Exit code", str(footer.get("exit", "none: the report is cut off"))


def _options(report: Report) -> Iterator[str]:
    """What the header tells of the options that say what was asked."""
    header = report.header
    if given := header.get("graph") or header.get("file"):
        yield str(given)
    if isinstance(header.get("step"), int):
        yield from ("--step", str(header["step"]))
    if header.get("deep") is True:
        yield "--deep"
    if len(report.games) == 1:
        yield from ("--game", report.games[0])
    if header.get("profile") in ("quick", "deep"):
        yield f"--{header['profile']}"
    for option, name in (("--only", "only"), ("--reading", "reading"), ("--record", "records")):
        named = header.get(name) or ()
        yield from (word for each in ([named] if isinstance(named, str) else named) for word in (option, str(each)))
    for reading, value in (header.get("readings") or header.get("ruleset") or {}).items():
        yield from ("--ruleset", f"{reading}={value}")
    for name in ("seed", "games", "seconds"):
        if isinstance(header.get(name), int) and header[name]:
            yield from (f"--{name}", str(header[name]))


def missing(report: Report, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What was not run, not seen, skipped, or does not count."""
    if not report.footer:
        yield "The report is cut off: it has no footer, so what it says is not all."
    elif not report.complete:
        yield "Not all that was asked was answered."
    for name, wanted in (("Only", report.header.get("only")), ("Only the records", report.header.get("records"))):
        if wanted:
            yield f"{name} {', '.join(map(str, wanted))} {'were' if len(wanted) > 1 else 'was'} asked about."
    yield from (told(line) for line in report.lines if _is_open(line))
    for verdict in verdicts:
        yield from _not_seen(verdict)
    for game in report.games:
        about = report.footer_of(game)
        yield from (f"{key}: left out, {reason}." for key, reason in about.get("left_out", {}).items())
        yield from (str(note) for note in about.get("notes", ()))


def _is_open(line: Json) -> bool:
    return line.get("about") == "reading" and grade_of(line) is Grade.UNKNOWN


def _not_seen(verdict: Verdict) -> Iterator[str]:
    """Why a verdict says nothing, or does not count."""
    if verdict.skipped:
        yield f"{verdict.id}: skipped, {verdict.skipped}."
    elif verdict.known:
        yield f"{verdict.id}: does not count; {verdict.known.section} in the baseline: {verdict.known.reason}."
    elif verdict.grade in (Grade.VACUOUS, Grade.UNKNOWN):
        yield f"{verdict.id}: {verdict.grade}, {verdict.evidence or 'no more is known'}. {verdict.sentence}"
