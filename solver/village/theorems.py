"""Every theorem about the rules of this game, by id."""

from solver.village.keeping_theorems import keeping_theorems
from solver.village.keeping_witnesses import keeping_witness_theorems
from solver.village.outcome_theorems import outcome_theorems
from solver.village.track_theorems import track_theorems

THEOREMS = {
    theorem.id: theorem
    for theorem in (*outcome_theorems(), *track_theorems(), *keeping_theorems(), *keeping_witness_theorems())
}
