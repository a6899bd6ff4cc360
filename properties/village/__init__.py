"""The properties of Please Don't Burn My Village!, written from the clauses and not from the engine."""

from properties.property import Playthrough, Position, Step, collect
from properties.village import (
    cards,
    legality,
    market,
    opening,
    refusals,
    scoring,
    symmetry,
    track,
    turn_and_end,
    views,
)
from properties.village.edges import EDGES, STANDING_CLAUSES, exercised
from properties.village.opening import distinct

_MODULES = (opening, cards, track, market, turn_and_end, legality, refusals, scoring, symmetry, views)

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
