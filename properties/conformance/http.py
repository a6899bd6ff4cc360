"""One program under test behind HTTP on this machine: one POST for each request, its answer as the body."""

import contextlib
import ipaddress
import re
import socket
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from typing import Any, NoReturn
from urllib.parse import urlsplit

from properties.conformance.failures import LONGEST_ANSWER, Kind, NoAnswer

_HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}
_SERVER_ERRORS = range(500, 600)


class NotLoopback(ValueError):
    """Occurs when a URL is not one of a server on this machine, or is none at all."""


class Http:
    """A server on this machine, which somebody else has started and ends. Raises `NotLoopback`.

    It is reached by the first exchange. The connection is kept, and made again where the server has closed
    it between two requests; no request is ever sent twice. No proxy is used and no redirection followed.
    """

    def __init__(self, url: str) -> None:
        host, port, self._target = _place(url)
        self._connection = _Connection(host, port)

    def exchange(self, message: str, timeout: float) -> bytes:
        """Posts one message and returns the body of the answer.

        A connection that cannot be made or breaks off is a crash; a status from 500 to 599 an error, as
        servers say so of an exception; any other status than 200, and what is no HTTP, a breach of the
        protocol. After a failure the connection is closed, so that a late answer is never read.
        """
        connection, stop = self._connection, time.monotonic() + timeout
        if connection.sock is not None and not _is_quiet(connection.sock):
            connection.close()  # the server has closed it, or has sent what nobody had asked for
        connection.stop = stop
        got = bytearray()
        try:
            connection.request("POST", self._target, message.encode(), _HEADERS)
            with connection.getresponse() as response:
                _read(response, got)
                status = response.status
        except TimeoutError:
            reason = f"no answer within {timeout:g} s" + ("; only the beginning of one came" if got else "")
            self._fail(Kind.TIMEOUT, reason, message, got)
        except IncompleteRead as error:
            self._fail(Kind.CRASH, "the connection broke off within the answer", message, got + error.partial)
        except OSError as error:
            self._fail(Kind.CRASH, f"the connection failed: {error.strerror or error}", message, got)
        except HTTPException as error:
            self._fail(Kind.PROTOCOL, f"its answer is no HTTP: {type(error).__name__} {error}", message, got)
        if len(got) > LONGEST_ANSWER:
            self._fail(Kind.PROTOCOL, f"its answer is longer than {LONGEST_ANSWER} bytes", message, got)
        if status != 200:
            kind = Kind.ERROR if status in _SERVER_ERRORS else Kind.PROTOCOL
            self._fail(kind, f"it answers with the HTTP status {status} {response.reason}, not 200", message, got)
        return bytes(got)

    def stderr(self) -> str:
        """Nothing: there is no process."""
        return ""

    def wait(self, timeout: float) -> int | None:
        """0: there is no process."""
        del timeout
        return 0

    def leftovers(self) -> bool:
        """Nothing is left behind: there is no process."""
        return False

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()

    def _fail(self, kind: Kind, reason: str, sent: str, got: bytes | bytearray) -> NoReturn:
        self.close()
        raise NoAnswer(kind, reason, sent, got[:2000].decode(errors="replace"), "") from None


class _Connection(HTTPConnection):
    """A connection with one time limit for all that a request takes. stop: when, by the monotonic clock."""

    stop = 0.0

    def connect(self) -> None:
        plain = socket.create_connection((self.host, self.port), _left(self.stop))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = _Socket(self, plain)


class _Socket(socket.socket):
    """A socket of which no call lasts beyond the limit of its connection, whatever comes in meanwhile."""

    def __init__(self, connection: _Connection, plain: socket.socket) -> None:
        super().__init__(fileno=plain.detach())
        self._connection = connection

    def sendall(self, *args: Any) -> None:
        self.settimeout(_left(self._connection.stop))
        super().sendall(*args)

    def recv_into(self, *args: Any) -> int:
        self.settimeout(_left(self._connection.stop))
        return super().recv_into(*args)


def _left(stop: float) -> float:
    """The seconds left until then. Raises `TimeoutError`."""
    left = stop - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _read(response: HTTPResponse, got: bytearray) -> None:
    """Adds the body to what has been got, up to a bit more than the longest answer. Raises `IncompleteRead`."""
    while len(got) <= LONGEST_ANSWER and (chunk := response.read1(2**16)):
        got += chunk
    if response.length and len(got) <= LONGEST_ANSWER:
        raise IncompleteRead(b"", response.length)


def _is_quiet(sock: socket.socket) -> bool:
    """Whether a connection is open and nothing has come in."""
    sock.settimeout(0)
    try:
        sock.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def _place(url: str) -> tuple[str, int, str]:
    """The host, the port and the path in a URL. Raises `NotLoopback`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise NotLoopback(f"{url} is no URL: {error}") from None
    well_formed = parts.scheme == "http" and host and port != 0 and parts.username is None
    if not (well_formed and re.fullmatch(r"[!-~]+", url)):
        raise NotLoopback(f"{url} is not of the form http://127.0.0.1:PORT/PATH")
    if not _is_loopback(host):
        raise NotLoopback(f"{host} is not this machine; only 127.0.0.0/8, ::1 and localhost are asked")
    return host, port or 80, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_loopback(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
