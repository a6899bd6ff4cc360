"""All plays from a position at once, as formulas: what every game brings along for endgames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from solver.terms import Formula

Json = Mapping[str, Any]
Values = Mapping[str, int | bool | str]  # of variables, by their names


@dataclass(frozen=True)
class Play:
    """One play, in the protocol's JSON: the actions, the position after each, and the outcome, None if it goes on."""

    actions: tuple[Json, ...]
    states: tuple[Json, ...]
    outcome: Json | None


class Plays(Protocol):
    """Every play of at most so many turns from a position, under a ruleset; once the game is over nothing more is done.

    Turns count from 0; `turns` is how many there are, and position 0 is the one before the first.
    """

    turns: int

    def formulas(self) -> Sequence[Formula]:
        """What holds for exactly the plays that the rules allow."""

    def over(self, turn: int) -> Formula:
        """Whether the game is over at the position before that turn; with `turns` itself, after the last."""

    def position_is(self, turn: int, state: Json) -> Formula:
        """The position before that turn is that one, in every field."""

    def action_is(self, turn: int, action: Json) -> Formula:
        """That action is played in that turn."""

    def outcome_is(self, outcome: Json) -> Formula:
        """The game is over after the last turn, with that outcome."""

    def play(self, values: Values) -> Play:
        """The play of a model; `states` has no position more than `actions`."""
