"""Reports and records of every kind, and a browser to open their pages in."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from properties.ambiguities.questions import EFFORTS, Effort
from reports.cli import run
from tests.reports.html.programs import broken_program, chromium_path
from tests.reports.html.records import illegal, nasty, wrong
from tests.reports.test_endgame import POSITION
from tests.reports.test_graphs import BOX

PHONE, DESKTOP = 390, 1280


@dataclass
class Opened:
    """A page in the browser: what it has complained of, and what it has asked for over any network."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def said(self, replay: str) -> str:
        """What a replay says of the step that it shows."""
        return self.page.locator(f"[data-replay='{replay}'] .told").inner_text()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    found = chromium_path()
    if found is None:
        told = "there is no Chromium; on Debian: apt-get install chromium"
        pytest.fail(told) if os.environ.get("CI") else pytest.skip(told)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Callable[..., Opened]]:
    """Opens an address, at a width and in a theme, with JavaScript or without.

    At the end nothing may have been complained of or asked for.
    """
    every: list[tuple[str, Opened]] = []

    def open_address(address: str, width: int = DESKTOP, theme: str = "light", script: bool = True) -> Opened:
        page = chromium.new_page(
            viewport={"width": width, "height": 900},
            color_scheme=theme,  # type: ignore[arg-type]
            java_script_enabled=script,
        )
        one = Opened(page)
        page.on("console", lambda message: one.complaints.append(message.text))
        page.on("pageerror", lambda error: one.complaints.append(str(error)))
        page.on("request", lambda request: one.requests.append(request.url))
        page.goto(address)
        every.append((address, one))
        return one

    yield open_address
    for address, one in every:
        one.page.close()
        assert one.complaints == []
        assert {url.partition("#")[0] for url in one.requests} == {address.partition("#")[0]}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, written: dict[str, bytes]) -> Path:
    """A folder with a report of each kind, and records, each as NAME.jsonl with its page NAME.html."""
    folder = tmp_path_factory.mktemp("made")
    game = written["game.jsonl"].decode()
    records = {"right": game, "wrong": wrong(game), "illegal": illegal(game), "nasty": nasty(game)}
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.chdir(folder)
        for name, text in records.items():
            (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
            assert run(["view", f"{name}.jsonl", "--html", f"{name}.html"]) == 0
        assert run(["play", "-g", "drachenschatz", "--seed", "3", "--record", "dragons.jsonl"]) == 0
        assert run(["view", "dragons.jsonl", "--html", "dragons.html"]) == 0
        assert run(["verify", "--record", "right.jsonl", "--workers", "1", *_files("verify")]) == 0
        assert run(["prove", "--only", "track.still.curse", "--workers", "1", *_files("prove")]) == 0
        assert run(["prove", "--readings", "--only", "track.still", "--workers", "1", *_files("readings")]) == 0
        Path("position.json").write_text(json.dumps(POSITION), encoding="utf-8")
        assert run(["prove", "--endgame", "position.json", "--workers", "1", *_files("endgame")]) == 0
        assert run(["prove", "--graph", "toy5", "--workers", "1", *_files("graph")]) == 0
        Path("mine.json").write_text(json.dumps(BOX), encoding="utf-8")
        around = ["--graph", "mine.json", "--ruleset", "market.empty_stall=open", "--out", "found", "--workers", "1"]
        assert run(["prove", *around, *_files("cycle")]) == 1
        assert run(broken_program(sys.executable, *_files("check"))) == 1
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setitem(EFFORTS, "quick", Effort(most=500, few=100, first=1, again=50, games=2))
        assert run(["ambiguities", "--quick", "--reading", "tie.count", *_files("tie")]) == 0
    return folder


def _files(name: str) -> Sequence[str]:
    return "--json", f"{name}.jsonl", "--html", f"{name}.html"
