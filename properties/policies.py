"""Players that choose actions, so that games can be played without anybody at the table."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from reference_engine.interface import Action, Game, State

Policy = Callable[[Game, State, Any], Action]


def random_policy(seed: int) -> Policy:
    """Every legal action is as likely as any other; the same choices for the same seed."""
    rng = random.Random(seed)
    return lambda game, state, ruleset: rng.choice(game.legal_actions(state, ruleset))


def greedy_policy(game: Game, state: State, ruleset: Any) -> Action:
    """The action after which the player would be furthest ahead if the game ended there.

    Looks at the whole position, the hidden cards included; the first in order among equals.
    """
    player = game.current_player(state)

    def lead(action: Action) -> int:
        standing = list(game.standing(game.apply(state, action, ruleset), ruleset))
        own = standing.pop(player)
        return own - max(standing)

    return max(game.legal_actions(state, ruleset), key=lead)


def playout(game: Game, state: State, ruleset: Any, policy: Policy) -> Iterator[tuple[Action, State]]:
    """Each action and the position after it, until the game is over."""
    while not game.is_terminal(state):
        action = policy(game, state, ruleset)
        state = game.apply(state, action, ruleset)
        yield action, state


def by_kind(game: Game, actions: Iterable[Action]) -> dict[str, list[Action]]:
    """The actions of each kind, in the order of the kinds' names."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(game.action_kind(action), []).append(action)
    return dict(sorted(kinds.items()))


def one_of_a_kind(game: Game, actions: Iterable[Action], rng: random.Random) -> Action:
    """First a kind of action, then one of that kind: what there are few of comes up as often as the rest."""
    return rng.choice(rng.choice(list(by_kind(game, actions).values())))


def by_kind_policy(seed: int) -> Policy:
    """One of a kind of the legal actions; the same choices for the same seed."""
    rng = random.Random(seed)
    return lambda game, state, ruleset: one_of_a_kind(game, game.legal_actions(state, ruleset), rng)


def leaning_policy(seed: int) -> Policy:
    """Each kind of action has a chance of its own, some a hundred times that of another; the same for the same seed.

    So some games come to where nobody does for long what everybody could.
    """
    rng = random.Random(seed)
    chances: dict[str, float] = {}

    def choose(game: Game, state: State, ruleset: Any) -> Action:
        kinds = by_kind(game, game.legal_actions(state, ruleset))
        for kind in kinds:
            chances.setdefault(kind, 10 ** rng.uniform(-3, 0))
        (kind,) = rng.choices(list(kinds), [chances[kind] for kind in kinds])
        return rng.choice(kinds[kind])

    return choose
