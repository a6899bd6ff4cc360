"""How often something was seen, as a rate with bounds at 95 %."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from properties.reaching import Winners

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
        return in_words(self.share, *self.bounds)


def in_words(share: float, low: float, high: float) -> str:
    """A rate with its bounds, in per cent."""
    if share == 0:
        return f"at most {100 * high:.2g} %"
    return f"{_short(100 * share)} % ({_short(100 * low)} to {_short(100 * high)})"


def _short(number: float) -> str:
    """With one decimal, or two digits where it is small."""
    return f"{number:.1f}" if number >= 1 else f"{number:.2g}"
