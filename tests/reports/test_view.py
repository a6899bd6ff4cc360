"""`view`: pages of records and reports, in a file or from a server that is for this machine and these pages only."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reports.html.page import GENERATOR
from tests.reports.running import COMMAND, InProcess, default_interrupts, files_in, is_one_clear_error


@pytest.fixture
def served(here: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A running `view` of the game and the opening's page, and its port."""
    (here / "page.html").write_text(f"<!doctype html>{GENERATOR}<p>a page", encoding="utf-8")
    process = subprocess.Popen(
        [*COMMAND, "view", "--no-browser", "game.jsonl", "page.html"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_interrupts,
    )
    assert process.stdout
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/ \(Ctrl-C ends it\)\n", process.stdout.readline())
    assert found
    yield process, int(found[1])
    process.kill()
    process.communicate()


def asked(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_the_server_has_the_pages_and_nothing_else(served: tuple[subprocess.Popen[str], int]) -> None:
    process, port = served
    status, index = asked(port, "/")
    assert status == 200
    paths = re.findall(r'href="(/[^"]*)">([^<]*)<', index)
    assert [name for _, name in paths] == ["game.jsonl", "page.html"]
    assert [asked(port, path)[0] for path, _ in paths] == [200, 200]
    assert "a page" in asked(port, paths[1][0])[1]
    for path in ("/game.jsonl", "/opening.json", "/../opening.json", "/..%2fopening.json", "/0/", "/etc/passwd"):
        assert asked(port, path)[0] == 404
    assert asked(port, "/", Host="example.org")[0] == 403
    assert asked(port, "/", method="HEAD") == (200, "")
    assert asked(port, "/", method="POST")[0] == 501
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "", "")


def test_the_page_is_opened_in_the_browser_also_in_one_that_runs_in_the_terminal(here: Path) -> None:
    reader = here / "reader"
    reader.write_text(
        f"#!{sys.executable}\nimport sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1], timeout=20).read()\n"
        "open('read.tmp', 'wb').write(page)\n"
        "import os; os.rename('read.tmp', 'read')\n",
        encoding="utf-8",
    )
    reader.chmod(0o755)
    process = subprocess.Popen(
        [*COMMAND, "view", "game.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"BROWSER": f"{reader} %s"},
        preexec_fn=default_interrupts,
    )
    try:
        stop = time.monotonic() + 60
        while not (here / "read").exists() and time.monotonic() < stop:
            time.sleep(0.05)
        assert b"Yes: all 48 steps follow them." in (here / "read").read_bytes()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.mark.usefixtures("here")
def test_a_port_that_is_taken_is_a_clear_error(dragonproof: InProcess) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = dragonproof("view", "--no-browser", "--port", port, "game.jsonl")
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert f"port {port}: " in result.err


def header(**changed: object) -> str:
    return json.dumps({"dragonproof": 1, "report": "verify", "games": ["village"]} | changed) + "\n"


FOOTER = json.dumps({"complete": True, "exit": 0}) + "\n"
BAD = {
    "nothing": ("", "empty"),
    "a text": ("Dear reader", "neither a record nor a report of dragonproof"),
    "a list": ("[]", "neither a record nor a report"),
    "another page": ("<!doctype html><p>Hello", "was not written by dragonproof"),
    "a position": (json.dumps({"players": 2}), "neither a record nor a report"),
    "a report of another command": (
        header(report="perft"),
        "ambiguities, check, endgame, graph, prove, prove readings, vectors, verify",
    ),
    "a newer report": (header(dragonproof=9), "newer version of dragonproof"),
    "a report about no game": (header(games=[]), "about no game"),
    "a report about an unknown game": (header(games=["chess"]), "chess"),
    "a verdict without a grade": (header() + '{"id": "x", "sentence": "", "evidence": ""}\n' + FOOTER, "grade"),
    "an unknown grade": (header() + '{"id": "", "sentence": "", "evidence": "", "grade": "fine"}\n' + FOOTER, "'fine'"),
    "a reading without anything": (header(report="ambiguities") + '{"about": "reading"}\n' + FOOTER, "damaged"),
    "a line that is no object": (header() + "null\n" + FOOTER, "line 2: the JSON value must be an object, not null"),
    "games that are none": (header() + '{"complete": true, "games": {"village": 1}, "exit": 0}\n', "footer"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_cannot_be_shown_is_named_with_what_is_wrong(case: str, here: Path, dragonproof: InProcess) -> None:
    text, says = BAD[case]
    (here / "bad").write_text(text, encoding="utf-8")
    before = files_in(here)
    result = dragonproof("view", "bad", "--html", "page.html")
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert "bad: " in result.err
    assert says in result.err
    assert files_in(here) == before


WRONG = {
    "no file": (["view"], "FILE"),
    "two pages in one file": (["view", "game.jsonl", "game.jsonl", "--html", "x"], "name one FILE"),
    "a page over its record": (["view", "game.jsonl", "--html", "game.jsonl"], "written over the file"),
    "a port that there is not": (["view", "game.jsonl", "--port", "70000"], "65535"),
    "a file that is not there": (["view", "no.jsonl"], "no.jsonl: No such file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage_is_told_with_what_would_be_right(case: str, here: Path, dragonproof: InProcess) -> None:
    words, says = WRONG[case]
    before = files_in(here)
    result = dragonproof(*words)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert says in result.err
    assert files_in(here) == before


def test_a_record_from_standard_input_can_be_written_to_standard_output(here: Path, dragonproof: InProcess) -> None:
    result = dragonproof("view", "-", "--html", "-", stdin=(here / "game.jsonl").read_bytes())
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("<!doctype html>")
    assert "Yes: all 48 steps follow them." in result.out


def test_a_record_that_is_cut_off_is_shown_and_never_green(here: Path, dragonproof: InProcess) -> None:
    whole = (here / "game.jsonl").read_bytes()
    (here / "cut.jsonl").write_bytes(whole[: len(whole) // 2])
    page = dragonproof("view", "cut.jsonl", "--html", "-").out
    assert '<section class="answer open"' in page
    assert "is cut off and was left out" in page


def test_a_page_is_shown_as_it_was_written(here: Path, dragonproof: InProcess) -> None:
    assert dragonproof("view", "game.jsonl", "--html", "one.html").code == 0
    assert dragonproof("view", "one.html", "--html", "two.html").code == 0
    assert (here / "one.html").read_bytes() == (here / "two.html").read_bytes()
