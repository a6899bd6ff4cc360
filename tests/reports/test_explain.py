"""`explain` tells what the data says and where the code is."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import reference_engine
from properties.citations import citations
from properties.clauses import catalogue
from properties.rulebooks import Answer, Support
from reference_engine import games
from tests.reports.running import InProcess

KNOWN = {name: catalogue(name) for name in games()}
CLAUSES = [(name, key) for name, known in KNOWN.items() for key in known.clauses]
READINGS = [(name, key) for name, known in KNOWN.items() for key in known.readings]
ALL = [key for known in KNOWN.values() for key in (*known.clauses, *known.readings)]


@pytest.mark.parametrize(("name", "key"), CLAUSES)
def test_a_clause_is_told_with_sources_readings_and_code(name: str, key: str, dragonproof: InProcess) -> None:
    known = KNOWN[name]
    clause = known.clauses[key]
    out = dragonproof("explain", key).out
    assert out.startswith(f"{key} ({clause.section})\n  {clause.statement}\n")
    assert (f"  Assumed: {clause.assumed}." in out) is (clause.assumed is not None)
    said = {text.title: text.clauses[key] for text in known.texts.values() if key in text.clauses}
    for title, passage in said.items():
        at = f"\n  {title}: {passage.where}{' (in part)' if passage.in_part else ''}\n"
        assert f'{at}    {passage.firmness}, on the words "{passage.hangs_on}": {passage.says}\n' in out
    assert out.count("on the words") == len(said)
    assert ("\n  nowhere\n" in out) is (not said)
    told = {reading for reading in known.readings if f"\n  {reading}: " in out}
    assert told == {reading.id for reading in known.readings.values() if key in reading.clauses}
    assert ("\nReadings\n" in out) is bool(told)
    places = [f"  {where.path}:{where.line}  {where.function}" for where in citations(name)[key]]
    assert out.splitlines()[-len(places) :] == places


@pytest.mark.parametrize(("name", "key"), READINGS)
def test_a_reading_is_told_with_values_texts_and_clauses(name: str, key: str, dragonproof: InProcess) -> None:
    known = KNOWN[name]
    reading = known.readings[key]
    out = dragonproof("explain", key).out
    assert out.startswith(f"{key}\n  {reading.question}\n")
    for value in reading.values:
        line = next(line for line in out.splitlines() if line.startswith(f"  {value.name}: {value.meaning}"))
        assert ("not played" in line, "a game need not end" in line) == (not value.played, value.endless)
        assert all(off in line for off in (*value.clauses_off, *value.readings_off))
        assert ("switches off" in line) is bool(value.clauses_off or value.readings_off)
        wordings = "".join(f"    {language}: {words}\n" for language, words in value.wording.items())
        assert f"\n  {value.name}\n{wordings}" in out
    for text in known.texts.values():
        support = text.readings[key]
        line = next(line for line in out.splitlines() if line.startswith(f"  {text.title}: "))
        assert f": {support.firmness}{f' {support.value}' if support.value else ''}" in line
        assert (f'on the words "{support.hangs_on}"' in line) is bool(support.hangs_on)
        said = [f"    {clause}: {text.clauses[clause].says}\n" for clause in reading.clauses if clause in text.clauses]
        assert f"\n{line}\n{''.join(said)}" in out
    assert all(f"\n  {clause}: {known.clauses[clause].statement}\n" in out for clause in reading.clauses)
    assert "\nCarried out by\n  reference_engine/" in out


def test_without_an_id_everything_is_listed_once_a_line(dragonproof: InProcess) -> None:
    out = dragonproof("explain").out
    assert [line.split(maxsplit=1)[0] for line in out.splitlines()] == ALL
    for known in KNOWN.values():
        assert all(entry.statement in out for entry in known.clauses.values())
        assert all(entry.question in out for entry in known.readings.values())


def test_ids_are_found_in_any_case(dragonproof: InProcess) -> None:
    assert dragonproof("explain", "v-favor-3") == dragonproof("explain", "V-FAVOR-3")
    assert dragonproof("explain", "TIE.Count") == dragonproof("explain", "tie.count")


def test_code_prints_the_functions_whole(dragonproof: InProcess) -> None:
    out = dragonproof("explain", "tie.count", "--code").out
    assert "def _count(" in out
    for where in citations("village")["tie.count"]:
        assert all(f"    {line}".rstrip() in map(str.rstrip, out.splitlines()) for line in where.source.splitlines())
    assert "def " not in dragonproof("explain", "tie.count").out


def test_the_code_is_where_it_is_said_to_be(dragonproof: InProcess) -> None:
    root = Path(reference_engine.__file__).parent.parent
    for entry in json.loads(dragonproof("explain", "--json", "-").out):
        assert entry["code"]
        for place in entry["code"]:
            line = (root / place["path"]).read_text(encoding="utf-8").splitlines()[place["line"] - 1]
            assert line.startswith(f"def {place['function']}(")


def test_the_json_of_one_is_an_object_and_of_all_a_list(dragonproof: InProcess) -> None:
    one = json.loads(dragonproof("explain", "V-FAVOR-3", "--json", "-").out)
    every = json.loads(dragonproof("explain", "--json", "-").out)
    assert one in every
    assert [entry["id"] for entry in every] == ALL
    assert one["statement"] == KNOWN["village"].clauses["V-FAVOR-3"].statement


def test_the_json_has_what_each_text_says(dragonproof: InProcess) -> None:
    for entry in json.loads(dragonproof("explain", "--json", "-").out):
        known = next(known for known in KNOWN.values() if entry["id"] in (*known.clauses, *known.readings))
        if entry["id"] in known.readings:
            said = {name: asdict(text.readings[entry["id"]]) for name, text in known.texts.items()}
        else:
            saying = {name: text.clauses.get(entry["id"]) for name, text in known.texts.items()}
            said = {name: asdict(passage) for name, passage in saying.items() if passage}
        assert entry["texts"] == said


def test_a_conflict_and_an_answer_are_told(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    known = KNOWN["village"]
    answer = Answer("3", "a letter of the publisher", "2026-03-01")
    support = Support("literal", conflict="A Wild takes away 5.", hangs_on="5 points", answer=answer)
    text = known.texts["village-en"]
    changed = replace(text, readings={**text.readings, "score.wild_penalty": support})
    catalogues = KNOWN | {"village": replace(known, texts={"village-en": changed})}
    monkeypatch.setattr("reports.explain.catalogue", catalogues.__getitem__)
    out = dragonproof("explain", "score.wild_penalty").out
    assert f'  {text.title}: literal conflict, on the words "5 points"\n' in out
    assert "    conflict: A Wild takes away 5.\n" in out
    assert "    answered 3: a letter of the publisher, 2026-03-01\n" in out
