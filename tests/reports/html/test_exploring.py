"""Pages of state graphs: how much there is, and positions that one can look around in."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from properties.exploring import explored
from reference_engine.interface import State
from reference_engine.jsonform import Json
from reference_engine.record import Record, read_record
from reports.following import report
from reports.html.exploring import explorer
from reports.html.page import page
from reports.html.pool import Pool
from reports.html.report import read_report
from reports.telling import tell_outcome
from tests.reports.html.conftest import PHONE, Opened
from tests.reports.html.test_pages import state
from tests.reports.running import InProcess

Open = Callable[..., Opened]


def lines_of(made: Path, name: str) -> Sequence[Json]:
    return read_report((made / f"{name}.jsonl").read_bytes()).lines


def shortest_game(made: Path, edge: str) -> Record:
    line = next(each for each in lines_of(made, "graph") if each["id"].endswith(f".{edge}"))
    return read_record(line["record"].encode())


def ways(record: Record) -> list[int]:
    """The place of each action of a game among those that are legal."""
    game, position, ruleset = record.header.game, record.header.start, record.header.ruleset
    places = []
    for step in record.steps:
        places.append(list(game.legal_actions(position, ruleset)).index(step.action))
        position = game.apply(position, step.action, ruleset)
    return places


def legal(record: Record, position: State) -> list[str]:
    game = record.header.game
    return [game.action_to_text(action) for action in game.legal_actions(position, record.header.ruleset)]


def explorer_of(one: Opened) -> Locator:
    return one.page.locator("[data-explorer]")


def choices(one: Opened) -> list[str]:
    return explorer_of(one).locator(".choices code").all_inner_texts()


def played(one: Opened) -> list[str]:
    return explorer_of(one).locator(".path code").all_inner_texts()


def data_of(one: Opened) -> dict[str, list[Json]]:
    """By the numbers of positions what can be played there, as the page has it."""
    data = json.loads(str(one.page.locator("#data").text_content()))
    found: dict[str, list[Json]] = data["explorers"]["box-1-explore"]["choices"]
    return found


def ways_to(data: dict[str, list[Json]]) -> dict[str, tuple[int, ...]]:
    """By the numbers of positions the places of the choices that lead there."""
    found: dict[str, tuple[int, ...]] = {"0": ()}
    for number, row in sorted(data.items(), key=lambda each: int(each[0])):
        for place, each in enumerate(row):
            found.setdefault(str(each["after"]), (*found[number], place))
    return found


def test_every_action_that_is_legal_is_a_button_which_plays_it_and_back_takes_it_back(made: Path, opened: Open) -> None:
    record, one = shortest_game(made, "win.zero"), opened((made / "graph.html").as_uri(), PHONE)
    game, header = record.header.game, record.header
    first = legal(record, header.start)
    assert choices(one) == first
    explorer_of(one).locator(".choices button").nth(1).click()
    after = game.apply(header.start, list(game.legal_actions(header.start, header.ruleset))[1], header.ruleset)
    assert (played(one), choices(one)) == (first[1:2], legal(record, after))
    assert first[1] in explorer_of(one).locator(".told").inner_text()
    assert explorer_of(one).locator(".board .changed").count() > 0
    explorer_of(one).locator(".choices button").first.click()
    assert played(one) == [first[1], legal(record, after)[0]]
    one.page.get_by_role("button", name="Back", exact=True).first.click()
    assert (played(one), choices(one)) == (first[1:2], legal(record, after))
    one.page.get_by_role("button", name="To the opening").click()
    assert (played(one), choices(one)) == ([], first)


def test_digits_play_and_the_left_arrow_goes_back_and_nothing_else_moves(made: Path, opened: Open) -> None:
    one = opened((made / "graph.html").as_uri())
    first = choices(one)
    explorer_of(one).focus()
    one.page.keyboard.press("2")
    assert played(one) == first[1:2]
    one.page.keyboard.press("1")
    assert len(played(one)) == 2
    assert one.page.url.endswith("-explore/1.0")
    one.page.keyboard.press("ArrowLeft")
    assert (played(one), one.page.url.rpartition("/")[2]) == (first[1:2], "1")
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("ArrowLeft")
    assert (played(one), choices(one)) == ([], first)
    assert one.page.locator("[data-replay] input").first.input_value() == "0"


def test_a_button_played_by_the_keyboard_leaves_the_focus_where_one_can_go_on(made: Path, opened: Open) -> None:
    one = opened((made / "graph.html").as_uri())
    explorer_of(one).locator(".choices button").first.focus()
    one.page.keyboard.press("Enter")
    assert len(played(one)) == 1
    one.page.keyboard.press("1")
    assert len(played(one)) == 2


def test_the_address_of_an_ending_leads_to_it_and_says_how_the_game_ends(made: Path, opened: Open) -> None:
    record = shortest_game(made, "win.zero")
    game, end = record.header.game, record.header.start
    for step in record.steps:
        end = game.apply(end, step.action, record.header.ruleset)
    path = ".".join(map(str, ways(record)))
    one = opened(f"{(made / 'graph.html').as_uri()}#box-1-explore/{path}")
    assert played(one) == [game.action_to_text(step.action) for step in record.steps]
    assert choices(one) == []
    assert explorer_of(one).locator(".stop").inner_text() == "The game is over."
    told = tell_outcome(game, game.outcome(end, record.header.ruleset))
    assert " ".join(told.split()) in " ".join(explorer_of(one).locator(".said").inner_text().split())


def test_where_the_page_has_no_more_it_says_so(made: Path, opened: Open) -> None:
    one = opened((made / "graph.html").as_uri())
    found = re.search(r"^(\d+) of 1,246 positions", explorer_of(one).inner_text(), re.MULTILINE)
    assert found
    data = data_of(one)
    assert len(data) == int(found[1])
    way = next(way for number, way in ways_to(data).items() if number not in data)
    path = ".".join(map(str, way))
    one = opened(f"{(made / 'graph.html').as_uri()}#box-1-explore/{path}")
    assert len(played(one)) == len(way)
    assert choices(one) == []
    assert explorer_of(one).locator(".stop").inner_text() == "What can be played here is left out of this page."


def test_the_page_tells_the_counts_and_every_rare_situation_with_its_game(made: Path, opened: Open) -> None:
    one = opened((made / "graph.html").as_uri())
    lines = lines_of(made, "graph")
    assert one.page.locator(".answer.holds .sentence").inner_text() == (
        "Yes: the engine and a flat model say the same of all 3,774 positions, and every game ends."
    )
    assert sum(lines[0]["layers"]) == 3_774
    layers = [f"after {n} action{'' if n == 1 else 's'}: {number:,}" for n, number in enumerate(lines[0]["layers"])]
    assert one.page.get_by_role("img", name=", ".join(layers)).count() == 1
    edges = [each["id"].partition(".sometimes.")[2] for each in lines if "record" in each]
    assert one.page.locator("details > [data-replay]").count() == len(edges) == 19
    for edge in edges:
        assert one.page.locator("summary", has_text=re.compile(f"^{re.escape(edge)}:")).count() == 1


def test_a_play_that_comes_back_is_a_replay_and_its_opening_can_be_explored(made: Path, opened: Open) -> None:
    one = opened((made / "cycle.html").as_uri())
    assert one.page.locator(".answer.refuted .sentence").inner_text().startswith("No: 1 of ")
    assert "come back to it" in one.page.locator("[data-replay='finding-1']").inner_text()
    assert explorer_of(one).count() == 1


@pytest.mark.parametrize("name", ["graph", "cycle"])
def test_view_makes_the_same_page_of_the_report(name: str, made: Path, dragonproof: InProcess) -> None:
    assert dragonproof("view", str(made / f"{name}.jsonl"), "--html", "-").out == (made / f"{name}.html").read_text(
        encoding="utf-8"
    )
    assert (made / f"{name}.html").stat().st_size < 2_000_000


def test_with_room_every_position_is_there_and_without_those_of_the_games_come_first(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = shortest_game(made, "win.zero")
    rows = dict(enumerate(row for _, row in explored(record.header.game, [record.header.start], record.header.ruleset)))
    along = [0]
    for step in record.steps:
        along.append(dict(rows[along[-1]])[step.action])
    few = explorer("x", [record], Pool())
    assert few
    assert list(few.choices)[: len(along)] == along
    assert len(few.choices) < few.positions == len(rows)
    monkeypatch.setattr("reports.html.pool._MOST", 10_000_000)
    every = explorer("x", [record], Pool())
    assert every
    assert {number: [each.after for each in row] for number, row in every.choices.items()} == {
        number: [after for _, after in row] for number, row in rows.items()
    }
    assert every.extent.startswith("All 1,246 positions")
    assert explorer("x", [], Pool()) is None


def test_where_there_are_too_many_to_count_the_page_says_so(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.html.exploring._MOST_COUNTED", 100)
    some = explorer("x", [shortest_game(made, "win.zero")], Pool())
    assert some
    assert "of more than 100 positions" in some.extent
    assert all(each.after <= 100 for row in some.choices.values() for each in row)


def test_only_the_smallest_box_can_be_explored_and_the_others_are_told_how(made: Path) -> None:
    header: Json = {"games": ["drachenschatz", "village"], "rules": {}}
    lines = [*lines_of(made, "cycle"), *lines_of(made, "graph")]
    html = page(report("graph", header, lines, {"complete": True, "exit": 1}))
    assert re.findall(r'data-explorer="([^"]*)"', html) == ["box-1-explore"]
    assert "dragonproof prove --graph toy5 --game drachenschatz --html FILE" in html


def test_a_box_that_was_not_explored_is_never_green() -> None:
    line = {"id": "graph.x.counts", "sentence": "", "evidence": "cut before it was done", "grade": "unknown"}
    about = {"game": "village", "box": "x", "players": 2, "finding": None, "counts": {}}
    header: Json = {"games": ["village"], "rules": {}}
    for complete, code in ((False, 3), (True, 0)):
        text = report("graph", header, [line | about], {"complete": complete, "exit": code})
        assert state(text) == ("open", "unknown")
        assert "data-explorer" not in page(text).partition("<script")[0]


def test_only_the_first_nine_actions_have_digits_and_tab_reaches_the_others(made: Path, opened: Open) -> None:
    one = opened((made / "graph.html").as_uri())
    data = data_of(one)
    number = max(data, key=lambda each: len(data[each]))
    way = ".".join(map(str, ways_to(data)[number]))
    one = opened(f"{(made / 'graph.html').as_uri()}#box-1-explore/{way}")
    buttons = explorer_of(one).locator(".choices button")
    digits = buttons.evaluate_all("each => each.map(button => getComputedStyle(button, '::before').content)")
    assert [digit == "none" for digit in digits] == [place >= 9 for place in range(len(data[number]))]
    assert len(digits) > 9
    assert "1 to 9" in explorer_of(one).inner_text()
    buttons.nth(8).focus()
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("Enter")
    assert one.page.url.endswith(f"{way}.9".lstrip("."))


def test_a_box_without_a_game_says_why_one_cannot_look_around_in_it(made: Path) -> None:
    text = (made / "graph.jsonl").read_text(encoding="utf-8")
    every = [json.loads(line) for line in text.splitlines()]
    without = "".join(json.dumps({key: line[key] for key in line if key != "record"}) + "\n" for line in every)
    reason = "This box cannot be looked around in, since the report has no game of it."
    assert [reason in page(each) for each in (text, without)] == [False, True]


def test_a_page_is_about_the_games_whose_boxes_were_explored_and_no_others(made: Path) -> None:
    header = json.loads((made / "graph.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert set(header["games"]) == {line["game"] for line in lines_of(made, "graph")}
    assert len(header["games"]) == 1
