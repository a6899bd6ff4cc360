"""The builders of late games reach their edges, under every ruleset that has them, in many different ways."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from properties.drachenschatz.edges import EDGES as ALL_EDGES
from properties.drachenschatz.edges import exercised
from properties.drachenschatz.late import EDGE_GAMES, LATE_GAMES, LATE_OFF, NotUnderThisRuleset
from properties.drachenschatz.late_script import LateGame, Script, year_sizes
from properties.property import Position, Step
from properties.replaying import replay
from properties.rulesets import named_rulesets, random_ruleset
from reference_engine import load
from reference_engine.drachenschatz import BOXES, Action, Claim, Outcome, Reveal, Ruleset, State, initial_state
from reference_engine.drachenschatz.score import outcome
from reference_engine.record import read_record, record_game, write_record

GAME = load("drachenschatz")
SEEDS = 100


@dataclass(frozen=True)
class Played:
    """A late game played by the engine."""

    states: Sequence[State]
    actions: Sequence[Action]
    ruleset: Ruleset

    @property
    def before(self) -> State:
        return self.states[-2]

    @property
    def last(self) -> State:
        return self.states[-1]

    @property
    def action(self) -> Action:
        return self.actions[-1]

    @property
    def players(self) -> int:
        return self.last.players

    @property
    def year_ended(self) -> bool:
        return self.last.over or self.last.year > self.before.year

    @property
    def pile(self) -> int:
        """How many cards the pile has that the last action is about."""
        return len(self.before.piles[self.action.pile].cards) + isinstance(self.action, Reveal)

    @property
    def cows(self) -> list[int]:
        return [hoard.count("C") for hoard in self.last.hoards]

    @property
    def sheep(self) -> list[int]:
        return [hoard.count("S") for hoard in self.last.hoards]

    @property
    def animals(self) -> list[int]:
        return [cows + sheep for cows, sheep in zip(self.cows, self.sheep, strict=True)]

    @property
    def counted(self) -> list[list[int]]:
        return [self.animals] if self.players <= 4 else [self.cows, self.sheep]

    @property
    def end(self) -> Outcome:
        return outcome(self.last, self.ruleset)

    @property
    def still_in(self) -> dict[int, int]:
        """The scores of the players still in."""
        return {player: score for player, score in enumerate(self.end.scores) if player not in self.end.out}

    @property
    def best(self) -> list[int]:
        return [player for player, score in self.still_in.items() if score == max(self.still_in.values())]

    def matters(self, **readings: Any) -> bool:
        other = outcome(self.last, replace(self.ruleset, **readings))
        return (other.out, other.winners) != (self.end.out, self.end.winners)


def play(builder: Callable[..., Any], seed: int, ruleset: Ruleset) -> Played:
    header, actions = builder(GAME, ruleset, random.Random(seed))
    states = [header.start]
    for action in actions:
        states.append(GAME.apply(states[-1], action, ruleset))
    return Played(states, actions, ruleset)


def ruleset_of(name: str) -> Ruleset:
    """The default ruleset, or the one with another value that the edge needs."""
    values = {"claim.turns=none": {"claim.turns": "reveal"}, "animals.tie=spared": {"animals.tie": "next"}}
    return Ruleset.from_readings(next((values[off] for off in LATE_OFF.get(name, ()) if off in values), {}))


@cache
def played(name: str) -> list[Played]:
    """The game of every seed, led on to its edge."""
    return [play(EDGE_GAMES[name], seed, ruleset_of(name)) for seed in range(SEEDS)]


def sharing(counts: list[int]) -> set[int]:
    """Who has the lowest number."""
    return {player for player, count in enumerate(counts) if count == min(counts)}


def fewest(game: Played, number: int) -> bool:
    return game.last.over and game.players <= 4 and len(sharing(game.animals)) == number


def halves(game: Played, cows: bool, sheep: bool) -> bool:
    """With 5 or 6 players: whether the minima are shared."""
    shared = (len(sharing(game.cows)) > 1, len(sharing(game.sheep)) > 1)
    return game.last.over and game.players >= 5 and shared == (cows, sheep)


def both(game: Played) -> set[int]:
    return sharing(game.cows) & sharing(game.sheep)


EDGES: dict[str, Callable[[Played], bool]] = {
    "reveal.last_card": lambda game: isinstance(game.action, Reveal) and game.last.middle == "",
    "reveal.by_claimed": lambda game: isinstance(game.action, Reveal) and game.before.turn in game.before.claimed,
    "middle.empty": lambda game: isinstance(game.action, Claim) and game.before.middle == "",
    "claimed.skipped": lambda game: (
        game.last.middle == "" and not game.year_ended and (game.before.turn + 1) % game.players in game.last.claimed
    ),
    "pile.15_or_more": lambda game: game.pile >= 15,
    "year.nobody_reveals": lambda game: (
        game.year_ended and game.before.middle != "" and {len(pile.cards) for pile in game.before.piles} == {1}
    ),
    "year.all_revealed": lambda game: game.year_ended and game.before.middle == "",
    "year.starter_wraps": lambda game: game.year_ended and not game.last.over and game.last.turn == 0,
    "year.exact": lambda game: {len(cards) for cards in game.states[0].later} == {game.players},
    "worth.other": lambda game: game.last.over and game.last.worth != (1, 3, 5),
    "fewest.lone": lambda game: fewest(game, 1) and min(game.animals) > 0,
    "fewest.lone_zero": lambda game: fewest(game, 1) and min(game.animals) == 0,
    "fewest.shared_by_two": lambda game: fewest(game, 2),
    "fewest.shared_by_three": lambda game: fewest(game, 3) and game.players == 4,
    "fewest.shared_by_all": lambda game: fewest(game, game.players),
    "halves.two_players": lambda game: halves(game, False, False) and not both(game),
    "halves.one_player": lambda game: halves(game, False, False) and len(both(game)) == 1,
    "halves.lone_zero": lambda game: game.players >= 5 and 1 in (game.cows.count(0), game.sheep.count(0)),
    "halves.cows_shared": lambda game: halves(game, True, False),
    "halves.sheep_shared": lambda game: halves(game, False, True),
    "halves.both_shared": lambda game: halves(game, True, True),
    "halves.alone_and_sharing": lambda game: (
        len(both(game)) == 1 and (halves(game, True, False) or halves(game, False, True))
    ),
    "halves.sharing_both": lambda game: halves(game, True, True) and len(both(game)) == 1,
    "halves.several_with_both": lambda game: halves(game, True, True) and len(both(game)) > 1,
    "next.lone_lowest": lambda game: any(
        len(sharing(counts)) > 1 and 1 in Counter(counts).values() for counts in game.counted
    ),
    "next.none_alone": lambda game: any(1 not in Counter(counts).values() for counts in game.counted),
    "out.nobody": lambda game: game.end.out == (),
    "out.two": lambda game: len(game.end.out) == 2,
    "out.highest": lambda game: max(game.end.scores) > max(game.still_in.values()),
    "tie.two": lambda game: len(game.best) == 2,
    "tie.three": lambda game: len(game.best) == 3,
    "tie.all": lambda game: len(game.best) == len(game.still_in),
    "tie.with_out": lambda game: max(game.still_in.values()) in {game.end.scores[player] for player in game.end.out},
    "win.zero": lambda game: set(game.still_in.values()) == {0},
    "matters.animals.tie": lambda game: game.matters(animals_tie="next"),
    "matters.animals.tie_scope": lambda game: game.matters(animals_tie_scope="player"),
    "matters.animals.both": lambda game: game.matters(animals_both="has"),
    "matters.win.tie": lambda game: game.matters(win_tie="none"),
}
ENDS = [name for name in EDGES if name.startswith(("fewest", "halves", "next", "out", "tie", "win", "matters"))]


def test_there_is_a_builder_for_each_edge_but_those_that_every_game_is_on() -> None:
    assert list(LATE_GAMES) == list(EDGE_GAMES)
    assert set(EDGE_GAMES) == set(EDGES)
    assert set(ALL_EDGES) - set(EDGES) == {"players.3", "players.4", "players.5", "players.6", "year.last"}
    assert {edge: off for edge, off in ALL_EDGES.items() if off} == LATE_OFF


@pytest.mark.parametrize("name", EDGES)
def test_each_game_led_on_is_on_its_edge(name: str) -> None:
    assert all(EDGES[name](game) for game in played(name))


@pytest.mark.parametrize("name", ENDS)
def test_each_game_led_on_to_an_edge_of_the_end_is_over(name: str) -> None:
    assert all(game.last.over and not game.before.over for game in played(name))


@pytest.mark.parametrize("name", EDGES)
def test_the_brink_of_an_edge_is_at_most_three_actions_before_it(name: str) -> None:
    short = set()
    for seed, far in enumerate(played(name)[:60]):
        near = play(LATE_GAMES[name], seed, far.ruleset)
        assert near.actions == far.actions[: len(near.actions)]
        assert near.states[0] == far.states[0]
        short.add(len(far.actions) - len(near.actions))
    assert short == ({0, 1, 2} if name == "year.nobody_reveals" else {0, 1, 2, 3})


@pytest.mark.parametrize("name", EDGES)
def test_the_record_of_each_game_replays(name: str) -> None:
    for seed in range(10):
        record = record_game(*EDGE_GAMES[name](GAME, ruleset_of(name), random.Random(seed)))
        result = replay(read_record(write_record(record).encode()))
        assert result.difference is None
        assert result.stops_early is None


@pytest.mark.parametrize("name", EDGES)
def test_a_seed_gives_one_game_and_other_seeds_give_others(name: str) -> None:
    assert play(EDGE_GAMES[name], 3, ruleset_of(name)).states == played(name)[3].states
    assert len({game.states[0] for game in played(name)}) == SEEDS


@pytest.mark.parametrize("name", EDGES)
def test_each_number_of_players_comes_up_that_has_the_edge(name: str) -> None:
    has = {3, 4, 5, 6}
    if name.startswith(("halves", "out.two", "matters.animals.tie_scope", "matters.animals.both")):
        has = {5, 6}
    elif name in ("fewest.shared_by_three", "fewest.shared_by_all"):
        has = {4}  # 32 animals are not divisible by 3
    elif name.startswith("fewest"):
        has = {3, 4}
    elif name == "next.none_alone":
        has = {4, 5, 6}
    elif name == "tie.three":
        has = {4, 5, 6}  # with 3 all are in, and 184 points are not divisible by 3
    assert {game.players for game in played(name)} == has


@pytest.mark.parametrize(
    ("name", "number", "wanted"),
    [
        ("reveal.last_card", lambda game: game.last.year, {1, 2, 3, 4}),
        ("reveal.last_card", lambda game: len(game.last.claimed), {0, 1, 2, 3, 4}),
        ("reveal.last_card", lambda game: game.before.turn, set(range(6))),
        ("reveal.by_claimed", lambda game: game.before.turn, set(range(6))),
        ("reveal.by_claimed", lambda game: len(game.last.claimed), {1, 2, 3, 4}),
        ("middle.empty", lambda game: game.year_ended, {False, True}),
        ("middle.empty", lambda game: game.action.pile, set(range(6))),
        ("claimed.skipped", lambda game: (game.last.turn - game.before.turn) % game.players, {2, 3, 4}),
        ("claimed.skipped", lambda game: game.before.turn in game.before.claimed, {False, True}),
        ("pile.15_or_more", lambda game: game.pile, set(range(15, 22))),
        ("pile.15_or_more", lambda game: type(game.action), {Reveal, Claim}),
        ("year.nobody_reveals", lambda game: len(game.before.middle), {22, 23, 28, 29, 30}),
        ("year.nobody_reveals", lambda game: game.last.over, {False, True}),
        ("year.all_revealed", lambda game: game.last.over, {False, True}),
        ("year.starter_wraps", lambda game: game.before.turn, set(range(5))),
        ("fewest.lone", lambda game: game.end.out, {(0,), (1,), (2,), (3,)}),
        ("fewest.lone", lambda game: min(game.animals), {1, 2, 3, 4, 5, 6, 7}),
        ("fewest.shared_by_two", lambda game: min(game.animals) == 0, {False, True}),
        ("halves.two_players", lambda game: min(game.cows), {0, 1, 2}),
        ("halves.two_players", lambda game: len(game.end.out), {2}),
        ("halves.one_player", lambda game: game.end.out, {(player,) for player in range(6)}),
        ("halves.cows_shared", lambda game: game.end.out, {(player,) for player in range(6)}),
        ("halves.sheep_shared", lambda game: len(sharing(game.sheep)), {2, 3, 4}),
        ("halves.both_shared", lambda game: len(both(game)), {0, 1, 2, 3}),
        ("halves.lone_zero", lambda game: game.cows.count(0) == 1, {False, True}),
        ("halves.alone_and_sharing", lambda game: len(sharing(game.cows)) == 1, {False, True}),
        ("out.highest", lambda game: len(game.end.out), {1, 2}),
        ("tie.two", lambda game: len(game.end.out), {0, 1, 2}),
        ("tie.two", lambda game: tuple(game.best), {(0, 1), (0, 2), (1, 2), (0, 3), (2, 3), (1, 4), (3, 4)}),
        ("tie.two", lambda game: min(game.end.scores) in map(game.end.scores.__getitem__, game.end.out), {False, True}),
        ("tie.all", lambda game: len(game.best), {2, 3, 4}),
        ("tie.with_out", lambda game: len(game.best), {1, 2, 3}),
        ("win.zero", lambda game: len(game.best), {2, 3, 4, 5}),
        ("matters.animals.tie", lambda game: game.players >= 5, {False, True}),
        ("matters.win.tie", lambda game: len(game.best), {2, 3, 4}),
    ],
)  # fmt: skip
def test_all_numbers_come_up(name: str, number: Callable[[Played], object], wanted: set[object]) -> None:
    assert wanted <= {number(game) for game in played(name)}


def test_everybody_may_get_most_in_the_first_year() -> None:
    hoards = [next(state.hoards for state in game.states if state.year == 2) for game in played("fewest.lone")]
    sizes = [list(map(len, each)) for each in hoards]
    first = Counter(each.index(max(each)) for each in sizes)
    assert min(first[player] for player in range(3)) > SEEDS // 5


def test_games_are_short_as_a_rule_but_not_always() -> None:
    lengths = sorted(len(game.actions) for name in ENDS for game in played(name))
    assert lengths[len(lengths) // 2] < 50
    assert lengths[-1] > 80


@pytest.mark.parametrize("name", EDGES)
def test_every_ruleset_has_the_edge_or_says_that_it_has_not(name: str) -> None:
    rulesets = [*named_rulesets(GAME), *(random_ruleset(GAME, random.Random(seed)) for seed in range(40))]
    without = {tuple(off.split("=")) for off in LATE_OFF.get(name, ())}
    for seed, ruleset in enumerate(rulesets):
        has = without.isdisjoint(ruleset.readings().items())
        try:
            game = play(EDGE_GAMES[name], seed, ruleset)
        except NotUnderThisRuleset:
            assert not has
            continue
        assert has
        assert name in exercised(
            Step(Position(GAME, ruleset, game.before), game.action, Position(GAME, ruleset, game.last))
        )


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_year_piles_have_the_sizes_that_are_dealt(players: int) -> None:
    opening = initial_state(BOXES["full"], players, (BOXES["full"].cards,), Ruleset())
    dealt = [len(opening.middle) + len(opening.piles), *map(len, opening.later)]
    assert year_sizes(GAME, players) == dealt


@pytest.mark.parametrize("ruleset", [Ruleset(), *(random_ruleset(GAME, random.Random(seed)) for seed in range(30))])
def test_a_script_keeps_the_same_books_as_the_engine(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts: list[Script] = []
    finish = Script.finish

    def remember(self: Script, rng: random.Random, back: int, hoards: Sequence[str] = ()) -> LateGame:
        scripts.append(self)
        return finish(self, rng, back, hoards)

    monkeypatch.setattr(Script, "finish", remember)
    for name in set(EDGES) - {"year.exact"}:  # which needs no script
        try:
            last = play(EDGE_GAMES[name], 7, ruleset).last
        except NotUnderThisRuleset:
            continue
        script = scripts[-1]
        assert (script.over, script.players, script.middle) == (last.over, last.players, len(last.middle))
        if not last.over:
            assert (script.turn, script.year + 1) == (last.turn, last.year)
            assert script.piles == [len(pile.cards) for pile in last.piles]
            assert script.free == list(last.free)
            assert script.claimed == {
                pile.dragon: number for number, pile in enumerate(last.piles) if pile.dragon is not None
            }


def test_a_script_settles_what_each_player_has_in_the_end() -> None:
    script = Script(GAME, Ruleset(), 3)
    while not script.over:
        script.claim(script.free[-1])
    sizes = list(map(len, last_of(script.finish(random.Random(0), 0)).hoards))
    cards = "".join(sorted(BOXES["full"].cards, key="KSGCJ".index))
    ends = [sum(sizes[: player + 1]) for player in range(3)]
    hoards = ["".join(sorted(cards[end - size : end])) for end, size in zip(ends, sizes, strict=True)]
    assert list(last_of(script.finish(random.Random(0), 0, hoards)).hoards) == hoards


def last_of(game: LateGame) -> State:
    state: State = game.header.start
    for action in game.actions:
        state = GAME.apply(state, action, game.header.ruleset)
    return state
