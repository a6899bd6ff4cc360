"""The catalogues of mutants can be read and loaded, cover every clause, and each mutant really differs."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from properties.clauses import catalogue, default_game
from properties.dealing import deal
from properties.mutants import BadCatalogue, Mutant, MutantGone, load_mutant, mutants, read_catalogue
from reference_engine import games, load
from reference_engine.errors import IllegalAction
from reference_engine.interface import Box, Game
from reference_engine.jsonform import Json
from tests.properties.mutants.samples import sample

CRASH = "it crashes"
MUTANTS = [pytest.param(game, mutant, id=f"{game}-{mutant.id}") for game in games() for mutant in mutants(game)]
GAME = default_game()
ONE = """[a-mutant]
clause = "CLAUSE"
sentence = "Nothing is drawn."
origin = "rules"
rare = true
readings = { "a.reading" = "none" }
file = "draw"
before = "a"
after = "b"
""".replace("CLAUSE", min(catalogue(GAME).clauses))


@cache
def shown(game: str) -> dict[str, Json]:
    """For each mutant of a game the play that shows it."""
    lines = (Path(__file__).parent / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["mutant"]: row for row in map(json.loads, lines)}


def views(game: str) -> list[tuple[Mutant, Json]]:
    """The mutants of a game that show too much, and the plays that show it."""
    both = [(mutant, shown(game)[mutant.id]) for mutant in mutants(game)]
    return [(mutant, show) for mutant, show in both if show["shows"] == "observe"]


def boxed(game: Game, show: Json) -> Box:
    """The box that a play is dealt from."""
    box = show.get("box", next(iter(game.BOXES)))
    return game.BOXES[box] if isinstance(box, str) else game.box_from_json(box)


def opening(game: Game, show: Json) -> Json:
    """What every shuffle of an opening has in common."""
    state = deal(game, boxed(game, show), show["players"], 0, game.Ruleset())
    return sample(game.NAME).in_common(game.position_to_json(state))


def reached(name: str, mutant: Mutant, show: Json) -> Json:
    """The position to which the engine plays; without the last action where that is what differs."""
    game = load(name)
    ruleset = game.Ruleset.from_readings(mutant.readings)
    state = game.initial_state(boxed(game, show), show["players"], show["shuffled"], ruleset)
    for text in show["actions"][: -1 if show["shows"] == "apply" else None]:
        state = game.apply(state, game.action_from_text(text), ruleset)
    return game.position_to_json(state)


def told(game: Game, mutant: Mutant, show: Json) -> object:
    """What a game tells where that mutant shows."""
    if show["shows"] == "opening":
        return opening(game, show)
    ruleset = game.Ruleset.from_readings(mutant.readings)
    data = reached(game.NAME, mutant, show)
    state = game.position_from_json(data, ruleset)
    match show["shows"]:
        case "apply":
            return _applied(game, state, show["actions"][-1], ruleset)
        case "legal":
            return [game.action_to_text(action) for action in game.legal_actions(state, ruleset)]
        case "outcome":
            return game.outcome_to_json(game.outcome(state, ruleset))
        case "observe":
            other = game.position_from_json(data | show["change"], ruleset)
            return game.observe(state, show["player"]) == game.observe(other, show["player"])
    raise AssertionError(show["shows"])


def _applied(game: Game, state: Any, action: str, ruleset: Any) -> object:
    try:
        return game.position_to_json(game.apply(state, game.action_from_text(action), ruleset))
    except IllegalAction:
        return "illegal"
    except Exception:
        return CRASH


@pytest.mark.parametrize("game", games())
def test_every_mutant_is_kept_with_a_play_that_shows_it(game: str) -> None:
    assert sorted(shown(game)) == sorted(mutant.id for mutant in mutants(game))


@pytest.mark.parametrize(("game", "mutant"), MUTANTS)
def test_the_mutant_differs_from_the_engine_in_a_play_from_an_opening(game: str, mutant: Mutant) -> None:
    show = shown(game)[mutant.id]
    got = told(load_mutant(game, mutant), mutant, show)
    assert got != told(load(game), mutant, show)
    assert (got == CRASH) == ("crashes" in mutant.sentence)


@pytest.mark.parametrize("game", games())
def test_a_view_of_the_engine_does_not_change_with_what_the_player_cannot_see(game: str) -> None:
    for mutant, show in views(game):
        data, player = reached(game, mutant, show), show["player"]
        changed = data | show["change"]
        assert told(load(game), mutant, show) is True
        assert sample(game).seen(data, player) == sample(game).seen(changed, player)
        assert sample(game).unseen(data, player) == sample(game).unseen(changed, player)


@pytest.mark.parametrize("game", games())
def test_ids_are_slugs_and_sentences_are_sentences(game: str) -> None:
    for mutant in mutants(game):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", mutant.id), mutant.id
        assert re.fullmatch(r"[A-Z][^.]*\.", mutant.sentence), mutant.id
    assert len({mutant.sentence for mutant in mutants(game)}) == len(mutants(game))


@pytest.mark.parametrize("game", games())
def test_no_two_mutants_are_the_same_change(game: str) -> None:
    assert len({(mutant.file, mutant.before, mutant.after) for mutant in mutants(game)}) == len(mutants(game))


@pytest.mark.parametrize("game", games())
def test_every_clause_has_a_mutant(game: str) -> None:
    assert {mutant.clause for mutant in mutants(game)} == set(catalogue(game).clauses)


@pytest.mark.parametrize("game", games())
def test_the_readings_of_a_mutant_exist_and_are_not_the_default(game: str) -> None:
    for mutant in mutants(game):
        assert load(game).Ruleset.from_readings(mutant.readings).differences() == dict(mutant.readings), mutant.id


@pytest.mark.parametrize("game", games())
def test_there_are_as_many_mutants_of_each_sort_as_promised(game: str) -> None:
    has = {
        "all": len(mutants(game)),
        "rules": sum(mutant.origin == "rules" for mutant in mutants(game)),
        "rare": sum(mutant.rare for mutant in mutants(game)),
        "views": len(views(game)),
        "readings": sum(bool(mutant.readings) for mutant in mutants(game)),
    }
    assert {sort: min(number, has[sort]) for sort, number in sample(game).PROMISED.items()} == sample(game).PROMISED
    assert {mutant.origin for mutant in mutants(game)} == {"rules", "code"}


def test_a_text_becomes_the_mutants_that_it_describes() -> None:
    clause = min(catalogue(GAME).clauses)
    assert read_catalogue(GAME, ONE) == (
        Mutant("a-mutant", clause, "Nothing is drawn.", "draw", "a", "b", "rules", True, {"a.reading": "none"}),
    )
    assert [mutant.id for mutant in read_catalogue(GAME, ONE.replace("a-mutant", "z") + ONE)] == ["z", "a-mutant"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ONE + ONE, "a-mutant"),
        (ONE.replace('-1"', '-9"'), f"a-mutant: no clause {min(catalogue(GAME).clauses)[:-1]}9 in {GAME}"),
        (ONE + 'colour = "red"', "a-mutant: no key colour"),
        (ONE.replace('after = "b"', ""), "a-mutant: after is missing"),
        (ONE.replace('"rules"', '"dream"'), "a-mutant: no origin dream"),
        ("[a-mutant", f"mutants of {GAME}"),
        ('a-mutant = "A"', "a-mutant is no table"),
    ],
    ids=["an id twice", "unknown clause", "unknown key", "missing key", "unknown origin", "no TOML", "no table"],
)
def test_a_bad_catalogue_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadCatalogue, match=re.escape(told)):
        read_catalogue(GAME, text)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize(
    ("file", "before"),
    [("state", "no such text"), ("state", "self"), ("no_module", "self")],
    ids=["gone", "more than once", "no such module"],
)
def test_a_mutant_whose_text_does_not_stand_exactly_once_fails_loudly(game: str, file: str, before: str) -> None:
    with pytest.raises(MutantGone, match="lost"):
        load_mutant(game, Mutant("lost", min(catalogue(game).clauses), "It is lost.", file, before, "Other"))
