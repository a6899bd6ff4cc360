"""What must follow from the rules about the track."""

from collections.abc import Mapping, Sequence
from functools import partial

import z3

from solver.choosing import choice
from solver.theorem import Broken, Statement, Theorem
from solver.village import moves
from solver.village.model import READINGS
from solver.village.moves import TYPES, Goal, Rule

BOUNDS = f"{TYPES} types, any order of the tokens, any number of cards"
FAVOR = ("V-FAVOR-1", "V-FAVOR-2", "V-FAVOR-3")
CURSE = ("V-CURSE-1", "V-CURSE-2", "V-CURSE-3", "V-CURSE-4")
CONSULTED = {
    "V-FAVOR": ("favor.distance", "favor.wild_bribe", "favor.overshoot", "track.passing"),
    "V-CURSE": ("curse.distance", "curse.floor", "track.passing"),
}
"""The readings that clauses of a family are about."""


def track_theorems() -> tuple[Theorem, ...]:
    """The theorems about bribes and curses moving tokens."""
    return (*_permutations(), *_ends(), *_passing(), *_stillness(), *_sequences())


def _permutations() -> list[Theorem]:
    return [
        _theorem(
            f"track.one_token_a_space.{kind}",
            f"After any {kind} there is exactly one token on every space.",
            ("V-SETUP-3", *clauses),
            {},
            rule,
            moves.one_token_a_space,
            "the other tokens stay where they are",
            moves.others_stay(rule),
        )
        for kind, clauses, rule in (("bribe", FAVOR, moves.bribe), ("curse", CURSE, moves.curse))
    ]


def _ends() -> list[Theorem]:
    return [
        _theorem(
            "track.ends.bribe",
            "A token goes right by the number of cards, but never beyond the rightmost space.",
            ("V-FAVOR-1", "V-FAVOR-3"),
            {"favor.wild_bribe": "bribe", "favor.overshoot": "stop"},
            moves.bribe,
            moves.stops_rightmost,
            "a token goes on beyond the rightmost space",
            moves.goes_on(moves.bribe, lambda scene: scene.start() + scene.own() + scene.wilds),
        ),
        _theorem(
            "track.ends.bribe.block",
            "A legal bribe moves its token by the full distance, on the track, or it stays on the rightmost space.",
            ("V-FAVOR-1", "V-FAVOR-3"),
            {"favor.wild_bribe": "bribe", "favor.overshoot": "block"},
            moves.bribe,
            moves.full_distance_or_last,
            "the token stops at the rightmost space",
            moves.under(moves.bribe, "favor.overshoot", "stop"),
        ),
        _theorem(
            "track.ends.bribe.stay",
            "A token goes right by the full distance, or stays if that would be beyond the rightmost space.",
            ("V-FAVOR-1", "V-FAVOR-3"),
            {"favor.wild_bribe": "bribe", "favor.overshoot": "stay"},
            moves.bribe,
            moves.full_distance_or_none,
            "the token stops at the rightmost space",
            moves.under(moves.bribe, "favor.overshoot", "stop"),
        ),
        _theorem(
            "track.ends.curse.stop",
            "A token goes left by the number of cards, but never beyond the leftmost space.",
            ("V-CURSE-1", "V-CURSE-4"),
            {"curse.floor": "stop"},
            moves.curse,
            moves.stops_leftmost,
            "a token goes on beyond the leftmost space",
            moves.goes_on(moves.curse, lambda scene: scene.start() - scene.total()),
        ),
        _theorem(
            "track.ends.curse.block",
            "A legal curse moves its token by the full distance, on the track.",
            ("V-CURSE-1", "V-CURSE-4"),
            {"curse.floor": "block"},
            moves.curse,
            moves.full_distance,
            "the token stops at the leftmost space",
            moves.under(moves.curse, "curse.floor", "stop"),
        ),
    ]


def _passing() -> list[Theorem]:
    return [
        theorem
        for kind, clause, rule, back in (
            ("bribe", "V-FAVOR-2", moves.bribe, -1),
            ("curse", "V-CURSE-2", moves.curse, 1),
        )
        for theorem in (
            _theorem(
                f"track.passed.{kind}",
                "Every passed token moves exactly one space the other way, and no other token moves.",
                (clause,),
                {"track.passing": "shift"},
                rule,
                moves.passed_move(back),
                "only the token on the destination moves, into the place left",
                moves.under(rule, "track.passing", "swap"),
            ),
            _theorem(
                f"track.exchanged.{kind}",
                "No other token moves but the one on the destination, and that one into the place left.",
                (clause,),
                {"track.passing": "swap"},
                rule,
                moves.exchanged,
                "every passed token moves one space",
                moves.under(rule, "track.passing", "shift"),
            ),
        )
    ]


def _stillness() -> list[Theorem]:
    return [
        *(
            _theorem(
                f"track.still.{kind}",
                f"A {kind} of no cards moves nothing.",
                (clause,),
                {"favor.distance": "played"} if kind == "bribe" else {},
                rule,
                lambda scene, _: z3.Implies(scene.total() == 0, moves.same(scene.before, scene.after)),
                "no cards count as one of each type",
                moves.nothing_counts(rule),
            )
            for kind, clause, rule in (("bribe", "V-FAVOR-1", moves.bribe), ("curse", "V-CURSE-3", moves.curse))
        ),
        _theorem(
            "track.still.wilds_alone",
            "A bribe of Wilds alone moves nothing.",
            ("V-BRIBE-4", "V-FAVOR-1"),
            {"favor.wild_bribe": "none"},
            moves.bribe,
            lambda scene, _: z3.Implies(scene.own() == 0, moves.same(scene.before, scene.after)),
            "Wilds alone move the token of the bribe they join",
            moves.under(moves.bribe, "favor.wild_bribe", "bribe"),
        ),
        _theorem(
            "track.still.joining",
            "Cards that join a bribe move nothing.",
            ("V-BRIBE-2", "V-FAVOR-1"),
            {"favor.distance": "new"},
            moves.bribe,
            lambda scene, _: z3.Implies(scene.joined > 0, moves.same(scene.before, scene.after)),
            "they move the token as those do that start a bribe",
            moves.under(moves.bribe, "favor.distance", "played"),
        ),
    ]


def _sequences() -> list[Theorem]:
    return [
        *(
            _theorem(
                f"track.in_parts.{kind}",
                f"Two {kind}s in a row on one token do what one {kind} of all the cards does.",
                clauses,
                {"track.passing": "shift", **ruleset},
                rule,
                moves.in_parts(rule),
                "only the token on the destination moves, into the place left",
                moves.under(rule, "track.passing", "swap"),
                moves.in_parts(moves.under(rule, "track.passing", "swap")),
            )
            for kind, clauses, rule, ruleset in (
                (
                    "bribe",
                    FAVOR,
                    moves.bribe,
                    {"favor.distance": "played", "favor.wild_bribe": "bribe", "favor.overshoot": "stop"},
                ),
                ("curse", CURSE, moves.curse, {"curse.distance": "all", "curse.floor": "stop"}),
            )
        ),
        *(
            _theorem(
                f"track.undone.{passing}",
                "A bribe that is not cut short is undone by a curse of the same distance.",
                (*FAVOR, *CURSE),
                {"track.passing": passing, "favor.wild_bribe": "bribe", "favor.overshoot": "stop"},
                moves.bribe,
                moves.undone(moves.curse),
                "in a curse the other tokens stay where they are",
                moves.bribe,
                moves.undone(moves.others_stay(moves.curse)),
            )
            for passing in ("shift", "swap")
        ),
        _theorem(
            "track.undone.not_always",
            "A bribe that is cut short need not be undone by a curse of the same cards.",
            (*FAVOR, *CURSE),
            {"favor.overshoot": "stop"},
            moves.bribe,
            moves.cut_short(moves.curse),
            "a token goes on beyond the rightmost space",
            moves.goes_on(moves.bribe, lambda scene: scene.start() + scene.own() + scene.wilds),
        ),
    ]


def _theorem(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    ruleset: Mapping[str, str],
    rule: Rule,
    goal: Goal,
    change: str,
    broken: Rule,
    broken_goal: Goal | None = None,
) -> Theorem:
    families = [family for family in CONSULTED if any(clause.startswith(family) for clause in clauses)]
    consulted = [reading for family in families for reading in CONSULTED[family]]
    state = partial(_state, ruleset, consulted)
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=BOUNDS,
        ruleset=ruleset,
        state=partial(state, rule, goal),
        broken=Broken(change, partial(state, broken, broken_goal or goal)),
        restated=lambda other: partial(_state, other, consulted, rule, goal),
    )


def _state(
    ruleset: Mapping[str, str], consulted: Sequence[str], rule: Rule, goal: Goal, context: z3.Context
) -> Statement:
    """If the rule leads from any track to another, the goal holds; under every ruleset with those values."""
    scene = moves.scene(context)
    rulesets = choice(context, {reading: READINGS[reading] for reading in consulted}, ruleset)
    premises = [*scene.premises(), *rulesets.premises(), rule(scene, rulesets.readings)]
    return Statement(premises, goal(scene, rulesets.readings))
