"""Cases: a position, and what is played from there; and what the rules say about each of its steps."""

from collections.abc import Sequence
from dataclasses import dataclass

from properties.property import Position, Step
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action
from reference_engine.jsonform import Json
from reference_engine.record import Header

Start = tuple[Header, tuple[Action, ...]]
"""A game from an opening: its header, and the actions played."""


@dataclass(frozen=True)
class Case:
    """What a program is asked to play. Among the actions may be some that the rules forbid.

    origin: a game from an opening that leads to the position, where there is one. An opening is its own origin.
    """

    header: Header
    actions: tuple[Action, ...]
    origin: Start | None = None

    def first(self, count: int) -> "Case":
        """The case with no more than so many actions."""
        return Case(self.header, self.actions[:count], self.origin)

    def game(self) -> "Case | None":
        """The same play from the opening that leads to it, where there is one."""
        if self.origin is None:
            return None
        header, actions = self.origin
        return Case(header, actions + self.actions, (header, ()))


class Rules:
    """What the engine makes of a case: the side that a program is compared with."""

    def __init__(self, case: Case, positions: Sequence[Position] = ()) -> None:
        """`positions`: those of the case, where they are known and nothing in it is forbidden."""
        self.case = case
        self._game, self._ruleset = case.header.game, case.header.ruleset
        self._positions = list(positions) or [Position(self._game, self._ruleset, case.header.start)]
        self._refused: dict[int, IllegalAction] = {}

    def position(self, index: int) -> Position:
        """The position after so many actions; one that is refused changes nothing."""
        for action in self.case.actions[len(self._positions) - 1 : index]:
            before = self._positions[-1]
            try:
                state = self._game.apply(before.state, action, self._ruleset)
            except IllegalAction as error:
                self._refused[len(self._positions)] = error
                self._positions.append(before)
            else:
                self._positions.append(Position(self._game, self._ruleset, state))
        return self._positions[index]

    def refused(self, index: int) -> IllegalAction | None:
        """Why the action that leads to that position is forbidden; None if it is not."""
        self.position(index)
        return self._refused.get(index)

    def step(self, index: int) -> Step | None:
        """The step that leads to that position; None at the start, and where the action is forbidden."""
        if index == 0 or self.refused(index):
            return None
        return Step(self.position(index - 1), self.case.actions[index - 1], self.position(index))

    def state(self, index: int) -> Json | None:
        """The position after so many actions as JSON; None where the last of them is forbidden."""
        return None if self.refused(index) else self.position(index).data

    def legal(self, index: int) -> Sequence[Json]:
        """The legal actions after so many actions."""
        return self.position(index).moves

    def outcome(self, index: int) -> Json:
        """The outcome after so many actions, the last of which ended the game."""
        return self._game.outcome_to_json(self._game.outcome(self.position(index).state, self._ruleset))

    def over(self, index: int) -> bool:
        """Whether the game is over after so many actions."""
        return self._game.is_terminal(self.position(index).state)
