"""All plays from a position, who can still win, and best play, against plain recursion."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from properties.best_play import Share, best_play, share
from properties.dealing import deal
from properties.endgame import Endgame, TooManyPlays, ends_within, explore, going_back
from properties.policies import playout, random_policy
from properties.winning import shortest_win
from reference_engine import load
from reference_engine.interface import Game, State
from reference_engine.record import Header, record_game

GAMES = [("village", "toy2", 2), ("drachenschatz", "toy3", 3)]


def endgames(name: str, box: str, players: int) -> Iterator[Endgame]:
    """The last turns of random games."""
    game = load(name)
    ruleset = game.Ruleset()
    for seed in range(1000):
        start = deal(game, game.BOXES[box], players, seed, ruleset)
        played = [start, *(state for _, state in islice(playout(game, start, ruleset, random_policy(seed)), 200))]
        if game.is_terminal(played[-1]):
            yield from going_back(game, ruleset, played, 4, 400)


def some(name: str, box: str, players: int, count: int = 40) -> list[Endgame]:
    return list(islice(endgames(name, box, players), count))


def all_plays(endgame: Endgame, state: State, turns: int) -> Iterator[tuple[State, int]]:
    """The last position of every play, with its number of turns."""
    game = endgame.game
    if game.is_terminal(state):
        yield state, turns
    for action in game.legal_actions(state, endgame.ruleset):
        yield from all_plays(endgame, game.apply(state, action, endgame.ruleset), turns + 1)


@pytest.mark.parametrize("which", GAMES)
def test_there_are_as_many_plays_and_results_as_by_recursion(which: tuple[str, str, int]) -> None:
    for endgame in some(*which):
        plays = list(all_plays(endgame, endgame.start, 0))
        assert endgame.plays == len(plays)
        assert {result.state for result in endgame.results} == {state for state, _ in plays}
        assert endgame.turns == max(turns for _, turns in plays)
        for result in endgame.results:
            assert len(result.actions) == min(turns for state, turns in plays if state == result.state)


@pytest.mark.parametrize("which", GAMES)
def test_the_play_of_a_result_leads_there_in_the_engine(which: tuple[str, str, int]) -> None:
    for endgame in some(*which):
        for result in endgame.results:
            record = record_game(Header(endgame.game, endgame.ruleset, endgame.start), result.actions)
            assert record.steps[-1].state == endgame.game.position_to_json(result.state)
            assert record.outcome == result.outcome


@pytest.mark.parametrize("which", GAMES)
def test_a_position_ends_within_the_turns_of_its_longest_play_and_in_no_fewer(which: tuple[str, str, int]) -> None:
    for endgame in some(*which):
        about = (endgame.game, endgame.ruleset, endgame.start)
        assert ends_within(*about, endgame.turns)
        assert not ends_within(*about, endgame.turns - 1)


def least(endgame: Endgame, state: State, player: int) -> Share:
    """What the player can make sure of, by plain minimax."""
    game = endgame.game
    if game.is_terminal(state):
        return share(endgame.outcome(state), player)
    best = max if game.current_player(state) == player else min
    return best(
        least(endgame, game.apply(state, action, endgame.ruleset), player)
        for action in game.legal_actions(state, endgame.ruleset)
    )


@pytest.mark.parametrize("which", GAMES)
def test_best_play_is_that_of_plain_minimax(which: tuple[str, str, int]) -> None:
    found = set()
    for endgame in some(*which, count=80):
        for player in range(endgame.game.players(endgame.start)):
            best = best_play(endgame, player)
            assert best.share == least(endgame, endgame.start, player)
            found.add(best.share)
    assert found >= {Share.NOTHING, Share.ALONE}


@pytest.mark.parametrize("which", GAMES)
def test_with_either_strategy_random_play_of_the_rest_comes_to_no_less_and_no_more(which: tuple[str, str, int]) -> None:
    rng = random.Random(1)
    for endgame in some(*which):
        for player in range(endgame.game.players(endgame.start)):
            best = best_play(endgame, player)
            for strategy, mine in ((best.mine, True), (best.theirs, False)):
                state, turn, game = endgame.start, 0, endgame.game
                while not game.is_terminal(state):
                    if (game.current_player(state) == player) is mine:
                        action = strategy[turn, state]
                    else:
                        action = rng.choice(game.legal_actions(state, endgame.ruleset))
                    state, turn = game.apply(state, action, endgame.ruleset), turn + 1
                came = share(endgame.outcome(state), player)
                assert came >= best.share if mine else came <= best.share


@pytest.mark.parametrize("which", GAMES)
def test_who_can_still_win_is_who_wins_in_some_result(which: tuple[str, str, int]) -> None:
    for endgame in some(*which):
        winners = {player for result in endgame.results if result.outcome for player in result.outcome["winners"]}
        for player in range(endgame.game.players(endgame.start)):
            win = shortest_win(endgame, player)
            assert (win is not None) == (player in winners)
            assert win is None or share(win.outcome, player) > Share.NOTHING


@pytest.mark.parametrize(
    ("winners", "worth"), [([0], Share.ALONE), ([0, 1], Share.SHARED), ([1], Share.NOTHING), ([], Share.NOTHING)]
)
def test_a_win_alone_is_worth_more_than_one_with_others(winners: list[int], worth: Share) -> None:
    assert share({"winners": winners}, 0) is worth
    assert share(None, 0) is Share.NOTHING


def opening(game: Game) -> State:
    return game.initial_state(game.BOXES["toy2"], 2, ("AABBABBAW", "AB"), game.Ruleset())


def test_too_many_plays_say_within_how_many_turns_all_were_looked_at() -> None:
    game = load("village")
    with pytest.raises(TooManyPlays, match="everything within 3 turns") as raised:
        explore(game, game.Ruleset(), opening(game), 9, 20)
    assert raised.value.turns == 3
    assert explore(game, game.Ruleset(), opening(game), 3, 20).turns == 3


def test_plays_that_are_cut_are_results_in_which_the_game_goes_on() -> None:
    game = load("village")
    endgame = explore(game, game.Ruleset(), opening(game), 2, 100)
    assert not endgame.complete
    assert {result.outcome is None for result in endgame.results} == {True}
    assert best_play(endgame, 0).share is Share.NOTHING
