"""Every theorem about the rules of this game, by id."""

from collections.abc import Mapping

from solver.village import model, turns
from solver.village.bits_theorems import bits_theorems
from solver.village.keeping_theorems import keeping_theorems
from solver.village.keeping_witnesses import keeping_witness_theorems
from solver.village.outcome_theorems import outcome_theorems
from solver.village.same_theorems import same_theorems
from solver.village.score_theorems import score_theorems
from solver.village.track_theorems import track_theorems
from solver.village.turn_theorems import turn_theorems

READINGS: Mapping[str, tuple[str, ...]] = {**model.READINGS, **turns.READINGS}
"""The values of each reading that the model has."""
THEOREMS = {
    theorem.id: theorem
    for theorem in (
        *turn_theorems(),
        *track_theorems(),
        *score_theorems(),
        *outcome_theorems(),
        *bits_theorems(),
        *same_theorems(),
        *keeping_theorems(),
        *keeping_witness_theorems(),
    )
}
