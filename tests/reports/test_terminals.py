"""Interrupts, broken pipes and terminals."""

import os
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from tests.reports.running import ANSI, COMMAND, InProcess, default_interrupts, files_in, install, process

pytestmark = pytest.mark.usefixtures("here")
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9]m")


def interrupted(*arguments: str) -> tuple[int, str, str]:
    """A command that gets an interrupt after its first line of output."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_interrupts,
    ) as running:
        assert running.stdin
        assert running.stdout
        if arguments[0] == "serve":
            running.stdin.write("{}\n[]\n")
            running.stdin.flush()
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=600)
        return running.returncode, first + out, err


@pytest.mark.parametrize("more", [[], ["--divide"], ["--json", "counts.jsonl"]])
def test_an_interrupted_perft_is_incomplete_and_leaves_no_file(more: list[str], here: Path) -> None:
    before = files_in(here)
    code, out, err = interrupted("perft", "full2", "--depth", "6", *more)
    assert code == 3
    assert out.startswith("depth ")
    assert err.split() == ["Interrupted."]
    assert files_in(here) == before


def test_an_interrupted_perft_has_written_whole_lines_to_standard_output() -> None:
    code, out, err = interrupted("perft", "full2", "--depth", "6", "--json", "-")
    assert (code, err.split()) == (3, ["Interrupted."])
    assert out.startswith('{"depth": 1')
    assert all(line.endswith("}\n") for line in out.splitlines(keepends=True))


def test_an_interrupted_server_is_incomplete_without_a_traceback() -> None:
    code, _, err = interrupted("serve")
    assert (code, err.split()) == (3, ["Interrupted."])


@pytest.mark.parametrize("line", ["play --boards", "perft toy2 --depth 6", "explain", "show opening.json",
                                  "play --record -", "deal --json -", "perft toy2 --depth 8 --json -"])  # fmt: skip
@pytest.mark.parametrize("reader", ["head -1", "true"])
def test_a_reader_that_goes_away_causes_no_traceback(line: str, reader: str, here: Path) -> None:
    install(here)
    done = subprocess.run(
        f"./dragonproof {line} | {reader}", shell=True, capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def on_terminal(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """A command whose standard error is a terminal: its exit code, its output, and what the terminal got."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"} | environment,
    ) as running:
        os.close(theirs)
        shown: list[bytes] = []
        thread = threading.Thread(target=read_all, args=(ours, shown))
        thread.start()
        assert running.stdout
        out = running.stdout.read().decode()
        code = running.wait(timeout=600)
        thread.join(timeout=600)
    os.close(ours)
    return code, out, b"".join(shown).decode()


def read_all(terminal: int, into: list[bytes]) -> None:
    try:
        while part := os.read(terminal, 4096):
            into.append(part)
    except OSError:  # the other end is closed
        return


@pytest.mark.parametrize("json_file", [[], ["--json", "-"]])
def test_progress_goes_to_the_terminal_and_results_to_standard_output(
    json_file: list[str], dragonproof: InProcess
) -> None:
    line = ["perft", "toy2", "--depth", "4", *json_file]
    code, out, shown = on_terminal(*line)
    assert (code, out) == (0, dragonproof(*line).out)
    assert "positions" in shown
    assert "first" not in shown


def test_colours_are_on_a_terminal_only_and_not_with_no_color() -> None:
    line = ("perft", "toy2", "--depth", "3")
    assert COLOUR.search(on_terminal(*line, NO_COLOR="")[2])
    assert not COLOUR.search(on_terminal(*line, NO_COLOR="1")[2])
    for result in (
        process(*line),
        process(*line, NO_COLOR="1"),
        process(*line, TERM="xterm-256color", COLORTERM="truecolor"),
    ):
        assert not ANSI.search(result.said)
        assert result.err == ""
