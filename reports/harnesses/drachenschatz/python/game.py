# Written by `dragonproof init`; in the public domain (CC0 1.0).
"""Der Drachenschatz, a small complete game to try the harness on. Put your own game in its place.

It has its own names (cards are words, seats are counted from 1) and its own way of keeping things
(hoards are counted, the next card of a year is the last of the list), as your game will have.
"""

import random
from collections import Counter
from dataclasses import dataclass

BOX = {"cow": 16, "sheep": 16, "gold": 32, "gem": 24, "crown": 16}
WORTH = {"gold": 1, "gem": 3, "crown": 5}
# By the number of players: the animals that are counted together, for each who may be out; and the number of years.
HERDS = {3: [["cow", "sheep"]], 4: [["cow", "sheep"]], 5: [["cow"], ["sheep"]], 6: [["cow"], ["sheep"]]}
YEARS = {3: 4, 4: 4, 5: 3, 6: 3}

Cards = Counter[str]  # how many of each; never zero


class IllegalMove(Exception):
    """Occurs when a move may not be made; the game is then as it was before."""


@dataclass(frozen=True)
class Reveal:
    """Turn up the next card of the year, onto a pile."""

    pile: int


@dataclass(frozen=True)
class Claim:
    """Put the own dragon on a pile."""

    pile: int


Move = Reveal | Claim


@dataclass
class Pile:
    """A treasure pile."""

    cards: list[str]  # the one that is seen last
    dragon: int | None = None  # the seat whose dragon is on it


@dataclass
class Game:
    """A game at any moment."""

    middle: list[str]  # what is left of the year, face down, the next card last
    later: list[list[str]]  # the years to come, in the same way
    piles: list[Pile]
    hoards: dict[int, Cards]  # by seat, from 1
    worth: dict[str, int]  # of the treasures; other cards are worth nothing
    year: int = 1
    seat: int = 1  # who is to move; after the end, who made the last move
    over: bool = False

    def play(self, move: Move) -> None:
        """Makes a move. Raises `IllegalMove`."""
        if self.over:
            raise IllegalMove("the game is over")
        if move.pile not in range(len(self.piles)):
            raise IllegalMove("there is no such pile")
        pile = self.piles[move.pile]
        if pile.dragon:
            raise IllegalMove("a dragon is on this pile")
        match move:
            case Reveal():
                self._reveal(pile)
            case Claim():
                self._claim(pile)

    def moves(self) -> list[Move]:
        """All moves that may be made now."""
        free = [number for number, pile in enumerate(self.piles) if not pile.dragon]
        return [Reveal(number) for number in free if self.middle] + [Claim(number) for number in free]

    def points(self, seat: int) -> int:
        """What a player's hoard is worth."""
        return sum(self.worth.get(card, 0) * count for card, count in self.hoards[seat].items())

    def out(self) -> list[int]:
        """The seats of those who are out: who is alone in having fewest animals of a herd."""
        seats = set()
        for herd in HERDS[len(self.hoards)]:
            animals = {seat: sum(hoard[animal] for animal in herd) for seat, hoard in self.hoards.items()}
            fewest = [seat for seat in animals if animals[seat] == min(animals.values())]
            if len(fewest) == 1:
                seats.update(fewest)
        return sorted(seats)

    def winners(self) -> list[int]:
        """The seats of those who win: most points among those who are not out."""
        out = self.out()
        points = {seat: self.points(seat) for seat in self.hoards if seat not in out}
        return [seat for seat in points if points[seat] == max(points.values())]

    def waiting(self) -> list[int]:
        """The seats of those whose dragon is on no pile, in the order in which they move next."""
        players = len(self.hoards)
        after = [(self.seat + step) % players + 1 for step in range(players)]
        return [seat for seat in after if seat not in {pile.dragon for pile in self.piles}]

    def _reveal(self, pile: Pile) -> None:
        if not self.middle:
            raise IllegalMove("the year has no card left")
        pile.cards.append(self.middle.pop())
        self.seat = self.waiting()[0]

    def _claim(self, pile: Pile) -> None:
        pile.dragon = self.seat
        following, *others = self.waiting()
        if others:
            self.seat = following
        else:
            self._end_year(following)

    def _end_year(self, last: int) -> None:
        """The last player takes the pile that is left and the rest of the year, and all bring home what they have."""
        for pile in self.piles:
            self.hoards[pile.dragon or last].update(pile.cards)
        self.hoards[last].update(self.middle)
        if self.later:
            self.middle = self.later.pop(0)
            self.piles = turned_up(self.middle, len(self.hoards))
            self.seat = last % len(self.hoards) + 1
            self.year += 1
        else:
            self.middle, self.piles, self.over = [], [], True


def turned_up(middle: list[str], players: int) -> list[Pile]:
    """The piles that a year starts with, taken from its cards."""
    return [Pile([middle.pop()]) for _ in range(players)]


def deal(players: int) -> Game:
    """A new game for 3 to 6 players."""
    cards = list(Counter(BOX).elements())
    random.SystemRandom().shuffle(cards)
    years = YEARS[players]
    middle, *later = [cards[year::years] for year in range(years)]  # the first ones get a card more
    piles = turned_up(middle, players)
    return Game(middle, later, piles, {seat: Counter() for seat in range(1, players + 1)}, dict(WORTH))
