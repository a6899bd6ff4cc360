"""A reading beside others: seen by trying all plays under all four rulesets."""

import pytest

from properties.ambiguities.answering import _beside
from properties.ambiguities.beside import Beside, Neighbours, Relation, memories, neighbours, relation_of
from properties.exploring import openings
from properties.parting import PLAIN, Kind, Parting, confirm, part
from properties.rulesets import alternatives
from properties.witnesses import Witness
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.record import Header

VILLAGE, SCHATZ = load("village"), load("drachenschatz")
W, L = Kind.WINNERS, Kind.LEGAL


@pytest.fixture(autouse=True)
def _small_boxes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.ambiguities.beside._FULL_GAMES", 0)


def kinds(game: Game, readings: dict[str, str], choice: tuple[str, str], numbers: tuple[int, ...]) -> set[Kind]:
    """The kinds in which the value parts from the default beside these readings, by a search for each alone."""
    one, other = game.Ruleset.from_readings(readings), game.Ruleset.from_readings(readings | dict([choice]))
    found = set()
    for _, box, players in memories(game, numbers):
        for kind in PLAIN:
            deals = zip(*(openings(game, box, players, ruleset) for ruleset in (one, other)), strict=True)
            if part(game, one, other, deals, frozenset({kind}), 100_000).parting:
                found.add(kind)
    return found


@pytest.mark.parametrize(
    ("game", "choice", "numbers"),
    [
        (VILLAGE, ("end.last_match", "end"), (3, 9)),
        (VILLAGE, ("curse.floor", "block"), (2, 4, 10)),
        (SCHATZ, ("animals.tie", "next"), (5, 35)),
    ],
)
def test_every_relation_is_the_one_that_all_plays_show(
    game: Game, choice: tuple[str, str], numbers: tuple[int, ...]
) -> None:
    found = neighbours(game, choice, numbers, 100)
    assert found.alone == kinds(game, {}, choice, numbers)
    assert found.boxes == len(numbers)
    related = {beside.other: beside for beside in found.beside}
    for other in alternatives(game):
        if other[0] != choice[0]:
            there = kinds(game, dict([other]), choice, numbers)
            expected = relation_of(found.alone, frozenset(there))
            assert (related[other].relation if other in related else None) == expected, other
    assert related


def test_where_it_matters_more_a_play_shows_it() -> None:
    found = neighbours(VILLAGE, ("curse.floor", "block"), (2, 4, 10), 100)
    (beside,) = found.beside
    assert (beside.other, beside.relation) == (("market.empty_stall", "open"), Relation.ONLY)
    assert beside.parting is not None
    confirm(beside.parting)
    assert beside.parting.one.ruleset.differences() == {"market.empty_stall": "open"}
    assert beside.parting.other.ruleset.differences() == {"market.empty_stall": "open", "curse.floor": "block"}


def test_a_value_that_switches_a_reading_off_hides_it() -> None:
    found = neighbours(VILLAGE, ("end.last_match", "end"), (3,), 100)
    assert [(each.other, each.relation) for each in found.beside] == [(("end.empty_deck", "turn"), Relation.HIDDEN)]


def test_what_matters_in_a_larger_box_after_all_is_not_said_to_be_hidden() -> None:
    choice, numbers = ("tie.count", "owned"), (9,)
    little, much = (neighbours(VILLAGE, choice, numbers, most) for most in (100, 2_000))
    assert [(each.other, each.relation) for each in little.beside] == [
        (("score.wild_penalty", "1"), Relation.HIDDEN),
        (("score.wild_penalty", "3"), Relation.HIDDEN),
    ]
    assert [each.looked for each in little.beside] == [100, 100]
    assert much.beside == ()


@pytest.mark.parametrize(("kind", "left"), [(None, 4), (Kind.WINNERS, 2), (Kind.LEGAL, 3)])
def test_no_other_reading_is_said_to_be_the_only_one_if_a_kept_witness_does_without(
    kind: Kind | None, left: int
) -> None:
    beside = tuple(Beside(("tie.full", "none"), relation, None, 1) for relation in Relation)
    header = Header(VILLAGE, VILLAGE.Ruleset(), None)
    parting = Parting(header, header, (), frozenset())
    kept = (Witness("tie.count", "type", "full", kind, parting),) if kind else ()
    assert len(_beside(Neighbours(frozenset(), beside, 1, 1), kept).beside) == left


@pytest.mark.parametrize(
    ("alone", "there", "relation"),
    [
        ({}, {L}, Relation.ONLY),
        ({L}, {}, Relation.HIDDEN),
        ({L}, {L, W}, Relation.MORE),
        ({L, W}, {L}, Relation.LESS),
        ({}, {}, None),
        ({L}, {Kind.SCORES}, None),
        ({W}, {W, L}, None),
    ],
)
def test_kinds_alone_and_beside_make_the_relation(
    alone: set[Kind], there: set[Kind], relation: Relation | None
) -> None:
    assert relation_of(frozenset(alone), frozenset(there)) == relation


def test_what_full_games_show_is_not_said_to_be_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    choice, turn, numbers = ("curse.distance", "type"), ("end.empty_deck", "turn"), (309,)
    before = neighbours(VILLAGE, choice, numbers, 100)
    assert Relation.HIDDEN in {each.relation for each in before.beside if each.other == turn}
    monkeypatch.setattr("properties.ambiguities.beside._FULL_GAMES", 12)
    after = neighbours(VILLAGE, choice, numbers, 100)
    assert [each for each in after.beside if each.other == turn] == []
    assert [
        (each.other, each.relation) for each in neighbours(VILLAGE, ("end.last_match", "end"), (3,), 100).beside
    ] == [(turn, Relation.HIDDEN)]
