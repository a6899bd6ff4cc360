"""Running units of work, each in a process of its own, on several cores."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any

from properties.tally import Tally
from properties.verdicts import Grade, Verdict

_PATIENCE = 3.0  # seconds that a process has for cleaning up


@dataclass(frozen=True)
class Result:
    """What a unit gives: verdicts of its own, and counts that are added up over all units."""

    verdicts: tuple[Verdict, ...] = ()
    tally: Tally = field(default_factory=Tally)


@dataclass(frozen=True)
class Unit:
    """A piece of work: `work(*arguments)`, both picklable. seconds: about how long it takes on one core.

    It gives one result, or an iterator of results, each of which is passed on as soon as it is there.
    """

    id: str
    work: Callable[..., Any]
    arguments: tuple[object, ...] = ()
    seconds: float = 1.0


def run(
    units: Sequence[Unit], workers: int, seconds: float | None = None, preload: tuple[str, ...] = ()
) -> Iterator[tuple[Unit, Any]]:
    """Each unit with its result, as they come, and with None when it is done; the longest begin first.

    preload: modules that the processes share, so that each begins at once. After `seconds` no unit
    is begun any more and those that run are ended: they are missing. A unit whose process dies gives
    a verdict that is unknown. Closing the iterator ends all processes, which may clean up.
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
                unit, process = running[connection]
                try:
                    yield unit, connection.recv()
                except EOFError:
                    del running[connection]
                    connection.close()
                    process.join()
                    if process.exitcode:
                        yield unit, _no_answer(unit, f"its process ended with code {process.exitcode}")
                    yield unit, None
    finally:
        for _, process in running.values():
            process.terminate()
        for connection, (_, process) in running.items():
            process.join(_PATIENCE)
            process.kill()
            process.join()
            connection.close()


def _context(preload: tuple[str, ...]) -> SpawnContext | ForkServerContext:
    """Fresh processes, forked from a clean one where the system can do that."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    with _held_back(signal.SIGINT):  # inherited by the server, which Ctrl-C is not for
        forkserver.ensure_running()
    return context


@contextmanager
def _held_back(*numbers: signal.Signals) -> Iterator[None]:
    """These signals come when the block is over, where the system can do that."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(unit: Unit, preload: tuple[str, ...]) -> tuple[Connection, BaseProcess]:
    context = _context(preload)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, unit), daemon=True)
    with _held_back(signal.SIGINT, signal.SIGTERM):  # a process that is not told what to do says so in a traceback
        process.start()
    sender.close()  # so that a process that dies ends the connection
    return receiver, process


def _work(sender: Connection, unit: Unit) -> None:
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)  # Ctrl-C, or a closed terminal, is for the process that started this one
    signal.signal(signal.SIGTERM, _end)
    os.dup2(2, 1)  # what a broken engine prints is no part of a report
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        result = unit.work(*unit.arguments)
        for part in result if isinstance(result, Iterator) else (result,):
            sender.send(part)
    except Exception as error:  # whatever broke, it is told as what it is: no answer
        sender.send(_no_answer(unit, f"{type(error).__name__}: {error}"))
    sender.close()


def _end(*_: object) -> None:
    """Ends the process so that what has to be cleaned up is; what Python has to say of that is for nobody.

    Hypothesis takes an exit for a failure and goes on, but lets an interrupt through.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    raise KeyboardInterrupt


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, however that came to pass."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_PATIENCE)
        os._exit(1)


def _no_answer(unit: Unit, reason: str) -> Result:
    return Result((Verdict(unit.id, "The work comes to an end.", Grade.UNKNOWN, reason, 0.0),))
