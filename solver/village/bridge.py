"""From positions and outcomes in the protocol's JSON to the model's inputs and outputs, and back.

The only module in here that knows both sides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import z3

from solver.solving import Substitution
from solver.village import model
from solver.village.model import Formula, Number

Json = Mapping[str, Any]

SMALL_BOXES = (("toy2", 2), ("toy3", 2))  # a box and a number of players: small enough for all of its games
FULL_BOX = "full"
PLAYERS = (2, 3, 4, 5)
RELEVANT = ("score.wild_penalty", "tie.count", "tie.steps", "tie.full")  # the readings that an outcome depends on
SCORE_CLAUSES = ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3")
WINNER_CLAUSES = ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
WILD = "W"


@dataclass(frozen=True)
class Inputs:
    """What the outcome of a position depends on: the numbers of the model, in its order."""

    players: int
    types: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Outputs:
    """Free variables for an outcome."""

    scores: tuple[Number, ...]
    winners: tuple[Formula, ...]

    def are(self, outcome: Json) -> Formula:
        """They have the values of that outcome; false if it is not of the form for so many players."""
        scores, winners = outcome["scores"], outcome["winners"]
        context = self.scores[0].ctx
        ascending = [player for player in range(len(self.winners)) if player in winners]
        if len(scores) != len(self.scores) or winners != ascending:
            return z3.BoolVal(False, context)
        return z3.And(
            *(variable == score for variable, score in zip(self.scores, scores, strict=True)),
            *(variable == (player in winners) for player, variable in enumerate(self.winners)),
        )

    def read(self, values: Mapping[str, object]) -> dict[str, Any]:
        """The outcome that they have by those values of variables."""
        return {
            "scores": [values[str(variable)] for variable in self.scores],
            "winners": [player for player, variable in enumerate(self.winners) if values[str(variable)]],
        }


class Relation:
    """The model's relation for so many players and types under some readings, in one context.

    It is built once; for each position the inputs are put in.
    """

    def __init__(self, context: z3.Context, players: int, types: int, readings: Mapping[str, str]) -> None:
        self._context = context
        ended = model.ending(context, players, types)
        self._inputs = ended.numbers()
        self._value = cache(partial(z3.IntVal, ctx=context))
        self._outputs = self._variables(players, "")
        variables = (*self._inputs, *self._outputs.scores, *self._outputs.winners)
        self._substitute = Substitution(variables)
        self._allowed = z3.And(
            *ended.premises(),
            model.allowed(ended, readings, self._outputs.scores, self._outputs.winners),
        )

    def of(self, inputs: Inputs, name: str) -> tuple[Formula, Outputs]:
        """What the model allows for these inputs, about fresh outputs whose names begin so."""
        outputs = self._variables(inputs.players, name)
        given = [*map(self._value, inputs.numbers), *outputs.scores, *outputs.winners]
        return self._substitute(self._allowed, given), outputs

    def _variables(self, players: int, name: str) -> Outputs:
        winners = tuple(z3.Bool(f"{name}wins_{player}", self._context) for player in range(players))
        return Outputs(model.numbers(self._context, f"{name}score", players), winners)


def relevant(readings: Mapping[str, str]) -> dict[str, str]:
    """Those of the readings that an outcome depends on."""
    return {reading: readings[reading] for reading in RELEVANT}


def inputs(position: Json) -> Inputs:
    """What the outcome of an ended position depends on."""
    types = sorted(position["track"])
    cards = [_cards(hand, bribes, types) for hand, bribes in zip(position["hands"], position["bribes"], strict=True)]
    spaces = [position["track"].index(kind) for kind in types]
    ended = model.Ending(tuple(cards), tuple(spaces), tuple(position["values"]))
    return Inputs(len(cards), len(types), ended.numbers())


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
