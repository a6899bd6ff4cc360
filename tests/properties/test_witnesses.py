"""Kept witnesses: the engine confirms each, none is missing, and bad ones are refused; and how they are found."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from properties import seeking
from properties.parting import DoesNotReplay, Kind, confirm, sizes, smallest
from properties.seeking import seek
from properties.together import Question
from properties.witnesses import SIZES, STRONGEST, BadWitness, Witness, read_witnesses, witnesses, write_witness
from reference_engine import games, load
from reference_engine.interface import Game, State

GAMES = [load(name) for name in games()]
KEPT = [witness for game in GAMES for witness in witnesses(game)]
REACHABLE = frozenset({Kind.REACHABLE})


def named(witness: Witness) -> str:
    return f"{witness.reading}={witness.value}-{witness.size}"


def end(witness: Witness) -> tuple[State, State]:
    """The positions after the play; a game that is over stays so."""
    ends = []
    for header in (witness.parting.one, witness.parting.other):
        state = header.start
        for action in witness.parting.actions:
            if not header.game.is_terminal(state):
                state = header.game.apply(state, action, header.ruleset)
        ends.append(state)
    return ends[0], ends[1]


@pytest.mark.parametrize("witness", KEPT, ids=named)
def test_the_engine_confirms_it_and_nothing_stronger(witness: Witness) -> None:
    confirm(witness.parting)
    for kind in STRONGEST[: STRONGEST.index(witness.kind)]:
        if kind is not Kind.REACHABLE:
            with pytest.raises(DoesNotReplay, match="no difference"):
                confirm(replace(witness.parting, kinds=frozenset({kind})))


@pytest.mark.parametrize("game", GAMES, ids=games())
def test_there_are_two_or_three_of_every_alternative_of_every_reading(game: Game) -> None:
    kept = [(each.reading, each.value, each.size) for each in witnesses(game)]
    assert len(kept) == len(set(kept))
    for reading, values in game.Ruleset.choices().items():
        for value in values[1:]:
            assert {"standard", "full"} <= {size for *choice, size in kept if choice == [reading, value]}


@pytest.mark.parametrize("witness", KEPT, ids=named)
def test_it_is_between_the_default_and_one_alternative_and_of_its_size(witness: Witness) -> None:
    one, other = witness.parting.one, witness.parting.other
    game = one.game
    assert (one.ruleset.differences(), other.ruleset.differences()) == ({}, {witness.reading: witness.value})
    *_, (box, _) = sizes(game.NAME).standard()
    if witness.size == "full":
        game.check_box(one.start, box)
        if witness.kind is not Kind.REACHABLE:
            assert all(map(game.is_terminal, end(witness)))
    if witness.size == "standard":
        first, standard = (game.position_to_json(state) for state in (one.start, game.initial_state(*dealt(game, box))))
        for name in ("track", "values", "worth"):
            assert first.get(name) == standard.get(name)


def dealt(game: Game, box: Any) -> tuple[Any, ...]:
    """The arguments for an opening in ascending order."""
    (_, players), *_ = (each for each in sizes(game.NAME).standard() if each[0] == box)
    return box, players, game.unshuffled(box, players), game.Ruleset()


@pytest.mark.parametrize("game", GAMES, ids=games())
def test_the_file_is_what_is_written_again(game: Game) -> None:
    data = (files("seeds") / "partings" / f"{game.NAME}.jsonl").read_bytes()
    assert "".join(map(write_witness, read_witnesses(game, data))).encode() == data


LINE: dict[str, Any] = {
    "reading": "tie.full", "value": "none", "size": "smallest", "kind": "winners",
    "state": {
        "players": 2, "turn": 0, "over": False, "deck": "", "hands": ["A", "A"], "bribes": [{}, {}],
        "market": {"3": "", "2": "", "1": "", "0": ""}, "track": ["A"], "values": [4], "discard": "",
    },
    "actions": ["draw"], "one": {}, "other": {"tie.full": "none"},
}  # fmt: skip
BAD: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no JSON": (lambda _: "draw", "not JSON"),
    "a list": (lambda _: [], "the JSON value must be an object"),
    "an unknown key": (lambda line: line | {"winner": 1}, "a witness has no 'winner'; its keys are: reading, "),
    "no reading": (lambda line: {key: line[key] for key in line if key != "reading"}, "reading is missing"),
    "an unknown reading": (lambda line: line | {"reading": "tie.half"}, "reading: there is no 'tie.half'"),
    "an unknown value": (lambda line: line | {"other": {"tie.full": "half"}}, "reading tie.full has no played value"),
    "the default": (lambda line: line | {"value": "shared"}, "value: 'shared' must be what other, and not one, has"),
    "the same": (lambda line: line | {"one": line["other"]}, "value: 'none' must be what other, and not one, has"),
    "an unknown size": (lambda line: line | {"size": "huge"}, "size: no 'huge'; write one of: smallest, standard"),
    "an unknown kind": (lambda line: line | {"kind": "win"}, "kind: no 'win'; write one of: legal, position"),
    "no position": (lambda line: line | {"state": {}}, "market is missing|players is missing"),
    "no action": (lambda line: line | {"actions": ["dance"]}, "dance"),
    "a number": (lambda line: line | {"actions": [1]}, "each action must be a string, not 1"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_line_is_refused_by_its_number(bad: str) -> None:
    change, message = BAD[bad]
    changed = change(LINE)
    text = changed if isinstance(changed, str) else json.dumps(changed)
    with pytest.raises(BadWitness, match=rf"^line 2: .*({message})"):
        read_witnesses(load("village"), f"{json.dumps(LINE)}\n{text}\n".encode())


def test_a_good_line_is_read_and_one_that_the_engine_does_not_confirm_is_found_out() -> None:
    (good,) = read_witnesses(load("village"), json.dumps(LINE).encode())
    confirm(good.parting)
    (wrong,) = read_witnesses(load("village"), json.dumps(LINE | {"kind": "scores"}).encode())
    with pytest.raises(DoesNotReplay, match="no difference in scores"):
        confirm(wrong.parting)


def limit(monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
    for name, less in limits.items():
        monkeypatch.setattr(seeking, name, less)


def test_the_same_ones_are_found_again_and_in_small_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, PLAYS=60, FULL_PLAYS=20, PAIRS=50, SPARED=1, EXHAUSTED=0)
    question = Question(load("drachenschatz"), "claim.turns", "reveal")
    found = list(seek(question))
    assert [write_witness(each) for each in seek(question)] == [write_witness(each) for each in found]
    assert [(each.size, each.kind) for each in found] == [(size, Kind.WINNERS) for size in SIZES]
    small, standard, _ = found
    assert len(str(small.parting.one.start)) < len(str(standard.parting.one.start))


def test_the_smallest_is_not_kept_where_searching_everything_soon_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(load("drachenschatz"), "win.tie", "none")
    for exhausted, soon, sizes_kept in ((0, 0, ["smallest"]), (1_000, 0, ["smallest"]), (1_000, 1_000, [])):
        limit(monkeypatch, PLAYS=60, FULL_PLAYS=1, EXHAUSTED=exhausted, SOON=soon)
        kept = list(seek(question))
        assert [each.size for each in kept] == sizes_kept
    limit(monkeypatch, EXHAUSTED=1_000, SOON=0)
    (kept_one,) = seek(question)
    assert kept_one.parting == smallest(question.game, *question.rulesets, frozenset({Kind.WINNERS}), 1_000).parting


def test_where_only_what_is_legal_differs_what_can_be_reached_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, PLAYS=100, DEALS=5, MOST_CARDS=7, REACHED=200, FEW=8, EXHAUSTED=0, ENOUGH=2)
    found = list(seek(Question(load("village"), "curse.floor", "block")))
    assert {each.size: each.kind for each in found} == dict.fromkeys(("smallest", "standard", "full"), Kind.REACHABLE)
