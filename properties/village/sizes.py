"""Boxes by size, the smallest first."""

from collections.abc import Hashable, Iterator
from itertools import count

from properties.parting import compositions
from properties.village.board import on_the_table
from reference_engine import load
from reference_engine.interface import Box, State

__all__ = ["alike", "boxes", "on_the_table", "standard"]

_GAME = load("village")
_FULL = _GAME.BOXES["full"]
_TYPES = "ABCDEF"
_PLAYERS = range(2, 6)


def boxes() -> Iterator[tuple[Box, int]]:
    """V-SETUP-1 to V-SETUP-4: every box by cards, types, Wilds, hand, first market, players, and cards of each type.

    Cards are all of the box, Wilds included; hands are of 1 card or more, the first market may have none. The tokens
    start in ascending order, so that which type has how many cards matters. Spaces are worth what the last of the
    full box are.
    """
    for cards in count(min(_PLAYERS)):
        for types in range(1, min(len(_TYPES), cards) + 1):
            for wilds in range(cards - types + 1):
                yield from _dealt_from(cards, types, wilds)


def standard() -> Iterator[tuple[Box, int]]:
    """Small boxes with all six types, so that spaces are worth what they are by default; then the full box."""
    for each, wilds in ((1, 0), (1, 1), (1, 2), (2, 2)):
        for hand in (1, 2):
            yield _box((each,) * len(_TYPES), wilds, hand, 1, 2), 2
    for players in _PLAYERS:
        yield _FULL, players


def alike(one: State, other: State) -> Hashable:
    """The pair itself: every letter has its place on the track, and every player a turn."""
    return one if one is other else (one, other)


def _dealt_from(cards: int, types: int, wilds: int) -> Iterator[tuple[Box, int]]:
    for hand in range(1, cards // min(_PLAYERS) + 1):
        for first in range(cards - min(_PLAYERS) * hand + 1):
            for players in _PLAYERS:
                if players * hand + first <= cards:
                    for numbers in compositions(cards - wilds, types):
                        yield _box(numbers, wilds, hand, first, players), players


def _box(numbers: tuple[int, ...], wilds: int, hand: int, first: int, players: int) -> Box:
    return _GAME.box_from_json(
        {
            "name": "small",
            "treasures": dict(zip(_TYPES, numbers, strict=False)),
            "wilds": {str(players): wilds},
            "hand": hand,
            "values": list(_FULL.values[-len(numbers) :]),
            "first_market": first,
        }
    )
