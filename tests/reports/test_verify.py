"""`verify` judges recorded games and pinned counts, and reports what it found."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from properties.events import Event
from properties.verifying import Check, checks
from properties.verifying import verify as verify_game
from reference_engine import load
from reference_engine.interface import Game
from tests.reports.running import InProcess, install, process

VILLAGE = load("village")
RECORD = "record.toy3-tie"
COUNTS = "perft.toy2"


@pytest.fixture
def seeds(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small copy of the data that is verified, to be spoiled."""
    source, copy = Path(str(files("seeds") / "village")), here / "seeds"
    for name in ("records/toy3-tie.jsonl", "records/full2.jsonl", "perft/toy2.jsonl", "perft/late2.jsonl"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, copy / name)
    for module in ("properties.verifying", "properties.perftfiles"):
        monkeypatch.setattr(f"{module}.folder", lambda _: copy)
    return copy


def report(here: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]], dict[str, Any]]:
    """The header, the verdicts by id, and the footer of the report that was written."""
    header, *verdicts, footer = map(json.loads, (here / "report.jsonl").read_text().splitlines())
    return header, {verdict["id"]: verdict for verdict in verdicts}, footer


def edit(file: Path, change: Callable[[list[Any]], None]) -> None:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_the_reference_engine_holds(here: Path) -> None:
    result = process("verify", "--json", "report.jsonl")
    assert (result.code, result.err) == (0, "")
    header, verdicts, footer = report(here)
    assert (header["dragonproof"], header["report"], header["game"]) == (1, "verify", "village")
    assert footer == {"complete": True, "exit": 0}
    assert list(verdicts) == [check.id for check in checks(VILLAGE)]
    assert {verdict["grade"] for verdict in verdicts.values()} == {"sampled", "exhaustive"}
    assert result.out.endswith(f"\n\nAll {len(verdicts)} checks hold.\n")
    table = [line.split(maxsplit=2) for line in result.out.splitlines()[: len(verdicts)]]
    assert table == [[verdict["id"], verdict["grade"], verdict["evidence"]] for verdict in verdicts.values()]


def test_every_record_and_every_deal_is_checked() -> None:
    folder = Path(str(files("seeds") / "village"))
    expected = {f"record.{file.stem}" for file in (folder / "records").iterdir()}
    expected |= {f"perft.{file.name.removesuffix('.jsonl')}" for file in (folder / "perft").iterdir()}
    assert {check.id for check in checks(VILLAGE)} == expected
    assert len(checks(VILLAGE)) == len(expected)


@pytest.mark.usefixtures("seeds")
def test_json_to_standard_output_is_the_report_alone(dragonproof: InProcess) -> None:
    printed = [json.loads(line) for line in dragonproof("verify", "--json", "-").out.splitlines()]
    assert [line.get("id") for line in printed] == [
        None, "record.full2", RECORD, "perft.late2", COUNTS, None
    ]  # fmt: skip
    evidence = {line["id"]: line["evidence"] for line in printed[1:-1]}
    assert evidence == {
        "record.full2": "42 steps", RECORD: "4 steps",
        "perft.late2": "depth 3, 213 positions", COUNTS: "depth 8, 316 positions",
    }  # fmt: skip


def test_a_record_that_breaks_a_rule_refutes_and_can_be_repeated(
    seeds: Path, here: Path, dragonproof: InProcess
) -> None:
    def spoil(lines: list[Any]) -> None:
        lines[2]["state"]["deck"] = "A"

    edit(seeds / "records/toy3-tie.jsonl", spoil)
    result = dragonproof("verify", "--json", "report.jsonl")
    _, verdicts, footer = report(here)
    assert (result.code, footer) == (1, {"complete": True, "exit": 1})
    assert [key for key, verdict in verdicts.items() if verdict["grade"] == "refuted"] == [RECORD]
    finding = verdicts[RECORD]["finding"]
    assert (finding["got"], finding["expected"].split()[0]) == ('"A"', "deck")
    assert finding["board"] == dragonproof("show", str(seeds / "records/toy3-tie.jsonl"), "--step", "1").out.rstrip(
        "\n"
    )
    assert f"\n{RECORD} is refuted: {verdicts[RECORD]['sentence']}\n" in result.out
    assert f'action    {finding["action"]}\nexpected  {finding["expected"]}\ngot       "A"\n' in result.out
    assert f"clauses   {', '.join(finding['clauses'])}\n" in result.out
    assert "\n1 of 4 checks are refuted.\n" in result.out
    line = next(line for line in result.out.splitlines() if line.startswith("To repeat: "))
    install(here)
    again = subprocess.run(
        line.replace("To repeat: ", "./"), shell=True, capture_output=True, text=True, timeout=30, check=False
    )
    assert (again.returncode, "deck is not what the rules lead to" in again.stdout) == (1, True)


@pytest.mark.parametrize("field", ["sequences", "endings", "positions", "scores", "winners", "digest"])
def test_a_count_that_is_not_the_pinned_one_refutes(
    field: str, seeds: Path, here: Path, dragonproof: InProcess
) -> None:
    def spoil(lines: list[Any]) -> None:
        lines[-1][field] = "0" * 64 if field == "digest" else lines[-1][field] + 1

    edit(seeds / "perft/toy2.jsonl", spoil)
    result = dragonproof("verify", "--json", "report.jsonl")
    finding = report(here)[1][COUNTS]["finding"]
    assert result.code == 1
    expected, got = json.loads(finding["expected"]), json.loads(finding["got"])
    assert [key for key in expected if expected[key] != got[key]] == [field]
    assert finding["board"] in result.out
    repeat = finding["repeat"].split()
    assert repeat == ["dragonproof", "perft", "toy2", "--depth", "8", "--game", "village"]
    assert dragonproof(*repeat[1:]).code in (0, 1)


@pytest.mark.usefixtures("seeds")
def test_two_counts_that_differ_refute(here: Path, dragonproof: InProcess,
                                       monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    numbers = iter(range(10**6))
    monkeypatch.setattr("properties.perft._weighted", lambda _: next(numbers))
    result = dragonproof("verify", "--json", "report.jsonl")
    assert result.code == 1
    assert report(here)[1][COUNTS]["grade"] == "refuted"
    assert "two equal counts" in result.out


@pytest.mark.parametrize(
    ("spoil", "grade"),
    [
        (lambda data: data[:-30], "unknown"),
        (lambda data: data[: data.index(b"\n") + 1], "vacuous"),
        (lambda data: b"".join(data.splitlines(keepends=True)[:-1]), "unknown"),
    ],
    ids=["cut off", "no steps", "no outcome"],
)
def test_what_stays_open_is_incomplete_never_green(
    spoil: Callable[[bytes], bytes], grade: str, seeds: Path, here: Path, dragonproof: InProcess
) -> None:
    file = seeds / "records/toy3-tie.jsonl"
    file.write_bytes(spoil(file.read_bytes()))
    result = dragonproof("verify", "--json", "report.jsonl")
    _, verdicts, footer = report(here)
    assert (result.code, footer, verdicts[RECORD]["grade"]) == (3, {"complete": True, "exit": 3}, grade)
    assert result.out.endswith("\nIncomplete: 3 checks hold, the others are open or were not made.\n")


def test_a_deal_without_counts_is_vacuous(seeds: Path, here: Path, dragonproof: InProcess) -> None:
    edit(seeds / "perft/toy2.jsonl", lambda lines: lines.__delitem__(slice(1, None)))
    assert dragonproof("verify", "--json", "report.jsonl").code == 3
    assert report(here)[1][COUNTS]["grade"] == "vacuous"


def test_a_broken_data_file_is_an_error_not_a_crash(seeds: Path, here: Path, dragonproof: InProcess) -> None:
    (seeds / "perft/toy2.jsonl").write_text("nonsense")
    result = dragonproof("verify", "--json", "report.jsonl")
    assert (result.code, result.err.startswith("Error: "), (here / "report.jsonl").exists()) == (2, True, False)


@pytest.mark.usefixtures("seeds")
def test_an_interrupted_run_reports_what_is_known(
    here: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Game, asked: tuple[Check, ...]) -> Iterator[Event]:
        def stop() -> Any:
            raise KeyboardInterrupt

        yield from verify_game(game, (*asked[:2], replace(asked[2], ask=stop), *asked[3:]))

    monkeypatch.setattr("reports.verify.verify_game", interrupted)
    result = dragonproof("verify", "--json", "report.jsonl")
    _, verdicts, footer = report(here)
    assert (result.code, len(verdicts), footer) == (3, 2, {"complete": False, "exit": 3})
    assert result.err.strip() == "Interrupted: this is what is known so far."
    assert result.out.endswith("\nIncomplete: 2 checks hold, the others are open or were not made.\n")


@pytest.mark.usefixtures("here")
def test_nothing_to_check_is_incomplete(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.verify.checks", lambda _: ())
    assert dragonproof("verify").code == 3
