"""Games that lead to the edges which random play does not reach.

A builder takes a game, a ruleset and a source of chance, and gives an opening of the full box and the
actions that lead from it to the brink of an edge, or on to it. Which players, types and numbers come in
is left to chance.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from properties.village.board import STALLS, WILD
from properties.village.late_among import among
from properties.village.late_long import hand_of_wilds, long_bribe, long_hand, two_laps
from properties.village.late_play import (
    MOST_PLAYERS,
    begin,
    drain,
    draw_out,
    payment,
    pick,
    some_players,
    spare,
    stopper,
    wander,
)
from properties.village.late_script import (
    HAND,
    LateGame,
    NotFound,
    NotUnderThisRuleset,
    shuffled,
    types,
    without,
)
from properties.village.late_ties import count_tie, full_tie, space_tie, steps_tie
from properties.village.late_zero import zero
from reference_engine.interface import Action, Game
from reference_engine.record import Header

__all__ = ["EDGE_GAMES", "LATE_GAMES", "LATE_OFF", "Builder", "NotUnderThisRuleset"]

Builder = Callable[[Game, Any, random.Random], tuple[Header, tuple[Action, ...]]]
_Writer = Callable[[Game, Any, random.Random], LateGame]

_TURN = ("end.empty_deck=turn",)
LATE_OFF: Mapping[str, tuple[str, ...]] = {
    "deck.0": _TURN,
    "end.draw": _TURN,
    "end.no_card": _TURN,
    "end.wilds_alone": (*_TURN, "bribe.wilds_alone=never"),
    "track.left": ("curse.floor=block",),
}
"""The values of readings, as "ID=VALUE", under which there is no such edge."""


def _deck(count: int, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A deck of so many cards."""
    script = begin(game, ruleset, rng, some_players(rng))
    leave = pick(script, rng, count)
    wander(script, rng, leave)
    drain(script, rng, leave)
    return script.finish(leave, back=0)


def _end_by_draw(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A draw from an empty deck."""
    script = begin(game, ruleset, rng, some_players(rng))
    wander(script, rng, "")
    drain(script, rng, "")
    script.draw()
    return script.finish("", back=1)


def _end_by_bribe(fewest: int, stops: bool, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A refill that takes the last cards, `fewest` or up to two more, and stops on the very last or on none."""
    theme = rng.choice(types(game))
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [theme] * players)
    run = pick(script, rng, fewest + rng.randrange(3) if fewest >= 0 else 0, theme + WILD)
    stop = stopper(script, rng, theme) if stops else ""
    wander(script, rng, run + stop, theme)
    drain(script, rng, run + stop, theme)
    script.bribe(theme, theme, run, stop)
    return script.finish("", back=1)


def _end_by_stop_at_0(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A refill that stops on the very last card, which goes to stall 0."""
    theme = rng.choice(types(game))
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [theme] * players)
    run, stop = pick(script, rng, len(STALLS), theme + WILD), stopper(script, rng, theme)
    wander(script, rng, run + stop, theme)
    drain(script, rng, run + stop, theme)
    most = script.first_stall  # so many cards go to others before stall 0
    for card in run[most:]:
        script.draw(card)
    script.bribe(theme, theme, run[:most], stop)
    return script.finish("", back=1)


def _end_by_wilds(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A bribe of Wilds alone that finds the deck empty."""
    theme = rng.choice(types(game))
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [theme] * players, wilds=0)
    for _ in range(players):
        script.bribe(theme, theme, "", stopper(script, rng, theme))
    leave = WILD * (players + rng.randrange(2))
    drain(script, rng, leave)
    for card in leave:
        script.draw(card)
    most = script.hand.count(WILD)
    fitting = [number for number in range(1, most + 1) if script.can_bribe(theme, WILD * number) and script.deals()]
    if not fitting:
        raise NotFound("no room for Wilds alone, or a Wild in the market")
    script.bribe(theme, WILD * rng.choice(fitting))
    return script.finish("", back=1)


def _five(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """The end of a game of five."""
    script = begin(game, ruleset, rng, MOST_PLAYERS)
    leave = pick(script, rng, rng.randrange(1, 4))
    wander(script, rng, leave)
    drain(script, rng, leave)
    draw_out(script, leave)
    return script.finish("", back=rng.randrange(1, len(leave) + 1))


def _negative(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """An end at which everybody has less than nothing: small bribes, and hands that join none of them."""
    players = some_players(rng)
    tokens = shuffled(rng, types(game))
    one, other = sorted(rng.sample(range(players), 2))
    bribed = {one: tokens[0], other: tokens[1]}
    hands = [
        shuffled(rng, tokens[2:] * 2)[:6] + bribed[player] if player in bribed else "" for player in range(players)
    ]
    script = begin(game, ruleset, rng, players, hands)
    leave = pick(script, rng, rng.randrange(1, 4), tokens[:2] + WILD)
    last = pick(script, rng, 1, tokens[:2] + WILD)
    while cards := spare(script, leave + last):
        treasure = bribed.pop(script.turn, "")
        if treasure:
            run = "".join(card for card in cards if card not in treasure + WILD)
            stop = script.stoppers(treasure)[-1]
            run = run if stop == WILD else without(run, *bribed.values())  # the other one needs a card, too
            script.bribe(treasure, treasure, shuffled(rng, run), stop)
        elif bribed:
            script.draw(rng.choice(spare(script, leave + last, tokens[:2])))
        else:
            script.draw(cards[-1])
    draw_out(script, last + leave)
    return script.finish("", back=rng.randrange(1, 4))


def _every_bribe(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """An end at which the first player has bribes of all types, and a Wild in hand."""
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [types(game)], wilds=1)
    leave = WILD + pick(script, rng, players - 1, WILD)
    missing = list(shuffled(rng, types(game)))
    while missing:
        if script.turn == 0:
            fitting = [treasure for treasure in missing if script.can_bribe(treasure, treasure)]
            if not fitting:
                raise NotFound("no room for any of the missing bribes")
            treasure = fitting[-1]
            missing.remove(treasure)
            script.bribe(treasure, treasure, "", treasure if treasure in spare(script, leave) else WILD)
        else:
            script.draw(rng.choice(spare(script, leave, WILD)))
    drain(script, rng, leave)
    turns = -script.turn % players  # until the first player draws
    last = leave[1 : turns + 1] + WILD + leave[turns + 1 :]
    draw_out(script, last)
    return script.finish("", back=rng.randrange(1, min(len(last), 3) + 1))


def _empty_stalls(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """Two stalls or more without cards."""
    players = some_players(rng)
    script = begin(game, ruleset, rng, players, [types(game)] * players, wilds=1)
    for stall in rng.sample(STALLS, rng.randrange(2, 5)):
        pay = payment(script, rng, stall)
        assert pay is not None  # who holds all types, or has paid for another stall, has one with room
        script.visit(stall, *pay)
    return script.finish(shuffled(rng, spare(script)), back=rng.randrange(2))


def _overshoot(left: bool, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A bribe that takes a token beyond the rightmost space, or a curse beyond the leftmost."""
    players = some_players(rng)
    held = 2 if players == MOST_PLAYERS else 3  # cards of the type in each hand; there are 14
    theme, *others = list(shuffled(rng, types(game)))
    room = rng.randrange(held)  # spaces to the end of the track
    if not left and ruleset.readings()["favor.overshoot"] == "block":
        room = 0
    others.insert(room if left else len(others) - room, theme)
    script = begin(game, ruleset, rng, players, [theme * held] * players, wilds=1, track="".join(others))
    for _ in range(rng.randrange(players)):
        script.draw(pick(script, rng, 1))
    if left:
        stall = rng.randrange(room + 1, 4)
        pay = theme * min(stall, held)
        rest = shuffled(rng, without(script.hand, pay))
        script.visit(stall, pay + rest[: stall - len(pay)], theme)
    else:
        run = pick(script, rng, rng.randrange(3), theme + WILD)
        script.bribe(theme, theme * rng.randrange(room + 1, held + 1), run, stopper(script, rng, theme))
    return script.finish(shuffled(rng, spare(script)), back=1)


_WRITERS: Mapping[str, _Writer] = {
    **{f"deck.{count}": partial(_deck, count) for count in range(4)},
    "end.draw": _end_by_draw,
    "end.no_card": partial(_end_by_bribe, -1, False),
    "end.runs_out": partial(_end_by_bribe, 1, False),
    "end.last_stops": partial(_end_by_bribe, 0, True),
    "end.last_stops_at_0": _end_by_stop_at_0,
    "end.wilds_alone": _end_by_wilds,
    "end.five": _five,
    "end.negative": _negative,
    "end.zero": zero,
    "end.every_bribe": _every_bribe,
    "end.long_bribe": partial(long_bribe, 12, True),
    "bribe.long": partial(long_bribe, HAND + 1, False),
    "refill.two_laps": two_laps,
    "hand.long": long_hand,
    "hand.none": partial(hand_of_wilds, 0),
    "hand.wilds": partial(hand_of_wilds, 3),
    "market.empty": _empty_stalls,
    "track.right": partial(_overshoot, False),
    "track.left": partial(_overshoot, True),
    **{f"tie.space_{space}": partial(space_tie, space) for space in range(6)},
    "tie.full_two": partial(full_tie, False),
    "tie.full_all": partial(full_tie, True),
    "tie.count_wilds": partial(count_tie, "treasure"),
    "tie.count_hand": partial(count_tie, "owned"),
    "tie.steps": steps_tie,
    "tie.among": among,
}


def _build(name: str, on: bool, game: Game, ruleset: Any, rng: random.Random) -> tuple[Header, tuple[Action, ...]]:
    """The game that leads to that edge; unless it must go on to it, it ends on its brink in half of the cases.

    Raises `NotUnderThisRuleset`.
    """
    readings = ruleset.readings()
    for off in LATE_OFF.get(name, ()):
        reading, _, value = off.partition("=")
        if readings[reading] == value:
            raise NotUnderThisRuleset(f"no {name} under {off}")
    written = _WRITERS[name](game, ruleset, rng)
    back = 0 if on or rng.randrange(2) else written.back
    return written.header, written.actions[: len(written.actions) - back]


LATE_GAMES: Mapping[str, Builder] = {name: partial(_build, name, False) for name in _WRITERS}
"""For each edge a builder of games that lead to its brink, or on to it."""
EDGE_GAMES: Mapping[str, Builder] = {name: partial(_build, name, True) for name in _WRITERS}
"""The same games, each led on to its edge."""
