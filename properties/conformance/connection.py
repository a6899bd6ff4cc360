"""One program under test as a child process: requests in, answers out, and nothing left behind."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import IO, Protocol

from properties.conformance.failures import Kind, NoAnswer

_LONGEST_LINE = 64 * 2**20  # bytes; a whole game with all its legal actions has a hundredth of that
_STDERR_KEPT = 16 * 2**10  # bytes
_LOOK = 0.05  # seconds between two looks at whether the program still runs
_END = b""


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
    """A child process in a group of its own. Raises `OSError` where it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._errors = bytearray()
        for work, pipe in (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._read_errors, self._process.stderr),
        ):
            threading.Thread(target=work, args=(pipe,), daemon=True).start()

    def exchange(self, message: str, timeout: float) -> bytes:
        """Sends one line and waits for the next one.

        A line that was there before the message is a breach of the protocol. So the answer to an
        earlier request is never taken for the answer to this one.
        """
        with contextlib.suppress(queue.Empty):
            early = self._incoming.get_nowait()
            if early != _END:
                raise self._failure(Kind.PROTOCOL, "it wrote a line that nobody had asked for", message, early)
            raise self._crash(message)
        self._outgoing.put(message.encode() + b"\n")
        line = self._next_line(message, timeout)
        if line == _END:
            raise self._crash(message)
        if not line.endswith(b"\n"):
            reason = "its answer is too long" if len(line) > _LONGEST_LINE else "its answer breaks off"
            raise self._failure(Kind.PROTOCOL, reason, message, line)
        return line

    def stderr(self) -> str:
        """The last of what it wrote to standard error."""
        return bytes(self._errors).decode(errors="replace")

    def wait(self, timeout: float) -> int | None:
        """Its exit status once it has ended by itself; None if it goes on."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout)
        return None

    def leftovers(self) -> bool:
        return False

    def close(self) -> None:
        """Ends the whole process group."""
        self._outgoing.put(None)
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self._process.pid)], capture_output=True, check=False)
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _next_line(self, message: str, timeout: float) -> bytes:
        stop = time.monotonic() + timeout
        while (left := stop - time.monotonic()) > 0:
            ended = self._process.poll() is not None
            with contextlib.suppress(queue.Empty):
                return self._incoming.get(timeout=min(left, _LOOK))
            if ended:  # and what it has started holds its output open
                return _END
        raise self._failure(Kind.TIMEOUT, f"no answer within {timeout:g} s", message, _END)

    def _crash(self, message: str) -> NoAnswer:
        status = self.wait(1.0)
        how = "it closed its output" if status is None else f"it ended with exit code {status}"
        if status is not None and status < 0:
            how = f"it was ended by signal {-status}"
        return self._failure(Kind.CRASH, how, message, _END)

    def _failure(self, kind: Kind, reason: str, sent: str, got: bytes) -> NoAnswer:
        """The failure, after which the program is not to be asked again."""
        self.close()
        time.sleep(_LOOK)  # for the last of its standard error
        return NoAnswer(kind, reason, sent, got[:2000].decode(errors="replace"), self.stderr())

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while (message := self._outgoing.get()) is not None:
                pipe.write(message)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(_LONGEST_LINE + 1):
                self._incoming.put(line)
                if not line.endswith(b"\n"):
                    break
        self._incoming.put(_END)

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while chunk := pipe.read1(2**16):  # type: ignore[attr-defined]
                self._errors += chunk
                del self._errors[:-_STDERR_KEPT]
