"""Openings from a seed: the one place where chance comes in."""

import random
from typing import Any

from reference_engine.errors import CannotDeal
from reference_engine.interface import Box, Game, State

_MOST_PLAYERS = 9


def deal(game: Game, box: Box, players: int, seed: int, ruleset: Any) -> State:
    """The opening of a shuffled box; the same for the same arguments. Raises `CannotDeal`."""
    rng = random.Random(seed)
    shuffled = ["".join(rng.sample(cards, len(cards))) for cards in game.unshuffled(box, players)]
    return game.initial_state(box, players, shuffled, ruleset)


def numbers_of_players(game: Game, box: Box) -> list[int]:
    """For how many players the box can be dealt, in ascending order."""
    return [players for players in range(1, _MOST_PLAYERS + 1) if _can_be_dealt(game, box, players)]


def _can_be_dealt(game: Game, box: Box, players: int) -> bool:
    try:
        game.unshuffled(box, players)
    except CannotDeal:
        return False
    return True
