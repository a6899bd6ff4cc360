"""The rules page as z3 formulas: a whole turn, card by card.

Independent of the engine, as `model` is. A turn is its action and, after a bribe, one step for each card of the refill.
A step relates the position before to the position after it and holds for exactly what the rules allow. `card` is the
kind of the card on top of the deck, which counts only if there is one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import z3

from solver.terms import Formula, Number, Readings, pick, sum_of
from solver.village import model, track
from solver.village.position import BRIBE, DRAW, NO_TYPE, STALLS, VISIT, Action, Cards, Position

READINGS: Mapping[str, tuple[str, ...]] = {
    **{reading: values for reading, values in model.READINGS.items() if reading not in model.OUTCOME},
    "bribe.wilds": ("any", "all"),
    "bribe.wilds_alone": ("existing", "never"),
    "refill.start": ("restart", "continue"),
    "refill.wild_bribe": ("bribe", "wild"),
    "refill.standing_wild": ("dealt", "market"),
    "market.empty_stall": ("closed", "open"),
    "end.empty_deck": ("draw", "turn"),
    "end.last_match": ("continue", "end"),
}
"""Those that decide what can be played, and what comes of it."""


@dataclass(frozen=True)
class Rules:
    """The rules of a turn: by the clauses where nothing else is given."""

    readings: Readings

    def step(self, before: Position, action: Action, card: Number, after: Position) -> Formula:
        """V-TURN-1: the player's action, or in the middle of a refill its next card; nothing once the game is over."""
        return z3.And(
            z3.Not(before.over),
            z3.If(before.dealing, self.dealt(before, card, after), self.acted(before, action, card, after)),
        )

    def acted(self, before: Position, action: Action, card: Number, after: Position) -> Formula:
        """V-TURN-1: exactly one action, and what comes of it."""
        return z3.And(
            self.legal(before, action),
            z3.If(
                action.kind == BRIBE,
                self.bribed(before, action, after),
                z3.If(
                    action.kind == VISIT,
                    self.visited(before, action, after),
                    self.drawn(before, card, after),
                ),
            ),
        )

    def legal(self, before: Position, action: Action) -> Formula:
        """V-TURN-1: the action is one of three, with nothing that it has no use for, and its player may do it now."""
        types = len(before.track)
        is_draw = z3.And(action.kind == DRAW, action.token == 0, action.stall == 0, sum_of(action.cards) == 0)
        return z3.And(
            z3.Not(before.over),
            z3.Not(before.dealing),
            *(count >= 0 for count in action.cards),
            self.in_hand(before, action),
            action.token >= 0,
            action.token < types,
            z3.Or(self.can_bribe(before, action), self.can_visit(before, action), is_draw),
        )

    def in_hand(self, before: Position, action: Action) -> Formula:
        """V-BRIBE-1, V-MARKET-1: the player has the cards that are played or paid."""
        return z3.And(*(count <= before.own(before.hands, kind) for kind, count in enumerate(action.cards)))

    # Bribe

    def can_bribe(self, before: Position, action: Action) -> Formula:
        """V-BRIBE-1 to V-BRIBE-4, V-FAVOR-3 (bribe.wilds, bribe.wilds_alone, favor.overshoot)."""
        *treasures, wilds = action.cards
        of_type, held = track.at(treasures, action.token), before.own(before.hands, len(treasures))
        joins = z3.And(wilds >= 1, self.joined(before, action) >= 1)
        alone = pick(self.readings, "bribe.wilds_alone", {"existing": joins, "never": z3.BoolVal(False, wilds.ctx)})
        enough = pick(self.readings, "bribe.wilds", {"any": z3.BoolVal(True, wilds.ctx), "all": wilds == held})
        can_move, _ = self.raised(before, action)
        return z3.And(
            action.kind == BRIBE,
            action.stall == 0,
            of_type == sum_of(treasures),
            z3.Or(of_type >= 1, alone),
            enough,
            can_move,
        )

    def joined(self, before: Position, action: Action) -> Number:
        """V-BRIBE-2: how many cards the player's bribe of that type has already."""
        types = range(len(before.track))
        has = [before.own(before.bribes, kind) + before.own(before.wilds, kind) for kind in types]
        return track.at(has, action.token)

    def raised(self, before: Position, action: Action) -> tuple[Formula, Number]:
        """V-FAVOR-1, V-FAVOR-3: whether the bribe is not forbidden for its token, and where that goes."""
        *treasures, wilds = action.cards
        of_type = track.at(treasures, action.token)
        return track.raised(before.track, action.token, self.joined(before, action), of_type, wilds, self.readings)

    def bribed(self, before: Position, action: Action, after: Position) -> Formula:
        """V-BRIBE-2, V-FAVOR-2, V-REFILL-2 (refill.start, refill.wild_bribe, refill.standing_wild): the cards lie in
        the bribe, the track has moved, and a refill begins.
        """
        *treasures, wilds = action.cards
        _, target = self.raised(before, action)
        moved = track.moved(before.track, after.track, action.token, target, self.readings)
        played = replace(
            before,
            hands=_with_own(before, before.hands, [-count for count in action.cards]),
            bribes=_with_own(before, before.bribes, treasures),
            wilds=_with_own(before, before.wilds, self.wilds_laid(action)),
        )
        standing = z3.Or(*(stall[-1] > 0 for stall in before.market))
        deals = pick(
            self.readings, "refill.standing_wild", {"dealt": z3.BoolVal(True, wilds.ctx), "market": z3.Not(standing)}
        )
        stopper = pick(
            self.readings,
            "refill.wild_bribe",
            {"bribe": action.token, "wild": z3.If(sum_of(treasures) == 0, NO_TYPE, action.token)},
        )
        begun = replace(played, dealing=z3.BoolVal(True, wilds.ctx), stopper=stopper)
        return z3.And(moved, z3.If(deals, _same(begun, after), self.turn_over(played, after)))

    def wilds_laid(self, action: Action) -> list[Number]:
        """V-BRIBE-2: for each type how many Wilds join its bribe."""
        return [z3.If(action.token == kind, action.cards[-1], 0) for kind in range(len(action.cards) - 1)]

    def dealt(self, before: Position, card: Number, after: Position) -> Formula:
        """V-REFILL-1, V-REFILL-2, V-REFILL-3 (end.last_match): one card of a refill, or the end if there is none."""
        market = tuple(
            tuple(
                count + z3.If(z3.And(before.next_stall == place, card == kind), 1, 0)
                for kind, count in enumerate(stall)
            )
            for place, stall in enumerate(before.market)
        )
        laid = replace(
            before,
            deck=self.without_top(before, card),
            market=market,
            next_stall=z3.If(before.next_stall == STALLS - 1, 0, before.next_stall + 1),
        )
        stops = z3.Or(card == len(before.track), card == before.stopper)
        last = pick(self.readings, "end.last_match", {"continue": z3.BoolVal(False, card.ctx), "end": laid.left() == 0})
        return z3.And(
            _same_row(before.track, after.track),
            z3.If(
                before.left() == 0,
                self.ended(before, after),
                z3.And(
                    _on_top(before, card),
                    z3.If(stops, z3.If(last, self.ended(laid, after), self.turn_over(laid, after)), _same(laid, after)),
                ),
            ),
        )

    # Market

    def can_visit(self, before: Position, action: Action) -> Formula:
        """V-MARKET-1, V-MARKET-2, V-CURSE-1, V-CURSE-3, V-CURSE-4 (market.empty_stall, curse.floor)."""
        *treasures, wilds = action.cards
        empty = z3.And(
            *(z3.Implies(action.stall == place, sum_of(row) == 0) for place, row in enumerate(before.market))
        )
        can_curse, _ = track.lowered(before.track, action.token, treasures, wilds, self.readings)
        return z3.And(
            action.kind == VISIT,
            action.stall >= 0,
            action.stall < STALLS,
            sum_of(action.cards) == STALLS - 1 - action.stall,
            pick(self.readings, "market.empty_stall", {"closed": z3.Not(empty), "open": z3.BoolVal(True, wilds.ctx)}),
            z3.If(action.stall == STALLS - 1, action.token == 0, z3.And(sum_of(treasures) >= 1, can_curse)),
        )

    def visited(self, before: Position, action: Action, after: Position) -> Formula:
        """V-MARKET-3, V-CURSE-2, V-CURSE-3, V-DISCARD-1: what is paid is discarded, what lies there is in the hand."""
        *treasures, wilds = action.cards
        taken = [
            sum_of([z3.If(action.stall == place, stall[kind], 0) for place, stall in enumerate(before.market)])
            for kind in range(len(action.cards))
        ]
        _, target = track.lowered(before.track, action.token, treasures, wilds, self.readings)
        left = replace(
            before,
            hands=_with_own(before, before.hands, [got - paid for got, paid in zip(taken, action.cards, strict=True)]),
            market=tuple(
                tuple(z3.If(action.stall == place, 0, count) for count in stall)
                for place, stall in enumerate(before.market)
            ),
            discard=tuple(count + paid for count, paid in zip(before.discard, self.discarded(action), strict=True)),
        )
        return z3.And(
            z3.If(
                action.stall == STALLS - 1,
                _same_row(before.track, after.track),
                track.moved(before.track, after.track, action.token, target, self.readings),
            ),
            self.turn_over(left, after),
        )

    def discarded(self, action: Action) -> Cards:
        """V-DISCARD-1: what lies with the discarded cards afterwards."""
        return action.cards

    # Draw, and the end

    def without_top(self, before: Position, card: Number) -> Cards:
        """V-REFILL-1, V-DRAW-1: the deck without its top card."""
        return tuple(count - z3.If(card == kind, 1, 0) for kind, count in enumerate(before.deck))

    def drawn(self, before: Position, card: Number, after: Position) -> Formula:
        """V-DRAW-1, V-DRAW-2: the top card is in the hand; or the end if there is none."""
        got = [z3.If(card == kind, 1, 0) for kind in range(len(before.deck))]
        has = replace(before, deck=self.without_top(before, card), hands=_with_own(before, before.hands, got))
        return z3.And(
            _same_row(before.track, after.track),
            z3.If(
                before.left() == 0,
                self.ended(before, after),
                z3.And(_on_top(before, card), self.turn_over(has, after)),
            ),
        )

    def turn_over(self, done: Position, after: Position) -> Formula:
        """V-TURN-2, V-END-1 (end.empty_deck): it is the next player's turn, or the end."""
        goes_on = z3.BoolVal(False, done.turn.ctx)
        ends = pick(self.readings, "end.empty_deck", {"draw": goes_on, "turn": done.left() == 0})
        last = len(done.hands) - 1
        following = replace(done, turn=z3.If(done.turn == last, 0, done.turn + 1), **self._nothing_dealt(done))
        return z3.If(ends, self.ended(done, after), _same(following, after))

    def ended(self, done: Position, after: Position) -> Formula:
        """V-END-2, V-END-3: matching cards are added to bribes, and the game is over."""
        over = replace(
            done,
            hands=tuple(
                (*(z3.If(z3.Or(has > 0, wild > 0), 0, held) for has, wild, held in zip(*of, strict=True)), hand[-1])
                for *of, hand in zip(done.bribes, done.wilds, _treasures(done.hands), done.hands, strict=True)
            ),
            bribes=tuple(
                tuple(has + z3.If(z3.Or(has > 0, wild > 0), held, 0) for has, wild, held in zip(*of, strict=True))
                for of in zip(done.bribes, done.wilds, _treasures(done.hands), strict=True)
            ),
            over=z3.BoolVal(True, done.turn.ctx),
            **self._nothing_dealt(done),
        )
        return _same(over, after)

    def _nothing_dealt(self, done: Position) -> "dict[str, z3.ExprRef]":
        """V-REFILL-1 (refill.start): what a position has while no refill goes on."""
        context = done.turn.ctx
        first = z3.IntVal(0, context)
        return {
            "next_stall": pick(self.readings, "refill.start", {"restart": first, "continue": done.next_stall}),
            "dealing": z3.BoolVal(False, context),
            "stopper": z3.IntVal(NO_TYPE, context),
        }


def _treasures(hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
    return tuple(hand[:-1] for hand in hands)


def _with_own(before: Position, rows: tuple[Cards, ...], more: "list[Number]") -> tuple[Cards, ...]:
    """Rows with one for each player, to that of the player to move of which so much of each kind is added."""
    return tuple(
        tuple(count + z3.If(before.turn == player, change, 0) for count, change in zip(row, more, strict=True))
        for player, row in enumerate(rows)
    )


def _on_top(before: Position, card: Number) -> Formula:
    """The card is in the deck."""
    return z3.Or(*(z3.And(card == kind, count >= 1) for kind, count in enumerate(before.deck)))


def _same(one: Position, other: Position) -> Formula:
    """The same position in all but the track, which moves by formulas of its own."""
    rows = (_same_row(mine, theirs) for mine, theirs in zip(_rows(one), _rows(other), strict=True))
    return z3.And(*rows, one.over == other.over, one.dealing == other.dealing)


def _rows(one: Position) -> "list[Cards]":
    single = (one.turn, one.next_stall, one.stopper)
    return [one.deck, one.discard, *one.hands, *one.bribes, *one.wilds, *one.market, single]


def _same_row(one: Cards, other: Cards) -> Formula:
    return z3.And(*(mine == theirs for mine, theirs in zip(one, other, strict=True)))
