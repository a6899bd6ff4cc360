"""Der Drachenschatz: the exports are those of `reference_engine.interface.Game`."""

from reference_engine.drachenschatz.actions import (
    Action,
    Claim,
    Reveal,
    action_from_json,
    action_from_text,
    action_kind,
    action_to_json,
    action_to_text,
)
from reference_engine.drachenschatz.board import position_to_text
from reference_engine.drachenschatz.box import BOXES, Box, box_from_json, initial_state, unshuffled
from reference_engine.drachenschatz.position import check_box, observe, position_from_json, position_to_json
from reference_engine.drachenschatz.rules import apply, current_player, is_terminal, legal_actions, players
from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.score import Outcome, outcome, outcome_to_json, standing
from reference_engine.drachenschatz.state import Pile, State

NAME = "drachenschatz"
RULES = "1.0"  # the version of the clauses

__all__ = [
    "BOXES",
    "NAME",
    "RULES",
    "Action",
    "Box",
    "Claim",
    "Outcome",
    "Pile",
    "Reveal",
    "Ruleset",
    "State",
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
