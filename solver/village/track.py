"""The rules page as z3 formulas: the Dragon's Favor track.

Independent of the engine, as `model` is. `before` and `after` have, for each type, the space of its token.
"""

from collections.abc import Sequence

import z3

from solver.terms import Formula, Number, Readings, pick, sum_of


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
        passed_rightwards = z3.And(start < space, space <= target)
        passed_leftwards = z3.And(target <= space, space < start)
        rest = pick(
            readings,
            "track.passing",
            {
                "shift": z3.If(passed_rightwards, space - 1, z3.If(passed_leftwards, space + 1, space)),
                "swap": z3.If(space == target, start, space),
            },
        )
        steps.append(after[kind] == z3.If(token == kind, target, rest))
    return z3.And(*steps)


def raised(
    before: Sequence[Number], token: Number, joined: Number, treasures: Number, wilds: Number, readings: Readings
) -> tuple[Formula, Number]:
    """V-FAVOR-1, V-FAVOR-3 (favor.distance, favor.wild_bribe, favor.overshoot): whether a bribe of those cards is not
    forbidden for its token, and the space that this goes to. `joined` is how many cards the bribe had before.
    """
    played = treasures + wilds
    counted = pick(
        readings,
        "favor.distance",
        {"played": played, "bribe": joined + played, "new": z3.If(joined == 0, played, 0)},
    )
    distance = pick(readings, "favor.wild_bribe", {"bribe": counted, "none": z3.If(treasures == 0, 0, counted)})
    start, last = at(before, token), len(before) - 1
    goal, always = start + distance, z3.BoolVal(True, token.ctx)
    can_move = pick(
        readings, "favor.overshoot", {"stop": always, "block": z3.Or(start == last, goal <= last), "stay": always}
    )
    target = pick(
        readings,
        "favor.overshoot",
        {
            "stop": z3.If(goal > last, last, goal),
            "block": z3.If(start == last, last, goal),
            "stay": z3.If(goal > last, start, goal),
        },
    )
    return can_move, target


def favored(
    before: Sequence[Number],
    after: Sequence[Number],
    token: Number,
    joined: Number,
    treasures: Number,
    wilds: Number,
    readings: Readings,
) -> Formula:
    """V-FAVOR-1 to V-FAVOR-3: a bribe of those cards is not forbidden for its token, and moves the track so."""
    can_move, target = raised(before, token, joined, treasures, wilds, readings)
    return z3.And(can_move, moved(before, after, token, target, readings))


def lowered(
    before: Sequence[Number], token: Number, treasures: Sequence[Number], wilds: Number, readings: Readings
) -> tuple[Formula, Number]:
    """V-CURSE-1, V-CURSE-4 (curse.distance, curse.floor): whether those cards, if there are any, can curse that token,
    and the space that it goes to. `treasures` has the discarded cards of each type.
    """
    of_type = at(treasures, token)
    distance = pick(readings, "curse.distance", {"all": sum_of(treasures) + wilds, "type": of_type})
    goal = at(before, token) - distance
    can_move = pick(readings, "curse.floor", {"stop": z3.BoolVal(True, token.ctx), "block": goal >= 0})
    target = pick(readings, "curse.floor", {"stop": z3.If(goal < 0, 0, goal), "block": goal})
    return z3.And(of_type >= 1, can_move), target


def cursed(
    before: Sequence[Number],
    after: Sequence[Number],
    token: Number,
    treasures: Sequence[Number],
    wilds: Number,
    readings: Readings,
) -> Formula:
    """V-CURSE-1 to V-CURSE-4: discarding those cards, and choosing that token, is legal and moves the track so."""
    can_curse, target = lowered(before, token, treasures, wilds, readings)
    nothing = z3.And(*(new == old for new, old in zip(after, before, strict=True)))  # V-CURSE-3
    curse = z3.And(can_curse, moved(before, after, token, target, readings))
    return z3.If(sum_of(treasures) + wilds == 0, nothing, curse)
