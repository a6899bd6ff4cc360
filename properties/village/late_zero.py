"""Games won with nothing: the winner's bribe is worth exactly what the hand costs, and the others have none."""

import random
from typing import Any

from properties.village.board import WILD
from properties.village.late_play import begin, draw_out, some_players, spare
from properties.village.late_script import BOX, LateGame, NotFound, Script, shuffled, types
from reference_engine.interface import Game

_TRIES = 40
_NEAR = 2  # a total that a last card can bring to 0


def zero(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """An end at which player 0 has a total of 0, and all others less. Raises `NotFound`."""
    for _ in range(_TRIES):
        script = _played(game, ruleset, rng)
        if script is not None:
            return script.finish("", back=rng.randrange(1, 4))
    raise NotFound("the cards drawn do not come to a total of 0")


def _played(game: Game, ruleset: Any, rng: random.Random) -> Script | None:
    """Such a game, or None where the last card does not bring the total to 0."""
    *others, theme = list(shuffled(rng, types(game)))
    space = rng.randrange(3, len(others) + 1)
    tokens = "".join((*others[:space], theme, *others[space:]))
    script = begin(game, ruleset, rng, some_players(rng), [theme], wilds=1, track=tokens)
    to_draw = script.players * rng.randrange(1, 4)  # beside Wilds and the theme; the others go to the market
    run = shuffled(rng, spare(script, "", theme + WILD))[to_draw:]
    if not script.can_bribe(theme, theme):
        return None
    script.bribe(theme, theme, run, rng.choice([card for card in (theme, WILD) if card in spare(script)]))
    worth = dict(zip(script.track, game.BOXES[BOX].values, strict=True))
    while cards := spare(script):
        if script.turn:
            script.draw(rng.choice(cards))
        else:
            wanted = _NEAR if len(cards) > script.players else 0
            script.draw(min(shuffled(rng, cards), key=lambda card: abs(_total(script, worth, theme, card) - wanted)))
    if _total(script, worth, theme) != 0:
        return None
    draw_out(script, "")
    return script


def _total(script: Script, worth: dict[str, int], theme: str, card: str = "") -> int:
    """What player 0 would have at the end with what is in hand, and that card."""
    costs = worth | {WILD: int(script.readings["score.wild_penalty"])}
    hand = script.hands[0] + card
    joins = len(script.bribes[0][theme]) + hand.count(theme)
    return joins * worth[theme] - sum(costs[other] for other in hand if other != theme)
