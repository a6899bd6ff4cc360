"""Pages: from the lines of a report, or from a record, to one file of HTML that needs nothing else."""

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from properties.clauses import catalogue
from reference_engine.jsonform import Json
from reference_engine.record import Record
from reports.html.answer import MEANINGS, Answer, answer, record_answer
from reports.html.clauses import covered
from reports.html.drawing import legend, symbols
from reports.html.endgame import endgame
from reports.html.exploring import Choice, Explorer
from reports.html.findings import findings
from reports.html.games import games
from reports.html.graphs import graphs
from reports.html.pool import Pool
from reports.html.questions import questions
from reports.html.readings import readings, texts
from reports.html.replays import ANSWER, RULES, Replay, Shown, of_record
from reports.html.report import Report, read_report
from reports.html.survival import survival
from reports.telling import printable

GENERATOR = '<meta name="generator" content="dragonproof">'
"""What every page has, and by which it is known again."""

LANGUAGES = {"en": "English", "de": "Deutsch", "ru": "Русский"}


@dataclass(frozen=True)
class _Section:
    """A part of the page: its template, its heading, and what the template shows."""

    key: str
    heading: str
    template: str
    content: Any


def page(report_lines: str) -> str:
    """The page of a report, from the text that `--json` writes. Raises `CannotParse`."""
    return report_page(read_report(report_lines.encode()))


def report_page(report: Report) -> str:
    """The page of a report."""
    pool, summary = Pool(), answer(report)
    parts = {"ambiguities": _readings, "endgame": _endgame, "graph": _graphs, "prove readings": _survival}.get(
        report.kind, _verdicts
    )(report, pool)
    told = f"dragonproof {report.command}: {', '.join(report.games)}"
    return _page(told, report.games, summary, [part for part in parts if part.content], pool)


def _verdicts(report: Report, pool: Pool) -> list[_Section]:
    """What came of a run that gives verdicts."""
    asked = {game: questions(report, game) for game in report.games}
    proved = {game: about.theorems for game, about in asked.items() if about.theorems}
    others = {game: about for game, about in asked.items() if about.others or about.edges}
    clauses = {} if report.kind in ("prove", "vectors") else {game: covered(report, game) for game in report.games}
    played = {game: plots for game in report.games if (plots := games(report, game))}
    return [
        _Section("findings", "Findings", "findings.html", findings(report, pool)),
        _Section("clauses", "Clauses", "clauses.html", clauses),
        _Section("theorems", "Theorems", "theorems.html", proved),
        _Section("questions", "What else was asked", "questions.html", others),
        _Section("games", "Games", "games.html", played),
    ]


def _readings(report: Report, pool: Pool) -> list[_Section]:
    """What came of the questions about readings."""
    content = {game: readings(report, game, pool) for game in report.games}
    about = {game: found for game, found in content.items() if found}
    pairs = {game: found for game in report.games if (found := texts(report, game, pool))}
    return [
        _Section("readings", "Readings", "readings.html", about),
        _Section("texts", "The texts against each other", "texts.html", pairs),
    ]


def _graphs(report: Report, pool: Pool) -> list[_Section]:
    """What came of exploring boxes."""
    return [
        _Section("findings", "Findings", "findings.html", findings(report, pool)),
        _Section("boxes", "Boxes", "graphs.html", graphs(report, pool)),
    ]


def _survival(report: Report, _pool: Pool) -> list[_Section]:
    """What becomes of theorems under other readings."""
    content = {game: found for game in report.games if (found := survival(report, game))}
    return [_Section("survival", "Theorems under other readings", "survival.html", content)]


def _endgame(report: Report, pool: Pool) -> list[_Section]:
    """What can come of a position."""
    about = endgame(report, pool)
    return [
        _Section("findings", "Findings", "findings.html", findings(report, pool)),
        _Section("position", "The position", "position.html", about),
        _Section("results", "What can come of it", "results.html", about if about.groups else None),
        _Section("players", "The players", "players.html", about if about.players else None),
    ]


def record_page(name: str, record: Record) -> str:
    """The page of a record. Raises what comes of one that cannot be played at all."""
    pool = Pool()
    replay = of_record("replay", name, record, pool)
    part = _Section("game", "The game", "record.html", replay)
    return _page(f"dragonproof: {name}", [replay.game], record_answer(record), [part], pool)


def _page(title: str, about: Sequence[str], summary: Answer, sections: Sequence[_Section], pool: Pool) -> str:
    shown: dict[str, Json] = {}
    explored: dict[str, Json] = {}

    def replay(one: Replay) -> Markup:
        """The frame of a replay with its first step; all its steps go with the data of the page."""
        steps = [_step(one.game, step, pool) for step in one.steps]
        shown[one.key] = {"first": one.first, "steps": steps}
        return Markup(_render("replay.html", replay=one, shown=_drawn(steps[one.first], pool)))

    def explore(one: Explorer) -> Markup:
        """The frame of positions to look around in, with the opening; the others go with the data of the page."""
        choices = {number: [_choice(one.game, each, pool) for each in row] for number, row in one.choices.items()}
        opening = _step(one.game, one.opening, pool)
        explored[one.key] = {"opening": opening, "choices": choices}
        return Markup(_render("explorer.html", explorer=one, shown=_drawn(opening, pool)))

    body = [
        (part, Markup(_render(part.template, content=part.content, replay=replay, explore=explore)))
        for part in sections
    ]
    data = {"pool": pool.pieces, "replays": shown, "explorers": explored}
    script = _asset("script.js")
    return (
        _templates()
        .get_template("page.html")
        .render(
            title=title,
            generator=Markup(GENERATOR),
            version=version("dragonproof"),
            summary=summary,
            meanings=MEANINGS,
            sections=body,
            games=about,
            legends={game: legend(game) for game in about},
            symbols=[Markup(symbols(game)) for game in about],
            languages=LANGUAGES,
            style=Markup(_asset("style.css")),
            script=Markup(script),
            script_hash=b64encode(sha256(script.encode()).digest()).decode(),
            data=Markup(_inert(json.dumps(data, ensure_ascii=False))),
        )
    )


def _step(game: str, step: Shown, pool: Pool) -> Json:
    """A step for the script: the numbers of the pieces of what is said of it, of its clauses, and of each board."""
    known = catalogue(game).clauses
    clauses = [pool.number(_render("clause.html", clause=known[key])) for key in step.clauses if key in known]
    said = pool.number(_render("step.html", step=step, marks={RULES: "right", ANSWER: "wrong"}))
    return {"said": said, "clauses": clauses, "boards": [[board.title, board.zones] for board in step.boards]}


def _drawn(step: Json, pool: Pool) -> dict[str, Any]:
    """A step of the script as HTML, for the page as it is before the script runs, or without it."""
    return {
        "said": Markup(pool.piece(step["said"])),
        "clauses": Markup("".join(map(pool.piece, step["clauses"]))),
        "boards": [(title, Markup("".join(map(pool.piece, zones)))) for title, zones in step["boards"]],
    }


def _choice(game: str, choice: Choice, pool: Pool) -> Json:
    """An action for the script: the number of the piece that is its name, what it leads to, and the step."""
    name = pool.number(_render("choice.html", step=choice.step))
    return {"name": name, "after": choice.after, "step": _step(game, choice.step, pool)}


def _render(template: str, **values: Any) -> str:
    return _templates().get_template(template).render(**values)


def _inert(text: str) -> str:
    """JSON within a page: nothing in it ends the element that it stands in."""
    return re.sub("<(?=script)", r"\\u003c", text.replace("</", "<\\/").replace("<!", "\\u003c!"), flags=re.IGNORECASE)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("reports.html"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: object) -> object:
    """A text with nothing in it that is not to be seen, such as what turns the direction of writing."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return "\n".join(map(printable, value.splitlines()))
    return value


def _asset(name: str) -> str:
    return (files("reports.html") / "templates" / name).read_text(encoding="utf-8")
