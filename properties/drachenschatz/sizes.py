"""Boxes by size, the smallest first."""

from collections.abc import Hashable, Iterator
from itertools import combinations, count
from typing import Any

from properties.drachenschatz.board import on_the_table
from properties.parting import compositions
from reference_engine import load
from reference_engine.interface import Box, State

__all__ = ["alike", "boxes", "on_the_table", "standard"]

_GAME = load("drachenschatz")
_FULL = _GAME.BOXES["full"]
_TYPES = "CGJKS"
_PLAYERS = range(3, 7)


def boxes() -> Iterator[tuple[Box, int]]:
    """D-SETUP-1, D-SETUP-2, D-YEAR-1: every box by cards, types, years, players, and cards of each type.

    Treasures are worth what they are in the full box.
    """
    for cards in count(min(_PLAYERS)):
        for types in range(1, min(len(_TYPES), cards) + 1):
            yield from _dealt_from(cards, types)


def standard() -> Iterator[tuple[Box, int]]:
    """The full box: smaller ones have its values too."""
    for players in _PLAYERS:
        yield _FULL, players


def alike(one: State, other: State) -> Hashable:
    """The pair with its treasure piles in an order of their own: their numbers mean nothing."""
    if one is other:
        return _named(one, tuple(sorted(map(_rank, one.piles))))
    if (one.year, len(one.piles)) != (other.year, len(other.piles)):
        return one, other
    piles = sorted((_rank(mine), _rank(theirs)) for mine, theirs in zip(one.piles, other.piles, strict=True))
    return _named(one, tuple(piles)), _named(other, ())


def _rank(pile: Any) -> tuple[str, int]:
    """A treasure pile as something that can be put in order."""
    return pile.cards, -1 if pile.dragon is None else pile.dragon


def _named(state: State, piles: tuple[Any, ...]) -> Hashable:
    """A position of one box, but for its treasure piles; then these."""
    return state.turn, state.over, state.middle, state.later, state.hoards, piles


def _dealt_from(cards: int, types: int) -> Iterator[tuple[Box, int]]:
    for years in range(1, cards // min(_PLAYERS) + 1):
        for players in _PLAYERS:
            if cards // years >= players:
                for letters in combinations(_TYPES, types):
                    for numbers in compositions(cards, types):
                        yield _box(dict(zip(letters, numbers, strict=True)), years, players), players


def _box(cards: dict[str, int], years: int, players: int) -> Box:
    return _GAME.box_from_json(
        {"name": "small", "cards": cards, "piles": {str(players): years}, "worth": dict(_FULL.worth)}
    )
