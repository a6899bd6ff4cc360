"""Many seeded games, each checked all the way: quantity, where the machines give quality."""

import random
from collections.abc import Sequence
from typing import Any

from properties.checking import check_game, late_module
from properties.dealing import deal, numbers_of_players
from properties.policies import Policy, by_kind_policy, random_policy
from properties.rulesets import named_rulesets, random_ruleset
from properties.running import Result
from properties.tally import Tally
from reference_engine import load
from reference_engine.interface import Action, Box, Game, State
from reference_engine.record import Header

_MOST_ACTIONS = 300  # of one game: under some readings a game need not end


def run_cases(name: str, seed: int, first: int, last: int, readings: dict[str, str] | None) -> Result:
    """Checks the games `first` to `last` - 1 of that seed: under those readings, or over the rulesets.

    Each game depends on the seed and its own number only.
    """
    game, tally = load(name), Tally()
    named = named_rulesets(game)
    for number in range(first, last):
        rng = random.Random(f"{seed} {number}")
        ruleset = _ruleset(game, rng, number, named) if readings is None else game.Ruleset.from_readings(readings)
        _check_case(game, rng, number, ruleset, tally)
    return Result(tally=tally)


def _check_case(game: Game, rng: random.Random, number: int, ruleset: Any, tally: Tally) -> None:
    policy = (random_policy, by_kind_policy)[number // 2 % 2](rng.randrange(2**32))
    if number % 3 == 2:
        header, actions = _late_game(game, rng, ruleset, number // 3)
        check_game(header, _first(actions, policy), len(actions) + _MOST_ACTIONS, tally, salt=number)
    else:
        box, players = _table(game, rng)
        opening = deal(game, box, players, rng.randrange(2**32), ruleset)
        check_game(Header(game, ruleset, opening, box.name), policy, _MOST_ACTIONS, tally, salt=number)


def _ruleset(game: Game, rng: random.Random, number: int, named: Sequence[Any]) -> Any:
    """Of five games one under the default, one under a random one, and three under the named ones in turn."""
    five, place = divmod(number, 5)
    if place == 0:
        return named[0]
    if place == 1:
        return random_ruleset(game, rng)
    return named[(3 * five + place - 2) % len(named)]


def _table(game: Game, rng: random.Random) -> tuple[Box, int]:
    """A box, the full one as often as all others together, and a number of players that it can be dealt to."""
    full, *others = game.BOXES.values()
    box = full if rng.random() < 0.5 or not others else rng.choice(others)
    return box, rng.choice(numbers_of_players(game, box))


def _late_game(game: Game, rng: random.Random, ruleset: Any, number: int) -> tuple[Header, tuple[Action, ...]]:
    """One edge after the other that the ruleset has: in turns a game on to each, and one to the brink of each."""
    late = late_module(game.NAME)
    turn, first = divmod(number, len(late.EDGE_GAMES))
    builders = list((late.EDGE_GAMES, late.LATE_GAMES)[turn % 2].values())
    for builder in builders[first:] + builders[:first]:
        try:
            return builder(game, ruleset, rng)
        except late.NotUnderThisRuleset:
            continue
    raise AssertionError("no edge can be reached under this ruleset")


def _first(actions: tuple[Action, ...], policy: Policy) -> Policy:
    """Plays these actions first, and by the policy after them."""
    remaining = iter(actions)

    def choose(game: Game, state: State, ruleset: Any) -> Action:
        for action in remaining:
            return action
        return policy(game, state, ruleset)

    return choose
