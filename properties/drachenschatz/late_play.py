"""What the builders of late games have in common: years played in many ways."""

import random
from collections.abc import Collection, Sequence

from properties.drachenschatz.late_script import Script


def some_years(script: Script, rng: random.Random, most: int) -> None:
    """Plays up to so many years of all kinds, mostly short ones."""
    for _ in range(rng.randrange(most + 1)):
        last = rng.randrange(script.players)
        shares = [1 + rng.choice((0, 0, 1, 2)) for _ in range(script.players)]
        shares[last] += script.sizes[script.year] - sum(shares)
        play_year(script, rng, shares, last)


def play_years(script: Script, rng: random.Random, cards: Sequence[int]) -> None:
    """Plays all years, so that each player gets so many cards, one a year at least."""
    years = len(script.sizes)
    further = [[player] * (cards[player] - years) for player in range(script.players)]
    rng.shuffle(further)
    coming = [player for players in further for player in players]  # in long runs, so that most years are short
    if rng.randrange(4) == 0:
        rng.shuffle(coming)
    for size in script.sizes:
        here, coming = coming[: size - script.players], coming[size - script.players :]
        shares = [1 + here.count(player) for player in range(script.players)]
        play_year(script, rng, shares, max(range(script.players), key=shares.__getitem__))


def play_year(script: Script, rng: random.Random, shares: Sequence[int], last: int) -> None:
    """Plays a year in which each player gets so many cards.

    last: the player who is left over, unless all cards are revealed before.
    """
    own = rng.sample(range(script.players), script.players)  # the pile of each
    missing = {player: share - 1 for player, share in enumerate(shares)}
    year, hurry = script.year, rng.random()
    while script.year == year:
        player = script.turn
        open_ = [each for each, cards in missing.items() if cards and each != last]
        complete = player not in script.claimed and not missing[player]
        if complete and (not open_ or rng.random() < hurry):
            script.claim(own[player])
            continue
        to = rng.choice(open_) if open_ and (not missing[last] or rng.random() < 0.9) else last
        missing[to] -= 1
        script.reveal(own[to])


def claim_any(script: Script, rng: random.Random) -> None:
    """The player to move claims a pile."""
    script.claim(rng.choice(script.free))


def reveal_any(script: Script, rng: random.Random) -> None:
    """The player to move reveals a card onto some pile."""
    script.reveal(rng.choice(script.free))


def reveal_down_to(script: Script, rng: random.Random, middle: int, claimers: Collection[int]) -> None:
    """Plays until so many cards are in the middle; those players, and nobody else, claim a pile before."""
    waiting = set(claimers)
    while script.middle > middle or waiting:
        soon = script.middle <= middle + script.players
        if script.turn in waiting and (soon or rng.randrange(4) == 0):
            waiting.remove(script.turn)
            claim_any(script, rng)
        else:
            reveal_any(script, rng)


def some_claimers(script: Script, rng: random.Random, fewest: int) -> list[int]:
    """Some players, so few that two are left."""
    return rng.sample(range(script.players), rng.randrange(fewest, script.players - 1))
