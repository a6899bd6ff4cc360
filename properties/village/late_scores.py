"""What tied players end with, and what breaks a tie: for working out games before they are played."""

from dataclasses import dataclass
from itertools import groupby

from properties.village.board import WILD

BITS = 6  # of a number of cards


@dataclass(frozen=True)
class Seat:
    """A player who has bribed with these cards, one text for each type, when the game is about to end.

    track, values: the tokens and the worth of the spaces. penalty: what a Wild in hand costs.
    """

    bribes: tuple[str, ...]
    track: tuple[str, ...]
    values: tuple[int, ...]
    penalty: int

    @property
    def bribed(self) -> set[str]:
        """The types bribed with."""
        return {bribe[0] for bribe in self.bribes}

    def score(self) -> tuple[int, dict[str, int]]:
        """What the bribes are worth, and what each card that is still in hand adds: it joins a bribe, or costs."""
        value = dict(zip(self.track, self.values, strict=True))
        hand = {token: value[token] if token in self.bribed else -value[token] for token in self.track}
        return sum(value[bribe[0]] * len(bribe) for bribe in self.bribes), hand | {WILD: -self.penalty}


@dataclass(frozen=True)
class TieBreak:
    """How a tie is broken under a ruleset's readings, on spaces of those values.

    A player's rank is one number: the cards that count at each step, those at the first step in its
    first digits. Of tied players the one with the highest rank wins.
    """

    count: str
    steps: str
    values: tuple[int, ...]

    def shift(self, space: int) -> int:
        """By how many bits to shift ranks to the right, so that the step with that space is their last."""
        spaces = range(len(self.values))
        groups = groupby(spaces, key=lambda space: space if self.steps == "space" else self.values[space])
        return next(place for place, (_, group) in enumerate(groups) if space in group) * BITS

    def rank(self, seat: Seat) -> tuple[int, dict[str, int]]:
        """The rank that the bribes give, and what each card that is still in hand adds."""
        one = {token: 1 << self.shift(space) for space, token in enumerate(seat.track)}
        wilds = self.count in ("bribe", "owned")
        bribes = sum(one[bribe[0]] * (len(bribe) if wilds else bribe.count(bribe[0])) for bribe in seat.bribes)
        tokens = seat.track if self.count in ("owned", "type") else seat.bribed
        return bribes, {card: one[card] if card in tokens else 0 for card in (*seat.track, WILD)}


@dataclass(frozen=True)
class Ending:
    """A player at the end: the cards beside the first bribes, the total, and the rank by each of some rules."""

    cards: str
    total: int
    ranks: tuple[int, ...]


def endings(seat: Seat, hands: list[str], rules: tuple[TieBreak, ...]) -> list[Ending]:
    """That player with each of those hands."""
    bribes, hand = seat.score()
    ranks = [rule.rank(seat) for rule in rules]
    return [
        Ending(
            cards,
            bribes + sum([hand[card] for card in cards]),
            tuple([first + sum([adds[card] for card in cards]) for first, adds in ranks]),
        )
        for cards in hands
    ]
