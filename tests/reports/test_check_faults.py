"""`check` says of every program with one fault exactly what it should, and nothing of unusual ones that are right."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from properties.conformance.parts import parts
from properties.mutants.faults import FAULTS, FINE, NOT_DRIVEN, SKIP, UNSHUFFLED, Fault
from tests.reports.running import Result, process

LIMITS = ["--timeout", "1", "--startup-timeout", "5"]
CODES = {FINE: 0, SKIP: 3, NOT_DRIVEN: 4}
MANY = 60  # cases: as few as show every clause
DEALING = ("deals-only", "hides-deck", "hides-all")  # which takes longer, and never shows every clause
FEW = 12  # cases: as few as show every fault, and that nothing else is found


def checked(name: str, *options: str, seed: int = 0) -> tuple[Result, list[dict[str, Any]]]:
    """Checks the program with that fault: what is printed, and the verdicts. seed: of the games that it deals."""
    command = [sys.executable, "-m", "properties.mutants.fake", "village", "--seed", str(seed), "--fault", name]
    many = FAULTS[name].said in (FINE, SKIP, UNSHUFFLED, "unsteady") and name not in DEALING
    options = ("--games", str(MANY if many else FEW), "--workers", "1", *LIMITS, "--json", "report.jsonl", *options)
    result = process("check", *options, "--", *command)
    return result, [json.loads(line) for line in Path("report.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]]


def left(seed: int) -> list[str]:
    """The processes that still run of programs that deal from that seed."""
    listed = subprocess.run(["ps", "-e", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if f"--seed {seed} " in line]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("name", "fault"), FAULTS.items(), ids=FAULTS)
def test_check_says_exactly_what_is_wrong_and_leaves_no_process(name: str, fault: Fault) -> None:
    seed = 10**9 + crc32(name.encode())  # by which its processes can be told from all others
    result, verdicts = checked(name, seed=seed)
    refuted = [verdict["id"] for verdict in verdicts if verdict["grade"] == "refuted"]
    unshuffled = [*parts("village").CHANCE_CLAUSES[:1]]
    expected = {NOT_DRIVEN: ["harness"], FINE: [], SKIP: [], UNSHUFFLED: unshuffled}.get(fault.said, [fault.said])
    assert (result.code, refuted) == (CODES.get(fault.said, 1), expected), result.said
    assert result.err == ""
    assert left(seed) == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("without-field", "Never shown by the program, so never compared: discard."),
        ("leaves-child", "Warning: children-left-behind: "),
        ("without-most", "Open: skip: too many players"),
        ("without-outcome", "skipped: no outcome; the program does not offer it"),
        ("without-observe", "skipped: no observe; the program does not offer it"),
        ("blank-view", "skipped: blank view; what a player is shown never changes, though what the player sees does"),
        ("deals-the-same", 'deck "the same in each of 2 games"'),
        ("hides-all", "Never shown by the program, so never compared: deck, hands."),
        ("crash-later", "standard error: Traceback: the game is broken"),
    ],
)
def test_what_is_said_beside_the_verdicts(name: str, told: str) -> None:
    result, _ = checked(name)
    assert " ".join(told.split()) in " ".join(result.out.split())


def test_a_skip_that_was_asked_for_is_no_reason_to_complain() -> None:
    result, _ = checked("without-most", "--allow-skip", "too many")
    assert result.code == 0, result.said
