"""Rulebooks: those in `seeds/`, one of one's own, and what is wrong with a file told so that it can be mended."""

import re
from datetime import date
from pathlib import Path

import pytest

from properties.clauses import Catalogue, catalogue, read_rulebook
from properties.rulebooks import Answer, Passage, Rulebook, Support, rulebooks_in
from properties.rulesets import literal_readings
from properties.tables import BadTable
from reference_engine import games, load

FOLDER = Path(__file__).parents[2] / "seeds" / "rulebooks"
GAMES = [(game, catalogue(game)) for game in games()]
GAME, KNOWN = GAMES[-1]
CLAUSE, READING = next(iter(KNOWN.clauses)), next(iter(KNOWN.readings.values()))
DEFAULT = READING.values[0].name
VALUES = {key: tuple(value.name for value in reading.values) for key, reading in KNOWN.readings.items()}

HEAD = f"""
game = "{GAME}"
language = "pt-BR"
title = "Rules in Portuguese"
source = "a leaflet"
"""
SAID = f"""
[clauses.{CLAUSE}]
where = "Preparação, 1st paragraph"
says = "Some can play."
firmness = "literal"
hangs_on = "alguns jogadores"
"""
TOUCHED = f"""
[readings."{READING.id}"]
firmness = "explicit"
value = "{DEFAULT}"
hangs_on = "alguns"
"""
ONE = HEAD + SAID + TOUCHED
ANSWERED = 'status = { answered = "V", source = "a letter", date = 2026-03-01 }'


def read(text: str) -> Rulebook:
    return read_rulebook(text.encode())


def test_a_file_becomes_the_rulebook_that_it_describes() -> None:
    text = read(ONE)
    assert (text.game, text.language, text.title, text.source) == (GAME, "pt-BR", "Rules in Portuguese", "a leaflet")
    passage = Passage("Preparação, 1st paragraph", "Some can play.", "literal", "alguns jogadores", in_part=False)
    assert text.clauses == {CLAUSE: passage}
    assert text.readings[READING.id] == Support("explicit", value=DEFAULT, hangs_on="alguns")
    assert read(ONE.replace("[readings", "in_part = true\n[readings")).clauses[CLAUSE].in_part


def test_what_a_file_leaves_out_is_silent() -> None:
    text = read(HEAD)
    assert text.clauses == {}
    assert list(text.readings) == list(KNOWN.readings)
    assert set(text.readings.values()) == {Support("silent")}


def test_clauses_and_readings_stand_in_the_order_of_the_rules_whatever_that_of_the_file() -> None:
    clauses = list(KNOWN.clauses)[:2]
    other = SAID.replace(CLAUSE, clauses[1])
    assert list(read(HEAD + TOUCHED + other + SAID).clauses) == clauses


@pytest.mark.parametrize("firmness", ["open", "silent"])
def test_a_text_that_names_no_value_supports_none(firmness: str) -> None:
    words = 'hangs_on = "alguns"' if firmness == "open" else ""
    support = read(f'{HEAD}[readings."{READING.id}"]\nfirmness = "{firmness}"\n{words}').readings[READING.id]
    assert (support.firmness, support.value, support.conflict) == (firmness, None, None)


def test_a_text_may_say_something_that_fits_no_value() -> None:
    text = read(ONE.replace(f'value = "{DEFAULT}"', 'conflict = "All can play."'))
    assert text.readings[READING.id] == Support("explicit", conflict="All can play.", hangs_on="alguns")


def test_a_question_is_open_until_an_answer_says_who_where_and_when() -> None:
    assert read(ONE + 'status = "open"').readings[READING.id].answer is None
    answered = read(ONE + ANSWERED.replace("V", DEFAULT)).readings[READING.id].answer
    assert answered == Answer(DEFAULT, "a letter", date(2026, 3, 1).isoformat())
    silent = f'{HEAD}[readings."{READING.id}"]\nfirmness = "silent"\n' + ANSWERED.replace("V", DEFAULT)
    assert read(silent).readings[READING.id].answer == answered


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = ", "not TOML: "),
        ("n = " + "9" * 5000, "not TOML: "),
        (ONE.replace(f'"{GAME}"', '"chess"'), f"game: no 'chess'; write one of: {', '.join(games())}"),
        (ONE.replace('"pt-BR"', '"Portuguese"'), "language: 'Portuguese' is no code; write the text's language as"),
        (ONE.replace('title = "Rules in Portuguese"', ""), "title is missing; write what the text is"),
        (ONE.replace('"a leaflet"', '" "'), "source: ' ' is no text; write where it stands in quotes"),
        (ONE.replace("title", "titel"), "titel: no such key; the keys are: game, language, title, source, clauses, re"),
        (HEAD + "clauses = 3", "clauses: write it as a table with keys, not 3"),
        (f"{HEAD}[clauses]\n{CLAUSE} = 3", f"clauses.{CLAUSE}: write it as a table with keys, not 3"),
        (ONE.replace(CLAUSE, "X-NO-1"), f"clauses: {GAME} has no 'X-NO-1'; `dragonproof explain` lists the ids"),
        (ONE.replace(READING.id, "no.such"), f"readings: {GAME} has no 'no.such'; `dragonproof explain` lists"),
        (
            ONE.replace('says = "Some can play."', ""),
            f"clauses.{CLAUSE}.says is missing; write what this text says, in",
        ),
        (ONE.replace("says = ", "sagt = "), f"clauses.{CLAUSE}.sagt: no such key; the keys are: where, says, firmness"),
        (ONE.replace('"alguns jogadores"', "3"), f"clauses.{CLAUSE}.hangs_on: 3 is no text; write two or three words"),
        (ONE.replace('"literal"', '"firm"'), f"clauses.{CLAUSE}.firmness: no 'firm'; write one of: explicit, literal"),
        (ONE.replace('"literal"', '"silent"'), f"clauses.{CLAUSE}.firmness: a clause on which the text is silent is l"),
        (HEAD + SAID + "in_part = 1", f"clauses.{CLAUSE}.in_part: write true or leave it out, not 1"),
        (ONE.replace('"explicit"', '"sure"'), f"readings.\"{READING.id}\".firmness: no 'sure'; write one of: explicit"),
        (ONE.replace(f'"{DEFAULT}"', '"no"'), f"readings.\"{READING.id}\".value: no 'no'; write one of: {DEFAULT}, "),
        (ONE.replace("value =", "worth ="), f'readings."{READING.id}".worth: no such key; the keys are: firmness, val'),
        (ONE.replace('"explicit"', '"open"'), f'readings."{READING.id}".value: a text that is open names none; take'),
        (
            ONE.replace('"explicit"', '"open"').replace("value", "conflict"),
            f'readings."{READING.id}".conflict: a text that is open names none; take it out, or change firmness',
        ),
        (ONE.replace(f'value = "{DEFAULT}"', ""), f'readings."{READING.id}".firmness: a text that is explicit names o'),
        (ONE + 'conflict = "Both."', f'readings."{READING.id}".firmness: a text that is explicit names one value; wr'),
        (ONE.replace('hangs_on = "alguns"', ""), f'readings."{READING.id}".hangs_on is missing; write two or three w'),
        (
            ONE.replace('"explicit"', '"silent"').replace(f'value = "{DEFAULT}"', ""),
            f'readings."{READING.id}".hangs_on: a text that is silent has no words; take it out, or change firmness',
        ),
        (ONE + 'status = "answered"', f'readings."{READING.id}".status: write "open", or {{ answered = VALUE, source'),
        (ONE + ANSWERED, f"readings.\"{READING.id}\".status.answered: no 'V'; write one of: {DEFAULT}, "),
        (
            ONE + ANSWERED.replace("V", DEFAULT).replace("2026-03-01", '"2026-03-01"'),
            f'readings."{READING.id}".status.date: write the day of the answer, such as 2026-03-01 without quotes',
        ),
        (
            ONE + ANSWERED.replace("V", DEFAULT).replace('source = "a letter", ', ""),
            f'readings."{READING.id}".status.source is missing; write where it stands',
        ),
        (
            ONE + ANSWERED.replace("V", DEFAULT).replace("source", "where"),
            f'readings."{READING.id}".status.where: no such key; the keys are: answered, source, date',
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_key_and_what_to_do(text: str, told: str) -> None:
    assert text != ONE
    with pytest.raises(BadTable, match=f"^{re.escape(told)}"):
        read(text)


def test_of_a_clause_no_text_is_told_to_be_silent() -> None:
    with pytest.raises(BadTable, match=r"write one of: explicit, literal, open$"):
        read(ONE.replace('"literal"', '"firm"'))


def test_bytes_that_are_no_utf_8_are_refused_and_a_mark_at_the_front_is_not() -> None:
    with pytest.raises(BadTable, match="save it as UTF-8"):
        read_rulebook(ONE.encode("utf-16"))
    assert read_rulebook(ONE.encode("utf-8-sig")) == read(ONE)


def found(folder: Path) -> dict[str, Rulebook]:
    return rulebooks_in(folder, GAME, KNOWN.clauses, VALUES)


def test_adding_a_text_is_adding_a_file(tmp_path: Path) -> None:
    for file in FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert found(tmp_path) == KNOWN.texts
    (tmp_path / "leaflet.toml").write_text(ONE, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no rulebook", encoding="utf-8")
    assert found(tmp_path) == {**KNOWN.texts, "leaflet": read(ONE)}
    assert list(found(tmp_path)) == sorted(found(tmp_path))


def test_a_bad_file_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "leaflet.toml").write_text(ONE.replace("title", "titel"), encoding="utf-8")
    with pytest.raises(BadTable, match=re.escape(f"{tmp_path.name}/leaflet.toml: titel: no such key")):
        found(tmp_path)


def test_every_file_of_the_folder_is_a_text_of_its_game() -> None:
    names = [name for _, known in GAMES for name in known.texts]
    assert sorted(names) == sorted(file.name.removesuffix(".toml") for file in FOLDER.iterdir())
    for game, known in GAMES:
        for name, text in known.texts.items():
            assert name == f"{game}-{text.language}"
            assert text == read_rulebook((FOLDER / f"{name}.toml").read_bytes())


@pytest.mark.parametrize("known", [known for _, known in GAMES], ids=games())
def test_what_a_text_says_is_restated_and_of_its_own_words_at_most_three_are_quoted(known: Catalogue) -> None:
    for text in known.texts.values():
        for passage in text.clauses.values():
            assert re.fullmatch(r"[A-Z].{10,160}\.", passage.says), passage
        quoted = [passage.hangs_on for passage in text.clauses.values()]
        quoted += [support.hangs_on for support in text.readings.values() if support.hangs_on]
        assert [words for words in quoted if len(re.findall(r"\w+", words.removesuffix(" (missing)"))) > 3] == []


@pytest.mark.parametrize("game", games())
def test_a_literal_ruleset_takes_what_the_text_names_and_the_engine_plays(game: str) -> None:
    choices = load(game).Ruleset.choices()
    for text, readings in zip(catalogue(game).texts.values(), literal_readings(load(game)), strict=True):
        named = {key: support.value for key, support in text.readings.items() if support.value}
        assert readings == {key: value for key, value in named.items() if value in choices[key]}
        assert load(game).Ruleset.from_readings(readings)
