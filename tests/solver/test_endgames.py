"""The model's endgames are the engine's; and a change of either is found, with a record that shows it."""

from collections.abc import Iterator
from itertools import islice

import pytest

from properties.endgame import Endgame, explore
from properties.mutants import load_mutant, mutants
from properties.replaying import replay
from properties.verdicts import Finding, Grade, Verdict
from reference_engine import games, load
from reference_engine.interface import Game
from reference_engine.record import read_record
from solver import confirming_endgames, endgames
from solver.confirming_endgames import confirm_endgames, confirm_full, confirm_small, played_endgames, small_endgames
from solver.endgames import Asked, compare
from solver.solving import Status, solve
from solver.units import solver_units
from solver.village.turns import Rules

GAME = load("village")
DEFAULT = GAME.Ruleset()
RLIMIT = 10_000_000


def broken(name: str) -> Game:
    return load_mutant("village", next(each for each in mutants("village") if each.id == name))


def verdict(game: Game, count: int, box: str = "toy2") -> Verdict:
    played = islice(played_endgames(game, box, (2,), 2, 0, {}, 20 * count), count)
    (told,) = confirm_endgames("endgames.test", played, Grade.SAMPLED).verdicts
    return told


def with_results(least: int) -> Endgame:
    """An endgame of the small box with so many results at least."""
    found: Iterator[Endgame] = small_endgames(GAME, "toy2", 2, 2, DEFAULT)
    return next(each for each in found if len(each.results) >= least)


def test_the_results_of_small_endgames_are_the_same_counted_by_both() -> None:
    (told,) = confirm_small("village", "toy2", 2, 2, 6, 1, {}).verdicts
    assert (told.id, told.grade) == ("endgames.toy2", Grade.SAMPLED), told
    assert told.evidence.startswith("6 positions (turns: ")
    assert "; results of the engine " in told.evidence


def test_the_results_of_endgames_of_the_full_box_are_the_same_under_random_rulesets() -> None:
    (told,) = confirm_full("village", 2, 3, 5, None).verdicts
    assert (told.id, told.grade) == ("endgames.full", Grade.SAMPLED), told
    assert told.evidence.startswith("3 positions (turns: ")


@pytest.mark.parametrize("few", [0, 100])
def test_one_result_more_of_the_model_is_found_and_told_as_a_play(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    endgame = with_results(5)
    assert compare(endgame, RLIMIT, few).grade is Grade.EXHAUSTIVE
    last = endgame.results[-1]
    monkeypatch.setitem(endgame.__dict__, "results", endgame.results[:-1])
    told = compare(endgame, RLIMIT, few)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    record = read_record(told.finding.record.encode())
    assert replay(record).positions[-1] == last.state


@pytest.mark.parametrize("few", [0, 100])
def test_a_rule_that_the_model_lacks_is_found_by_asking_and_by_counting(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the end by a draw every play would have to end by a bribe."""
    monkeypatch.setattr(Rules, "drawn", lambda _self, before, *_: before.over)
    endgame = next(each for each in small_endgames(GAME, "toy2", 2, 1, DEFAULT) if len(each.results) > 1)
    told = compare(endgame, RLIMIT, few)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert (told.finding.action, told.finding.expected) == ("draw", "it cannot be played")


def test_a_count_by_the_model_alone_does_not_ask_the_engine() -> None:
    endgame = with_results(3)
    told = compare(endgame, RLIMIT, 100)
    assert told.enumerated
    assert told.model == told.engine == len(endgame.results)
    assert not compare(endgame, RLIMIT, 0).enumerated


@pytest.mark.parametrize(
    ("mutant", "hand", "bribe", "deck", "clause", "expected", "got"),
    [
        ("refill-last-card-never-dealt", "B", "", "A", "V-REFILL-3", "deck ", "deck "),
        ("end-draw-does-not-settle", "A", "A", "", "V-END-3", "bribes ", "bribes "),
        ("score-hand-costs-one-each", "BB", "", "", "V-SCORE-2", "outcome.scores ", "outcome.scores "),
        ("tie-full-goes-to-nobody", "", "", "", "V-TIE-3", "outcome.winners ", "outcome.winners "),
        ("bribe-list-one-wild-at-a-time", "WW", "A", "", "V-BRIBE-4", "it can be played", "it is not among the legal"),
    ],
)
def test_a_changed_rule_of_the_engine_is_refuted(
    mutant: str, hand: str, bribe: str, deck: str, clause: str, expected: str, got: str
) -> None:
    endgames = [position(game, hand, bribe, deck) for game in (GAME, broken(mutant))]
    right, wrong = (confirm_endgames("endgames.test", [each], Grade.EXHAUSTIVE).verdicts[0] for each in endgames)
    assert (right.grade, wrong.grade) == (Grade.EXHAUSTIVE, Grade.REFUTED)
    finding = wrong.finding
    assert finding is not None
    assert clause in finding.clauses
    assert finding.expected.startswith(expected)
    assert finding.got.startswith(got)
    assert finding.expected != finding.got
    assert holds_in_the_engine(finding)


def test_a_changed_rule_is_found_in_endgames_that_games_come_to() -> None:
    assert verdict(broken("end-draw-does-not-settle"), 40).grade is Grade.REFUTED


def position(game: Game, hand: str, bribe: str, deck: str, turns: int = 3) -> Endgame:
    """An endgame of two, the second of whom has nothing, with an empty market."""
    data = {"players": 2, "turn": 0, "over": False, "deck": deck, "hands": [hand, ""], "discard": ""}
    data |= {"bribes": [{bribe: bribe} if bribe else {}, {}], "market": dict.fromkeys("3210", "")}
    data |= {"track": ["A", "B"], "values": [1, 4]}
    return explore(game, DEFAULT, game.position_from_json(data, DEFAULT), turns, 100)


def holds_in_the_engine(finding: Finding) -> bool:
    """Whether the record, which is what the model has, is right by the engine that is not changed."""
    return replay(read_record(finding.record.encode())).difference is None


def test_an_engine_that_allows_more_is_refuted_by_the_action() -> None:
    endgame = position(broken("market-empty-stall-0"), "W", "", "", turns=1)
    told = compare(endgame, RLIMIT, 100)
    assert told.grade is Grade.REFUTED
    assert told.finding is not None
    assert told.finding.action == "visit 0"
    assert (told.finding.expected, told.finding.got) == ("it cannot be played", "it can be played")
    difference = replay(read_record(told.finding.record.encode())).difference
    assert difference is not None
    assert difference.field == ""


def test_too_little_work_is_unknown_and_says_of_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirming_endgames, "RLIMIT", 1)
    told = verdict(GAME, 2)
    assert told.grade is Grade.UNKNOWN
    assert told.evidence.startswith("2 positions unknown (")


def test_nothing_looked_at_is_vacuous() -> None:
    assert verdict(GAME, 0).grade is Grade.VACUOUS


def test_plays_that_go_on_count_as_results_too() -> None:
    opening = GAME.initial_state(GAME.BOXES["toy2"], 2, ("AABBABBAW", "AB"), DEFAULT)
    endgame = explore(GAME, DEFAULT, opening, 1, 1000)
    assert not endgame.complete
    assert compare(endgame, RLIMIT, 100) == endgames.Compared(Grade.EXHAUSTIVE, 2, 2, True)


def test_every_play_of_the_engine_is_one_of_the_model() -> None:
    endgame = with_results(3)
    asked = Asked(endgame)
    for result, formula in zip(endgame.results, asked.results, strict=True):
        line = asked.line(asked.actions(result))
        assert solve([*asked.formulas, *line, formula], RLIMIT).status is Status.SAT


@pytest.mark.parametrize("name", games())
def test_endgames_are_units_of_work(name: str) -> None:
    ids = [unit.id for unit in solver_units(load(name), 1, "default", None)]
    assert [key.partition(".")[0] for key in ids].count("endgames") == 2
    assert "endgames.full" in ids
