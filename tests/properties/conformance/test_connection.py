"""Programs under test as child processes: every way of not answering is told apart, and nothing is left behind."""

import contextlib
import fcntl
import os
import pickle
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from properties.conformance.connection import Process, ending
from properties.conformance.failures import Kind, NoAnswer, Unsupported
from properties.conformance.program import Limits, Program
from reference_engine import load

Start = Callable[[str], Process]

_PRELUDE = """\
import fcntl, os, signal, sys, time
lock = open(sys.argv[1], "w")
fcntl.flock(lock, fcntl.LOCK_EX)
def say(text): sys.stdout.write(text); sys.stdout.flush()
def log(text): sys.stderr.write(text); sys.stderr.flush()
"""
ECHO = "for line in sys.stdin: say(line)"
SILENT = "time.sleep(60)"
SOON, LONG = 0.15, 20.0  # seconds: of a time-out that is to come, and of one that is not


@pytest.fixture(params=["polled", "threaded"])
def start(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts programs, with either kind of pipes; afterwards none of their processes and no thread may be left.

    Each holds a lock, as does whatever it forks, so the lock is free again when all of them have ended.
    """
    if request.param == "threaded":
        monkeypatch.delattr(select, "poll")
    started: list[Process] = []
    threads = threading.active_count()

    def starting(code: str) -> Process:
        command = [sys.executable, "-I", "-S", "-c", _PRELUDE + dedent(code), str(tmp_path / f"{len(started)}.lock")]
        started.append(Process(command))
        return started[-1]

    try:
        yield starting
    finally:
        for process in started:
            process.close()
        assert threading.active_count() == threads
        for path in tmp_path.glob("*.lock"):
            assert_unlocked(path)


def assert_unlocked(path: Path) -> None:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def failing(process: Process, timeout: float = LONG, message: str = "question") -> NoAnswer:
    """How an exchange fails. After it the program has been ended."""
    with pytest.raises(NoAnswer) as failure:
        process.exchange(message, timeout)
    assert failure.value.sent == message
    with pytest.raises(NoAnswer, match="ended"):
        process.exchange(message, LONG)
    return failure.value


def until_logged(process: Process, text: str) -> None:
    stop = time.monotonic() + LONG
    while text not in process.stderr():
        assert time.monotonic() < stop
        time.sleep(0.005)


def until_written(process: Process) -> None:
    """Until it is seen here that it has written something; a pipe of its own may be slower than that of the log."""
    stop = time.monotonic() + LONG
    while not process._pipes.received:
        process.stderr()
        assert time.monotonic() < stop
        time.sleep(0.005)


def test_each_request_gets_its_own_line(start: Start) -> None:
    process = start(ECHO)
    for number in range(200):
        assert process.exchange(f'{{"id": {number}}}', LONG) == f'{{"id": {number}}}\n'.encode()


def test_lines_of_megabytes_go_both_ways(start: Start) -> None:
    process = start("for line in sys.stdin: say(8 * line.rstrip() + '\\n')")
    for size in (1, 2**16 - 1, 2**16, 2**20):
        assert process.exchange("x" * size, LONG) == b"x" * 8 * size + b"\n"


def test_an_answer_in_pieces_is_put_together(start: Start) -> None:
    process = start("""
        for line in sys.stdin:
            for piece in line: say(piece); time.sleep(0.001)
    """)
    assert process.exchange("in pieces", LONG) == b"in pieces\n"
    assert process.exchange("again", LONG) == b"again\n"


def test_a_line_that_does_not_end_is_a_breach_of_the_protocol(start: Start) -> None:
    failure = failing(start("while True: say(2**20 * 'x')"))
    assert (failure.kind, failure.got) == (Kind.PROTOCOL, "x" * 2000)
    assert "longer than 67108864 bytes" in failure.reason or "nobody had asked for" in failure.reason
    failure = failing(start("sys.stdin.readline()\nwhile True: say(2**20 * 'x')"))
    assert (failure.kind, failure.reason) == (Kind.PROTOCOL, "its answer is longer than 67108864 bytes")


def test_a_banner_before_the_first_request_is_a_breach_of_the_protocol(start: Start) -> None:
    process = start("say('Welcome!\\n'); log('ready')\n" + ECHO)
    until_written(process)
    failure = failing(process)
    assert (failure.kind, failure.got) == (Kind.PROTOCOL, "Welcome!\n")
    assert failure.reason == "it wrote a line that nobody had asked for"


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_banner_is_a_breach_whether_it_comes_before_or_after_the_request(start: Start, when: str) -> None:
    if when == "before":
        code = "say('Welcome!\\n'); log('ready')\n" + ECHO
    else:
        code = "first = sys.stdin.readline(); say('Welcome!\\n' + first)\n" + ECHO

    def launch() -> Process:
        process = start(code)
        if when == "before":
            until_written(process)
        return process

    program = Program(launch, load("village"), Limits())
    with pytest.raises(NoAnswer) as failure:
        program.initialize()
    assert (failure.value.kind, failure.value.got) == (Kind.PROTOCOL, "Welcome!\n")


def test_a_second_line_for_one_request_is_noticed_at_the_next(start: Start) -> None:
    process = start("for line in sys.stdin: say(line + 'and more\\n')")
    assert process.exchange("question", LONG) == b"question\n"
    failure = failing(process)
    assert (failure.kind, failure.got) == (Kind.PROTOCOL, "and more\n")


def test_a_second_line_that_comes_later_is_noticed_at_the_next_request(start: Start) -> None:
    process = start("for line in sys.stdin: say(line); time.sleep(0.05); say('and more\\n'); log('done')")
    assert process.exchange("question", LONG) == b"question\n"
    until_logged(process, "done")
    assert failing(process).kind is Kind.PROTOCOL


def test_silence_is_a_timeout(start: Start) -> None:
    process = start(SILENT)
    begin = time.monotonic()
    failure = failing(process, SOON)
    assert (failure.kind, failure.reason) == (Kind.TIMEOUT, "no answer within 0.15 s")
    assert SOON <= time.monotonic() - begin < SOON + 2


def test_waiting_costs_no_time_of_the_processor_where_standard_error_is_closed(start: Start) -> None:
    process = start("log('ready'); os.close(2); time.sleep(60)")
    until_logged(process, "ready")
    begin = time.process_time()
    assert failing(process, 3 * SOON).kind is Kind.TIMEOUT
    assert time.process_time() - begin < SOON


def test_a_late_answer_is_never_read(start: Start) -> None:
    process = start("for line in sys.stdin: time.sleep(0.3); say(line)")
    assert failing(process, SOON, "first").kind is Kind.TIMEOUT
    time.sleep(0.3)
    assert failing(process, LONG, "second").got == ""


def test_half_a_line_and_then_silence_is_a_timeout_that_says_so(start: Start) -> None:
    process = start("log('ready'); sys.stdin.readline(); say('{\"id\": '); time.sleep(60)")
    until_logged(process, "ready")
    failure = failing(process, SOON)
    assert (failure.kind, failure.got) == (Kind.TIMEOUT, '{"id": ')
    assert failure.reason == "no answer within 0.15 s; only the beginning of a line came"


def test_half_a_line_and_then_an_exit_is_a_crash_that_says_so(start: Start) -> None:
    failure = failing(start("sys.stdin.readline(); say('{\"id\": '); sys.exit(0)"))
    assert (failure.kind, failure.got) == (Kind.CRASH, '{"id": ')
    assert failure.reason == "it ended with exit code 0; only the beginning of a line came"


def test_a_large_request_that_nobody_reads_is_a_timeout(start: Start) -> None:
    failure = failing(start(SILENT), SOON, 2**20 * "x")
    assert (failure.kind, failure.reason) == (
        Kind.TIMEOUT,
        "no answer within 0.15 s; it has not read the whole request",
    )


def test_an_exit_is_a_crash_with_its_code_and_standard_error(start: Start) -> None:
    failure = failing(start("sys.stdin.readline(); log('oh dear'); os._exit(7)"))
    assert (failure.kind, failure.reason) == (Kind.CRASH, "it ended with exit code 7")
    assert (failure.got, failure.stderr) == ("", "oh dear")


def test_an_exit_before_the_first_request_is_a_crash_with_its_code(start: Start) -> None:
    process = start("log('no, thanks'); os._exit(3)")
    until_logged(process, "no, thanks")
    time.sleep(0.05)
    failure = failing(process)
    assert (failure.kind, failure.reason, failure.stderr) == (Kind.CRASH, "it ended with exit code 3", "no, thanks")


def test_an_exit_within_a_large_request_is_a_crash_with_its_code(start: Start) -> None:
    process = start("sys.stdin.read(10); os._exit(5)")
    failure = failing(process, LONG, 2**20 * "x")
    assert (failure.kind, failure.reason) == (Kind.CRASH, "it ended with exit code 5")


def test_an_answer_and_then_an_exit_is_an_answer_and_then_a_crash(start: Start) -> None:
    process = start("say(sys.stdin.readline())")
    assert process.exchange("last", LONG) == b"last\n"
    assert failing(process).reason == "it ended with exit code 0"


def test_a_signal_is_named(start: Start) -> None:
    failure = failing(start("sys.stdin.readline(); os.kill(os.getpid(), signal.SIGSEGV)"))
    assert (failure.kind, failure.reason) == (Kind.CRASH, "it was ended by SIGSEGV")
    assert ending(-999) == "it was ended by signal 999"


def test_a_closed_output_is_told_apart_from_an_exit(start: Start) -> None:
    failure = failing(start("sys.stdin.readline(); os.close(1); time.sleep(60)"))
    assert (failure.kind, failure.reason) == (Kind.CRASH, "it closed its standard output and goes on")


def test_a_closed_input_is_told_apart_from_an_exit(start: Start) -> None:
    process = start("os.close(0); log('closed'); time.sleep(60)")
    until_logged(process, "closed")
    failure = failing(process)
    assert (failure.kind, failure.reason) == (Kind.CRASH, "it closed its standard input and goes on")


def test_a_flood_on_standard_error_neither_blocks_nor_grows(start: Start) -> None:
    process = start("for line in sys.stdin: log(50_000 * 'some words, '); say(line); log(20_000 * 'more words, ')")
    for _ in range(5):
        assert process.exchange("question", LONG) == b"question\n"
    assert len(process.stderr()) == 16 * 2**10
    assert set(process.stderr().replace("more", "some").split(", ")[1:-1]) == {"some words"}


def test_a_flood_on_standard_error_does_not_put_off_a_timeout(start: Start) -> None:
    process = start("while True: log(100_000 * 'x')")
    until_logged(process, "x")
    begin = time.monotonic()
    failure = failing(process, SOON)
    assert (failure.kind, len(failure.stderr)) == (Kind.TIMEOUT, 16 * 2**10)
    assert time.monotonic() - begin < SOON + 2


def test_standard_error_after_a_timeout_is_the_last_of_it(start: Start) -> None:
    process = start("log('ready'); sys.stdin.readline(); log(100_000 * 'x' + 'the end'); time.sleep(60)")
    until_logged(process, "ready")
    assert failing(process, SOON).stderr.endswith("xthe end")


def test_a_parent_that_exits_while_its_child_holds_the_output_open_is_a_crash(start: Start) -> None:
    process = start("sys.stdin.readline()\nif os.fork(): os._exit(3)\ntime.sleep(60)")
    begin = time.monotonic()
    failure = failing(process)
    assert failure.kind is Kind.CRASH
    assert failure.reason == "it ended with exit code 3; what it had started still holds its standard output open"
    assert time.monotonic() - begin < 3


def test_a_child_that_floods_after_its_parent_does_not_hide_the_crash(start: Start) -> None:
    process = start("sys.stdin.readline()\nif os.fork(): os._exit(3)\nwhile True: log(1000 * 'x')")
    assert "exit code 3; what it had started" in failing(process, 5.0).reason


def test_a_child_that_answers_in_place_of_its_parent_is_no_program(start: Start) -> None:
    process = start("if os.fork(): os._exit(0)\nlog('forked')\n" + ECHO)
    until_logged(process, "forked")
    assert process.wait(LONG) == 0
    assert failing(process).reason.startswith("it ended with exit code 0; what it had started")


def test_a_program_that_forks_and_hangs_is_a_timeout(start: Start) -> None:
    failure = failing(start("os.fork(); os.fork(); time.sleep(60)"), SOON)
    assert (failure.kind, failure.reason) == (Kind.TIMEOUT, "no answer within 0.15 s")


def test_the_exit_status_is_none_until_it_ends_by_itself(start: Start) -> None:
    process = start("sys.stdin.readline(); say('null\\n'); sys.exit(4)")
    assert process.wait(0.02) is None
    process.exchange("shutdown", LONG)
    assert process.wait(LONG) == 4


def test_what_is_written_at_the_end_does_not_keep_it_from_ending(start: Start) -> None:
    process = start("sys.stdin.readline(); say('null\\n'); say(2**20 * 'x'); log(2**20 * 'x'); log('bye')")
    process.exchange("shutdown", LONG)
    assert process.wait(LONG) == 0
    until_logged(process, "xbye")


def test_closed_pipes_do_not_make_it_ended(start: Start) -> None:
    process = start("log('ready'); os.close(1); os.close(2); sys.stdin.readline(); os._exit(6)")
    until_logged(process, "ready")
    assert process.wait(0.1) is None
    process._pipes.send(b"\n")
    assert process.wait(LONG) == 6


@pytest.mark.parametrize("held", ["", "os.close(0); os.close(1); os.close(2)"])
def test_children_left_behind_are_noticed_and_ended(start: Start, held: str) -> None:
    process = start(f"if os.fork(): os._exit(0)\n{held}\ntime.sleep(60)")
    assert process.wait(LONG) == 0
    assert process.leftovers()
    process.close()
    assert not process.leftovers()


def test_children_that_end_soon_after_their_parent_are_not_left_behind(start: Start) -> None:
    process = start("if os.fork(): os._exit(0)\ntime.sleep(0.1)")
    assert process.wait(LONG) == 0
    assert not process.leftovers()


def test_a_program_that_goes_on_has_left_nothing_behind(start: Start) -> None:
    assert not start("os.fork(); time.sleep(60)").leftovers()


def test_close_ends_the_whole_group_and_may_be_called_again(start: Start, tmp_path: Path) -> None:
    code = """
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if not os.fork(): memory = 2**27 * b"x"  # takes a while to end
        os.fork(); log("ready"); time.sleep(60)
    """
    process = start(code)
    until_logged(process, "readyreadyreadyready")
    with pytest.raises(BlockingIOError):
        assert_unlocked(tmp_path / "0.lock")
    for _ in range(2):
        process.close()
        assert_unlocked(tmp_path / "0.lock")
    assert process.wait(0) == -signal.SIGKILL
    assert process.stderr() == "readyreadyreadyready"


def test_close_collects_the_program_itself(start: Start) -> None:
    process = start("log(f'<{os.getpgid(0)}>'); time.sleep(60)")
    until_logged(process, ">")
    group = int(process.stderr().strip("<>"))
    assert group != os.getpgid(0)
    process.close()
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


def test_a_flood_that_nobody_reads_does_not_hold_up_the_end(start: Start) -> None:
    process = start("log('ready')\nwhile True: say(2**20 * 'x')")
    until_logged(process, "ready")
    time.sleep(0.3)  # so that whatever can be filled is full
    process.close()


def test_an_interrupt_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    process = start("os.fork(); log('ready'); time.sleep(60)")
    until_logged(process, "readyready")
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt), contextlib.closing(process):
            process.exchange("question", LONG)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert_unlocked(tmp_path / "0.lock")


def _open_files() -> int:
    return len(os.listdir("/dev/fd"))


def test_neither_threads_nor_open_files_are_left_after_fifty_programs(start: Start) -> None:
    start(ECHO).close()
    threads, files = threading.active_count(), _open_files()
    for number in range(50):
        process = Process(["cat"])
        assert process.exchange("question", LONG) == b"question\n"
        if number % 5 == 0:
            os.kill(process._process.pid, signal.SIGSTOP)
            assert failing(process, 0.01).kind is Kind.TIMEOUT
        process.close()
    failing(start("os.fork(); sys.exit(1)"))
    assert (threading.active_count(), _open_files()) == (threads, files)


def test_a_daemon_that_has_left_the_group_does_not_hold_up_the_end(tmp_path: Path) -> None:
    code = "if os.fork(): time.sleep(60)\nos.setsid()\nwhile True: log(1000 * 'x')"
    files = _open_files()
    process = Process([sys.executable, "-I", "-S", "-c", _PRELUDE + code, str(tmp_path / "lock")])
    until_logged(process, "x")
    begin = time.monotonic()
    process.close()
    assert time.monotonic() - begin < 2
    assert _open_files() == files
    while time.monotonic() < begin + LONG:  # nobody reads its standard error any more, so it ends by itself
        with contextlib.suppress(BlockingIOError):
            assert_unlocked(tmp_path / "lock")
            break
        time.sleep(0.01)
    assert_unlocked(tmp_path / "lock")


@pytest.mark.parametrize("what", ["missing", "not executable", "directory", "no program", "nothing"])
def test_what_cannot_be_started_raises_os_error_and_leaves_no_open_file(tmp_path: Path, what: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\x00\x01")
    file.chmod(0o644 if what == "not executable" else 0o755)
    commands = {"missing": [str(tmp_path / "none")], "directory": [str(tmp_path)], "nothing": []}
    files = _open_files()
    with pytest.raises(OSError, match=r"\w") as error:
        Process(commands.get(what, [str(file)]))
    assert error.value.strerror
    assert _open_files() == files


def test_failures_can_be_pickled_also_when_they_were_made_by_name() -> None:
    failure = replace(NoAnswer(Kind.CRASH, "", "sent", "got", "stderr"), reason="reason")
    assert pickle.loads(pickle.dumps(failure)) == failure
    skip = replace(Unsupported("apply", "", "url"), reason="reason")
    assert pickle.loads(pickle.dumps(skip)) == skip
