"""The engine's endgames against the model: all of a small box, or those that games come to."""

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

import reference_engine
from properties.dealing import deal
from properties.endgame import Endgame, ends_within, explore, going_back
from properties.exploring import reachable
from properties.policies import leaning_policy, playout, random_policy
from properties.rulesets import random_ruleset
from properties.running import Result
from properties.verdicts import Finding, Grade, Verdict
from reference_engine.interface import Game
from solver import load
from solver.endgames import compare
from solver.solving import version

RLIMIT = 100_000_000  # per query
_FEW = 4  # results that are counted by the model alone
_LOOKED = 60  # actions in an endgame of the full box
_LONGEST = 500  # actions of a game; under some readings it need not end
_GAMES = 20  # that are played for each endgame at most

_SENTENCE = "In an endgame the model allows the engine's results, and no other."


@dataclass
class _Counts:
    """What was compared. turns: how many positions have so many turns to go."""

    turns: Counter[int] = field(default_factory=Counter)
    engine: int = 0
    model: int = 0
    enumerated: int = 0
    unknown: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        by_turns = ", ".join(f"{count:,} with {turns} to go" for turns, count in sorted(self.turns.items()))
        counted = f"{self.enumerated:,} of these positions counted by the model alone"
        return (
            f"{self.turns.total():,} positions (turns: {by_turns or 'none'}); results of the engine {self.engine:,}, "
            f"of the model {self.model:,}, {counted}; {version()}"
        )


def confirm_small(name: str, box: str, players: int, turns: int, count: int | None, seed: int, readings: Any) -> Result:
    """So many positions of a box with at most so many turns to go; all that can be reached if there is no count."""
    game, key = reference_engine.load(name), f"endgames.{box}"
    ruleset = game.Ruleset.from_readings(readings)
    if count is None:
        return confirm_endgames(key, small_endgames(game, box, players, turns, ruleset), Grade.EXHAUSTIVE)
    played = played_endgames(game, box, (players,), turns, seed, readings, _GAMES * count)
    return confirm_endgames(key, islice(played, count), Grade.SAMPLED)


def confirm_full(name: str, turns: int, count: int, seed: int, readings: dict[str, str] | None) -> Result:
    """So many positions of the full box with at most so many turns to go, from random games."""
    game, bridge = reference_engine.load(name), load(name, "bridge")
    played = played_endgames(game, bridge.FULL_BOX, bridge.PLAYERS, turns, seed, readings, _GAMES * count)
    return confirm_endgames("endgames.full", islice(played, count), Grade.SAMPLED)


def small_endgames(game: Game, box: str, players: int, turns: int, ruleset: Any) -> Iterator[Endgame]:
    """The endgames of every position of a box that can be reached and has at most so many turns to go."""
    for state in reachable(game, game.BOXES[box], players, ruleset):
        if not game.is_terminal(state) and ends_within(game, ruleset, state, turns):
            yield explore(game, ruleset, state, turns, 10**6)


def played_endgames(
    game: Game, box: str, players: Sequence[int], turns: int, seed: int, readings: dict[str, str] | None, games: int
) -> Iterator[Endgame]:
    """Endgames that so many random games come to: under the ruleset with these readings, or random ones."""
    rng = random.Random(seed)
    for number in islice(cycle(players), games):
        ruleset = random_ruleset(game, rng) if readings is None else game.Ruleset.from_readings(readings)
        played = [deal(game, game.BOXES[box], number, rng.getrandbits(32), ruleset)]
        policy = rng.choice((random_policy, leaning_policy))(rng.getrandbits(32))
        played += [state for _, state in islice(playout(game, played[0], ruleset, policy), _LONGEST)]
        if game.is_terminal(played[-1]):
            yield from going_back(game, ruleset, played, turns, _LOOKED)


def confirm_endgames(key: str, endgames: Iterable[Endgame], grade: Grade) -> Result:
    """The verdict on these: of that grade if the model and the engine agree about each."""
    start, counts = time.perf_counter(), _Counts()

    def verdict(grade: Grade, evidence: str, finding: Finding | None = None) -> Result:
        return Result((Verdict(key, _SENTENCE, grade, evidence, time.perf_counter() - start, finding),))

    for endgame in endgames:
        compared = compare(endgame, RLIMIT, _FEW)
        counts.turns[endgame.turns] += 1
        counts.engine += compared.engine
        counts.model += compared.model or 0
        counts.enumerated += compared.enumerated
        if compared.finding:
            return verdict(Grade.REFUTED, str(counts), compared.finding)
        if compared.grade is Grade.UNKNOWN:
            counts.unknown.append(compared.reason)
    if counts.unknown:
        told = f"{len(counts.unknown):,} positions unknown ({counts.unknown[0]}) of {counts}"
        return verdict(Grade.UNKNOWN, told)
    return verdict(grade if counts.turns else Grade.VACUOUS, str(counts))
