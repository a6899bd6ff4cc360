"""The reports for CI: what each says of a run, in the form that its readers ask for; nothing open is green in any."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from properties.clauses import catalogue, folder
from properties.verdicts import ExitCode, Known
from reference_engine import games
from reports.annotations import annotations
from reports.junit import junit
from reports.markdown import markdown
from reports.results import Run, versions
from reports.sarif import clause_lines, sarif
from tests.reports.ci_runs import CUT, GREEN, MIXED, NASTY, NOTHING, STATUSES, VERDICTS, run
from tests.reports.sarif_schema import SARIF

RUNS = {"mixed": [MIXED], "green": [GREEN], "cut": [CUT], "nothing": [NOTHING], "two": [MIXED, NOTHING], "none": []}
XSD = xmlschema.XMLSchema(str(Path(__file__).with_name("junit.xsd")))
TAGS = {"failed": "failure", "open": "error", "skipped": "skipped", "passed": "system-out"}


def results(runs: list[Run]) -> list[Any]:
    return [result for each in json.loads(sarif(runs))["runs"] for result in each["results"]]


@pytest.mark.parametrize("name", [name for name in RUNS if name != "none"])
def test_junit_is_valid(name: str) -> None:
    XSD.validate(junit(RUNS[name]))


@pytest.mark.parametrize("name", RUNS)
def test_sarif_is_valid(name: str) -> None:
    document = json.loads(sarif(RUNS[name]))
    jsonschema.validate(document, SARIF)
    for each in document["runs"]:
        rules = [rule["id"] for rule in each["tool"]["driver"]["rules"]]
        assert len(set(rules)) == len(rules)
        for result in each["results"]:
            assert rules[result["ruleIndex"]] == result["ruleId"]
            assert (result["kind"] == "fail") or (result["level"] == "none")


def test_junit_has_a_case_for_each_question_with_its_status() -> None:
    (suite,) = ElementTree.fromstring(junit([MIXED]))
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert {name: [child.tag for child in case] for name, case in cases.items()} == {
        name: [TAGS[status]] for name, status in STATUSES.items()
    }
    assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["9", "2", "2", "2"]
    assert {case.get("classname") for case in cases.values()} == {"dragonproof.check.village"}


def test_what_a_baseline_knows_is_skipped_with_its_reason_and_no_result_anywhere() -> None:
    known = Known("known", "their rule", "https://example.org/7")
    told = run(VERDICTS[0], replace(VERDICTS[2], known=known), replace(VERDICTS[3], known=replace(known, link="")))
    suite = ElementTree.fromstring(junit([told]))
    skipped = {case.get("name"): case.find("skipped") for case in suite.iter("testcase")}
    assert [each is not None for each in skipped.values()] == [False, True, True]
    link = skipped["V-DRAW-1"]
    assert link is not None
    assert link.get("message") == "known in the baseline: their rule (https://example.org/7)"
    assert results([told]) == []
    assert annotations([told]) == ""
    assert "**2 skipped, 1 passed**" in markdown([told]).replace("**, **", ", ")


def test_the_text_of_a_failure_is_the_counterexample_in_every_report() -> None:
    failure = ElementTree.fromstring(junit([MIXED])).find(".//testcase[@name='V-DRAW-1']/failure")
    assert failure is not None
    message = next(result["message"]["text"] for result in results([MIXED]) if result["ruleId"] == "V-DRAW-1")
    for text in (failure.text or "", message, markdown([MIXED])):
        for part in ("Deck (2)  BD\n", "action    draw\n", 'expected  deck "D"\n', 'got       deck "B"\n', "V-END-1"):
            assert part in text
        assert catalogue("village").clauses["V-DRAW-1"].statement in text
        assert "To repeat: dragonproof check --record r.jsonl" in text


def test_the_grade_of_the_evidence_is_in_every_report() -> None:
    for text in (junit([MIXED]), markdown([MIXED])):
        for told in ("sampled: 7 times", "vacuous: 0 times", "refuted: 2 times", "exhaustive: 9 positions"):
            assert told in text
    assert "refuted: 2 times" in sarif([MIXED])
    assert "refuted: 2 times" in annotations([MIXED])


def test_the_versions_are_in_every_file() -> None:
    told = versions("village")
    assert told.keys() == {"dragonproof", "rules", "protocol"}
    properties = {
        each.get("name"): each.get("value") for each in ElementTree.fromstring(junit([GREEN])).iter("property")
    }
    assert properties == {f"version.{name}": version for name, version in told.items()}
    assert json.loads(sarif([GREEN]))["runs"][0]["properties"]["versions"] == told
    assert f"dragonproof {told['dragonproof']}, rules {told['rules']}, protocol {told['protocol']}" in markdown([GREEN])


@pytest.mark.parametrize(
    "red",
    [CUT, NOTHING, run(VERDICTS[0], code=ExitCode.VIOLATION), run(code=ExitCode.NOT_DRIVEN, complete=False)],
    ids=["cut", "nothing", "an exit code that nothing explains", "not driven"],
)
def test_a_run_that_is_not_green_is_green_in_no_report(red: Run) -> None:
    suite = ElementTree.fromstring(junit([red])).find("testsuite")
    assert suite is not None
    assert suite.get("errors") == "1"
    assert [result["kind"] for result in results([red])] == ["open"]
    assert "**1 open**" in markdown([red])
    assert annotations([red]).startswith("::error title=run (village)::")


def test_a_run_that_was_cut_says_so_beside_what_it_has_found() -> None:
    red = run(VERDICTS[2], complete=False, code=ExitCode.VIOLATION)
    assert [result["ruleId"] for result in results([red])] == ["V-DRAW-1", "run"]


def test_nothing_is_wrong_in_a_run_that_is_green() -> None:
    assert (annotations([GREEN]), results([GREEN])) == ("", [])
    assert "**1 passed**." in markdown([GREEN])
    assert not list(ElementTree.fromstring(junit([GREEN])).iter("error"))


def test_a_result_of_sarif_is_at_the_line_of_its_clause() -> None:
    for game in games():
        text = (folder(game) / "clauses.toml").read_text(encoding="utf-8").splitlines()
        places = clause_lines(game)
        assert places.keys() == catalogue(game).clauses.keys()
        assert all(text[line - 1] == f"[clauses.{clause}]" for clause, line in places.items())
    at = {result["ruleId"]: result["locations"][0]["physicalLocation"] for result in results([MIXED])}
    draw, tie = (clause_lines("village")[clause] for clause in ("V-DRAW-1", "V-TIE-3"))
    lines = {rule: place["region"]["startLine"] for rule, place in at.items()}
    assert lines == {"V-DRAW-1": draw, "V-TIE-3": tie, "crash": draw, "skip: five players": 1}


def test_a_fingerprint_stays_while_the_fault_does_and_no_two_are_the_same() -> None:
    def prints(*runs: Run) -> dict[str, str]:
        return {each["ruleId"]: each["partialFingerprints"]["dragonproof/v1"] for each in results([*runs])}

    later = run(*(each for each in reversed(VERDICTS)), code=ExitCode.VIOLATION)
    assert prints(later) == prints(MIXED)
    assert len(set(prints(MIXED).values())) == len(prints(MIXED)) == 4
    other = Run("verify", "village", VERDICTS, MIXED.finished)
    assert not set(prints(other).values()) & set(prints(MIXED).values())


def unescaped(text: str) -> str:
    for code, letter in (("%0A", "\n"), ("%0D", "\r"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, letter)
    return text


def test_annotations_are_one_line_each_and_read_back_as_they_were() -> None:
    odd = run(*VERDICTS, *(each for each in VERDICTS[3:4]), code=ExitCode.VIOLATION)
    lines = annotations([odd]).splitlines()
    assert [line.split("::")[1] for line in lines] == [
        f"error title={title} (village)"
        for title in ("V-DRAW-1", "crash", "V-TIE-3", "skip%3A five players", "skip%3A five players")
    ]
    (case,) = (case for case in odd.cases() if case.id == "V-DRAW-1")
    assert unescaped(lines[0].split("::", 2)[2]) == f"{case.sentence}\n\n{case.told}\n\n{case.text}"
    assert "100%25" in lines[0]


def test_no_report_has_anything_that_a_terminal_or_a_reader_would_obey() -> None:
    assert not NASTY.isprintable()
    for text in (junit([MIXED]), markdown([MIXED]), sarif([MIXED]), annotations([MIXED])):
        text.encode()
        assert all(letter.isprintable() or letter in "\n\t" for letter in text)
    assert "\n::error::" not in annotations([MIXED])


def test_markdown_shows_every_text_as_it_stands() -> None:
    text = markdown([MIXED])
    fences = re.findall(r"^(`{3,})text\n(.*?)\n\1$", text, re.MULTILINE | re.DOTALL)
    assert [fence for fence, _ in fences] == ["````"] * 3
    assert all("<b>" in body and "100% :: | ```" in body for _, body in fences)
    rest = re.sub(r"^(`{3,})text\n(.*?)\n\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"<[^>]*>", rest) == ["<details>", "<summary>", "</summary>", "</details>"]
    assert "The position is not \\| the &lt;one&gt; it should be." in rest


def test_markdown_says_what_was_left_untested() -> None:
    assert "Never shown: deck." in markdown([GREEN])
    assert "- **V-INFO-1**: " in markdown([MIXED])
