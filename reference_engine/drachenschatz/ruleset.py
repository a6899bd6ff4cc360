"""The readings of the rules: one field each, its values as a type, the default first."""

from dataclasses import dataclass
from typing import Literal

from reference_engine.ruleset import Readings


@dataclass(frozen=True)
class Ruleset(Readings):
    """One value for each reading; `Ruleset()` is the default ruleset."""

    claim_turns: Literal["none", "reveal"] = "none"
    year_starter: Literal["leftover", "claimer"] = "leftover"
    animals_tie: Literal["spared", "next"] = "spared"
    animals_tie_scope: Literal["half", "player"] = "half"
    animals_both: Literal["alone", "has"] = "alone"
    win_tie: Literal["shared", "none"] = "shared"
