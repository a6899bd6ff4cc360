"""A local server of a few pages, which are all that it serves, on this machine only."""

from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlsplit

import click

_LOOPBACK = "127.0.0.1"


class Pages(ThreadingHTTPServer):
    """Serves pages by their paths, and the list of them at the root, if there are several."""

    daemon_threads = True

    def __init__(self, pages: Mapping[str, str], port: int) -> None:
        super().__init__((_LOOPBACK, port), _Handler)
        self.by_path = {f"/{number}/{quote(name, safe='')}": text for number, (name, text) in enumerate(pages.items())}
        self.by_path["/"] = _index(list(pages), list(self.by_path)) if len(pages) > 1 else next(iter(pages.values()))

    def handle_error(self, *_: object) -> None:
        """Says nothing of a browser that has gone away before it had its answer."""

    @property
    def hosts(self) -> set[str]:
        """The names by which it may be asked, so that no other site can be pointed at it."""
        return {f"{name}:{self.server_port}" for name in (_LOOPBACK, "localhost")}

    @property
    def address(self) -> str:
        """Where the first page is."""
        return f"http://{_LOOPBACK}:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the pages, and refuses all else."""

    server: Pages

    def do_GET(self) -> None:
        """A page."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """The head of a page."""
        self._answer(with_body=False)

    def _answer(self, with_body: bool) -> None:
        text = self.server.by_path.get(urlsplit(self.path).path)
        if self.headers.get("Host") not in self.server.hosts:
            self.send_error(HTTPStatus.FORBIDDEN)
        elif text is None:
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            body = text.encode()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            if with_body:
                self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def _index(names: list[str], paths: list[str]) -> str:
    links = "".join(f'<li><a href="{path}">{escape(name)}</a></li>' for name, path in zip(names, paths, strict=True))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f"<title>dragonproof</title></head><body><main><h1>dragonproof</h1><ul>{links}</ul></main></body></html>"
    )


def serve_pages(pages: Mapping[str, str], port: int) -> Pages:
    """A server of these pages, by their names. Raises `ClickException` if it cannot have that port."""
    try:
        return Pages(pages, port)
    except OSError as error:
        raise click.ClickException(f"port {port}: {error.strerror}; --port 0 takes one that is free") from None
