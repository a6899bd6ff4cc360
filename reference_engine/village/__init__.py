"""Please Don't Burn My Village!: the exports are those of `reference_engine.interface.Game`."""

from reference_engine.village.actions import (
    Action,
    Bribe,
    Draw,
    Visit,
    action_from_json,
    action_from_text,
    action_kind,
    action_to_json,
    action_to_text,
)
from reference_engine.village.board import position_to_text
from reference_engine.village.box import BOXES, Box, box_from_json, initial_state, unshuffled
from reference_engine.village.position import check_box, observe, position_from_json, position_to_json
from reference_engine.village.rules import apply, current_player, is_terminal, legal_actions, players
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.score import Outcome, outcome, outcome_to_json, standing
from reference_engine.village.state import State

NAME = "village"
RULES = "1.0"  # the version of the clauses

__all__ = [
    "BOXES",
    "NAME",
    "RULES",
    "Action",
    "Box",
    "Bribe",
    "Draw",
    "Outcome",
    "Ruleset",
    "State",
    "Visit",
    "action_from_json",
    "action_from_text",
    "action_kind",
    "action_to_json",
    "action_to_text",
    "apply",
    "box_from_json",
    "check_box",
    "current_player",
    "initial_state",
    "is_terminal",
    "legal_actions",
    "observe",
    "outcome",
    "outcome_to_json",
    "players",
    "position_from_json",
    "position_to_json",
    "position_to_text",
    "standing",
    "unshuffled",
]
