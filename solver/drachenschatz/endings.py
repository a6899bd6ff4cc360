"""Ended positions made to be tied: in the minima of animals, in every way, and in the scores.

Play hardly ever ends so, since a hoard has so many cards.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

YEARS = {3: 4, 4: 4, 5: 3, 6: 3}  # D-SETUP-2
TABLES: tuple[Mapping[str, int], ...] = ({"G": 1, "J": 3, "K": 5}, {"G": 1, "J": 1, "K": 1}, {"G": 2, "J": 3, "K": 4})
MOST = (0, 1, 1, 2, 3)  # of an animal in one hoard
TREASURES = (4, 7)  # how many in a hoard, so that it has a card of each year


def tied(seed: int) -> Iterator[dict[str, Any]]:
    """Ended positions of 3 to 6 players, without end; the same for the same seed.

    Two of the players at least have the same score, and so few animals that minima are often shared.
    """
    rng = random.Random(seed)
    while True:
        players, table = rng.choice(tuple(YEARS)), rng.choice(TABLES)
        treasures = _treasures(rng, players, table)
        cows, sheep = rng.choice(MOST), rng.choice(MOST)
        hoards = (held + "C" * rng.randint(0, cows) + "S" * rng.randint(0, sheep) for held in treasures)
        yield {
            "players": players,
            "turn": rng.randrange(players),
            "over": True,
            "year": YEARS[players],
            "middle": "",
            "later": [],
            "piles": [],
            "hoards": ["".join(sorted(hoard)) for hoard in hoards],
            "worth": dict(table),
        }


def _treasures(rng: random.Random, players: int, table: Mapping[str, int]) -> list[str]:
    """Treasures for each player, of two of them at least the same worth."""
    made = ["".join(rng.choices("GJK", k=rng.randint(*TREASURES))) for _ in range(10 * players)]
    worth = {cards: sum(table[card] for card in cards) for cards in made}
    common = worth[rng.choice(made)]
    alike = [cards for cards in made if worth[cards] == common]
    held = [rng.choice(alike if player < 2 or rng.random() < 0.5 else made) for player in range(players)]
    rng.shuffle(held)
    return held
