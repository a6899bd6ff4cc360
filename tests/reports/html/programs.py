"""Programs that the pages are tested with: one with a fault to report on, and a browser."""

import re
import shutil
from pathlib import Path

from reports.cli import run

_RULE, _OTHER_RULE = "JOKER_PENALTY = 2", "JOKER_PENALTY = 5"


def broken_program(python: str, *options: str) -> list[str]:
    """The words of a check of the harness for Python, written into the current folder, with one rule changed."""
    assert run(["init", "--lang", "python"]) == 0
    game = Path("dragonproof-harness/game.py")
    text, changes = re.subn(f"^{_RULE}$", _OTHER_RULE, game.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert changes == 1
    game.write_text(text, encoding="utf-8")
    return ["check", "--games", "2", "--workers", "1", *options, "--", python, "dragonproof-harness/harness.py"]


def chromium_path() -> str | None:
    """Where the system's Chromium is, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
