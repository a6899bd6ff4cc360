"""What must follow from the rules of a turn, whatever the position: what turns keep, and which can be played."""

from collections.abc import Callable, Sequence

import z3

from solver.drachenschatz import turn_mutants as mutants
from solver.drachenschatz.positions import Action, Cards, Position, size
from solver.drachenschatz.turn_claims import ONE, Claim, Turn, theorem
from solver.terms import Formula, sum_of
from solver.theorem import Theorem

REVEAL, CLAIM = ("D-REVEAL-1", "D-REVEAL-2"), ("D-CLAIM-1", "D-CLAIM-2")
ACTIONS = ("D-TURN-1", *REVEAL, *CLAIM)
YEARS = ("D-LAST-1", "D-YEAR-1", "D-YEAR-3", "D-YEAR-4", "D-YEAR-5")


def turn_theorems() -> tuple[Theorem, ...]:
    """All of them."""
    return (*_kept(), *_possible())


def _kept() -> list[Theorem]:
    return [
        theorem(
            "turn.cards",
            "No action adds, removes or changes a card, and each card that is taken at the end of a year comes to "
            "exactly one player.",
            (*ACTIONS, *YEARS),
            Claim(is_played_by_one, _keeps_cards, kinds=ONE),
            "the last player leaves what is in the middle pile",
            mutants.LeavesMiddle,
        ),
        theorem(
            "turn.dragons",
            "Always each pile bears at most one dragon, each dragon is on at most one pile, and at least two players "
            "have not claimed.",
            (*CLAIM, *YEARS),
            _always(lambda turn, position: turn.rules.dragons_fit(position), is_played_by_one),
            "the year ends when all players have claimed",
            mutants.EndsLate,
        ),
        theorem(
            "turn.mover",
            "Always it is the turn of exactly one player, who is not to be passed over.",
            ("D-YEAR-2", *CLAIM, *YEARS),
            _always(lambda turn, position: turn.rules.turn_fits(position), is_played_by_one),
            "nobody is passed over",
            mutants.PassesNobodyOver,
        ),
        theorem(
            "turn.piles",
            "Always every pile has a card, every year pile to come has one for each player, and no number of cards is "
            "negative; until the game is over, when there are no cards but in the hoards.",
            (*ACTIONS, *YEARS),
            _always(_cards_fit, _cards_are_drawn, ONE),
            "a card can be revealed although the middle pile is empty",
            mutants.RevealsFromEmpty,
        ),
    ]


def _possible() -> list[Theorem]:
    return [
        theorem(
            "turn.possible",
            "While the game goes on some action can be played: a reveal exactly if the middle pile has a card, a claim "
            "exactly if the player to move has not claimed.",
            (*ACTIONS, "D-YEAR-2"),
            Claim(lambda turn: turn.goes_on, _something_can_be_played),
            "whoever has claimed is not passed over when the middle pile is empty",
            mutants.NeverPassesOver,
        ),
        theorem(
            "turn.none_when_over",
            "After the end no action can be played.",
            ("D-YEAR-5",),
            Claim(lambda turn: z3.And(turn.stands, turn.before.over), lambda turn: z3.Not(turn.allowed)),
            "the last year does not end the game",
            mutants.GoesOn,
        ),
        theorem(
            "turn.can_claim",
            "Whoever's turn it is can claim a pile.",
            ("D-CLAIM-1", "D-YEAR-2"),
            Claim(
                lambda turn: turn.goes_on,
                lambda turn: _some_can_be_played(turn, claims=True),
                ruleset={"claim.turns": "none"},
            ),
            "who has claimed keeps taking turns",
            mutants.under("claim.turns", "reveal"),
        ),
    ]


def _always(so: Callable[[Turn, Position], Formula], given: Callable[[Turn], Formula], kinds: int = 1) -> Claim:
    """It is so at the opening, and after every action that is played as given."""
    return Claim(
        lambda turn: z3.Or(turn.rules.opens(turn.before), given(turn)),
        lambda turn: z3.And(
            z3.Implies(turn.rules.opens(turn.before), so(turn, turn.before)),
            z3.Implies(given(turn), so(turn, turn.after)),
        ),
        kinds=kinds,
    )


def is_played_by_one(turn: Turn) -> Formula:
    """The action can be played, where dragons and the turn are as they always are."""
    return z3.And(turn.rules.dragons_fit(turn.before), turn.rules.turn_fits(turn.before), turn.allowed)


def _keeps_cards(turn: Turn) -> Formula:
    """Every pile is taken once; and if so, there are as many cards of the kind as before."""
    kind, on_table = 0, turn.on_table
    taken = zip(*(turn.rules.taken(on_table, player) for player in on_table.seats), strict=True)

    def is_all(shares: Sequence[Cards], cards: Cards) -> Formula:
        return sum_of([share[kind] for share in shares]) == cards[kind]

    once = z3.Implies(turn.ends_year, z3.And(*map(is_all, taken, (*on_table.piles, on_table.middle))))
    return z3.And(once, z3.Implies(once, turn.before.cards()[kind] == turn.after.cards()[kind]))


def _cards_are_drawn(turn: Turn) -> Formula:
    rules, before = turn.rules, turn.before
    return z3.And(rules.cards_fit(before), rules.years_fit(before), turn.allowed, turn.drawn)


def _cards_fit(turn: Turn, position: Position) -> Formula:
    rules = turn.rules
    return z3.And(
        rules.cards_fit(position), rules.years_fit(position), z3.Implies(position.over, turn.rules.all_taken(position))
    )


def _something_can_be_played(turn: Turn) -> Formula:
    can_reveal, can_claim = (_some_can_be_played(turn, claims) for claims in (False, True))
    return z3.And(
        z3.Or(can_reveal, can_claim),
        can_reveal == (size(turn.before.middle) > 0),
        can_claim == turn.rules.may_claim(turn.before),
    )


def _some_can_be_played(turn: Turn, claims: bool) -> Formula:
    context, seats = turn.before.over.ctx, turn.before.seats
    actions = (
        Action(z3.BoolVal(claims, context), tuple(z3.BoolVal(other == pile, context) for other in seats))
        for pile in seats
    )
    return z3.Or(*(turn.rules.allowed(turn.before, action) for action in actions))
