"""Keeping cards back at the end: the model adds the rest as the engine does, and the engine's scores say the same."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest
import z3

from properties.rulesets import named_rulesets, random_ruleset
from properties.verdicts import Grade
from reference_engine import load
from reference_engine.interface import State
from reference_engine.multiset import gather
from solver.proving import prove, theorems
from solver.village.endings import tied
from solver.village.keeping_theorems import added, matching
from solver.village.keeping_witnesses import KeptBack, keeping_witnesses
from solver.village.model import Cards

GAME = load("village")
WITNESSES = {witness.id: witness for witness in keeping_witnesses()}


def cards(context: z3.Context, bribes: tuple[int, ...], wilds: tuple[int, ...], hand: tuple[int, ...]) -> Cards:
    treasures, extra, held = (tuple(z3.IntVal(count, context) for count in row) for row in (bribes, wilds, hand))
    return Cards(treasures, extra, held, z3.IntVal(3, context))


def told(row: tuple[z3.ArithRef, ...] | list[z3.ArithRef]) -> list[int]:
    return [z3.simplify(count).as_long() for count in row]


@pytest.mark.parametrize(
    ("kept", "bribes", "hand"),
    [((0, 0, 0), [5, 0, 1], [0, 2, 0]), ((3, 0, 0), [2, 0, 1], [3, 2, 0]), ((1, 0, 0), [4, 0, 1], [1, 2, 0])],
)
def test_matching_cards_join_their_bribe_but_for_those_kept(
    kept: tuple[int, ...], bribes: list[int], hand: list[int]
) -> None:
    context = z3.Context()
    before = cards(context, (2, 0, 1), (1, 0, 2), (3, 2, 0))
    after = added(before, [z3.IntVal(count, context) for count in kept])
    assert told(matching(before)) == [3, 0, 0]
    assert told(after.bribe_treasures) == bribes
    assert told(after.hand_treasures) == hand
    assert (after.bribe_wilds, after.hand_wilds) == (before.bribe_wilds, before.hand_wilds)


@pytest.mark.parametrize("name", WITNESSES)
def test_a_witness_is_played_by_the_engine_and_the_player_could_keep_the_cards(name: str) -> None:
    witness = WITNESSES[name]
    wanted = {"bribe.wilds_alone": "existing", "end.empty_deck": "draw", "end.last_match": "continue"}
    rulesets = [
        each for each in named_rulesets(GAME) if each.readings().items() >= {**wanted, **witness.ruleset}.items()
    ]
    assert rulesets
    for ruleset in rulesets:
        before, after = last_step(witness, ruleset)
        data = GAME.position_to_json(before)
        assert not data["deck"]
        assert {key: data[key] for key in ("track", "values")} == {
            "track": list("ABCDEF"),
            "values": [1, 1, 2, 2, 3, 4],
        }
        assert (tuple(data["hands"]), tuple(data["bribes"])) == (witness.hands, witness.bribes)
        assert GAME.outcome(after, ruleset).winners == witness.adding
        kept = keep(after, 0, witness.hands[0])
        assert GAME.outcome(kept, ruleset).winners == witness.keeping


def last_step(witness: KeptBack, ruleset: Any) -> tuple[State, State]:
    after = GAME.position_from_json(witness.opening(), ruleset)
    for text in witness.actions:
        before, after = after, GAME.apply(after, GAME.action_from_text(text), ruleset)
    assert GAME.is_terminal(after)
    return before, after


def keep(state: State, player: int, kept: str) -> State:
    """The ended position if a player had kept those cards of bribes in hand."""
    hands, bribes = list(state.hands), list(state.bribes)
    hands[player] = gather(hands[player], kept)
    for card in kept:
        bribes[player] = tuple(own.replace(card, "", 1) if own[0] == card else own for own in bribes[player])
    return replace(state, hands=tuple(hands), bribes=tuple(bribes))


def choices(state: State, player: int) -> Iterator[str]:
    """Every choice of cards that the player may have kept back: all but the first treasure of each bribe."""
    rows = [[own[0] * count for count in range(own.count(own[0]))] for own in state.bribes[player]]
    return ("".join(row) for row in product(*rows))


def test_in_the_engine_s_scores_and_ties_nobody_gains_either() -> None:
    rng = random.Random(1)
    worse = other = 0
    for position in islice(tied(3), 200):
        ruleset = random_ruleset(GAME, rng)
        values = sorted(value - 1 for value in position["values"])  # the first space may be worth nothing
        state = GAME.position_from_json({**position, "values": values}, ruleset)
        adding = GAME.outcome(state, ruleset)
        for player in range(position["players"]):
            for kept in choices(state, player):
                keeping = GAME.outcome(keep(state, player, kept), ruleset)
                assert keeping.scores[player] <= adding.scores[player]
                if player in keeping.winners:
                    assert set(adding.winners) <= set(keeping.winners)
                    assert player in adding.winners
                worse += player in set(adding.winners) - set(keeping.winners)
                other += bool(set(keeping.winners) - set(adding.winners) - {player})
    assert worse > 10
    assert other > 10


@pytest.mark.parametrize("among", ["tied", "all"])
def test_a_beaten_player_can_change_who_wins_where_not_only_those_still_tied_are_compared(among: str) -> None:
    theorem = theorems("village")["keeping.others"]
    assert theorem.restated
    elsewhere = replace(theorem, state=theorem.restated({**theorem.ruleset, "tie.among": among}))
    assert prove(elsewhere).grade is Grade.REFUTED
