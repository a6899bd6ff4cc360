"""The toy boxes: between them they reach the edges for which they are there, in random games already."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from reference_engine.drachenschatz import (
    BOXES,
    Outcome,
    Ruleset,
    State,
    apply,
    initial_state,
    legal_actions,
    outcome,
    unshuffled,
)
from tests.reference_engine.drachenschatz.positions import DEFAULT

GAMES = 250


def _games(box: str, players: int) -> Iterator[list[State]]:
    """The positions of random games."""
    rng = random.Random(1)
    (cards,) = unshuffled(BOXES[box], players)
    for _ in range(GAMES):
        states = [initial_state(BOXES[box], players, ("".join(rng.sample(cards, len(cards))),), DEFAULT)]
        while not states[-1].over:
            states.append(apply(states[-1], rng.choice(legal_actions(states[-1], DEFAULT)), DEFAULT))
        yield states


def _edges_of_play(states: list[State]) -> Iterator[str]:
    for before, after in pairwise(states):
        last_claim = after.over or after.year > before.year
        if after.year > before.year:
            yield "another year"
        if before.middle and len(before.free) == 2 and last_claim:
            yield "cards of the middle left to the last player"
        if not before.middle:
            yield "no reveal because the middle is empty"
        for action in legal_actions(before, DEFAULT):
            if apply(before, action, DEFAULT) != apply(before, action, Ruleset(claim_turns="reveal")):
                yield "claim.turns"
            if apply(before, action, DEFAULT) != apply(before, action, Ruleset(year_starter="claimer")):
                yield "year.starter"


def _edges_of_ends(state: State) -> Iterator[str]:
    ended = outcome(state, DEFAULT)
    yield f"{len(ended.out)} out"
    yield ended.decided
    if any(ended.scores[player] == max(ended.scores) for player in ended.out):
        yield "out with the highest score"
    if any(set(hoard) <= set("GJK") for hoard in state.hoards):
        yield "no animals"
    poor = [hoard for hoard in state.hoards if not {"C", "S"} <= set(hoard)]
    if state.players > 4 and len(poor) == 1 and not set(poor[0]) & {"C", "S"}:
        yield "alone on both minima"
    for ruleset in (
        Ruleset(animals_tie="next"),
        Ruleset(animals_tie_scope="player"),
        Ruleset(animals_both="has"),
        Ruleset(win_tie="none"),
    ):
        if _who(outcome(state, ruleset)) != _who(ended):
            yield next(iter(ruleset.differences()))


def _who(ended: Outcome) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return ended.winners, ended.out


BOTH = {"no reveal because the middle is empty", "cards of the middle left to the last player", "0 out", "1 out"} | {
    "score",
    "shared",
    "out with the highest score",
    "no animals",
    "animals.tie",
    "win.tie",
}


@pytest.mark.parametrize(
    ("box", "players", "edges"),
    [
        ("toy3", 3, BOTH | {"another year", "claim.turns", "year.starter"}),
        ("toy5", 5, BOTH | {"animals.tie_scope", "animals.both"}),
        (
            "toy5years",
            5,
            (BOTH - {"cards of the middle left to the last player"})
            | {"2 out", "alone on both minima"}
            | {"another year", "year.starter", "animals.both"},
        ),
    ],
)
def test_a_toy_box_reaches_its_edges(box: str, players: int, edges: set[str]) -> None:
    reached = set()
    for states in _games(box, players):
        reached |= {*_edges_of_play(states), *_edges_of_ends(states[-1])}
    assert reached == edges
