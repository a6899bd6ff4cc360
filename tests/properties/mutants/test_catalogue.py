"""The catalogue of mutants can be read and loaded, covers every clause, and each mutant really differs.

`shows.jsonl` has for each mutant a game from an opening of the full box that leads to where it differs:
mutant; shows: what differs there: opening, apply (what the last action leads to, or whether it is accepted),
legal, outcome or observe; players; deck: all cards in the order in which they are dealt; track; actions;
and for observe the player, and the change of what that player cannot see.
"""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from properties.clauses import catalogue
from properties.dealing import deal
from properties.mutants import BadCatalogue, Mutant, MutantGone, load_mutant, mutants, read_catalogue
from reference_engine import load
from reference_engine.errors import IllegalAction
from reference_engine.interface import Game
from reference_engine.jsonform import Json

GAME = load("village")
MUTANTS = mutants("village")
IDS = [mutant.id for mutant in MUTANTS]
CRASH = "it crashes"
ONE = """[a-mutant]
clause = "V-DRAW-1"
sentence = "Nothing is drawn."
origin = "rules"
rare = true
readings = { "tie.full" = "none" }
file = "draw"
before = "a"
after = "b"
"""


@cache
def shown() -> dict[str, Json]:
    """For each mutant the game that shows it."""
    lines = (Path(__file__).parent / "shows.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["mutant"]: row for row in map(json.loads, lines)}


def opening(game: Game, players: int) -> Json:
    """What every shuffle of an opening has in common."""
    data = game.position_to_json(deal(game, next(iter(game.BOXES.values())), players, 0, game.Ruleset()))
    cards = [data["deck"], *data["hands"], *data["market"].values()]
    return data | {
        "deck": sorted("".join(cards)),
        "hands": [len(hand) for hand in data["hands"]],
        "market": {stall: len(cards) for stall, cards in data["market"].items()},
        "track": sorted(data["track"]),
    }


def unseen(data: Json) -> Counter[str]:
    """The cards of the deck and all hands together."""
    return Counter("".join((data["deck"], *data["hands"])))


def reached(show: Json, ruleset: Any) -> Json:
    """The position to which the engine plays the game; without the last action where that is what differs."""
    state = GAME.initial_state(GAME.BOXES["full"], show["players"], (show["deck"], show["track"]), ruleset)
    for text in show["actions"][: -1 if show["shows"] == "apply" else None]:
        state = GAME.apply(state, GAME.action_from_text(text), ruleset)
    return GAME.position_to_json(state)


def told(game: Game, mutant: Mutant, show: Json) -> object:
    """What a game tells where that mutant shows."""
    if show["shows"] == "opening":
        return opening(game, show["players"])
    ruleset = game.Ruleset.from_readings(mutant.readings)
    data = reached(show, GAME.Ruleset.from_readings(mutant.readings))
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


def test_every_mutant_is_kept_with_a_game_that_shows_it() -> None:
    assert sorted(shown()) == sorted(IDS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=IDS)
def test_the_mutant_differs_from_the_engine_in_a_game_from_an_opening(mutant: Mutant) -> None:
    show = shown()[mutant.id]
    got = told(load_mutant("village", mutant), mutant, show)
    assert got != told(GAME, mutant, show)
    assert (got == CRASH) == ("crashes" in mutant.sentence)


def test_a_view_of_the_engine_does_not_change_with_what_the_player_cannot_see() -> None:
    views = [(mutant, shown()[mutant.id]) for mutant in MUTANTS if shown()[mutant.id]["shows"] == "observe"]
    assert len(views) >= 5
    for mutant, show in views:
        data, player = reached(show, GAME.Ruleset()), show["player"]
        changed = data | show["change"]
        assert told(GAME, mutant, show) is True
        assert data["hands"][player] == changed["hands"][player]
        assert [*map(len, data["hands"])] == [*map(len, changed["hands"])]
        assert unseen(data) == unseen(changed)


def test_ids_are_slugs_and_sentences_are_sentences() -> None:
    for mutant in MUTANTS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", mutant.id), mutant.id
        assert re.fullmatch(r"[A-Z][^.]*\.", mutant.sentence), mutant.id
    assert len({mutant.sentence for mutant in MUTANTS}) == len(MUTANTS)


def test_no_two_mutants_are_the_same_change() -> None:
    assert len({(mutant.file, mutant.before, mutant.after) for mutant in MUTANTS}) == len(MUTANTS)


def test_every_clause_has_a_mutant() -> None:
    assert {mutant.clause for mutant in MUTANTS} == set(catalogue("village").clauses)


def test_there_are_as_many_mutants_of_each_sort_as_promised() -> None:
    assert len(MUTANTS) >= 80
    assert sum(mutant.origin == "rules" for mutant in MUTANTS) >= 25
    assert sum(mutant.rare for mutant in MUTANTS) >= 25
    assert sum(mutant.clause == "V-INFO-1" for mutant in MUTANTS) >= 5
    assert sum(bool(mutant.readings) for mutant in MUTANTS) >= 5
    assert {mutant.origin for mutant in MUTANTS} == {"rules", "code"}


def test_a_text_becomes_the_mutants_that_it_describes() -> None:
    assert read_catalogue("village", ONE) == (
        Mutant("a-mutant", "V-DRAW-1", "Nothing is drawn.", "draw", "a", "b", "rules", True, {"tie.full": "none"}),
    )
    assert [mutant.id for mutant in read_catalogue("village", ONE.replace("a-mutant", "z") + ONE)] == ["z", "a-mutant"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ONE + ONE, "a-mutant"),
        (ONE.replace("V-DRAW-1", "V-DRAW-9"), "a-mutant: no clause V-DRAW-9 in village"),
        (ONE + 'colour = "red"', "a-mutant: no key colour"),
        (ONE.replace('after = "b"', ""), "a-mutant: after is missing"),
        (ONE.replace('"rules"', '"dream"'), "a-mutant: no origin dream"),
        ("[a-mutant", "mutants of village"),
        ('a-mutant = "A"', "a-mutant is no table"),
    ],
    ids=["an id twice", "unknown clause", "unknown key", "missing key", "unknown origin", "no TOML", "no table"],
)
def test_a_bad_catalogue_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadCatalogue, match=re.escape(told)):
        read_catalogue("village", text)


@pytest.mark.parametrize(
    ("file", "before"),
    [("draw", "no such text"), ("draw", "state"), ("no_module", "state")],
    ids=["gone", "more than once", "no such module"],
)
def test_a_mutant_whose_text_does_not_stand_exactly_once_fails_loudly(file: str, before: str) -> None:
    with pytest.raises(MutantGone, match="lost"):
        load_mutant("village", Mutant("lost", "V-DRAW-1", "It is lost.", file, before, "state"))
