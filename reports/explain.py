"""`dragonproof explain`: a clause or a reading in words, with its sources and its code."""

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from properties.citations import Citation, citations
from properties.clauses import Catalogue, Clause, Reading, catalogue
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.files import write_file
from reports.options import examples, games_option, json_option, spelled


@click.command(
    epilog=examples("dragonproof explain V-FAVOR-3", "dragonproof explain tie.count --code", "dragonproof explain")
)
@click.argument("key", metavar="[CLAUSE-OR-READING]", required=False)
@click.option("--code", is_flag=True, help="Print the code that carries it out, not only where it is.")
@games_option
@json_option
def explain(key: str | None, code: bool, chosen: list[Game], json_file: str | None) -> None:
    """Say in words what a clause or a reading is, which texts say so, and which code carries it out.

    Without an id, list all of them.
    """
    entries = {entry.id: (game.NAME, entry) for game in chosen for entry in _entries(catalogue(game.NAME))}
    if key is None:
        told = [f"{entry.id:20}{_headline(entry)}" for _, entry in entries.values()]
    else:
        key = spelled(key, entries)
        name, entry = entries[key]
        told = [*_tell(entry, catalogue(name)), *_tell_code(citations(name).get(key, ()), code)]
    if json_file:
        data = [_to_json(name, entry) for name, entry in ([entries[key]] if key else entries.values())]
        write_file(json_file, json.dumps(data[0] if key else data) + "\n")
    if json_file != "-":
        click.echo("\n".join(told))


def _entries(known: Catalogue) -> Iterator[Clause | Reading]:
    yield from known.clauses.values()
    yield from known.readings.values()


def _headline(entry: Clause | Reading) -> str:
    return entry.statement if isinstance(entry, Clause) else entry.question


def _tell(entry: Clause | Reading, known: Catalogue) -> list[str]:
    if isinstance(entry, Clause):
        return _tell_clause(entry, known)
    return _tell_reading(entry, known)


def _tell_clause(clause: Clause, known: Catalogue) -> list[str]:
    lines = [f"{clause.id} ({clause.section})", f"  {clause.statement}"]
    if clause.assumed:
        lines.append(f"  Assumed: {clause.assumed}.")
    lines += ["", "Where the texts say it"]
    lines += [f"  {known.texts[text].title}: {where}" for text, where in clause.sources.items()] or ["  nowhere"]
    readings = [reading for reading in known.readings.values() if clause.id in reading.clauses]
    if readings:
        lines += ["", "Readings"] + [f"  {reading.id}: {reading.question}" for reading in readings]
    return lines


def _tell_reading(reading: Reading, known: Catalogue) -> list[str]:
    lines = [reading.id, f"  {reading.question}", "", "Values, the default first"]
    for value in reading.values:
        notes = ["" if value.played else "not played", "a game need not end" if value.endless else ""]
        off = ", ".join((*value.clauses_off, *value.readings_off))
        notes.append(f"switches off {off}" if off else "")
        note = "; ".join(note for note in notes if note)
        lines.append(f"  {value.name}: {value.meaning}" + (f" ({note})" if note else ""))
    lines += ["", "What the texts say"]
    for text, support in reading.texts.items():
        says = " ".join(filter(None, (support.firmness, support.value)))
        words = f', on the words "{support.hangs_on}"' if support.hangs_on else ""
        lines.append(f"  {known.texts[text].title}: {says}{words}")
    lines += ["", "Consulted at"] + [f"  {key}: {known.clauses[key].statement}" for key in reading.clauses]
    return lines


def _tell_code(where: tuple[Citation, ...], code: bool) -> list[str]:
    lines = ["", "Carried out by"]
    for citation in where:
        lines.append(f"  {citation.path}:{citation.line}  {citation.function}")
        if code:
            lines += ["", *(f"    {line}" for line in citation.source.splitlines()), ""]
    return lines


def _to_json(game: str, entry: Clause | Reading) -> Json:
    code = [asdict(citation) for citation in citations(game).get(entry.id, ())]
    return {"id": entry.id} | asdict(entry) | {"code": code}
