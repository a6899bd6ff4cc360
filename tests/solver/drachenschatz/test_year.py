"""Every number of cards that a last player can take, as the theorems say, by plain reckoning and by the engine."""

from typing import Any

import pytest

from properties.dealing import deal
from reference_engine import load

GAME = load("drachenschatz")


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


def play(box: str, players: int, readings: dict[str, str], prefer: str) -> list[Any]:
    """A game in which such actions are played whenever they can be; on the first pile that will do."""
    ruleset = GAME.Ruleset.from_readings(readings)
    state, actions = deal(GAME, GAME.BOXES[box], players, 1, ruleset), []
    while not GAME.is_terminal(state):
        legal = GAME.legal_actions(state, ruleset)
        actions.append(next((action for action in legal if GAME.action_kind(action) == prefer), legal[0]))
        state = GAME.apply(state, actions[-1], ruleset)
    return actions


@pytest.mark.parametrize("turns", ["none", "reveal"])
@pytest.mark.parametrize(
    ("box", "players", "cards", "years"),
    [("toy3", 3, 11, 2), ("toy5years", 5, 10, 2), ("full", 3, 104, 4), ("full", 6, 104, 3)],
)
def test_the_engine_s_longest_and_shortest_games_are_as_long_as_the_theorems_say(
    box: str, players: int, cards: int, years: int, turns: str
) -> None:
    readings = {"claim.turns": turns}
    assert len(play(box, players, readings, "reveal")) == cards - years
    claims = play(box, players, readings, "claim")
    assert {GAME.action_kind(action) for action in claims} == {"claim"}
    assert len(claims) == years * (players - 1)
