"""The model and the engine agree; and a change of either is found."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import pytest
import z3

from properties.verdicts import Grade
from reference_engine import load
from reference_engine.interface import Game, State
from solver import confirming
from solver.confirming import Answer, box_endings, confirm, confirm_box, played_endings, tied_endings
from solver.proving import theorems
from solver.units import solver_units
from solver.village import model

GAME = load("village")
DEFAULT = GAME.Ruleset()


def confirm_toy2(game: Game) -> Answer:
    return confirm(game, box_endings(game, "toy2", 2, DEFAULT), Grade.EXHAUSTIVE)


def confirm_tied(game: Game, count: int, seed: int) -> Answer:
    return confirm(game, islice(tied_endings(game, seed, None), count), Grade.SAMPLED)


@dataclass(frozen=True)
class WrongOutcome:
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decided: str


class WrongAt:
    """The game, but for the outcomes decided in one way, where nobody wins or the first player gets a point."""

    def __init__(self, decided: str, point: int = 0) -> None:
        self._decided = decided
        self._point = point
        self.wrong = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    def outcome(self, state: State, ruleset: Any) -> Any:
        right = GAME.outcome(state, ruleset)
        if right.decided != self._decided:
            return right
        self.wrong += 1
        first, *others = right.scores
        return WrongOutcome((first + self._point, *others), right.winners if self._point else (), right.decided)


def test_every_ending_of_the_smallest_box() -> None:
    (told,) = confirm_box("village", "toy2", 2, {}).verdicts
    assert (told.id, told.grade) == ("confirm.toy2", Grade.EXHAUSTIVE), told
    assert told.evidence.startswith("7,867 ended positions, 2,555 different to the model; ")


def test_endings_of_play_under_random_rulesets() -> None:
    told = confirm(GAME, islice(played_endings(GAME, 3, None), 24), Grade.SAMPLED)
    assert told.grade is Grade.SAMPLED, told
    assert told.evidence.startswith("24 ended positions, 24 different to the model; ")


def test_endings_made_to_tie_under_random_rulesets() -> None:
    told = confirm_tied(GAME, 600, seed=4)
    assert told.grade is Grade.SAMPLED, told
    for way in ("score", "shared", "nobody", "space 5", "space 0", "value 4", "value 1"):
        assert f" by {way}" in told.evidence


@pytest.mark.parametrize(("decided", "rulesets"), [("space 0", "tied"), ("shared", "tied"), ("space 0", "toy2")])
def test_an_engine_that_is_wrong_in_a_rare_tie_is_refuted(decided: str, rulesets: str) -> None:
    fake = WrongAt(decided)
    game = cast(Game, fake)
    told = confirm_tied(game, 600, seed=4) if rulesets == "tied" else confirm_toy2(game)
    assert fake.wrong
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.clauses == ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
    assert "Dragon's Favor" in told.finding.board
    expected, got = json.loads(told.finding.expected), json.loads(told.finding.got)
    assert expected["scores"] == got["scores"]
    assert expected["winners"]
    assert got["winners"] == []


def test_a_finding_has_a_record_that_can_be_replayed() -> None:
    told = confirm_toy2(cast(Game, WrongAt("shared", point=1)))
    assert told.finding is not None
    assert told.finding.clauses == ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3")
    header, outcome = (json.loads(line) for line in told.finding.record.splitlines())
    ruleset = GAME.Ruleset.from_readings(header["readings"])
    state = GAME.position_from_json(header["state"], ruleset)
    assert GAME.outcome_to_json(GAME.outcome(state, ruleset)) == outcome["outcome"]
    assert outcome["outcome"] == json.loads(told.finding.expected)


def first_number_only(one: Sequence[Any], other: Sequence[Any]) -> Any:
    return one[0] > other[0]


def hand_ignored(ended: model.Ending, player: int) -> Any:
    cards = ended.players[player]
    return z3.Sum([model.worth(ended, kind, cards.bribe_treasures[kind]) for kind in range(len(ended.track))])


@pytest.mark.parametrize(("function", "mutant"), [("beats", first_number_only), ("treasures_score", hand_ignored)])
def test_a_changed_formula_is_refuted(function: str, mutant: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, function, mutant)
    for told in (confirm_toy2(GAME), confirm_tied(GAME, 200, seed=4)):
        assert told.grade is Grade.REFUTED


def test_a_formula_that_allows_nothing_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "allowed", lambda ended, *_: ended.track[0] != ended.track[0])
    told = confirm_tied(GAME, 5, seed=1)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.expected == "no outcome at all"


def test_a_formula_that_allows_anything_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "allowed", lambda ended, *_: ended.track[0] == ended.track[0])
    monkeypatch.setattr(confirming, "BATCH", 2)
    told = confirm_tied(GAME, 5, seed=1)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.expected.startswith("one outcome, but the model allows also ")


def test_too_little_work_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirming, "RLIMIT", 1)
    told = confirm_tied(GAME, 5, seed=1)
    assert told.grade is Grade.UNKNOWN
    assert "gave up" in told.evidence


def test_nothing_looked_at_is_vacuous() -> None:
    assert confirm_tied(GAME, 0, seed=1).grade is Grade.VACUOUS


def test_every_confirmation_and_theorem_is_a_unit_of_work() -> None:
    ids = [unit.id for unit in solver_units(GAME, 1, "default", None)]
    assert [key for key in ids if key.startswith("confirm.")] == [
        "confirm.toy2", "confirm.toy3", "confirm.played", "confirm.tied",
    ]  # fmt: skip
    assert [key for key in ids if key.startswith("theorem.")] == [f"theorem.{key}" for key in theorems("village")]
