"""`verify` in processes of its own, on copies of the project in which something may be broken."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from properties.clauses import catalogue
from reference_engine import games

ROOT = Path(__file__).parents[2]
ROOMS = ("reference_engine", "properties", "solver", "reports", "seeds")
START = [sys.executable, "-c", "from reports.main import main; main()"]


@dataclass(frozen=True)
class Run:
    """What a run of `verify` gave: its exit code, what it printed, and its report."""

    code: int
    out: str
    err: str
    header: dict[str, Any]
    verdicts: dict[str, dict[str, Any]]
    footer: dict[str, Any]


@dataclass(frozen=True)
class Copy:
    """A copy of the project in a folder of its own."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def change(self, file: str, before: str, after: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), encoding="utf-8")

    def ask(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*START, *arguments],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip

    def verify(self, *arguments: str) -> Run:
        return self.verify_all("--game", "village", *arguments)

    def verify_all(self, *arguments: str) -> Run:
        done = self.ask("verify", "--json", "report.jsonl", *arguments)
        return self.run(done.returncode, done.stdout, done.stderr)

    def run(self, code: int, out: str, err: str) -> Run:
        header, *verdicts, footer = map(json.loads, (self.folder / "report.jsonl").read_text().splitlines())
        several = len(header["games"]) > 1
        by_id = {f"{verdict['game']}.{verdict['id']}" if several else verdict["id"]: verdict for verdict in verdicts}
        assert len(by_id) == len(verdicts)
        return Run(code, out, err, header, by_id, footer)

    def repeat(self, run: Run) -> "subprocess.CompletedProcess[str]":
        """Runs the first line that the run says will repeat a finding."""
        line = next(line for line in run.out.splitlines() if line.startswith("To repeat: "))
        return self.ask(*line.removeprefix("To repeat: dragonproof ").split())


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    return Copy(tmp_path)


def refuted(run: Run) -> set[str]:
    return {key for key, verdict in run.verdicts.items() if verdict["grade"] == "refuted"}


def test_both_engines_hold_and_everything_is_exercised(copy: Copy) -> None:
    run = copy.verify_all("--quick")
    assert (run.code, run.err) == (0, "")
    assert (run.header["report"], run.header["games"], run.header["seed"]) == ("verify", [*games()], 0)
    assert (run.footer["complete"], run.footer["exit"], [*run.footer["games"]]) == (True, 0, [*games()])
    grades = {verdict["grade"] for verdict in run.verdicts.values()}
    assert grades == {"proved", "exhaustive", "sampled"}
    told = [line for line in run.out.splitlines() if line.startswith("All ")]
    assert sum(int(line.split()[1]) for line in told) == len(run.verdicts)
    for name in games():
        clauses = len(catalogue(name).clauses)
        assert f"\n{name}\n" in f"\n{run.out}"
        assert f"{clauses} of {clauses} clauses exercised" in run.out
    assert not (copy.folder / "dragonproof-findings").exists()


def test_only_the_games_that_have_such_work_or_such_readings_are_asked_about(copy: Copy) -> None:
    both = copy.verify_all("--only", "perft.full3")
    assert (both.header["games"], len(both.verdicts), both.code) == ([*games()], 2, 0)
    one = copy.verify_all("--only", "perft.toy2")
    assert (one.header["games"], [*one.verdicts]) == (["village"], ["perft.toy2"])
    assert not one.out.startswith("village")
    other = copy.verify_all("--only", "perft.full3", "--ruleset", "claim.turns=reveal")
    assert (other.header["games"], other.code) == (["drachenschatz"], 0)
    assert copy.ask("verify", "--ruleset", "no.such=reading").returncode == 2


def test_a_violation_in_one_game_outweighs_that_the_other_holds(copy: Copy) -> None:
    copy.change("reference_engine/drachenschatz/reveal.py", "state.middle[1:]", "state.middle[2:]")
    run = copy.verify_all("--only", "record.full3")
    assert (run.code, {name: end["exit"] for name, end in run.footer["games"].items()}) == (
        1,
        {"drachenschatz": 1, "village": 0},
    )


def test_a_changed_rule_is_found_with_its_board_its_clause_and_a_record_that_repeats_it(copy: Copy) -> None:
    copy.change("reference_engine/village/bribe.py", "return len(action.cards)", "return len(action.cards) + 1")
    run = copy.verify("--only", "cases.0")
    assert (run.code, run.footer["exit"]) == (1, 1)
    assert "favor.distance" in refuted(run)
    finding = run.verdicts["favor.distance"]["finding"]
    assert finding["board"] in run.out
    assert finding["action"].startswith("bribe ")
    assert f"expected  {finding['expected']}\ngot       {finding['got']}\nV-FAVOR-1: " in run.out
    (kept,) = (copy.folder / "dragonproof-findings").glob("favor.distance-*.jsonl")
    assert kept.read_text() == finding["record"]
    again = copy.repeat(run)
    assert again.returncode == 1
    assert "favor.distance is refuted" in again.stdout
    copy.change("reference_engine/village/bribe.py", "return len(action.cards) + 1", "return len(action.cards)")
    assert copy.repeat(run).returncode == 0


def test_a_changed_score_disagrees_with_the_solver(copy: Copy) -> None:
    copy.change("reference_engine/village/score.py", "return bribe.count(kind)\n", "return len(bribe)\n")
    run = copy.verify("--quick", "--only", "confirm.tied", "--ruleset", "tie.count=treasure")
    assert (run.code, refuted(run)) == (1, {"confirm.tied"})
    assert run.verdicts["confirm.tied"]["finding"]["clauses"][0] in ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")


def test_a_changed_formula_is_found_too(copy: Copy) -> None:
    source = copy.folder / "solver/village/model.py"
    text = source.read_text()
    assert "z3.Not" in text
    source.write_text(text.replace("z3.Not", "z3.Or if False else z3.Not"))
    assert copy.verify("--only", "theorem.beats.total").code == 0  # the text was changed, but nothing in it
    broken = text.replace(" > ", " < ")
    assert broken != text
    source.write_text(broken)
    assert copy.verify("--quick", "--only", "confirm.toy2").code == 1


def test_a_spoiled_record_is_refuted_kept_and_repeated(copy: Copy) -> None:
    file = copy.folder / "seeds/village/records/toy3-tie.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[2]["state"]["deck"] = "A"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run = copy.verify("--only", "record")
    assert (run.code, refuted(run)) == (1, {"record.toy3-tie"})
    again = copy.repeat(run)
    assert again.returncode == 1
    assert "deck is not what the rules lead to" in again.stdout
    assert run.verdicts["record.toy3-tie"]["finding"]["expected"] == 'deck "A"'


@pytest.mark.parametrize("field", ["sequences", "digest"])
def test_a_count_that_is_not_the_pinned_one_is_refuted(field: str, copy: Copy) -> None:
    file = copy.folder / "seeds/village/perft/toy2.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[-1][field] = "0" * 64 if field == "digest" else lines[-1][field] + 1
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run = copy.verify("--only", "perft.toy2")
    finding = run.verdicts["perft.toy2"]["finding"]
    expected, got = json.loads(finding["expected"]), json.loads(finding["got"])
    assert run.code == 1
    assert [key for key in expected if expected[key] != got[key]] == [field]
    assert copy.repeat(run).returncode == 1


def test_a_record_that_is_cut_off_stays_open(copy: Copy) -> None:
    file = copy.folder / "seeds/village/records/toy3-tie.jsonl"
    file.write_bytes(file.read_bytes()[:-30])
    run = copy.verify("--only", "record.toy3")
    assert (run.code, run.verdicts["record.toy3-tie"]["grade"]) == (3, "unknown")


def test_work_that_fails_is_unknown_and_says_why(copy: Copy) -> None:
    (copy.folder / "seeds/village/records/toy3-tie.jsonl").write_text("nonsense\n")
    run = copy.verify("--only", "record.toy3")
    assert (run.code, run.err) == (3, "")
    assert run.verdicts["record.toy3-tie"]["evidence"].startswith("CannotParse: not JSON")


def test_nothing_selected_is_incomplete(copy: Copy) -> None:
    assert copy.verify("--only", "nothing").code == 3


def test_the_same_seed_gives_the_same_report_and_another_seed_another(copy: Copy) -> None:
    def report(*arguments: str) -> dict[str, dict[str, Any]]:
        verdicts = copy.verify("--quick", "--only", "cases", "--only", "machine", *arguments).verdicts
        return {key: verdict | {"seconds": 0} for key, verdict in verdicts.items()}

    first = report()
    assert report("--workers", "1") == first
    assert report("--seed", "1") != first


def test_a_run_that_is_cut_is_incomplete_but_keeps_its_verdicts(copy: Copy) -> None:
    run = copy.verify("--seconds", "0")
    assert (run.code, run.footer["complete"]) == (3, False)
    assert "The run was cut: this is what is known so far." in run.out
    assert run.verdicts["perft.toy2"]["evidence"] == "not done when the run was cut"


def processes() -> dict[int, int]:
    """Every process that runs, with its parent."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def running(pids: list[int]) -> list[int]:
    now = processes()
    return [pid for pid in pids if pid in now]


def children(parent: int) -> list[int]:
    """Every process below that one."""
    now = processes()
    below = [pid for pid, above in now.items() if above == parent]
    return below + [each for child in below for each in children(child)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ctrl_c_reports_what_is_known_and_no_process_is_left_behind(end: signal.Signals, copy: Copy) -> None:
    with subprocess.Popen(
        [*START, "verify", "--json", "report.jsonl"],
        cwd=copy.folder, env=copy.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as started:  # fmt: skip
        for _ in range(200):
            time.sleep(0.1)
            if len(children(started.pid)) >= 4:
                break
        time.sleep(2)
        left = children(started.pid)
        for _ in range(3):
            started.send_signal(end)
            time.sleep(0.02)
        out, err = started.communicate(timeout=600)
    stop = time.monotonic() + 60
    while (alive := running(left)) and time.monotonic() < stop:
        time.sleep(0.1)
    assert alive == []
    if end is not signal.SIGKILL:
        run = copy.run(started.returncode, out, err)
        assert (run.code, run.footer["complete"], "Traceback" in run.err) == (3, False, False)
        assert "this is what is known so far" in run.out
        assert "village: not begun." in run.out


def test_the_properties_are_checked_along_a_record(copy: Copy) -> None:
    assert copy.ask("play", "--seed", "5", "--record", "game.jsonl").returncode == 0
    run = copy.verify("--record", "game.jsonl")
    assert run.code == 0
    assert run.verdicts["record.game.jsonl"]["grade"] == "sampled"
    assert run.verdicts["cards.conserved"]["grade"] == "sampled"
    assert "theorem.beats.total" not in run.verdicts


def test_records_of_both_games_are_checked_in_one_run(copy: Copy) -> None:
    for name in games():
        assert copy.ask("play", "--game", name, "--record", f"{name}.jsonl").returncode == 0
    run = copy.verify_all(*(part for name in games() for part in ("--record", f"{name}.jsonl")))
    assert (run.code, run.header["games"]) == (0, [*games()])
    assert {f"{name}.record.{name}.jsonl" for name in games()} <= set(run.verdicts)


def test_a_record_that_cannot_be_read_is_an_error(copy: Copy) -> None:
    (copy.folder / "bad.jsonl").write_text("nonsense\n")
    done = copy.ask("verify", "--record", "bad.jsonl")
    assert (done.returncode, done.stderr.startswith("Error: bad.jsonl: ")) == (2, True)


def test_a_record_that_is_false_cut_off_or_empty_is_not_green(copy: Copy) -> None:
    assert copy.ask("play", "--seed", "5", "--record", "game.jsonl").returncode == 0
    lines = (copy.folder / "game.jsonl").read_text().splitlines(keepends=True)
    step = json.loads(lines[2])
    step["state"]["turn"] = 7
    for name, text, code in (
        ("false.jsonl", "".join([*lines[:2], json.dumps(step) + "\n", *lines[3:]]), 1),
        ("score.jsonl", "".join(lines[:-1]) + '{"outcome": {"scores": [99, 0], "winners": [0]}}\n', 1),
        ("cut.jsonl", "".join(lines)[:-200], 3),
        ("empty.jsonl", lines[0], 3),
    ):
        (copy.folder / name).write_text(text)
        assert copy.verify("--record", name).code == code, name


def test_a_record_is_checked_under_its_own_ruleset_only(copy: Copy) -> None:
    assert copy.ask("verify", "--record", "x.jsonl", "--ruleset", "tie.count=type").returncode == 2


def test_a_folder_for_findings_that_cannot_be_written_is_an_error_at_once(copy: Copy) -> None:
    (copy.folder / "file").write_text("")
    done = copy.ask("verify", "--only", "record", "--out", "file")
    assert (done.returncode, "--out" in done.stderr) == (2, True)


def test_an_exception_of_the_engine_is_a_finding_with_its_place(copy: Copy) -> None:
    copy.change(
        "reference_engine/village/draw.py",
        "    if not state.deck:",
        "    if len(state.deck) == 2:\n        raise KeyError(0)\n    if not state.deck:",
    )
    run = copy.verify("--only", "cases.0")
    assert run.code == 1
    assert run.verdicts["actions.accepted"]["finding"]["got"].startswith("KeyError(0) in draw.py, line ")


def test_one_ruleset_can_be_asked_for_and_switches_off_what_it_has_not(copy: Copy) -> None:
    run = copy.verify("--quick", "--ruleset", "bribe.wilds_alone=never")
    assert run.code == 0
    assert "clause.V-BRIBE-4" not in run.verdicts
    assert "edge.bribe.wilds_alone" not in run.verdicts
    assert "V-BRIBE-4" not in run.out
