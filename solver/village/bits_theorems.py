"""That both encodings of the track and the score, integers and bit-vectors, say the same: so no bit-vector wraps."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import z3

from solver.choosing import choice
from solver.terms import Formula, Number, sum_of
from solver.theorem import Broken, Statement, Theorem
from solver.village import bits, model, track
from solver.village.bits import WIDTH, Bits
from solver.village.turns import READINGS

TYPES = 6
VALUES = (1, 1, 2, 2, 3, 4)
MOST = 104  # cards in the box
BOUNDS = f"{TYPES} types, at most {MOST} cards of a kind, numbers of {WIDTH} bits"
SCORED = f"spaces worth {' '.join(map(str, VALUES))}, at most {MOST} cards of a kind, numbers of {WIDTH} bits"
SUMMED = f"{TYPES} types, at most {MOST} cards worth {VALUES[-1]} in all parts of a score, numbers of {WIDTH} bits"

UNCHANGED: Mapping[str, str] = {}
State = Callable[[z3.Context], Statement]


def bits_theorems() -> tuple[Theorem, ...]:
    """One for each part: together they cover the track, a player's total, and who beats whom."""
    return (
        _theorem(
            "bits.favor",
            "Integers and bit-vectors allow the same bribes for their tokens, with the same space to go to.",
            ("V-FAVOR-1", "V-FAVOR-3"),
            BOUNDS,
            partial(_favor, MOST),
            "there can be so many cards that a sum wraps around",
            partial(_favor, 2**WIDTH - 1),
        ),
        _theorem(
            "bits.curse",
            "Integers and bit-vectors allow the same curses, with the same space to go to.",
            ("V-CURSE-1", "V-CURSE-4"),
            BOUNDS,
            partial(_curse, MOST),
            "there can be so many cards that a sum wraps around",
            partial(_curse, 2**WIDTH - 1),
        ),
        _theorem(
            "bits.moved",
            "When a token goes to a space, any other is on the same one afterwards by integers and by bit-vectors.",
            ("V-FAVOR-2", "V-CURSE-2"),
            f"{TYPES} types, any order of the tokens, numbers of {WIDTH} bits",
            _moved,
            "by bit-vectors only the token on the destination moves",
            partial(_moved, changed={"track.passing": "swap"}),
        ),
        _theorem(
            "bits.worth",
            "Cards are worth the same as integers and as bit-vectors.",
            ("V-SCORE-1", "V-SCORE-2"),
            SCORED,
            partial(_worth, MOST),
            "there can be so many cards that a product wraps around",
            partial(_worth, 2**WIDTH - 1),
        ),
        _theorem(
            "bits.score",
            "What bribes are worth less what the hand costs is the same total as integers and as bit-vectors.",
            ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3"),
            SUMMED,
            partial(_score, MOST * VALUES[-1]),
            "the parts can be so much that a sum wraps around",
            partial(_score, 2 ** (WIDTH - 1)),
        ),
        _theorem(
            "bits.beats",
            "The same players beat each other by integers and by bit-vectors.",
            ("V-WIN-1", "V-TIE-1", "V-TIE-2"),
            f"{TYPES} spaces, totals and numbers of cards of {WIDTH} bits",
            partial(_beats, bits.beats),
            "totals are compared as if none could be negative",
            partial(_beats, _unsigned),
        ),
    )


def _theorem(
    name: str, sentence: str, clauses: tuple[str, ...], bounds: str, state: State, change: str, broken: State
) -> Theorem:
    return Theorem(name, sentence, clauses, bounds, {}, state, Broken(change, broken))


def natural(row: Sequence[Bits]) -> list[Number]:
    """The numbers that they stand for, from 0."""
    return [z3.BV2Int(each) for each in row]


def signed(one: Bits) -> Number:
    """The number that it stands for in two's complement."""
    low = z3.BV2Int(one)
    return z3.If(low >= 2 ** (WIDTH - 1), low - 2**WIDTH, low)


def _favor(most: int, context: z3.Context) -> Statement:
    before = bits.free(context, "before", TYPES)
    token, joined, treasures, wilds = bits.free(context, "token_and_cards", 4)
    few = (joined, treasures, wilds)
    rulesets = choice(context, {each: READINGS[each] for each in READINGS if each.startswith("favor.")}, {})
    narrow = bits.raised(before, token, joined, treasures, wilds, rulesets.readings)
    wide_joined, wide_treasures, wide_wilds = natural(few)
    wide = track.raised(natural(before), z3.BV2Int(token), wide_joined, wide_treasures, wide_wilds, rulesets.readings)
    return _same([*rulesets.premises(), *_on_track(before, token), *(z3.ULE(each, most) for each in few)], narrow, wide)


def _curse(most: int, context: z3.Context) -> Statement:
    before, treasures = (bits.free(context, name, TYPES) for name in ("before", "treasures"))
    token, wilds = bits.free(context, "token_and_wilds", 2)
    rulesets = choice(context, {each: READINGS[each] for each in READINGS if each.startswith("curse.")}, {})
    narrow = bits.lowered(before, token, treasures, wilds, rulesets.readings)
    wide = track.lowered(natural(before), z3.BV2Int(token), natural(treasures), z3.BV2Int(wilds), rulesets.readings)
    few = [z3.ULE(each, most) for each in (*treasures, wilds)]
    return _same([*rulesets.premises(), *_on_track(before, token), *few], narrow, wide)


def _same(premises: list[Formula], narrow: tuple[Formula, Bits], wide: tuple[Formula, Number]) -> Statement:
    """Both allow it, and lead to the same space, or none does."""
    goes = z3.Implies(narrow[0], z3.BV2Int(narrow[1]) == wide[1])
    return Statement(premises, z3.And(narrow[0] == wide[0], goes))


def _on_track(before: Sequence[Bits], token: Bits) -> list[Formula]:
    return [*(z3.ULT(space, TYPES) for space in before), z3.ULT(token, TYPES)]


def _moved(context: z3.Context, changed: Mapping[str, str] = UNCHANGED) -> Statement:
    """The token of type 0, any of whose formulas differs from those of other types in nothing but the name.

    changed: the readings that are others by bit-vectors.
    """
    before, after = (bits.free(context, name, TYPES) for name in ("before", "after"))
    token, target = bits.free(context, "token_and_target", 2)
    rulesets = choice(context, {"track.passing": READINGS["track.passing"]}, {})
    narrow = bits.moved(before, after, token, target, {**rulesets.readings, **changed})
    wide = track.moved(natural(before), natural(after), z3.BV2Int(token), z3.BV2Int(target), rulesets.readings)
    return Statement([*rulesets.premises(), *_on_track(before, token), z3.ULT(target, TYPES), narrow], wide.arg(0))


def _worth(most: int, context: z3.Context) -> Statement:
    space, count = bits.free(context, "cards", 2)
    narrow = bits.worth(VALUES, space, count)
    wide = sum_of([z3.If(z3.BV2Int(space) == place, value * z3.BV2Int(count), 0) for place, value in enumerate(VALUES)])
    return Statement([z3.ULT(space, TYPES), z3.ULE(count, most)], z3.BV2Int(narrow) == wide)


def _score(most: int, context: z3.Context) -> Statement:
    """most: what all bribes are worth together at most, and all that the hand costs."""
    bribes, hand = (bits.free(context, name, TYPES) for name in ("bribes", "hand"))
    (wilds,) = bits.free(context, "wilds", 1)
    few = [sum_of(natural(bribes)) <= most, sum_of(natural([*hand, wilds])) <= most]
    wide = sum_of(natural(bribes)) - sum_of(natural(hand)) - z3.BV2Int(wilds)
    return Statement(few, signed(bits.score(bribes, hand, wilds)) == wide)


def _beats(beats: Callable[[Sequence[Bits], Sequence[Bits]], Formula], context: z3.Context) -> Statement:
    one, other = (bits.free(context, name, TYPES + 1) for name in ("one", "other"))
    wide = [[signed(total), *natural(counts)] for total, *counts in (one, other)]
    return Statement([z3.BoolVal(True, context)], beats(one, other) == model.beats(*wide))


def _unsigned(one: Sequence[Bits], other: Sequence[Bits]) -> Formula:
    """Mutated V-WIN-1."""
    later = z3.And(one[0] == other[0], bits.beats(one, other))
    return z3.Or(z3.UGT(one[0], other[0]), later)
