"""`check` says of every program with one fault exactly what it should, and nothing of unusual ones that are right."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from properties.mutants.faults import FAULTS, FINE, NOT_DRIVEN, SKIP, Fault
from tests.reports.running import Result, process

LIMITS = ["--timeout", "1", "--startup-timeout", "5"]
CODES = {FINE: 0, SKIP: 3, NOT_DRIVEN: 4}
MANY = 40  # cases: as few as show every clause
FEW = 12  # cases: as few as show every fault, and that nothing else is found


def checked(name: str, *options: str) -> tuple[Result, list[dict[str, Any]]]:
    """Checks the program with that fault: what is printed, and the verdicts."""
    many = FAULTS[name].said in (FINE, SKIP, "unsteady")
    options = ("--games", str(MANY if many else FEW), "--workers", "1", *LIMITS, "--json", "report.jsonl", *options)
    result = process("check", *options, "--", *command(name))
    return result, [json.loads(line) for line in Path("report.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]]


def command(name: str) -> list[str]:
    return [sys.executable, "-m", "properties.mutants.fake", "village", "--seed", seed(name), "--fault", name]


def seed(name: str) -> str:
    """A number by which processes of this test can be told from others."""
    return str(10**9 + crc32(name.encode()))


def left(name: str) -> list[str]:
    """The processes that still run of those that the program with that fault was."""
    listed = subprocess.run(["ps", "-e", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if f"--seed {seed(name)}" in line]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("name", "fault"), FAULTS.items(), ids=FAULTS)
def test_check_says_exactly_what_is_wrong_and_leaves_no_process(name: str, fault: Fault) -> None:
    result, verdicts = checked(name)
    refuted = [verdict["id"] for verdict in verdicts if verdict["grade"] == "refuted"]
    expected = {NOT_DRIVEN: ["harness"], FINE: [], SKIP: []}.get(fault.said, [fault.said])
    assert (result.code, refuted) == (CODES.get(fault.said, 1), expected), result.said
    assert result.err == ""
    assert left(name) == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("without-field", "Never shown by the program, so never compared: discard."),
        ("leaves-child", "Warning: children-left-behind: "),
        ("without-most", "Open: skip: too many players"),
        ("without-outcome", "skipped: no outcome; the program does not offer it"),
        ("without-observe", "skipped: no observe; the program does not offer it"),
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
