"""Every position of a small box, from all its deals."""

from collections.abc import Iterator
from typing import Any

from properties.checking import game_properties
from reference_engine.interface import Box, Game, State


def orders(cards: str) -> Iterator[str]:
    """Every order of a multiset, each once, in ascending order."""
    if not cards:
        yield ""
    for card in sorted(set(cards)):
        for rest in orders(cards.replace(card, "", 1)):
            yield card + rest


def openings(game: Game, box: Box, players: int, ruleset: Any) -> Iterator[State]:
    """The openings of every order of the cards, but for those that differ only in names that mean nothing.

    What else chance decides stands in ascending order: for tokens on a track that loses nothing, since other
    starting orders are these with the types relabelled.
    """
    cards, *others = game.unshuffled(box, players)
    distinct = game_properties(game.NAME).distinct
    for order in orders(cards):
        opening = game.initial_state(box, players, (order, *others), ruleset)
        if distinct(game.position_to_json(opening)):
            yield opening


def reachable(game: Game, box: Box, players: int, ruleset: Any) -> Iterator[State]:
    """Every position that can be reached from those openings, each once, the openings included."""
    seen: set[State] = set()
    waiting: list[State] = []

    def meet(state: State) -> Iterator[State]:
        if state not in seen:
            seen.add(state)
            waiting.append(state)
            yield state

    for opening in openings(game, box, players, ruleset):
        yield from meet(opening)
    while waiting:
        state = waiting.pop()
        for action in game.legal_actions(state, ruleset):
            yield from meet(game.apply(state, action, ruleset))
