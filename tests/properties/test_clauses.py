"""The clauses and readings as data agree with the rules' page, with the engine and with the code, both ways."""

import random
import re
from pathlib import Path

import pytest

import reference_engine
from properties.citations import CLAUSE_ID, citations
from properties.clauses import catalogue, default_game
from properties.dealing import deal
from properties.policies import playout, random_policy
from reference_engine import games, load
from reference_engine.errors import IllegalAction, UnknownGame
from tests.reports.asking import ALL_ACTIONS

VILLAGE = load("village")
KNOWN = catalogue("village")
FOLDER = Path(reference_engine.__file__).parent / "village"

CLAUSES = [
    "V-SETUP-1", "V-SETUP-2", "V-SETUP-3", "V-SETUP-4", "V-SETUP-5", "V-TURN-1", "V-TURN-2", "V-INFO-1",
    "V-BRIBE-1", "V-BRIBE-2", "V-BRIBE-3", "V-BRIBE-4", "V-FAVOR-1", "V-FAVOR-2", "V-FAVOR-3",
    "V-REFILL-1", "V-REFILL-2", "V-REFILL-3", "V-MARKET-1", "V-MARKET-2", "V-MARKET-3",
    "V-CURSE-1", "V-CURSE-2", "V-CURSE-3", "V-CURSE-4", "V-DISCARD-1", "V-DRAW-1", "V-DRAW-2",
    "V-END-1", "V-END-2", "V-END-3", "V-SCORE-1", "V-SCORE-2", "V-SCORE-3", "V-WIN-1",
    "V-TIE-1", "V-TIE-2", "V-TIE-3",
]  # fmt: skip
ASSUMED = {  # wholly or in part, by the rules' page
    "V-SETUP-2", "V-SETUP-3", "V-SETUP-5", "V-TURN-2", "V-INFO-1", "V-REFILL-3", "V-DISCARD-1", "V-END-2",
}  # fmt: skip
READINGS = {  # the values, the default first; what the English, the Russian and the German text say
    "bribe.wilds": ("any all", "explicit any", "literal all", "silent"),
    "bribe.wilds_alone": ("existing never", "explicit existing", "open", "silent"),
    "favor.wild_bribe": ("bribe none", "open", "open", "literal bribe"),
    "track.passing": ("shift swap", "literal shift", "literal shift", "silent"),
    "refill.start": ("restart continue", "literal restart", "literal restart", "silent"),
    "refill.wild_bribe": ("bribe wild", "open", "open", "open"),
    "market.empty_stall": ("closed open", "open", "open", "silent"),
    "curse.distance": ("all type", "explicit all", "explicit all", "explicit all"),
    "curse.floor": ("stop block", "open", "open", "open"),
    "end.empty_deck": ("draw turn", "explicit draw", "open", "open"),
    "end.last_match": ("continue end", "explicit continue", "explicit continue", "literal continue"),
    "end.final_bribes": ("forced optional", "explicit forced", "explicit forced", "literal forced"),
    "score.wild_penalty": ("2 1 3 4", "explicit 2", "explicit 2", "open"),
    "tie.count": ("bribe treasure owned type", "open", "open", "silent"),
    "tie.steps": ("space value", "open", "open", "silent"),
    "tie.full": ("shared none", "open", "open", "open"),
}
SWITCHED_OFF = {
    ("bribe.wilds_alone", "never"): ({"V-BRIBE-4"}, {"favor.wild_bribe", "refill.wild_bribe"}),
    ("end.empty_deck", "turn"): ({"V-DRAW-2"}, {"end.last_match"}),
}


def test_the_clauses_are_those_of_the_rules_in_their_order() -> None:
    assert len(CLAUSES) == 38
    assert list(KNOWN.clauses) == CLAUSES
    assert KNOWN.version == VILLAGE.RULES


def test_every_clause_says_something_and_where_from() -> None:
    for key, clause in KNOWN.clauses.items():
        assert (clause.id, bool(clause.section), clause.statement[-1]) == (key, True, ".")
        assert set(clause.sources) <= set(KNOWN.texts)
        assert all(clause.sources.values())
        assert clause.sources or clause.assumed, f"{key} comes from nowhere"
    assert {key for key, clause in KNOWN.clauses.items() if clause.assumed} >= ASSUMED


def test_the_texts_are_the_three_that_were_compared() -> None:
    assert {key: text.language for key, text in KNOWN.texts.items()} == {"en": "en", "ru": "ru", "de": "de"}
    assert all(text.id == key and text.title for key, text in KNOWN.texts.items())


def test_the_readings_and_what_each_text_says_are_those_of_the_rules() -> None:
    assert list(KNOWN.readings) == list(READINGS)
    for key, (values, *texts) in READINGS.items():
        reading = KNOWN.readings[key]
        assert reading.id == key
        assert [value.name for value in reading.values] == values.split()
        assert [
            " ".join(filter(None, (reading.texts[text].firmness, reading.texts[text].value)))
            for text in ("en", "ru", "de")
        ] == texts, key
        assert all(bool(support.hangs_on) is (support.firmness != "silent") for support in reading.texts.values())


def test_the_played_values_are_exactly_the_choices_of_the_engine() -> None:
    played = {
        key: tuple(value.name for value in reading.values if value.played) for key, reading in KNOWN.readings.items()
    }
    assert list(played.items()) == list(VILLAGE.Ruleset.choices().items())
    unplayed = [(key, value.name) for key, r in KNOWN.readings.items() for value in r.values if not value.played]
    assert unplayed == [("end.final_bribes", "optional")]
    endless = [(key, value.name) for key, r in KNOWN.readings.items() for value in r.values if value.endless]
    assert endless == [("market.empty_stall", "open")]
    assert VILLAGE.Ruleset().readings() == {key: values[0] for key, values in played.items()}


def test_what_values_switch_off_is_what_the_rules_say() -> None:
    found = {
        (key, value.name): (set(value.clauses_off), set(value.readings_off))
        for key, reading in KNOWN.readings.items()
        for value in reading.values
        if value.clauses_off or value.readings_off
    }
    assert found == SWITCHED_OFF


def test_no_data_names_a_clause_or_a_reading_that_does_not_exist() -> None:
    for reading in KNOWN.readings.values():
        assert reading.clauses
        assert set(reading.clauses) <= set(CLAUSES)
        assert all(value.meaning for value in reading.values)
    for key, suspects in KNOWN.suspects.items():
        assert suspects
        assert len(set(suspects)) == len(suspects), key
        assert set(suspects) <= set(CLAUSES)
    statements = " ".join(clause.statement for clause in KNOWN.clauses.values())
    assert set(CLAUSE_ID.findall(statements)) <= set(CLAUSES)


@pytest.mark.parametrize("key", [*CLAUSES, *READINGS])
def test_every_clause_and_reading_is_carried_out_by_code_that_names_it(key: str) -> None:
    found = citations("village")[key]
    assert found
    for where in found:
        source = (FOLDER.parent.parent / where.path).read_text(encoding="utf-8")
        assert source.splitlines()[where.line - 1].startswith(f"def {where.function}(")
        assert where.source in source
        assert where.source.startswith(f"def {where.function}(")
        field = key.replace(".", "_", 1)
        assert re.search(rf"{re.escape(key)}\b|ruleset\.{field}\b", where.source)


def test_no_code_names_a_clause_that_does_not_exist() -> None:
    named = {key for file in FOLDER.glob("*.py") for key in CLAUSE_ID.findall(file.read_text(encoding="utf-8"))}
    assert named == set(CLAUSES)
    assert set(citations("village")) == {*CLAUSES, *READINGS}


def test_every_reading_that_is_played_both_ways_is_consulted_in_the_code() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.py"))
    for key, values in VILLAGE.Ruleset.choices().items():
        assert (f"ruleset.{key.replace('.', '_', 1)}" in source) is (len(values) > 1), key


def test_a_reading_is_consulted_where_one_of_its_clauses_is_carried_out() -> None:
    for key, reading in KNOWN.readings.items():
        cited = {clause for where in citations("village")[key] for clause in CLAUSE_ID.findall(where.source)}
        assert cited & set(reading.clauses), key


def test_whatever_differs_after_an_action_or_at_the_end_has_suspects() -> None:
    fields = set()
    for seed, start in enumerate(["restart", "continue"] * 4):
        ruleset = VILLAGE.Ruleset.from_readings({"refill.start": start})
        opening = deal(VILLAGE, VILLAGE.BOXES["full"], 2 + seed % 4, seed, ruleset)
        for action, state in playout(VILLAGE, opening, ruleset, random_policy(seed)):
            kind = VILLAGE.action_to_json(action)["type"]
            fields |= {f"{kind}.{field}" for field in (*VILLAGE.position_to_json(state), "legal")}
        outcome = VILLAGE.outcome_to_json(VILLAGE.outcome(state, ruleset))
        fields |= {"outcome", *(f"outcome.{field}" for field in outcome)}
    assert set(KNOWN.suspects) == fields


def test_every_refusal_in_play_names_a_clause() -> None:
    rng = random.Random(1)
    named = set()
    for seed in range(10):
        readings = {key: rng.choice(values) for key, values in VILLAGE.Ruleset.choices().items()}
        ruleset = VILLAGE.Ruleset.from_readings(readings | {"market.empty_stall": "closed"})
        opening = deal(VILLAGE, VILLAGE.BOXES["toy3"], 2, seed, ruleset)
        for _, state in playout(VILLAGE, opening, ruleset, random_policy(seed)):
            for data in ALL_ACTIONS:
                try:
                    VILLAGE.apply(state, VILLAGE.action_from_json(data), ruleset)
                except IllegalAction as error:
                    named.add(error.clause)
    assert named <= set(CLAUSES)
    assert len(named) >= 6


def test_the_default_game_is_a_game() -> None:
    assert default_game() == "village"
    assert default_game() in games()


def test_an_unknown_game_has_no_catalogue() -> None:
    with pytest.raises(UnknownGame):
        catalogue("chess")
