"""The model and the engine agree; and a change of either is found."""

import json
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

import pytest
import z3

from properties.verdicts import Grade
from reference_engine import load
from reference_engine.interface import Game, State
from solver.confirming import Answer, confirm, confirm_box, played_endings, tied_endings
from solver.drachenschatz import bridge, model
from solver.proving import theorems
from solver.units import solver_units

GAME = load("drachenschatz")


def confirm_tied(game: Game, count: int) -> Answer:
    return confirm(game, islice(tied_endings(game, 4, None), count), Grade.SAMPLED)


@dataclass(frozen=True)
class Changed:
    """The game, but where two players are out neither is, or if `winners` it is they who win."""

    winners: bool

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    def outcome(self, state: State, ruleset: Any) -> Any:
        right = GAME.outcome(state, ruleset)
        told = cast(Any, right)
        if len(told.out) < 2:
            return right
        return replace(told, winners=told.out) if self.winners else replace(told, out=())


@pytest.mark.parametrize(("box", "players", "_seconds"), bridge.SMALL_BOXES)
def test_every_ending_of_the_small_boxes(box: str, players: int, _seconds: float) -> None:
    (told,) = confirm_box("drachenschatz", box, players, {}).verdicts
    assert (told.id, told.grade) == (f"confirm.{box}", Grade.EXHAUSTIVE), told


def test_endings_of_play_under_random_rulesets() -> None:
    told = confirm(GAME, islice(played_endings(GAME, 3, None), 24), Grade.SAMPLED)
    assert told.grade is Grade.SAMPLED, told
    assert told.evidence.startswith("24 ended positions, 24 different to the model; ")


def test_endings_made_to_tie_under_random_rulesets() -> None:
    told = confirm_tied(GAME, 400)
    assert told.grade is Grade.SAMPLED, told
    for way in ("score", "shared", "nobody"):
        assert f" by {way}" in told.evidence


@pytest.mark.parametrize(
    ("winners", "clauses"), [(True, ("D-WIN-1",)), (False, ("D-ANIMAL-1", "D-ANIMAL-2", "D-ANIMAL-3"))]
)
def test_an_engine_that_is_wrong_where_two_are_out_is_refuted(winners: bool, clauses: tuple[str, ...]) -> None:
    told = confirm_tied(cast(Game, Changed(winners)), 200)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.clauses == clauses
    header, outcome = (json.loads(line) for line in told.finding.record.splitlines())
    ruleset = GAME.Ruleset.from_readings(header["readings"])
    state = GAME.position_from_json(header["state"], ruleset)
    assert GAME.outcome_to_json(GAME.outcome(state, ruleset)) == outcome["outcome"]
    assert outcome["outcome"] == json.loads(told.finding.expected) != json.loads(told.finding.got)


def sheep_alone(ended: model.Ending) -> list[list[Any]]:
    return [[hoard.sheep for hoard in ended.hoards]] * (1 if len(ended.hoards) in model.TOGETHER else 2)


def cows_are_worth_1(ended: model.Ending, player: int) -> Any:
    hoard = ended.hoards[player]
    return z3.Sum([hoard.cows, *(count * worth for count, worth in zip(hoard.treasures, ended.worth, strict=True))])


@pytest.mark.parametrize(("function", "mutant"), [("counts", sheep_alone), ("score", cows_are_worth_1)])
def test_a_changed_formula_is_refuted(function: str, mutant: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, function, mutant)
    assert confirm_tied(GAME, 100).grade is Grade.REFUTED


def test_every_confirmation_and_theorem_is_a_unit_of_work() -> None:
    names = {profile: [unit.id for unit in solver_units(GAME, 1, profile, None)] for profile in ("quick", "default")}
    boxes = [f"confirm.{box}" for box, *_ in bridge.SMALL_BOXES]
    endgames = [f"endgames.{bridge.SMALL_BOXES[0][0]}", "endgames.full"]
    others = [*(f"theorem.{key}" for key in theorems("drachenschatz")), "confirm.played", "confirm.tied", *endgames]
    assert sorted(names["quick"]) == sorted([boxes[0], *others])
    assert sorted(names["default"]) == sorted([*boxes, *others])
