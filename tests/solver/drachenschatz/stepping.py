"""Turns of the engine, put into the model's formulas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import z3

from properties.dealing import deal
from properties.policies import by_kind_policy, playout
from reference_engine import load
from reference_engine.interface import State
from solver.drachenschatz import positions
from solver.drachenschatz.forms import action_of, cards_of, position_of
from solver.drachenschatz.positions import Draws
from solver.drachenschatz.turns import READINGS, Rules
from solver.solving import Substitution
from solver.terms import Readings

GAME = load("drachenschatz")
TOYS = (("toy3", 3), ("toy5", 5), ("toy5years", 5))
BOXES = (*TOYS, *(("full", players) for players in (3, 4, 5, 6)))
RULESETS = tuple(
    {"claim.turns": turns, "year.starter": starter}
    for turns in READINGS["claim.turns"]
    for starter in READINGS["year.starter"]
)
Json = dict[str, Any]


class Steps:
    """The formulas of a turn for so many players, built once; concrete positions and actions are put in."""

    def __init__(self, players: int, rules: Rules) -> None:
        self._context, self._players = z3.Context(), players
        before, after = (positions.position(self._context, players, name=name) for name in ("before", "after"))
        action, draws = positions.action(self._context, players), positions.draws(self._context, players)
        self._allowed, self._step = rules.allowed(before, action), rules.step(before, action, draws, after)
        self._put_in_allowed = Substitution([*before.terms(), *action.terms()])
        self._put_in_step = Substitution([*before.terms(), *action.terms(), *draws.terms(), *after.terms()])

    def actions(self, state: Json) -> list[Json]:
        """All actions that the model allows in that position, also on the piles beside the last."""
        before = position_of(self._context, state).terms()
        actions = (
            {"type": kind, "pile": pile} for kind in ("claim", "reveal") for pile in range(-1, self._players + 1)
        )
        return [
            action
            for action in actions
            if _holds(self._put_in_allowed(self._allowed, [*before, *self._action(action)]))
        ]

    def leads(self, state: Json, action: Json, after: Json) -> bool:
        """Whether the action can be played and leads from one position to the other."""
        terms = [
            *position_of(self._context, state).terms(),
            *self._action(action),
            *self._drawn(state).terms(),
            *position_of(self._context, after).terms(),
        ]
        return _holds(self._put_in_step(self._step, terms))

    def _action(self, action: Json) -> list[z3.BoolRef]:
        return action_of(self._context, action, self._players).terms()

    def _drawn(self, state: Json) -> Draws:
        """The cards on top of the piles; none where there is no pile."""
        cards = partial(cards_of, self._context)
        pile = state["later"][0] if state["later"] else ""
        opened = tuple(cards(pile[number : number + 1]) for number in range(self._players))
        return Draws(cards(state["middle"][:1]), opened, cards(pile[self._players :]))


def _holds(formula: z3.BoolRef) -> bool:
    """Whether a formula without variables is true."""
    told = z3.simplify(formula)
    assert z3.is_true(told) or z3.is_false(told), told
    return bool(z3.is_true(told))


def games(count: int, boxes: Sequence[tuple[str, int]] = BOXES) -> Iterator[tuple[Any, list[tuple[Json, Json, State]]]]:
    """Random games of each box under each ruleset, with the ruleset: of each turn the position, the action, and the
    position after it.
    """
    for seed in range(count):
        for box, players in boxes:
            for readings in RULESETS:
                ruleset = GAME.Ruleset.from_readings(readings)
                yield ruleset, turns(deal(GAME, GAME.BOXES[box], players, seed, ruleset), ruleset, seed)


def turns(state: State, ruleset: Any, seed: int) -> list[tuple[State, Any, State]]:
    """The turns of a random game from that position."""
    played = []
    for action, after in playout(GAME, state, ruleset, by_kind_policy(seed)):
        played.append((state, action, after))
        state = after
    return played


def differences(rules: Callable[[Readings], Rules], some_games: Any, actions_too: bool = True) -> Iterator[str]:
    """Where the model's turns and the engine's differ."""
    steps = cache(lambda players, readings: Steps(players, rules(dict(readings))))
    for ruleset, played in some_games:
        readings: Mapping[str, str] = {key: ruleset.readings()[key] for key in READINGS}
        for state, action, after in played:
            model = steps(GAME.players(state), tuple(readings.items()))
            before, reached = GAME.position_to_json(state), GAME.position_to_json(after)
            if not model.leads(before, GAME.action_to_json(action), reached):
                yield f"{before} {action} {reached} {readings}"
            if actions_too and (told := model.actions(before)) != legal(state, ruleset):
                yield f"{before} {told} {readings}"
            if GAME.is_terminal(after) and (told := model.actions(reached)):
                yield f"{reached} {told} {readings}"


def legal(state: State, ruleset: Any) -> list[Json]:
    """The engine's actions, in JSON."""
    return [GAME.action_to_json(action) for action in GAME.legal_actions(state, ruleset)]
