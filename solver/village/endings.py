"""Ended positions made to be tied: play hardly ever ends so, and never in every way.

Players are picked from a pool of small hands and bribes of equal totals, so that ties break at every step.
"""

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

TYPES = "ABCDEF"
VALUES = ((1, 1, 2, 2, 3, 4), (1, 1, 1, 1, 1, 2), (1, 2, 3, 4, 5, 6), (2, 2, 2, 3, 3, 4))
ALIKE = 25  # positions one after the other with as many players and types
POOL = 80  # players to pick from, for each position


@dataclass(frozen=True)
class _Player:
    hand: str
    bribes: tuple[tuple[str, str], ...]

    def total(self, worth: Mapping[str, int]) -> int:
        """About the score: enough to find players who may be tied."""
        gained = sum(worth[kind] * len(cards) for kind, cards in self.bribes)
        return gained - sum(worth[card] for card in self.hand)


def tied(seed: int) -> Iterator[dict[str, Any]]:
    """Ended positions of 2 to 5 players and 2 to 6 types, without end; the same for the same seed.

    Two of the players at least have the same total if a Wild in the hand costs 2. In some positions two of
    them are equal in everything.
    """
    rng = random.Random(seed)
    for made in itertools.count():
        if made % ALIKE == 0:
            count, types = rng.randint(2, 5), TYPES[: rng.randint(2, 6)]
        track, values = rng.sample(types, len(types)), rng.choice(VALUES)[-len(types) :]
        worth = dict(zip(track, values, strict=True)) | {"W": 2}
        pool: dict[int, list[_Player]] = {}
        for _ in range(POOL):
            player = _player(rng, types)
            pool.setdefault(player.total(worth), []).append(player)
        players = _picked(rng, pool, count)
        yield {
            "players": count,
            "turn": rng.randrange(count),
            "over": True,
            "deck": "",
            "hands": [player.hand for player in players],
            "bribes": [dict(player.bribes) for player in players],
            "market": {"3": "", "2": "", "1": "", "0": ""},
            "track": track,
            "values": list(values),
            "discard": "",
        }


def _picked(rng: random.Random, pool: Mapping[int, list[_Player]], count: int) -> list[_Player]:
    """Some players of one total, the others of no higher one; now and then one of them twice."""
    top = rng.choice([total for total, players in pool.items() if len(players) > 1])
    ties = min(rng.randint(2, count), len(pool[top]))
    players = rng.sample(pool[top], ties)
    if rng.random() < 0.2:
        players[0] = players[1]
    below = [player for total, players in pool.items() if total <= top for player in players]
    players += [rng.choice(below) for _ in range(count - ties)]
    rng.shuffle(players)
    return players


def _player(rng: random.Random, types: str) -> _Player:
    """Few cards, of few types; none in the hand of a type that is bribed (V-END-2), a treasure in every bribe."""
    bribed = rng.sample(types, rng.randint(0, min(3, len(types))))
    bribes = tuple((kind, kind * rng.randint(1, 2) + "W" * rng.choice((0, 0, 1, 2))) for kind in sorted(bribed))
    others = [kind for kind in types if kind not in bribed]
    held = rng.choices(others, k=rng.randint(0, 2)) if others else []
    return _Player("".join(sorted(held + ["W"] * rng.choice((0, 0, 1, 2)))), bribes)
