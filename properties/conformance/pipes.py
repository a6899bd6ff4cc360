"""The pipes to and from a process, of which none keeps the others waiting."""

import contextlib
import os
import queue
import select
import subprocess
import threading
import time
from typing import IO

from properties.conformance.failures import LONGEST_ANSWER

_STDERR_KEPT = 16 * 2**10  # bytes
_CHUNK = 2**16  # bytes, what a pipe holds
_CHUNKS = 64  # at once
_ENDING = 0.5  # seconds that the threads may take


class Pipes:
    """The three pipes of a process.

    received: what it wrote to standard output; ended: whether that is at its end. errors: the last of what
    it wrote to standard error. unsent: what it has not read yet; deaf: whether it has closed its standard
    input. exhausted: whether nothing more can come. closed: whether they are.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        self.received, self.errors, self.unsent = bytearray(), bytearray(), b""
        self.ended = self.deaf = self.exhausted = self.closed = False
        self._unfinished = {self._out, self._err}

    def send(self, data: bytes) -> None:
        """Begins to send; `move` goes on with it."""
        raise NotImplementedError

    def move(self, seconds: float) -> bool:
        """Moves what can be moved, and waits so long at most for something. Whether there was anything."""
        raise NotImplementedError

    def drain(self, seconds: float = 0.0) -> None:
        """Takes what is there until nothing comes for so long, but not for ever where somebody goes on writing."""
        for _ in range(_CHUNKS):
            if self.exhausted or not self.move(seconds):
                break

    def close(self) -> None:
        """Gives them back. Nothing moves any more, and nothing that came counts as received."""
        self.received.clear()
        self.ended = self.exhausted = self.closed = True

    def _take(self, pipe: IO[bytes], chunk: bytes) -> None:
        if not chunk:
            self._unfinished.discard(pipe)
            self.ended, self.exhausted = self._out not in self._unfinished, not self._unfinished
        elif pipe is self._err:
            self.errors += chunk
            del self.errors[:-_STDERR_KEPT]
        elif len(self.received) <= LONGEST_ANSWER:
            self.received += chunk


class PolledPipes(Pipes):
    """Pipes that are polled by whoever asks."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(process)
        self._poll = select.poll()
        self._sources = {pipe.fileno(): pipe for pipe in (self._out, self._err)}
        for number in (self._in.fileno(), *self._sources):
            os.set_blocking(number, False)
        for number in self._sources:
            self._poll.register(number, select.POLLIN)

    def send(self, data: bytes) -> None:  # noqa: D102
        self.unsent += data
        self._write()
        if self.unsent:
            self._poll.register(self._in, select.POLLOUT)

    def move(self, seconds: float) -> bool:  # noqa: D102
        if self.closed:
            return False
        ready = self._poll.poll(seconds * 1000)
        for number, _ in ready:
            if number not in self._sources:
                self._write()
                if not self.unsent:
                    self._poll.unregister(number)
                continue
            chunk = os.read(number, _CHUNK)
            self._take(self._sources[number], chunk)
            if not chunk:
                self._poll.unregister(number)
        return bool(ready)

    def close(self) -> None:  # noqa: D102
        for pipe in (self._in, self._out, self._err):
            pipe.close()
        super().close()

    def _write(self) -> None:
        try:
            self.unsent = self.unsent[os.write(self._in.fileno(), self.unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.unsent, self.deaf = b"", True


class ThreadedPipes(Pipes):
    """Pipes with a thread each, which closes its pipe in the end, for systems that cannot poll them."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(process)
        self._outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._incoming: queue.Queue[tuple[IO[bytes], bytes]] = queue.Queue(_CHUNKS)
        self._threads = [threading.Thread(target=self._read, args=(p,), daemon=True) for p in self._unfinished]
        self._threads.append(threading.Thread(target=self._write, daemon=True))
        for thread in self._threads:
            thread.start()

    def send(self, data: bytes) -> None:  # noqa: D102
        self.unsent = data
        self._outgoing.put(data)

    def move(self, seconds: float) -> bool:  # noqa: D102
        with contextlib.suppress(queue.Empty):
            self._take(*self._incoming.get(seconds > 0, seconds))
            return True
        return False

    def close(self) -> None:  # noqa: D102
        self._outgoing.put(b"")
        stop = time.monotonic() + _ENDING
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < stop:
            self.move(0.001)
        super().close()

    def _write(self) -> None:
        with contextlib.suppress(OSError), self._in:
            while data := self._outgoing.get():
                while data:
                    data = data[self._in.write(data) :]
                self.unsent = b""
            return
        self.deaf = True

    def _read(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while chunk := pipe.read(_CHUNK):
                self._incoming.put((pipe, chunk))
        self._incoming.put((pipe, b""))
