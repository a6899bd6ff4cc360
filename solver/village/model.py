"""The rules page as z3 formulas: the score, the winner, and the track.

Independent of the engine: written from the clauses alone. Types, players and spaces are numbered
from 0, spaces from the left, and numbers of cards are integers that `premises` keeps in range.
A formula relates its inputs to free output variables and holds for exactly what the rules allow.
`readings` is a plain mapping of reading ids to values; each function names those it consults.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import z3

from solver.terms import Formula, Number, Readings, numbers

READINGS: Mapping[str, tuple[str, ...]] = {
    "favor.wild_bribe": ("bribe", "none"),
    "track.passing": ("shift", "swap"),
    "curse.distance": ("all", "type"),
    "curse.floor": ("stop", "block"),
    "score.wild_penalty": ("2", "1", "3", "4"),
    "tie.count": ("bribe", "treasure", "owned", "type"),
    "tie.steps": ("space", "value"),
    "tie.full": ("shared", "none"),
}


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


def on_track(track: Sequence[Number]) -> list[Formula]:
    """V-SETUP-3: every token stands on a space of the row, no two on the same."""
    ranges = [z3.And(space >= 0, space < len(track)) for space in track]
    return [*ranges, z3.Distinct(*track)] if len(track) > 1 else ranges


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
    return z3.Sum(gained) - z3.Sum(lost)


def wilds_cost(ended: Ending, player: int, readings: Readings) -> Number:
    """V-SCORE-3 (score.wild_penalty): what the Wilds in a player's hand cost."""
    return int(readings["score.wild_penalty"]) * ended.players[player].hand_wilds


def worth(ended: Ending, kind: int, count: Number) -> Number:
    """V-SCORE-1, V-SCORE-2: so many cards, each at the value of the space under the type's token."""
    return z3.Sum([z3.If(ended.track[kind] == space, value * count, 0) for space, value in enumerate(ended.values)])


# Winner


def tie_count(cards: Cards, kind: int, readings: Readings) -> Number:
    """V-TIE-1 (tie.count): what a player has of a type when a tie is broken."""
    match readings["tie.count"]:
        case "bribe":
            return cards.bribe_treasures[kind] + cards.bribe_wilds[kind]
        case "treasure":
            return cards.bribe_treasures[kind]
        case "owned":
            return cards.bribe_treasures[kind] + cards.bribe_wilds[kind] + cards.hand_treasures[kind]
        case "type":
            return cards.bribe_treasures[kind] + cards.hand_treasures[kind]
    raise ValueError(f"tie.count has no value {readings['tie.count']}")


def tie_steps(ended: Ending, counts: Sequence[Number], readings: Readings) -> list[Number]:
    """V-TIE-1, V-TIE-2 (tie.steps): what is compared, space by space from the right, for what a player has of
    each type.
    """
    spaces = range(len(ended.values))
    on_space = [
        z3.Sum([z3.If(token == space, count, 0) for token, count in zip(ended.track, counts, strict=True)])
        for space in spaces
    ]
    match readings["tie.steps"]:
        case "space":
            steps = on_space
        case "value":  # spaces of equal value have equal sums: comparing them once more changes nothing
            steps = [
                z3.Sum([z3.If(ended.values[other] == ended.values[space], on_space[other], 0) for other in spaces])
                for space in spaces
            ]
        case other:
            raise ValueError(f"tie.steps has no value {other}")
    return steps[::-1]


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
    """V-WIN-1, V-TIE-3 (tie.full): whether a player is among the winners."""
    others = [other for other in range(len(standings)) if other != player]
    match readings["tie.full"]:
        case "shared":
            return z3.And(*(z3.Not(beats(standings[other], standings[player])) for other in others))
        case "none":
            return z3.And(*(beats(standings[player], standings[other]) for other in others))
    raise ValueError(f"tie.full has no value {readings['tie.full']}")


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


# Track: `before` and `after` have, for each type, the space of its token


def at(row: Sequence[Number], index: Number) -> Number:
    """The number at an index that is itself a term; the last one for any index beyond."""
    chosen = row[-1]
    for position in reversed(range(len(row) - 1)):
        chosen = z3.If(index == position, row[position], chosen)
    return chosen


def moved(
    before: Sequence[Number], after: Sequence[Number], token: Number, target: Number, readings: Readings
) -> Formula:
    """V-FAVOR-2, V-CURSE-2 (track.passing): a token has gone to a space of the track, and the others made room."""
    start = at(before, token)
    steps = []
    for kind, space in enumerate(before):
        match readings["track.passing"]:
            case "shift":
                passed_rightwards = z3.And(start < space, space <= target)
                passed_leftwards = z3.And(target <= space, space < start)
                rest = z3.If(passed_rightwards, space - 1, z3.If(passed_leftwards, space + 1, space))
            case "swap":
                rest = z3.If(space == target, start, space)
            case other:
                raise ValueError(f"track.passing has no value {other}")
        steps.append(after[kind] == z3.If(token == kind, target, rest))
    return z3.And(*steps)


def favored(
    before: Sequence[Number],
    after: Sequence[Number],
    token: Number,
    treasures: Number,
    wilds: Number,
    readings: Readings,
) -> Formula:
    """V-FAVOR-1, V-FAVOR-2, V-FAVOR-3 (favor.wild_bribe, track.passing): a bribe of those cards moves the track so."""
    played = treasures + wilds
    match readings["favor.wild_bribe"]:
        case "bribe":
            distance = played
        case "none":
            distance = z3.If(treasures == 0, 0, played)
        case other:
            raise ValueError(f"favor.wild_bribe has no value {other}")
    goal, last = at(before, token) + distance, len(before) - 1
    return moved(before, after, token, z3.If(goal > last, last, goal), readings)


def cursed(
    before: Sequence[Number],
    after: Sequence[Number],
    token: Number,
    treasures: Sequence[Number],
    wilds: Number,
    readings: Readings,
) -> Formula:
    """V-CURSE-1 to V-CURSE-4 (curse.distance, curse.floor, track.passing): discarding those cards, and choosing
    that token, is legal and moves the track so. `treasures` has the discarded cards of each type.
    """
    discarded = z3.Sum(treasures) + wilds
    of_type = at(treasures, token)
    match readings["curse.distance"]:
        case "all":
            distance = discarded
        case "type":
            distance = of_type
        case other:
            raise ValueError(f"curse.distance has no value {other}")
    goal = at(before, token) - distance
    match readings["curse.floor"]:
        case "stop":
            target, can_move = z3.If(goal < 0, 0, goal), goal == goal
        case "block":
            target, can_move = goal, goal >= 0
        case other:
            raise ValueError(f"curse.floor has no value {other}")
    curse = z3.And(of_type >= 1, can_move, moved(before, after, token, target, readings))
    nothing = z3.And(*(new == old for new, old in zip(after, before, strict=True)))  # V-CURSE-3
    return z3.If(discarded == 0, nothing, curse)
