"""One step of a turn as a scene, mutated rules for it, and what may be claimed of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import z3

from solver.terms import Formula, Number, how_many, sum_of
from solver.village.position import BRIBE, DRAW, STALLS, VISIT, Action, Cards, Position, Shape, action, position
from solver.village.turns import Rules

SHAPE = Shape(players=5, types=6)
KINDS = range(SHAPE.types + 1)
WILD = SHAPE.types


@dataclass(frozen=True)
class Scene:
    """A position before and after one step. action: where it is no card of a refill. card: on top of the deck."""

    before: Position
    action: Action
    card: Number
    after: Position


def scene(context: z3.Context) -> Scene:
    """Any two positions."""
    return Scene(
        before=position(context, SHAPE, "before_"),
        action=action(context, SHAPE.types),
        card=z3.Int("card", context),
        after=position(context, SHAPE, "after_"),
    )


Goal = Callable[[Scene, Rules], Formula]


# Mutated rules


class TopCardStays(Rules):
    """A card that is drawn or dealt is still on the deck, too."""

    def without_top(self, before: Position, card: Number) -> Cards:  # noqa: ARG002, D102
        return before.deck


class WildsVanish(Rules):
    """Wilds that are played with a bribe lie nowhere."""

    def wilds_laid(self, action: Action) -> list[Number]:  # noqa: D102
        return [0 * count for count in action.cards[:-1]]


class PaymentVanishes(Rules):
    """Cards that are paid lie nowhere."""

    def discarded(self, action: Action) -> Cards:  # noqa: D102
        return tuple(0 * count for count in action.cards)


class AnyHand(Rules):
    """Cards that a player does not have can be played and paid."""

    def in_hand(self, before: Position, action: Action) -> Formula:  # noqa: ARG002, D102
        return z3.BoolVal(True, action.kind.ctx)


class WildsFoundBribes(Rules):
    """A bribe can be founded with Wilds alone."""

    def joined(self, before: Position, action: Action) -> Number:  # noqa: D102
        return super().joined(before, action) + 1


class GoesOnAfterTheEnd(Rules):
    """Actions are possible although the game is over."""

    def step(self, before: Position, action: Action, card: Number, after: Position) -> Formula:  # noqa: D102
        return super().step(replace(before, over=z3.BoolVal(False, card.ctx)), action, card, after)


class DrawNeedsCard(Rules):
    """To draw there must be a card in the deck."""

    def legal(self, before: Position, action: Action) -> Formula:  # noqa: D102
        return z3.And(super().legal(before, action), z3.Implies(action.kind == DRAW, before.left() > 0))


class DiscardsComeBack(Rules):
    """Where the deck is empty the discarded cards are a new one, from which a card is drawn."""

    def drawn(self, before: Position, card: Number, after: Position) -> Formula:  # noqa: D102
        none = tuple(0 * count for count in before.discard)
        fresh = replace(before, deck=before.discard, discard=none)
        again = z3.And(before.left() == 0, sum_of(before.discard) > 0)
        return z3.If(again, super().drawn(fresh, card, after), super().drawn(before, card, after))


class NextPlayerPays(Rules):
    """The next player visits the market instead."""

    def visited(self, before: Position, action: Action, after: Position) -> Formula:  # noqa: D102
        return super().visited(replace(before, turn=following(before)), action, after)


class NothingAdded(Rules):
    """At the end no cards are added to bribes."""

    def ended(self, done: Position, after: Position) -> Formula:  # noqa: D102
        nothing = tuple(tuple(0 * count for count in row) for row in done.bribes)
        bare = super().ended(
            replace(done, bribes=nothing, wilds=nothing), replace(after, bribes=nothing, wilds=nothing)
        )
        kept = [
            same(one, other)
            for one, other in zip((*done.bribes, *done.wilds), (*after.bribes, *after.wilds), strict=True)
        ]
        return z3.And(bare, *kept)


# What a position has


def following(before: Position) -> Number:
    """V-TURN-2: whose turn is next."""
    return z3.If(before.turn == SHAPE.players - 1, 0, before.turn + 1)


def same(one: Cards, other: Cards) -> Formula:
    """The same numbers of cards."""
    return z3.And(*(mine == theirs for mine, theirs in zip(one, other, strict=True)))


def owned(where: Position, player: int) -> Number:
    """How many cards a player has in hand and in bribes."""
    return sum_of([*where.hands[player], *where.bribes[player], *where.wilds[player]])


def stalls(where: Position) -> Number:
    """How many stalls have cards."""
    return how_many(sum_of(stall) > 0 for stall in where.market)


def measure(where: Position) -> Number:
    """Twice the cards in the deck, the stalls with cards, 1 while the game goes on: doubled, and 1 between turns."""
    return 2 * (2 * where.left() + stalls(where) + z3.If(where.over, 0, 1)) + z3.If(where.dealing, 0, 1)


def unbribed(where: Position) -> Number:
    """How many cards lie neither in bribes nor among the discarded."""
    return sum_of([*where.deck, *(count for row in (*where.hands, *where.market) for count in row)])


# Goals


def cards_kept(scene: Scene, _: Rules) -> Formula:
    """Of each kind there are as many cards as before."""

    def all_of(where: Position, kind: int) -> Number:
        bribed = [sum_of(row) for row in where.wilds] if kind == WILD else [row[kind] for row in where.bribes]
        rows = (where.deck, where.discard, *where.hands, *where.market)
        return sum_of([*bribed, *(row[kind] for row in rows)])

    return z3.And(*(all_of(scene.before, kind) == all_of(scene.after, kind) for kind in KINDS))


def well_formed(scene: Scene, rules: Rules) -> Formula:
    """The position after is one that a game can have, too."""
    return z3.And(*scene.after.well_formed(rules.readings))


def goes_on(scene: Scene, _: Rules) -> Formula:
    """The game was not over before."""
    return z3.Not(scene.before.over)


def lower(scene: Scene, _: Rules) -> Formula:
    """The measure is lower than before, and never below 0."""
    return z3.And(measure(scene.after) < measure(scene.before), measure(scene.after) >= 0)


def lower_but_for_bribes(scene: Scene, _: Rules) -> Formula:
    """The measure is lower than before; or the same, and a bribe has dealt no card."""
    bribe = z3.And(z3.Not(scene.before.dealing), scene.action.kind == BRIBE, z3.Not(scene.after.dealing))
    before, after = measure(scene.before), measure(scene.after)
    return z3.Or(after < before, z3.And(bribe, after == before))


def bribes_keep(scene: Scene, _: Rules) -> Formula:
    """Every bribe lowers the number of cards outside bribes and discards, and nothing raises it."""
    bribe = z3.And(z3.Not(scene.before.dealing), scene.action.kind == BRIBE)
    before, after = unbribed(scene.before), unbribed(scene.after)
    return z3.And(after <= before, z3.Implies(bribe, after < before))


def draw_is_legal(scene: Scene, rules: Rules) -> Formula:
    """Between turns the draw is legal; it does not matter which action the scene has."""
    zero = 0 * scene.card
    draw = Action(zero + DRAW, zero, tuple(zero for _ in KINDS), zero)
    before = scene.before
    return z3.Implies(z3.Not(z3.Or(before.over, before.dealing)), rules.legal(before, draw))


def draw_ends_or_takes(scene: Scene, _: Rules) -> Formula:
    """After a draw the game is over, or the deck has one card fewer."""
    drawn = z3.And(scene.action.kind == DRAW, z3.Not(scene.before.dealing))
    return z3.Implies(drawn, z3.Or(scene.after.over, scene.after.left() == scene.before.left() - 1))


def others_keep(scene: Scene, _: Rules) -> Formula:
    """While the game goes on nobody's cards change but those of the player to move."""
    before, after = scene.before, scene.after
    kept = [
        z3.Or(
            before.turn == player,
            z3.And(*(same(mine[player], then[player]) for mine, then in _owned_rows(before, after))),
        )
        for player in range(SHAPE.players)
    ]
    return z3.Implies(z3.Not(after.over), z3.And(*kept))


def _owned_rows(before: Position, after: Position) -> list[tuple[tuple[Cards, ...], tuple[Cards, ...]]]:
    return [(before.hands, after.hands), (before.bribes, after.bribes), (before.wilds, after.wilds)]


def in_order(scene: Scene, _: Rules) -> Formula:
    """It is the next player's turn once a turn is done, else still the same player's."""
    before, after = scene.before, scene.after
    stays = z3.Or(after.over, after.dealing)
    return after.turn == z3.If(stays, before.turn, following(before))


def ends_for_want_of_a_card(scene: Scene, _: Rules) -> Formula:
    """The game ends exactly when a card is needed, for a draw or in a refill, and the deck is empty."""
    needed = z3.Or(scene.before.dealing, scene.action.kind == DRAW)
    return scene.after.over == z3.And(needed, scene.before.left() == 0)


def a_card_is_dealt(scene: Scene, _: Rules) -> Formula:
    """A bribe is followed by a refill, and a refill deals a card or ends the game."""
    before, after = scene.before, scene.after
    begun = z3.Implies(z3.And(z3.Not(before.dealing), scene.action.kind == BRIBE), after.dealing)
    dealt = z3.Or(after.over, sum_of([*after.deck]) == before.left() - 1)
    return z3.And(begun, z3.Implies(before.dealing, dealt))


def cards_remain(scene: Scene, _: Rules) -> Formula:
    """Whoever has a card, in hand or in a bribe, has one afterwards."""
    players = range(SHAPE.players)
    return z3.And(*(z3.Implies(owned(scene.before, player) > 0, owned(scene.after, player) > 0) for player in players))


def nothing_matches(scene: Scene, _: Rules) -> Formula:
    """At the end nobody holds a treasure card of a type that they have bribed with."""
    after = scene.after
    none = [
        z3.Implies(mine[kind] + wilds[kind] > 0, hand[kind] == 0)
        for mine, wilds, hand in zip(after.bribes, after.wilds, after.hands, strict=True)
        for kind in range(SHAPE.types)
    ]
    return z3.Implies(after.over, z3.And(*none))


def only_the_turn(scene: Scene, _: Rules) -> Formula:
    """A visit to the empty stall that costs nothing changes nothing but whose turn it is."""
    before, after = scene.before, scene.after
    passes = z3.And(
        z3.Not(before.dealing),
        scene.action.kind == VISIT,
        scene.action.stall == STALLS - 1,
        sum_of(before.market[-1]) == 0,
    )
    expected = replace(before, turn=following(before)).variables()
    same = z3.And(*(one == other for one, other in zip(after.variables(), expected, strict=True)))
    return z3.Implies(passes, same)


def alike(scene: Scene, rules: Rules, reading: str, value: str) -> Formula:
    """Under another value of a reading exactly the same steps are allowed."""
    other = Rules({**rules.readings, reading: value})
    one, two = (by.step(scene.before, scene.action, scene.card, scene.after) for by in (rules, other))
    return one == two
