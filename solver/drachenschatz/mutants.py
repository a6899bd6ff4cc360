"""Mutated rules about who is out, and who wins."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import z3

from solver.drachenschatz import goals, model
from solver.drachenschatz.claims import Rules
from solver.drachenschatz.model import Ending, Hoard
from solver.terms import Formula, Number, Readings


def under(reading: str, value: str) -> Rules:
    """The rules with another value of a reading."""
    return Rules(
        out=lambda ended, readings: model.out(ended, {**readings, reading: value}),
        wins=lambda scores, outs, player, readings: model.wins(scores, outs, player, {**readings, reading: value}),
    )


def sharers_out(ended: Ending, _: Readings) -> list[Formula]:
    """Everyone who has a minimum is out."""
    counts = model.counts(ended)
    return [z3.Or(*(goals.least(count, player) for count in counts)) for player in range(len(ended.hoards))]


def most_out(ended: Ending, readings: Readings) -> list[Formula]:
    """Animals count the other way round."""
    return model.out(_with(ended, lambda hoard: replace(hoard, cows=-hoard.cows, sheep=-hoard.sheep)), readings)


def second_place_out(ended: Ending, readings: Readings) -> list[Formula]:
    """If one player is alone on both minima, whoever has fewest sheep of the others is out too."""
    cows, sheep = model.counts(ended)
    players = range(len(ended.hoards))
    both = [z3.And(goals.less(cows, player), goals.less(sheep, player)) for player in players]

    def is_second(player: int) -> Formula:
        ahead = [z3.Or(both[other], sheep[player] < sheep[other]) for other in players if other != player]
        return z3.And(z3.Or(*both), z3.Not(both[player]), *ahead)

    outs = model.out(ended, readings)
    return [z3.Or(outs[player], is_second(player)) for player in players]


def treasures_are_cows(ended: Ending, readings: Readings) -> list[Formula]:
    """Treasures of the first kind count as cows."""
    return model.out(_with(ended, lambda hoard: replace(hoard, cows=hoard.cows + hoard.treasures[0])), readings)


def cows_are_worth(ended: Ending, player: int) -> Number:
    """Cows are worth as much as treasures of the first kind."""
    hoard = ended.hoards[player]
    return model.score(ended, player) + hoard.cows * ended.worth[0]


def minus_points(ended: Ending, player: int) -> Number:
    """Treasures count as minus points."""
    return -model.score(ended, player)


def out_apart(ended: Ending, readings: Readings) -> list[Formula]:
    """Cows and sheep count by themselves, with any number of players."""
    cows, sheep = [hoard.cows for hoard in ended.hoards], [hoard.sheep for hoard in ended.hoards]
    return model.picked_by_either(cows, sheep, readings)


def out_can_win(scores: Sequence[Number], outs: Sequence[Formula], player: int, readings: Readings) -> Formula:
    """Nobody is out."""
    return model.wins(scores, [z3.BoolVal(False, one.ctx) for one in outs], player, readings)


def out_are_rivals(scores: Sequence[Number], outs: Sequence[Formula], player: int, readings: Readings) -> Formula:
    """Those who are out do not win, but have to be beaten."""
    return z3.And(z3.Not(outs[player]), out_can_win(scores, outs, player, readings))


def _with(ended: Ending, change: Callable[[Hoard], Hoard]) -> Ending:
    return replace(ended, hoards=tuple(map(change, ended.hoards)))
