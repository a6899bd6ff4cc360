"""A folder with an opening and a game in it, and a way to run command lines there."""

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from reports.cli import run
from tests.reports.running import InProcess


@pytest.fixture
def dragonproof(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    """Runs command lines in this process."""
    return InProcess(monkeypatch, capsys)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of `here`, made once."""
    folder = tmp_path_factory.mktemp("written")
    opening, game = folder / "opening.json", folder / "game.jsonl"
    with redirect_stdout(StringIO()):
        assert run(["deal", "--box", "toy2", "--out", str(opening)]) == 0
        assert run(["play", "--seed", "7", "--record", str(game)]) == 0
    return {file.name: file.read_bytes() for file in (opening, game)}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: dict[str, bytes]) -> Path:
    """The current folder, new, with `opening.json` (box toy2) and `game.jsonl` (full box) in it."""
    monkeypatch.chdir(tmp_path)
    for name, content in written.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path
