"""How often a reading matters in games of the full box, played greedily under the default ruleset and another one.

Beside it stands the control: how often the winners differ when nothing but the shuffle does.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from properties.dealing import numbers_of_players
from properties.reaching import Winners
from properties.rulesets import Choice, alternatives
from properties.running import Unit
from properties.touching import Played, play
from reference_engine import load
from reference_engine.interface import Game

MARGIN = 0.01  # to either side of a rate over all numbers of players
GAMES = 600  # at most, for each number of players
_BATCH = 100  # games, after which it is looked whether the margin is reached
_FEWEST = 300  # games for each number of players, also where the margin is reached sooner
_Z = 1.959964  # 95 % of the standard normal distribution lie within


@dataclass(frozen=True)
class Seen:
    """In how many of so many games something was seen."""

    seen: int
    games: int

    @property
    def share(self) -> float:
        """The part of the games; 0 of none."""
        return self.seen / self.games if self.games else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which rates the true one lies, at 95 %: the Wilson interval."""
        if not self.games:
            return 0.0, 1.0
        square = _Z * _Z / self.games
        middle = (self.share + square / 2) / (1 + square)
        reach = sqrt(self.share * (1 - self.share) * square + square * square / 4) / (1 + square)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True)
class Pairs:
    """In how many pairs of games the winners differ, each game being paired with every other.

    winners: who won how many games.
    """

    winners: Mapping[Winners, int]

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(self.winners.values())

    @property
    def share(self) -> float:
        """The part of the pairs; 0 of none."""
        pairs = self.games * (self.games - 1)
        return 1 - sum(won * (won - 1) for won in self.winners.values()) / pairs if pairs else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which rates the true one lies, at 95 %, by Hoeffding's variance of a mean over pairs."""
        games = self.games
        if games < 2:
            return 0.0, 1.0
        shares = [won / games for won in self.winners.values()]
        same = sum(share * share for share in shares)
        one_in_common = sum(share**3 for share in shares) - same * same
        variance = (4 * (games - 2) * one_in_common + 2 * same * (1 - same)) / (games * (games - 1))
        return max(0.0, self.share - _Z * sqrt(variance)), min(1.0, self.share + _Z * sqrt(variance))


@dataclass(frozen=True)
class Rate:
    """How often something is seen where each number of players is as likely as any other."""

    by_players: Mapping[int, Seen | Pairs]

    @property
    def games(self) -> int:
        """How many were looked at."""
        return sum(each.games for each in self.by_players.values())

    @property
    def share(self) -> float:
        """The mean over the numbers of players."""
        return sum(each.share for each in self.by_players.values()) / len(self.by_players)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which rates the true one lies, at 95 %.

        The distances of the bounds for each number of players add up in squares. Where something was seen in no game
        at all, or in every one, as many of each number of players are taken for one sample.
        """
        every = self.by_players.values()
        if self.share in (0, 1):
            games = min(each.games for each in every) * len(every)
            return Seen(round(self.share) * games, games).bounds
        below = sqrt(sum((each.share - each.bounds[0]) ** 2 for each in every)) / len(every)
        above = sqrt(sum((each.bounds[1] - each.share) ** 2 for each in every)) / len(every)
        return max(0.0, self.share - below), min(1.0, self.share + above)

    def __str__(self) -> str:
        """The rate in words, in per cent, with its bounds."""
        low, high = (100 * bound for bound in self.bounds)
        if self.share == 0:
            return f"at most {high:.2g} %"
        return f"{_short(100 * self.share)} % ({_short(low)} to {_short(high)})"


def _short(number: float) -> str:
    """With one decimal, or two digits where it is small."""
    return f"{number:.1f}" if number >= 1 else f"{number:.2g}"


@dataclass(frozen=True)
class Counts:
    """What the games of one number of players have shown.

    touched, changed: for each alternative. control: under the default ruleset.
    """

    game: str
    players: int
    touched: Mapping[Choice, Seen]
    changed: Mapping[Choice, Seen]
    control: Pairs


@dataclass(frozen=True)
class Frequency:
    """How often one value of a reading matters instead of the default.

    touched: what is legal, a position or the outcome of the game played depends on it at least once.
    winner_changed: other players win. control: other players win when nothing but the shuffle is another.
    """

    game: str
    reading: str
    value: str
    touched: Rate
    winner_changed: Rate
    control: Rate


def units(game: Game, seed: int, games: int = GAMES) -> list[Unit]:
    """The work: for each number of players of the full box up to so many games. Each unit gives its `Counts`."""
    numbers = numbers_of_players(game, game.BOXES["full"])
    margin = MARGIN * sqrt(len(numbers))  # so that it is `MARGIN` for all numbers together
    return [
        Unit(f"frequency.{game.NAME}.{players}", count, (game.NAME, seed, players, games, margin), 10.0)
        for players in numbers
    ]


def frequencies(counts: Iterable[Counts]) -> list[Frequency]:
    """Each alternative of a game, from what its units have given, one for each number of players."""
    every = sorted(counts, key=lambda each: each.players)
    control = Rate({each.players: each.control for each in every})
    return [
        Frequency(
            game=every[0].game,
            reading=alternative[0],
            value=alternative[1],
            touched=Rate({each.players: each.touched[alternative] for each in every}),
            winner_changed=Rate({each.players: each.changed[alternative] for each in every}),
            control=control,
        )
        for alternative in every[0].touched
    ]


def count(name: str, seed: int, players: int, games: int, margin: float) -> Counts:
    """Plays up to so many games, batch after batch until everything is known with that margin to either side.

    An alternative of which it is known how often others win under it is followed no further, unless that costs nothing
    because it has only ever been scored.
    """
    game = load(name)
    rulesets, full = alternatives(game), game.BOXES["full"]
    played: list[Played] = []
    counts = _counts(game, players, played)
    while len(played) < games and not (len(played) >= _FEWEST and _known(counts, margin)):
        parted = frozenset[Choice]().union(*(each.parted for each in played))
        known = {each for each in parted if len(played) >= _FEWEST and _narrow(counts.changed[each], margin)}
        for number in range(len(played), min(len(played) + _BATCH, games)):
            shuffle = random.Random(f"{seed} {players} {number}").randrange(2**32)
            played.append(play(game, full, players, shuffle, rulesets, frozenset(rulesets.keys() - known)))
        counts = _counts(game, players, played)
    return counts


def _counts(game: Game, players: int, played: list[Played]) -> Counts:
    """What these games have shown."""
    every = alternatives(game)
    touched = Counter(each for one in played for each in one.touched)
    changed = Counter(each for one in played for each in one.changed)
    followed = Counter(each for one in played for each in one.followed)
    return Counts(
        game=game.NAME,
        players=players,
        touched={each: Seen(touched[each], len(played)) for each in every},
        changed={each: Seen(changed[each], followed[each]) for each in every},
        control=Pairs(Counter(one.winners for one in played)),
    )


def _known(counts: Counts, margin: float) -> bool:
    """Whether every rate is known with that margin to either side."""
    rates = (*counts.touched.values(), *counts.changed.values())
    return _narrow(counts.control, margin) and all(_narrow(each, margin) for each in rates)


def _narrow(rate: Seen | Pairs, margin: float) -> bool:
    low, high = rate.bounds
    return high - low <= 2 * margin
