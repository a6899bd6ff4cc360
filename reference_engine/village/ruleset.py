"""The readings of the rules: one field each, its values as a type, the default first."""

from dataclasses import dataclass
from typing import Literal

from reference_engine.ruleset import Readings


@dataclass(frozen=True)
class Ruleset(Readings):
    """One value for each reading; `Ruleset()` is the default ruleset."""

    bribe_wilds: Literal["any", "all"] = "any"
    bribe_wilds_alone: Literal["existing", "never"] = "existing"
    favor_distance: Literal["played", "bribe", "new"] = "played"
    favor_wild_bribe: Literal["bribe", "none"] = "bribe"
    favor_overshoot: Literal["stop", "block", "stay"] = "stop"
    track_passing: Literal["shift", "swap"] = "shift"
    refill_start: Literal["restart", "continue"] = "restart"
    refill_wild_bribe: Literal["bribe", "wild"] = "bribe"
    refill_standing_wild: Literal["dealt", "market"] = "dealt"
    market_empty_stall: Literal["closed", "open"] = "closed"
    curse_distance: Literal["all", "type"] = "all"
    curse_floor: Literal["stop", "block"] = "stop"
    end_empty_deck: Literal["draw", "turn"] = "draw"
    end_last_match: Literal["continue", "end"] = "continue"
    end_final_bribes: Literal["forced"] = "forced"
    score_wild_penalty: Literal["2", "1", "3", "4"] = "2"
    tie_among: Literal["still", "tied", "all"] = "still"
    tie_count: Literal["bribe", "treasure", "owned", "type"] = "bribe"
    tie_steps: Literal["space", "value"] = "space"
    tie_full: Literal["shared", "none"] = "shared"
