"""The properties of Der Drachenschatz, written from the clauses and not from the engine."""

from properties.drachenschatz import (
    cards,
    legality,
    opening,
    refusals,
    scoring,
    symmetry,
    turn_and_end,
    views,
)
from properties.drachenschatz.edges import EDGES, STANDING_CLAUSES, exercised
from properties.drachenschatz.opening import distinct
from properties.property import Playthrough, Position, Step, collect

_MODULES = (opening, cards, turn_and_end, legality, refusals, scoring, symmetry, views)

STEP_PROPERTIES = collect(Step, *_MODULES)
POSITION_PROPERTIES = collect(Position, *_MODULES)
GAME_PROPERTIES = collect(Playthrough, *_MODULES)

__all__ = [
    "EDGES",
    "GAME_PROPERTIES",
    "POSITION_PROPERTIES",
    "STANDING_CLAUSES",
    "STEP_PROPERTIES",
    "distinct",
    "exercised",
]
