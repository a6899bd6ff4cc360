"""How high and how low a score can be."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import z3

from solver.terms import Formula, Number, sum_of
from solver.theorem import Broken, Statement, Theorem
from solver.village import model
from solver.village.model import Ending

PLAYERS, TYPES = 5, 6
VALUES = (1, 1, 2, 2, 3, 4)
FEWEST = 2  # cards of a type, so that those worth 1 suffice for one card for each other player
PENALTY = {"score.wild_penalty": "2"}
CLAUSES = ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3")
ANY = f"{PLAYERS} players, spaces worth {' '.join(map(str, VALUES))}, as many cards of each type, {FEWEST} at least"
FULL = f"{PLAYERS} players, spaces worth {' '.join(map(str, VALUES))}, 14 cards of each of {TYPES} types, 20 Wilds"

Bound = Callable[[Number, Number], Number]  # by the number of cards of each type, and of Wilds


def highest(each: Number, wilds: Number) -> Number:
    """All cards in one player's bribes, and all Wilds on the best, but a card worth 1 for each other player."""
    return sum(VALUES) * each + VALUES[-1] * wilds - (PLAYERS - 1)


def lowest(each: Number, wilds: Number) -> Number:
    """All cards in one player's hand, but a card worth 1 for each other player."""
    return PLAYERS - 1 - sum(VALUES) * each - 2 * wilds


def score_theorems() -> tuple[Theorem, ...]:
    """The bounds, and that an ending of the full box reaches them."""
    bribed = _one_has_all("bribe_0", "bribe_wilds_0_5")
    held = _one_has_all("hand_0", "hand_wilds_0")
    return (
        _theorem(
            "score.most",
            "No score is above 13 for each card of a type and 4 for each Wild, less 1 for each other player.",
            partial(_bounded, highest, True),
            "the rightmost space is worth 5",
            partial(_bounded, highest, True, values=(*VALUES[:-1], 5)),
            ANY,
        ),
        _theorem(
            "score.least",
            "No score is below -13 for each card of a type and -2 for each Wild, and 1 for each other player.",
            partial(_bounded, lowest, False),
            "a Wild left in the hand costs 3",
            partial(_bounded, lowest, False, penalty="3"),
            ANY,
        ),
        _theorem(
            "score.most.reached",
            "An ending of the full box has that highest score: 258 with five players.",
            partial(_reached, bribed, highest),
            "the rightmost space is worth 5",
            partial(_reached, bribed, highest, values=(*VALUES[:-1], 5)),
            FULL,
        ),
        _theorem(
            "score.least.reached",
            "An ending of the full box has that lowest score: -218 with five players.",
            partial(_reached, held, lowest),
            "a Wild left in the hand costs 3",
            partial(_reached, held, lowest, penalty="3"),
            FULL,
        ),
    )


def _theorem(
    name: str,
    sentence: str,
    state: Callable[..., Statement],
    change: str,
    broken: Callable[[z3.Context], Statement],
    bounds: str,
) -> Theorem:
    def restated(other: Mapping[str, str]) -> Callable[[z3.Context], Statement]:
        return partial(state, penalty=other["score.wild_penalty"])

    return Theorem(name, sentence, CLAUSES, bounds, PENALTY, state, Broken(change, broken), restated)


def consistent(ended: Ending, each: Number, wilds: Number) -> list[Formula]:
    """What cards can lie where after the end of a game with so many cards of each type and so many Wilds.

    V-BRIBE-3: no bribe of Wilds only. V-END-2: nobody holds a card that matches a bribe. Everybody has a card: who has
    cards is never without any (theorem `turn.cards_remain`), and everybody is dealt some.
    """
    players = ended.players
    of_type = [
        sum_of([cards.bribe_treasures[kind] + cards.hand_treasures[kind] for cards in players]) <= each
        for kind in range(TYPES)
    ]
    of_wilds = sum_of([sum_of([*cards.bribe_wilds, cards.hand_wilds]) for cards in players]) <= wilds
    founded = [
        z3.And(
            z3.Implies(cards.bribe_wilds[kind] > 0, cards.bribe_treasures[kind] > 0),
            z3.Implies(cards.bribe_treasures[kind] > 0, cards.hand_treasures[kind] == 0),
        )
        for cards in players
        for kind in range(TYPES)
    ]
    return [*of_type, of_wilds, *founded, *(sum_of(list(cards.numbers())) > 0 for cards in players)]


def _ending(context: z3.Context, values: tuple[int, ...]) -> Ending:
    return replace(model.ending(context, PLAYERS, TYPES), values=tuple(z3.IntVal(value, context) for value in values))


def _bounded(
    bound: Bound, above: bool, context: z3.Context, values: tuple[int, ...] = VALUES, penalty: str = "2"
) -> Statement:
    each, wilds, ended = z3.Int("of_each_type", context), z3.Int("wilds", context), _ending(context, values)
    total = model.score(ended, 0, {"score.wild_penalty": penalty})
    premises = [*ended.premises(), *consistent(ended, each, wilds), each >= FEWEST, wilds >= 0]
    return Statement(premises, total <= bound(each, wilds) if above else total >= bound(each, wilds))


def _one_has_all(treasures: str, wilds: str) -> dict[str, int]:
    """The variables of an ending of the full box: player 0 has all but one card of type 0 for each other player."""
    ends = {f"{treasures}_{kind}": 14 - (PLAYERS - 1 if kind == 0 else 0) for kind in range(TYPES)}
    others = {f"hand_{player}_0": 1 for player in range(1, PLAYERS)}
    return {**ends, wilds: 20, **others, **{f"space_of_{kind}": kind for kind in range(TYPES)}}


def _reached(
    cards: dict[str, int], bound: Bound, context: z3.Context, values: tuple[int, ...] = VALUES, penalty: str = "2"
) -> Statement:
    ended, each, wilds = _ending(context, values), z3.IntVal(14, context), z3.IntVal(20, context)
    variables = [*(number for mine in ended.players for number in mine.numbers()), *ended.track]
    given = [number == cards.get(str(number), 0) for number in variables]
    score = model.score(ended, 0, {"score.wild_penalty": penalty})
    return Statement(given, z3.And(*consistent(ended, each, wilds), score == bound(each, wilds)))
