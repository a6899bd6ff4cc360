"""The picture of a report in the README: `python -m tests.reports.html.picture` makes it anew."""

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from reports.cli import run
from tests.reports.html.programs import broken_program, chromium_path

PICTURE = Path(__file__).parents[3] / ".github" / "report.png"


def main() -> None:
    """Checks a program with a fault, and takes the picture of the page."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        with chdir(folder):
            assert run(broken_program("python3", "--games", "60", "--html", "report.html")) == 1
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1100, "height": 1260})
        page.goto((Path(folder) / "report.html").as_uri())
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
