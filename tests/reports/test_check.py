"""`dragonproof check` as a command: what it refuses, prints, writes and exits with.

One run against a program that is right, and one against a program with a fault, are looked at from all sides.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from properties.clauses import catalogue
from properties.events import RunFinished
from properties.verdicts import ExitCode, Finding, Grade, Verdict
from reports.telling_check import tell_check
from tests.reports.running import (
    ANSI,
    COMMAND,
    InProcess,
    Result,
    default_interrupts,
    files_in,
    is_one_clear_error,
    process,
)

RIGHT = (sys.executable, "-m", "properties.mutants.fake", "village")
WRONG = (*RIGHT, "--mutant", "draw-bottom-card")
ASKED_REPLAY = json.dumps('"method": "replay"')[1:-1]  # as it stands in a trace
LIMITS = ("--timeout", "30", "--startup-timeout", "60", "--workers", "1")
GAMES = "60"


@dataclass(frozen=True)
class Run:
    """What a run gave back, the folder in which it ran, and the lines of its report."""

    result: Result
    folder: Path
    header: dict[str, Any]
    verdicts: dict[str, dict[str, Any]]
    footer: dict[str, Any]

    @property
    def refuted(self) -> list[str]:
        """What is refuted."""
        return [name for name, verdict in self.verdicts.items() if verdict["grade"] == "refuted"]


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def checked(folder: Path, *arguments: str, **environment: Any) -> Run:
    """Runs a check in a process of its own, in that folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        options = ("--json", "r.jsonl", "--junit", "r.xml", *LIMITS)
        result = process("check", *options, *arguments, **environment)
    finally:
        os.chdir(before)
    header, *verdicts, footer = lines(folder / "r.jsonl")
    return Run(result, folder, header, {verdict["id"]: verdict for verdict in verdicts}, footer)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A program that is right, asked about as many games as show every clause."""
    return checked(tmp_path_factory.mktemp("right"), "--games", GAMES, "--", *RIGHT)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A program with a fault."""
    folder = tmp_path_factory.mktemp("wrong")
    return checked(folder, "--games", "6", "--trace", "trace.jsonl", "--", *WRONG)


USAGE = {
    "no program": ([], "name one program to check"),
    "a program twice": (["--url", "http://127.0.0.1:1/", "--", *RIGHT], "name one program to check"),
    "two budgets": (["--games", "1", "--seconds", "1", "--", *RIGHT], "take one of them"),
    "two other budgets": (["--deep", "--seconds", "1", "--", *RIGHT], "take one of them"),
    "no games": (["--games", "0", "--", *RIGHT], "x>=1"),
    "seconds below zero": (["--seconds", "-1", "--", *RIGHT], "x>=0"),
    "no time for an answer": (["--timeout", "0", "--", *RIGHT], "x>=0.01"),
    "no workers": (["--workers", "0", "--", *RIGHT], "x>=1"),
    "no reason to skip": (["--allow-skip", "", "--", *RIGHT], "names a reason"),
    "two reports in one file": (["--json", "r", "--junit", "r", "--", *RIGHT], "the same place"),
    "an unknown start": (["--start", "middle", "--", *RIGHT], "opening"),
    "an unknown game": (["--game", "chess", "--", *RIGHT], "village"),
    "a clause that is nearly there": (["--only", "V-DRAW-9", "--", *RIGHT], "did you mean V-DRAW-"),
    "a clause nothing like any": (["--only", "xxxxxxxx", "--", *RIGHT], "see dragonproof explain"),
    "a clause of the other game": (["--only", "d-score-1", "--", *RIGHT], "a clause of drachenschatz"),
    "a record of another game than named": (["-g", "drachenschatz", "--record", "game.jsonl"], "leave --game"),
    "records of two games": (["--record", "game.jsonl", "--record", "other.jsonl"], "check one game at a time"),
    "an unknown box": (["--box", "tiny", "--", *RIGHT], "full, toy2, toy3"),
    "a folder without a name": (["--out", "", "--", *RIGHT], "the folder needs a name"),
    "a reading with two values": (["-r", "tie.full=none", "-r", "tie.full=shared", "--", *RIGHT], "given twice"),
    "a baseline that is not there": (["--baseline", "no.toml", "--", *RIGHT], "--write-baseline no.toml makes one"),
    "a baseline over another file": (["--write-baseline", "game.jsonl", "--", *RIGHT], "add --baseline game.jsonl"),
    "a baseline of nothing": (["--harness-only", "--write-baseline", "b", "--", *RIGHT], "leave one of them out"),
    "a baseline where no folder is": (["--write-baseline", "no/such", "--", *RIGHT], "no/such: No such file"),
    "a folder that is a file": (["--out", "game.jsonl", "--", *RIGHT], "no folder that can be written to"),
    "a report where no folder is": (["--json", "no/such", "--", *RIGHT], "no/such: No such file"),
    "another report where no folder is": (["--junit", "no/such", "--", *RIGHT], "no/such: No such file"),
    "a trace where no folder is": (["--trace", "no/such", "--", *RIGHT], "no/such: No such file"),
    "a record that is not there": (["--record", "no-such.jsonl"], "no-such.jsonl: No such file"),
    "a record that is none": (["--record", "opening.json"], "opening.json: "),
    "an empty record": (["--record", "empty.jsonl"], "empty.jsonl: empty"),
    "a record that is none, for a program": (["--record", "opening.json", "--", *RIGHT], "opening.json: "),
    "a URL that is none": (["--url", "banana"], "banana"),
    "a URL of another kind": (["--url", "ftp://127.0.0.1/"], "ftp://127.0.0.1/"),
    "a URL of somebody else": (["--url", "http://192.0.2.1:1/"], "192.0.2.1"),
    "an unbalanced command to compare with": (["--against", "'x", "--", *RIGHT], "No closing quotation"),
    "no command to compare with": (["--against", " ", "--", *RIGHT], "name a program"),
}


@pytest.mark.parametrize("case", USAGE)
def test_wrong_usage_is_told_before_anything_is_done(case: str, here: Path, dragonproof: InProcess) -> None:
    (here / "empty.jsonl").touch()
    (here / "other.jsonl").write_bytes((files("seeds") / "drachenschatz" / "records" / "full3.jsonl").read_bytes())
    before = files_in(here)
    arguments, says = USAGE[case]
    result = dragonproof("check", *arguments)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert says in result.err
    assert files_in(here) == before


def test_a_program_that_is_right_has_no_difference(right: Run) -> None:
    assert (right.result.code, right.result.err) == (0, "")
    assert "No difference (" in right.result.out.splitlines()[-1]
    assert "38 of 38 clauses exercised without a difference" in right.result.out
    assert [file.name for file in right.folder.iterdir() if file.is_dir()] == []


def test_a_report_has_a_header_a_verdict_a_line_and_a_footer(right: Run) -> None:
    assert right.header["report"] == "check"
    assert right.header["command"] == [*RIGHT]
    assert (right.header["game"], right.header["seed"], right.header["games"]) == ("village", 0, int(GAMES))
    assert {verdict["grade"] for verdict in right.verdicts.values()} == {"sampled"}
    assert right.verdicts.keys() >= {"V-SETUP-1", "V-TIE-3", "new_game", "protocol", "crash", "unsteady"}
    assert (right.footer["complete"], right.footer["exit"], right.footer["skipped"]) == (True, 0, {})
    assert right.footer["steps"] > right.footer["games"] > int(GAMES)
    assert right.footer["exercised"]["V-DRAW-1"] > 0
    assert right.header.keys() >= {"dragonproof", "version", "protocol", "rules"}
    assert not any("seconds" in verdict for verdict in right.verdicts.values())  # what is not measured is not told
    assert right.footer["fields"].keys() >= {"deck", "hands", "track"}


def test_a_fault_is_told_by_the_smallest_game_and_its_clause(wrong: Run) -> None:
    assert (wrong.result.code, wrong.refuted) == (1, ["V-DRAW-1"])
    finding = wrong.verdicts["V-DRAW-1"]["finding"]
    assert (finding["action"], finding["clauses"]) == ("draw", ["V-DRAW-1"])
    assert "Deck (2)" in finding["board"]
    assert "V-DRAW-1: The position is not the one that the rules lead to." in wrong.result.out
    assert "  The action      draw\n" in wrong.result.out
    assert wrong.result.out.splitlines()[-1].startswith("1 fault (")
    assert (wrong.footer["complete"], wrong.footer["exit"]) == (True, 1)


def test_junit_has_a_case_for_each_verdict(right: Run, wrong: Run) -> None:
    for run in (right, wrong):
        suite = ElementTree.parse(run.folder / "r.xml").getroot().find("testsuite")
        assert suite is not None
        cases = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
        tags: dict[str, list[str]] = {"refuted": ["failure"], "unknown": ["error"], "vacuous": ["error"]}
        assert cases == {name: tags.get(verdict["grade"], ["system-out"]) for name, verdict in run.verdicts.items()}
        assert int(suite.get("failures", "")) == len(run.refuted)
    failure = ElementTree.parse(wrong.folder / "r.xml").getroot().find(".//failure")
    assert failure is not None
    assert "To repeat: dragonproof check" in (failure.text or "")


def test_a_trace_has_every_message(wrong: Run) -> None:
    sent: list[Any] = []
    got: list[Any] = []
    for line in lines(wrong.folder / "trace.jsonl"):
        assert line["time"] > 0
        (sent if "sent" in line else got).append(json.loads(line.get("sent", line.get("got"))))
    methods = {message["method"] for message in sent}
    assert methods >= {"initialize", "new_game", "apply", "replay", "observe", "legal_actions", "shutdown"}
    assert [message["id"] for message in sent] == [message["id"] for message in got]


def test_findings_are_kept_and_the_printed_line_repeats_them(wrong: Run, dragonproof: InProcess) -> None:
    kept = sorted(file.name for file in (wrong.folder / "dragonproof-findings").iterdir())
    assert [name.rsplit("-", 1)[0] for name in kept if not name.endswith("-game.jsonl")] == ["V-DRAW-1"]
    assert len(kept) == 2
    (printed,) = (line for line in wrong.result.out.splitlines() if line.startswith("  To repeat       "))
    words = shlex.split(printed.removeprefix("  To repeat       "))
    assert words[:2] == ["dragonproof", "check"]
    before = Path.cwd()
    os.chdir(wrong.folder)
    try:
        result = dragonproof(*words[1:])
        fixed = dragonproof(*(word for word in words[1:] if word not in ("--mutant", "draw-bottom-card")))
        alone = dragonproof("check", "--record", str(Path("dragonproof-findings") / kept[0]))
    finally:
        os.chdir(before)
    assert result.code == 1
    assert "V-DRAW-1: The position is not the one that the rules lead to." in result.out
    assert fixed.code != 1
    assert "V-DRAW-1: The position" not in fixed.out
    assert "Let this be the position" not in fixed.out
    assert alone.code == 1


def without_seconds(text: str) -> list[Any]:
    return [{key: value for key, value in json.loads(line).items() if key != "seconds"} for line in text.splitlines()]


def test_the_same_seed_gives_the_same_whatever_the_order_of_sets(wrong: Run, tmp_path: Path) -> None:
    before = (wrong.folder / "r.jsonl").read_text(encoding="utf-8")
    arguments = ("--games", "6", "--trace", "trace.jsonl", "--", *WRONG)
    for hash_seed in ("1", "2"):
        again = checked(tmp_path, *arguments, PYTHONHASHSEED=hash_seed)
        assert without_seconds((tmp_path / "r.jsonl").read_text(encoding="utf-8")) == without_seconds(before)
        assert again.result.out == wrong.result.out


def test_another_seed_asks_about_other_cases(wrong: Run, tmp_path: Path) -> None:
    other = checked(tmp_path, "--games", "1", "--seed", "7", "--", *RIGHT)
    assert (other.result.code, other.header["seed"]) == (3, 7)
    assert "Never exercised: " in other.result.out
    assert other.footer["steps"] not in (0, wrong.footer["steps"])


@pytest.mark.parametrize(("clause", "code"), [("V-DRAW-1", 1), ("V-BRIBE-1", 0)])
def test_only_the_clauses_that_are_wanted_are_judged(clause: str, code: int, tmp_path: Path) -> None:
    run = checked(tmp_path, "--games", "3", "--only", clause, "--", *WRONG)
    assert (run.result.code, list(run.verdicts)) == (code, [clause])


def test_at_the_first_difference_a_run_may_stop(wrong: Run, tmp_path: Path) -> None:
    run = checked(tmp_path, "--games", "10000", "--fail-fast", "--", *WRONG)
    assert (run.result.code, len(run.refuted)) == (1, 1)
    assert run.footer["complete"] is False
    assert run.footer["games"] <= wrong.footer["games"]


def test_a_run_may_stop_after_the_harness_check(tmp_path: Path) -> None:
    (tmp_path / "trace.jsonl").write_text("of another run\n", encoding="utf-8")
    run = checked(tmp_path, "--harness-only", "--trace", "trace.jsonl", "--", *WRONG)
    assert (run.result.code, list(run.verdicts)) == (0, ["harness"])
    assert "can be driven: it can be set to any position." in run.result.out
    assert {line["worker"] for line in lines(tmp_path / "trace.jsonl")} == {0}
    assert (run.footer["complete"], run.footer["games"]) == (True, 0)


@pytest.mark.parametrize("command", [["/no/such/program"], [sys.executable, "-c", "print('hello')"]])
def test_a_program_that_cannot_be_driven_is_exit_4(command: list[str], tmp_path: Path) -> None:
    run = checked(tmp_path, "--games", "1", "--", *command)
    assert (run.result.code, run.refuted) == (4, ["harness"])
    assert run.result.out.startswith("The program cannot be driven: ")
    assert "What to fix: " in run.result.out
    assert (run.footer["complete"], run.footer["exit"]) == (False, 4)


def test_nothing_in_why_a_program_cannot_be_driven_is_obeyed_by_a_terminal(here: Path, dragonproof: InProcess) -> None:
    error = {"code": -32000, "message": "x\n::error title=x::y\x1b[31m\x00"}
    program = "import json, sys\nfor line in sys.stdin:\n    id = json.loads(line)['id']\n"
    program += f"    print(json.dumps({{'jsonrpc': '2.0', 'id': id, 'error': {error!r}}}), flush=True)\n"
    (here / "p.py").write_text(program, encoding="utf-8")
    result = dragonproof("check", "--games", "1", "--", sys.executable, "p.py")
    assert result.code == 4
    assert "::error title=x::y" in result.out
    assert not any(line.lstrip().startswith("::") for line in result.out.splitlines())
    assert result.out.replace("\n", "").isprintable()


def test_a_program_to_compare_with_that_cannot_be_started_is_named(here: Path, dragonproof: InProcess) -> None:
    result = dragonproof("check", "--games", "1", "--against", "/no/such/program", "--", *RIGHT)
    assert result.code == 4
    assert "/no/such/program: No such file" in result.out
    assert str(here) not in result.out


def test_what_is_skipped_is_no_pass_unless_that_is_allowed(right: Run, tmp_path: Path) -> None:
    command = ("--", *RIGHT, "--fault", "without-observe")
    run = checked(tmp_path, "--games", GAMES, *command)
    assert (run.result.code, run.refuted) == (3, [])
    assert "Open: V-INFO-1: skipped: no observe" in run.result.out
    allowed = checked(tmp_path, "--games", GAMES, "--allow-skip", "no observe", *command)
    assert (allowed.result.code, allowed.result.err) == (0, "")
    assert right.verdicts.keys() - allowed.verdicts.keys() == {"V-INFO-1"}


def test_two_programs_are_compared_with_each_other(tmp_path: Path) -> None:
    run = checked(tmp_path, "--games", "3", "--against", shlex.join(WRONG), "--", *RIGHT)
    assert (run.result.code, run.refuted) == (1, ["V-DRAW-1"])
    assert run.header["against"] == [*WRONG]
    (printed,) = (line for line in run.result.out.splitlines() if line.startswith("  To repeat       "))
    assert f"--against {shlex.quote(shlex.join(WRONG))}" in printed


def test_two_programs_with_the_same_fault_do_not_differ(tmp_path: Path) -> None:
    run = checked(tmp_path, "--games", "3", "--against", shlex.join(WRONG), "--", *WRONG)
    assert run.refuted == []
    assert "Both programs differ from the rules in the same way: V-DRAW-1" in run.result.out


def record(here: Path, name: str, *rows: dict[str, Any]) -> str:
    (here / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return name


def test_a_recorded_game_that_follows_the_rules_is_exit_0(here: Path, dragonproof: InProcess) -> None:
    result = dragonproof("check", "--record", "game.jsonl", "--json", "r.jsonl")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("game.jsonl: sampled: ")
    _, verdict, footer = lines(here / "r.jsonl")
    assert (verdict["id"], verdict["grade"], footer["exit"]) == ("record.game.jsonl", "sampled", 0)


def test_what_a_recorded_game_leaves_out_is_inferred(here: Path, dragonproof: InProcess) -> None:
    header, *steps, outcome = lines(here / "game.jsonl")
    del header["state"]["deck"]
    for step in steps:
        del step["state"]["deck"]
    result = dragonproof("check", "--record", record(here, "short.jsonl", header, *steps, outcome))
    assert (result.code, result.err) == (0, "")
    assert "inferred: deck" in result.out
    steps[2]["state"]["turn"] = steps[1]["state"]["turn"]
    result = dragonproof("check", "--record", record(here, "short.jsonl", header, *steps, outcome))
    assert result.code == 1
    assert "short.jsonl: refuted: " in result.out


def test_a_recorded_game_that_breaks_a_rule_is_exit_1(here: Path, dragonproof: InProcess) -> None:
    header, *steps, outcome = lines(here / "game.jsonl")
    steps[3]["state"]["turn"] = steps[2]["state"]["turn"]
    broken = record(here, "broken.jsonl", header, *steps, outcome)
    result = dragonproof("check", "--record", broken, "--record", "game.jsonl", "--junit", "r.xml")
    assert result.code == 1
    assert "broken.jsonl: refuted: " in result.out
    assert "step: 4" in result.out
    assert "game.jsonl: sampled: " in result.out
    suite = ElementTree.parse(here / "r.xml").getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")


def test_a_recorded_game_that_is_cut_off_is_exit_3(here: Path, dragonproof: InProcess) -> None:
    whole = (here / "game.jsonl").read_bytes()
    (here / "cut.jsonl").write_bytes(whole[: len(whole) // 2])
    result = dragonproof("check", "--record", "cut.jsonl")
    assert (result.code, result.err) == (3, "")
    assert "cut.jsonl: unknown: " in result.out


def test_a_recorded_game_is_asked_of_a_program(here: Path, dragonproof: InProcess) -> None:
    header, *steps, _ = lines(here / "game.jsonl")
    short = record(here, "short.jsonl", header, *steps[:6], {"action": {"type": "draw"}})
    for command, code in ((RIGHT, 0), (WRONG, 1)):
        result = dragonproof("check", *LIMITS, "--record", short, "--json", "r.jsonl", "--", *command)
        assert result.code == code
        assert ("V-DRAW-1: The position is not" in result.out) is (code == 1)
        assert lines(here / "r.jsonl")[-1]["complete"] is True
        assert "\n\n\n" not in result.out


def test_a_record_names_its_game_for_the_words_and_for_the_program(here: Path, dragonproof: InProcess) -> None:
    kept = (files("seeds") / "drachenschatz" / "records" / "full3.jsonl").read_text(encoding="utf-8")
    header, *steps, _ = map(json.loads, kept.splitlines())
    wrong = [step | {"state": step["state"] | {"turn": 1 - step["state"]["turn"]}} for step in steps[:1]]
    broken = record(here, "broken.jsonl", header, *wrong)
    result = dragonproof("check", "--record", broken)
    assert result.code == 1
    assert "  D-" in result.out
    assert f"To repeat       dragonproof check --record {broken}" in result.out
    program = (sys.executable, "-m", "properties.mutants.fake", "drachenschatz")
    result = dragonproof("check", *LIMITS, "--record", broken, "--", *program)
    assert result.code == 0
    assert f"{broken}: its step 1 is not as the rules say (D-" in result.out
    cut = (here / broken).read_bytes()[:-20]
    (here / "cut.jsonl").write_bytes(cut)
    result = dragonproof("check", *LIMITS, "--record", "cut.jsonl", "--", *program)
    assert result.code == 3
    assert "is cut off" in result.out
    of_village = (sys.executable, "-m", "properties.mutants.fake", "village")
    result = dragonproof("check", *LIMITS, "--record", broken, "--", *of_village)
    assert result.code == 4
    assert "-32001" in result.out


def test_that_deals_were_not_compared_is_told(right: Run, wrong: Run) -> None:
    told = "Whether openings differ from one another as chance will have it was not seen: "
    assert told in wrong.result.out
    assert any(told in note for note in wrong.footer["notes"])
    assert told not in right.result.out
    assert not any(told in note for note in right.footer["notes"])


def still_running(mark: str) -> list[str]:
    listed = subprocess.run(["ps", "-e", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if mark in line and "-o args=" not in line]


def test_an_interrupted_check_tells_what_it_has_found_and_leaves_no_process(tmp_path: Path) -> None:
    mark, trace = str(time.time_ns()), tmp_path / "trace.jsonl"
    arguments = ["--seconds", "600", "--trace", trace.name, "--json", "r.jsonl", *LIMITS]
    with subprocess.Popen(
        [*COMMAND, "check", *arguments, "--", *WRONG, "--seed", mark],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_interrupts,
    ) as running:
        stop, replays = time.monotonic() + 120, 0
        while replays < 6 and time.monotonic() < stop:  # a few cases after the first, which shows the fault
            time.sleep(0.1)
            replays = trace.read_text(encoding="utf-8").count(ASKED_REPLAY) if trace.exists() else 0
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    footer = lines(tmp_path / "r.jsonl")[-1]
    assert (running.returncode, footer["exit"], footer["complete"]) == (1, 1, False)
    assert (err, ANSI.search(out)) == ("", None)
    assert out.splitlines()[-1].startswith("1 fault (")
    assert len(list((tmp_path / "dragonproof-findings").iterdir())) == 2
    assert still_running(mark) == []


def test_without_a_terminal_the_output_is_plain(right: Run, wrong: Run) -> None:
    for run in (right, wrong):
        assert not ANSI.search(run.result.said)
        assert run.result.err == ""
        assert max(map(len, run.result.out.splitlines())) <= 300
        assert [line for line in run.result.out.splitlines() if line != line.rstrip()] == []


def test_what_a_terminal_would_obey_is_written_as_an_escape() -> None:
    finding = Finding((), "", "", "an answer", "error \x1b]0;x\x07", notes=(("standard error", "\x1b[2Jone\ntwo\x00"),))
    verdict = Verdict("crash", "It ends.", Grade.REFUTED, "", 0.0, finding)
    told = tell_check([verdict], RunFinished(True, 1, 1, ExitCode.VIOLATION), catalogue("village"))
    assert "\\x1b]0;x\\x07" in told
    assert "\\x1b[2Jone" in told
    assert all(each.isprintable() for each in told.replace("\n", ""))


def test_a_run_that_was_cut_says_so() -> None:
    for complete in (True, False):
        told = tell_check([], RunFinished(complete, 1, 1, ExitCode.INCOMPLETE), catalogue("village"))
        assert ("The run was cut" in told) is not complete
