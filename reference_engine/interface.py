"""The interface that every game package offers, for code that serves all games alike.

Shared code never looks inside a game's values: it takes them from the game's functions and hands
them back, and whatever it has to compare or store it takes from their JSON.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from reference_engine.jsonform import Json

State = Any
Action = Any
Box = Any


class Outcome(Protocol):
    """How a game ended."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's points."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who win, ascending."""

    @property
    def decided(self) -> str:
        """What made them win, in a short fixed text."""


class Game(Protocol):
    """What every game package exports. Functions are pure; positions and actions are frozen."""

    NAME: str
    RULES: str
    BOXES: Mapping[str, Box]
    Ruleset: type[Any]

    def box_from_json(self, data: Json) -> Box:
        """A box from its JSON. Raises `CannotParse`, or `CannotDeal` when nobody could deal it."""

    def unshuffled(self, box: Box, players: int) -> tuple[str, ...]:
        """The sequences that chance puts in order before a game, each in ascending order.

        Raises `CannotDeal` when the box is not for so many players or has too few cards."""

    def initial_state(self, box: Box, players: int, shuffled: Sequence[str], ruleset: Any) -> State:
        """The opening dealt from those sequences in the order given here."""

    def players(self, state: State) -> int:
        """How many play."""

    def current_player(self, state: State) -> int:
        """The player to move; after the end, the one whose action ended the game."""

    def legal_actions(self, state: State, ruleset: Any) -> tuple[Action, ...]:
        """Every action that `apply` accepts: sorted by text, no duplicates, empty when over."""

    def apply(self, state: State, action: Action, ruleset: Any) -> State:
        """The position after the action. Raises `IllegalAction` naming the broken clause."""

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""

    def outcome(self, state: State, ruleset: Any) -> Outcome:
        """Scores, winners and what decided. Raises `GameNotOver`."""

    def standing(self, state: State, ruleset: Any) -> tuple[int, ...]:
        """Each player's score if the game ended in this position."""

    def observe(self, state: State, player: int) -> Json:
        """What one player may see, as JSON."""

    def position_to_json(self, state: State) -> Json:
        """The position in the protocol's form."""

    def position_from_json(self, data: Json, ruleset: Any) -> State:
        """The position of that JSON. Raises `CannotParse` or `ImpossiblePosition`."""

    def check_box(self, state: State, box: Box) -> None:
        """Raises `ImpossiblePosition` unless the position is made of exactly that box."""

    def position_to_text(self, state: State) -> str:
        """The position as a board of a few lines."""

    def action_kind(self, action: Action) -> str:
        """The `type` of its JSON."""

    def action_to_json(self, action: Action) -> Json:
        """The action in the protocol's form."""

    def action_from_json(self, data: Json) -> Action:
        """The action of that JSON. Raises `CannotParse`."""

    def action_to_text(self, action: Action) -> str:
        """The action on one line, for instance in a log."""

    def action_from_text(self, text: str) -> Action:
        """The action of that line; inverts `action_to_text`. Raises `CannotParse`."""

    def outcome_to_json(self, outcome: Any) -> Json:
        """The outcome in the protocol's form."""
