"""The pages in a real browser: from disk and from the local server, on a phone and a desk, in both themes."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from reference_engine.record import read_record
from reports.html.page import record_page
from reports.viewing import serve_pages
from tests.reports.html.conftest import DESKTOP, PHONE, Opened
from tests.reports.html.records import SCRIPT, STEP

Open = Callable[..., Opened]
PAGES = ("check", "cycle", "dragons", "endgame", "graph", "prove", "readings", "tie", "verify", "wrong")


def on_disk(made: Path, name: str) -> str:
    return (made / f"{name}.html").as_uri()


@pytest.fixture
def served(made: Path) -> Iterator[str]:
    """The address of the page of the right record, on a server."""
    with serve_pages({"right.jsonl": (made / "right.html").read_text(encoding="utf-8")}, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


@pytest.mark.parametrize(("width", "theme"), [(PHONE, "dark"), (DESKTOP, "light")])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_and_fits(name: str, width: int, theme: str, made: Path, opened: Open) -> None:
    page = opened(on_disk(made, name), width, theme).page
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_both_themes_differ(made: Path, opened: Open) -> None:
    colours = {
        opened(on_disk(made, "check"), DESKTOP, theme).page.evaluate("getComputedStyle(document.body).backgroundColor")
        for theme in ("light", "dark")
    }
    assert len(colours) == 2


def step_through(page: Opened, made: Path) -> None:
    """Steps through the right record by the keyboard alone."""
    record = read_record((made / "right.jsonl").read_bytes())
    texts = [record.header.game.action_to_text(step.action) for step in record.steps]
    assert page.said("replay") == "The opening."
    for number, text in enumerate(texts[:3], start=1):
        page.page.keyboard.press("ArrowRight")
        assert text in page.said("replay")
        assert page.page.url.endswith(f"#replay/{number}")
    page.page.keyboard.press("ArrowLeft")
    assert texts[1] in page.said("replay")
    page.page.locator("[data-replay=replay]").focus()
    page.page.keyboard.press("End")
    assert texts[-1] in page.said("replay")
    page.page.keyboard.press("ArrowRight")
    assert texts[-1] in page.said("replay")
    page.page.keyboard.press("Home")
    assert page.said("replay") == "The opening."


def test_a_replay_is_stepped_through_by_the_keyboard_from_disk(made: Path, opened: Open) -> None:
    step_through(opened(on_disk(made, "right")), made)


def test_a_replay_is_stepped_through_by_the_keyboard_from_the_server(served: str, made: Path, opened: Open) -> None:
    step_through(opened(served), made)


def test_an_arrow_key_steps_through_no_replay_that_cannot_be_seen(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "graph")).page
    folded = page.locator("details:has(> [data-replay])").first
    folded.scroll_into_view_if_needed()
    page.keyboard.press("ArrowRight")
    assert "#" not in page.url
    assert folded.locator("input").input_value() == "0"
    folded.locator("summary").first.click()
    folded.locator("summary").first.blur()
    page.keyboard.press("ArrowRight")
    assert folded.locator("input").input_value() == "1"


def test_a_replay_is_stepped_through_by_its_buttons_and_its_slider(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "right"), PHONE)
    steps = page.page.locator("input").get_attribute("max")
    for button, step in (("Next", "1"), ("Last", steps), ("Back", str(int(steps or 0) - 1)), ("First", "0")):
        page.page.get_by_role("button", name=button, exact=True).click()
        assert page.page.locator(".where span").inner_text() == step
    page.page.locator("input").fill("7")
    assert page.page.url.endswith("#replay/7")


def test_the_address_of_a_step_leads_to_it(made: Path, opened: Open) -> None:
    one = opened(on_disk(made, "right"))
    one.page.keyboard.press("ArrowRight")
    one.page.keyboard.press("ArrowRight")
    again = opened(one.page.url)
    assert again.said("replay") == one.said("replay") != "The opening."


def test_the_address_of_a_step_opens_what_it_is_folded_into(made: Path, opened: Open) -> None:
    whole = "[data-replay='finding-1-game'] .told"
    assert not opened(on_disk(made, "check")).page.locator(whole).is_visible()
    assert opened(f"{on_disk(made, 'check')}#finding-1-game/1").page.locator(whole).is_visible()


@pytest.mark.parametrize(
    ("name", "address", "within", "told"),
    [
        ("check", "finding-1/99", "#finding-1", "There is no step 99: the steps of this game are 0 to 1."),
        ("check", "finding-1/1/1", "#finding-1", "There is no step 1/1: the steps of this game are 0 to 1."),
        ("check", "finding-99/1", "main", "This page has nothing at the address #finding-99/1."),
        ("check", "clauses/3", "main", "This page has nothing at the address #clauses/3."),
        ("graph", "box-1-explore/0.zzz", "#box-1-explore", "after 0 there is no choice zzz."),
    ],
)
def test_an_address_at_which_there_is_nothing_is_said_to_be_so_until_one_goes_on(
    name: str, address: str, within: str, told: str, made: Path, opened: Open
) -> None:
    page = opened(f"{on_disk(made, name)}#{address}").page
    message = page.locator(within).get_by_role("status").filter(has_text=told)
    assert message.is_visible()
    page.locator("button[data-go=first]").first.click()
    assert not message.is_visible()


def test_at_a_difference_both_boards_stand_side_by_side(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "wrong")).page
    assert page.locator(".whose").all_inner_texts() == ["By the rules", "As it answers"]
    boxes = [each.bounding_box() for each in page.locator(".board").all()]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert page.locator(".board").nth(1).locator(".changed figcaption").all_inner_texts() == ["Player 0"]
    assert f"{STEP} of {STEP}" in page.locator(".where").inner_text()


def test_what_moved_is_highlighted(made: Path, opened: Open) -> None:
    page = opened(f"{on_disk(made, 'right')}#replay/1").page
    assert page.locator(".board .changed").count() > 0
    assert page.locator(".board .halo").count() > 0
    page.keyboard.press("ArrowLeft")
    assert page.locator(".board .changed").count() == page.locator(".board .halo").count() == 0


def test_a_page_obeys_nothing_that_a_record_says(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "nasty")).page
    assert SCRIPT[:30] in page.locator(".differing").inner_text()
    assert page.title() == "dragonproof: nasty.jsonl"
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(("language", "name"), [("en", "Cow"), ("de", "Kuh"), ("ru", "Корова")])
def test_the_cards_have_names_in_the_language_that_is_chosen(
    language: str, name: str, made: Path, opened: Open
) -> None:
    page = opened(on_disk(made, "dragons")).page
    page.select_option("#names", language)
    legend = page.locator(".legend").inner_text()
    assert [each for each in ("Cow", "Kuh", "Корова") if each in legend] == [name]


def test_the_page_of_a_check_says_whether_it_is_right_and_shows_the_smallest_case(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "check")).page
    assert page.locator("h1").inner_text() == "Is this implementation of village right?"
    assert page.locator(".sentence").inner_text().startswith("No. ")
    assert "V-SCORE-3" in page.locator(".sentence").inner_text()
    assert page.locator(".answer .grade").inner_text() == "refuted"
    smallest = page.locator("#finding-1")
    assert "Player 0 draws. draw" in smallest.locator(".said").inner_text()
    assert [each.split("\n")[0] for each in smallest.locator(".side").all_inner_texts()] == [
        "By the rules", "As it answers",
    ]  # fmt: skip
    assert "V-SCORE-3" in smallest.locator(".clauses").inner_text()


def test_the_page_of_a_reading_says_whether_it_matters_and_how_often_beside_the_control(
    made: Path, opened: Open
) -> None:
    page = opened(on_disk(made, "tie")).page
    assert page.locator("h1").inner_text() == "Does tie.count matter?"
    sentence = page.locator(".sentence").inner_text()
    assert sentence.startswith("Yes: ")
    assert "another shuffle alone" in sentence
    assert page.locator(".rate.winners").count() == page.locator(".rate.control").count() == 3
    told = page.locator("[data-replay='tie.count-type'] .whose").all_inner_texts()
    assert told == ["tie.count=bribe", "tie.count=type"]


def test_an_address_that_is_none_is_no_error(made: Path, opened: Open) -> None:
    page = opened(on_disk(made, "check") + "#%E0%A4%A").page
    assert page.get_by_text("This page has nothing at the address #%E0%A4%A.").is_visible()


def test_a_clause_with_a_gap_is_seen_at_once(made: Path, opened: Open) -> None:
    gaps = opened(on_disk(made, "check"), PHONE).page.locator("tr.has-gap")
    assert gaps.count() > 0
    assert all(each.is_visible() for each in gaps.all())


def test_what_holds_is_folded_until_its_address_is_asked_for(made: Path, opened: Open) -> None:
    clause = "#V-TIE-1"
    page = opened(on_disk(made, "verify"), PHONE).page
    assert not page.locator(clause).is_visible()
    assert page.evaluate("document.documentElement.scrollHeight") < 5_000
    assert opened(on_disk(made, "verify") + clause).page.locator(clause).is_visible()


def test_a_position_alone_has_no_controls(made: Path, opened: Open, tmp_path: Path) -> None:
    header = (made / "right.jsonl").read_bytes().splitlines(keepends=True)[0]
    (tmp_path / "alone.html").write_text(record_page("alone", read_record(header)), encoding="utf-8")
    page = opened((tmp_path / "alone.html").as_uri()).page
    assert page.locator(".board svg").first.is_visible()
    assert page.locator("[data-replay] button:visible, [data-replay] input:visible").count() == 0
