"""Ended positions made to be tied are possible, repeatable, and tied in every way."""

from itertools import islice

import pytest

from reference_engine import load
from reference_engine.jsonform import canonical
from solver.drachenschatz import model
from solver.drachenschatz.endings import tied
from tests.solver.drachenschatz.reckoning import DEFAULT, reckoned


def test_they_are_the_same_for_the_same_seed() -> None:
    first, again, other = (canonical(list(islice(tied(seed), 30))) for seed in (1, 1, 2))
    assert first == again != other


def sharing(count: list[int]) -> str:
    """How the minimum is held."""
    holders = count.count(min(count))
    return "alone" if holders == 1 else "all" if holders == len(count) else "shared"


def test_the_minima_are_alone_or_shared_in_every_way() -> None:
    together, apart, both = set(), set(), set()
    for position in islice(tied(5), 1000):
        cows, sheep = ([hoard.count(animal) for hoard in position["hoards"]] for animal in "CS")
        if len(cows) <= 4:
            together.add((len(cows), sharing([one + other for one, other in zip(cows, sheep, strict=True)])))
        else:
            apart.add((len(cows), sharing(cows), sharing(sheep)))
            has = sum(one == min(cows) and other == min(sheep) for one, other in zip(cows, sheep, strict=True))
            both.add((min(has, 2), sharing(cows), sharing(sheep)))
    ways = ("alone", "shared", "all")
    assert together == {(players, way) for players in (3, 4) for way in ways}
    assert apart == {(players, one, other) for players in (5, 6) for one in ways for other in ways}
    impossible = {
        *((0, one, other) for one in ways for other in ways if "all" in (one, other)),
        *((2, one, other) for one in ways for other in ways if "alone" in (one, other)),
        (1, "all", "shared"), (1, "shared", "all"), (1, "all", "all"),
    }  # fmt: skip
    assert both == {(has, one, other) for has in range(3) for one in ways for other in ways} - impossible


def test_scores_are_tied_at_the_top_and_with_players_who_are_out() -> None:
    game = load("drachenschatz")
    seen, different, first_two_are_tied = set(), set(), set()
    for position in islice(tied(5), 1000):
        told = reckoned(position["hoards"], DEFAULT, position["worth"])
        state = game.position_from_json(position, game.Ruleset())
        assert game.outcome_to_json(game.outcome(state, game.Ruleset())) == told
        best = max(told["scores"])
        of_the_best = [player in told["out"] for player, score in enumerate(told["scores"]) if score == best]
        different.add((len(told["scores"]), len(set(told["scores"]))))
        first_two_are_tied.add(told["scores"][0] == told["scores"][1])
        seen.add((len(told["winners"]) > 1, any(of_the_best), all(of_the_best)))
    assert seen == {
        (several, some, every) for several in (False, True) for some in (False, True) for every in (False, some)
    }
    assert different == {(players, scores) for players in model.PLAYERS for scores in range(1, players)}
    assert first_two_are_tied == {False, True}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_reading_decides_some_of_them(players: int) -> None:
    alternatives = {reading: values[1] for reading, values in model.READINGS.items()}
    apart = [
        reading
        for position in islice(tied(6), 400)
        if position["players"] == players
        for reading, value in alternatives.items()
        if reckoned(position["hoards"], DEFAULT | {reading: value}) != reckoned(position["hoards"], DEFAULT)
    ]
    only_apart = {"animals.tie_scope", "animals.both"}
    assert set(apart) == alternatives.keys() - (only_apart if players in model.TOGETHER else set())
