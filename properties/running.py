"""Running units of work, each in a process of its own, on several cores."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess

from properties.tally import Tally
from properties.verdicts import Grade, Verdict


@dataclass(frozen=True)
class Result:
    """What a unit gives: verdicts of its own, and counts that are added up over all units."""

    verdicts: tuple[Verdict, ...] = ()
    tally: Tally = field(default_factory=Tally)


@dataclass(frozen=True)
class Unit:
    """A piece of work: `work(*arguments)`, both picklable. seconds: about how long it takes on one core."""

    id: str
    work: Callable[..., Result]
    arguments: tuple[object, ...] = ()
    seconds: float = 1.0


def run(
    units: Sequence[Unit], workers: int, seconds: float | None = None, preload: tuple[str, ...] = ()
) -> Iterator[tuple[Unit, Result]]:
    """Each unit with its result, as they are done; the longest begin first.

    preload: modules that the processes share, so that each begins at once. After `seconds` no unit
    is begun any more and those that run are ended: they are missing. A unit whose process dies gives
    a verdict that is unknown. Closing the iterator ends all processes.
    """
    stop = None if seconds is None else time.monotonic() + seconds
    waiting = sorted(units, key=lambda unit: -unit.seconds)
    running: dict[Connection, tuple[Unit, BaseProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                unit = waiting.pop(0)
                connection, process = _start(unit, preload)
                running[connection] = (unit, process)
            timeout = None if stop is None else max(0.0, stop - time.monotonic())
            ready = wait(list(running), timeout)
            if not ready:
                return
            for connection in [each for each in running if each in ready]:
                unit, process = running.pop(connection)
                yield unit, _receive(unit, connection, process)
    finally:
        for connection, (_, process) in running.items():
            process.kill()
            process.join()
            connection.close()


def _context(preload: tuple[str, ...]) -> SpawnContext | ForkServerContext:
    """Fresh processes, forked from a clean one where the system can do that."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited by the server, which Ctrl-C is not for
    forkserver.ensure_running()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    return context


def _start(unit: Unit, preload: tuple[str, ...]) -> tuple[Connection, BaseProcess]:
    context = _context(preload)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, unit), daemon=True)
    process.start()
    sender.close()  # so that a process that dies ends the connection
    return receiver, process


def _work(sender: Connection, unit: Unit) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    os.dup2(2, 1)  # what a broken engine prints is no part of a report
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        result = unit.work(*unit.arguments)
    except Exception as error:  # whatever broke, it is told as what it is: no answer
        result = _no_answer(unit, f"{type(error).__name__}: {error}")
    sender.send(result)
    sender.close()


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, however that came to pass."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _receive(unit: Unit, connection: Connection, process: BaseProcess) -> Result:
    try:
        result = connection.recv()
        assert isinstance(result, Result)
    except EOFError:
        process.join()
        result = _no_answer(unit, f"its process ended with code {process.exitcode}")
    finally:
        connection.close()
    process.join()
    return result


def _no_answer(unit: Unit, reason: str) -> Result:
    return Result((Verdict(unit.id, "The work comes to an end.", Grade.UNKNOWN, reason, 0.0),))
