"""Cards that a game leaves out: each is a sign in the engine's position until it is told what it is.

No action looks at a card, so the engine plays with signs as with cards. What an action can depend on is how many
there are: where nobody knows that, a year pile has as few as the game has needed so far, and more when it needs them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from properties.drachenschatz.board import CARDS, gathered
from properties.drachenschatz.guessing_ends import fillings
from properties.drachenschatz.guessing_signs import cards_of, is_sign, put_in, signs
from properties.inferring import Work
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, same

_MOST_CARDS = 1000  # far more than any box has


@dataclass(frozen=True)
class Guess:
    """What is known after some of the actions; `start` and `state` are positions with signs.

    told: signs and the cards that they turned out to be; `state` has those already.
    left: how many of each card of the box no sign was told to be; None where no box is known.
    ends: the year piles, 0 for the first middle pile, of which nobody knows yet how many cards more they had, and
        the player whose hoard those would be in; None while they would be in the middle.
    endless: whether nobody knows yet how many piles are to come.
    """

    game: Game
    ruleset: Any
    start: State
    state: State
    told: Mapping[str, str]
    left: Mapping[str, int] | None
    ends: Mapping[int, int | None]
    endless: bool

    def after(self, action: Action, claims: Json, work: Work) -> Iterator["Guess"]:
        """Every way in which the action can be played so that the claims hold; see `properties.inferring.Guess`."""
        try:
            played = [after for sized in self._sized(action) for after in sized._played(action)]
        except IllegalAction:
            return
        for guess in played:
            work.spend()
            shown = guess._with_sizes(claims)
            told = shown and shown._tell(shown._shown(claims))
            if told and told._agrees(claims):
                yield from told._ended(claims, work)

    def opening(self) -> State:
        """The whole opening; cards that were never seen are those left in the box, in ascending order."""
        hidden = [card for card in cards_of(self.start) if is_sign(card) and card not in self.told]
        left = CARDS[0] * len(hidden) if self.left is None else gathered(*Counter(self.left).elements())
        return put_in(self.start, {**self.told, **dict(zip(hidden, left, strict=True))})

    def unseen(self) -> int:
        """How many cards nobody has seen."""
        return sum(is_sign(card) and card not in self.told for card in cards_of(self.start))

    @property
    def _now(self) -> int:
        """Which year pile is played, 0 for the first middle pile."""
        return int(self.state.year - self.start.year)

    def _closed(self, *numbers: int) -> "Guess":
        """These year piles have no more cards."""
        return replace(self, ends={number: seat for number, seat in self.ends.items() if number not in numbers})

    def _grown(self, number: int, cards: int) -> "Guess":
        """So many cards more at the end of that year pile, wherever that is now."""
        more = signs(len(cards_of(self.start)), cards)
        piles = [self.start.middle, *self.start.later]
        piles[number] += more
        start = replace(self.start, middle=piles[0], later=tuple(piles[1:]))
        seat = self.ends[number]
        if seat is None:
            return replace(self, start=start, state=replace(self.state, middle=self.state.middle + more))
        hoards = list(self.state.hoards)
        hoards[seat] = gathered(hoards[seat], more)
        return replace(self, start=start, state=replace(self.state, hoards=tuple(hoards)))

    def _with_later(self, *sizes: int) -> "Guess":
        """Piles of these sizes are to come, where none were so far."""
        used = len(cards_of(self.start))
        piles = tuple(signs(used + sum(sizes[:number]), size) for number, size in enumerate(sizes))
        start, state = replace(self.start, later=self.start.later + piles), replace(self.state, later=piles)
        return replace(self, start=start, state=state)

    def _room(self, cards: int) -> bool:
        """Whether there can be so many cards more."""
        return cards <= _MOST_CARDS - len(cards_of(self.start))

    def _sized(self, action: Action) -> Iterator["Guess"]:
        """A middle pile for each difference that it makes to the action; open at its end if it can be.

        Raises `IllegalAction` where no middle pile lets the action be played.
        """
        takes = int(self.game.action_kind(action) == "reveal")
        number, missing = self._now, takes - len(self.state.middle)
        if number not in self.ends or missing < 0 or not self._room(missing + 1):
            yield self
            return
        few = self._grown(number, missing)
        more = few._grown(number, 1)
        turns = [self.game.apply(guess.state, action, self.ruleset).turn for guess in (few, more)]
        if turns[0] == turns[1]:
            yield few
        else:
            yield few._closed(number)
            yield more

    def _played(self, action: Action) -> Iterator["Guess"]:
        """The position after the action; at the end of a year also with another year to come, if there can be one.

        Raises `IllegalAction`.
        """
        before = self.state
        after = self.game.apply(before, action, self.ruleset)
        if not after.over and after.year == before.year:
            yield replace(self, state=after)
            return
        (last,) = set(range(before.players)) - {before.turn, *before.claimed}
        ends = {number: last if seat is None else seat for number, seat in self.ends.items()}
        yield replace(self, state=after, ends=ends, endless=self.endless and not after.over)
        if after.over and self.endless and self._room(before.players):
            longer = self._with_later(before.players)
            after = self.game.apply(longer.state, action, self.ruleset)
            yield replace(longer, state=after, ends=ends | {self._now + 1: None})

    def _with_sizes(self, claims: Json) -> "Guess | None":
        """The guess with as many cards as the claims show, where nobody knew how many there are; None if too many."""
        guess, middle = self, claims.get("middle")
        if self.endless and "later" in claims:
            sizes = list(map(len, _texts(claims, "later")))
            if min(sizes, default=self.state.players) < self.state.players or not guess._room(sum(sizes)):
                return None
            guess = replace(guess._with_later(*sizes), endless=False)
        if guess._now in guess.ends and not guess.state.over and isinstance(middle, str):
            more = len(middle) - len(guess.state.middle)
            if not guess._room(more):
                return None
            guess = guess._grown(guess._now, more)._closed(guess._now)
        for seat, cards in enumerate(_texts(claims, "hoards")[: self.state.players]):
            numbers = guess._open(seat)
            more = len(cards) - len(guess.state.hoards[seat])
            if not guess._room(more):
                return None
            guess = (guess._grown(numbers[0], more) if numbers else guess)._closed(*numbers)
        return guess

    def _open(self, seat: int) -> list[int]:
        """The year piles of which nobody knows how many cards more went to that player."""
        return [number for number, holder in self.ends.items() if holder == seat]

    def _shown(self, claims: Json) -> dict[str, str]:
        """The signs that the claims show to be cards, as far as they are in the same places."""
        piles, later = claims.get("piles"), _texts(claims, "later")
        shown = [(self.state.middle, claims.get("middle")), *zip(self.state.later, later, strict=False)]
        if isinstance(piles, list):
            tables = (pile if isinstance(pile, dict) else {} for pile in piles)
            shown += [(own.cards, pile.get("cards")) for own, pile in zip(self.state.piles, tables, strict=False)]
        found = dict[str, str]()
        for own, cards in shown:
            if isinstance(cards, str):
                found |= {sign: card for sign, card in zip(own, cards, strict=False) if is_sign(sign)}
        for own, cards in zip(self.state.hoards, _texts(claims, "hoards"), strict=False):
            hidden = [card for card in own if is_sign(card)]
            others = Counter(cards) - (Counter(own) - Counter(hidden))
            found |= dict(zip(hidden, sorted(others.elements()), strict=False))
        return found

    def _tell(self, found: Mapping[str, str]) -> "Guess | None":
        """The guess where these signs are those cards; None where there are no such cards, or not so many."""
        used = Counter(found.values())
        left = self.left and {card: number - used[card] for card, number in self.left.items()}
        if not set(used) <= set(CARDS) or (left and min(left.values()) < 0):
            return None
        return replace(self, state=put_in(self.state, found), told={**self.told, **found}, left=left)

    def _agrees(self, claims: Json) -> bool:
        """Whether the engine agrees with every claim about the position."""
        data = self.game.position_to_json(self.state)
        return all(same(value, data[field]) for field, value in claims.items() if field in data)

    def _ended(self, claims: Json, work: Work) -> Iterator["Guess"]:
        """The guess with every hoard that gives the outcome claimed, if one is."""
        outcome = {field: value for field, value in claims.items() if field.partition(".")[0] == "outcome"}
        if outcome and not self.state.over:
            return
        more = [bool(self._open(seat)) for seat in range(self.state.players)]
        if outcome.keys() <= {"outcome"} or not (any(more) or any(map(is_sign, "".join(self.state.hoards)))):
            if not outcome or self._has(outcome):
                yield self
            return
        for filled in fillings(self.game, self.ruleset, self.state, self.left, more, outcome, work):
            guess = self._with_sizes({"hoards": filled})
            told = guess and guess._tell(guess._shown({"hoards": filled}))
            if told and told._has(outcome):
                yield told

    def _has(self, outcome: Json) -> bool:
        """Whether the engine agrees with what is claimed of the outcome."""
        data = self.game.outcome_to_json(self.game.outcome(self.state, self.ruleset))
        known = {f"outcome.{field}": value for field, value in data.items()}
        return all(same(value, known[field]) for field, value in outcome.items() if field in known)


def _texts(claims: Json, field: str) -> list[str]:
    """What is claimed of that field where it is a list of texts; else nothing, and the engine will not agree."""
    entries = claims.get(field)
    return entries if isinstance(entries, list) and all(isinstance(entry, str) for entry in entries) else []
