"""Programs under test behind HTTP: every way of not answering is told apart, and only this machine is asked."""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from properties.conformance.failures import Kind, NoAnswer
from properties.conformance.http import Http, NotLoopback
from properties.conformance.working import launcher

Script = Callable[[socket.socket], None]
"""What a server does with one connection; it is closed afterwards."""

SOON, LONG = 0.15, 20.0  # seconds: of a time-out that is to come, and of one that is not


class Scripted:
    """A server that carries out one script for each connection, in order. requests: all that it has read."""

    def __init__(self, *scripts: Script, host: str = "127.0.0.1") -> None:
        self.requests: list[bytes] = []
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listening = socket.create_server((host, 0), family=family)
        self._listening.settimeout(LONG)
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}/play?x=1"
        self._thread = threading.Thread(target=self._serve, args=(scripts,), daemon=True)
        self._thread.start()

    def _serve(self, scripts: tuple[Script, ...]) -> None:
        with self._listening:
            for script in scripts:
                with self._listening.accept()[0] as connection, contextlib.suppress(OSError):
                    script(connection)

    def read(self, connection: socket.socket) -> None:
        """Reads one request: its head and its body."""
        with connection.makefile("rb") as file:
            head = b""
            while (line := file.readline()) not in (b"\r\n", b""):
                head += line
            if head:
                length = int(head.lower().partition(b"content-length:")[2].split()[0])
                self.requests.append(head + line + file.read(length))

    def join(self) -> None:
        self._thread.join(LONG)
        assert not self._thread.is_alive()


def ok(body: bytes, *headers: bytes) -> bytes:
    lines = [b"HTTP/1.1 200 OK", b"Content-Length: %d" % len(body), *headers]
    return b"\r\n".join([*lines, b"", body])


@contextlib.contextmanager
def asking(*answers: bytes | Script, host: str = "127.0.0.1") -> Iterator[tuple[Http, Scripted]]:
    """A client, and a server that gives one answer on each connection, or does something after having read."""
    server: Scripted

    def script(answer: bytes | Script) -> Script:
        def run(connection: socket.socket) -> None:
            server.read(connection)
            if isinstance(answer, bytes):
                connection.sendall(answer)
            else:
                answer(connection)

        return run

    server = Scripted(*map(script, answers), host=host)
    http = Http(server.url)
    try:
        yield http, server
    finally:
        http.close()
        server.join()


def failing(http: Http, timeout: float = LONG) -> NoAnswer:
    with pytest.raises(NoAnswer) as failure:
        http.exchange("question", timeout)
    assert failure.value.sent == "question"
    return failure.value


def until_closed(connection: socket.socket) -> None:
    while connection.recv(2**16):
        pass


def test_a_request_is_posted_and_its_answer_is_the_body() -> None:
    with asking(ok(b'{"id": 1}')) as (http, server):
        assert http.exchange('{"method": "outcome"}', LONG) == b'{"id": 1}'
    request = server.requests[0]
    assert request.startswith(b"POST /play?x=1 HTTP/1.1\r\n")
    assert request.endswith(b'\r\n\r\n{"method": "outcome"}')
    assert b"content-type: application/json\r\n" in request.lower()


def test_the_connection_is_kept() -> None:
    def again(connection: socket.socket) -> None:
        for number in range(1, 50):
            connection.sendall(ok(b"%d" % number))
            server.read(connection)

    with asking(again) as (http, server):
        for number in range(1, 50):
            assert http.exchange("question", LONG) == b"%d" % number
    assert len(server.requests) == 49


def test_a_connection_that_was_closed_between_two_requests_is_made_again() -> None:
    with asking(ok(b"1"), ok(b"2", b"Connection: close"), ok(b"3")) as (http, server):
        for number in (b"1", b"2", b"3"):
            assert http.exchange("question", LONG) == number
            time.sleep(0.05)
    assert len(server.requests) == 3


def test_what_nobody_had_asked_for_is_never_an_answer() -> None:
    with asking(ok(b"1") + ok(b"more"), ok(b"2")) as (http, _):
        assert http.exchange("question", LONG) == b"1"
        time.sleep(0.05)
        assert http.exchange("question", LONG) == b"2"


@pytest.mark.parametrize(
    "answer",
    [
        ok(b"body"),
        b"HTTP/1.0 200 OK\r\n\r\nbody",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" + ok(b"body"),
    ],
    ids=["length", "until closed", "chunked", "continue"],
)
def test_a_body_may_be_sent_in_every_usual_way(answer: bytes) -> None:
    with asking(answer) as (http, _):
        assert http.exchange("question", LONG) == b"body"


def test_megabytes_go_both_ways() -> None:
    with asking(ok(8 * 2**20 * b"x")) as (http, server):
        assert http.exchange(2**20 * "y", LONG) == 8 * 2**20 * b"x"
    assert server.requests[0].endswith(b"\n" + 2**20 * b"y")


def flood(connection: socket.socket) -> None:
    while True:
        connection.sendall(2**20 * b"x")


@pytest.mark.parametrize("head", [b"Content-Length: 1000000000000", b"Connection: close"])
def test_a_body_without_end_is_a_breach_of_the_protocol(head: bytes) -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n")
        flood(connection)

    with asking(answer) as (http, _):
        failure = failing(http)
    assert (failure.kind, failure.reason) == (Kind.PROTOCOL, "its answer is longer than 67108864 bytes")
    assert failure.got == 2000 * "x"


def test_a_refused_connection_is_a_crash() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    http = Http(f"http://127.0.0.1:{port}")
    failure = failing(http)
    assert (failure.kind, failure.reason) == (Kind.CRASH, "the connection failed: Connection refused")
    assert failing(http).kind is Kind.CRASH


def test_a_connection_that_is_closed_without_an_answer_is_a_crash_and_nothing_is_sent_twice() -> None:
    with asking(ok(b"1", b"Keep-Alive: yes"), b"", ok(b"3")) as (http, server):
        assert http.exchange("question", LONG) == b"1"
        time.sleep(0.05)
        assert failing(http).kind is Kind.CRASH
        assert len(server.requests) == 2
        assert http.exchange("question", LONG) == b"3"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n9\r\n",
    ],
    ids=["length", "chunked"],
)
def test_an_answer_that_breaks_off_is_a_crash_that_says_so(answer: bytes) -> None:
    with asking(answer) as (http, _):
        failure = failing(http)
    assert (failure.kind, failure.got) == (Kind.CRASH, "half")
    assert failure.reason == "the connection broke off within the answer"


def slowly(data: bytes) -> Script:
    def answer(connection: socket.socket) -> None:
        connection.sendall(data)
        for _ in range(200):
            connection.sendall(b"x")
            time.sleep(0.02)

    return answer


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"


def half_a_body(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"half")
    until_closed(connection)


def continuing(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "got"),
    [
        (until_closed, ""),
        (slowly(b"HTTP/1.1 200 OK\r\nLong: "), ""),
        (half_a_body, "half"),
        (slowly(HEAD), "x"),
        (continuing, ""),
    ],
    ids=["silent", "slow head", "half a body", "slow body", "continue for ever"],
)
def test_whatever_is_not_there_in_time_is_a_timeout(answer: Script, got: str) -> None:
    with asking(answer) as (http, _):
        begin = time.monotonic()
        failure = failing(http, SOON)
        assert SOON <= time.monotonic() - begin < SOON + 2
    assert failure.kind is Kind.TIMEOUT
    assert failure.got.startswith(got)
    more = "; only the beginning of one came" if got else ""
    assert failure.reason == "no answer within 0.15 s" + more


def test_a_large_request_that_nobody_reads_is_a_timeout() -> None:
    over = threading.Event()

    def wait(_: socket.socket) -> None:
        over.wait(LONG)

    server = Scripted(wait)
    http = Http(server.url)
    with pytest.raises(NoAnswer) as failure:
        http.exchange(32 * 2**20 * "x", SOON)
    assert failure.value.kind is Kind.TIMEOUT
    over.set()
    server.join()


def test_a_late_answer_is_never_read() -> None:
    def late(connection: socket.socket) -> None:
        time.sleep(2 * SOON)
        connection.sendall(ok(b"late"))

    with asking(late, ok(b"2")) as (http, _):
        assert failing(http, SOON).kind is Kind.TIMEOUT
        assert http.exchange("question", LONG) == b"2"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("204 No Content", Kind.PROTOCOL),
        ("404 Not Found", Kind.PROTOCOL),
        ("500 Internal Server Error", Kind.ERROR),
        ("503 Service Unavailable", Kind.ERROR),
    ],
)
def test_any_status_but_200_is_a_failure(status: str, kind: Kind) -> None:
    body = b"" if status.startswith("204") else b"oh dear"
    with asking(ok(body).replace(b"200 OK", status.encode())) as (http, _):
        failure = failing(http)
    assert (failure.kind, failure.got) == (kind, body.decode())
    assert failure.reason == f"it answers with the HTTP status {status}, not 200"


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"])
def test_a_redirection_is_not_followed(status: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        place = b"Location: http://127.0.0.1:%d/" % other.getsockname()[1]
        with asking(ok(b"", place).replace(b"200 OK", status.encode())) as (http, _):
            failure = failing(http, 1.0)
        other.settimeout(0)
        with pytest.raises(BlockingIOError):
            other.accept()
    assert (failure.kind, status in failure.reason) == (Kind.PROTOCOL, True)


@pytest.mark.parametrize(
    "answer",
    [
        b'{"jsonrpc": "2.0"}\n',
        b"\x00\xff\r\n\r\n",
        b"HTTP/1.1 no 200\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + 101 * b"A: b\r\n",
    ],
    ids=["JSON", "binary", "no status", "many headers"],
)
def test_what_is_no_http_is_a_breach_of_the_protocol(answer: bytes) -> None:
    with asking(answer) as (http, _):
        failure = failing(http)
    assert failure.kind is Kind.PROTOCOL
    assert failure.reason.startswith("its answer is no HTTP: ")


def test_no_proxy_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    with asking(ok(b"1")) as (http, _):
        assert http.exchange("question", LONG) == b"1"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "http://192.168.0.1:8000/",
        "http://0.0.0.0:8000/",
        "http://[::]:8000/",
        "http://localhost.example.org/",
        "http://127.0.0.1.example.org/",
        "http://127.1/",
        "http://2130706433/",
        "http://127.0.0.1@example.org/",
        "http://user:word@127.0.0.1/",
        "https://127.0.0.1/",
        "ftp://127.0.0.1/",
        "file:///",
        "127.0.0.1:8000",
        "http:127.0.0.1",
        "http://",
        "http://:8000/",
        "http://127.0.0.1:0/",
        "http://127.0.0.1:65536/",
        "http://127.0.0.1:port/",
        "http://[::1/",
        "http://127.0.0.1/a b",
        "http://127.0.0.1/a\r\nHost: example.org",
        "http://127.0.0.1/\u00e4",
        " http://127.0.0.1/",
        "nonsense",
        "",
    ],
)
def test_other_machines_other_schemes_and_nonsense_are_refused(url: str) -> None:
    with pytest.raises(NotLoopback, match=r"\w+ \w+"):
        Http(url)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.8.7", "localhost", "LOCALHOST", "[::1]"])
@pytest.mark.parametrize("rest", ["", "/", ":8000", ":8000/path?query#part"])
def test_every_way_of_naming_this_machine_is_taken(host: str, rest: str) -> None:
    Http(f"http://{host}{rest}").close()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.8.7", "::1"])
def test_every_loopback_address_can_be_asked(host: str) -> None:
    try:
        socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError:
        pytest.skip(f"this machine has no {host}")
    with asking(ok(b"1"), host=host) as (http, server):
        assert http.exchange("question", LONG) == b"1"
        assert b"Host: " in server.requests[0]


def test_localhost_is_asked_at_whichever_address_it_has() -> None:
    with asking(ok(b"1")) as (_, server):
        http = Http(f"http://localhost:{server.port}")
        assert http.exchange("question", LONG) == b"1"
        http.close()
    assert server.requests[0].startswith(b"POST / HTTP/1.1\r\n")


def test_there_is_no_process_to_wait_for() -> None:
    http = launcher(["http://127.0.0.1:1/"], by_url=True)()
    assert isinstance(http, Http)
    assert (http.stderr(), http.wait(1.0), http.leftovers()) == ("", 0, False)
    http.close()
    http.close()


def test_no_open_file_is_left_after_fifty_connections() -> None:
    files = len(os.listdir("/dev/fd"))
    answers = (ok(b"1"), ok(b"1", b"Connection: close"), b"", b"nonsense", HEAD)
    with asking(*10 * answers) as (http, server):
        for number in range(50):
            with contextlib.suppress(NoAnswer):
                assert http.exchange("question", LONG) == b"1"
                assert number % 5 in (0, 1)
            http.close()
    assert len(server.requests) == 50
    assert len(os.listdir("/dev/fd")) == files
