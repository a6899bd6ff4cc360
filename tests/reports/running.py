"""Running command lines: in this process, or in one of their own."""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from reports.cli import dragonproof, run

START = "from reports.cli import main; main()"
COMMAND = [sys.executable, "-c", START]
ANSI = re.compile(r"\x1b")


@dataclass(frozen=True)
class Result:
    """What a command line gave back."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """Everything that it printed."""
        return self.out + self.err


class InProcess:
    """Runs command lines in this process, in the current folder."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Result:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        self._capsys.readouterr()
        code = run(list(arguments))
        captured = self._capsys.readouterr()
        return Result(code, captured.out, captured.err)


def process(
    *arguments: str, stdin: bytes = b"", prepare: Callable[[], None] | None = None, **environment: str
) -> Result:
    """Runs a command line in a process of its own, in the current folder."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        timeout=600,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        preexec_fn=prepare,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def default_interrupts() -> None:
    """For `prepare`: a shell may have started the tests with interrupts ignored, which is inherited."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def install(folder: Path) -> None:
    """Writes a program `dragonproof` into a folder."""
    program = folder / "dragonproof"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{START}' \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)


def commands() -> dict[str, click.Command]:
    """Every command by name; "" is the group of all."""
    whole = click.Context(dragonproof, info_name="dragonproof", **dragonproof.context_settings)
    found = {name: dragonproof.get_command(whole, name) for name in dragonproof.list_commands(whole)}
    return {"": dragonproof} | {name: command for name, command in found.items() if command}


def help_text(name: str) -> str:
    """What `--help` of a command prints."""
    whole = click.Context(dragonproof, info_name="dragonproof", **dragonproof.context_settings)
    if not name:
        return dragonproof.get_help(whole)
    command = commands()[name]
    return command.get_help(click.Context(command, parent=whole, info_name=name))


def example_lines(name: str) -> Iterator[str]:
    """The lines of the block of examples in the help of a command."""
    _, _, block = help_text(name).partition("Examples:\n")
    for line in block.splitlines():
        if not line.strip():
            return
        yield line.strip()


def is_one_clear_error(err: str) -> bool:
    """Whether this is one line of error, perhaps after click's two lines of usage."""
    lines = [line for line in err.splitlines() if line and not line.startswith(("Usage: ", "Try '"))]
    return len(lines) == 1 and lines[0].startswith("Error: ") and len(lines[0]) <= 800 and not ANSI.search(err)


def files_in(folder: Path) -> Sequence[tuple[str, int]]:
    """The names and sizes of everything in a folder, hidden or not."""
    return sorted((str(path.relative_to(folder)), path.stat().st_size) for path in folder.rglob("*"))
