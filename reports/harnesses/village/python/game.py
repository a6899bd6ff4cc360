# Written by `dragonproof init`; in the public domain (CC0 1.0).
"""Please Don't Burn My Village!, a small complete game to try the harness on. Put your own game in its place.

It has its own names (cards are words, seats are counted from 1) and its own way of keeping things
(hands are counted, the next card of the pile is the last of the list), as your game will have.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

JOKER = "Joker"
TREASURES = ["gold", "ruby", "silver", "pearl", "emerald", "ivory"]
COPIES = 14  # of each treasure
JOKERS_PER_PLAYER = 4
HAND = 7
WORTH = [1, 1, 2, 2, 3, 4]  # of the dragon's favor, the lowest place first
PRICES = [3, 2, 1, 0]  # of the stalls, in the order in which they get cards
JOKER_PENALTY = 2

Cards = Counter[str]  # how many of each; never zero


class IllegalMove(Exception):
    """Occurs when a move may not be made; the game is then as it was before."""


@dataclass(frozen=True)
class Draw:
    """Take the next card."""


@dataclass(frozen=True)
class Bribe:
    """Play cards of one treasure, and jokers, to the own bribe of that treasure."""

    treasure: str
    cards: Cards


@dataclass(frozen=True)
class Visit:
    """Pay for a stall, take its cards, and curse a treasure among those paid with (None at the free stall)."""

    price: int
    payment: Cards
    cursed: str | None


Move = Draw | Bribe | Visit


@dataclass
class Player:
    """What one player has; a bribe is there from its first card on."""

    hand: Cards = field(default_factory=Counter)
    bribes: dict[str, Cards] = field(default_factory=dict)


@dataclass
class Game:
    """A game at any moment."""

    pile: list[str]  # face down, the next card last
    favor: list[str]  # the treasures, the least favored first
    worth: list[int]  # of the places of the favor
    players: dict[int, Player]  # by seat, from 1
    market: dict[int, Cards]  # the cards of each stall, by price
    discarded: Cards
    seat: int = 1  # who is to move; after the end, who made the last move
    over: bool = False

    def play(self, move: Move) -> None:
        """Makes a move. Raises `IllegalMove`."""
        if self.over:
            raise IllegalMove("the game is over")
        match move:
            case Draw():
                self._draw()
            case Bribe(treasure, cards):
                self._bribe(treasure, cards)
            case Visit(price, payment, cursed):
                self._visit(price, payment, cursed)
        if self.over:
            self._last_bribes()
        else:
            self.seat = self.seat % len(self.players) + 1

    def moves(self) -> list[Move]:
        """All moves that may be made now."""
        if self.over:
            return []
        return [Draw(), *self._possible_bribes(), *self._possible_visits()]

    def points(self, seat: int) -> int:
        """What a player's bribes are worth, less the cards left in the hand."""
        player = self.players[seat]
        value = dict(zip(self.favor, self.worth, strict=True))
        bribed = sum(value[treasure] * cards.total() for treasure, cards in player.bribes.items())
        kept = sum((value | {JOKER: JOKER_PENALTY})[card] * count for card, count in player.hand.items())
        return bribed - kept

    def winners(self) -> list[int]:
        """The seats of those who win: most points, then most cards in the bribe most favored, and so on down."""
        standing = {
            seat: [self.points(seat), *(player.bribes.get(each, Counter()).total() for each in reversed(self.favor))]
            for seat, player in self.players.items()
        }
        return [seat for seat in standing if standing[seat] == max(standing.values())]

    def _draw(self) -> None:
        if self.pile:
            self.players[self.seat].hand[self.pile.pop()] += 1
        else:
            self.over = True

    def _bribe(self, treasure: str, cards: Cards) -> None:
        player = self.players[self.seat]
        if treasure not in self.favor:
            raise IllegalMove(f"the dragon does not know {treasure}")
        if not cards or not set(cards) <= {treasure, JOKER}:
            raise IllegalMove("a bribe is of one treasure and jokers")
        if not cards <= player.hand:
            raise IllegalMove("these cards are not in the hand")
        if not cards[treasure] and treasure not in player.bribes:
            raise IllegalMove("jokers alone do not start a bribe")
        player.hand -= cards
        player.bribes[treasure] = player.bribes.get(treasure, Counter()) + cards
        self._move_token(treasure, cards.total())
        self._refill(treasure)

    def _visit(self, price: int, payment: Cards, cursed: str | None) -> None:
        player = self.players[self.seat]
        if not self.market[price]:
            raise IllegalMove("this stall has no cards")
        if payment.total() != price:
            raise IllegalMove(f"this stall costs {price}")
        if not payment <= player.hand:
            raise IllegalMove("these cards are not in the hand")
        curses: set[str | None] = {card for card in payment if card != JOKER}
        if price and not curses:
            raise IllegalMove("jokers alone do not pay")
        if cursed not in (curses or {None}):
            raise IllegalMove("a treasure that was paid with is cursed")
        player.hand = player.hand - payment + self.market[price]
        self.market[price] = Counter()
        self.discarded += payment
        if cursed:
            self._move_token(cursed, -price)

    def _move_token(self, treasure: str, steps: int) -> None:
        """Moves a token up, or down if `steps` is negative; those that it passes make room."""
        place = self.favor.index(treasure) + steps
        self.favor.remove(treasure)
        self.favor.insert(max(0, min(place, len(self.favor))), treasure)

    def _refill(self, treasure: str) -> None:
        """Deals to the stalls in turn until this treasure or a joker comes; without a card to deal the game ends."""
        dealt = 0
        while self.pile:
            card = self.pile.pop()
            self.market[PRICES[dealt % len(PRICES)]][card] += 1
            dealt += 1
            if card in (treasure, JOKER):
                return
        self.over = True

    def _last_bribes(self) -> None:
        """At the end what fits a player's bribes goes from the hand into them; jokers stay."""
        for player in self.players.values():
            for treasure, bribe in player.bribes.items():
                if treasure in player.hand:
                    bribe[treasure] += player.hand.pop(treasure)

    def _possible_bribes(self) -> Iterator[Bribe]:
        player = self.players[self.seat]
        for treasure in self.favor:
            for own in range(player.hand[treasure] + 1):
                for jokers in range(player.hand[JOKER] + 1):
                    if own or (jokers and treasure in player.bribes):
                        yield Bribe(treasure, +Counter({treasure: own, JOKER: jokers}))

    def _possible_visits(self) -> Iterator[Visit]:
        hand = sorted(self.players[self.seat].hand.elements())
        for price in [price for price in PRICES if self.market[price]]:
            if not price:
                yield Visit(price, Counter(), None)
            for payment in set(combinations(hand, price)):
                for cursed in set(payment) - {JOKER}:
                    yield Visit(price, Counter(payment), cursed)


def deal(players: int) -> Game:
    """A new game for 2 to 5 players."""
    rng = random.SystemRandom()
    pile = TREASURES * COPIES + [JOKER] * JOKERS_PER_PLAYER * players
    rng.shuffle(pile)
    hands = {seat: Player(Counter(pile.pop() for _ in range(HAND))) for seat in range(1, players + 1)}
    market = {price: Counter([pile.pop()]) for price in PRICES}
    return Game(pile, rng.sample(TREASURES, len(TREASURES)), list(WORTH), hands, market, Counter())
