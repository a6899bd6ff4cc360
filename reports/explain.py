"""`dragonproof explain`: a clause or a reading in words, with its sources and its code."""

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from properties.citations import Citation, citations
from properties.clauses import Catalogue, Clause, Reading, catalogue
from properties.rulebooks import Rulebook
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.files import write_file
from reports.options import examples, games_option, json_option, spelled
from reports.stamps import stamp


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
        told = [f"{entry.id:22}{_headline(entry)}" for _, entry in entries.values()]
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
    said = [(text, text.clauses[clause.id]) for text in known.texts.values() if clause.id in text.clauses]
    for text, passage in said:
        lines.append(f"  {text.title}: {passage.where}" + (" (in part)" if passage.in_part else ""))
        lines.append(f'    {passage.firmness}, on the words "{passage.hangs_on}": {passage.says}')
    lines += [] if said else ["  nowhere"]
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
    for text in known.texts.values():
        lines += _tell_support(text, reading)
    lines += ["", "A wording that would close the question"]
    for value in reading.values:
        lines += [f"  {value.name}", *(f"    {language}: {words}" for language, words in value.wording.items())]
    lines += ["", "Consulted at"] + [f"  {key}: {known.clauses[key].statement}" for key in reading.clauses]
    return lines


def _tell_support(text: Rulebook, reading: Reading) -> list[str]:
    """What a text says of a reading, and of those of its clauses that it says."""
    support = text.readings[reading.id]
    says = " ".join(filter(None, (support.firmness, support.value or (support.conflict and "conflict"))))
    words = f', on the words "{support.hangs_on}"' if support.hangs_on else ""
    lines = [f"  {text.title}: {says}{words}"]
    if support.conflict:
        lines.append(f"    conflict: {support.conflict}")
    if support.answer:
        lines.append(f"    answered {support.answer.value}: {support.answer.source}, {support.answer.date}")
    return lines + [f"    {key}: {text.clauses[key].says}" for key in reading.clauses if key in text.clauses]


def _tell_code(where: tuple[Citation, ...], code: bool) -> list[str]:
    lines = ["", "Carried out by"]
    for citation in where:
        lines.append(f"  {citation.path}:{citation.line}  {citation.function}")
        if code:
            lines += ["", *(f"    {line}" for line in citation.source.splitlines()), ""]
    return lines


def _to_json(game: str, entry: Clause | Reading) -> Json:
    code = [asdict(citation) for citation in citations(game).get(entry.id, ())]
    texts = catalogue(game).texts
    about = (text.clauses if isinstance(entry, Clause) else text.readings for text in texts.values())
    says = {name: asdict(said[entry.id]) for name, said in zip(texts, about, strict=True) if entry.id in said}
    known = {"game": game, "rules": load(game).RULES, "id": entry.id}
    return stamp("explain") | known | asdict(entry) | {"texts": says, "code": code}
