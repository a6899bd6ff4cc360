"""Settings from `dragonproof.toml` or `pyproject.toml`: what is taken, what is refused, and what wins."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.reports.running import InProcess, is_one_clear_error

RIGHT = f"{sys.executable} -m properties.mutants.fake village"
LIMITS = "timeout = 30\nstartup_timeout = 60\n"
PROGRAM = (*RIGHT.split(), "--ruleset", "tie.full=none")
OTHER = ("--workers", "1", "--harness-only", "--json", "r.jsonl")


def settings(folder: Path, text: str, name: str = "dragonproof.toml") -> None:
    (folder / name).write_text(text, encoding="utf-8")


def report(folder: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads((folder / "r.jsonl").read_text(encoding="utf-8").splitlines()[0])
    return header


WHOLE = f"""command = "{RIGHT} --ruleset tie.count=type"
game = "village"
games = 7
seed = 3
box = "toy3"
start = "opening"
out = "kept"
{LIMITS}
[ruleset]
"tie.count" = "type"
"""


def test_a_check_takes_what_the_command_line_leaves_out(here: Path, dragonproof: InProcess) -> None:
    settings(here, WHOLE)
    result = dragonproof("check", *OTHER)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Settings from dragonproof.toml.\n")
    assert "it can be set to openings only" in result.out
    header = report(here)
    assert (header["command"], header["box"], header["config"]) == (
        [*RIGHT.split(), "--ruleset", "tie.count=type"],
        "toy3",
        "dragonproof.toml",
    )
    assert (header["games"], header["seed"], header["readings"]) == (7, 3, {"tie.count": "type"})


def test_the_command_line_wins(here: Path, dragonproof: InProcess) -> None:
    settings(here, WHOLE)
    options = ("--seed", "0", "--seconds", "2", "--box", "full", "--ruleset", "tie.full=none")
    assert dragonproof("check", *OTHER, *options, "--", *PROGRAM).code == 0
    header = report(here)
    assert (header["command"], header["box"]) == ([*PROGRAM], "full")
    assert (header["games"], header["seconds"], header["seed"]) == (None, 2, 0)
    assert header["readings"] == {"tie.full": "none"}


def test_a_project_has_them_in_a_table_of_its_own(here: Path, dragonproof: InProcess) -> None:
    settings(here, f'[project]\nname = "x"\n[tool.dragonproof]\ncommand = "{RIGHT}"\n{LIMITS}', "pyproject.toml")
    assert dragonproof("check", *OTHER).out.startswith("Settings from pyproject.toml.\n")
    settings(here, '[project]\nname = "x"\n', "pyproject.toml")
    result = dragonproof("check", *OTHER)
    assert (result.code, "name one program" in result.err) == (2, True)
    assert "pyproject.toml has no [tool.dragonproof]" in dragonproof("check", "--config", "pyproject.toml").err


def test_another_file_can_be_named_or_none(here: Path, dragonproof: InProcess) -> None:
    settings(here, "damaged")
    settings(here, f'command = "{RIGHT}"\n{LIMITS}', "other.toml")
    assert dragonproof("check", *OTHER, "--config", "other.toml").out.startswith("Settings from other.toml.\n")
    result = dragonproof("check", *OTHER, "--no-config")
    assert (result.code, "name one program" in result.err) == (2, True)
    for both in (("--no-config", "--config", "other.toml"), ("--config", "other.toml", "--no-config")):
        assert "take one of them" in dragonproof("check", *both).err


def test_recorded_games_are_checked_without_the_program_of_the_file(here: Path, dragonproof: InProcess) -> None:
    settings(here, 'command = "/no/such/program"\ngame = "drachenschatz"\nbaseline = "none.toml"\n')
    result = dragonproof("check", "--record", "game.jsonl")
    assert (result.code, result.err) == (0, "")
    assert "game.jsonl: sampled: " in result.out


def test_identify_and_verify_take_what_they_have(here: Path, dragonproof: InProcess) -> None:
    settings(here, 'command = "/no/such/program"\ngame = "drachenschatz"\nseed = 5\nseconds = 0\n')
    result = dragonproof("identify", "--json", "r.jsonl")
    assert (result.code, result.out.splitlines()[0]) == (4, "Settings from dragonproof.toml.")
    assert (report(here)["game"], report(here)["command"]) == ("drachenschatz", ["/no/such/program"])
    result = dragonproof("verify", "--workers", "1", "--only", "perft.toy3", "--json", "r.jsonl")
    assert (result.code, result.out.splitlines()[0]) == (0, "Settings from dragonproof.toml.")
    assert (report(here)["games"], report(here)["seed"]) == (["drachenschatz"], 5)
    assert report(here)["config"] == "dragonproof.toml"


REFUSED = {
    'gmaes = "3"': "gmaes: no such key; the keys are: command, ",
    "game_s = 3": "did you mean games?",
    "games = '3'": "games: write a whole number, not '3'",
    "games = 1.5": "games: write a whole number, not 1.5",
    "games = true": "games: write a whole number, not true",
    "games = 0": "games: 0 is not in the range x>=1",
    "seconds = nan": "seconds: nan is no number of seconds",
    "seconds = 1\ngames = 1": "take one of them",
    "timeout = '1'": "timeout: write a number, not '1'",
    "game = 'chess'": "game: 'chess' is not one of ",
    "start = 'end'": "start: 'end' is not one of ",
    "command = 3": "command: write a text in quotes, not 3",
    "command = ' '": "command: name a program",
    'command = "\'"': "No closing quotation",
    "allow_skip = 'x'": "allow_skip: write a list of texts",
    "allow_skip = [1]": "allow_skip: write a list of texts",
    "ruleset = ['x=y']": "ruleset: write a table of readings",
    "ruleset = {x = 1}": "ruleset: write a table of readings",
    "[ruleset]\n'tie.counts' = 'type'": "did you mean tie.count?",
    "baseline = 'no.toml'": "no baseline no.toml; --write-baseline no.toml makes one",
    "out = ''": "the folder needs a name",
    "damaged": "not TOML: ",
    " ": "empty",
}


@pytest.mark.parametrize("text", REFUSED)
def test_bad_settings_are_refused_before_anything_is_done(text: str, here: Path, dragonproof: InProcess) -> None:
    settings(here, text)
    result = dragonproof("check", "--", *RIGHT.split())
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert REFUSED[text] in result.err


def test_two_files_with_settings_are_one_too_many(here: Path, dragonproof: InProcess) -> None:
    settings(here, "seed = 1")
    settings(here, "tool.dragonproof.seed = 2", "pyproject.toml")
    result = dragonproof("check", "--", *RIGHT.split())
    assert (result.code, "both have settings; leave one of them out" in result.err) == (2, True)
