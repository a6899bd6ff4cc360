"""From positions and outcomes in the protocol's JSON to the model's inputs and outputs, and back.

The only module in here that knows both sides.
"""

from collections.abc import Mapping

import z3

from solver.drachenschatz import model
from solver.drachenschatz.cards import TREASURES, hoard
from solver.relating import Inputs, Json, Relation, outputs
from solver.terms import Readings

SMALL_BOXES = (("toy5years", 5, 2.5), ("toy5", 5, 0.5), ("toy3", 3, 5.0))
FULL_BOX = "full"
PLAYERS = model.PLAYERS
WORTH: Mapping[str, int] = {"G": 1, "J": 3, "K": 5}  # of treasures, where a position gives no table
SCORE_CLAUSES = ("D-SCORE-1",)
OUT_CLAUSES = ("D-ANIMAL-1", "D-ANIMAL-2", "D-ANIMAL-3")
WINNER_CLAUSES = ("D-WIN-1",)


def relation(context: z3.Context, shape: tuple[int, ...], readings: Readings) -> Relation:
    """What the model allows for so many players."""
    (players,) = shape
    ended = model.ending(context, players)
    outcome = outputs(context, players, ("winners", "out"))
    allowed = model.allowed(ended, readings, outcome.scores, outcome.sets["winners"], outcome.sets["out"])
    return Relation(ended.numbers(), outcome, z3.And(*ended.premises(), allowed))


def relevant(readings: Mapping[str, str]) -> dict[str, str]:
    """Those of the readings that an outcome depends on."""
    return {reading: readings[reading] for reading in model.READINGS}


def inputs(position: Json) -> Inputs:
    """What the outcome of an ended position depends on. Raises `ValueError` for cards that the model does not know."""
    worth = position.get("worth", WORTH)
    ended = model.Ending(tuple(map(hoard, position["hoards"])), tuple(worth[kind] for kind in TREASURES))
    return Inputs((len(ended.hoards),), ended.numbers())


def suspects(expected: Json, got: Json) -> tuple[str, ...]:
    """The clauses to suspect when two outcomes differ."""
    if expected["scores"] != got["scores"]:
        return SCORE_CLAUSES
    return OUT_CLAUSES if expected["out"] != got["out"] else WINNER_CLAUSES
