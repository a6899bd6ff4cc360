"""The README's examples run, and say what it shows."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Each command line of a console block, and the output shown below it."""
    parts = [part for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(line, shown) for line, _, shown in (part.partition("\n") for part in parts)]


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = shutil.which("bash") or "sh"
    return subprocess.run(
        [shell, "-c", line], cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("line", "shown"), commands(), ids=[line for line, _ in commands()])
def test_the_examples_print_what_is_shown(line: str, shown: str, tmp_path: Path) -> None:
    result = run(line, tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert doctest.OutputChecker().check_output(shown, result.stdout, doctest.ELLIPSIS), result.stdout


def test_the_commands_of_the_table_run_one_after_the_other(tmp_path: Path) -> None:
    lines = re.findall(r"^\| `(dragonproof [^`]+)`", README, re.MULTILINE)
    assert len(lines) >= 8
    for line in lines:
        result = run(f"{line} < /dev/null", tmp_path)
        assert (result.returncode, result.stderr) == (0, ""), line


def test_the_box_file_can_be_dealt(tmp_path: Path) -> None:
    (box,) = blocks("json")
    (tmp_path / "mine.json").write_text(box, encoding="utf-8")
    assert run("dragonproof deal --box mine.json", tmp_path).returncode == 0


def test_the_python_example_lists_the_actions_of_its_opening(tmp_path: Path) -> None:
    (code,) = blocks("python")
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "draw\n" in result.stdout
