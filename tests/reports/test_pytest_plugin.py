"""The plugin of pytest: a test for each clause, from one check, and nothing at all where no command is configured.

In most of these tests a script stands in for the check: it leaves word that it has run, and writes a report.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import reports.pytest_plugin
from properties.clauses import catalogue
from reference_engine import games
from reports.junit import junit
from tests.reports.ci_runs import CUT, GREEN, MIXED, VERDICTS, run
from tests.reports.running import default_interrupts

pytest_plugins = ["pytester"]

CLAUSES = len(catalogue("village").clauses)
STAND_IN = """
import pathlib, sys
with open("ran.txt", "a") as file:
    print(*sys.argv[1:], file=file)
report = pathlib.Path("report.xml")
if report.exists():
    pathlib.Path(sys.argv[sys.argv.index("--junit") + 1]).write_bytes(report.read_bytes())
print("The last thing it said.")
sys.exit({code})
"""
SLEEPER = """
import os, pathlib, time
pathlib.Path("pid.txt").write_text(str(os.getpid()))
print("sleeping", flush=True)
try:
    time.sleep(600)
finally:
    pathlib.Path("ended.txt").touch()
"""
INI = "[pytest]\ndragonproof_command = node 'my game.mjs'\ndragonproof_args = --games 60 --allow-skip 'no observe'\n"
CONFTEST = """
import sys
import reports.pytest_plugin
reports.pytest_plugin._CHECK = (sys.executable, "check.py")
reports.pytest_plugin._PATIENCE = 0.1, 30.0
"""


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root folder of a run of pytest, where a script stands in for the check."""
    monkeypatch.setattr(reports.pytest_plugin, "_CHECK", (sys.executable, "check.py"))
    stand_in(pytester.path, "")
    (pytester.path / "pytest.ini").write_text(INI, encoding="utf-8")
    return pytester.path


def stand_in(folder: Path, report: str, code: int = 0) -> None:
    (folder / "check.py").write_text(STAND_IN.format(code=code), encoding="utf-8")
    if report:
        (folder / "report.xml").write_text(report, encoding="utf-8")


def test_the_plugin_is_found_by_pytest_and_imports_nothing_but_the_standard_library_and_pytest() -> None:
    code = """
import sys, pytest
before = set(sys.modules)
from importlib.metadata import entry_points
entry_points(group="pytest11")["dragonproof"].load()
new = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(new - sys.stdlib_module_names), *sorted(name for name in sys.modules if name.startswith("reports")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["reports", "reports", "reports.pytest_plugin"]


@pytest.mark.parametrize("options", [(), ("--dragonproof-command", "")], ids=["not configured", "switched off"])
def test_it_does_nothing_without_a_command(options: tuple[str, ...], folder: Path, pytester: pytest.Pytester) -> None:
    (folder / "pytest.ini").write_text(INI if options else "[pytest]\n", encoding="utf-8")
    pytester.makepyfile("def test_mine(): pass")
    result = pytester.runpytest_inprocess("-v", *options)
    result.assert_outcomes(passed=1)
    assert "dragonproof::" not in result.stdout.str()
    assert not (folder / "ran.txt").exists()


@pytest.mark.parametrize("game", games())
def test_the_tests_are_the_clauses_and_are_collected_without_a_check(
    game: str, folder: Path, pytester: pytest.Pytester
) -> None:
    result = pytester.runpytest_inprocess("--collect-only", "-q", "-o", f"dragonproof_game={game}")
    clauses = catalogue(game).clauses
    assert [line for line in result.outlines if "::" in line] == [f"dragonproof::{key}" for key in (*clauses, "check")]
    assert (result.ret, f"{len(clauses) + 1} tests collected" in result.stdout.str()) == (0, True)
    assert not (folder / "ran.txt").exists()


def test_what_the_check_says_of_a_clause_is_what_its_test_says(folder: Path, pytester: pytest.Pytester) -> None:
    stand_in(folder, junit([MIXED]), code=1)
    result = pytester.runpytest_inprocess("-rs", "-v")
    lines = {line.split()[0]: line.split()[1] for line in result.outlines if line.startswith("dragonproof::")}
    told = {key.removeprefix("dragonproof::"): status for key, status in lines.items()}
    said = {"V-SCORE-3": "PASSED", "V-WIN-1": "PASSED", "V-DRAW-1": "FAILED", "V-TIE-3": "ERROR", "V-INFO-1": "SKIPPED"}
    assert told == dict.fromkeys(catalogue("village").clauses, "ERROR") | said | {"check": "FAILED"}
    out = result.stdout.str()
    assert 'expected  deck "D"\ngot       deck "B"\n' in out
    assert "vacuous: 0 times" in out
    assert "skipped, which was accepted: no observe" in out
    assert "no verdict on V-END-2; it ended with exit code 1: The last thing it said." in out
    assert "Traceback" not in out
    assert not [line for line in result.outlines if "pytest_plugin.py:" in line and not line.startswith("SKIPPED")]


def test_the_check_is_run_once_from_the_root_folder_with_what_is_configured(
    folder: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "below").mkdir()
    monkeypatch.chdir(folder / "below")
    pytester.runpytest_inprocess("--rootdir", str(folder), "-c", str(folder / "pytest.ini"))
    (words,) = (folder / "ran.txt").read_text(encoding="utf-8").splitlines()
    start, _, rest = words.partition(" --junit ")
    assert start == "--games 60 --allow-skip no observe --game village"
    assert rest.endswith("junit.xml -- node my game.mjs")
    assert not Path(rest.partition(" -- ")[0]).parent.exists()


def test_the_check_is_not_run_where_no_test_needs_it(folder: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_mine(): pass")
    pytester.runpytest_inprocess("-k", "test_mine").assert_outcomes(passed=1, deselected=CLAUSES + 1)
    assert not (folder / "ran.txt").exists()


@pytest.mark.parametrize(
    ("report", "code", "outcome", "says"),
    [
        (junit([GREEN]), 0, {"passed": 1}, ""),
        (junit([MIXED]), 1, {"failed": 1}, "The program does not end before it is told to."),
        (junit([CUT]), 3, {"errors": 1}, "the run was cut"),
        (junit([run(VERDICTS[3])]), 3, {"errors": 1}, "unknown: 3 times"),
        (junit([run(VERDICTS[1])]), 3, {"passed": 1}, ""),
        (junit([GREEN]), 1, {"errors": 1}, "exit code 1:\nThe last thing it said."),
        ("", 2, {"errors": 1}, "exit code 2:\nThe last thing it said."),
        ("", 0, {"errors": 1}, "exit code 0:\nThe last thing it said."),
    ],
    ids=["green", "a crash", "cut", "a skip", "a clause", "an exit code", "wrong usage", "no report"],
)
def test_what_is_about_no_clause_is_a_test_of_its_own(
    report: str, code: int, outcome: dict[str, int], says: str, folder: Path, pytester: pytest.Pytester
) -> None:
    stand_in(folder, report, code)
    result = pytester.runpytest_inprocess("-k", "check")
    result.assert_outcomes(deselected=CLAUSES, **outcome)
    assert says in result.stdout.str()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--dragonproof-command", "node 'x"], "No closing quotation"),
        (["-o", "dragonproof_args='x"], "No closing quotation"),
        (["-o", "dragonproof_game=chess"], "no game 'chess'; the games are: drachenschatz, village"),
        (["-o", "dragonproof_args=--junit=x"], "leave --junit=x out"),
        (["-o", "dragonproof_args=-g village"], "leave -g out"),
    ],
)
def test_what_no_check_can_be_made_with_is_wrong_usage(
    options: list[str], says: str, folder: Path, pytester: pytest.Pytester
) -> None:
    result = pytester.runpytest_inprocess(*options)
    assert result.ret is pytest.ExitCode.USAGE_ERROR
    assert says in result.stderr.str()
    assert "Traceback" not in result.stderr.str()
    assert not (folder / "ran.txt").exists()


def test_all_workers_of_xdist_share_one_check(folder: Path, pytester: pytest.Pytester) -> None:
    stand_in(folder, junit([MIXED]), code=1)
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    result = pytester.runpytest_subprocess("-n", "2", "--dist", "each")
    result.assert_outcomes(passed=4, failed=4, skipped=2, errors=2 * (CLAUSES - 4))
    assert len((folder / "ran.txt").read_text(encoding="utf-8").splitlines()) == 1


def interrupted(process: subprocess.Popen[str]) -> str:
    """What it has printed by its end, by Ctrl-C; again, since Python can lose one that comes at a bad moment."""
    for seconds in (60, 120):
        process.send_signal(2)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=seconds)[0]
    raise AssertionError("it goes on")


def test_ctrl_c_ends_the_check_and_the_tests(folder: Path) -> None:
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "check.py").write_text(SLEEPER, encoding="utf-8")
    tests = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=default_interrupts,
    )  # fmt: skip
    try:
        while not (folder / "pid.txt").exists():
            assert tests.poll() is None
        out = interrupted(tests)
    finally:
        tests.kill()
    assert tests.returncode == pytest.ExitCode.INTERRUPTED
    assert "KeyboardInterrupt" in out
    assert (folder / "ended.txt").exists()


def test_a_program_is_checked(pytester: pytest.Pytester) -> None:
    (pytester.path / "reports").mkdir()
    (pytester.path / "reports" / "__init__.py").write_text("raise ImportError", encoding="utf-8")
    game = f"{sys.executable} -m properties.mutants.fake village --mutant draw-bottom-card"
    limits = "--games 4 --workers 1 --timeout 30 --startup-timeout 60 --only V-DRAW-1"
    result = pytester.runpytest_inprocess("--dragonproof-command", game, "-o", f"dragonproof_args={limits}")
    result.assert_outcomes(failed=1, passed=1, skipped=CLAUSES - 1)
    result.stdout.fnmatch_lines(["*V-DRAW-1: A draw moves the uppermost card of the deck*", "expected  deck *"])
