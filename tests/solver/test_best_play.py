"""Best play is confirmed by the solver; and a claim that is too great, too small or without a strategy is not."""

from dataclasses import replace

import pytest

from properties.best_play import BestPlay, Share, best_play
from properties.endgame import Endgame
from properties.verdicts import Grade
from reference_engine import load
from solver import best_play as confirming
from solver.best_play import confirm_best
from solver.confirming_endgames import small_endgames
from solver.endgames import Asked
from solver.solving import Solution, Status, solve
from solver.village.turns import Rules

GAME = load("village")
RLIMIT = 10_000_000


def undecided(share: Share) -> tuple[Endgame, BestPlay]:
    """An endgame that the player to move can win or not, in which they can make sure of so much."""
    for endgame in small_endgames(GAME, "toy2", 2, 2, GAME.Ruleset()):
        best = best_play(endgame, GAME.current_player(endgame.start))
        won = {best.player in result.outcome["winners"] for result in endgame.results if result.outcome}
        if best.share is share and endgame.turns == 2 and len(won) == 2:
            return endgame, best
    raise AssertionError("there is no such endgame")


@pytest.mark.parametrize("share", list(Share))
def test_best_play_is_confirmed(share: Share) -> None:
    endgame, best = undecided(share)
    assert confirm_best(Asked(endgame), best, RLIMIT).grade is Grade.EXHAUSTIVE


def test_a_claim_that_is_too_great_is_refuted() -> None:
    endgame, best = undecided(Share.NOTHING)
    told = confirm_best(Asked(endgame), replace(best, share=Share.ALONE), RLIMIT)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None


def test_a_claim_that_is_too_small_is_refuted() -> None:
    endgame, best = undecided(Share.ALONE)
    assert confirm_best(Asked(endgame), replace(best, share=Share.NOTHING), RLIMIT).grade is Grade.REFUTED


def test_no_strategy_is_none() -> None:
    endgame, best = undecided(Share.ALONE)
    assert confirm_best(Asked(endgame), replace(best, mine={}), RLIMIT).grade is Grade.REFUTED


def test_a_model_in_which_nothing_can_be_played_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    endgame, best = undecided(Share.ALONE)
    monkeypatch.setattr(Rules, "acted", lambda _self, before, *_: before.over)
    told = confirm_best(Asked(endgame), best, RLIMIT)
    assert (told.grade, told.reason) == (Grade.UNKNOWN, "the model has no play with this strategy")


def test_too_little_work_is_unknown() -> None:
    endgame, best = undecided(Share.ALONE)
    assert confirm_best(Asked(endgame), best, 1).grade is Grade.UNKNOWN


def test_what_the_solver_cannot_decide_about_other_replies_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided_if_negated(formulas: list[object], rlimit: int, *, want_model: bool = False) -> Solution:
        return Solution(Status.UNKNOWN, 1, "too hard") if want_model else solve(formulas, rlimit)

    endgame, best = undecided(Share.ALONE)
    monkeypatch.setattr(confirming, "solve", undecided_if_negated)
    told = confirm_best(Asked(endgame), best, RLIMIT)
    assert (told.grade, told.reason) == (Grade.UNKNOWN, "too hard")
