"""All plays from a position at once: `solver.plays.Plays` for this game.

The cards are known, and so is their order: the year and the size of the middle pile say which card comes up. A treasure
pile is a number too, which has a digit to the base of `BASE` for each card, that of the last one at the end: so piles
are compared in full.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import z3

from solver.drachenschatz import model, positions, turns
from solver.drachenschatz.forms import LETTERS, action_of, cards_of, position_of
from solver.drachenschatz.model import Ending, Hoard
from solver.drachenschatz.positions import Action, Cards, Draws, Position, size
from solver.plays import Json, Play, Values
from solver.relating import Outputs, outputs
from solver.terms import Formula, Number, numbers, sum_of

BASE = len(LETTERS) + 1  # a digit for each kind of cards, from 1 up
WORTH: Mapping[str, int] = {"G": 1, "J": 3, "K": 5}  # of treasures, where a position gives no table


def plays(state: Json, readings: Mapping[str, str], turns: int) -> "AllPlays":
    """Every play of at most so many turns from that position, under a value for each reading."""
    return AllPlays(z3.Context(), state, readings, turns)


@dataclass(frozen=True)
class Moment:
    """A position, as variables. orders: each pile as a number."""

    position: Position
    orders: tuple[Number, ...]

    def is_the(self, other: "Moment") -> Formula:
        """It is the same position."""
        same = (one == two for one, two in zip(self.orders, other.orders, strict=True))
        return z3.And(self.position.is_the(other.position), *same)


@dataclass(frozen=True)
class AllPlays:
    """Every play from a position; see `solver.plays.Plays`."""

    context: z3.Context
    state: Json
    readings: Mapping[str, str]
    turns: int

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.state["hoards"])

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The position before each turn, and after the last."""
        return tuple(
            Moment(
                positions.position(self.context, self.players, name=f"before_{turn}_"),
                numbers(self.context, f"before_{turn}_order", self.players),
            )
            for turn in range(self.turns + 1)
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The action of each turn."""
        return tuple(positions.action(self.context, self.players, f"turn_{turn}_") for turn in range(self.turns))

    @cached_property
    def outcome(self) -> Outputs:
        """The outcome, if the game is over after the last turn."""
        return outputs(self.context, self.players, ("winners", "out"), "last_")

    @cached_property
    def middles(self) -> tuple[str, ...]:
        """The middle pile as it is now, and as it is when each of the next years has started."""
        return (self.state["middle"], *(cards[self.players :] for cards in self.state["later"]))

    def formulas(self) -> list[Formula]:
        """What holds for exactly the plays that the rules allow."""
        first, last = self.moments[0], self.moments[-1]
        return [
            first.is_the(self._moment(self.state)),
            *(self._turn(turn) for turn in range(self.turns)),
            z3.Implies(last.position.over, self._ends(last.position)),
        ]

    def over(self, turn: int) -> Formula:
        """Whether the game is over at the position before that turn."""
        return self.moments[turn].position.over

    def position_is(self, turn: int, state: Json) -> Formula:
        """The position before that turn is that one, in every field."""
        if not self._can_come(state):
            return z3.BoolVal(False, self.context)
        return self.moments[turn].is_the(self._moment(state))

    def action_is(self, turn: int, action: Json) -> Formula:
        """That action is played in that turn."""
        this, other = self.actions[turn], action_of(self.context, action, self.players)
        same = (one == two for one, two in zip(this.terms(), other.terms(), strict=True))
        return z3.And(z3.Not(self.over(turn)), *same)

    def outcome_is(self, outcome: Json) -> Formula:
        """The game is over after the last turn, with that outcome."""
        return z3.And(self.over(self.turns), self.outcome.are(outcome))

    def play(self, values: Values) -> Play:
        """The play of a model."""
        over = [bool(values[str(moment.position.over)]) for moment in self.moments]
        played = range(over.index(True) if any(over) else self.turns)
        return Play(
            tuple(_action(self.actions[turn], values) for turn in played),
            tuple(self._state(self.moments[turn + 1], values) for turn in played),
            self.outcome.read(values) if over[-1] else None,
        )

    # The formulas

    def _turn(self, turn: int) -> Formula:
        """The turn is played as the rules allow; or the game is over and nothing changes."""
        before, action, after = self.moments[turn], self.actions[turn], self.moments[turn + 1]
        draws = positions.draws(self.context, self.players, name=f"turn_{turn}_")
        rules = turns.Rules(self.readings)
        ends_year = rules.ends_year(before.position, action)

        def order(pile: int) -> Number:
            revealed = z3.And(z3.Not(action.claims), action.piles[pile])
            grown = before.orders[pile] * BASE + _digit(draws.card)
            new = z3.If(after.position.over, 0, _digit(draws.opened[pile]))
            return z3.If(ends_year, new, z3.If(revealed, grown, before.orders[pile]))

        step = z3.And(
            *self._drawn(before.position, draws),
            rules.step(before.position, action, draws, after.position),
            *(code == order(pile) for pile, code in enumerate(after.orders)),
        )
        return z3.If(before.position.over, after.is_the(before), step)

    def _drawn(self, before: Position, draws: Draws) -> list[Formula]:
        """The cards that come up are those on top."""
        drawn = []
        for past, middle in enumerate(self.middles):
            this_year = before.year == self.state["year"] + past
            for left in range(1, len(middle) + 1):
                now = z3.And(this_year, size(before.middle) == left)
                drawn.append(z3.Implies(now, self._are(draws.card, middle[-left])))
            if past < len(self.state["later"]):
                pile = self.state["later"][past]
                opened = map(self._are, draws.opened, pile[: self.players])
                drawn.append(z3.Implies(this_year, z3.And(*opened, self._are(draws.middle, pile[self.players :]))))
        return drawn

    def _are(self, cards: Cards, text: str) -> Formula:
        return z3.And(*(one == two for one, two in zip(cards, cards_of(self.context, text), strict=True)))

    def _ends(self, last: Position) -> Formula:
        """The outcome is that of the last position."""
        hoards = tuple(Hoard(cows, sheep, tuple(treasures)) for cows, sheep, *treasures in last.hoards)
        worth = tuple(z3.IntVal(self._worth(self.state)[kind], self.context) for kind in LETTERS[-model.KINDS :])
        told = self.outcome
        return model.allowed(Ending(hoards, worth), self.readings, told.scores, told.sets["winners"], told.sets["out"])

    # Positions in JSON

    def _can_come(self, state: Json) -> bool:
        """Whether the fields are right that no turn changes, or that follow from the others."""
        past = state["year"] - self.state["year"]
        if (state["players"], self._worth(state)) != (self.players, self._worth(self.state)):
            return False
        if not 0 <= past < len(self.middles) or len(state["hoards"]) != self.players:
            return False
        if any(list(hoard) != sorted(hoard) for hoard in state["hoards"]):
            return False
        if state["over"]:
            return not (state["piles"] or state["middle"] or state["later"])
        later = list(self.state["later"][past:]) == list(state["later"])
        return later and len(state["piles"]) == self.players and self.middles[past].endswith(state["middle"])

    def _moment(self, state: Json) -> Moment:
        piles = [pile["cards"] for pile in state["piles"]] or [""] * self.players
        orders = tuple(z3.IntVal(_number(cards), self.context) for cards in piles)
        return Moment(position_of(self.context, state), orders)

    def _state(self, moment: Moment, values: Values) -> dict[str, Any]:
        """The position of a model."""
        position = moment.position

        def number(term: Number) -> int:
            return int(values[str(term)])

        def which(those: Sequence[Formula]) -> int | None:
            return next((index for index, one in enumerate(those) if values[str(one)]), None)

        over, past = bool(values[str(position.over)]), number(position.year) - self.state["year"]
        left = sum(map(number, position.middle))
        piles = zip(moment.orders, position.dragons, strict=True)
        state = {
            "players": self.players,
            "turn": which(position.turn),
            "over": over,
            "year": number(position.year),
            "middle": self.middles[past][len(self.middles[past]) - left :],
            "later": [] if over else list(self.state["later"][past:]),
            "piles": [] if over else [{"cards": _text(number(order)), "dragon": which(on)} for order, on in piles],
            "hoards": [
                "".join(sorted(letter * number(count) for letter, count in zip(LETTERS, hoard, strict=True)))
                for hoard in position.hoards
            ],
        }
        worth = self._worth(self.state)
        return state if worth == WORTH else state | {"worth": dict(worth)}

    def _worth(self, state: Json) -> Mapping[str, int]:
        worth: Mapping[str, int] = state.get("worth", WORTH)
        return worth


def _action(action: Action, values: Values) -> dict[str, Any]:
    pile = next(number for number, here in enumerate(action.piles) if values[str(here)])
    return {"type": "claim" if values[str(action.claims)] else "reveal", "pile": pile}


def _digit(card: Cards) -> Number:
    """The digit of a card."""
    return sum_of([number * (kind + 1) for kind, number in enumerate(card)])


def _number(cards: str) -> int:
    """A pile as a number."""
    number = 0
    for card in cards:
        number = number * BASE + LETTERS.index(card) + 1
    return number


def _text(number: int) -> str:
    """Inverts `_number`."""
    cards = ""
    while number > 0:
        number, digit = divmod(number, BASE)
        cards = LETTERS[digit - 1] + cards
    return cards
