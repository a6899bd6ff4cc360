"""How often a reading matters is counted as a slow reckoning counts it, and no rate says more than was seen."""

import random
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

from properties import frequency, touching
from properties.dealing import deal, numbers_of_players
from properties.frequency import Counts, Pairs, Rate, Seen, count, frequencies, units
from properties.rulesets import Choice, alternatives
from properties.running import run
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


def reckon(game: Game, steps: list[tuple[State, Action]], other: State, ruleset: Any) -> tuple[bool, bool, bool]:
    """Whether a ruleset makes a difference to that play, whether before its end, and whether others win: slowly.

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
    return touched, parted, ended.winners != rescored.winners


@pytest.mark.parametrize(("name", "size", "many"), SAMPLES)
def test_every_game_shows_what_a_slow_reckoning_shows(name: str, size: str, many: int) -> None:
    game, box = GAMES[name], GAMES[name].BOXES[size]
    rulesets, numbers = alternatives(game), numbers_of_players(game, box)
    touched, changed = Counter[Choice](), Counter[Choice]()
    for shuffle in range(many):
        players = numbers[shuffle % len(numbers)]
        played = play(game, box, players, shuffle, rulesets, frozenset(rulesets))
        steps = play_on(game, deal(game, box, players, shuffle, game.Ruleset()), game.Ruleset())
        assert played.winners == game.outcome(steps[-1][0], game.Ruleset()).winners
        for each, ruleset in rulesets.items():
            expected = reckon(game, steps, deal(game, box, players, shuffle, ruleset), ruleset)
            assert (each in played.touched, each in played.parted, each in played.changed) == expected
        touched.update(played.touched)
        changed.update(played.changed)
    assert any(0 < touched[each] < many for each in rulesets)
    assert size != "full" or any(0 < changed[each] < touched[each] for each in rulesets)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_followed_is_still_seen_to_be_touched_but_not_played_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, full = GAMES[name], GAMES[name].BOXES["full"]
    rulesets, players = alternatives(game), numbers_of_players(game, full)[-1]
    every = [play(game, full, players, shuffle, rulesets, frozenset(rulesets)) for shuffle in range(16)]
    assert any(each.changed for each in every)
    monkeypatch.setattr(touching, "_winners", None)
    for shuffle, each in enumerate(every):
        none = play(game, full, players, shuffle, rulesets, frozenset())
        assert none == Played(each.winners, each.touched, each.parted, frozenset(), frozenset())


@pytest.mark.parametrize("name", GAMES)
def test_rates_are_the_same_for_the_same_seed_whatever_the_number_of_workers(name: str) -> None:
    work = units(GAMES[name], 1, 2)
    first = frequencies(unit.work(*unit.arguments) for unit in work)
    assert frequencies(result for _, result in run(work, 3) if result is not None) == first
    assert frequencies(unit.work(*unit.arguments) for unit in units(GAMES[name], 2, 2)) != first
    assert [(each.reading, each.value) for each in first] == list(alternatives(GAMES[name]))
    assert {each.game for each in first} == {name}
    assert all(each.control.share > 0 for each in first)
    numbers = numbers_of_players(GAMES[name], GAMES[name].BOXES["full"])
    assert all(list(each.touched.by_players) == numbers for each in first)
    assert all(each.touched.games == each.winner_changed.games == each.control.games == 8 for each in first)


def fake(
    monkeypatch: pytest.MonkeyPatch, chances: dict[Choice, float], scored: frozenset[Choice] = frozenset()
) -> None:
    """Games in which each alternative changes the winners with that chance, and the winners are any of many.

    scored: those that never make a difference before the end.
    """

    def play(*arguments: Any) -> Played:
        *_, shuffle, _, followed = arguments
        rng = random.Random(shuffle)
        met = frozenset(each for each, chance in chances.items() if rng.random() < chance)
        return Played((rng.randrange(50),), met, met - scored, met & followed, followed)

    monkeypatch.setattr(frequency, "play", play)
    monkeypatch.setattr(frequency, "alternatives", lambda _: dict.fromkeys(chances))


def test_what_is_known_well_enough_is_followed_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    never, rarely, at_the_end = ("a", "never"), ("a", "rarely"), ("a", "at the end")
    seldom, often = ("b", "seldom"), ("b", "often")
    chances = {never: 0.0, rarely: 0.01, at_the_end: 0.01, seldom: 0.06, often: 0.5}
    fake(monkeypatch, chances, frozenset({at_the_end}))
    counts = count("village", 0, 2, 2400, 0.02)
    assert counts.changed[rarely].games == 300
    assert counts.changed[never].games == counts.changed[at_the_end].games == len_of(counts)
    assert 300 < counts.changed[seldom].games < 900
    assert counts.changed[often].games == len_of(counts)
    for seen in (*counts.changed.values(), *counts.touched.values()):
        assert (seen.bounds[1] - seen.bounds[0]) / 2 <= 0.02
    assert 2200 < len_of(counts) <= 2400
    shorter = count("village", 0, 2, 350, 0.02)
    assert len_of(shorter) == shorter.changed[often].games == 350


def len_of(counts: Counts) -> int:
    """How many games there are, which all count for the control and for what is touched."""
    (games,) = {counts.control.games, *(each.games for each in counts.touched.values())}
    return games


def test_no_more_games_are_played_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, {("a", "never"): 0.0})
    assert len_of(count("village", 0, 2, 2400, 0.02)) == 300
    assert len_of(count("village", 0, 2, 250, 0.02)) == 250


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
