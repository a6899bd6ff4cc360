"""What the games of a run were like is counted from those that were played to their end, and added up."""

import random

from properties.checking import check_game
from properties.dealing import deal
from properties.policies import random_policy
from properties.tally import Tally
from reference_engine import load
from reference_engine.record import Header

GAME = load("village")
RULESET = GAME.Ruleset()


def played(seed: int, most: int = 1_000) -> Tally:
    tally = Tally()
    start = deal(GAME, GAME.BOXES["toy2"], 2, seed, RULESET)
    check_game(Header(GAME, RULESET, start), random_policy(random.Random(seed).randrange(100)), most, tally)
    return tally


def test_a_game_that_has_ended_is_counted_with_its_actions_scores_and_winners() -> None:
    tally = played(1)
    told = tally.ended.to_json()
    assert told["lengths"] == {str(tally.steps): 1}
    assert sum(told["kinds"].values()) == tally.steps
    assert sum(told["scores"].values()) == 2
    assert told["winners"].keys() == {"2"}
    assert set(told["winners"]["2"]) <= {"0", "1"}


def test_a_game_that_was_broken_off_is_not() -> None:
    tally = played(1, most=1)
    assert tally.steps == 1
    assert not tally.ended.lengths


def test_games_are_added_up() -> None:
    one, other = played(1), played(2)
    actions = one.steps + other.steps
    one.add(other)
    assert sum(one.ended.lengths.values()) == 2
    assert one.ended.kinds.total() == actions
    assert one.ended.scores.total() == 4
    assert one.ended.winners.total() >= 2
