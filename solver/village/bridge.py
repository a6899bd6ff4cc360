"""From positions and outcomes in the protocol's JSON to the model's inputs and outputs, and back.

The only module in here that knows both sides.
"""

from collections.abc import Mapping

import z3

from solver.relating import Inputs, Json, Relation, outputs
from solver.terms import Readings
from solver.village import model

SMALL_BOXES = (("toy2", 2, 4.0), ("toy3", 2, 25.0))
FULL_BOX = "full"
PLAYERS = (2, 3, 4, 5)
SCORE_CLAUSES = ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3")
WINNER_CLAUSES = ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
WILD = "W"


def relation(context: z3.Context, shape: tuple[int, ...], readings: Readings) -> Relation:
    """What the model allows for so many players and types."""
    players, types = shape
    ended = model.ending(context, players, types)
    outcome = outputs(context, players, ("winners",))
    allowed = model.allowed(ended, readings, outcome.scores, outcome.sets["winners"])
    return Relation(ended.numbers(), outcome, z3.And(*ended.premises(), allowed))


def relevant(readings: Mapping[str, str]) -> dict[str, str]:
    """Those of the readings that an outcome depends on."""
    return {reading: readings[reading] for reading in model.OUTCOME}


def inputs(position: Json) -> Inputs:
    """What the outcome of an ended position depends on."""
    types = sorted(position["track"])
    cards = [_cards(hand, bribes, types) for hand, bribes in zip(position["hands"], position["bribes"], strict=True)]
    spaces = [position["track"].index(kind) for kind in types]
    ended = model.Ending(tuple(cards), tuple(spaces), tuple(position["values"]))
    return Inputs((len(cards), len(types)), ended.numbers())


def suspects(expected: Json, got: Json) -> tuple[str, ...]:
    """The clauses to suspect when two outcomes differ."""
    return SCORE_CLAUSES if expected["scores"] != got["scores"] else WINNER_CLAUSES


def _cards(hand: str, bribes: Mapping[str, str], types: list[str]) -> model.Cards:
    """The cards of a player as numbers. Raises `ValueError` when there are others than the model knows."""
    cards = model.Cards(
        bribe_treasures=tuple(bribes.get(kind, "").count(kind) for kind in types),
        bribe_wilds=tuple(bribes.get(kind, "").count(WILD) for kind in types),
        hand_treasures=tuple(hand.count(kind) for kind in types),
        hand_wilds=hand.count(WILD),
    )
    if sum(cards.numbers()) != len(hand) + sum(map(len, bribes.values())):
        raise ValueError(f"the model has no place for some of these cards: {hand!a}, {bribes}")
    return cards
