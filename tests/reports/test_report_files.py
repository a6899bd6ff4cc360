"""The options by which `check` and `verify` write reports: the same ones, each file whole or not at all."""

import json
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from reports import report_files
from tests.reports.running import InProcess, files_in, is_one_clear_error

FILES = {"--html": "r.html", "--json": "r.jsonl", "--junit": "r.xml", "--markdown": "r.md", "--sarif": "r.sarif"}
COMMANDS = {
    "check": ("check", "--record", "game.jsonl"),
    "verify": ("verify", "--record", "game.jsonl", "--workers", "1"),
}
ALL = [word for pair in FILES.items() for word in pair]


def broken(folder: Path) -> None:
    """A recorded game in which a score is not as the rules say."""
    *lines, last = (folder / "game.jsonl").read_text(encoding="utf-8").splitlines()
    end = json.loads(last)
    end["outcome"]["scores"][0] += 1
    (folder / "game.jsonl").write_text("\n".join([*lines, json.dumps(end), ""]), encoding="utf-8")


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_every_report_is_written_and_annotations_come_last(
    words: Sequence[str], here: Path, dragonproof: InProcess
) -> None:
    broken(here)
    result = dragonproof(*words, *ALL, "--annotations")
    assert result.code == 1
    *_, last = result.out.splitlines()
    assert last.startswith("::error title=")
    first, *told = result.out.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert (len(token), told[-2]) == (32, f"::{token}::")
    assert not any(line.startswith("::") for line in told[:-2])
    header, *_ = map(json.loads, (here / "r.jsonl").read_text(encoding="utf-8").splitlines())
    assert header.keys() >= {"version", "rules", "protocol"}
    suite = ElementTree.parse(here / "r.xml").getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("name"), suite.get("failures")) == (f"dragonproof {words[0]} village", "1")
    assert len(json.loads((here / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]) == 1
    assert (here / "r.md").read_text(encoding="utf-8").startswith(f"## dragonproof {words[0]}: village\n")
    assert dragonproof("view", "r.jsonl", "--html", "again.html").code == 0
    assert (here / "again.html").read_text(encoding="utf-8") == (here / "r.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", FILES)
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_report_to_standard_output_is_all_that_is_printed(
    words: Sequence[str], option: str, here: Path, dragonproof: InProcess
) -> None:
    assert dragonproof(*words, option, "r").code == 0
    printed = dragonproof(*words, option, "-").out
    assert printed.startswith(
        {"--html": "<!doctype html>", "--json": "{", "--junit": "<?xml", "--markdown": "## ", "--sarif": "{"}[option]
    )
    assert printed.splitlines()[0] == (here / "r").read_text(encoding="utf-8").splitlines()[0]
    assert len(printed.splitlines()) == len((here / "r").read_text(encoding="utf-8").splitlines())


def test_what_is_found_is_told_and_the_other_reports_are_written_if_one_cannot_be(
    here: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(name: str, text: str) -> None:
        if name == "r.xml":
            raise click.ClickException("r.xml: No space left on device")
        Path(name).write_text(text, encoding="utf-8")

    broken(here)
    monkeypatch.setattr(report_files, "write_file", write)
    result = dragonproof(*COMMANDS["check"], *ALL)
    assert (result.code, result.err) == (2, "Error: r.xml: No space left on device\n")
    assert "To repeat" in result.out
    assert {path.name for path in here.iterdir()} >= {"r.html", "r.jsonl", "r.md", "r.sarif"}


REFUSED = {
    "two reports in one file": (["--junit", "r", "--sarif", "r"], "--junit and --sarif cannot write to the same place"),
    "two reports in one file by two names": (["--json", "r", "--markdown", "./r"], "cannot write to the same place"),
    "two reports on standard output": (["--json", "-", "--markdown", "-"], "cannot write to the same place"),
    "a page and a report in one file": (["--html", "r", "--json", "r"], "--json and --html cannot write"),
    "annotations within a report": (["--json", "-", "--annotations"], "write the report to a file"),
    "a summary where no folder is": (["--junit", "r", "--markdown", "no/such"], "no/such: No such file"),
    "a report where no folder is": (["--junit", "r", "--sarif", "no/such"], "no/such: No such file"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_reports_that_cannot_be_written_are_refused_before_the_work_begins(
    words: Sequence[str], case: str, here: Path, dragonproof: InProcess
) -> None:
    options, says = REFUSED[case]
    before = files_in(here)
    result = dragonproof(*words, *options)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert says in result.err
    assert files_in(here) == before


def test_a_game_that_was_not_begun_is_green_in_no_report(here: Path, dragonproof: InProcess) -> None:
    result = dragonproof("verify", "--quick", "--only", "record.toy3", "--only", "record.full3", "--seconds", "0", *ALL)
    assert result.code == 3
    suites = {each.get("name"): each for each in ElementTree.parse(here / "r.xml").getroot()}
    assert suites.keys() == {"dragonproof verify village", "dragonproof verify drachenschatz"}
    assert all(int(each.get("errors", "0")) > 0 for each in suites.values())
    runs = json.loads((here / "r.sarif").read_text(encoding="utf-8"))["runs"]
    assert [bool(each["results"]) for each in runs] == [True, True]
