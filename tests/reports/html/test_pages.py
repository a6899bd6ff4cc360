"""Pages from the lines of reports: nothing open is green, nothing is asked for elsewhere, nothing is obeyed."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape

import pytest

from properties.clauses import catalogue
from properties.verdicts import Finding, Grade, Verdict
from reference_engine import load
from reference_engine.errors import CannotParse
from reference_engine.jsonform import Json
from reports.following import report
from reports.html.games import binned
from reports.html.page import page
from reports.html.pool import TOO_LARGE
from reports.html.report import read_report, verdict_from_json
from tests.reports.ci_runs import FINDING, NASTY, VERDICTS

HEADER: Json = {"game": "village", "rules": "1.0", "command": ["a-game"], "readings": {}, "seed": 0}
FOOTER: Json = {"complete": True, "games": 3, "steps": 40, "exercised": {"V-DRAW-1": 7}, "exit": 0}
GREEN = VERDICTS[0]


def lines(*verdicts: Verdict, kind: str = "check", **footer: object) -> str:
    return report(kind, HEADER, map(Verdict.to_json, verdicts), FOOTER | footer)


def state(text: str) -> tuple[str, str]:
    """The state of the answer, and the grade of the evidence for it."""
    html = page(text)
    found = re.search(r'<section class="answer (\w+)".*?<strong class="grade (\w+)">', html, re.DOTALL)
    assert found
    return found[1], found[2]


def test_a_run_that_holds_is_green() -> None:
    assert state(lines(GREEN)) == ("holds", "sampled")


def graded(grade: str) -> Verdict:
    return next(each for each in VERDICTS if each.grade == grade and not each.known)


NOT_GREEN: dict[str, Callable[[], str]] = {
    "cut off": lambda: "".join(lines(GREEN).splitlines(keepends=True)[:-1]),
    "not complete": lambda: lines(GREEN, complete=False),
    "another exit code": lambda: lines(GREEN, exit=3),
    "not driven": lambda: lines(GREEN, exit=4),
    "nothing asked": lambda: lines(),
    "something vacuous": lambda: lines(GREEN, graded("vacuous")),
    "something unknown": lambda: lines(GREEN, graded("unknown")),
}


@pytest.mark.parametrize("kind", ["check", "prove", "vectors", "verify"])
@pytest.mark.parametrize("case", NOT_GREEN)
def test_what_is_open_is_never_green(case: str, kind: str) -> None:
    text = NOT_GREEN[case]().replace('"report": "check"', f'"report": "{kind}"')
    told, grade = state(text)
    assert told == "open"
    assert grade in ("unknown", "vacuous")


def test_what_is_refuted_is_told_first_with_its_clause() -> None:
    html = page(lines(GREEN, graded("refuted"), exit=1))
    assert state(lines(GREEN, graded("refuted"), exit=1)) == ("refuted", "refuted")
    assert catalogue("village").clauses["V-DRAW-1"].statement in unescape(html)


def test_what_was_not_run_is_said() -> None:
    skipped = Verdict("skip: x", "Nothing is skipped.", VERDICTS[0].grade, "", None, skipped="five players")
    html = page(lines(GREEN, skipped, left_out={"V-TIE-1": "only V-DRAW-1"}, notes=["Never shown: deck."]))
    missing = html.partition("What was not")[2].partition("</section>")[0]
    for told in ("skip: x: skipped, five players.", "V-TIE-1: left out, only V-DRAW-1.", "Never shown: deck."):
        assert told in missing


def test_a_clause_that_was_never_exercised_stands_out() -> None:
    html = page(lines(GREEN))
    rows = dict(re.findall(r'<tr( class="has-gap")?>\s*<th scope="row" id="([^"]+)"', html)[::-1])
    gaps = {
        clause: bool(gap) for gap, clause in re.findall(r'<tr( class="has-gap")?>\s*<th scope="row" id="(.*?)"', html)
    }
    assert rows
    assert gaps == {clause: clause != "V-DRAW-1" for clause in catalogue("village").clauses}


def everything() -> Sequence[str]:
    return [lines(*VERDICTS, kind=kind, exit=1) for kind in ("check", "verify", "prove")]


@pytest.mark.parametrize("text", everything(), ids=["check", "verify", "prove"])
def test_nothing_that_a_program_says_becomes_a_part_of_the_page(text: str) -> None:
    html = page(text)
    html.encode()
    assert all(letter.isprintable() or letter == "\n" for letter in html)
    assert NASTY.count("<b>") == 1
    assert "&lt;b&gt;&amp;]]&gt; 100% :: |" in html
    assert "<b>&" not in html
    assert html.count("<script") == html.count("</script") == 2


@pytest.mark.parametrize("text", everything(), ids=["check", "verify", "prove"])
def test_a_page_asks_for_nothing_elsewhere(text: str) -> None:
    html = page(text)
    assert [each for each in re.findall(r'\b(?:src|href|action|url)\s*=\s*"([^"]*)"', html) if each[0] != "#"] == [
        "data:,"
    ]
    assert "default-src 'none'" in html
    assert not re.search(r"@import|url\(|<link(?! rel=\"icon\")", html)


def test_a_verdict_is_read_back_as_it_was_written() -> None:
    for verdict in VERDICTS:
        assert verdict_from_json(json.loads(json.dumps(verdict.to_json()))) == verdict


def test_a_report_is_read_back_with_all_its_lines() -> None:
    told = read_report(lines(*VERDICTS).encode())
    assert (told.kind, told.games, len(told.lines), told.exit_code) == ("check", ["village"], len(VERDICTS), 0)


@pytest.mark.parametrize(
    ("line", "told"), [("null", "the JSON value must be an object, not null"), ("{}", "grade is missing")]
)
def test_what_is_no_line_of_a_report_is_named_by_its_number(line: str, told: str) -> None:
    header, *rest = lines(GREEN).splitlines()
    with pytest.raises(CannotParse, match=f"^line 3: {told}$"):
        page("\n".join([header, "", line, *rest]))


def test_a_page_leaves_out_the_replays_for_which_it_has_no_room(
    written: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    finding = replace(FINDING, record=written["game.jsonl"].decode())
    many = [replace(graded("refuted"), id=f"x-{number}", finding=_other(finding, number)) for number in range(6)]
    most = 300_000
    monkeypatch.setattr("reports.html.pool._MOST", most)
    html = page(lines(*many, exit=1))
    assert 0 < html.count("data-replay=") < 6
    assert html.count(TOO_LARGE) == 6 - html.count("data-replay=")
    monkeypatch.setattr("reports.html.pool._MOST", 0)
    assert len(html.encode()) < len(page(lines(*many, exit=1)).encode()) + 1.1 * most


def _other(finding: Finding, number: int) -> Finding:
    """The same with other cards, so that nothing of its boards is there already."""
    card = "ABCDEF"[number % 6]
    state = json.loads(finding.record.splitlines()[0])["state"]
    deck = state["deck"][: -1 - number] + card * (number + 1)
    first = json.loads(finding.record.splitlines()[0]) | {"state": state | {"deck": deck}}
    actions = [json.dumps({"action": json.loads(line)["action"]}) for line in finding.record.splitlines()[1:-1]]
    return replace(finding, record="\n".join([json.dumps(first), *actions, ""]), game="")


def test_a_finding_that_a_broken_engine_cannot_replay_is_told_all_the_same(
    written: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise IndexError("out of cards")

    monkeypatch.setattr(load("village"), "apply", broken)
    finding = replace(FINDING, record=written["game.jsonl"].decode())
    html = page(lines(GREEN, replace(graded("refuted"), finding=finding), exit=1))
    assert "It cannot be replayed: IndexError: out of cards" in html
    assert "Deck (2)  BD" in html


def test_a_question_of_rules_is_not_called_a_fault() -> None:
    about = Verdict("readings.program", "The program follows tie.full: none.", Grade.REFUTED, "", None, FINDING)
    alone = page(lines(GREEN, about, exit=1))
    assert "No fault was seen, but a question of rules. The program follows tie.full: none." in alone
    assert '<section class="answer question"' in alone
    beside = page(lines(GREEN, about, graded("refuted"), exit=1))
    assert '<section class="answer refuted"' in beside
    sentence = beside.partition('"sentence">')[2].partition("</p>")[0]
    assert (sentence.startswith("No. The position is not"), sentence.endswith(" And 1 more.")) == (True, True)
    assert re.findall('<article class="(finding[^"]*)"', beside) == ["finding", "finding question"]


def test_the_games_of_a_run_are_plotted_and_none_is_lost_in_the_ranges() -> None:
    lengths = {str(number): number for number in (3, 4, 7, 50, 51, 130)}
    assert sum(binned(lengths).values()) == sum(lengths.values())
    assert len(binned(lengths)) <= 10
    assert binned({"-2": 1, "0": 5}) == {"-2": 1, "-1": 0, "0": 5}
    ended = {"lengths": lengths, "scores": {"-4": 2, "11": 3}, "kinds": {"draw": 9}, "winners": {"2": {"0": 1, "1": 2}}}
    html = page(lines(GREEN, ended=ended))
    assert "Actions in a game (245 games)" in html
    for told in ("seat 0 of 2: 1, seat 1 of 2: 2", "Actions by kind: draw: 9"):
        assert told in html
    assert "Winning seats" not in page(lines(GREEN))


@pytest.mark.parametrize(
    ("kind", "header", "command"),
    [
        ("check", {"games": 5}, "dragonproof check --game village --games 5 -- a-game"),
        ("check", {"command": ["a b"], "seed": 7}, "dragonproof check --game village --seed 7 -- &#39;a b&#39;"),
        ("check", {"readings": {"tie.full": "none"}}, "check --game village --ruleset tie.full=none -- a-game"),
        ("prove", {"command": [], "only": ["x", "y"]}, "dragonproof prove --game village --only x --only y<"),
    ],
)
def test_the_page_has_the_command_with_the_options_that_say_what_was_asked(
    kind: str, header: Json, command: str
) -> None:
    text = report(kind, HEADER | header, [GREEN.to_json()], FOOTER)
    assert command in page(text)


def test_clauses_are_only_called_exercised_where_that_was_counted() -> None:
    counted = dict.fromkeys(catalogue("village").clauses, 1)
    assert "and was exercised" in page(lines(GREEN, exercised=counted))
    uncounted = page(report("verify", HEADER, [GREEN.to_json()], {"complete": True, "exit": 0, "village": {}}))
    assert "and was exercised" not in uncounted
    assert "how often they were exercised was not counted" in uncounted


def test_what_is_refuted_stays_so_in_a_report_that_is_cut_off() -> None:
    refuted = next(each for each in VERDICTS if each.grade is Grade.REFUTED and not each.known)
    whole = lines(GREEN, refuted, exit=1)
    cut = "".join(whole.splitlines(keepends=True)[:-1])
    assert state(whole)[0] == state(cut)[0] == "refuted"
    assert "The report is cut off" in page(cut)


def test_the_page_of_a_check_says_what_alone_was_asked_about() -> None:
    text = report("check", HEADER | {"only": ["V-TIE-1"]}, [GREEN.to_json()], FOOTER)
    assert "check --game village --only V-TIE-1 -- a-game" in page(text)
    assert "Only V-TIE-1 was asked about." in page(text)
