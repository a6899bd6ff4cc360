"""One program under test as a child process: requests in, answers out, and nothing left behind."""

import contextlib
import errno
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from properties.conformance.failures import LONGEST_ANSWER, Kind, NoAnswer
from properties.conformance.pipes import Pipes, PolledPipes, ThreadedPipes

_LOOK = 0.05  # seconds between two looks at whether the program still runs
_LEAVING = 1.0  # seconds that a program may take to end after it has closed its pipes
_STRAGGLING = 0.5  # seconds that processes which it started may go on after it
_DYING = 5.0  # seconds that a process which was killed may take


class Peer(Protocol):
    """Something that answers messages."""

    def exchange(self, message: str, timeout: float) -> bytes:
        """Sends one message and returns the line of the answer. Raises `NoAnswer`."""

    def stderr(self) -> str:
        """The last of what it wrote to standard error."""

    def wait(self, timeout: float) -> int | None:
        """Its exit status once it has ended by itself; None if it goes on."""

    def leftovers(self) -> bool:
        """Whether processes that it started still run after it has ended by itself."""

    def close(self) -> None:
        """Ends it, and everything that it has started."""


class Process:
    """A child process in a group of its own. Raises `OSError` where it cannot be started.

    What it starts is ended with it, except what has left its group (by `setsid`). Written for Windows, too,
    where `taskkill` ends it, but untested there.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if not command:
            raise FileNotFoundError(errno.ENOENT, "there is no command")
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._pipes: Pipes = (PolledPipes if hasattr(select, "poll") else ThreadedPipes)(self._process)

    def exchange(self, message: str, timeout: float) -> bytes:
        """Sends one line and waits for the next one.

        Whatever came before the message is a breach of the protocol, and after a failure nothing is read
        any more. So the answer to an earlier request is never taken for the answer to this one.
        """
        pipes = self._pipes
        pipes.drain()
        if pipes.received:
            raise self._failure(Kind.PROTOCOL, "it wrote a line that nobody had asked for", message)
        if pipes.ended or self._process.poll() is not None:
            raise self._crash(message)
        stop = time.monotonic() + timeout
        pipes.send(message.encode() + b"\n")
        searched, exited = 0, False
        while True:
            left = stop - time.monotonic()
            pipes.move(min(max(left, 0), _LOOK))
            end = pipes.received.find(b"\n", searched) + 1
            if end:
                line = bytes(pipes.received[:end])
                del pipes.received[:end]
                return line
            if len(pipes.received) > LONGEST_ANSWER:
                reason = f"its answer is longer than {LONGEST_ANSWER} bytes"
                raise self._failure(Kind.PROTOCOL, reason, message)
            if pipes.ended or pipes.deaf or (exited and len(pipes.received) == searched):
                raise self._crash(message)
            if left <= 0:
                raise self._timeout(message, timeout)
            searched, exited = len(pipes.received), self._process.poll() is not None

    def stderr(self) -> str:
        """The last of what it wrote to standard error."""
        self._pipes.drain()
        return self._pipes.errors.decode(errors="replace")

    def wait(self, timeout: float) -> int | None:
        """Its exit status once it has ended by itself; None if it goes on.

        What it writes meanwhile is taken, so that it need not wait for anybody.
        """
        stop = time.monotonic() + timeout
        while (status := self._process.poll()) is None and (left := stop - time.monotonic()) > 0:
            if self._pipes.exhausted:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(left)
            else:
                self._pipes.move(min(left, _LOOK))
        return status

    def leftovers(self) -> bool:
        """Whether processes that it started still run after it has ended by itself; they have a moment to end."""
        return self._process.poll() is not None and _still_runs(self._process.pid, _STRAGGLING)

    def close(self) -> None:
        """Ends the whole process group. May be called again, also where an interrupt has cut it short."""
        if not self._pipes.closed:
            if sys.platform == "win32":
                command = ["taskkill", "/T", "/F", "/PID", str(self._process.pid)]
                subprocess.run(command, capture_output=True, check=False)
            else:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_DYING)
            _still_runs(self._process.pid, _DYING)
            self._pipes.close()

    def _timeout(self, message: str, timeout: float) -> NoAnswer:
        reason = f"no answer within {timeout:g} s"
        if self._pipes.unsent:
            reason += "; it has not read the whole request"
        if self._pipes.received:
            reason += "; only the beginning of a line came"
        return self._failure(Kind.TIMEOUT, reason, message)

    def _crash(self, message: str) -> NoAnswer:
        pipes = self._pipes
        status = self.wait(_LEAVING)
        pipes.drain(_LOOK)
        if status is None:
            how = f"it closed its standard {'output' if pipes.ended else 'input'} and goes on"
        else:
            how = ending(status)
            if not pipes.ended:
                how += "; what it had started still holds its standard output open"
        if pipes.received and not pipes.received.endswith(b"\n"):
            how += "; only the beginning of a line came"
        return self._failure(Kind.CRASH, how, message)

    def _failure(self, kind: Kind, reason: str, sent: str) -> NoAnswer:
        """The failure, after which the program has been ended."""
        got = self._pipes.received[:2000].decode(errors="replace")
        self.close()
        return NoAnswer(kind, reason, sent, got, self.stderr())


def ending(status: int) -> str:
    """How a process ended, by its exit status."""
    if status >= 0:
        return f"it ended with exit code {status}"
    names = {each.value: each.name for each in signal.Signals}
    return f"it was ended by {names.get(-status, f'signal {-status}')}"


def _still_runs(group: int, seconds: float) -> bool:
    """Whether a process of a group still runs after so many seconds; returns as soon as none does."""
    stop = time.monotonic() + seconds
    while runs := _runs(group):
        if time.monotonic() > stop:
            break
        time.sleep(0.002)
    return runs


def _runs(group: int) -> bool:
    """Whether a process of a group runs. On Linux one that has ended, but was not collected, does not count."""
    if sys.platform == "win32":
        return False
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, of, *_ = path.read_bytes().rpartition(b")")[2].split()
            if int(of) == group and state not in b"ZX":
                return True
    return not Path("/proc/self/stat").exists()
