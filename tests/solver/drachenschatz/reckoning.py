"""What the rules page says of hoards, worked out without z3, and what the model says of them, worked out by z3."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import z3

from solver.drachenschatz import bridge, model
from solver.solving import Status, solve

RLIMIT = 5_000_000
DEFAULT = {reading: values[0] for reading, values in model.READINGS.items()}
WORTH = {"G": 1, "J": 3, "K": 5}


def outcome(hoards: Sequence[str], worth: Mapping[str, int] = WORTH, **changed: str) -> dict[str, Any]:
    """The one outcome that the model allows. Changed readings have "_" for the dot in their ids."""
    readings = DEFAULT | {reading.replace("_", ".", 1): value for reading, value in changed.items()}
    inputs = bridge.inputs({"hoards": list(hoards), "worth": dict(worth)})
    allowed, outputs = bridge.relation(z3.Context(), inputs.shape, readings).of(inputs, "it_")
    found = solve([allowed], RLIMIT, want_model=True)
    assert found.status is Status.SAT
    told = outputs.read(found.model)
    assert solve([allowed, z3.Not(outputs.are(told))], RLIMIT).status is Status.UNSAT
    return told


def reckoned(hoards: Sequence[str], readings: Mapping[str, str], worth: Mapping[str, int] = WORTH) -> dict[str, Any]:
    """The outcome by the rules page."""
    scores = [sum(worth.get(card, 0) for card in hoard) for hoard in hoards]
    out = _out([(hoard.count("C"), hoard.count("S")) for hoard in hoards], readings)
    still_in = [player for player in range(len(hoards)) if player not in out]
    best = max(scores[player] for player in still_in)
    winners = [player for player in still_in if scores[player] == best]
    if len(winners) > 1 and readings["win.tie"] == "none":
        winners = []
    return {"scores": scores, "winners": winners, "out": sorted(out)}


def _out(animals: Sequence[tuple[int, int]], readings: Mapping[str, str]) -> set[int]:
    if len(animals) <= 4:
        return _by_one([cows + sheep for cows, sheep in animals], readings)
    cows, sheep = ([each[kind] for each in animals] for kind in (0, 1))
    by_cows, by_sheep = _by_one(cows, readings), _by_one(sheep, readings)
    if readings["animals.tie_scope"] == "player":
        by_cows, by_sheep = by_cows - _sharers(sheep), by_sheep - _sharers(cows)
    both = _lowest(cows) & _lowest(sheep)
    if both and readings["animals.both"] == "has":
        return both if len(both) == 1 else set()
    if len(both) == 1 and both == _lowest(cows) == _lowest(sheep):
        return both
    return by_cows | by_sheep


def _by_one(numbers: Sequence[int], readings: Mapping[str, str]) -> set[int]:
    if readings["animals.tie"] == "spared":
        return _lowest(numbers) - _sharers(numbers)
    lone = [number for number, times in Counter(numbers).items() if times == 1]
    return {numbers.index(min(lone))} if lone else set()


def _lowest(numbers: Sequence[int]) -> set[int]:
    return {player for player, number in enumerate(numbers) if number == min(numbers)}


def _sharers(numbers: Sequence[int]) -> set[int]:
    lowest = _lowest(numbers)
    return lowest if len(lowest) > 1 else set()
