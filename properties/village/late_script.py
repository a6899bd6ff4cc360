"""Games written down action by action, and the opening that makes them happen.

Every order of the deck, every hand and every starting order of the tokens is a possible opening. So a
script decides which card comes when, and the deck follows from it. It keeps its own books and never
asks the engine: what an engine makes of the game is for the properties to judge.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from properties.village.board import STALLS, WILD, gathered
from properties.village.track import spaces_for
from reference_engine.interface import Action, Game
from reference_engine.jsonform import Json
from reference_engine.record import Header

BOX = "full"
HAND = 7  # cards dealt to each player
MARKET = 4  # cards dealt to the stalls


class NotUnderThisRuleset(Exception):
    """Occurs when an edge cannot be reached under a ruleset."""


class NotFound(NotUnderThisRuleset):
    """Occurs when no game to an edge was found, although other random choices may give one."""


@dataclass(frozen=True)
class LateGame:
    """A game on to an edge: `actions` end on it, and without the last `back` of them on its brink."""

    header: Header
    actions: tuple[Action, ...]
    back: int


class Script:
    """A game of the full box as far as it is written.

    turn: the player to move. hands, bribes, market, track: as in the protocol. pool: the cards that
    have no place yet; in the end those that stay in the deck.
    """

    def __init__(self, game: Game, ruleset: Any, hands: Sequence[str], market: str, track: str) -> None:
        self.readings: dict[str, str] = ruleset.readings()
        self._game, self._ruleset = game, ruleset
        self._order = "".join(hands) + market  # the cards in the order in which they are dealt and drawn
        self._actions: list[Json] = []
        self._tokens = track
        self._next_stall = STALLS[0]
        self.pool = Counter(whole_box(game, len(hands)))
        self._place(self._order)
        self.turn = 0
        self.hands = [gathered(hand) for hand in hands]
        self.bribes: list[dict[str, str]] = [{} for _ in hands]
        self.market = dict(zip(STALLS, market, strict=True))
        self.track = list(track)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def hand(self) -> str:
        """The hand of the player to move."""
        return self.hands[self.turn]

    @property
    def first_stall(self) -> int:
        """The stall that the next refill begins with."""
        return STALLS[0] if self.readings["refill.start"] == "restart" else self._next_stall

    def draw(self, card: str = "") -> None:
        """Draws that card; without one from an empty deck, which ends the game."""
        self._from_deck(card)
        self.hands[self.turn] = gathered(self.hand, card)
        self._done({"type": "draw"})

    def bribe(self, treasure: str, cards: str, run: str = "", stop: str = "") -> None:
        """Bribes with those cards, and all Wilds where they must go along.

        run: the cards dealt that do not stop the refill. stop: the one that does; none where the deck ends.
        They have no place yet where a Wild in the market stops it. Raises `NotFound` where the token has no room.
        """
        cards, own = self._with_all(cards), self.bribes[self.turn]
        if not favor(self.track, own.get(treasure, ""), treasure, cards, self.readings):
            raise NotFound(f"no room for a bribe of {cards}")
        self.hands[self.turn] = without(self.hand, cards)
        own[treasure] = gathered(own.get(treasure, ""), cards)
        if not self.deals():
            run = stop = ""
        self._from_deck(run + stop)
        stall = self.first_stall
        for card in run + stop:
            self.market[stall] += card
            stall = (stall - 1) % len(STALLS)
        self._next_stall = stall
        self._done({"type": "bribe", "treasure": treasure, "cards": gathered(cards)})

    def can_bribe(self, treasure: str, cards: str) -> bool:
        """Whether the token has room for a bribe of those cards, and all Wilds where they must go along."""
        joined = self.bribes[self.turn].get(treasure, "")
        return favor([*self.track], joined, treasure, self._with_all(cards), self.readings)

    def deals(self) -> bool:
        """Whether a bribe deals cards, and no Wild in the market stops that."""
        return self.readings["refill.standing_wild"] == "dealt" or WILD not in "".join(self.market.values())

    def stoppers(self, treasure: str) -> tuple[str, ...]:
        """The cards that stop the refill of such a bribe, but no later ones."""
        return (treasure, WILD) if self.readings["refill.standing_wild"] == "dealt" else (treasure,)

    def visit(self, stall: int, pay: str = "", curse: str = "") -> None:
        """Visits a stall that has cards, for that payment."""
        self.hands[self.turn] = gathered(without(self.hand, pay), self.market[stall])
        self.market[stall] = ""
        if pay:
            move(self.track, curse, -self.curse_spaces(pay, curse), self.readings)
            self._done({"type": "visit", "stall": stall, "pay": gathered(pay), "curse": curse})
        else:
            self._done({"type": "visit", "stall": stall})

    def curse_spaces(self, pay: str, curse: str) -> int:
        """How far a token is cursed."""
        return len(pay) if self.readings["curse.distance"] == "all" else pay.count(curse)

    def finish(self, deck: str, back: int) -> LateGame:
        """The game, with those cards in the deck at its end; they must be all that have no place yet."""
        self._from_deck(deck)
        if self.pool.total():
            raise ValueError(f"cards without a place: {gathered(*self.pool.elements())}")
        box = self._game.BOXES[BOX]
        start = self._game.initial_state(box, self.players, (self._order, self._tokens), self._ruleset)
        actions = tuple(self._game.action_from_json(action) for action in self._actions)
        return LateGame(Header(self._game, self._ruleset, start, BOX), actions, back)

    def _with_all(self, cards: str) -> str:
        """The cards, and all Wilds of the hand where they must go along."""
        if self.readings["bribe.wilds"] == "any":
            return cards
        return gathered(cards.replace(WILD, ""), WILD * self.hand.count(WILD))

    def _from_deck(self, cards: str) -> None:
        self._place(cards)
        self._order += cards

    def _place(self, cards: str) -> None:
        self.pool.subtract(cards)
        if min(self.pool.values()) < 0:
            raise ValueError(f"the box has not so many cards: {cards}")

    def _done(self, action: Json) -> None:
        self._actions.append(action)
        self.turn = (self.turn + 1) % self.players


def favor(track: list[str], joined: str, treasure: str, cards: str, readings: dict[str, str]) -> bool:
    """Moves a token to the right for cards that start a bribe or join one. Whether that is allowed."""
    spaces, room = spaces_for(joined, cards, readings), len(track) - 1 - track.index(treasure)
    if spaces > room and readings["favor.overshoot"] != "stop":
        return readings["favor.overshoot"] == "stay" or room == 0
    move(track, treasure, spaces, readings)
    return True


def move(track: list[str], token: str, spaces: int, readings: dict[str, str]) -> None:
    """Moves a token to the right, or for a negative number to the left, as far as there are spaces."""
    start = track.index(token)
    end = min(max(start + spaces, 0), len(track) - 1)
    if readings["track.passing"] == "swap":
        track[start], track[end] = track[end], track[start]
    else:
        track.insert(end, track.pop(start))


def whole_box(game: Game, players: int) -> str:
    """All cards of the box for so many players."""
    return game.unshuffled(game.BOXES[BOX], players)[0]


def types(game: Game) -> str:
    """The treasure types, in ascending order."""
    return game.unshuffled(game.BOXES[BOX], 2)[1]


def shuffled(rng: random.Random, cards: str) -> str:
    """The cards in another order."""
    order = list(cards)
    rng.shuffle(order)
    return "".join(order)


def without(cards: str, *parts: str) -> str:
    """The cards without those of the parts, each of which must be there."""
    left = list(cards)
    for card in "".join(parts):
        left.remove(card)
    return "".join(left)
