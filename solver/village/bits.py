"""The track and the score once more, in bit-vectors instead of integers.

Written from the clauses, as `track` and `model` are. Everything is WIDTH bits wide, totals in two's complement; that no
sum wraps around is proved in `bits_theorems`, where both encodings are compared.
"""

from collections.abc import Sequence
from typing import TypeAlias

import z3

from solver.terms import Formula, Readings, pick

WIDTH = 12
Bits: TypeAlias = z3.BitVecRef


def free(context: z3.Context, name: str, count: int) -> tuple[Bits, ...]:
    """Free variables name_0, name_1, ..."""
    return tuple(z3.BitVec(f"{name}_{index}", WIDTH, context) for index in range(count))


def constant(context: z3.Context, number: int) -> Bits:
    """That number."""
    return z3.BitVecVal(number, WIDTH, context)


def entry(row: Sequence[Bits], index: Bits) -> Bits:
    """The entry of a row at an index."""
    *others, chosen = row
    for place, other in reversed(list(enumerate(others))):
        chosen = z3.If(index == place, other, chosen)
    return chosen


def moved(before: Sequence[Bits], after: Sequence[Bits], token: Bits, target: Bits, readings: Readings) -> Formula:
    """V-FAVOR-2, V-CURSE-2 (track.passing): a token has gone to a space of the track, and the others made room."""
    start = entry(before, token)
    steps = []
    for kind, space in enumerate(before):
        on_its_way = z3.And(z3.UGT(space, start), z3.ULE(space, target))
        on_its_way_back = z3.And(z3.UGE(space, target), z3.ULT(space, start))
        shifted = z3.If(on_its_way, space - 1, z3.If(on_its_way_back, space + 1, space))
        swapped = z3.If(space == target, start, space)
        rest = pick(readings, "track.passing", {"shift": shifted, "swap": swapped})
        steps.append(after[kind] == z3.If(token == kind, target, rest))
    return z3.And(*steps)


def raised(
    before: Sequence[Bits], token: Bits, joined: Bits, treasures: Bits, wilds: Bits, readings: Readings
) -> tuple[Formula, Bits]:
    """V-FAVOR-1, V-FAVOR-3: whether a bribe of those cards is not forbidden for its token, and where that goes."""
    context, last = token.ctx, len(before) - 1
    nothing, always = constant(context, 0), z3.BoolVal(True, context)
    cards = treasures + wilds
    by_cards = pick(
        readings,
        "favor.distance",
        {"played": cards, "bribe": cards + joined, "new": z3.If(joined == 0, cards, nothing)},
    )
    distance = pick(readings, "favor.wild_bribe", {"bribe": by_cards, "none": z3.If(treasures == 0, nothing, by_cards)})
    start, end = entry(before, token), constant(context, last)
    room = z3.ULE(distance, end - start)  # the sum of start and distance could wrap, this cannot
    goal = start + distance
    legal = pick(readings, "favor.overshoot", {"stop": always, "block": z3.Or(room, start == end), "stay": always})
    target = pick(
        readings,
        "favor.overshoot",
        {
            "stop": z3.If(room, goal, end),
            "block": z3.If(start == end, end, goal),
            "stay": z3.If(room, goal, start),
        },
    )
    return legal, target


def lowered(
    before: Sequence[Bits], token: Bits, treasures: Sequence[Bits], wilds: Bits, readings: Readings
) -> tuple[Formula, Bits]:
    """V-CURSE-1, V-CURSE-4: whether discarding those cards can curse that token, and where it goes."""
    of_type, start = entry(treasures, token), entry(before, token)
    distance = pick(readings, "curse.distance", {"all": total([*treasures, wilds]), "type": of_type})
    room = z3.ULE(distance, start)
    can_move = pick(readings, "curse.floor", {"stop": z3.BoolVal(True, token.ctx), "block": room})
    return z3.And(of_type != 0, can_move), z3.If(room, start - distance, constant(token.ctx, 0))


def worth(values: Sequence[int], space: Bits, count: Bits) -> Bits:
    """V-SCORE-1, V-SCORE-2: so many cards, each at the value of a space."""
    return entry([constant(count.ctx, value) for value in values], space) * count


def total(parts: Sequence[Bits]) -> Bits:
    """Their sum."""
    first, *others = parts
    for other in others:
        first = first + other
    return first


def score(bribes: Sequence[Bits], hand: Sequence[Bits], wilds: Bits) -> Bits:
    """V-SCORE-1 to V-SCORE-3: what the bribes are worth, less what the hand and its Wilds cost."""
    return total(bribes) - total(hand) - wilds


def beats(one: Sequence[Bits], other: Sequence[Bits]) -> Formula:
    """V-WIN-1, V-TIE-1, V-TIE-2: the first number in which two standings differ decides; the first can be negative."""
    result = z3.BoolVal(False, one[0].ctx)
    for mine, theirs in reversed(list(zip(one[1:], other[1:], strict=True))):
        result = z3.Or(z3.UGT(mine, theirs), z3.And(mine == theirs, result))
    return z3.Or(one[0] > other[0], z3.And(one[0] == other[0], result))
