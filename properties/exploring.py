"""Every position of a small box, from all its deals."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from properties.checking import game_properties
from reference_engine.interface import Action, Box, Game, State


def orders(cards: str) -> Iterator[str]:
    """Every order of a multiset, each once, in ascending order."""
    if not cards:
        yield ""
    for card in sorted(set(cards)):
        for rest in orders(cards.replace(card, "", 1)):
            yield card + rest


def openings(game: Game, box: Box, players: int, ruleset: Any) -> Iterator[State]:
    """The openings of every order of the cards, but for those that differ only in names that mean nothing.

    What else chance decides stands in ascending order: for tokens on a track that loses nothing where all types have
    equally many cards, since other starting orders are these with the types relabelled; see `all_openings`.
    """
    cards, *others = game.unshuffled(box, players)
    return _dealt(game, box, players, ruleset, cards, others)


def all_openings(game: Game, box: Box, players: int, ruleset: Any) -> Iterator[State]:
    """The openings of every order of the cards and of all else that chance decides, but for those that differ only in
    names: those of which there are equally many cards stand in ascending order.
    """
    cards, *others = game.unshuffled(box, players)
    for arranged in product(*map(orders, others)):
        if all(_ascends_where_equal(row, cards) for row in arranged):
            yield from _dealt(game, box, players, ruleset, cards, arranged)


def _ascends_where_equal(row: str, cards: str) -> bool:
    of_number: dict[int, str] = {}
    for kind in row:
        number = cards.count(kind)
        of_number[number] = of_number.get(number, "") + kind
    return all(list(kinds) == sorted(kinds) for kinds in of_number.values())


def _dealt(game: Game, box: Box, players: int, ruleset: Any, cards: str, others: Sequence[str]) -> Iterator[State]:
    distinct = game_properties(game.NAME).distinct
    for order in orders(cards):
        opening = game.initial_state(box, players, (order, *others), ruleset)
        if distinct(game.position_to_json(opening)):
            yield opening


def explored(
    game: Game, starts: Iterable[State], ruleset: Any
) -> Iterator[tuple[State, tuple[tuple[Action, int], ...]]]:
    """Every position that can be reached from those, each once, breadth first, with the actions that are legal in it.

    A position's number is its place in that order; the starts come first. With each action comes the number of the
    position after it.
    """
    numbers = {state: number for number, state in enumerate(dict.fromkeys(starts))}
    waiting = list(numbers)
    for state in waiting:
        after = []
        for action in game.legal_actions(state, ruleset):
            following = game.apply(state, action, ruleset)
            number = numbers.setdefault(following, len(waiting))
            if number == len(waiting):
                waiting.append(following)
            after.append((action, number))
        yield state, tuple(after)


def reachable(game: Game, box: Box, players: int, ruleset: Any) -> Iterator[State]:
    """Every position that can be reached from the openings of a box, each once, these first."""
    return (state for state, _ in explored(game, openings(game, box, players, ruleset), ruleset))
