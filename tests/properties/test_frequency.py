"""How often a reading matters is counted as a slow reckoning counts it, and no rate says more than was seen."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

from properties import frequency
from properties.dealing import deal, numbers_of_players
from properties.frequency import GAMES as GAMES_KEPT
from properties.frequency import Kept, count, frequencies, kept_games, make, play_number, read, write
from properties.rates import Pairs, Rate, Seen
from properties.rulesets import Choice, alternatives
from properties.touching import Played, greedy, play
from reference_engine import load
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json

GAMES = {name: load(name) for name in ("village", "drachenschatz")}
SAMPLES = [
    ("village", "full", 12),
    ("village", "toy2", 60),
    ("drachenschatz", "full", 24),
    ("drachenschatz", "toy3", 20),
]


def play_on(game: Game, state: State, ruleset: Any) -> list[tuple[State, Action]]:
    """Every position from this one on with the greedy action in it; at last the one in which the game is over."""
    steps = []
    while not game.is_terminal(state):
        action = greedy(game).choose(game, state, ruleset)
        steps.append((state, action))
        state = game.apply(state, action, ruleset)
    return [*steps, (state, None)]


def same(one: Json, other: Json) -> bool:
    return all(one[name] == other[name] for name in one.keys() & other.keys())


def reckon(game: Game, steps: list[tuple[State, Action]], other: State, ruleset: Any) -> tuple[bool, bool]:
    """Whether a ruleset makes a difference to that play, and whether others win: slowly.

    other: the opening under that ruleset.
    """
    default = game.Ruleset()
    for (state, action), (after, _) in pairwise(steps):
        if game.legal_actions(state, default) != game.legal_actions(other, ruleset):
            break
        if not same(*map(game.position_to_json, (after, game.apply(other, action, ruleset)))):
            break
        other = game.apply(other, action, ruleset)
    parted = not game.is_terminal(other)
    ended = game.outcome(steps[-1][0], default)
    rescored = game.outcome(play_on(game, other, ruleset)[-1][0], ruleset)
    touched = parted or game.outcome_to_json(ended) != game.outcome_to_json(rescored)
    return touched, ended.winners != rescored.winners


@pytest.mark.parametrize(("name", "size", "many"), SAMPLES)
def test_every_game_shows_what_a_slow_reckoning_shows(name: str, size: str, many: int) -> None:
    game, box = GAMES[name], GAMES[name].BOXES[size]
    rulesets, numbers = alternatives(game), numbers_of_players(game, box)
    touched, changed = Counter[Choice](), Counter[Choice]()
    for shuffle in range(many):
        players = numbers[shuffle % len(numbers)]
        played = play(game, box, players, shuffle, rulesets)
        steps = play_on(game, deal(game, box, players, shuffle, game.Ruleset()), game.Ruleset())
        assert played.winners == game.outcome(steps[-1][0], game.Ruleset()).winners
        for each, ruleset in rulesets.items():
            expected = reckon(game, steps, deal(game, box, players, shuffle, ruleset), ruleset)
            assert (each in played.touched, each in played.changed) == expected
        touched.update(played.touched)
        changed.update(played.changed)
    assert any(0 < touched[each] < many for each in rulesets)
    assert size != "full" or any(0 < changed[each] < touched[each] for each in rulesets)


THREE = 3
"""A number of players that both games have."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Six games of drachenschatz that are kept."""
    game = GAMES["drachenschatz"]
    kept = Kept(tuple(play_number(game, THREE, number) for number in range(6)), frozenset(alternatives(game)))
    keep(monkeypatch, kept)
    return kept


def keep(monkeypatch: pytest.MonkeyPatch, kept: Kept) -> None:
    monkeypatch.setattr(frequency, "kept_games", lambda _: {THREE: kept})


def test_all_kept_games_count_if_those_played_again_are_as_they_are_kept(few: Kept) -> None:
    counts = count("drachenschatz", THREE, 2)
    assert (counts.again, counts.other, counts.control.games) == (2, 0, 6)
    for each in alternatives(GAMES["drachenschatz"]):
        assert counts.touched[each] == Seen(sum(each in one.touched for one in few.games), 6)
        assert counts.changed[each] == Seen(sum(each in one.changed for one in few.games), 6)
    assert any(seen.seen for seen in counts.changed.values())


@pytest.mark.parametrize("name", ["winners", "touched", "changed"])
def test_only_what_is_played_now_counts_if_a_kept_game_is_another_one(
    few: Kept, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: dict[str, Any] = {name: () if name == "winners" else getattr(few.games[3], name) ^ {("win.tie", "none")}}
    games = tuple(replace(one, **changed) if number == 3 else one for number, one in enumerate(few.games))
    keep(monkeypatch, replace(few, games=games))
    counts = count("drachenschatz", THREE, 2)
    assert (counts.again, counts.other, counts.control.games) == (2, 1, 2)
    assert {seen.games for seen in (*counts.touched.values(), *counts.changed.values())} == {2}


def test_the_games_played_again_are_spread_over_those_that_are_kept(few: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def play(_game: Game, _players: int, number: int) -> Played:
        asked.append(number)
        return few.games[number]

    monkeypatch.setattr(frequency, "play_number", play)
    count("drachenschatz", THREE, 2)
    count("drachenschatz", THREE, 4)
    count("drachenschatz", THREE, 9)
    assert asked == [0, 3, *range(4), *range(6)]


def test_an_alternative_that_is_not_kept_counts_in_what_is_played_now(
    few: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = ("year.starter", "claimer")
    left = few.choices - {new}
    games = tuple(Played(one.winners, one.touched & left, one.changed & left) for one in few.games)
    keep(monkeypatch, Kept(games, left))
    counts = count("drachenschatz", THREE, 2)
    assert (counts.other, counts.touched[new].games, counts.changed[new].games) == (0, 2, 2)
    assert counts.touched[new].seen == 2
    assert counts.changed["win.tie", "none"].games == 6


def test_what_is_kept_is_read_as_it_was_written(few: Kept) -> None:
    many = replace(few, games=tuple(reversed(few.games)))
    assert read((write(3, few) + write(4, many)).encode()) == {3: few, 4: many}


def test_games_are_made_the_same_whatever_the_number_of_workers(few: Kept) -> None:
    made = read(make(GAMES["drachenschatz"], 2, 3).encode())
    assert sorted(made) == numbers_of_players(GAMES["drachenschatz"], GAMES["drachenschatz"].BOXES["full"])
    assert made[THREE] == replace(few, games=few.games[:2])


@pytest.mark.parametrize("name", GAMES)
def test_the_kept_games_know_every_rate_to_a_percentage_point_and_some_are_played_again(name: str) -> None:
    game = GAMES[name]
    kept = kept_games(game)
    numbers = numbers_of_players(game, game.BOXES["full"])
    assert sorted(kept) == numbers
    assert all(each.choices == alternatives(game).keys() for each in kept.values())
    counts = [count(name, players, 2) for players in numbers]
    assert [each.other for each in counts] == [0] * len(numbers)
    found = frequencies(counts)
    assert [(each.reading, each.value) for each in found] == list(alternatives(game))
    for each in found:
        for rate in (each.touched, each.winner_changed, each.control):
            assert rate.games == 4 * GAMES_KEPT
            low, high = rate.bounds
            assert high - low <= 0.02
        assert each.again == 8


@pytest.mark.parametrize(
    ("seen", "games", "low", "high"),  # from tables of the Wilson interval
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_bounds_are_those_of_wilson(seen: int, games: int, low: float, high: float) -> None:
    assert Seen(seen, games).bounds == pytest.approx((low, high), abs=1e-4)


def test_what_was_never_seen_has_an_upper_bound_and_no_rate() -> None:
    never = Rate({2: Seen(0, 600), 3: Seen(0, 600)})
    assert never.bounds == Seen(0, 1200).bounds
    assert str(never) == "at most 0.32 %"
    assert Rate({2: Seen(0, 600), 3: Seen(0, 100)}).bounds == Seen(0, 200).bounds
    assert str(Rate({2: Seen(0, 600), 3: Seen(6, 600)})) == "0.5 % (0.23 to 1.2)"
    assert str(Rate({2: Seen(300, 600), 3: Seen(6, 600)})) == "25.5 % (23.5 to 27.6)"
    assert Rate({2: Seen(600, 600), 3: Seen(600, 600)}).bounds == Seen(1200, 1200).bounds


def test_each_number_of_players_counts_the_same_however_many_games_it_has() -> None:
    assert Rate({2: Seen(10, 100), 3: Seen(300, 1000)}).share == pytest.approx(0.2)


@pytest.mark.parametrize("chances", [(0.5, 0.6, 0.7, 0.7), (0.0, 0.0, 0.03, 0.02), (0.9, 1.0, 0.98, 0.95)])
def test_the_bounds_hold_the_true_rate_in_95_of_100_samples(chances: tuple[float, ...]) -> None:
    rng = random.Random(0)
    held = 0
    for _ in range(300):
        every = {n: Seen(sum(rng.random() < chance for _ in range(200)), 200) for n, chance in enumerate(chances)}
        low, high = Rate(every).bounds
        held += low <= sum(chances) / len(chances) <= high
    assert held >= 0.93 * 300


def test_every_game_is_paired_with_every_other() -> None:
    won = [(0,)] * 5 + [(1,)] * 3 + [(0, 1)]
    differ = [one != other for one, other in combinations(won, 2)]
    pairs = Pairs(Counter(won))
    assert pairs.games == 9
    assert pairs.share == pytest.approx(sum(differ) / len(differ))
    assert Pairs({(0,): 7}).share == 0
    assert (Pairs({(0,): 1}).share, Pairs({(0,): 1}).bounds) == (0, (0, 1))


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.8, 0.2), (0.4, 0.3, 0.2, 0.1)])
def test_the_bounds_of_pairs_hold_the_true_rate_in_95_of_100_samples(chances: tuple[float, ...]) -> None:
    rng = random.Random(0)
    true = 1 - sum(chance * chance for chance in chances)
    held = 0
    for _ in range(300):
        won = rng.choices(range(len(chances)), chances, k=200)
        low, high = Pairs(Counter((each,) for each in won)).bounds
        held += low <= true <= high
        assert high - low < 0.2
    assert held >= 0.93 * 300
