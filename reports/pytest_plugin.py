"""A plugin of pytest: `dragonproof check` as one test for each clause of the rules, and one for everything else.

The check runs once, in a process of its own, for all tests and for all workers of pytest-xdist. It does nothing
where no command is configured. What it imports is nothing but the standard library and pytest.
"""

import shlex
import signal
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

import pytest

_CHECK = (sys.executable, "-P", "-c", "from reports.main import main; main()", "check")
_REST = "check"
_OWN = ("--game", "-g", "--junit", "--")
_PATIENCE = 2.0, 30.0  # seconds: until a check that was interrupted is asked to end, and until it is ended


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, all of which may be in the configuration file."""
    help_text = "Check this program by dragonproof: its command line, run from the root folder."
    parser.getgroup("dragonproof").addoption("--dragonproof-command", metavar="COMMAND", help=help_text)
    parser.addini("dragonproof_command", help_text, type="args")
    parser.addini("dragonproof_game", "The game that the program plays.", type="string")
    parser.addini("dragonproof_args", "Further options of `dragonproof check`, for instance --games 60.", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Adds the tests, if a command is configured. Raises `UsageError` for what no check can be made with."""
    given = config.getoption("--dragonproof-command")
    try:
        command = config.getini("dragonproof_command") if given is None else shlex.split(given)
        arguments = config.getini("dragonproof_args")
    except (TypeError, ValueError) as error:
        raise pytest.UsageError(f"dragonproof_command, dragonproof_args: {error}") from None
    if not command:
        return
    taken = [word for word in arguments if word.partition("=")[0] in _OWN]
    if taken:
        raise pytest.UsageError(f"dragonproof_args: leave {taken[0]} out; the plugin sets {', '.join(_OWN)} itself")
    game, clauses = _clauses(config.getini("dragonproof_game"))
    line = (*_CHECK, *arguments, "--game", game, "--junit", "{junit}", "--", *command)
    config.pluginmanager.register(_Checked(config, line, clauses), "dragonproof-checked")


def _clauses(name: str) -> tuple[str, tuple[str, ...]]:
    """The game, the usual one if none is named, and the ids of its clauses."""
    data = files("seeds")
    game = name or tomllib.loads((data / "games.toml").read_text(encoding="utf-8"))["default"]
    games = sorted(folder.name for folder in data.iterdir() if (folder / "clauses.toml").is_file())
    if game not in games:
        raise pytest.UsageError(f"dragonproof_game: no game {game!r}; the games are: {', '.join(games)}")
    return game, tuple(tomllib.loads((data / game / "clauses.toml").read_text(encoding="utf-8"))["clauses"])


@dataclass(frozen=True)
class _Result:
    """What came of a check. cases: by id, a status ("failure", "error", "skipped", else "") and its text."""

    code: int
    output: str
    cases: dict[str, tuple[str, str]]

    def of_clause(self, clause: str) -> tuple[str, str]:
        """The status of a clause, and its text."""
        lines = self.output.strip().splitlines() or [""]
        missing = f"The check has no verdict on {clause}; it ended with exit code {self.code}: {lines[-1]}"
        return self.cases.get(clause, ("error", missing))

    def of_rest(self, clauses: Sequence[str]) -> tuple[str, str]:
        """The status of everything that is no clause, and its text."""
        rest = {key: case for key, case in self.cases.items() if key not in clauses}
        for status in ("failure", "error"):
            texts = [f"{key}\n\n{text}" for key, (found, text) in rest.items() if found == status]
            if texts:
                return status, "\n\n".join(texts)
        if not self.cases or (self.code and not any(case[0] in ("failure", "error") for case in self.cases.values())):
            return "error", f"The check ended with exit code {self.code}:\n{self.output}"
        return "", ""


class _Checked:
    """The tests of one session, and the check that they all are about."""

    def __init__(self, config: pytest.Config, line: Sequence[str], clauses: tuple[str, ...]) -> None:
        self._line, self._root, self.clauses = line, config.rootpath, clauses
        given = getattr(config, "workerinput", {}).get("dragonproof_folder")
        self._own = None if given else TemporaryDirectory(prefix="dragonproof-")
        self._folder = Path(given or (self._own.name if self._own else ""))

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tells a worker of pytest-xdist the folder that they all share."""
        node.workerinput["dragonproof_folder"] = str(self._folder)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Adds the tests; -k, --deselect and --last-failed then choose among them as among all others."""
        collector = _Collector.from_parent(session, name="dragonproof", nodeid="dragonproof", checked=self)
        items += session.genitems(collector)

    def pytest_unconfigure(self) -> None:
        """Removes what was kept for the session."""
        if self._own:
            self._own.cleanup()

    @cached_property
    def result(self) -> _Result:
        """What came of the check, which is run by the first that asks."""
        code, output, xml = _once(self._folder / "result.db", self._run)
        cases = ElementTree.fromstring(xml).iter("testcase") if xml else ()
        return _Result(code, output, {case.get("name", ""): _status(case) for case in cases})

    def _run(self) -> tuple[int, str, bytes]:
        """The exit code, what was printed, and the report, which is empty if there is none."""
        report = self._folder / "junit.xml"
        line = [str(report) if word == "{junit}" else word for word in self._line]
        process = subprocess.Popen(
            line,
            cwd=self._root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
        )
        try:
            output, _ = process.communicate()
        except BaseException:
            _end(process)
            raise
        return process.returncode, output, report.read_bytes() if report.exists() else b""


class _Collector(pytest.Collector):
    """All tests of a check."""

    def __init__(self, checked: _Checked, **named: Any) -> None:
        super().__init__(**named)
        self._checked = checked

    def collect(self) -> list[pytest.Item]:
        """A test for each clause, and one for the rest."""
        names = (*self._checked.clauses, _REST)
        return [_Item.from_parent(self, name=name, checked=self._checked) for name in names]


class _Item(pytest.Item):
    """A clause, or everything that is none."""

    def __init__(self, checked: _Checked, **named: Any) -> None:
        super().__init__(**named)
        self._checked = checked

    def setup(self) -> None:
        """Runs the check. What it does not know is an error; what it was allowed to skip is skipped."""
        status, text = self._found()
        if status == "error":
            pytest.fail(text, pytrace=False)
        if status == "skipped":
            pytest.skip(text)

    def runtest(self) -> None:
        """Fails with the counterexample, if there is one."""
        status, text = self._found()
        if status == "failure":
            pytest.fail(text, pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test is: in no file."""
        return self.config.rootpath / "dragonproof", None, self.name

    def _found(self) -> tuple[str, str]:
        result = self._checked.result
        return result.of_rest(self._checked.clauses) if self.name == _REST else result.of_clause(self.name)


def _status(case: ElementTree.Element) -> tuple[str, str]:
    """The status of a case in JUnit XML, and its text."""
    for child in case:
        if child.tag in ("failure", "error", "skipped"):
            return child.tag, child.text or child.get("message") or ""
    return "", ""


def _once(file: Path, make: Callable[[], tuple[int, str, bytes]]) -> tuple[int, str, bytes]:
    """What `make` gives. Of all processes that ask, one makes it and the others wait, for as long as it lives."""
    with closing(sqlite3.connect(file, timeout=0.2, isolation_level=None)) as kept:
        while not _taken(kept):  # a short wait again and again, so that Ctrl-C is seen
            pass
        kept.execute("CREATE TABLE IF NOT EXISTS made (code INTEGER, output TEXT, report BLOB)")
        for code, output, report in kept.execute("SELECT code, output, report FROM made"):
            return code, output, report
        made = make()
        kept.execute("INSERT INTO made VALUES (?, ?, ?)", made)
        kept.execute("COMMIT")
        return made


def _taken(kept: sqlite3.Connection) -> bool:
    """Whether this process is now the only one that reads and writes there."""
    try:
        kept.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


def _end(process: subprocess.Popen[str]) -> None:
    """Waits for a check that Ctrl-C has reached too; else asks it to end, and at last ends it."""
    first, second = _PATIENCE
    try:
        process.communicate(timeout=first)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=second)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
