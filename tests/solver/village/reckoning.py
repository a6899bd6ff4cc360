"""What the model says of one ending or one move, worked out by z3."""

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from solver.solving import Status, solve
from solver.terms import numbers
from solver.village import bridge, model
from solver.village import track as tracks

RLIMIT = 5_000_000
DEFAULT = {reading: values[0] for reading, values in model.READINGS.items()}


def ended(
    hands: Sequence[str], bribes: Sequence[Mapping[str, str]], values: Sequence[int], track: str
) -> dict[str, Any]:
    """An ended position, as far as the outcome depends on it."""
    return {"hands": list(hands), "bribes": list(bribes), "track": list(track), "values": list(values)}


def outcome(position: Mapping[str, Any], **changed: str) -> dict[str, Any]:
    """The one outcome that the model allows. Changed readings have "_" for the dot in their ids."""
    readings = DEFAULT | {reading.replace("_", ".", 1): value for reading, value in changed.items()}
    inputs = bridge.inputs(position)
    allowed, outputs = bridge.relation(z3.Context(), inputs.shape, readings).of(inputs, "it_")
    found = solve([allowed], RLIMIT, want_model=True)
    assert found.status is Status.SAT
    told = outputs.read(found.model)
    assert solve([allowed, z3.Not(outputs.are(told))], RLIMIT).status is Status.UNSAT
    return told


def bribed(track: str, token: str, treasures: int, wilds: int, joined: int, **changed: str) -> str | None:
    """The track after a bribe, None if the model allows none; `joined` is how many cards it had before."""
    return _moved(track, token, {token: treasures}, wilds, "bribe", changed, joined)


def cursed(track: str, token: str, discarded: str, **changed: str) -> str | None:
    """The track after a curse for those cards, None if the model allows none."""
    counts = {kind: discarded.count(kind) for kind in track}
    return _moved(track, token, counts, discarded.count("W"), "curse", changed)


def _moved(
    track: str,
    token: str,
    treasures: Mapping[str, int],
    wilds: int,
    move: str,
    changed: Mapping[str, str],
    joined: int = 0,
) -> str | None:
    readings = DEFAULT | {reading.replace("_", ".", 1): value for reading, value in changed.items()}
    context = z3.Context()
    types = sorted(track)
    before = [z3.IntVal(track.index(kind), context) for kind in types]
    after = numbers(context, "after", len(types))
    counts = [z3.IntVal(treasures.get(kind, 0), context) for kind in types]
    which, extra = z3.IntVal(types.index(token), context), z3.IntVal(wilds, context)
    if move == "bribe":
        rule = tracks.favored(
            before, after, which, z3.IntVal(joined, context), counts[types.index(token)], extra, readings
        )
    else:
        rule = tracks.cursed(before, after, which, counts, extra, readings)
    found = solve([rule], RLIMIT, want_model=True)
    if found.status is Status.UNSAT:
        return None
    assert found.status is Status.SAT
    spaces = {kind: found.model[f"after_{index}"] for index, kind in enumerate(types)}
    same = z3.And(*(after[index] == spaces[kind] for index, kind in enumerate(types)))
    assert solve([rule, z3.Not(same)], RLIMIT).status is Status.UNSAT
    return "".join(sorted(types, key=lambda kind: int(spaces[kind])))
