"""A tie that is decided otherwise under each value of `tie.among`.

Two players are equal. A third has the same total, fewer cards on the rightmost space, and more on the next. A fourth
has a lower total and most cards on the rightmost space. A fifth only draws.
"""

import random
from typing import Any

from properties.village.board import WILD
from properties.village.late_play import draw_out
from properties.village.late_script import BOX, HAND, MARKET, LateGame, Script, shuffled, types, whole_box, without
from reference_engine.interface import Game

_CARDS = 6  # that each of the two has beside the bribe
_MOST = 10  # that they may cost, so that the fourth has less


def among(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """Such a game, up to its end."""
    players = 4 + rng.randrange(2)
    tokens = shuffled(rng, types(game))
    *lesser, second, third, top = list(tokens)
    values = game.BOXES[BOX].values
    cards = _cards(rng, (*lesser, third), values)
    seats = rng.sample(range(players), 4)
    owned = (top * 2 + cards, top * 2 + cards, top + second + cards[1:], top * 3 + second * 5)
    has = dict(zip(seats, owned, strict=True))
    rest = without(whole_box(game, players).replace(WILD, ""), *has.values(), top * 4, second)
    run, rest = second * rest.count(second), shuffled(rng, rest.replace(second, ""))
    last, rest = top * rest.count(top), rest.replace(top, "")
    for player in range(players):
        if player not in has:
            has[player], rest = rest[: HAND + 2], rest[HAND + 2 :]
    script = Script(game, ruleset, [has[player][:HAND] for player in range(players)], rest[:MARKET], tokens)
    last = shuffled(rng, last + rest[MARKET:])
    for player in range(players):
        number = has[player].count(top)
        if number:
            script.bribe(top, top * number, run, top)
            run = ""
        else:
            script.draw(has[player][HAND])
    for player in range(players):
        if player == seats[2]:
            script.bribe(second, second, last, second)
        else:
            script.draw(has[player][-1])
    draw_out(script, WILD * script.pool[WILD])  # as many for each
    return script.finish("", back=rng.randrange(1, 4))


def _cards(rng: random.Random, kinds: tuple[str, ...], values: tuple[int, ...]) -> str:
    """Cards of these types, which stand on the first spaces, the first card worth 1."""
    worth = dict(zip(kinds, values, strict=False))
    cards = ""
    while not cards or sum(worth[card] for card in cards) > _MOST:
        cards = rng.choice(kinds[:2]) + "".join(rng.choice(kinds) for _ in range(_CARDS - 1))
    return cards
