"""What must follow from the rules about a whole turn, its action and each card of its refill."""

from collections.abc import Callable, Mapping
from functools import partial

import z3

from solver.choosing import choice
from solver.terms import Formula, Readings
from solver.theorem import Broken, Statement, Theorem
from solver.village import turn_goals as goals
from solver.village.position import BRIBE, DRAW, VISIT
from solver.village.turn_goals import SHAPE, Goal, Scene
from solver.village.turns import READINGS, Rules

BOUNDS = f"{SHAPE.players} players, {SHAPE.types} types, any number of cards, any position between two cards of a game"
MakeRules = Callable[[Readings], Rules]
CLOSED = {"market.empty_stall": "closed"}
DEALT = {"refill.standing_wild": "dealt"}


def turn_theorems() -> tuple[Theorem, ...]:
    """The theorems about every step of a game."""
    return (
        *_cards(),
        *_well_formed(),
        _theorem(
            "turn.none_after_end",
            "Nothing is possible once the game is over.",
            ("V-END-1", "V-TURN-1"),
            {},
            goals.goes_on,
            "actions are possible although it is over",
            goals.GoesOnAfterTheEnd,
        ),
        _theorem(
            "turn.always_legal",
            "Whoever is to move can draw, so there is always a legal action.",
            ("V-TURN-1", "V-DRAW-1", "V-DRAW-2"),
            {},
            goals.draw_is_legal,
            "to draw there must be a card in the deck",
            goals.DrawNeedsCard,
        ),
        _theorem(
            "turn.can_end",
            "A draw ends the game or takes a card from the deck: with n cards there it can end within n + 1 turns.",
            ("V-DRAW-1", "V-DRAW-2", "V-DISCARD-1"),
            {},
            goals.draw_ends_or_takes,
            "where the deck is empty the discarded cards are a new one",
            goals.DiscardsComeBack,
        ),
        _theorem(
            "turn.measure",
            "Twice the cards in the deck, the stalls with cards, and 1 while the game goes on: every action lowers "
            "this sum, so no game has more actions than it says.",
            ("V-TURN-1", "V-REFILL-2", "V-MARKET-1", "V-MARKET-3", "V-DRAW-1", "V-END-1"),
            {**CLOSED, **DEALT},
            goals.lower,
            "an empty stall can be visited",
            partial(_under, reading="market.empty_stall", value="open"),
        ),
        _theorem(
            "turn.measure.market",
            "Every action lowers that sum but a bribe that deals no card for a Wild in the market; that leaves it.",
            ("V-TURN-1", "V-REFILL-2", "V-MARKET-1", "V-MARKET-3", "V-DRAW-1", "V-END-1"),
            CLOSED,
            goals.lower_but_for_bribes,
            "an empty stall can be visited",
            partial(_under, reading="market.empty_stall", value="open"),
        ),
        _theorem(
            "turn.bribes_keep",
            "Every bribe leaves fewer cards outside bribes and discards, and nothing brings one back: there are no "
            "more bribes than cards.",
            ("V-BRIBE-2", "V-DISCARD-1"),
            {},
            goals.bribes_keep,
            "where the deck is empty the discarded cards are a new one",
            goals.DiscardsComeBack,
        ),
        _theorem(
            "turn.pass",
            "A visit to the empty stall 0 is a pass: it changes nothing but whose turn it is.",
            ("V-MARKET-1", "V-MARKET-3", "V-CURSE-3", "V-TURN-2"),
            {"market.empty_stall": "open", "end.empty_deck": "draw"},
            goals.only_the_turn,
            "the game ends as soon as a turn is over and the deck is empty",
            partial(_under, reading="end.empty_deck", value="turn"),
        ),
        _theorem(
            "turn.others",
            "Until the game ends nobody's cards change but those of the player to move.",
            ("V-TURN-1", "V-BRIBE-2", "V-MARKET-3", "V-DRAW-1"),
            {},
            goals.others_keep,
            "the next player visits the market instead",
            goals.NextPlayerPays,
        ),
        _theorem(
            "turn.order",
            "After a turn the next player moves, after the last the first; a refill and the end are part of the turn.",
            ("V-TURN-2", "V-REFILL-3"),
            {},
            goals.in_order,
            "the next player visits the market instead",
            goals.NextPlayerPays,
        ),
        _theorem(
            "turn.end",
            "The game ends exactly when a card must come from the deck, for a draw or a refill, and there is none.",
            ("V-END-1", "V-REFILL-3", "V-DRAW-2"),
            {"end.empty_deck": "draw", "end.last_match": "continue"},
            goals.ends_for_want_of_a_card,
            "a refill that uses up the deck ends it",
            partial(_under, reading="end.last_match", value="end"),
        ),
        _theorem(
            "turn.refill",
            "Every bribe is followed by a refill, and a refill deals a card or ends the game.",
            ("V-REFILL-1", "V-REFILL-2", "V-REFILL-3"),
            DEALT,
            goals.a_card_is_dealt,
            "a Wild in the market keeps bribes from dealing cards",
            partial(_under, reading="refill.standing_wild", value="market"),
        ),
        _theorem(
            "turn.cards_remain",
            "Whoever has cards, in hand or in bribes, is never without any again.",
            ("V-BRIBE-2", "V-MARKET-1", "V-MARKET-3"),
            CLOSED,
            goals.cards_remain,
            "an empty stall can be visited",
            partial(_under, reading="market.empty_stall", value="open"),
        ),
        _theorem(
            "turn.nothing_matches",
            "At the end nobody holds a treasure card of a type that they have bribed with.",
            ("V-END-2", "V-END-3"),
            {},
            goals.nothing_matches,
            "at the end no cards are added to bribes",
            goals.NothingAdded,
        ),
    )


def _cards() -> list[Theorem]:
    """One for each kind of step: all at once are more than z3 can do."""
    return [
        _theorem(
            f"turn.cards.{case}",
            f"{what} keeps the number of cards of each kind.",
            clauses,
            {},
            goals.cards_kept,
            change,
            broken,
            case,
        )
        for case, what, clauses, change, broken in (
            ("bribe", "A bribe", ("V-BRIBE-1", "V-BRIBE-2"), "Wilds that are played lie nowhere", goals.WildsVanish),
            (
                "visit",
                "A visit to the market",
                ("V-MARKET-1", "V-MARKET-3", "V-DISCARD-1"),
                "cards that are paid lie nowhere",
                goals.PaymentVanishes,
            ),
            (
                "draw",
                "A draw, also one that ends the game,",
                ("V-DRAW-1", "V-DRAW-2", "V-END-2"),
                "a card that is drawn is still on the deck, too",
                goals.TopCardStays,
            ),
            (
                "refill",
                "Every card of a refill, also the end for want of one,",
                ("V-REFILL-1", "V-REFILL-3", "V-END-2"),
                "a card that is dealt is still on the deck, too",
                goals.TopCardStays,
            ),
        )
    ]


def _well_formed() -> list[Theorem]:
    return [
        _theorem(
            f"turn.well_formed.{case}",
            f"After {what} one token stands on every space, no number of cards is below 0, no bribe has Wilds only.",
            clauses,
            {},
            goals.well_formed,
            change,
            broken,
            case,
        )
        for case, what, clauses, change, broken in (
            (
                "bribe",
                "a bribe",
                ("V-SETUP-3", "V-BRIBE-3", "V-FAVOR-2"),
                "a bribe can be founded with Wilds alone",
                goals.WildsFoundBribes,
            ),
            (
                "visit",
                "a visit",
                ("V-SETUP-3", "V-MARKET-1", "V-CURSE-2"),
                "cards that a player does not have can be paid",
                goals.AnyHand,
            ),
        )
    ]


def _under(readings: Readings, reading: str, value: str) -> Rules:
    return Rules({**readings, reading: value})


CASES: Mapping[str, Callable[[Scene], Formula]] = {
    "": lambda scene: scene.card == scene.card,
    "bribe": lambda scene: z3.And(z3.Not(scene.before.dealing), scene.action.kind == BRIBE),
    "visit": lambda scene: z3.And(z3.Not(scene.before.dealing), scene.action.kind == VISIT),
    "draw": lambda scene: z3.And(z3.Not(scene.before.dealing), scene.action.kind == DRAW),
    "refill": lambda scene: scene.before.dealing,
}
"""The kinds of steps."""


def _theorem(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    ruleset: Mapping[str, str],
    goal: Goal,
    change: str,
    broken: MakeRules,
    case: str = "",
) -> Theorem:
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=BOUNDS,
        ruleset=ruleset,
        state=partial(_state, ruleset, Rules, goal, case),
        broken=Broken(change, partial(_state, ruleset, broken, goal, case)),
        restated=lambda other: partial(_state, other, Rules, goal, case),
    )


def _state(ruleset: Mapping[str, str], rules: MakeRules, goal: Goal, case: str, context: z3.Context) -> Statement:
    """Of every step of that kind from a well-formed position the goal holds, under every ruleset with those values."""
    rulesets, scene = choice(context, READINGS, ruleset), goals.scene(context)
    by = rules(rulesets.readings)
    premises = [
        *rulesets.premises(),
        *scene.before.well_formed(rulesets.readings),
        CASES[case](scene),
        by.step(scene.before, scene.action, scene.card, scene.after),
    ]
    return Statement(premises, goal(scene, by))
