"""Scores and winners, worked by hand. Where nothing else is said G, J and K are worth 1, 3 and 5."""

import pytest

from reference_engine.drachenschatz import Outcome, Ruleset, outcome, outcome_to_json, standing
from reference_engine.errors import GameNotOver
from tests.reference_engine.drachenschatz.positions import DEFAULT, play, position

NOBODY = Ruleset(win_tie="none")


def ended(*hoards: str, ruleset: Ruleset = DEFAULT, worth: tuple[int, ...] = (1, 3, 5)) -> Outcome:
    """The outcome of a game that ended with these hoards."""
    return outcome(position(over=True, hoards=hoards, worth=worth), ruleset)


@pytest.mark.parametrize(
    ("hoard", "score"),
    [("", 0), ("G", 1), ("J", 3), ("K", 5), ("C", 0), ("S", 0), ("CCCSSS", 0), ("GGJKK", 15), ("CGGGJJKS", 14)],
)
def test_treasures_score_by_the_table_and_animals_nothing(hoard: str, score: int) -> None:
    """D-SCORE-1."""
    assert ended(hoard, "", "").scores == (score, 0, 0)


def test_the_table_of_the_position_counts() -> None:
    """D-SCORE-1."""
    assert ended("G", "J", "K", worth=(7, 0, 2)).scores == (7, 0, 2)
    assert ended("GJK", "CGG", "", worth=(10, 200, 1000)).scores == (1210, 20, 0)


def test_the_highest_score_wins() -> None:
    """D-WIN-1: nobody is out, since all have one animal."""
    assert ended("CG", "CK", "JS") == Outcome((1, 5, 3), (1,), (), "score")


def test_the_highest_score_of_those_still_in_wins_and_who_is_out_has_a_score() -> None:
    """D-WIN-1, D-SCORE-1: player 1 has the most and no animal."""
    assert ended("CG", "KKK", "JS") == Outcome((1, 15, 3), (2,), (1,), "score")


def test_with_five_players_two_may_be_out_with_the_highest_scores() -> None:
    """D-WIN-1, D-ANIMAL-2: player 0 has the fewest cows, player 4 the fewest sheep."""
    assert ended("KKKKSS", "CGSS", "CJSS", "CSS", "CJJJS") == Outcome((20, 1, 3, 0, 9), (2,), (0, 4), "score")


def test_equal_scores_win_together_or_not_at_all() -> None:
    """D-WIN-1, win.tie."""
    hoards = ("CGGG", "CG", "JS")
    assert ended(*hoards) == Outcome((3, 1, 3), (0, 2), (), "shared")
    assert ended(*hoards, ruleset=NOBODY) == Outcome((3, 1, 3), (), (), "nobody")


def test_a_score_equal_to_that_of_a_player_who_is_out_wins_alone() -> None:
    """D-WIN-1, win.tie."""
    for ruleset in (DEFAULT, NOBODY):
        assert ended("GGG", "CG", "JS", ruleset=ruleset) == Outcome((3, 1, 3), (2,), (0,), "score")


def test_all_who_are_in_can_share_the_win_with_nothing() -> None:
    """D-WIN-1: all scores are 0, and player 3 is out."""
    assert ended("C", "S", "C", "") == Outcome((0, 0, 0, 0), (0, 1, 2), (3,), "shared")


def test_six_players_can_share_the_win() -> None:
    assert ended(*["CGS"] * 6).winners == (0, 1, 2, 3, 4, 5)


def test_a_reading_about_animals_can_change_the_winner() -> None:
    """D-ANIMAL-1, animals.tie."""
    hoards = ("C", "S", "CCK")
    assert ended(*hoards) == Outcome((0, 0, 5), (2,), (), "score")
    assert ended(*hoards, ruleset=Ruleset(animals_tie="next")) == Outcome((0, 0, 5), (0, 1), (2,), "shared")


def test_the_outcome_of_a_game_that_goes_on_is_refused() -> None:
    with pytest.raises(GameNotOver, match=r"^the game is not over$"):
        outcome(position("C S K"), DEFAULT)


def test_a_game_played_to_its_end_is_scored_with_the_last_piles() -> None:
    """D-LAST-1, D-YEAR-3, D-SCORE-1."""
    state = play(position("CK CGG S", middle="J", hoards=("", "J", "G")), "claim 1", "claim 0")
    assert outcome(state, DEFAULT) == Outcome((2, 8, 4), (1,), (), "score")


# The standing


def test_the_standing_is_the_worth_of_each_hoard_with_the_pile_claimed() -> None:
    """D-SCORE-1: unclaimed piles and the middle belong to nobody yet; the position stays as it is."""
    state = position(
        "GGK CJ K J", dragons={0: 2, 1: 0}, turn=1, middle="KK", later=("KKKK",), hoards=("K", "J", "", "G")
    )
    assert standing(state, DEFAULT) == (8, 3, 7, 1)
    assert state.hoards == ("K", "J", "", "G")


def test_the_standing_goes_by_the_table_of_the_position() -> None:
    assert standing(position("GJK C C", dragons={0: 1}, worth=(2, 20, 200)), DEFAULT) == (0, 222, 0)


def test_the_standing_of_a_finished_game_is_its_score_also_of_who_is_out() -> None:
    state = position(over=True, hoards=("KK", "CG", "JS"))
    assert standing(state, DEFAULT) == outcome(state, DEFAULT).scores == (10, 1, 3)


# Forms


def test_an_outcome_in_json() -> None:
    assert outcome_to_json(ended("KKKKSS", "CGSS", "CJSS", "CSS", "CJJJS")) == {
        "scores": [20, 1, 3, 0, 9],
        "winners": [2],
        "out": [0, 4],
    }
    assert outcome_to_json(ended("CG", "CG", "CG", ruleset=NOBODY)) == {"scores": [1, 1, 1], "winners": [], "out": []}


def test_an_outcome_is_a_value() -> None:
    result = ended("CG", "CK", "JS")
    assert len({result, ended("CG", "CK", "JS")}) == 1
    with pytest.raises(AttributeError):
        result.out = (0,)  # type: ignore[misc]
