"""The machine finds what is broken and makes it small; the strategies give what they say; a seed gives one run."""

import json
import os
import random
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from properties.dealing import deal
from properties.machines import PROFILES, RULES, Profile, Refuted, run_game_machine, run_machine
from properties.mutants import Mutant, load_mutant
from properties.policies import playout, random_policy
from properties.replaying import replay
from properties.rulesets import named_rulesets
from properties.strategies import Start, late_positions, openings, played_positions, rulesets
from properties.tally import Tally
from properties.verdicts import Finding
from reference_engine import load
from reference_engine.record import Record, read_record

GAME = load("village")
SETTINGS = settings(
    max_examples=40,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)

OVERSHOOT = Mutant(
    id="overshoot",
    clause="V-FAVOR-3",
    sentence="A token stops one space too early.",
    file="favor",
    before="min(start + spaces, len(track) - 1)",
    after="min(start + spaces, len(track) - 2)",
)
LAPS = Mutant(
    id="laps",
    clause="V-REFILL-1",
    sentence="A refill does not go round.",
    file="bribe",
    before="stall = (stall - 1) % len(STALLS)",
    after="stall = max(stall - 1, 0)",
)
ENDLESS = Mutant(
    id="endless",
    clause="V-DRAW-2",
    sentence="Drawing from an empty deck does not end the game.",
    file="draw",
    before="    if not state.deck:\n        return end_game(state)",
    after="    if not state.deck:\n        return pass_turn(state, ruleset)",
)
NEGATIVE = Mutant(
    id="negative",
    clause="V-WIN-1",
    sentence="A total below zero does not win.",
    file="score",
    before="if totals[player] == max(totals)]",
    after="if totals[player] == max(0, *totals)]",
)


def records(tally: Tally) -> dict[str, Record]:
    return {key: read_record(finding.record.encode()) for key, finding in tally.findings.items()}


@cache
def found(mutant: Mutant) -> Tally:
    """What the machine finds in that broken game."""
    return run_game_machine(load_mutant("village", mutant), PROFILES["default"], 2)


@pytest.mark.parametrize(
    ("mutant", "finding", "most"),
    [
        (OVERSHOOT, "favor.distance", 1),
        (LAPS, "refill.order", 1),
        (ENDLESS, "end.when_due", 4),
        (NEGATIVE, "winners.highest", 6),
    ],
    ids=lambda value: value.id if isinstance(value, Mutant) else str(value),
)
def test_the_machine_finds_a_broken_rule_and_makes_the_game_short(mutant: Mutant, finding: str, most: int) -> None:
    tally = found(mutant)
    assert finding in tally.findings
    assert tally.findings[finding].clauses
    kept = records(tally)
    assert 1 <= len(kept[finding].steps) <= most
    assert len({len(record.steps) for record in kept.values()}) == 1  # all from the same, the last, run


def test_what_the_machine_keeps_is_shorter_than_what_it_first_met() -> None:
    game = load_mutant("village", LAPS)
    first = run_game_machine(game, Profile(examples=30, steps=30, shrinks=0), 5)
    last = run_game_machine(game, Profile(examples=30, steps=30, shrinks=400), 5)
    assert len(records(last)["refill.order"].steps) < len(records(first)["refill.order"].steps)


def test_the_record_that_the_machine_keeps_shows_the_fault_again() -> None:
    game = load_mutant("village", NEGATIVE)
    record = records(found(NEGATIVE))["winners.highest"]
    result = replay(record)
    assert result.difference is None  # it is a game by the rules
    right = GAME.outcome(result.positions[-1], record.header.ruleset)
    ruleset = game.Ruleset.from_readings(record.header.ruleset.readings())
    broken = game.position_from_json(GAME.position_to_json(result.positions[-1]), ruleset)
    assert max(right.scores) < 0
    assert game.outcome(broken, ruleset).winners != right.winners


def test_a_fault_that_only_late_positions_show_is_not_met_in_random_games() -> None:
    game = load_mutant("village", NEGATIVE)
    full = game.BOXES["full"]
    for seed in range(25):
        start = deal(game, full, 2 + seed % 4, seed, game.Ruleset())
        *_, (_, end) = playout(game, start, game.Ruleset(), random_policy(seed))
        ruleset = GAME.Ruleset()
        right = GAME.outcome(GAME.position_from_json(game.position_to_json(end), ruleset), ruleset)
        assert game.outcome(end, game.Ruleset()).winners == right.winners


@pytest.mark.parametrize("number", [0, 1])
def test_the_engine_passes_and_every_rule_of_the_machine_fires(number: int) -> None:
    tally = run_machine("village", "quick", number)
    assert not tally.findings
    assert all(tally.fired[rule] for rule in RULES)
    assert {rule for rule in tally.fired if rule.startswith("machine.")} == set(RULES)
    assert tally.games > 20
    assert tally.steps > 300


def test_the_machine_keeps_to_the_readings_that_it_is_given() -> None:
    game = load_mutant("village", LAPS)
    readings = {"tie.count": "owned", "end.empty_deck": "turn"}
    tally = run_game_machine(game, Profile(examples=10, steps=20, shrinks=50), 0, game.Ruleset.from_readings(readings))
    assert records(tally)["refill.order"].header.ruleset.differences() == readings
    assert not run_machine("village", "quick", 0, readings).findings


def test_a_failure_is_told_with_the_board_the_action_and_the_clauses() -> None:
    finding = Finding(("V-TIE-1",), "the board", "draw", "this", "that")
    assert str(Refuted({"winners.highest": finding})) == (
        "winners.highest (V-TIE-1)\nthe board\naction: draw\nexpected: this\ngot: that"
    )


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    """What a run in this process counts."""
    return summary(run_game_machine(GAME, Profile(examples=4, steps=20, shrinks=0), 3))


def summary(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "steps": tally.steps,
        "fired": dict(sorted(tally.fired.items())),
        "exercised": dict(sorted(tally.exercised.items())),
    }


RUN = """
import json
from properties.machines import Profile, run_game_machine
from reference_engine import load
tally = run_game_machine(load("village"), Profile(examples=4, steps=20, shrinks=0), 3)
print(json.dumps([tally.games, tally.steps, sorted(tally.fired.items()), sorted(tally.exercised.items())]))
"""


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"}, {"PYTHONHASHSEED": "3", "CI": "true"}],
    ids=str,
)
def test_a_seed_gives_the_same_run_everywhere_and_leaves_no_files(
    environment: dict[str, str], here: dict[str, Any], tmp_path: Path
) -> None:
    root = str(Path(import_module("properties").__file__ or "").parents[1])
    variables = {key: value for key, value in os.environ.items() if key != "CI"} | environment | {"PYTHONPATH": root}
    run = subprocess.run(
        [sys.executable, "-c", RUN], env=variables, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    games, steps, fired, exercised = json.loads(run.stdout)
    assert {"games": games, "steps": steps, "fired": dict(fired), "exercised": dict(exercised)} == here
    assert run.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_another_seed_gives_another_run(here: dict[str, Any]) -> None:
    assert summary(run_game_machine(GAME, Profile(examples=4, steps=20, shrinks=0), 4)) != here


def test_a_failing_run_prints_nothing_and_leaves_hypothesis_as_it_was(capfd: pytest.CaptureFixture[str]) -> None:
    providers: Any = import_module("hypothesis.internal.conjecture.providers")
    before = (providers._get_local_constants, providers.CONSTANTS_CACHE)
    run_game_machine(load_mutant("village", LAPS), Profile(examples=10, steps=10, shrinks=20), 0)
    assert (providers._get_local_constants, providers.CONSTANTS_CACHE) == before
    assert capfd.readouterr() == ("", "")


def simplest(strategy: st.SearchStrategy[Any]) -> Any:
    """What a strategy gives when all choices are the simplest."""
    found: list[Any] = []

    @settings(SETTINGS, max_examples=1)
    @given(strategy)
    def take(value: Any) -> None:
        found.append(value)

    take()
    return found[0]


def test_rulesets_shrink_to_the_default_and_reach_all_kinds() -> None:
    assert simplest(rulesets(GAME)) == GAME.Ruleset()
    seen = set()

    @settings(SETTINGS, max_examples=400)
    @given(rulesets(GAME))
    def take(ruleset: Any) -> None:
        seen.add(ruleset)

    take()
    named = named_rulesets(GAME)
    assert {len(ruleset.differences()) for ruleset in seen} >= {0, 1, 2, 5, 8}
    assert len(seen & set(named)) > 60
    assert len(seen - set(named)) > 60


def test_openings_shrink_to_the_smallest_box_and_reach_all() -> None:
    header, actions = simplest(openings(GAME))
    assert (header.box, header.ruleset, actions) == ("toy2", GAME.Ruleset(), ())
    assert header.start.players == 2
    assert header.start.deck == "".join(sorted(header.start.deck))
    seen = set()

    @settings(SETTINGS, max_examples=200)
    @given(openings(GAME))
    def take(start: Start) -> None:
        GAME.check_box(start[0].start, GAME.BOXES[start[0].box or ""])
        seen.add((start[0].box, start[0].start.players))

    take()
    assert seen == {(box, players) for box in GAME.BOXES for players in range(2, 6)}


@pytest.mark.parametrize("strategy", [played_positions(GAME), late_positions(GAME)], ids=["played", "late"])
def test_the_game_to_each_position_is_kept_and_legal(strategy: st.SearchStrategy[Start]) -> None:
    lengths = set()

    @SETTINGS
    @given(strategy)
    def take(start: Start) -> None:
        header, actions = start
        state = header.start
        for action in actions:
            state = GAME.apply(state, action, header.ruleset)
        lengths.add(len(actions))

    take()
    assert len(lengths) > 8


def test_random_is_only_what_the_builders_are_given() -> None:
    random.seed(1)
    state = random.getstate()
    run_game_machine(GAME, Profile(examples=2, steps=10, shrinks=0), 0)
    assert random.getstate() == state
