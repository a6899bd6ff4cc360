"""Games that end in a tie at the top: decided at a chosen space, never, or by one reading and not another.

The tied players each bribe a few types, one action a type, while the others draw. Then all draw until the
end. Which cards the tied players have beside those they bribe with is worked out last: they all get equal
totals, and the tie-break is the wanted one.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement, islice, permutations
from typing import Any

from properties.village.board import WILD, gathered
from properties.village.late_play import some_players
from properties.village.late_scores import BITS, Ending, Seat, TieBreak, endings
from properties.village.late_script import BOX, HAND, LateGame, NotFound, shuffled, types, without
from properties.village.late_tie_games import Part, Plan, last_track, write
from reference_engine.interface import Game

_PLANS = 30  # are tried, until one can be played with the cards of the box
_TRACKS = 4  # are tried with each
_Size = Callable[[int, random.Random], tuple[int, int]]
_LEAST = 1 - HAND  # a total that beats everybody who bribes nothing


@dataclass(frozen=True)
class Goal:
    """The wanted tie: of two endings with equal totals, ranked by these rules, for which that holds.

    space: where a type must come to stand that the possible winner bribes with.
    """

    rules: tuple[TieBreak, ...]
    wanted: Callable[[tuple[int, ...], tuple[int, ...]], bool]
    space: int | None = None


def space_tie(chosen: int, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A tie that is decided at that space; where spaces of equal value count together, at its value."""
    rule, size = _tie_break(game, ruleset), _crowd(ruleset, _some, _some)
    shift = rule.shift(chosen)
    wanted = partial(_first_difference, shift)
    if rule.count in ("bribe", "treasure"):
        # A token comes to the left end only if few players bribe with its type.
        plan = partial(_plan, game, rng, size, alone=chosen < 3, splits=int(chosen < 3))
        return _tie(game, ruleset, rng, plan, Goal((rule,), wanted, chosen))
    # Cards in hand decide, too. At the left end they cost the winner as much as a Wild less the others.
    penalty = int(ruleset.readings()["score.wild_penalty"])
    return _tie(
        game,
        ruleset,
        rng,
        lambda: _plan(game, rng, size, splits=penalty - 1 if chosen < 2 else rng.randrange(3)),
        Goal((rule,), wanted),
    )


def full_tie(everybody: bool, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A tie of all players, or of two, that nothing decides."""
    goal = Goal((_tie_break(game, ruleset),), lambda one, other: one == other)
    all_or_two: _Size = _all if everybody else _two
    size = _crowd(ruleset, all_or_two, all_or_two)
    return _tie(game, ruleset, rng, partial(_plan, game, rng, size), goal)


def count_tie(reading: str, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A tie that is decided otherwise under that value of tie.count than under its default."""
    rule = _tie_break(game, ruleset)
    goal = Goal((replace(rule, count="bribe"), replace(rule, count=reading)), _disagree)
    plan = partial(_plan, game, rng, _crowd(ruleset, _some, _two), wilds=(1, 0) if reading == "treasure" else None)
    return _tie(game, ruleset, rng, plan, goal)


def steps_tie(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A tie that is decided otherwise when spaces of equal value count together."""
    rule = _tie_break(game, ruleset)
    goal = Goal((replace(rule, steps="space"), replace(rule, steps="value")), _disagree)
    return _tie(game, ruleset, rng, partial(_plan, game, rng, _crowd(ruleset, _some, _two)), goal)


def _tie_break(game: Game, ruleset: Any) -> TieBreak:
    readings = ruleset.readings()
    return TieBreak(readings["tie.count"], readings["tie.steps"], game.BOXES[BOX].values)


def _first_difference(shift: int, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether the first wins at the step to which `TieBreak.shift` leads, and not before."""
    mine, theirs = one[0] >> shift, other[0] >> shift
    return mine > theirs and mine >> BITS == theirs >> BITS


def _disagree(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two rules give different winners."""
    return len({(mine > theirs) - (mine < theirs) for mine, theirs in zip(one, other, strict=True)}) == 2


def _two(players: int, rng: random.Random) -> tuple[int, int]:
    del rng
    return players, 2


def _all(players: int, rng: random.Random) -> tuple[int, int]:
    del rng
    return players, players


def _some(players: int, rng: random.Random) -> tuple[int, int]:
    return players, rng.randrange(2, players + 1)


def _crowd(ruleset: Any, still: _Size, else_: _Size) -> _Size:
    """How many are tied, of how many; where all are compared, nobody has cards who is not tied."""
    among = ruleset.readings()["tie.among"]
    if among == "all":
        return lambda players, rng: (else_(players, rng)[1],) * 2
    return still if among == "still" else else_


def _plan(
    game: Game,
    rng: random.Random,
    size: _Size,
    alone: bool = False,
    splits: int = 0,
    wilds: tuple[int, int] | None = None,
) -> Plan:
    """Who bribes what. size: of how many players how many are tied.

    alone: only the possible winner bribes with the first type. splits: how many bribes the others play
    in two actions. wilds: how many go along with the first bribes.
    """
    players, count = size(some_players(rng), rng)
    tied = sorted(rng.sample(range(players), count))
    kinds = max(alone + splits, min(2 + rng.randrange(2) + (len(tied) > 2), HAND - 1 - splits))
    twice = rng.randrange(splits, min(kinds - alone, HAND - 1 - kinds) + 1)
    common = [kind * (1 + (place < twice)) for place, kind in enumerate(shuffled(rng, types(game))[: kinds - alone])]
    split = [cards for bribe in common[:splits] for cards in bribe] + common[splits:]
    first, second = wilds or (rng.randrange(2), rng.randrange(2))
    lonely = [rng.choice(without(types(game), *{bribe[0] for bribe in common}))] if alone else []
    rounds = max(kinds, len(split)) + 1 + rng.randrange(2)
    parts = (
        _part(lonely + rng.sample(common, len(common)), first, rounds),
        _part(rng.sample(split, len(split)), second, rounds),
    )
    return Plan(players, rng.choice(tied), tuple(tied), parts, rounds)


def _part(bribes: list[str], wilds: int, rounds: int) -> Part:
    """Those bribes, and draws. The Wilds go along with the first."""
    return Part((bribes[0] + WILD * wilds, *bribes[1:]), rounds - len(bribes))


def _tie(game: Game, ruleset: Any, rng: random.Random, plan: Callable[[], Plan], goal: Goal) -> LateGame:
    """Finds starting places of the tokens, and cards for the tied players, that give the wanted tie.

    Raises `NotFound`.
    """
    for _ in range(_PLANS):
        found = _search(game, ruleset, rng, plan(), goal)
        if found:
            return found
    raise NotFound(f"no such tie in {_PLANS} tries")


def _search(game: Game, ruleset: Any, rng: random.Random, plan: Plan, goal: Goal) -> LateGame | None:
    readings = ruleset.readings()
    bribed = {cards[0] for cards in plan.parts[0].bribes}
    hands = _hands(types(game), plan, rng)
    penalty = int(readings["score.wild_penalty"])
    starts = permutations(shuffled(rng, types(game)))
    tracks = ((start, track) for start in starts if (track := last_track(plan, start, readings)))
    tracks = (pair for pair in tracks if goal.space is None or pair[1][goal.space] in bribed)
    for start, track in islice(tracks, _TRACKS):
        one, other = (Seat(part.joined, track, game.BOXES[BOX].values, penalty) for part in plan.parts)
        others: dict[int, list[Ending]] = {}
        for theirs in endings(other, hands[1], goal.rules):
            others.setdefault(theirs.total, []).append(theirs)
        for mine in endings(one, hands[0], goal.rules):
            for theirs in others.get(mine.total, ()) if mine.total >= _LEAST else ():
                if goal.wanted(mine.ranks, theirs.ranks):
                    written = write(game, ruleset, rng, plan, (mine.cards, theirs.cards), start)
                    if written:
                        return written
    return None


def _hands(tokens: str, plan: Plan, rng: random.Random) -> list[list[str]]:
    """What the tied players may have beside the bribes, for each part: the same few cards, and all others there are.

    Wilds can be drawn after the last bribe only, so that they need not go along.
    """
    fewest = min(part.more for part in plan.parts)
    common = "".join(rng.choice(tokens) for _ in range(fewest - 3))
    hands = []
    for part in plan.parts:
        combinations = combinations_with_replacement(tokens + WILD, part.more - len(common))
        each = [gathered(common, *cards) for cards in combinations if cards.count(WILD) <= part.draws]
        first = rng.randrange(90) % len(each)
        hands.append(each[first:] + each[:first])
    return hands
