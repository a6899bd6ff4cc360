"""Which ruleset a program follows: questions that tell the rulesets apart which are still possible.

A program is set to positions that part most of what is left, the smallest first. One that cannot be is asked to play
games. Questions that are left over put to the test what was found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from properties.conformance.program import Program
from properties.identifying.asking import Asked
from properties.identifying.evidence import Shown, against
from properties.identifying.playing import play_games
from properties.identifying.positions import ask_positions
from properties.identifying.reasons import Undetermined, visible, why_undetermined
from properties.identifying.state import Failed, Identifying
from reference_engine.interface import Box, Game

MOST = 60
"""Questions that a program is asked at most."""


@dataclass(frozen=True)
class Identified:
    """What a program follows.

    ruleset: the one that agrees with most answers; where readings could not be seen, one of several. readings: the
    values that were seen, and those of readings that have no other; none where it follows no ruleset. evidence: for
    each of these what speaks against each other value. undetermined: why a reading has no value. against: the answers
    that contradict the ruleset: then the program follows none. asked: the questions that were answered. skipped,
    failed: why others were not.
    """

    ruleset: Any
    readings: Mapping[str, str]
    evidence: Mapping[str, Mapping[str, Shown]]
    undetermined: Mapping[str, Undetermined]
    against: tuple[Shown, ...]
    asked: tuple[Asked, ...]
    skipped: tuple[str, ...]
    failed: tuple[Failed, ...]


def identify(program: Program, start: str, box: Box, most: int = MOST) -> Identified:
    """Finds out what a program follows that can be driven.

    start: "any" if it can be set to any position, "opening" if only to openings, "deals" if it only deals games of its
    own. box: what openings are dealt from.
    """
    state, game = Identifying(program, most), program.game
    if start == "any":
        ask_positions(state)
    if start != "any" or (state.skipped and visible(state)):
        play_games(state, box, start == "deals")
    ruleset = state.remaining.nearest(game)
    if state.missed:
        ruleset = nearest(game, state.asked, ruleset)
    known = {} if state.missed else state.remaining.known()
    return Identified(
        ruleset,
        known,
        {reading: _evidence(game, state, ruleset, reading) for reading in known},
        {} if state.missed else why_undetermined(state, start),
        against(game, state.asked, range(len(state.asked)), ruleset),
        tuple(state.asked),
        tuple(dict.fromkeys(state.skipped)),
        tuple({each.why: each for each in reversed(state.failed)}.values()),
    )


def nearest(game: Game, asked: Sequence[Asked], ruleset: Any) -> Any:
    """A ruleset that agrees with more answers, as long as another value of one reading gives one."""
    best = _disagrees(game, asked, ruleset)
    before = None
    while before != ruleset:
        before = ruleset
        for reading, values in game.Ruleset.choices().items():
            for value in values:
                other = game.Ruleset.from_readings({**ruleset.readings(), reading: value})
                disagrees = _disagrees(game, asked, other)
                if disagrees < best:
                    ruleset, best = other, disagrees
    return ruleset


def _disagrees(game: Game, asked: Sequence[Asked], ruleset: Any) -> int:
    """How many answers contradict a ruleset."""
    return len(against(game, asked, range(len(asked)), ruleset))


def _evidence(game: Game, state: Identifying, ruleset: Any, reading: str) -> dict[str, Shown]:
    """What speaks against each other value of a reading: the questions that ruled out values first."""
    found: dict[str, Shown] = {}
    first = state.how.get(reading, [])
    numbers = [*first, *(number for number in range(len(state.asked)) if number not in first)]
    for value in game.Ruleset.choices()[reading]:
        other = game.Ruleset.from_readings({**ruleset.readings(), reading: value})
        for number in numbers if other != ruleset else ():
            if shown := against(game, state.asked, [number], other):
                found[value] = shown[0]
                break
    return found
