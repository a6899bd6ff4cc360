"""The rules page as z3 formulas: the Dragon's Favor track.

Independent of the engine, as `model` is. `before` and `after` have, for each type, the space of its token.
"""

from collections.abc import Sequence

import z3

from solver.terms import Formula, Number, Readings, sum_of


def on_track(track: Sequence[Number]) -> list[Formula]:
    """V-SETUP-3: every token stands on a space of the row, no two on the same."""
    ranges = [z3.And(space >= 0, space < len(track)) for space in track]
    return [*ranges, z3.Distinct(*track)] if len(track) > 1 else ranges


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
    joined: Number,
    treasures: Number,
    wilds: Number,
    readings: Readings,
) -> Formula:
    """V-FAVOR-1, V-FAVOR-2, V-FAVOR-3 (favor.distance, favor.wild_bribe, favor.overshoot, track.passing): a bribe of
    those cards is not forbidden for its token, and moves the track so. `joined` is how many cards the bribe had before.
    """
    match readings["favor.distance"]:
        case "played":
            counted = treasures + wilds
        case "bribe":
            counted = joined + treasures + wilds
        case "new":
            counted = z3.If(joined == 0, treasures + wilds, 0)
        case other:
            raise ValueError(f"favor.distance has no value {other}")
    match readings["favor.wild_bribe"]:
        case "bribe":
            distance = counted
        case "none":
            distance = z3.If(treasures == 0, 0, counted)
        case other:
            raise ValueError(f"favor.wild_bribe has no value {other}")
    start, last = at(before, token), len(before) - 1
    goal = start + distance
    match readings["favor.overshoot"]:
        case "stop":
            target, can_move = z3.If(goal > last, last, goal), goal == goal
        case "block":
            target, can_move = z3.If(start == last, last, goal), z3.Or(start == last, goal <= last)
        case "stay":
            target, can_move = z3.If(goal > last, start, goal), goal == goal
        case other:
            raise ValueError(f"favor.overshoot has no value {other}")
    return z3.And(can_move, moved(before, after, token, target, readings))


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
    discarded = sum_of(treasures) + wilds
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
