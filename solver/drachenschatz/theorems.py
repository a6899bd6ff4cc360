"""Every theorem about the rules of this game, by id."""

from collections.abc import Mapping

from solver.drachenschatz import model, turns
from solver.drachenschatz.out_theorems import out_theorems
from solver.drachenschatz.standing_theorems import standing_theorems
from solver.drachenschatz.turn_theorems import turn_theorems
from solver.drachenschatz.win_theorems import win_theorems
from solver.drachenschatz.witnesses import witness_theorems
from solver.drachenschatz.year_theorems import year_theorems

READINGS: Mapping[str, tuple[str, ...]] = {**model.READINGS, **turns.READINGS}
"""The values of each reading that the model has."""
THEOREMS = {
    theorem.id: theorem
    for theorem in (
        *out_theorems(),
        *win_theorems(),
        *standing_theorems(),
        *turn_theorems(),
        *year_theorems(),
        *witness_theorems(),
    )
}
