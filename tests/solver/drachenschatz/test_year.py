"""Every number of cards that a last player can take, by the model's theorem, by plain reckoning and by the engine."""

from typing import Any

import pytest
import z3

from reference_engine import load
from solver.drachenschatz import year
from solver.drachenschatz.year import Year
from solver.solving import Status, solve

GAME = load("drachenschatz")
RLIMIT = 1_000_000


def holds(formula: z3.BoolRef) -> bool:
    return solve([formula], RLIMIT).status is Status.SAT


def a_year(context: z3.Context, piles: list[int], dragons: list[int], middle: int) -> Year:
    return Year(
        tuple(z3.IntVal(cards, context) for cards in piles),
        tuple(z3.BoolVal(pile in dragons, context) for pile in range(len(piles))),
        z3.IntVal(middle, context),
    )


def test_a_year_starts_with_a_card_on_each_pile_and_no_dragon() -> None:
    context = z3.Context()
    for piles, dragons, middle, right in (
        ([1, 1, 1], [], 4, True), ([1, 1, 2], [], 3, False), ([1, 1, 1], [0], 4, False), ([1, 1, 1], [], 3, False),
    ):  # fmt: skip
        assert holds(year.started(a_year(context, piles, dragons, middle), z3.IntVal(7, context))) is right
    assert not holds(year.started(a_year(context, [1, 1, 1], [], -1), z3.IntVal(2, context)))


def test_a_card_is_revealed_onto_a_pile_without_a_dragon_while_there_is_one() -> None:
    context = z3.Context()
    before = a_year(context, [1, 2, 1], [0], 2)
    assert holds(year.revealed(before, a_year(context, [1, 3, 1], [0], 1), 1))
    assert not holds(year.revealed(before, a_year(context, [1, 3, 1], [0], 1), 2))
    assert not holds(year.revealed(before, a_year(context, [1, 3, 1], [0], 2), 1))
    assert not holds(year.revealed(before, a_year(context, [1, 3, 1], [0, 1], 1), 1))
    assert not holds(year.revealed(before, a_year(context, [2, 2, 1], [0], 1), 0))
    assert not holds(year.revealed(a_year(context, [1, 1, 1], [], 0), a_year(context, [2, 1, 1], [], -1), 0))


def test_a_pile_without_a_dragon_is_claimed() -> None:
    context = z3.Context()
    before = a_year(context, [1, 2, 1], [0], 2)
    assert holds(year.claimed(before, a_year(context, [1, 2, 1], [0, 2], 2), 2))
    assert not holds(year.claimed(before, a_year(context, [1, 2, 1], [0, 1], 2), 2))
    assert not holds(year.claimed(before, a_year(context, [1, 2, 1], [0, 2], 1), 2))
    assert not holds(year.claimed(before, a_year(context, [1, 2, 2], [0, 2], 2), 2))
    assert not holds(year.claimed(before, before, 0))


def test_the_last_player_takes_the_pile_without_a_dragon_and_the_middle() -> None:
    context = z3.Context()
    last = a_year(context, [4, 2, 3], [0, 2], 5)
    assert holds(year.ended(last))
    assert holds(year.left_over(last) == 7)
    assert not holds(year.ended(a_year(context, [4, 2, 3], [0], 5)))


def reckoned(players: int, size: int) -> set[int]:
    """How many cards the last player takes, over all ways of revealing and claiming."""
    taken: set[int] = set()
    waiting = {((1,) * players, size - players)}  # the piles without a dragon in ascending order, and the middle
    while waiting:
        piles, middle = waiting.pop()
        if len(piles) == 1:
            taken.add(piles[0] + middle)
            continue
        for index, cards in enumerate(piles):
            rest = piles[:index] + piles[index + 1 :]
            waiting.add((rest, middle))
            if middle:
                waiting.add((tuple(sorted((*rest, cards + 1))), middle - 1))
    return taken


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_by_plain_reckoning_it_is_every_number_up_to_all_but_one_for_each_of_the_others(players: int) -> None:
    for size in range(players, players + 5):
        assert reckoned(players, size) == set(range(1, size - players + 2))


@pytest.mark.parametrize("turns", ["none", "reveal"])
@pytest.mark.parametrize(("players", "size"), [(3, 3), (3, 6), (4, 6), (5, 6)])
def test_the_engine_can_come_to_every_such_number_and_to_no_other(players: int, size: int, turns: str) -> None:
    ruleset = GAME.Ruleset.from_readings({"claim.turns": turns})
    opening: dict[str, Any] = {
        "players": players, "turn": 0, "over": False, "year": 1, "middle": "G" * (size - players), "later": [],
        "piles": [{"cards": "G", "dragon": None}] * players, "hoards": [""] * players,
    }  # fmt: skip
    taken, waiting = set(), [GAME.position_from_json(opening, ruleset)]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        claimed = {pile["dragon"] for pile in GAME.position_to_json(state)["piles"]}
        for action in GAME.legal_actions(state, ruleset):
            after = GAME.apply(state, action, ruleset)
            if GAME.is_terminal(after):
                (last,) = set(range(players)) - claimed - {GAME.current_player(state)}
                taken.add(len(GAME.position_to_json(after)["hoards"][last]))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    assert taken == set(range(1, size - players + 2))
