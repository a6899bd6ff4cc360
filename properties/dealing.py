"""Openings from a seed: the one place where chance comes in."""

import random
from typing import Any

from reference_engine.interface import Box, Game, State


def deal(game: Game, box: Box, players: int, seed: int, ruleset: Any) -> State:
    """The opening of a shuffled box; the same for the same arguments. Raises `CannotDeal`."""
    rng = random.Random(seed)
    shuffled = ["".join(rng.sample(cards, len(cards))) for cards in game.unshuffled(box, players)]
    return game.initial_state(box, players, shuffled, ruleset)
