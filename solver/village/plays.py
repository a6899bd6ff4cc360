"""All plays from a position at once, as `solver.plays` says."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import z3

from solver.plays import Json, Play, Values
from solver.relating import outputs
from solver.terms import Formula
from solver.village import model
from solver.village.forms import Forms, are
from solver.village.position import Position, action, position
from solver.village.turns import Rules


class VillagePlays:
    """Every play of at most so many turns from a position."""

    def __init__(self, state: Json, readings: Mapping[str, str], turns: int, rules: type[Rules] = Rules) -> None:
        self.turns = turns
        context = z3.Context()
        self._state, self._readings, self._rules = state, readings, rules(readings)
        self._forms = Forms(
            context=context,
            types="".join(sorted(state["track"])),
            order=state["deck"],
            values=tuple(state["values"]),
            continues=readings["refill.start"] == "continue",
        )
        first = self._forms.position(state)
        shape = first.shape()
        self._positions = [
            first,
            *(position(context, shape, f"after_{turn}_") for turn in range(turns)),
        ]
        self._refills = [
            [position(context, shape, f"turn_{turn}_card_{card}_") for card in range(len(state["deck"]) + 1)]
            for turn in range(turns)
        ]
        self._actions = [action(context, shape.types, f"action_{turn}_") for turn in range(turns)]
        self._outcome = outputs(context, shape.players, ("winners",))

    def formulas(self) -> list[Formula]:
        """What holds for exactly the plays that the rules allow."""
        told = [formula for turn in range(self.turns) for formula in self._turn(turn)]
        return [*told, z3.Implies(self.over(self.turns), self._decided())]

    def over(self, turn: int) -> Formula:
        """Whether the game is over at the position before that turn."""
        return self._positions[turn].over

    def position_is(self, turn: int, state: Json) -> Formula:
        """The position before that turn is that one, in every field."""
        fixed = ("players", "values")
        order, context = self._state["deck"], self._forms.context
        if any(state[field] != self._state[field] for field in fixed) or not order.endswith(state["deck"]):
            return z3.BoolVal(False, context)
        return are(self._positions[turn].variables(), self._forms.position(state).variables())

    def action_is(self, turn: int, action: Json) -> Formula:
        """That action is played in that turn."""
        return z3.And(
            z3.Not(self.over(turn)), are(self._actions[turn].variables(), self._forms.action(action).variables())
        )

    def outcome_is(self, outcome: Json) -> Formula:
        """The game is over after the last turn, with that outcome."""
        return z3.And(self.over(self.turns), self._outcome.are(outcome))

    def play(self, values: Values) -> Play:
        """The play of a model."""
        actions: list[dict[str, Any]] = []
        states: list[dict[str, Any]] = []
        for done, after in zip(self._actions, self._positions[1:], strict=True):
            if (states[-1] if states else self._state)["over"]:
                break
            actions.append(self._forms.action_of(done, values))
            states.append(self._forms.state(after, values))
        over = (states[-1] if states else self._state)["over"]
        return Play(tuple(actions), tuple(states), self._outcome.read(values) if over else None)

    def _turn(self, turn: int) -> list[Formula]:
        """The action of a turn, then each card that can be dealt; nothing happens where nothing is left to do."""
        before, after, done = self._positions[turn], self._positions[turn + 1], self._actions[turn]
        steps = [*self._refills[turn], after]
        idle = z3.And(_unmoved(before, steps[0]), *(number == 0 for number in done.variables()))
        acted = self._rules.acted(before, done, self._forms.top(before), steps[0])
        dealt = [
            z3.If(one.dealing, self._rules.dealt(one, self._forms.top(one), other), _unmoved(one, other))
            for one, other in pairwise(steps)
        ]
        return [z3.If(before.over, idle, acted), *dealt]

    def _decided(self) -> Formula:
        last, context = self._positions[self.turns], self._forms.context
        players = tuple(
            model.Cards(bribes, wilds, tuple(hand[:-1]), hand[-1])
            for bribes, wilds, hand in zip(last.bribes, last.wilds, last.hands, strict=True)
        )
        values = tuple(z3.IntVal(value, context) for value in self._forms.values)
        ended = model.Ending(players, last.track, values)
        return model.allowed(ended, self._readings, self._outcome.scores, self._outcome.sets["winners"])


def plays(state: Json, readings: Mapping[str, str], turns: int) -> VillagePlays:
    """Every play of at most so many turns from a position in the protocol's JSON, under a ruleset."""
    return VillagePlays(state, readings, turns)


def _unmoved(one: Position, other: Position) -> Formula:
    return are(one.variables(), other.variables())
