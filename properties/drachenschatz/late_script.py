"""Games written down action by action, and the opening that makes them happen.

Every order of the cards is a possible opening. So a script only says what is done; which cards come to whom
is settled when it is finished, and the deck follows from that. It keeps its own books and never asks the
engine: what an engine makes of the game is for the properties to judge.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from properties.drachenschatz.board import gathered
from reference_engine.interface import Action, Game
from reference_engine.jsonform import Json
from reference_engine.record import Header

BOX = "full"
NUMBERS = (3, 4, 5, 6)  # of players


class NotUnderThisRuleset(Exception):
    """Occurs when an edge cannot be reached under a ruleset."""


@dataclass(frozen=True)
class LateGame:
    """A game on to an edge: `actions` end on it, and without the last `back` of them on its brink."""

    header: Header
    actions: tuple[Action, ...]
    back: int


class Script:
    """A game of the full box as far as it is written.

    sizes: of the year piles. year: from 0; the number of years when the game is over. turn: the player to move.
    middle: how many cards are in it. piles: how many are in each treasure pile. claimed: the pile of each player
    who has claimed one this year. starters: who has started each year.
    """

    def __init__(self, game: Game, ruleset: Any, players: int) -> None:
        self.readings: dict[str, str] = ruleset.readings()
        self._game, self._ruleset = game, ruleset
        self._actions: list[Json] = []
        self._owners: list[int] = []  # of the cards of the years that are over, in the order of the deck
        self.players = players
        self.sizes = year_sizes(game, players)
        self._start_year(0, 0)

    @property
    def over(self) -> bool:
        """Whether the last year is over."""
        return self.year == len(self.sizes)

    @property
    def free(self) -> list[int]:
        """The treasure piles without a dragon."""
        return [pile for pile in range(self.players) if pile not in self.claimed.values()]

    def reveal(self, pile: int) -> None:
        """Puts the next card of the middle onto that pile."""
        self._places.append(pile)
        self.middle -= 1
        self.piles[pile] += 1
        self._actions.append({"type": "reveal", "pile": pile})
        self._pass_turn()

    def claim(self, pile: int) -> None:
        """Claims that pile; if only one player is left, the year ends."""
        self.claimed[self.turn] = pile
        self._actions.append({"type": "claim", "pile": pile})
        if len(self.claimed) < self.players - 1:
            self._pass_turn()
            return
        (left,) = set(range(self.players)) - set(self.claimed)
        owner = {pile: player for player, pile in self.claimed.items()} | dict.fromkeys(self.free, left)
        self._owners += [owner[pile] for pile in self._places] + [left] * self.middle
        last = left if self.readings["year.starter"] == "leftover" else self.turn
        self._start_year(self.year + 1, (last + 1) % self.players)

    def finish(self, rng: random.Random, back: int, hoards: Sequence[str] = ()) -> LateGame:
        """The game; if it is over, it can be settled what every player has in the end."""
        cards = shuffled(rng, whole_box(self._game, self.players))
        if hoards:
            coming = [iter(shuffled(rng, hoard)) for hoard in hoards]
            cards = "".join(next(coming[player]) for player in self._owners)
        box = self._game.BOXES[BOX]
        start = self._game.initial_state(box, self.players, (cards,), self._ruleset)
        actions = tuple(self._game.action_from_json(action) for action in self._actions)
        return LateGame(Header(self._game, self._ruleset, start, BOX), actions, back)

    def _start_year(self, year: int, starter: int) -> None:
        self.year, self.turn = year, starter
        self.middle = 0 if self.over else self.sizes[year] - self.players
        self.piles = [1] * self.players
        self.claimed: dict[int, int] = {}
        self._places = list(range(self.players))

    def _pass_turn(self) -> None:
        """The next player's turn, over those who have claimed, if they take none."""
        revealing = self.readings["claim.turns"] == "reveal" and self.middle
        self.turn = (self.turn + 1) % self.players
        while self.turn in self.claimed and not revealing:
            self.turn = (self.turn + 1) % self.players


def whole_box(game: Game, players: int) -> str:
    """All cards of the box for so many players."""
    return gathered(*game.unshuffled(game.BOXES[BOX], players))


def year_sizes(game: Game, players: int) -> list[int]:
    """How many cards each year pile has: sizes that differ by at most one, earlier ones larger."""
    cards, years = len(whole_box(game, players)), game.BOXES[BOX].piles[players]
    return [(cards + years - 1 - year) // years for year in range(years)]


def shuffled(rng: random.Random, cards: str) -> str:
    """The cards in another order."""
    return "".join(rng.sample(cards, len(cards)))
