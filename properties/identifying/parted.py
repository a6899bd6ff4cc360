"""Where another ruleset parts from the one that a game was played under."""

from typing import Any

from properties.conformance.cases import Rules
from properties.identifying.questions import Sight, answer, differing, played
from properties.rulesets import Noting, agrees
from reference_engine.errors import EngineError
from reference_engine.interface import Action, State


class Parted:
    """A game. sight: what can be seen of the answers."""

    def __init__(self, rules: Rules, sight: Sight) -> None:
        self._rules, self._sight = rules, sight
        self._game, self._ruleset = rules.case.header.game, rules.case.header.ruleset
        self._consulted: dict[int, dict[str, object]] = {}

    def play(self, other: Any) -> tuple[Action, ...]:
        """The game as far as its last action, or one in its place, is answered otherwise; () if none is."""
        game, actions = self._game, self._rules.case.actions
        try:
            state = game.position_from_json(self._rules.position(0).data, other)
        except EngineError:
            return ()
        for index, action in enumerate(actions):
            if text := self._legal_in_one(index, state, other):
                return (*actions[:index], game.action_from_text(text))
            after = played(game, state, action, other)
            right = answer(game, self._rules.position(index + 1).state, self._ruleset)
            if differing(right, answer(game, after, other), self._sight):
                return actions[: index + 1]
            if after is None:
                return ()
            state = after
        return ()

    def _legal_in_one(self, index: int, state: State, other: Any) -> str:
        """An action that only one of the two rulesets allows, "" if there is none."""
        position = self._rules.position(index)
        if index not in self._consulted:  # lists are long: they are made where they can differ
            noting = Noting(self._ruleset)
            self._game.legal_actions(position.state, noting)
            self._consulted[index] = noting.consulted
        if agrees(other, self._consulted[index]):
            return ""
        legal = (self._game.legal_actions(state, other), position.legal)
        return min(set.symmetric_difference(*(set(map(self._game.action_to_text, each)) for each in legal)), default="")
