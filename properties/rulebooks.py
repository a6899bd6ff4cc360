"""Rulebooks as data: what one text says of a game's clauses and readings, checked when it is read."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources.abc import Traversable

from properties.tables import BadTable, Table, as_table, check_keys, one_of, parse_toml, text
from reference_engine import games
from reference_engine.jsonform import shown

Readings = Mapping[str, Collection[str]]  # for each reading the names of its values

FIRM = ("explicit", "literal")
LABELS = (*FIRM, "open", "silent")

_TEXT = ("game", "language", "title", "source")
_WANTED = {
    "game": "the id of the game",
    "language": "the text's language as a code, such as en or pt-BR",
    "title": "what the text is",
    "source": "where it stands",
    "where": "the heading in the text's words and the position under it",
    "says": "what this text says, in words of your own",
    "firmness": "how firmly the text says it",
    "hangs_on": 'two or three words of the text that it hangs on, or missing words with "(missing)" after them',
    "conflict": "what the text says, in words of your own",
    "answered": "the value that the answer names",
    "date": "the day of the answer, such as 2026-03-01 without quotes",
}


@dataclass(frozen=True)
class Passage:
    """What a text says of one clause.

    where: the heading in the text's words, and the position under it. says: a restatement of ours. firmness: one of
    `LABELS` except "silent". hangs_on: the words that it hangs on. in_part: whether it says only a part of the clause.
    """

    where: str
    says: str
    firmness: str
    hangs_on: str
    in_part: bool


@dataclass(frozen=True)
class Answer:
    """The value that the publisher, or who else may say so, has named; where that stands, and the day (YYYY-MM-DD)."""

    value: str
    source: str
    date: str


@dataclass(frozen=True)
class Support:
    """What a text says of one reading.

    firmness: one of `LABELS`. value: the one that it names, if it names one. conflict: what it says instead where
    that fits no value. hangs_on: the words that it hangs on. answer: None as long as the question is open.
    """

    firmness: str
    value: str | None = None
    conflict: str | None = None
    hangs_on: str | None = None
    answer: Answer | None = None


@dataclass(frozen=True)
class Rulebook:
    """One text. `clauses` has those that it says, wholly or in part; `readings` has all of the game, silent or not."""

    game: str
    language: str
    title: str
    source: str
    clauses: Mapping[str, Passage]
    readings: Mapping[str, Support]


def parse_table(data: bytes) -> Table:
    """The TOML table of a rulebook, with `game` the id of a game. Raises `BadTable`."""
    table = parse_toml(data)
    one_of(_text(table, "game", ""), games(), "game")
    return table


def rulebook(table: Table, clauses: Collection[str], readings: Readings) -> Rulebook:
    """The rulebook of a table, about a game with these clauses and readings. Raises `BadTable`."""
    check_keys(table, (*_TEXT, "clauses", "readings"), "")
    said, touched = _section(table, "clauses", clauses), _section(table, "readings", readings)
    game, language, title, source = (_text(table, key, "") for key in _TEXT)
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", language):
        raise BadTable(f"language: {shown(language)} is no code; write {_WANTED['language']}")
    return Rulebook(
        game=game,
        language=language,
        title=title,
        source=source,
        clauses={key: _passage(said[key], f"clauses.{key}.") for key in clauses if key in said},
        readings={
            key: _support(touched[key], f'readings."{key}".', values) if key in touched else Support("silent")
            for key, values in readings.items()
        },
    )


def rulebooks_in(folder: Traversable, game: str, clauses: Collection[str], readings: Readings) -> dict[str, Rulebook]:
    """Those of a folder's files that are about the game, by the names of the files without ending, in their order.

    Raises `BadTable`, naming the file.
    """
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        try:
            table = parse_table(file.read_bytes())
            if table["game"] == game:
                found[file.name.removesuffix(".toml")] = rulebook(table, clauses, readings)
        except BadTable as error:
            raise BadTable(f"{folder.name}/{file.name}: {error}") from None
    return found


def _section(table: Table, name: str, known: Collection[str]) -> Mapping[str, Table]:
    """The tables under `clauses` or `readings`, none of them of an unknown id."""
    section = as_table(table.get(name, {}), name)
    for key in section:
        if key not in known:
            raise BadTable(f"{name}: {table['game']} has no {shown(key)}; `dragonproof explain` lists the ids")
        as_table(section[key], f"{name}.{key}")
    return section


def _passage(table: Table, where: str) -> Passage:
    check_keys(table, ("where", "says", "firmness", "hangs_on", "in_part"), where)
    firmness = _text(table, "firmness", where)
    if firmness == "silent":
        raise BadTable(f"{where}firmness: a clause on which the text is silent is left out; take it out")
    one_of(firmness, tuple(label for label in LABELS if label != "silent"), f"{where}firmness")
    in_part = table.get("in_part", False)
    if not isinstance(in_part, bool):
        raise BadTable(f"{where}in_part: write true or leave it out, not {shown(in_part)}")
    return Passage(
        where=_text(table, "where", where),
        says=_text(table, "says", where),
        firmness=firmness,
        hangs_on=_text(table, "hangs_on", where),
        in_part=in_part,
    )


def _support(table: Table, where: str, values: Collection[str]) -> Support:
    check_keys(table, ("firmness", "value", "conflict", "hangs_on", "status"), where)
    firmness = one_of(_text(table, "firmness", where), LABELS, f"{where}firmness")
    named = [key for key in ("value", "conflict") if key in table]
    if firmness in FIRM and len(named) != 1:
        choice = f"value ({', '.join(values)}), or else conflict where the text says none of these"
        raise BadTable(f"{where}firmness: a text that is {firmness} names one value; write {choice}")
    if firmness not in FIRM and named:
        raise BadTable(f"{where}{named[0]}: a text that is {firmness} names none; take it out, or change firmness")
    if firmness == "silent" and "hangs_on" in table:
        raise BadTable(f"{where}hangs_on: a text that is silent has no words; take it out, or change firmness")
    return Support(
        firmness=firmness,
        value=one_of(_text(table, "value", where), values, f"{where}value") if "value" in table else None,
        conflict=_text(table, "conflict", where) if "conflict" in table else None,
        hangs_on=_text(table, "hangs_on", where) if firmness != "silent" else None,
        answer=_answer(table.get("status", "open"), f"{where}status", values),
    )


def _answer(status: object, where: str, values: Collection[str]) -> Answer | None:
    """None for "open"; otherwise a table says what was answered, where and when."""
    if status == "open":
        return None
    if not isinstance(status, dict):
        form = '"open", or { answered = VALUE, source = "who said so, and where", date = 2026-03-01 }'
        raise BadTable(f"{where}: write {form}, not {shown(status)}")
    check_keys(status, ("answered", "source", "date"), f"{where}.")
    day = status.get("date")
    if type(day) is not date:
        raise BadTable(f"{where}.date: write {_WANTED['date']}")
    value = one_of(_text(status, "answered", f"{where}."), values, f"{where}.answered")
    return Answer(value, _text(status, "source", f"{where}."), day.isoformat())


def _text(table: Table, key: str, where: str) -> str:
    """A text under that key that is not blank."""
    return text(table, key, where, _WANTED.get(key, "a text"))
