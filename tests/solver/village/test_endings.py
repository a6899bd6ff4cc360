"""Ended positions made to be tied are possible, repeatable, and tied at every step."""

from itertools import islice

from reference_engine import load
from reference_engine.jsonform import canonical
from solver.village.endings import tied


def test_they_are_the_same_for_the_same_seed() -> None:
    first, again, other = (canonical(list(islice(tied(seed), 30))) for seed in (1, 1, 2))
    assert first == again != other


def test_they_tie_at_every_step_and_fully_for_every_number_of_players() -> None:
    game = load("village")
    decided: dict[str, set[str]] = {"space": set(), "value": set()}
    sizes = set()
    for steps, ways in decided.items():
        ruleset = game.Ruleset.from_readings({"tie.steps": steps})
        for position in islice(tied(5), 1000):
            state = game.position_from_json(position, ruleset)
            ways.add(game.outcome(state, ruleset).decided)
            sizes.add((position["players"], len(position["track"])))
            for hand, bribes in zip(position["hands"], position["bribes"], strict=True):
                assert not set(hand) & set(bribes)  # V-END-2
    assert decided["space"] == {*(f"space {space}" for space in range(6)), "shared"}
    assert decided["value"] == {*(f"value {value}" for value in range(1, 7)), "shared"}
    assert {players for players, _ in sizes} == {2, 3, 4, 5}
    assert {types for _, types in sizes} == {2, 3, 4, 5, 6}
