"""Whole games that show which readings make a difference: one play under the default ruleset and all others at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from properties.dealing import deal
from properties.parting import differing_positions
from properties.policies import Policy, playout
from properties.reaching import Winners
from properties.rulesets import Choice, Noting, agrees
from reference_engine.interface import Action, Box, Game, State


class Greedy(Protocol):
    """What the module `properties.GAME.greedy` of every game exports."""

    LISTED: frozenset[str]
    """The readings on which it can depend what is legal, all others being the defaults."""

    def choose(self, game: Game, state: State, ruleset: Any) -> Action:
        """The action that leaves the mover best off by what they see. Every game comes to an end with it."""


@dataclass(frozen=True)
class Played:
    """A game: who won under the default ruleset, and which alternatives make a difference to it.

    touched: what is legal, a position or the outcome of that game depends on it at least once.
    changed: others win under it.
    """

    winners: Winners
    touched: frozenset[Choice]
    changed: frozenset[Choice]


def greedy(game: Game) -> Greedy:
    """The greedy player of that game."""
    return cast(Greedy, import_module(f"properties.{game.NAME}.greedy"))


def play(game: Game, box: Box, players: int, shuffle: int, rulesets: Mapping[Choice, Any]) -> Played:
    """One greedy game under the default ruleset, and from where they part under each of the others.

    All play alike until the action at which one makes a difference. Where it makes none, the same play is scored by
    it: that is all there is to readings of the end.
    """
    default, player = game.Ruleset(), greedy(game)
    asking = Noting(default)
    state = deal(game, box, players, shuffle, asking)
    together = {
        each: state if agrees(ruleset, asking.consulted) else deal(game, box, players, shuffle, ruleset)
        for each, ruleset in rulesets.items()
    }
    parted: dict[Choice, State] = {}
    while not game.is_terminal(state):
        action = player.choose(game, state, default)
        after, still = _step(game, state, action, rulesets, together, player.LISTED)
        parted |= {each: theirs for each, theirs in together.items() if each not in still}
        state, together = after, still
    winners, rescored = _score(game, state, rulesets, together)
    rescored |= {each: _winners(game, theirs, rulesets[each], player.choose) for each, theirs in parted.items()}
    changed = frozenset(each for each, theirs in rescored.items() if theirs != winners)
    return Played(winners, frozenset(rescored), changed)


def _step(
    game: Game,
    state: State,
    action: Action,
    rulesets: Mapping[Choice, Any],
    together: Mapping[Choice, State],
    listed: frozenset[str],
) -> tuple[State, dict[Choice, State]]:
    """The position after an action, also under each ruleset to which it makes no difference.

    together: the position before it under each; the same object wherever it is the same.
    """
    default = game.Ruleset()
    asking = Noting(default)
    after = game.apply(state, action, asking)
    legal = game.legal_actions(state, default) if any(each[0] in listed for each in together) else ()
    still = {}
    for each, theirs in together.items():
        if each[0] in listed and legal != game.legal_actions(theirs, rulesets[each]):
            continue
        if theirs is state and agrees(rulesets[each], asking.consulted):
            still[each] = after
            continue
        other = game.apply(theirs, action, rulesets[each])
        if other == after:
            still[each] = after
        elif not differing_positions(*map(game.position_to_json, (other, after))):
            still[each] = other
    return after, still


def _score(
    game: Game, state: State, rulesets: Mapping[Choice, Any], together: Mapping[Choice, State]
) -> tuple[Winners, dict[Choice, Winners]]:
    """Who wins, and who does under each ruleset by which the outcome is another."""
    asking = Noting(game.Ruleset())
    ended = game.outcome(state, asking)
    others = {
        each: game.outcome(theirs, rulesets[each])
        for each, theirs in together.items()
        if theirs is not state or not agrees(rulesets[each], asking.consulted)
    }
    told = game.outcome_to_json(ended)
    return ended.winners, {each: one.winners for each, one in others.items() if game.outcome_to_json(one) != told}


def _winners(game: Game, state: State, ruleset: Any, policy: Policy) -> Winners:
    """Who wins a game that is played on like that."""
    *_, (_, ended) = playout(game, state, ruleset, policy)
    return game.outcome(ended, ruleset).winners
