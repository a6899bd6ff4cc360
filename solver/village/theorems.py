"""Every theorem about the rules of this game, by id."""

from solver.village.outcome_theorems import outcome_theorems
from solver.village.track_theorems import track_theorems

THEOREMS = {theorem.id: theorem for theorem in (*outcome_theorems(), *track_theorems())}
