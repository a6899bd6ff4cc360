"""Ends of games on an edge: how many animals and what treasures each player has.

Ends of all kinds are made up, with many equal numbers in them, until one is on the edge.
"""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from properties.drachenschatz.board import COW, SHEEP, WORTH
from properties.drachenschatz.edges_end import End, animal_edges, reading_edges, score_edges
from properties.drachenschatz.late_script import NotUnderThisRuleset, whole_box, year_sizes
from reference_engine.interface import Game

NUMBERS = (3, 4, 5, 6)  # of players
_TRIES = 5000
_KINDS: Mapping[str, tuple[Sequence[int], Callable[[End], Iterator[str]]]] = {
    "fewest": (NUMBERS[:2], animal_edges),
    "halves": (NUMBERS[2:], animal_edges),
    "next": (NUMBERS, animal_edges),
    "out": (NUMBERS, score_edges),
    "tie": (NUMBERS, score_edges),
    "win": (NUMBERS, score_edges),
    "matters": (NUMBERS, reading_edges),
}
"""For each kind of edge how many can play, and what names it."""


def end_on(edge: str, game: Game, ruleset: Any, rng: random.Random) -> list[str]:
    """The hoards of an end on that edge. Raises `NotUnderThisRuleset` if none is found."""
    readings: dict[str, str] = ruleset.readings()
    numbers, edges = _KINDS[edge.partition(".")[0]]
    for _ in range(_TRIES):
        players = rng.choice(numbers)
        cards = whole_box(game, players)
        end = _some_end(cards, players, readings, rng)
        if end is not None and edge in edges(end):
            hoards = _hoards(end, cards, rng)
            if min(map(len, hoards)) >= len(year_sizes(game, players)):
                return hoards
    raise NotUnderThisRuleset(f"no end on {edge} was found")


def _some_end(cards: str, players: int, readings: Mapping[str, str], rng: random.Random) -> End | None:
    """An end with these cards; None if the scores do not come out even."""
    cows, sheep = _some_animals(cards.count(COW), cards.count(SHEEP), players, rng)
    end = End(cows, sheep, (0,) * players, readings)
    scores = _some_scores(sum(WORTH[card] * cards.count(card) for card in WORTH), players, end.out, rng)
    return None if scores is None else replace(end, scores=scores)


def _some_animals(cows: int, sheep: int, players: int, rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Each player's number of cows, and of sheep."""
    if players <= 4:
        numbers = _some_numbers(cows + sheep, players, _some(range(players), rng), rng)
        owners = [player for player, number in enumerate(numbers) for _ in range(number)]
        rng.shuffle(owners)
        with_cows, with_sheep = owners[:cows], owners[cows:]
        return tuple(map(with_cows.count, range(players))), tuple(map(with_sheep.count, range(players)))
    fewest_cows = _some(range(players), rng)
    fewest_sheep = _some(rng.choice((range(players), fewest_cows)), rng)  # often players who share both
    return (
        _some_numbers(cows, players, fewest_cows, rng),
        _some_numbers(sheep, players, fewest_sheep, rng),
    )


def _some(players: Sequence[int], rng: random.Random) -> list[int]:
    """Some of the players, one at least; as a rule few."""
    return rng.sample(players, rng.randint(1, rng.randint(1, len(players))))


def _some_numbers(total: int, players: int, fewest: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """Numbers of which as a rule those players have the lowest; or all of them have one, and the others another one."""
    if len(fewest) == players and total % players:
        fewest = fewest[1:]
    others = [player for player in range(players) if player not in fewest]
    if not others:
        return (total // players,) * players
    evenly = [low for low in range(total // len(fewest) + 1) if (total - low * len(fewest)) % len(others) == 0]
    if evenly and rng.randrange(4) == 0:
        low = rng.choice(evenly)
        parts = [(total - low * len(fewest)) // len(others)] * len(others)
    else:
        low = rng.randint(0, (total - len(others)) // players)
        parts = [low + 1 + part for part in _split(total - low * players - len(others), len(others), rng)]
    numbers = dict.fromkeys(fewest, low) | dict(zip(others, parts, strict=True))
    return tuple(numbers[player] for player in range(players))


def _split(total: int, parts: int, rng: random.Random) -> list[int]:
    """So many random numbers from 0 up."""
    cuts = sorted(rng.randint(0, total) for _ in range(parts - 1))
    return [end - start for start, end in zip([0, *cuts], [*cuts, total], strict=True)]


def _some_scores(total: int, players: int, out: Collection[int], rng: random.Random) -> tuple[int, ...] | None:
    """Scores of which some players still in share the highest; those who are out have less, as much or more."""
    still_in = [player for player in range(players) if player not in out]
    rng.shuffle(still_in)
    count = rng.randint(1, len(still_in))
    best, lower = still_in[:count], still_in[count:]
    higher: list[int] = []
    for player in out:
        rng.choice((best, lower, higher)).append(player)
    least = 1 if lower else 0
    if not higher:
        least = -(-(total + len(lower)) // (len(best) + len(lower)))
    most = (total - len(higher)) // (len(best) + len(higher))
    if most < least or (len(best) == players and total % players):
        return None
    score = rng.choice((least, rng.randint(least, most)))
    scores, rest = [score] * players, total - score * len(best) - (score + 1) * len(higher)
    for after, player in enumerate(lower, start=1 - len(lower)):
        fewest = 0 if higher else max(0, rest + after * (score - 1))
        scores[player] = rng.randint(fewest, min(rest, score - 1))
        rest -= scores[player]
    if higher:
        for player, more in zip(higher, _split(rest, len(higher), rng), strict=True):
            scores[player] += 1 + more
    return tuple(scores)


def _hoards(end: End, cards: str, rng: random.Random) -> list[str]:
    """Those animals and treasures of that score for each player; gold, worth 1, is dealt last and fills up."""
    hoards = [COW * cows + SHEEP * sheep for cows, sheep in zip(end.cows, end.sheep, strict=True)]
    missing = list(end.scores)
    for card in sorted(WORTH, key=WORTH.__getitem__, reverse=True):
        for _ in range(cards.count(card)):
            player = rng.choice([player for player, score in enumerate(missing) if score >= WORTH[card]])
            missing[player] -= WORTH[card]
            hoards[player] += card
    return hoards
