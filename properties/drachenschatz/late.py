"""Games that lead to the edges which random play does not reach.

A builder takes a game, a ruleset and a source of chance, and gives an opening and the actions that lead from
it to the brink of an edge, or on to it. The opening is one of the full box, unless it is the edge that it is
not. Which players, piles, types and numbers come in is left to chance.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from properties.drachenschatz.board import WORTH
from properties.drachenschatz.edges import EDGES
from properties.drachenschatz.edges_end import END_EDGES
from properties.drachenschatz.late_ends import NUMBERS, end_on
from properties.drachenschatz.late_play import (
    claim_any,
    play_years,
    reveal_any,
    reveal_down_to,
    some_claimers,
    some_years,
)
from properties.drachenschatz.late_script import LateGame, NotUnderThisRuleset, Script, shuffled, whole_box
from reference_engine.interface import Action, Game
from reference_engine.jsonform import Json
from reference_engine.record import Header

__all__ = ["EDGE_GAMES", "LATE_GAMES", "LATE_OFF", "NotUnderThisRuleset"]

_Builder = Callable[[Game, Any, random.Random], tuple[Header, tuple[Action, ...]]]
_Writer = Callable[[Game, Any, random.Random], LateGame]
_LONG_PILE = 15


def _begin(game: Game, ruleset: Any, rng: random.Random, years_left: int = 1) -> Script:
    """A game in one of its years, so many of which are left at least."""
    script = Script(game, ruleset, rng.choice(NUMBERS))
    some_years(script, rng, len(script.sizes) - years_left)
    return script


def _last_card(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """The last card of the middle is revealed."""
    script = _begin(game, ruleset, rng)
    reveal_down_to(script, rng, 0, some_claimers(script, rng, 0))
    return script.finish(rng, back=rng.randrange(1, 4))


def _empty_middle(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """With the middle empty somebody claims."""
    script = _begin(game, ruleset, rng)
    reveal_down_to(script, rng, 0, some_claimers(script, rng, 0))
    claim_any(script, rng)
    return script.finish(rng, back=rng.randrange(1, 4))


def _all_revealed(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A claim ends the year with the middle empty."""
    script = _begin(game, ruleset, rng)
    year = script.year
    reveal_down_to(script, rng, 0, some_claimers(script, rng, 0))
    while script.year == year:
        claim_any(script, rng)
    return script.finish(rng, back=rng.randrange(1, 4))


def _nobody_reveals(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A year in which all claim at once; the last player gets the whole middle."""
    script = _begin(game, ruleset, rng)
    for _ in range(script.players - 1):
        claim_any(script, rng)
    return script.finish(rng, back=rng.randrange(1, 3))


def _claimed_reveals(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A player who has claimed reveals."""
    script = _begin(game, ruleset, rng)
    claimers = some_claimers(script, rng, 1)
    reveal_down_to(script, rng, rng.randrange(script.players, script.middle - script.players), claimers)
    while script.turn not in script.claimed:
        reveal_any(script, rng)
    reveal_any(script, rng)
    return script.finish(rng, back=rng.randrange(1, 4))


def _claimed_skipped(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """The last card is revealed, and a player who has claimed is passed over."""
    script = _begin(game, ruleset, rng)
    claimers = some_claimers(script, rng, 1)
    following = (script.turn + script.middle + len(claimers)) % script.players  # everybody takes turns until then
    if following not in claimers:
        claimers[0] = following
    reveal_down_to(script, rng, 0, claimers)
    return script.finish(rng, back=rng.randrange(1, 4))


def _long_pile(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """A pile of many cards gets one more, or is claimed."""
    script = _begin(game, ruleset, rng)
    pile, count = rng.choice(script.free), rng.randrange(_LONG_PILE, script.middle + 1 - script.players)
    claims = rng.randrange(script.players - 1)
    while script.piles[pile] < count or script.turn in script.claimed:
        others = [other for other in script.free if other != pile]
        if script.turn not in script.claimed and len(script.claimed) < claims and rng.randrange(4) == 0:
            script.claim(rng.choice(others))
        else:
            elsewhere = script.piles[pile] < count < script.middle and rng.randrange(8) == 0
            script.reveal(rng.choice(others) if elsewhere else pile)
    if rng.randrange(2):
        script.claim(pile)
    return script.finish(rng, back=rng.randrange(1, 4))


def _starter_wraps(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """The player with the highest number is the last player of a year, so player 0 starts the next one."""
    script = _begin(game, ruleset, rng, years_left=2)
    year, last = script.year, script.players - 1
    other = rng.randrange(last)
    leftover, claimer = (last, other) if script.readings["year.starter"] == "leftover" else (other, last)
    while script.year == year:
        may = script.turn not in script.claimed and script.turn != leftover
        soon = script.middle <= 2 * script.players or rng.randrange(2)
        if may and soon and (script.turn != claimer or len(script.claimed) == script.players - 2):
            claim_any(script, rng)
        else:
            reveal_any(script, rng)
    return script.finish(rng, back=rng.randrange(1, 4))


def _end(edge: str, game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """The end of a game."""
    hoards = end_on(edge, game, ruleset, rng)
    script = Script(game, ruleset, len(hoards))
    play_years(script, rng, [len(hoard) for hoard in hoards])
    return script.finish(rng, rng.randrange(1, 4), hoards)


def _exact_years(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """Year piles with no more cards than there are players."""
    players, years = rng.choice(NUMBERS), rng.randrange(2, 5)
    cards = shuffled(rng, whole_box(game, players))
    rows = [cards[year * players : (year + 1) * players] for year in range(years)]
    piles = [{"cards": card, "dragon": None} for card in rows[0]]
    start: Json = {"players": players, "turn": 0, "over": False, "year": 1, "middle": "", "later": rows[1:]}
    start |= {"piles": piles, "hoards": [""] * players}
    claims = [{"type": "claim", "pile": pile} for _ in rows for pile in rng.sample(range(players), players - 1)]
    header = Header(game, ruleset, game.position_from_json(start, ruleset))
    return LateGame(header, tuple(map(game.action_from_json, claims)), back=rng.randrange(1, 4))


def _other_worth(game: Game, ruleset: Any, rng: random.Random) -> LateGame:
    """The end of a game with another table of values."""
    written = _end("out.nobody", game, ruleset, rng)
    worth = {card: rng.randrange(10) for card in WORTH}
    start = game.position_to_json(written.header.start) | {"worth": worth | {"K": 1 + worth["G"]}}
    return replace(written, header=Header(game, ruleset, game.position_from_json(start, ruleset)))


_WRITERS: Mapping[str, _Writer] = {
    "reveal.last_card": _last_card,
    "reveal.by_claimed": _claimed_reveals,
    "middle.empty": _empty_middle,
    "claimed.skipped": _claimed_skipped,
    "pile.15_or_more": _long_pile,
    "year.nobody_reveals": _nobody_reveals,
    "year.all_revealed": _all_revealed,
    "year.starter_wraps": _starter_wraps,
    "year.exact": _exact_years,
    "worth.other": _other_worth,
    **{edge: partial(_end, edge) for edge in END_EDGES},
}

LATE_OFF: Mapping[str, tuple[str, ...]] = {edge: EDGES[edge] for edge in _WRITERS if EDGES[edge]}
"""The values of readings, as "ID=VALUE", under which there is no such edge."""


def _build(edge: str, on: bool, game: Game, ruleset: Any, rng: random.Random) -> tuple[Header, tuple[Action, ...]]:
    """The game that leads to that edge; unless it must go on to it, it ends on its brink in half of the cases.

    Raises `NotUnderThisRuleset`.
    """
    readings = ruleset.readings()
    for off in EDGES[edge]:
        reading, _, value = off.partition("=")
        if readings[reading] == value:
            raise NotUnderThisRuleset(f"no {edge} under {off}")
    written = _WRITERS[edge](game, ruleset, rng)
    back = 0 if on or rng.randrange(2) else written.back
    return written.header, written.actions[: max(len(written.actions) - back, 0)]


LATE_GAMES: Mapping[str, _Builder] = {edge: partial(_build, edge, False) for edge in _WRITERS}
"""For each edge a builder of games that lead to its brink, or on to it."""
EDGE_GAMES: Mapping[str, _Builder] = {edge: partial(_build, edge, True) for edge in _WRITERS}
"""The same games, each led on to its edge."""
