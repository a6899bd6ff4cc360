"""The rules page as z3 formulas: the score and the winner; the track is in `track`.

Independent of the engine: written from the clauses alone. Types, players and spaces are numbered
from 0, spaces from the left, and numbers of cards are integers that `premises` keeps in range.
A formula relates its inputs to free output variables and holds for exactly what the rules allow.
`readings` maps ids to values; each function names those it consults.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import z3

from solver.terms import Formula, Number, Readings, numbers, pick, sum_of
from solver.village.track import on_track

READINGS: Mapping[str, tuple[str, ...]] = {
    "favor.distance": ("played", "bribe", "new"),
    "favor.wild_bribe": ("bribe", "none"),
    "favor.overshoot": ("stop", "block", "stay"),
    "track.passing": ("shift", "swap"),
    "curse.distance": ("all", "type"),
    "curse.floor": ("stop", "block"),
    "score.wild_penalty": ("2", "1", "3", "4"),
    "tie.among": ("still", "tied", "all"),
    "tie.count": ("bribe", "treasure", "owned", "type"),
    "tie.steps": ("space", "value"),
    "tie.full": ("shared", "none"),
}
STANDING = ("score.wild_penalty", "tie.count", "tie.steps")  # those on which it depends what players are compared by
OUTCOME = (*STANDING, "tie.among", "tie.full")  # those on which it depends who wins


@dataclass(frozen=True)
class Cards:
    """The cards of one player after the end, as numbers; the tuples have one entry for each type."""

    bribe_treasures: tuple[Number, ...]
    bribe_wilds: tuple[Number, ...]
    hand_treasures: tuple[Number, ...]
    hand_wilds: Number

    def numbers(self) -> tuple[Number, ...]:
        """All of them, in the order of the fields."""
        return (*self.bribe_treasures, *self.bribe_wilds, *self.hand_treasures, self.hand_wilds)


@dataclass(frozen=True)
class Ending:
    """What the outcome depends on.

    players: the cards of each. track: for each type, the space that its token stands on.
    values: for each space, what it is worth.
    """

    players: tuple[Cards, ...]
    track: tuple[Number, ...]
    values: tuple[Number, ...]

    def numbers(self) -> tuple[Number, ...]:
        """All of it: each player's cards, then the track, then the values."""
        return (*(number for cards in self.players for number in cards.numbers()), *self.track, *self.values)

    def premises(self) -> list[Formula]:
        """The ranges: no number of cards is negative, one token a space, values as in V-SETUP-3."""
        counts = [count >= 0 for cards in self.players for count in cards.numbers()]
        return [*counts, *on_track(self.track), *rising(self.values)]


def ending(context: z3.Context, players: int, types: int, name: str = "") -> Ending:
    """An ending of free variables for so many players and types."""
    return Ending(
        players=tuple(
            Cards(
                bribe_treasures=numbers(context, f"{name}bribe_{player}", types),
                bribe_wilds=numbers(context, f"{name}bribe_wilds_{player}", types),
                hand_treasures=numbers(context, f"{name}hand_{player}", types),
                hand_wilds=z3.Int(f"{name}hand_wilds_{player}", context),
            )
            for player in range(players)
        ),
        track=numbers(context, f"{name}space_of", types),
        values=numbers(context, f"{name}value", types),
    )


def rising(values: Sequence[Number]) -> list[Formula]:
    """V-SETUP-3: values never fall from left to right, and the rightmost is greater than all others."""
    *others, before_last, last = values
    return [left <= right for left, right in pairwise([*others, before_last])] + [before_last < last]


# Score


def score(ended: Ending, player: int, readings: Readings) -> Number:
    """V-SCORE-1, V-SCORE-2 and V-SCORE-3 (score.wild_penalty): a player's total."""
    return treasures_score(ended, player) - wilds_cost(ended, player, readings)


def treasures_score(ended: Ending, player: int) -> Number:
    """V-SCORE-1, V-SCORE-2: what a player's bribes are worth, less what the treasure cards in the hand cost."""
    cards = ended.players[player]
    types = range(len(ended.track))
    gained = [worth(ended, kind, cards.bribe_treasures[kind] + cards.bribe_wilds[kind]) for kind in types]
    lost = [worth(ended, kind, cards.hand_treasures[kind]) for kind in types]
    return sum_of(gained) - sum_of(lost)


def wilds_cost(ended: Ending, player: int, readings: Readings) -> Number:
    """V-SCORE-3 (score.wild_penalty): what the Wilds in a player's hand cost."""
    wilds = ended.players[player].hand_wilds
    return pick(readings, "score.wild_penalty", {each: int(each) * wilds for each in READINGS["score.wild_penalty"]})


def worth(ended: Ending, kind: int, count: Number) -> Number:
    """V-SCORE-1, V-SCORE-2: so many cards, each at the value of the space under the type's token."""
    return sum_of([z3.If(ended.track[kind] == space, value * count, 0) for space, value in enumerate(ended.values)])


# Winner


def tie_count(cards: Cards, kind: int, readings: Readings) -> Number:
    """V-TIE-1 (tie.count): what a player has of a type when a tie is broken."""
    treasures, held = cards.bribe_treasures[kind], cards.hand_treasures[kind]
    bribe = treasures + cards.bribe_wilds[kind]
    counted = {"bribe": bribe, "treasure": treasures, "owned": bribe + held, "type": treasures + held}
    return pick(readings, "tie.count", counted)


def tie_steps(ended: Ending, counts: Sequence[Number], readings: Readings) -> list[Number]:
    """V-TIE-1, V-TIE-2 (tie.steps): what is compared, space by space from the right, for what a player has of
    each type.
    """
    spaces = range(len(ended.values))
    on_space = [
        sum_of([z3.If(token == space, count, 0) for token, count in zip(ended.track, counts, strict=True)])
        for space in spaces
    ]
    of_value = [  # spaces of equal value have equal sums: comparing them once more changes nothing
        sum_of([z3.If(ended.values[other] == ended.values[space], on_space[other], 0) for other in spaces])
        for space in spaces
    ]
    return [pick(readings, "tie.steps", {"space": on_space[space], "value": of_value[space]}) for space in spaces[::-1]]


def standing(ended: Ending, player: int, readings: Readings) -> list[Number]:
    """V-WIN-1, V-TIE-1, V-TIE-2 (tie.count, tie.steps): what players are compared by, the most important first."""
    counts = [tie_count(ended.players[player], kind, readings) for kind in range(len(ended.track))]
    return [score(ended, player, readings), *tie_steps(ended, counts, readings)]


def beats(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    """V-WIN-1, V-TIE-1, V-TIE-2: the first number in which two standings differ decides."""
    result = one[-1] > other[-1]
    for mine, theirs in zip(one[-2::-1], other[-2::-1], strict=True):
        result = z3.Or(mine > theirs, z3.And(mine == theirs, result))
    return result


def wins(standings: Sequence[Sequence[Number]], player: int, readings: Readings) -> Formula:
    """V-WIN-1, V-TIE-1 to V-TIE-3 (tie.among, tie.full): whether a player is among the winners."""
    everybody = [z3.BoolVal(True, standings[0][0].ctx)] * len(standings)
    on_top = [highest(standings, other) for other in range(len(standings))]
    return pick(
        readings,
        "tie.among",
        {
            "still": first_of_all(standings, player, readings),
            "tied": most_of(standings, player, on_top, readings),
            "all": most_of(standings, player, everybody, readings),
        },
    )


def most_of(
    standings: Sequence[Sequence[Number]], player: int, compared: Sequence[Formula], readings: Readings
) -> Formula:
    """V-WIN-1, V-TIE-3 (tie.full): whether a player wins, where the same players are compared at every step."""
    players = range(len(standings))
    nobody, everybody = (z3.BoolVal(value, standings[0][0].ctx) for value in (False, True))
    result = pick(readings, "tie.full", {"shared": highest(standings, player), "none": nobody})
    for step in reversed(range(1, len(standings[0]))):
        ahead = [has_most(standings, one, step, compared) for one in players]
        result = z3.If(z3.Or(*ahead), ahead[player], result)
    totals = [has_most(standings, one, 0, [everybody] * len(players)) for one in players]
    return z3.If(z3.Or(*totals), totals[player], result)


def highest(standings: Sequence[Sequence[Number]], player: int) -> Formula:
    """V-WIN-1: whether no total is higher than a player's."""
    return z3.And(*(standings[player][0] >= other[0] for other in standings))


def has_most(standings: Sequence[Sequence[Number]], player: int, step: int, compared: Sequence[Formula]) -> Formula:
    """V-TIE-1, V-TIE-2: whether a player is compared and has more at a step than each other who is compared."""
    others = [other for other in range(len(standings)) if other != player]
    more = [z3.Implies(compared[other], standings[player][step] > standings[other][step]) for other in others]
    return z3.And(compared[player], *more)


def first_of_all(standings: Sequence[Sequence[Number]], player: int, readings: Readings) -> Formula:
    """V-WIN-1, V-TIE-3 (tie.full): whether a player wins, where only those still tied are compared at each step."""
    others = [other for other in range(len(standings)) if other != player]
    unbeaten = z3.And(*(z3.Not(beats(standings[other], standings[player])) for other in others))
    beats_all = z3.And(*(beats(standings[player], standings[other]) for other in others))
    return pick(readings, "tie.full", {"shared": unbeaten, "none": beats_all})


def allowed(ended: Ending, readings: Readings, scores: Sequence[Number], winners: Sequence[Formula]) -> Formula:
    """V-SCORE-1 to V-TIE-3: the rules allow these scores, and whether each player wins, for this ending."""
    standings = [standing(ended, player, readings) for player in range(len(ended.players))]
    return decided(standings, readings, scores, winners)


def decided(
    standings: Sequence[Sequence[Number]], readings: Readings, scores: Sequence[Number], winners: Sequence[Formula]
) -> Formula:
    """V-WIN-1 to V-TIE-3 (tie.full): between players of these standings, that is the outcome."""
    players = range(len(standings))
    return z3.And(
        *(scores[player] == standings[player][0] for player in players),
        *(winners[player] == wins(standings, player, readings) for player in players),
    )
