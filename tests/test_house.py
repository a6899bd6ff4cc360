"""The house is as the README says, and its rooms keep to themselves."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = {
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md",
    "reference_engine", "properties", "solver", "reports", "tests", "seeds",
}  # fmt: skip


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines()]


def test_the_top_level_has_nothing_but_the_house() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} == TOP


def test_no_file_names_a_package_registry_or_a_path_of_a_machine() -> None:
    forbidden = re.compile(
        r"(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)|[\"' (]/(?:home|root|work)/", re.IGNORECASE
    )
    texts = [path for path in tracked() if path.suffix != ".png"]
    found = [path for path in texts if forbidden.search(path.read_text(encoding="utf-8"))]
    assert [path for path in found if path != Path(__file__)] == []


@pytest.mark.parametrize("room", ["reference_engine", "properties", "solver", "reports"])
def test_modules_fit_one_sitting(room: str) -> None:
    longest = {path.name: len(path.read_text().splitlines()) for path in (ROOT / room).rglob("*.py")}
    assert {name: lines for name, lines in longest.items() if lines > 320} == {}
