"""Openings of which something is left out, with a sign for every card that is not known."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from properties.village.board import STALLS, WILD, on_the_table
from properties.village.guessing import Guess
from properties.village.opening import is_opening
from properties.village.unseen import Unseen, signs
from reference_engine.errors import CannotDeal, CannotParse
from reference_engine.interface import Box, Game
from reference_engine.jsonform import Json

_MOST_CARDS = 900  # in a deck whose end is not known


def guesses(game: Game, ruleset: Any, claimed: Json, box: Box | None) -> Iterator[Guess]:
    """The opening with signs for all cards that are left out; none where the box cannot have it.

    Raises `CannotParse` where a field is left out that nothing tells, and `ImpossiblePosition`.
    """
    data = _filled(claimed, box)
    state = game.position_from_json(data, ruleset)
    hands, market, deck = ("hands" in claimed, "market" in claimed, "deck" in claimed or state.over)
    if not (hands and market) and not (box and is_opening(data)):
        raise CannotParse("hands and market can only be left out in an opening that is dealt from a known box")
    kinds = "".join(sorted(state.track)) + WILD
    left = None
    if box:
        cards = _cards_left(game, box, data)
        if cards is None:
            return
        left = {kind: cards[kind] for kind in kinds}
    sizes = [0 if hands or not box else box.hand] * state.players
    stalls = [0 if market or not box else len(range(box.first_market)[place :: len(STALLS)]) for place in (3, 2, 1, 0)]
    hidden = sum(left.values()) - sum(sizes) - sum(stalls) if left else 0 if deck else _MOST_CARDS
    if hidden < 0 or (deck and hidden):
        return
    piles, used = [], 0
    for size in (*sizes, *stalls, hidden):
        piles.append(signs(used, size))
        used += size
    state = replace(
        state,
        hands=tuple(map(str.__add__, state.hands, piles)),
        market=tuple(map(str.__add__, state.market, piles[state.players :])),
        deck=state.deck + piles[-1],
    )
    yield Guess(game, ruleset, state, state, Unseen(kinds, left, {}, {}), endless=not (deck or box))


def _filled(claimed: Json, box: Box | None) -> Json:
    """The opening with something in every field that can be left out."""
    lists = [claimed[field] for field in ("hands", "bribes") if isinstance(claimed.get(field), list)]
    players = claimed.get("players", len(lists[0]) if lists else None)
    if type(players) is not int:
        raise CannotParse("players is missing, or no whole number")
    seats = min(max(players, 0), 9)  # the engine refuses the others
    empty: Json = {
        "players": players,
        "turn": 0,
        "over": False,
        "deck": "",
        "hands": [""] * seats,
        "bribes": [{}] * seats,
        "market": {str(stall): "" for stall in STALLS},
        "discard": "",
    }
    return empty | ({"values": list(box.values)} if box else {}) | claimed


def _cards_left(game: Game, box: Box, data: Json) -> Counter[str] | None:
    """The cards of the box that are not in the position; None where it is not of that box."""
    try:
        cards, tokens = game.unshuffled(box, data["players"])
    except CannotDeal:
        return None
    left = Counter(cards)
    left.subtract(on_the_table(data))
    if min(left.values()) < 0 or list(tokens) != sorted(data["track"]) or list(box.values) != data["values"]:
        return None
    return left
