"""The builders of late games reach their edges, under every ruleset that has them, in many different ways."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from properties.replaying import replay
from properties.rulesets import named_rulesets, random_ruleset
from properties.village.late import EDGE_GAMES, LATE_GAMES, LATE_OFF, NotUnderThisRuleset
from properties.village.late_script import LateGame, NotFound, Script
from reference_engine import load
from reference_engine.interface import Action
from reference_engine.record import read_record, record_game, write_record
from reference_engine.village import Bribe, Draw, Ruleset, State, Visit
from reference_engine.village.score import outcome

VILLAGE = load("village")
DEFAULT = Ruleset()
SEEDS = 200


@dataclass(frozen=True)
class Played:
    """A late game played by the engine."""

    states: Sequence[State]
    actions: Sequence[Action]
    ruleset: Ruleset = DEFAULT

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
    def dealt(self) -> int:
        return len(self.before.deck) - len(self.last.deck)

    @property
    def space(self) -> int:
        """Where the token that the last action moves stood."""
        token = self.action.treasure if isinstance(self.action, Bribe) else self.action.curse
        return self.before.track.index(token)

    def winners(self, **readings: Any) -> tuple[int, ...]:
        return outcome(self.last, replace(self.ruleset, **readings)).winners

    @property
    def decided(self) -> str:
        return outcome(self.last, self.ruleset).decided

    @property
    def tied(self) -> int:
        scores = outcome(self.last, self.ruleset).scores
        return scores.count(max(scores))


def play(builder: Callable[..., Any], seed: int, ruleset: Ruleset = DEFAULT) -> Played:
    header, actions = builder(VILLAGE, ruleset, random.Random(seed))
    states = [header.start]
    for action in actions:
        states.append(VILLAGE.apply(states[-1], action, ruleset))
    return Played(states, actions, ruleset)


@cache
def played(name: str) -> list[Played]:
    """The game of every seed, led on to its edge, under the default ruleset."""
    return [play(EDGE_GAMES[name], seed) for seed in range(SEEDS)]


def deck_of(count: int) -> Callable[[Played], bool]:
    return lambda game: len(game.last.deck) == count and not game.last.over


def decided_at(space: int) -> Callable[[Played], bool]:
    return lambda game: game.decided == f"space {space}" and len(game.winners()) >= 1


AMONG = ("still", "tied", "all")
OF_ONE_SIZE = ("tie.full_two", "tie.among")
EDGES: dict[str, Callable[[Played], bool]] = {
    **{f"deck.{count}": deck_of(count) for count in range(4)},
    "end.draw": lambda game: game.action == Draw() and not game.before.deck and game.last.over,
    "end.no_card": lambda game: isinstance(game.action, Bribe) and not game.before.deck and game.last.over,
    "end.runs_out": lambda game: isinstance(game.action, Bribe) and game.dealt > 0 and game.last.over,
    "end.last_stops": lambda game: isinstance(game.action, Bribe) and not game.last.deck and not game.last.over,
    "end.last_stops_at_0": lambda game: (
        isinstance(game.action, Bribe) and not game.last.deck and game.last.market[0] != game.before.market[0]
    ),
    "end.wilds_alone": lambda game: game.action.cards.strip("W") == "" and not game.before.deck and game.last.over,
    "end.five": lambda game: game.last.players == 5 and game.last.over,
    "end.negative": lambda game: max(outcome(game.last, DEFAULT).scores) < 0,
    "end.zero": lambda game: max(outcome(game.last, DEFAULT).scores) == 0,
    "end.every_bribe": lambda game: len(game.last.bribes[0]) == 6 and "W" in game.last.hands[0] and game.last.over,
    "end.long_bribe": lambda game: max(map(len, game.last.bribes[0])) >= 12 and game.last.over,
    "bribe.long": lambda game: len(game.action.cards) >= 8,
    "refill.two_laps": lambda game: game.dealt > 8,
    "hand.long": lambda game: max(map(len, game.last.hands)) >= 15,
    "hand.none": lambda game: game.last.hands[game.last.turn] == "" and not game.last.over,
    "hand.wilds": lambda game: set(game.last.hands[game.last.turn]) == {"W"} and not game.last.over,
    "market.empty": lambda game: game.last.market.count("") >= 2,
    "track.right": lambda game: isinstance(game.action, Bribe) and game.space + len(game.action.cards) > 5,
    "track.left": lambda game: isinstance(game.action, Visit) and game.space - len(game.action.pay) < 0,
    **{f"tie.space_{space}": decided_at(space) for space in range(6)},
    "tie.full_two": lambda game: game.decided == "shared" and len(game.winners()) == game.tied == 2,
    "tie.full_all": lambda game: game.decided == "shared" and len(game.winners()) == game.last.players,
    "tie.count_wilds": lambda game: game.tied > 1 and game.winners() != game.winners(tie_count="treasure"),
    "tie.count_hand": lambda game: game.tied > 1 and game.winners() != game.winners(tie_count="owned"),
    "tie.steps": lambda game: game.tied > 1 and game.winners() != game.winners(tie_steps="value"),
    "tie.among": lambda game: game.tied == 3 and len({game.winners(tie_among=value) for value in AMONG}) == 3,
}


def test_there_is_a_builder_for_each_edge() -> None:
    assert list(LATE_GAMES) == list(EDGE_GAMES) == list(EDGES)
    assert set(LATE_OFF) <= set(EDGES)


@pytest.mark.parametrize("name", EDGES)
def test_each_game_led_on_is_on_its_edge(name: str) -> None:
    assert all(EDGES[name](game) for game in played(name))


@pytest.mark.parametrize("name", EDGES)
def test_the_brink_of_an_edge_is_at_most_three_actions_before_it(name: str) -> None:
    short = set()
    for seed, far in enumerate(played(name)[:40]):
        near = play(LATE_GAMES[name], seed)
        assert near.actions == far.actions[: len(near.actions)]
        assert near.states[0] == far.states[0]
        short.add(len(far.actions) - len(near.actions))
    always_there = name.startswith(("deck.", "hand.none", "hand.wilds"))
    assert short <= {0, 1, 2, 3}
    assert short == {0} if always_there else {0, 1} <= short


@pytest.mark.parametrize("name", EDGES)
def test_the_record_of_each_game_replays(name: str) -> None:
    for seed in range(10):
        record = record_game(*EDGE_GAMES[name](VILLAGE, DEFAULT, random.Random(seed)))
        result = replay(read_record(write_record(record).encode()))
        assert result.difference is None
        assert result.stops_early is None


@pytest.mark.parametrize("name", EDGES)
def test_a_seed_gives_one_game_and_other_seeds_give_others(name: str) -> None:
    assert play(EDGE_GAMES[name], 3).states == played(name)[3].states
    assert len({game.last for game in played(name)}) > SEEDS * 0.95


@pytest.mark.parametrize("name", EDGES)
def test_each_number_of_players_comes_up(name: str) -> None:
    players = {game.last.players for game in played(name)}
    assert players == {"end.five": {5}, "tie.among": {4, 5}}.get(name, {2, 3, 4, 5})


@pytest.mark.parametrize("name", [name for name in EDGES if name.startswith("tie.") and name not in OF_ONE_SIZE])
def test_two_three_and_more_players_are_tied(name: str) -> None:
    assert {2, 3, 4} <= {game.tied for game in played(name)}


@pytest.mark.parametrize(
    ("name", "number", "wanted"),
    [
        ("refill.two_laps", lambda game: game.dealt, set(range(9, 17))),
        ("track.right", lambda game: game.space, {3, 4, 5}),
        ("track.left", lambda game: game.space, {0, 1, 2}),
        ("track.left", lambda game: game.action.stall, {1, 2, 3}),
        ("market.empty", lambda game: game.last.market.count(""), {2, 3, 4}),
        ("end.runs_out", lambda game: game.dealt, {1, 2, 3}),
        ("end.last_stops", lambda game: game.dealt, {1, 2, 3}),
        ("end.no_card", lambda game: game.action.treasure, set("ABCDEF")),
        ("hand.long", lambda game: max(map(len, game.last.hands)), {15, 16, 17, 18, 19, 20}),
        ("deck.0", lambda game: game.last.turn, {0, 1, 2, 3, 4}),
    ],
)  # fmt: skip
def test_all_numbers_come_up(name: str, number: Callable[[Played], object], wanted: set[object]) -> None:
    assert wanted <= {number(game) for game in played(name)}


def test_the_hands_before_the_deck_runs_out_are_of_all_kinds() -> None:
    hands = [game.last.hands[game.last.turn] for game in played("deck.0")]
    assert any("W" in hand for hand in hands)
    assert any("W" not in hand for hand in hands)
    assert {len(hand) for hand in hands} >= set(range(4, 11))


@pytest.mark.parametrize("name", EDGES)
def test_every_ruleset_has_the_edge_or_says_that_it_has_not(name: str) -> None:
    named = named_rulesets(VILLAGE)[len(name) % 2 :: 2]  # half of them for each: all take too long
    rulesets = [*named, *(random_ruleset(VILLAGE, random.Random(seed)) for seed in range(40))]
    without = {tuple(off.split("=")) for off in LATE_OFF.get(name, ())}
    missed = 0
    for seed, ruleset in enumerate(rulesets):
        has = without.isdisjoint(ruleset.readings().items())
        try:
            play(EDGE_GAMES[name], seed, ruleset)
            assert has
        except NotFound:
            missed += 1
        except NotUnderThisRuleset:
            assert not has
    assert missed <= len(rulesets) // 50


NEW_WAYS = [
    {"favor.distance": "bribe"}, {"favor.distance": "new"}, {"favor.overshoot": "block"}, {"favor.overshoot": "stay"},
    {"refill.standing_wild": "market"}, {"tie.among": "tied"}, {"tie.among": "all"},
]  # fmt: skip


@pytest.mark.parametrize("readings", NEW_WAYS, ids=str)
def test_each_game_is_on_its_edge_too_where_bribes_refills_and_ties_go_another_way(readings: dict[str, str]) -> None:
    ruleset, missed = Ruleset.from_readings(readings), 0
    for name, on_edge in EDGES.items():
        for seed in range(2):
            try:
                assert on_edge(play(EDGE_GAMES[name], seed, ruleset)), name
            except NotFound:
                missed += 1
    assert missed <= 1


@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("count", ["bribe", "owned"])
@pytest.mark.parametrize("among", ["tied", "all"])
def test_a_tie_is_decided_where_it_should_be_whoever_is_compared(space: int, count: str, among: str) -> None:
    ruleset = Ruleset.from_readings({"tie.count": count, "tie.among": among})
    for seed in range(3):
        assert play(EDGE_GAMES[f"tie.space_{space}"], seed, ruleset).decided == f"space {space}"


@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("count", ["bribe", "treasure", "owned", "type"])
@pytest.mark.parametrize("steps", ["space", "value"])
def test_a_tie_is_decided_where_it_should_be_whatever_counts(space: int, count: str, steps: str) -> None:
    ruleset = Ruleset.from_readings({"tie.count": count, "tie.steps": steps})
    step = f"space {space}" if steps == "space" else f"value {(1, 1, 2, 2, 3, 4)[space]}"
    for seed in range(8):
        assert play(EDGE_GAMES[f"tie.space_{space}"], seed, ruleset).decided == step


def test_a_script_says_which_cards_have_no_place() -> None:
    script = Script(VILLAGE, DEFAULT, ["ABCDEFW", "ABCDEFW"], "ABCD", "ABCDEF")
    script.draw("E")
    with pytest.raises(ValueError, match="cards without a place: A"):
        script.finish("", back=0)


def test_a_script_takes_no_card_that_the_box_has_not() -> None:
    script = Script(VILLAGE, DEFAULT, ["AAAAAAA", "AAAAAAA"], "BCDE", "ABCDEF")
    with pytest.raises(ValueError, match="the box has not so many cards: A"):
        script.draw("A")


@pytest.mark.parametrize("ruleset", [DEFAULT, *(random_ruleset(VILLAGE, random.Random(seed)) for seed in range(30))])
def test_a_script_keeps_the_same_books_as_the_engine(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts: list[Script] = []
    finish = Script.finish

    def remember(self: Script, deck: str, back: int) -> LateGame:
        scripts.append(self)
        return finish(self, deck, back)

    monkeypatch.setattr(Script, "finish", remember)
    for name in EDGES:
        try:
            game = play(EDGE_GAMES[name], 7, ruleset)
        except NotUnderThisRuleset:
            continue
        script = scripts[-1]
        assert list(game.last.track) == script.track
        assert {stall: sorted(game.last.market[stall]) for stall in range(4)} == {
            stall: sorted(cards) for stall, cards in script.market.items()
        }
        if not game.last.over:
            assert list(game.last.hands) == script.hands
            assert [{cards[0]: cards for cards in own} for own in game.last.bribes] == script.bribes
            assert game.last.turn == script.turn
