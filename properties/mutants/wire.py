"""Faults in what is written out, and in how a program lives and dies."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from properties.mutants.replying import Reply, honest
from properties.server import Server

_FOR_EVER = 600.0  # seconds: longer than anybody waits
_LATE = 3.0  # seconds
_SLOW_START = 1.5  # seconds
_FLOOD = 200_000  # characters, more than fit into a pipe


def banner(server: Server) -> Reply:
    """Greets before it is asked anything."""
    os.write(1, b"Welcome to my game!\n")
    return honest(server)


def slow_start(server: Server) -> Reply:
    """Takes its time to start."""
    time.sleep(_SLOW_START)
    return honest(server)


def garbage(_: bytes) -> Iterator[bytes]:
    """No JSON."""
    yield b"it is your turn\n"


def two_lines(answer: bytes) -> Iterator[bytes]:
    """The answer twice."""
    yield answer + answer


def half_and_silence(answer: bytes) -> Iterator[bytes]:
    """Half the answer."""
    yield answer[: len(answer) // 2]
    time.sleep(_FOR_EVER)


def half_and_exit(answer: bytes) -> Iterator[bytes]:
    """Half the answer, and the end."""
    yield answer[: len(answer) // 2]
    os._exit(0)


def endless(_: bytes) -> Iterator[bytes]:
    """A line that does not end."""
    while True:
        yield b" " * 2**16


def silence(_: bytes) -> Iterator[bytes]:
    """Nothing; it goes on reading."""
    yield from ()


def late(answer: bytes) -> Iterator[bytes]:
    """The answer, too late."""
    time.sleep(_LATE)
    yield answer


def crash(_: bytes) -> Iterator[bytes]:
    """The end, with an exit code."""
    print("Traceback: the game is broken", file=sys.stderr, flush=True)
    yield from _exit(3)


def killed(_: bytes) -> Iterator[bytes]:
    """The end, by a signal."""
    signal.raise_signal(signal.SIGTERM)
    yield b""


def closes_output(_: bytes) -> Iterator[bytes]:
    """Nothing, ever again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    yield b""


def closes_input(answer: bytes) -> Iterator[bytes]:
    """The answer, and it reads nothing more."""
    os.close(0)
    yield answer
    time.sleep(_FOR_EVER)


def child_holds_output(_: bytes) -> Iterator[bytes]:
    """The end, while a child process keeps the output open."""
    _child(None)
    yield from _exit(0)


def flood(answer: bytes) -> Iterator[bytes]:
    """Much on standard error before the answer."""
    print("x" * _FLOOD, file=sys.stderr, flush=True)
    yield answer


def goes_on(server: Server) -> Reply:
    """Does not exit after `shutdown`."""
    return _at_the_end(server, lambda: time.sleep(_FOR_EVER))


def exits_with_1(server: Server) -> Reply:
    """Exits with another code than 0 after `shutdown`."""
    return _at_the_end(server, lambda: os._exit(1))


def leaves_child(server: Server) -> Reply:
    """Leaves a child process behind after `shutdown`."""
    return _at_the_end(server, lambda: _child(subprocess.DEVNULL))


def _exit(code: int) -> Iterator[bytes]:
    os._exit(code)
    yield b""  # type: ignore[unreachable]


def _at_the_end(server: Server, act: Callable[[], object]) -> Reply:
    right = honest(server)

    def reply(line: bytes) -> Iterator[bytes]:
        yield from right(line)
        if not server.running:
            act()

    return reply


def _child(output: int | None) -> None:
    command = [sys.executable, "-c", f"import time; time.sleep({_FOR_EVER})", *sys.argv[1:]]  # to be told by them
    subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
