"""Every value that is named is followed; what is not named cannot be seen, for the reason that is given."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from properties.clauses import catalogue
from properties.conformance.cases import Case, Rules
from properties.conformance.generating import Source
from properties.conformance.program import Limits, Program
from properties.identifying import searching
from properties.identifying.asking import TOO_MANY, ask
from properties.identifying.branching import branches
from properties.identifying.evidence import against
from properties.identifying.identify import MOST, Identified, identify, nearest
from properties.identifying.making import Making, open_pairs
from properties.identifying.questions import ALL, Sight, answered, differing, from_json, kept, to_json
from properties.identifying.remaining import Remaining
from properties.identifying.searching import parting_questions
from properties.mutants import load_mutant, mutants
from properties.mutants.inprocess import InProcess
from properties.mutants.replying import Making as Replying
from properties.mutants.replying import honest, refusing, with_positions, without
from properties.rulesets import random_ruleset, switched_off
from properties.server import NOT_SUPPORTED, Server
from reference_engine import games, load
from reference_engine.interface import Game
from reference_engine.jsonform import Json

VILLAGE = load("village")
LIKE_A_READING = {
    "favor-swap-shifts": {"track.passing": "shift"},
    "favor-overshoot-stays": {"favor.overshoot": "stay"},
    "tie-eliminated-come-back": {"tie.among": "tied"},
    "refill-last-match-ends": {"end.last_match": "end"},
    "tie-hand-counts": {"tie.count": "owned"},
    "tie-owned-without-the-hand": {"tie.count": "bribe"},
    "tie-full-goes-to-nobody": {"tie.full": "none"},
    "curse-only-cards-of-the-type": {"curse.distance": "type"},
}
"""Mutants that do just what another value of a reading says."""
CASES = [
    *(("village", number, "any", ()) for number in range(40)),
    *(("village", number, "any", ("outcome",)) for number in range(40, 60)),
    *(("village", number, "opening", less) for number, less in ((60, ()), (61, ("outcome",)))),
    *(("drachenschatz", number, "any", ()) for number in range(80)),
    *(("drachenschatz", number, "any", ("outcome",)) for number in range(80, 130)),
    *(("drachenschatz", number, "opening", ()) for number in range(130, 132)),
    *(("drachenschatz", number, "opening", ("outcome",)) for number in range(132, 136)),
    *(("drachenschatz", number, "deals", ()) for number in range(136, 138)),
]
"""Two hundred: a game, the number of a random ruleset, what the program can be set to, and what it lacks."""
COMPARED = 2  # rulesets of a kind of program that are compared with those that differ in what has no value
ENOUGH = {"any": 24, "opening": MOST, "deals": MOST}
"""Questions: without most of those that test what was found, which takes long."""


@pytest.fixture(autouse=True)
def _brief_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "CASES", 3)


def playing(game: Game, ruleset: Any, making: Replying = honest) -> Program:
    """A program in this process, started."""
    program = Program(
        lambda: InProcess(Server(game, ruleset, game.BOXES["full"], 0), making), load(game.NAME), Limits()
    )
    program.initialize()
    return program


def found(program: Program, start: str = "any", most: int = MOST) -> Identified:
    return identify(program, start, program.game.BOXES["full"], most)


@cache
def ruleset_number(game: str, number: int) -> Any:
    return random_ruleset(load(game), random.Random(number))


def behave_alike(game: Game, one: Any, other: Any, sight: Sight) -> bool:
    """Whether two rulesets agree in what is seen of some cases under each of them."""
    for number in range(2):
        for ruleset, opposite in ((one, other), (other, one)):
            rules = Source(game, ruleset, game.BOXES["full"], 1, anywhere=True).case(number)
            header = replace(rules.case.header, ruleset=opposite)
            twin = Rules(Case(header, rules.case.actions))
            for index in range(len(rules.case.actions) + 1):
                if rules.refused(index) or twin.refused(index):
                    return False
                told, twice = rules.position(index).data, twin.position(index).data
                if differing(told, twice, sight):
                    return False
            last = len(rules.case.actions)
            if sight.outcome and rules.over(last) and rules.outcome(last) != twin.outcome(last):
                return False
    return True


@pytest.mark.parametrize(("game", "start", "lacking"), sorted({(game, start, less) for game, _, start, less in CASES}))
def test_of_200_random_rulesets_each_is_found_as_far_as_it_can_be_seen(
    game: str, start: str, lacking: Sequence[str]
) -> None:
    played = load(game)
    numbers = [each[1] for each in CASES if (each[0], *each[2:]) == (game, start, lacking)]
    for place, number in enumerate(numbers):
        ruleset = ruleset_number(game, number)
        result = found(playing(played, ruleset, without(*lacking)), start, ENOUGH[start])
        truth = ruleset.readings()
        assert result.readings == {reading: truth[reading] for reading in result.readings}
        assert result.readings.keys() | result.undetermined.keys() == truth.keys()
        assert len(result.asked) <= MOST
        assert (result.against, result.failed) == ((), ())
        assert set(result.skipped) <= ({TOO_MANY} if start == "opening" else set())  # of whole games there are few
        for reading, why in result.undetermined.items():
            if why.reason.startswith("hidden by "):
                assert reading in switched_off(played, ruleset)
                by, _, value = why.reason.removeprefix("hidden by ").partition("=")
                assert truth[by] == value
            elif "outcome" in why.reason:
                assert "outcome" in lacking
            else:
                assert why.settled is (start == "any")
                assert start == "any" or "not met" in why.reason
            if why.settled and place < COMPARED:
                for value in played.Ruleset.choices()[reading]:
                    other = played.Ruleset.from_readings({**truth, reading: value})
                    assert behave_alike(played, ruleset, other, Sight("outcome" not in lacking))


def test_there_are_200_of_them() -> None:
    assert len(CASES) == 200


@pytest.mark.parametrize("game", games())
def test_every_kept_question_parts_the_rulesets_that_it_says(game: str) -> None:
    played = load(game)
    for known in kept(game):
        one, other = map(played.Ruleset.from_readings, known.question.parts)
        assert differing(answered(played, known.question, one), answered(played, known.question, other))
        assert from_json(to_json(known.question)) == known.question


@pytest.mark.parametrize("game", games())
def test_the_branches_of_every_kept_question_are_what_the_engine_answers_under_any_ruleset(game: str) -> None:
    played, rng = load(game), random.Random(3)
    for known in kept(game):
        for ruleset in (random_ruleset(played, rng) for _ in range(6)):
            assert known.answer(ruleset.readings()) == answered(played, known.question, ruleset)
        total = Remaining.every(played)
        assert sum(total.count(branch.values) for branch in known.branches) == total.total


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("full", [False, True])
def test_the_kept_questions_show_every_value_of_every_reading(game: str, full: bool) -> None:
    played = load(game)
    chosen = [known for known in kept(game) if known.question.full is full]
    default = played.Ruleset().readings()
    for reading, values in played.Ruleset.choices().items():
        for value in values[1:]:
            changed = {**default, reading: value}
            assert any(differing(known.answer(default), known.answer(changed)) for known in chosen)


@pytest.mark.parametrize("game", games())
def test_making_begins_with_nothing_and_ends_where_nothing_is_left(game: str) -> None:
    played = load(game)
    making = Making(played, known=list(kept(game)))
    before = len(making.known)
    for number in (1000, 1001):
        making.complete(ruleset_number(game, number), full=False, sight=ALL)
    assert len(making.known) == before  # what is kept suffices

    making = Making(played)
    one = played.Ruleset()
    reading, values = next(iter(played.Ruleset.choices().items()))
    other = played.Ruleset.from_readings({reading: values[1]})
    assert making.add((one, other), full=False, sight=ALL)
    (known,) = making.known
    assert differing(answered(played, known.question, one), answered(played, known.question, other))
    large = next(parting_questions(played, (one, other), full=True, sight=ALL))
    assert known.question.size < large.question.size
    assert (one, other) not in set(open_pairs(played, making.remaining(one, full=False, sight=ALL), one))


SOME = [(game, each.id) for game in games() for place, each in enumerate(mutants(game)) if place % 30 == 0]


@pytest.mark.parametrize(("game", "name"), [*SOME, *(("village", name) for name in LIKE_A_READING)])
def test_a_mutant_follows_no_ruleset_or_answers_every_question_as_one(game: str, name: str) -> None:
    mutant = {each.id: each for each in mutants(game)}[name]
    played = load_mutant(game, mutant)
    result = found(playing(played, played.Ruleset.from_readings(mutant.readings)))
    truth = load(game).Ruleset.from_readings(mutant.readings).readings()
    if result.against:
        assert result.readings == {}
    else:
        differences = {reading: value for reading, value in result.readings.items() if truth[reading] != value}
        assert differences == LIKE_A_READING.get(name, {})
        assert not against(load(game), result.asked, range(len(result.asked)), result.ruleset)


def test_what_contradicts_the_nearest_ruleset_is_told() -> None:
    mutant = {each.id: each for each in mutants("village")}["refill-end-passes-the-turn"]
    played = load_mutant("village", mutant)
    result = found(playing(played, played.Ruleset.from_readings({"tie.count": "type"})))
    assert result.readings == {}
    assert result.ruleset.differences() == {"tie.count": "type"}
    assert {shown.field for shown in result.against} == {"turn"}
    for shown in result.against:
        asked = result.asked[shown.question]
        assert asked.answers[shown.index]["turn"] == shown.got != shown.otherwise


def test_the_nearest_ruleset_is_reached_from_one_that_differs_in_two_readings() -> None:
    truth = VILLAGE.Ruleset.from_readings({"tie.count": "type"})
    asked = found(playing(VILLAGE, truth)).asked
    other = VILLAGE.Ruleset.from_readings({"track.passing": "swap"})
    assert against(VILLAGE, asked, range(len(asked)), other)
    assert not against(VILLAGE, asked, range(len(asked)), nearest(VILLAGE, asked, other))


def test_a_field_that_is_wrong_everywhere_follows_no_ruleset_and_the_nearest_is_the_one_behind_it() -> None:
    wrong = with_positions(lambda state: state | {"discard": state["discard"] + "W"})
    truth = VILLAGE.Ruleset.from_readings({"track.passing": "swap"})
    result = found(playing(VILLAGE, truth, wrong), most=8)
    assert result.readings == {}
    assert {shown.field for shown in result.against} == {"discard"}
    assert len(result.against) == len(result.asked)


def test_a_program_that_takes_the_full_box_only_is_asked_about_that() -> None:
    refused: list[Json] = []

    def small(request: Json) -> bool:
        state = request.get("params", {}).get("state")
        if state is None or sum(map(len, [state["deck"], *state["hands"], *state["market"].values()])) >= 40:
            return False
        refused.append(state)
        return True

    error = {"code": NOT_SUPPORTED, "message": "no", "data": {"reason": "the full box only"}}
    truth = ruleset_number("village", 7)
    result = found(playing(VILLAGE, truth, refusing(small, error)))
    assert result.skipped == ("the full box only",)
    small_ones = [known.question.state for known in kept("village") if not known.question.full]
    assert sum(state in small_ones for state in refused) == 1
    assert result.readings.items() <= truth.readings().items()
    assert len(result.readings) > 6
    assert all(each.reason.startswith(("hidden", "never answered")) for each in result.undetermined.values())


def test_fields_that_are_left_out_are_the_reason_where_a_reading_shows_in_nothing_else() -> None:
    left_out = with_positions(lambda state: {key: state[key] for key in ("over", "turn")})
    result = found(playing(VILLAGE, VILLAGE.Ruleset(), left_out))
    assert result.against == ()
    assert result.undetermined["track.passing"].reason == "it shows in what the program leaves out only: track"
    assert result.undetermined["track.passing"].settled


def test_without_questions_left_a_reading_was_never_asked_about() -> None:
    result = found(playing(VILLAGE, VILLAGE.Ruleset()), most=3)
    assert len(result.asked) == 3
    assert {each.reason for each in result.undetermined.values()} == {"never asked: 3 questions are all that may be"}
    assert not any(each.settled for each in result.undetermined.values())


def test_a_program_that_does_not_show_what_it_deals_is_asked_nothing() -> None:
    left_out = with_positions(lambda state: {key: value for key, value in state.items() if key != "deck"})
    result = found(playing(VILLAGE, VILLAGE.Ruleset(), left_out), "deals")
    assert result.asked == ()
    assert result.readings.keys() == {key for key, values in VILLAGE.Ruleset.choices().items() if len(values) == 1}
    assert result.skipped == ("it does not show the whole opening that it deals: deck is missing",)


def test_a_branch_is_made_for_each_value_that_is_consulted_and_no_other() -> None:
    def work(ruleset: Any) -> str:
        return str(ruleset.tie_count if ruleset.tie_full == "none" else "")

    told = [(dict(each.values), each.result) for each in branches(VILLAGE, lambda _: True, work)]
    counts = VILLAGE.Ruleset.choices()["tie.count"]
    assert told[0] == ({"tie.full": "shared"}, "")
    assert told[1:] == [({"tie.full": "none", "tie.count": value}, value) for value in counts]


def test_what_remains_is_counted_without_a_list() -> None:
    every = Remaining.every(VILLAGE)
    kept_some = every.keep([{"tie.count": "bribe", "tie.full": "none"}, {"tie.count": "type", "tie.full": "shared"}])
    assert kept_some.total * 4 == every.total
    assert kept_some.values("tie.count") == {"bribe", "type"}
    assert kept_some.count({"tie.count": "bribe", "tie.full": "shared"}) == 0
    one = kept_some.keep([{"tie.full": "none"}])
    assert one.known().items() >= {"tie.full": "none", "tie.count": "bribe"}.items()
    assert "tie.steps" not in one.known()


def test_an_answer_that_no_ruleset_gives_leaves_nothing() -> None:
    question = kept("village")[0].question
    wrong = with_positions(lambda state: state | {"turn": state["turn"] + 1})
    program = playing(VILLAGE, VILLAGE.Ruleset(), wrong)
    asked, remaining = ask(program, Remaining.every(VILLAGE), question.state, [question.action])
    assert remaining is None
    assert asked.actions == ()


def test_hidden_readings_are_those_of_the_data() -> None:
    truth = VILLAGE.Ruleset.from_readings({"bribe.wilds_alone": "never"})
    result = found(playing(VILLAGE, truth))
    off = {key for each in catalogue("village").readings["bribe.wilds_alone"].values for key in each.readings_off}
    assert {reading: each.reason for reading, each in result.undetermined.items()} == dict.fromkeys(
        off, "hidden by bribe.wilds_alone=never"
    )
