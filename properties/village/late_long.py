"""Long refills, long and empty hands, long bribes."""

import random
from typing import Any

from properties.village.board import WILD
from properties.village.late_play import begin, drain, draw_out, pick, some_players, spare, stopper
from properties.village.late_script import HAND, LateGame, NotFound, Script, shuffled, types
from reference_engine.interface import Game


def two_laps(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A refill that goes round twice or more."""
    theme = rng.choice(types(game))
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [theme * 2] * players)
    for _ in range(rng.randrange(players)):
        script.draw(pick(script, rng, 1, WILD))
    run = pick(script, rng, rng.randrange(8, 16), theme + WILD)
    script.bribe(theme, theme * rng.randrange(1, 3), run, stopper(script, rng, theme))
    return script.finish(shuffled(rng, spare(script)), back=1)


def long_hand(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A hand of 15 cards or more, taken from stall 0 after a long refill."""
    theme = rng.choice(types(game))
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [theme] * players)
    for _ in range(rng.randrange(players)):
        script.draw(pick(script, rng, 1, WILD))
    run = shuffled(rng, spare(script, "", theme + WILD))
    run = run[: rng.randrange(28, len(run) + 1)]  # seven laps at least
    script.bribe(theme, theme, run, stopper(script, rng, theme))
    script.visit(0)
    return script.finish(shuffled(rng, spare(script)), back=1)


def hand_of_wilds(most: int, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A player to move who holds nothing, or nothing but up to so many Wilds."""
    theme = rng.choice(types(game))
    script = begin(game, ruleset, rng, some_players(rng), [theme * HAND], wilds=1)
    script.bribe(theme, script.hand, "", stopper(script, rng, theme))
    for _ in range(rng.randrange(min(most, 1), most + 1)):
        _others_draw(script, rng, theme)
        script.draw(WILD)
    _others_draw(script, rng, theme)
    return script.finish(shuffled(rng, spare(script)), back=0)


def long_bribe(fewest: int, ends: bool, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A bribe of so many cards or up to two more at once, or a game that ends with it."""
    theme = rng.choice(types(game))
    script = begin(game, ruleset, rng, some_players(rng), [theme * HAND], wilds=0)
    size = fewest + rng.randrange(3)
    if script.pool[theme] + script.pool[WILD] <= size - HAND:
        raise NotFound(f"too few cards are left for a bribe of {size}")
    for _ in range(size - HAND):
        script.draw(theme if script.pool[theme] else WILD)
        _others_draw(script, rng, theme)
    script.bribe(theme, script.hand, "", stopper(script, rng, theme))
    if not ends:
        return script.finish(shuffled(rng, spare(script)), back=1)
    leave = pick(script, rng, rng.randrange(1, 4))
    drain(script, rng, leave, theme)
    draw_out(script, leave)
    return script.finish("", back=rng.randrange(1, len(leave) + 1))


def _others_draw(script: Script, rng: random.Random, theme: str) -> None:
    """Everybody draws a card, neither a Wild nor of a theme, until it is the turn of player 0."""
    while script.turn:
        script.draw(pick(script, rng, 1, theme + WILD))
