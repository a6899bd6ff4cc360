"""The clauses and readings as data agree with the rules' page, with the engine and with the code, both ways."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import reference_engine
from properties.citations import CLAUSE_ID, citations
from properties.clauses import Catalogue, catalogue, default_game
from properties.dealing import deal
from properties.policies import playout, random_policy
from reference_engine import games, load
from reference_engine.errors import IllegalAction, UnknownGame
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from tests.reports.asking import ALL_ACTIONS

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Page:
    """What the page of a game's rules says, written down from there.

    texts: their names and languages. listed: its clauses. assumed: those that are, wholly or in part. readings:
    the values, the default first, and what each text says. box: a small one, with a number of players. actions: all
    that could be, or many of them.
    """

    game: Game
    texts: dict[str, str]
    listed: str
    assumed: set[str]
    readings: dict[str, tuple[str, ...]]
    switched_off: dict[tuple[str, str], tuple[set[str], set[str]]]
    unplayed: list[tuple[str, str]]
    endless: list[tuple[str, str]]
    box: tuple[str, int]
    actions: Sequence[Json]

    @property
    def clauses(self) -> list[str]:
        return self.listed.split()

    @property
    def name(self) -> str:
        return self.game.NAME

    @property
    def known(self) -> Catalogue:
        return catalogue(self.name)

    @property
    def code(self) -> list[Path]:
        return sorted((Path(reference_engine.__file__).parent / self.name).glob("*.py"))


VILLAGE = Page(
    game=load("village"),
    texts={"village-en": "en", "village-ru": "ru", "village-de": "de"},
    listed="""
        V-SETUP-1 V-SETUP-2 V-SETUP-3 V-SETUP-4 V-SETUP-5 V-TURN-1 V-TURN-2 V-INFO-1 V-BRIBE-1 V-BRIBE-2
        V-BRIBE-3 V-BRIBE-4 V-FAVOR-1 V-FAVOR-2 V-FAVOR-3 V-REFILL-1 V-REFILL-2 V-REFILL-3 V-MARKET-1
        V-MARKET-2 V-MARKET-3 V-CURSE-1 V-CURSE-2 V-CURSE-3 V-CURSE-4 V-DISCARD-1 V-DRAW-1 V-DRAW-2 V-END-1
        V-END-2 V-END-3 V-SCORE-1 V-SCORE-2 V-SCORE-3 V-WIN-1 V-TIE-1 V-TIE-2 V-TIE-3
    """,
    assumed={"V-SETUP-2", "V-SETUP-3", "V-SETUP-5", "V-TURN-2", "V-INFO-1", "V-REFILL-3", "V-DISCARD-1", "V-END-2"},
    readings={
        "bribe.wilds": ("any all", "explicit any", "literal all", "silent"),
        "bribe.wilds_alone": ("existing never", "explicit existing", "open", "silent"),
        "favor.distance": ("played bribe new", "literal played", "open", "explicit played"),
        "favor.wild_bribe": ("bribe none", "open", "open", "literal bribe"),
        "favor.overshoot": ("stop block stay", "literal stop", "literal stop", "open"),
        "track.passing": ("shift swap", "literal shift", "literal shift", "silent"),
        "refill.start": ("restart continue", "literal restart", "literal restart", "silent"),
        "refill.wild_bribe": ("bribe wild", "open", "open", "open"),
        "refill.standing_wild": ("dealt market", "explicit dealt", "open", "explicit dealt"),
        "market.empty_stall": ("closed open", "open", "open", "silent"),
        "curse.distance": ("all type", "explicit all", "explicit all", "explicit all"),
        "curse.floor": ("stop block", "open", "open", "open"),
        "end.empty_deck": ("draw turn", "explicit draw", "open", "open"),
        "end.last_match": ("continue end", "explicit continue", "explicit continue", "literal continue"),
        "end.final_bribes": ("forced optional", "explicit forced", "explicit forced", "literal forced"),
        "score.wild_penalty": ("2 1 3 4", "explicit 2", "explicit 2", "open"),
        "tie.among": ("still tied all", "open", "open", "silent"),
        "tie.count": ("bribe treasure owned type", "open", "open", "silent"),
        "tie.steps": ("space value", "open", "open", "silent"),
        "tie.full": ("shared none", "open", "open", "open"),
    },
    switched_off={
        ("bribe.wilds_alone", "never"): ({"V-BRIBE-4"}, {"favor.wild_bribe", "refill.wild_bribe"}),
        ("favor.distance", "new"): (set(), {"favor.wild_bribe"}),
        ("end.empty_deck", "turn"): ({"V-DRAW-2"}, {"end.last_match"}),
    },
    unplayed=[("end.final_bribes", "optional")],
    endless=[("market.empty_stall", "open")],
    box=("toy3", 2),
    actions=ALL_ACTIONS,
)
DRACHENSCHATZ = Page(
    game=load("drachenschatz"),
    texts={"drachenschatz-de": "de"},
    listed="""
        D-SETUP-1 D-SETUP-2 D-YEAR-1 D-YEAR-2 D-TURN-1 D-REVEAL-1 D-REVEAL-2 D-CLAIM-1 D-CLAIM-2 D-INFO-1
        D-LAST-1 D-YEAR-3 D-YEAR-4 D-YEAR-5 D-ANIMAL-1 D-ANIMAL-2 D-ANIMAL-3 D-SCORE-1 D-WIN-1
    """,
    assumed={"D-SETUP-2", "D-REVEAL-2", "D-INFO-1", "D-SCORE-1"},
    readings={
        "claim.turns": ("none reveal", "open"),
        "year.starter": ("leftover claimer", "literal leftover"),
        "animals.tie": ("spared next", "literal spared"),
        "animals.tie_scope": ("half player", "open"),
        "animals.both": ("alone has", "open"),
        "win.tie": ("shared none", "open"),
    },
    switched_off={},
    unplayed=[],
    endless=[],
    box=("toy3", 3),
    actions=[{"type": kind, "pile": pile} for kind in ("reveal", "claim") for pile in range(6)],
)
PAGES = [VILLAGE, DRACHENSCHATZ]
EVERY = [(page, key) for page in PAGES for key in (*page.clauses, *page.readings)]
each_game = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_game
def test_the_clauses_are_those_of_the_rules_in_their_order(page: Page) -> None:
    assert list(page.known.clauses) == page.clauses
    assert page.known.version == page.game.RULES


@each_game
def test_every_clause_says_something_and_where_from(page: Page) -> None:
    for key, clause in page.known.clauses.items():
        assert (clause.id, bool(clause.section), clause.statement[-1]) == (key, True, ".")
        said = any(key in text.clauses for text in page.known.texts.values())
        assert said or clause.assumed, f"{key} comes from nowhere"
    assert {key for key, clause in page.known.clauses.items() if clause.assumed} >= page.assumed


@each_game
def test_the_texts_are_those_that_were_compared(page: Page) -> None:
    assert {key: text.language for key, text in page.known.texts.items()} == page.texts
    assert {text.game for text in page.known.texts.values()} == {page.name}


@each_game
def test_the_readings_and_what_each_text_says_are_those_of_the_rules(page: Page) -> None:
    assert list(page.known.readings) == list(page.readings)
    for key, (values, *texts) in page.readings.items():
        reading = page.known.readings[key]
        assert reading.id == key
        assert [value.name for value in reading.values] == values.split()
        said = [page.known.texts[text].readings[key] for text in page.texts]
        assert [" ".join(filter(None, (support.firmness, support.value))) for support in said] == texts, key


@each_game
def test_every_value_has_one_sentence_in_each_language_that_would_close_the_question(page: Page) -> None:
    worded: list[str] = []
    for reading in page.known.readings.values():
        for value in reading.values:
            assert set(value.wording) == {"en", "ru", "de"}, (reading.id, value.name)
            assert (value.wording["en"].isascii(), value.wording["ru"].isascii()) == (True, False)
            worded += value.wording.values()
    assert all(each[0].isupper() and each.find(".") == len(each) - 1 for each in worded)
    assert len(set(worded)) == len(worded)


@each_game
def test_the_played_values_are_exactly_the_choices_of_the_engine(page: Page) -> None:
    played = {
        key: tuple(value.name for value in reading.values if value.played)
        for key, reading in page.known.readings.items()
    }
    assert list(played.items()) == list(page.game.Ruleset.choices().items())
    unplayed = [(key, value.name) for key, r in page.known.readings.items() for value in r.values if not value.played]
    assert unplayed == page.unplayed
    endless = [(key, value.name) for key, r in page.known.readings.items() for value in r.values if value.endless]
    assert endless == page.endless
    assert page.game.Ruleset().readings() == {key: values[0] for key, values in played.items()}


@each_game
def test_what_values_switch_off_is_what_the_rules_say(page: Page) -> None:
    found = {
        (key, value.name): (set(value.clauses_off), set(value.readings_off))
        for key, reading in page.known.readings.items()
        for value in reading.values
        if value.clauses_off or value.readings_off
    }
    assert found == page.switched_off


@each_game
def test_no_data_names_a_clause_or_a_reading_that_does_not_exist(page: Page) -> None:
    for reading in page.known.readings.values():
        assert reading.clauses
        assert set(reading.clauses) <= set(page.clauses)
        assert all(value.meaning for value in reading.values)
    for key, suspects in page.known.suspects.items():
        assert suspects
        assert len(set(suspects)) == len(suspects), key
        assert set(suspects) <= set(page.clauses)
    statements = " ".join(clause.statement for clause in page.known.clauses.values())
    assert set(CLAUSE_ID.findall(statements)) <= set(page.clauses)


@pytest.mark.parametrize(("page", "key"), EVERY, ids=[key for _, key in EVERY])
def test_every_clause_and_reading_is_carried_out_by_code_that_names_it(page: Page, key: str) -> None:
    found = citations(page.name)[key]
    assert found
    for where in found:
        source = (ROOT / where.path).read_text(encoding="utf-8")
        assert source.splitlines()[where.line - 1].startswith(f"def {where.function}(")
        assert where.source in source
        assert where.source.startswith(f"def {where.function}(")
        field = key.replace(".", "_", 1)
        assert re.search(rf"{re.escape(key)}\b|ruleset\.{field}\b", where.source)


@each_game
def test_no_code_names_a_clause_that_does_not_exist(page: Page) -> None:
    named = {key for file in page.code for key in CLAUSE_ID.findall(file.read_text(encoding="utf-8"))}
    assert named == set(page.clauses)
    assert set(citations(page.name)) == {*page.clauses, *page.readings}


@each_game
def test_every_reading_that_is_played_both_ways_is_consulted_in_the_code(page: Page) -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in page.code)
    for key, values in page.game.Ruleset.choices().items():
        assert (f"ruleset.{key.replace('.', '_', 1)}" in source) is (len(values) > 1), key


@each_game
def test_a_reading_is_consulted_where_one_of_its_clauses_is_carried_out(page: Page) -> None:
    for key, reading in page.known.readings.items():
        cited = {clause for where in citations(page.name)[key] for clause in CLAUSE_ID.findall(where.source)}
        assert cited & set(reading.clauses), key


@each_game
def test_whatever_differs_after_an_action_or_at_the_end_has_suspects(page: Page) -> None:
    game, fields = page.game, set()
    for file in sorted((ROOT / "seeds" / page.name / "records").iterdir()):
        record = read_record(file.read_bytes())
        for step in record.steps:
            fields |= {f"{game.action_kind(step.action)}.{field}" for field in (*(step.state or {}), "legal")}
        fields |= {"outcome", *(f"outcome.{field}" for field in record.outcome or {})}
    # a field that only some readings have, and no recorded game
    assert {field for field in set(page.known.suspects) ^ fields if not field.endswith(".next_stall")} == set()


@each_game
def test_every_refusal_in_play_names_a_clause(page: Page) -> None:
    game, (box, players) = page.game, page.box
    rng = random.Random(1)
    named = set()
    for seed in range(10):
        readings = {key: rng.choice(values) for key, values in game.Ruleset.choices().items()}
        ruleset = game.Ruleset.from_readings(readings | {reading: "closed" for reading, _ in page.endless})
        opening = deal(game, game.BOXES[box], players, seed, ruleset)
        for _, state in playout(game, opening, ruleset, random_policy(seed)):
            for action in map(game.action_from_json, page.actions):
                try:
                    game.apply(state, action, ruleset)
                except IllegalAction as error:
                    named.add(error.clause)
    assert named <= set(page.clauses)
    assert len(named) >= 4


def test_the_default_game_is_a_game() -> None:
    assert default_game() == "village"
    assert default_game() in games()


def test_an_unknown_game_has_no_catalogue() -> None:
    with pytest.raises(UnknownGame):
        catalogue("chess")
