"""Pages without JavaScript, in print, and with names for which a phone is too narrow."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from properties.verdicts import Verdict
from reference_engine.record import read_record
from reports.following import report
from reports.html.page import page as page_of
from reports.html.page import record_page
from tests.reports.ci_runs import FINDING, VERDICTS
from tests.reports.html.conftest import PHONE, Opened
from tests.reports.html.test_browser import on_disk

Open = Callable[..., Opened]


@pytest.mark.parametrize("kind", ["check", "prove"])
def test_names_without_a_space_do_not_widen_a_page(kind: str, opened: Open, tmp_path: Path) -> None:
    long = "long_" * 60
    notes = ((long, long),)
    finding = replace(FINDING, board=long, action=long, expected=long, got=long, repeat=long, notes=notes)
    verdicts = [replace(each, id=long, sentence=long, evidence=long, finding=each.finding and finding)
        for each in (*VERDICTS, replace(VERDICTS[0], skipped=long))]  # fmt: skip
    header = {"game": "village", "rules": "1.0", "command": [long], "readings": {long: long}, "only": [long]}
    footer = {"complete": True, "exit": 1, "notes": [long], "left_out": {long: long}}
    html = page_of(report(kind, header, map(Verdict.to_json, verdicts), footer))
    (tmp_path / "long.html").write_text(html, encoding="utf-8")
    page = opened((tmp_path / "long.html").as_uri(), PHONE).page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_the_name_of_a_record_does_not_widen_its_page(made: Path, opened: Open, tmp_path: Path) -> None:
    record = read_record((made / "right.jsonl").read_bytes())
    (tmp_path / "long.html").write_text(record_page("long_" * 60, record), encoding="utf-8")
    page = opened((tmp_path / "long.html").as_uri(), PHONE).page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_what_every_text_says_is_seen_on_a_phone(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "tie"), PHONE).page
    page.locator(".matrix a").evaluate_all("each => each.forEach(link => link.textContent = 'refill.standing_wild')")
    cells = page.locator(".matrix td").all()
    assert len(cells) == 3
    for cell in cells:
        box = cell.bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE


def test_in_print_everything_is_unfolded_but_the_cells_of_tables(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "check")).page
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("details:not([open]):not(table details)").count() == 0
    assert page.locator("table details").count() > page.locator("table details[open]").count() == 0
    assert not page.get_by_role("button", name="Next").first.is_visible()


@pytest.mark.parametrize("name", ["check", "right"])
def test_a_report_and_a_record_print_on_a_few_pages(name: str, made: Path, opened: Open) -> None:
    assert 0 < opened(on_disk(made, name)).page.pdf(format="A4").count(b"/Type /Page\n") < 10


def test_a_record_prints_with_the_whole_game_in_words(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "right")).page
    assert not page.locator(".words li").first.is_visible()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert all(each.is_visible() for each in page.locator(".words li").all())
    assert page.locator(".board").is_visible()


@pytest.mark.parametrize("name", ["check", "graph", "wrong"])
def test_without_javascript_a_replay_shows_its_first_step_and_no_control_looks_usable(
    name: str, made: Path, opened: Open
) -> None:
    bare, alive = (opened(on_disk(made, name), script=script).page for script in (False, True))
    for part in (".said", ".boards", ".clauses"):
        every = [page.locator(part).all_text_contents() for page in (bare, alive)]
        told, taken_over = (["".join(text.split()) for text in texts] for texts in every)
        assert told == taken_over
        assert any(told) or part == ".clauses"
    assert bare.locator(".board svg").first.is_visible()
    assert alive.locator("button:visible, input:visible, select:visible").count() > 0
    assert bare.locator("button:visible, input:visible, select:visible, .replay[tabindex]").count() == 0


def test_a_game_is_told_in_words_with_every_action(made: Path, opened: Open) -> None:
    record = read_record((made / "right.jsonl").read_bytes())
    words = opened(on_disk(made, "right"), script=False).page.locator(".words")
    words.locator("summary").click()
    told = words.locator("li:visible code").all_inner_texts()
    assert told == [record.header.game.action_to_text(step.action) for step in record.steps]
    assert all(each.strip() for each in words.locator("li > .soft").all_text_contents())
    assert "wins" in words.locator("li").last.inner_text()
