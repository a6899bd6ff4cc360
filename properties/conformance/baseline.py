"""Baselines: files of what is known to differ, to be skipped, to flicker, and of readings that are accepted.

An entry is named by the id that the verdict has: a clause, one of `ASPECTS`, a recorded game, the reason of a skip, a
reading. What kind of difference it is is no part of that, since the same fault shows itself as another kind in other
cases; nor is the case that shows it.
"""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import version
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Table as Item

from properties.clauses import catalogue
from properties.conformance.judging import ASPECTS
from properties.tables import BadTable, Table, as_table, check_keys, one_of, parse_toml, text
from properties.verdicts import Grade, Known, Verdict
from reference_engine import games
from reference_engine.interface import Game
from reference_engine.jsonform import shown
from reference_engine.versions import FORMAT, check_format, check_rules

SECTIONS = ("known", "skips", "flaky", "readings")
"""What differs each time, what is skipped, what differs now and then, and what is followed without saying so."""

RECORD = "record."
"""What the ids of recorded games begin with."""

PREFIX = "baseline: "
"""What the ids of verdicts on entries that were not met begin with, before the section and the id."""

SUBJECTS = ("readings.program", "readings.records")
"""The ids of verdicts on readings that can be accepted."""

_FLICKERS = "unsteady"
_WHY = "why it is so"
_LINK = "where that is followed up"


@dataclass(frozen=True)
class Entry:
    """One thing that is known. link: "" for none. value: that of a reading, else ""."""

    section: str
    id: str
    reason: str
    link: str = ""
    value: str = ""

    @property
    def name(self) -> str:
        """The section and the id."""
        return f"{self.section}.{self.id}"

    @property
    def known(self) -> Known:
        """What a verdict says of it."""
        return Known(self.section, self.reason, self.link)


@dataclass(frozen=True)
class Baseline:
    """All that is known. notes: what is to be told of the file."""

    entries: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()

    def of(self, section: str) -> Mapping[str, Entry]:
        """The entries of a section by their ids."""
        return {entry.id: entry for entry in self.entries if entry.section == section}

    @property
    def differences(self) -> frozenset[str]:
        """The ids of what differs, each time or now and then."""
        return frozenset({**self.of("known"), **self.of("flaky")})


def read_baseline(data: bytes, game: Game) -> Baseline:
    """The baseline of a file in TOML, about that game. Raises `BadTable`, or `CannotParse` for its versions."""
    table = parse_toml(data)
    check_format(dict(table), "baseline")
    check_keys(table, ("dragonproof", "version", "game", "rules", *SECTIONS), "")
    name = one_of(text(table, "game", "", "the id of the game"), games(), "game")
    if name != game.NAME:
        raise BadTable(f"game: this is a baseline of {name}, and the check is about {game.NAME}")
    older = check_rules(dict(table), game.RULES, "baseline")
    entries = tuple(entry for section in SECTIONS for entry in _entries(table, section, game))
    seen: dict[str, str] = {}
    for entry in entries:
        if entry.section in ("known", "flaky") and seen.setdefault(entry.id, entry.section) != entry.section:
            raise BadTable(f"{entry.name}: it stands under {seen[entry.id]}, too; take one of them out")
    return Baseline(entries, (f"the baseline was {older}",) if older else ())


def _entries(table: Table, section: str, game: Game) -> Iterator[Entry]:
    for key, value in as_table(table.get(section, {}), section).items():
        where = f"{section}.{key}"
        entry = as_table(value, where)
        _check_id(section, key, game)
        check_keys(entry, ("reason", "link", *(["value"] if section == "readings" else [])), f"{where}.")
        named = ""
        if section == "readings":
            values = game.Ruleset.choices()[key]
            named = one_of(text(entry, "value", f"{where}.", f"one of: {', '.join(values)}"), values, f"{where}.value")
        link = text(entry, "link", f"{where}.", _LINK) if "link" in entry else ""
        yield Entry(section, key, text(entry, "reason", f"{where}.", _WHY), link, named)


def _check_id(section: str, key: str, game: Game) -> None:
    """Raises `BadTable` for an id that no verdict can have."""
    if section == "readings":
        check_keys({key: None}, list(game.Ruleset.choices()), f"{section}.")
    elif section == "skips":
        text({section: key}, section, "", "the reason, as the report gives it, or how that begins,")
    elif not key.startswith(RECORD) and key not in (ids := [*catalogue(game.NAME).clauses, *ASPECTS]):
        kinds = f"a clause (see `dragonproof explain`), record.FILE, or one of: {', '.join(ASPECTS)}"
        other = next((each for each in games() if key in catalogue(each).clauses), None)
        hint = f"that is a clause of {other}" if other else _nearest(key, ids) or f"write {kinds}"
        raise BadTable(f"{section}: no {shown(key)}; {hint}")


def _nearest(key: str, ids: Sequence[str]) -> str:
    close = get_close_matches(key, ids, n=1, cutoff=0.7)
    return f"did you mean {close[0]}?" if close else ""


def written(
    old: str | None,
    game: Game,
    verdicts: Sequence[Verdict],
    readings: Mapping[str, Sequence[Mapping[str, str]]],
    fixed: Sequence[str],
) -> str:
    """The file that makes known what a run has found.

    old: the text of the file that there was, whose entries stay as they are; but for those in `fixed`, by section and
    id, which are taken out. New ones have no reason yet, without which the file is refused. readings: those that
    are followed, for each subject the changes that nothing tells apart.
    """
    document = tomlkit.parse(old) if old else tomlkit.document()
    head = {"dragonproof": FORMAT, "version": version("dragonproof"), "game": game.NAME, "rules": game.RULES}
    for key, value in head.items():
        document[key] = value
    for name in fixed:
        section, _, key = name.partition(".")
        del _section(document, section)[key]
        if not document[section]:
            del document[section]
    for verdict in verdicts:
        for entry in _new(verdict, game, readings):
            there = _section(document, entry.section)
            if entry.id not in there or there[entry.id].get("value", "") != entry.value:
                there[entry.id] = _item(entry)
    return tomlkit.dumps(document)


def _section(document: TOMLDocument, name: str) -> MutableMapping[str, Any]:
    if name not in document:
        document[name] = tomlkit.table(is_super_table=True)
    section: MutableMapping[str, Any] = document[name]
    return section


def _item(entry: Entry) -> Item:
    table = tomlkit.table()
    if entry.value:
        table["value"] = entry.value
    table["reason"] = tomlkit.string("").comment(f"write {_WHY}; and link = {_LINK}")
    return table


def _new(verdict: Verdict, game: Game, readings: Mapping[str, Sequence[Mapping[str, str]]]) -> Iterator[Entry]:
    """The entries that would make a verdict known; none where it is, or can only be mended."""
    if verdict.known:
        return
    if verdict.skipped:
        yield Entry("skips", verdict.skipped, "")
    elif verdict.grade is Grade.REFUTED and verdict.id in SUBJECTS:
        for change in readings.get(verdict.id.removeprefix("readings."), ())[:1]:
            yield from (Entry("readings", reading, "", "", value) for reading, value in change.items())
    elif verdict.grade is Grade.REFUTED and (
        verdict.id in {**catalogue(game.NAME).clauses, **ASPECTS} or verdict.id.startswith(RECORD)
    ):
        yield Entry("flaky" if verdict.id == _FLICKERS else "known", verdict.id, "")
