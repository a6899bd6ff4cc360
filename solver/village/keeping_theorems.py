"""What follows if matching cards may be kept back at the end, which no ruleset plays (end.final_bribes: optional)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import z3

from solver.choosing import Choice, choice
from solver.terms import Formula, Number, Readings, numbers, sum_of
from solver.theorem import Broken, Statement, Theorem
from solver.village import model
from solver.village.model import OUTCOME, READINGS, Cards

TYPES = 6
PLAYERS = 5
RULESET = {"end.final_bribes": "optional"}
ANY_VALUES = f"{TYPES} types named by their spaces, any number of cards, any values"
BOUNDS = f"{ANY_VALUES} from 0 up; one player chooses, {PLAYERS - 1} others have whatever they have"
WINNING = ("V-END-2", "V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")

NO_READINGS: Mapping[str, str] = {}  # of the tie-break, where no goal asks who wins

TieCount = Callable[[Cards, int, Readings], Number]
Standing = Sequence[Number]  # what players are compared by
Goal = Callable[["Scene"], Formula]


@dataclass(frozen=True)
class Scene:
    """The end of a game for one player who holds some cards back.

    adding, keeping: the player's standing with all matching cards added, and without those kept back.
    cost: what those kept back are worth. others: the standings of the other players. readings: those of the tie-break.
    """

    adding: Standing
    keeping: Standing
    cost: Number
    others: Sequence[Standing]
    readings: Readings

    def wins(self, own: Standing, player: int) -> Formula:
        """Whether a player wins; 0 is the one with that standing, the others follow."""
        return model.wins([own, *self.others], player, self.readings)


def matching(cards: Cards) -> list[Number]:
    """V-END-2: of each type the cards in the hand that match a bribe of their holder."""
    return [
        z3.If(bribed > 0, held, 0) for bribed, held in zip(cards.bribe_treasures, cards.hand_treasures, strict=True)
    ]


def added(cards: Cards, kept: Sequence[Number]) -> Cards:
    """V-END-2 (end.final_bribes): the cards after the end if so many of the matching ones are kept back."""
    joining = [one - back for one, back in zip(matching(cards), kept, strict=True)]
    return replace(
        cards,
        bribe_treasures=tuple(one + more for one, more in zip(cards.bribe_treasures, joining, strict=True)),
        hand_treasures=tuple(held - gone for held, gone in zip(cards.hand_treasures, joining, strict=True)),
    )


def vary(context: z3.Context, readings: Mapping[str, str]) -> Choice:
    """Every value of the readings that it depends on who wins; of those named only theirs."""
    return choice(context, {reading: READINGS[reading] for reading in OUTCOME}, readings)


def keeping_theorems() -> tuple[Theorem, ...]:
    """Nobody gains by keeping cards back, and what it changes for the others."""
    return (
        _theorem(
            "keeping.cost",
            "Every matching card kept back costs its holder twice what its space is worth.",
            ("V-END-2", "V-SCORE-1", "V-SCORE-2"),
            _costs_twice,
            "treasure cards left in the hand cost nothing",
            partial(_state, _costs_twice, hands_cost=False),
            bounds=ANY_VALUES,
        ),
        _theorem(
            "keeping.score",
            "No player has a higher total for keeping matching cards back.",
            ("V-END-2", "V-SCORE-1", "V-SCORE-2"),
            _no_more_points,
            "a space can be worth less than nothing",
            partial(_state, _no_more_points, worthless=True),
        ),
        _theorem(
            "keeping.tie",
            "In no step of the tie-break has a player more for keeping matching cards back.",
            ("V-END-2", "V-TIE-1", "V-TIE-2"),
            _no_more_in_ties,
            "the treasure cards left in the hand are counted",
            partial(_state, _no_more_in_ties, count=_left_in_hand),
        ),
        *(
            _theorem(
                f"keeping.wins.{among}",
                "Who wins with cards kept back also wins with all of them added, and shares it with nobody more.",
                WINNING,
                _wins_as_well,
                "the tie is broken by the treasure cards left in the hand",
                partial(_state, _wins_as_well, count=_left_in_hand, readings={"tie.among": among}),
                {"tie.among": among},
            )
            for among in READINGS["tie.among"]  # all at once are more than z3 can do
        ),
        _theorem(
            "keeping.others",
            "By keeping cards back nobody changes who else wins who is beaten with all of them added.",
            WINNING,
            _others_alike,
            "it is somebody whom nobody beats",
            partial(_state, lambda scene: _others_alike(scene, beaten=False), readings={"tie.among": "still"}),
            {"tie.among": "still"},
        ),
    )


def _theorem(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    goal: Goal,
    change: str,
    broken: Callable[[z3.Context], Statement],
    readings: Mapping[str, str] = NO_READINGS,
    bounds: str = BOUNDS,
) -> Theorem:
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=bounds,
        ruleset={**RULESET, **readings},
        state=partial(_state, goal, readings=readings, worthless=bounds == ANY_VALUES),
        broken=Broken(change, broken),
        restated=lambda other: partial(_state, goal, readings=other, worthless=bounds == ANY_VALUES),
    )


def _state(
    goal: Goal,
    context: z3.Context,
    *,
    readings: Mapping[str, str] = NO_READINGS,
    worthless: bool = False,
    hands_cost: bool = True,
    count: TieCount = model.tie_count,
) -> Statement:
    """The goal for any cards of the player, under every value of the readings about the score and the tie-break.

    Types are named by the spaces of their tokens: another order of the tokens is this one with other names.
    worthless: spaces can be worth less than nothing. hands_cost: V-SCORE-2. count: V-TIE-1.
    """
    spaces = tuple(z3.IntVal(space, context) for space in range(TYPES))
    ended = replace(model.ending(context, 1, TYPES), track=spaces)
    cards, kept = ended.players[0], numbers(context, "kept", TYPES)
    nothing = (z3.IntVal(0, context),) * TYPES
    varied = vary(context, readings)

    def standing(back: Sequence[Number]) -> Standing:
        after = replace(ended, players=(added(cards, back),))
        scored = after if hands_cost else replace(ended, players=(replace(after.players[0], hand_treasures=nothing),))
        has = [count(after.players[0], kind, varied.readings) for kind in range(TYPES)]
        return [model.score(scored, 0, varied.readings), *model.tie_steps(after, has, varied.readings)]

    own = standing(nothing)
    scene = Scene(
        adding=own,
        keeping=standing(kept),
        cost=sum_of([model.worth(ended, kind, back) for kind, back in enumerate(kept)]),
        others=[numbers(context, f"standing_{other}", len(own)) for other in range(1, PLAYERS)],
        readings=varied.readings,
    )
    premises = [
        *ended.premises(),
        *([] if worthless else [value >= 0 for value in ended.values]),
        *(z3.And(back >= 0, back <= most) for back, most in zip(kept, matching(cards), strict=True)),
        *varied.premises(),
    ]
    return Statement(premises, goal(scene))


def _left_in_hand(cards: Cards, kind: int, _: Readings) -> Number:
    """A mutated V-TIE-1."""
    return cards.hand_treasures[kind]


# Goals


def _costs_twice(scene: Scene) -> Formula:
    return scene.keeping[0] == scene.adding[0] - 2 * scene.cost


def _no_more_points(scene: Scene) -> Formula:
    return scene.keeping[0] <= scene.adding[0]


def _no_more_in_ties(scene: Scene) -> Formula:
    return z3.And(*(less <= more for less, more in zip(scene.keeping[1:], scene.adding[1:], strict=True)))


def _wins_as_well(scene: Scene) -> Formula:
    no_more = [
        z3.Implies(scene.wins(scene.adding, other), scene.wins(scene.keeping, other))
        for other in range(1, len(scene.others) + 1)
    ]
    return z3.Implies(scene.wins(scene.keeping, 0), z3.And(scene.wins(scene.adding, 0), *no_more))


def _others_alike(scene: Scene, *, beaten: bool = True) -> Formula:
    beats_it = z3.Or(*(model.beats(other, scene.adding) for other in scene.others))
    alike = [
        scene.wins(scene.keeping, other) == scene.wins(scene.adding, other) for other in range(1, len(scene.others) + 1)
    ]
    return z3.Implies(beats_it if beaten else z3.Not(beats_it), z3.And(*alike))
