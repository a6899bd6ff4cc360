"""How many actions of random games a second, legal actions listed at every step; a round is 1,000 actions."""

import random
from collections.abc import Iterator
from itertools import cycle, islice

import pytest
from pokerkit import Automation, NoLimitTexasHoldem
from pytest_benchmark.fixture import BenchmarkFixture

from properties.dealing import deal
from properties.policies import playout, random_policy
from reference_engine import load

ACTIONS = 1000


def engine_actions(players: Iterator[int]) -> Iterator[object]:
    """Endless random games of the full box, one after the other."""
    game = load("village")
    ruleset = game.Ruleset()
    for seed, number in enumerate(players):
        opening = deal(game, game.BOXES["full"], number, seed, ruleset)
        yield from playout(game, opening, ruleset, random_policy(seed))


def pokerkit_actions() -> Iterator[object]:
    """Endless random hands of Texas hold'em for three, in PokerKit, an engine in pure Python."""
    rng = random.Random(0)
    while True:
        hand = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 3)
        while hand.status:
            possible = [
                (hand.can_fold, hand.fold),
                (hand.can_check_or_call, hand.check_or_call),
                (hand.can_complete_bet_or_raise_to, hand.complete_bet_or_raise_to),
            ]
            yield rng.choice([action for can, action in possible if can()])()


def play(actions: Iterator[object]) -> int:
    return sum(1 for _ in islice(actions, ACTIONS))


@pytest.mark.benchmark(group="1,000 random actions")
def test_village_mean_over_2_to_5_players(benchmark: BenchmarkFixture) -> None:
    assert benchmark(play, engine_actions(cycle([2, 3, 4, 5]))) == ACTIONS


@pytest.mark.benchmark(group="1,000 random actions")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_village(benchmark: BenchmarkFixture, players: int) -> None:
    assert benchmark(play, engine_actions(cycle([players]))) == ACTIONS


@pytest.mark.benchmark(group="1,000 random actions")
def test_pokerkit(benchmark: BenchmarkFixture) -> None:
    assert benchmark(play, pokerkit_actions()) == ACTIONS
