"""`dragonproof view`: records and reports as pages, in the browser or in a file."""

import threading
import webbrowser
from contextlib import suppress

import click

from properties.parting import DoesNotReplay
from reference_engine.errors import CannotParse, EngineError
from reference_engine.jsonform import parse_object
from reference_engine.record import read_record, whole_lines
from reports.files import check_target, read_file, refuse_overwriting, write_file
from reports.html.page import GENERATOR, record_page, report_page
from reports.html.report import read_report
from reports.options import examples
from reports.viewing import serve_pages


@click.command(
    epilog=examples(
        "dragonproof view game.jsonl --html game.html",
        "dragonproof view game.jsonl",
        "dragonproof view --no-browser --port 8000 game.jsonl",
    )
)
@click.argument("names", metavar="FILE...", nargs=-1, required=True)
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser, or only tell its address.")
@click.option(
    "--port", type=click.IntRange(min=0, max=65535), default=0, help="Serve at this port.  [default: one that is free]"
)
@click.option("--html", "html_file", metavar="FILE", callback=check_target, help="Write the page to FILE instead.")
def view(names: tuple[str, ...], browser: bool, port: int, html_file: str | None) -> None:
    """Look at records, and at reports of check, verify, ambiguities, prove and vectors (--json or --html).

    A record can be stepped through; at a step that is not as the rules say, what they say stands beside it.
    The pages are served to this machine only, and nothing but these FILES is, until Ctrl-C ends it.
    """
    for name in names:
        refuse_overwriting(name, html_file)
    if html_file and len(names) > 1:
        raise click.UsageError("--html writes one page; name one FILE")
    pages = {name: _page(name) for name in names}
    if html_file:
        write_file(html_file, pages[names[0]])
        if html_file != "-":
            click.echo(f"{html_file}: the page of {names[0]}")
        return
    with serve_pages(pages, port) as server:
        click.echo(f"{server.address} (Ctrl-C ends it)")
        if browser:  # in a thread of its own, since some browsers run in the terminal until they are left
            threading.Thread(target=_open, args=(server.address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def _open(address: str) -> None:
    with suppress(webbrowser.Error):
        webbrowser.open(address)


def _page(name: str) -> str:
    """The page of a file. Raises `ClickException`, which names the file and says what is wrong with it."""
    with read_file(name) as data:
        if data.lstrip()[:1] == b"<":
            text = data.decode("utf-8", errors="replace")
            if GENERATOR not in text:
                raise CannotParse("this page was not written by dragonproof; view shows those that --html writes")
            return text
        lines, _ = whole_lines(data)
        try:
            first = parse_object(lines[0][1]) if lines else {}
        except CannotParse:
            first = {}
        if "dragonproof" not in first:
            raise CannotParse("neither a record nor a report of dragonproof (a position is drawn by dragonproof show)")
        if "report" not in first:
            return record_page(name, read_record(data))
        try:
            return report_page(read_report(data))
        except EngineError:
            raise
        except (AttributeError, DoesNotReplay, IndexError, KeyError, TypeError, ValueError) as error:
            raise CannotParse(f"the report is damaged: {type(error).__name__}: {error}") from None
