"""`dragonproof check` on readings: found or declared, given by --ruleset, accepted, and beside faults."""

import json
import os
import random
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from properties.conformance.evidence import changed
from properties.conformance.records import judge_record
from properties.dealing import deal
from properties.verdicts import Grade
from reference_engine import load
from reference_engine.record import read_record
from tests.reports.running import InProcess, Result, is_one_clear_error, process

PROGRAM = """
import json, sys
from properties.mutants.fake import fake_server

says, mutant, *pairs = sys.argv[1:]
server = fake_server("village", mutant if mutant != "-" else None, dict(pair.split("=") for pair in pairs))
for line in sys.stdin.buffer:
    answer = json.loads(server.answer(line))
    if isinstance(answer.get("result"), dict) and "readings" in answer["result"]:
        answer["result"]["readings"] = json.loads(says)
    print(json.dumps(answer), flush=True)
    if not server.running:
        break
"""
"""A program that says of its readings what the first argument is."""
LIMITS = ("--timeout", "30", "--startup-timeout", "60", "--workers", "1")
PENALTY = "score.wild_penalty=3"
TOLD = "A question of rules: The program follows score.wild_penalty: 3, without saying so."


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    return tmp_path


def playing(*readings: str, mutant: str = "-", says: str = "{}") -> list[str]:
    """The command line of a program under these readings, which says that it follows others."""
    return [sys.executable, "program.py", says, mutant, *readings]


def checked(
    dragonproof: InProcess, *options: str, program: Sequence[str], games: int = 4
) -> tuple[Result, dict[str, Any]]:
    """Checks a program: what is printed, and the verdicts and the footer by their ids."""
    result = dragonproof("check", *LIMITS, "--json", "r.jsonl", "--games", str(games), *options, "--", *program)
    return result, verdicts_of(Path("r.jsonl"))


def verdicts_of(report: Path) -> dict[str, Any]:
    """The verdicts and the footer of a report, by their ids."""
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {line.get("id", "footer"): line for line in lines[1:]}


def refuted(verdicts: dict[str, Any]) -> list[str]:
    """What is refuted."""
    return [key for key, verdict in verdicts.items() if verdict.get("grade") == "refuted"]


@dataclass(frozen=True)
class Run:
    """What a check gave back, its folder, its verdicts and its footer by their ids, and its cases in JUnit."""

    result: Result
    folder: Path
    verdicts: dict[str, Any]
    cases: dict[str | None, Element]


def run_in(folder: Path, *options: str) -> Run:
    """A check, in a folder, of a program that follows a reading and does not say so."""
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    before = Path.cwd()
    os.chdir(folder)
    try:
        files = ("--json", "r.jsonl", "--junit", "r.xml")
        result = process("check", *LIMITS, *files, "--games", "4", *options, "--", *playing(PENALTY))
    finally:
        os.chdir(before)
    suite = ElementTree.parse(folder / "r.xml").getroot()
    return Run(
        result, folder, verdicts_of(folder / "r.jsonl"), {each.get("name"): each for each in suite.iter("testcase")}
    )


@pytest.fixture(scope="module")
def only_found(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Nobody has said that it does."""
    return run_in(tmp_path_factory.mktemp("found"))


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """It is allowed to."""
    return run_in(tmp_path_factory.mktemp("accepted"), "--allow-readings")


def test_a_reading_that_is_only_found_is_a_question_of_rules_and_exit_1(only_found: Run) -> None:
    verdicts, out = only_found.verdicts, only_found.result.out
    assert (only_found.result.code, refuted(verdicts)) == (1, ["readings.program"])
    verdict = verdicts["readings.program"]
    assert verdict["evidence"] == "follows score.wild_penalty: 3; explains what differs at V-SCORE-3"
    assert verdict["finding"]["clauses"] == ["V-SCORE-3"]
    assert verdict["finding"]["got"].startswith("outcome.scores [")
    assert verdicts["V-SCORE-3"]["grade"] == "sampled"
    assert verdicts["footer"]["readings"] == {"program": [{"score.wild_penalty": "3"}]}
    assert TOLD in out
    said = " ".join(out.split())
    assert "Let this be the position" in said
    assert "consulted at: V-SCORE-3" in said
    assert 'rules in English: explicit 2, on the words "2 points"' in said
    assert "summary in German: open" in said
    assert "name it in the `readings` of `initialize`, or check with --ruleset score.wild_penalty=3" in said
    assert out.splitlines()[-1].startswith("No fault, but a question of rules (")
    assert "fault (" not in out


def test_it_is_exit_0_if_it_is_accepted(accepted: Run) -> None:
    assert (accepted.result.code, refuted(accepted.verdicts)) == (0, [])
    assert accepted.verdicts["readings.program"]["grade"] == "sampled"
    assert TOLD in accepted.result.out


def test_junit_has_a_case_of_its_own_for_readings(only_found: Run, accepted: Run) -> None:
    for run, tag in ((only_found, "failure"), (accepted, "system-out")):
        (child,) = run.cases["readings.program"]
        assert child.tag == tag
        assert "what to do: if it is meant so" in (child.text or "")
        assert [child.tag for child in run.cases["V-SCORE-3"]] == ["system-out"]


@pytest.mark.parametrize(
    ("options", "says"),
    [(("--ruleset", PENALTY), "{}"), ((), '{"score.wild_penalty": "3"}')],
    ids=["given", "declared"],
)
def test_it_is_exit_0_where_it_is_said(options: tuple[str, ...], says: str, dragonproof: InProcess) -> None:
    result, verdicts = checked(dragonproof, *options, program=playing(PENALTY, says=says), games=60)
    assert (result.code, refuted(verdicts)) == (0, [])
    assert "Readings: score.wild_penalty=3." in result.out
    assert "question of rules" not in result.out
    assert verdicts["footer"]["readings"] == {}


def test_a_reading_that_is_given_is_what_the_program_is_held_against(dragonproof: InProcess) -> None:
    result, verdicts = checked(dragonproof, "--ruleset", PENALTY, program=playing())
    assert (result.code, refuted(verdicts)) == (1, ["readings.program"])
    assert "The program follows score.wild_penalty: 2, without saying so." in result.out


def test_a_value_that_contradicts_what_is_declared_is_wrong_usage(here: Path, dragonproof: InProcess) -> None:
    program = playing(PENALTY, says='{"score.wild_penalty": "3"}')
    result = dragonproof("check", *LIMITS, "--ruleset", "score.wild_penalty=2", "--", *program)
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert "--ruleset score.wild_penalty=2 contradicts `initialize`, which says score.wild_penalty=3" in result.err
    record(here, readings={"score.wild_penalty": "4"})
    result = dragonproof("check", "--ruleset", PENALTY, "--record", "game.jsonl")
    assert result.code == 2
    assert f"--ruleset {PENALTY} contradicts game.jsonl, which says score.wild_penalty=4" in result.err


@pytest.mark.parametrize("pair", ["score.penalty=3", "score.wild_penalty=7", "score.wild_penalty"])
def test_a_reading_that_there_is_not_is_wrong_usage(pair: str, dragonproof: InProcess) -> None:
    result = dragonproof("check", "--ruleset", pair, "--", "no-such-program")
    assert (result.code, is_one_clear_error(result.err)) == (2, True)


def test_a_fault_beside_a_reading_stays_a_fault(dragonproof: InProcess) -> None:
    program = playing(PENALTY, mutant="draw-bottom-card")
    result, verdicts = checked(dragonproof, "--allow-readings", program=program, games=15)
    assert (result.code, refuted(verdicts)) == (1, ["V-DRAW-1"])
    assert result.out.index("V-DRAW-1: The position") < result.out.index(TOLD)
    assert result.out.splitlines()[-1].startswith("1 fault (")


def test_a_fault_is_no_reading(dragonproof: InProcess) -> None:
    result, verdicts = checked(dragonproof, program=playing(mutant="draw-bottom-card"))
    assert (result.code, refuted(verdicts)) == (1, ["V-DRAW-1"])
    assert "question of rules" not in result.out
    assert verdicts["footer"]["readings"] == {"program": []}


def test_several_workers_and_one_clause_come_to_the_same(dragonproof: InProcess) -> None:
    result, verdicts = checked(dragonproof, "--workers", "2", "--only", "V-SCORE-3", program=playing(PENALTY))
    assert (result.code, list(verdicts)) == (1, ["V-SCORE-3", "readings.program", "footer"])
    assert verdicts["V-SCORE-3"]["grade"] == "sampled"


def test_of_two_programs_the_one_is_named_that_follows_a_reading(dragonproof: InProcess) -> None:
    for one, other, who in (((PENALTY,), (), "program"), ((), (PENALTY,), "other")):
        against = ("--against", shlex.join(playing(*other)))
        result, verdicts = checked(dragonproof, *against, program=playing(*one))
        assert (result.code, refuted(verdicts)) == (1, [f"readings.{who}"])
        finding = verdicts[f"readings.{who}"]["finding"]
        scores = [json.loads(finding[side].removeprefix("outcome.scores ")) for side in ("got", "expected")]
        assert sum(scores[0]) < sum(scores[1])


def test_the_line_to_repeat_shows_it_again(only_found: Run) -> None:
    (printed,) = (line for line in only_found.result.out.splitlines() if line.startswith("  To repeat       "))
    record_of = shlex.split(printed)[shlex.split(printed).index("--record") + 1]
    kept = only_found.folder / record_of
    assert read_record(kept.read_bytes()).header.ruleset.differences() == {}
    assert judge_record("", kept.read_bytes()).grade is Grade.REFUTED
    assert judge_record("", changed(kept.read_bytes(), {"score.wild_penalty": "3"})).grade is Grade.SAMPLED


def record(here: Path, name: str = "game.jsonl", readings: dict[str, str] | None = None, off_by: int = 0) -> None:
    """Writes a game in which a Wild in hand costs three points, and says that it was played under other readings."""
    game = load("village")
    ruleset = game.Ruleset.from_readings({"score.wild_penalty": "3"})
    state, rng = deal(game, game.BOXES["full"], 2, 1, ruleset), random.Random(1)
    header = {"dragonproof": 1, "game": "village", "rules": game.RULES, "readings": readings or {}, "box": "full"}
    rows: list[Any] = [header | {"state": game.position_to_json(state)}]
    while not game.is_terminal(state):
        action = rng.choice(game.legal_actions(state, ruleset))
        state = game.apply(state, action, ruleset)
        rows.append({"action": game.action_to_json(action), "state": game.position_to_json(state)})
    outcome = game.outcome_to_json(game.outcome(state, ruleset))
    outcome["scores"][0] += off_by
    assert any("W" in hand for hand in game.position_to_json(state)["hands"])
    rows.append({"outcome": outcome})
    (here / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_a_recorded_game_is_told_to_follow_a_reading(here: Path, dragonproof: InProcess) -> None:
    record(here)
    for options, code in (([], 1), (["--allow-readings"], 0)):
        result = dragonproof("check", "--record", "game.jsonl", *options)
        assert (result.code, result.err) == (code, "")
        assert result.out.startswith("game.jsonl: sampled: ")
        assert "The recorded games follow score.wild_penalty: 3, without saying so." in result.out
    result = dragonproof("check", "--record", "game.jsonl", "--ruleset", PENALTY)
    assert (result.code, result.err) == (0, "")
    assert "question of rules" not in result.out


def test_recorded_games_that_no_reading_explains_are_faults(here: Path, dragonproof: InProcess) -> None:
    record(here, off_by=9)
    result = dragonproof("check", "--record", "game.jsonl")
    assert result.code == 1
    assert result.out.startswith("game.jsonl: refuted: ")
    assert "question of rules" not in result.out


def test_a_recorded_game_that_follows_the_rules_speaks_against_a_reading(here: Path, dragonproof: InProcess) -> None:
    record(here)
    rows = (here / "game.jsonl").read_text(encoding="utf-8").splitlines()
    outcome = json.loads(rows[-1])
    hands = json.loads(rows[-2])["state"]["hands"]
    outcome["outcome"]["scores"] = [
        score + hand.count("W") for score, hand in zip(outcome["outcome"]["scores"], hands, strict=True)
    ]
    (here / "right.jsonl").write_text("\n".join([*rows[:-1], json.dumps(outcome)]) + "\n", encoding="utf-8")
    result = dragonproof("check", "--record", "game.jsonl", "--record", "right.jsonl")
    assert result.code == 1
    assert "question of rules" not in result.out
    assert "right.jsonl: sampled: " in result.out


def test_a_program_is_asked_about_a_recorded_game_and_told_to_follow_a_reading(
    here: Path, dragonproof: InProcess
) -> None:
    record(here)
    result = dragonproof("check", *LIMITS, "--record", "game.jsonl", "--", *playing(PENALTY))
    assert result.code == 1
    assert TOLD in result.out
    assert result.out.splitlines()[-1].startswith("No fault, but a question of rules (")
