"""Greedy play: each player takes the action that leaves them best off if the year ended there."""

from typing import Any

from properties.drachenschatz.board import worth
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json

LISTED: frozenset[str] = frozenset()
"""The readings on which it can depend what is legal: none, once it is known whose turn it is."""


def choose(game: Game, state: State, ruleset: Any) -> Action:  # noqa: ARG001 - no reading is about what cards are worth
    """The action after which the mover would own most if the year ended there.

    By what they see (D-INFO-1) and the cards of the full box: a card that is not seen is worth what those are worth
    on average, those who have claimed no pile share all that is left evenly, and animals count for nothing. Of equals
    it is the first of `legal_actions`: cards go onto one pile until it is worth a share.
    """
    player = game.current_player(state)
    view = game.observe(state, player)
    free = [number for number, pile in enumerate(view["piles"]) if pile["dragon"] is None]
    if all(pile["dragon"] != player for pile in view["piles"]):
        values, middle = _values(game, view)
        best = max(free, key=values.__getitem__)
        share = sum(values[number] for number in free) + middle
        if values[best] * len(free) >= share:
            return game.action_from_json({"type": "claim", "pile": best})
    return game.action_from_json({"type": "reveal", "pile": free[0]})


def _values(game: Game, view: Json) -> tuple[list[int], int]:
    """What each pile and the middle are worth, times the number of cards that are not seen."""
    table, piles = worth(view), view["piles"]
    seen = "".join((*view["hoards"], *(pile["top"] for pile in piles)))
    cards = next(iter(game.BOXES.values())).cards
    unseen = len(cards) - len(seen)
    points = sum((cards.count(card) - seen.count(card)) * table[card] for card in table)
    values = [table.get(pile["top"], 0) * unseen + (pile["size"] - 1) * points for pile in piles]
    return values, view["middle"] * points
