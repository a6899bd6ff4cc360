"""Greedy play of every game comes to an end, and says which readings change what is legal."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from properties.dealing import deal, numbers_of_players
from properties.policies import playout, random_policy
from properties.rulesets import alternatives, random_ruleset
from properties.touching import greedy
from reference_engine import games, load
from reference_engine.interface import Game, State

ALTERNATIVES = [(name, *choice) for name in games() for choice in alternatives(load(name))]


def met(game: Game, count: int, most: int = 1_000) -> Iterator[tuple[Any, State]]:
    """Positions of games of the full box, played partly greedily, one in three under the default ruleset.

    most: positions of each game.
    """
    players = numbers_of_players(game, game.BOXES["full"])
    for seed in range(count):
        rng = random.Random(seed)
        greed = rng.random()
        ruleset = random_ruleset(game, rng) if seed % 3 else game.Ruleset()
        state = deal(game, game.BOXES["full"], players[seed % len(players)], seed, ruleset)
        for _ in range(most):
            if game.is_terminal(state):
                break
            yield ruleset, state
            policy = greedy(game).choose if rng.random() < greed else random_policy(rng.randrange(2**32))
            state = game.apply(state, policy(game, state, ruleset), ruleset)


@pytest.mark.parametrize(("name", "reading", "value"), ALTERNATIVES)
def test_every_game_ends(name: str, reading: str, value: str) -> None:
    game, box = load(name), load(name).BOXES["full"]
    ruleset, choose = alternatives(game)[reading, value], greedy(game).choose
    for players in numbers_of_players(game, box):
        opening = deal(game, box, players, players, ruleset)
        played = [state for _, (_, state) in zip(range(300), playout(game, opening, ruleset, choose), strict=False)]
        assert game.is_terminal(played[-1])


@pytest.mark.parametrize("name", games())
def test_just_the_listed_readings_change_by_themselves_what_is_legal(name: str) -> None:
    game, box = load(name), load(name).BOXES["full"]
    default, numbers, changing = game.Ruleset(), numbers_of_players(game, box), set()
    for seed in range(6):
        opening = deal(game, box, numbers[seed % len(numbers)], seed, default)
        for _, state in playout(game, opening, default, greedy(game).choose):
            legal = game.legal_actions(state, default)
            changing |= {
                reading
                for (reading, _), ruleset in alternatives(game).items()
                if game.legal_actions(state, ruleset) != legal
            }
    assert changing == greedy(game).LISTED
