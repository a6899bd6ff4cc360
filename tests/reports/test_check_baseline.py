"""`dragonproof check` beside a baseline, from an empty folder, by the lines that the README has for it."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from properties.conformance.baseline import read_baseline
from properties.schemas import why_malformed
from properties.tables import parse_toml
from reference_engine import load
from reports.config import SHARED
from tests.reports.running import InProcess

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("### Baselines, settings, recorded games\n")[2].partition("\n## ")[0]
SETTINGS, BASELINE = re.findall(r"^```toml\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
LINES = re.findall(r"^dragonproof (check.*?) +# exit (\d)", SECTION, re.MULTILINE)
FAKE = (sys.executable, "-m", "properties.mutants.fake", "village")
LIMITS = ("--timeout", "30", "--startup-timeout", "60", "--workers", "1")
HEAD = 'dragonproof = 1\ngame = "village"\nrules = "1.0"\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(file: str, old: str, new: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new), encoding="utf-8")


def report() -> tuple[dict[str, Any], dict[str, Any]]:
    """The verdicts by their ids, and the footer."""
    _, *verdicts, footer = map(json.loads, Path("r.jsonl").read_text(encoding="utf-8").splitlines())
    return {verdict["id"]: verdict for verdict in verdicts}, footer


def test_the_lines_of_the_readme_lead_from_a_fault_to_none(dragonproof: InProcess) -> None:
    assert dragonproof("init", "--lang", "python").code == 0
    right, wrong = "self.players[self.seat].hand[self.pile.pop()]", "self.players[self.seat].hand[self.pile.pop(0)]"
    change("dragonproof-harness/game.py", right, wrong)
    Path("dragonproof.toml").write_text(SETTINGS.replace('"python3 ', f'"{sys.executable} '), encoding="utf-8")
    told = []
    for number, (line, code) in enumerate(LINES):
        if number == 2:
            change("baseline.toml", 'reason = ""', 'reason = "until the rewrite"')
        if number == 3:
            change("dragonproof-harness/game.py", wrong, right)
        result = dragonproof(*line.split(), *LIMITS)
        told.append(result.said)
        assert (result.code, line) == (int(code), line)
    assert "To repeat       dragonproof check --no-config --game village" in told[0]
    assert "Baseline written to baseline.toml. Give a reason for each entry" in told[0]
    assert "baseline.toml: known.V-DRAW-1.reason: '' is no text; write why it is so in quotes" in told[1]
    assert "Known to differ:\n  V-DRAW-1: " in told[2]
    assert "because until the rewrite" in told[2]
    assert "No difference, beside 1 known (" in told[2]
    assert "No longer so, take it out (baseline):\n  known.V-DRAW-1: not met; looked at: " in told[3]
    assert "No difference, but the baseline has what is no longer so (" in told[3]
    assert "known" not in parse_toml(Path("baseline.toml").read_bytes())


def test_the_baseline_of_the_readme_is_one() -> None:
    assert len(read_baseline(BASELINE.encode(), load("village")).entries) == 4
    assert why_malformed("village", "urn:dragonproof:baseline", parse_toml(BASELINE.encode())) == ""


def test_the_settings_of_the_readme_stand_in_a_project_as_well(dragonproof: InProcess) -> None:
    table = SETTINGS.replace("[ruleset]", "[tool.dragonproof.ruleset]").replace("python3", "/no/such/python3")
    Path(SHARED).write_text("[tool.dragonproof]\n" + table.replace("baseline =", "# baseline ="), encoding="utf-8")
    result = dragonproof("check", *LIMITS)
    assert (result.code, result.out.splitlines()[0]) == (4, "Settings from pyproject.toml.")
    assert "/no/such/python3" in result.out


def test_a_program_that_flickers_fails_unless_it_is_quarantined(dragonproof: InProcess) -> None:
    asked = ("check", *LIMITS, "--games", "17", "--seed", "0", "--json", "r.jsonl")
    program = ("--", *FAKE, "--fault", "sometimes-one-more")
    first = dragonproof(*asked, "--write-baseline", "b.toml", *program)
    assert (first.code, report()[0]["unsteady"]["grade"]) == (1, "refuted")
    assert list(parse_toml(Path("b.toml").read_bytes()))[-1] == "flaky"
    change("b.toml", 'reason = ""', 'reason = "a race"')
    quarantined = dragonproof(*asked, "--baseline", "b.toml", *program)
    assert "Quarantined as flaky:\n  unsteady: The same question" in quarantined.out
    verdicts, footer = report()
    assert verdicts["unsteady"]["known"] == {"section": "flaky", "reason": "a race", "link": ""}
    assert (quarantined.code, footer["baseline"]["met"]) == (3, ["flaky.unsteady"])  # 17 are too few to see all
    assert {verdict["grade"] for key, verdict in verdicts.items() if key != "unsteady"} == {"sampled", "vacuous"}
    steady = dragonproof(*asked, "--baseline", "b.toml", "--games", "2", "--only", "V-DRAW-1", "--", *FAKE)
    assert (steady.code, report()[1]["baseline"]["quiet"]) == (0, ["flaky.unsteady"])
    assert "Quarantined as flaky, and did not flicker in this run: unsteady." in steady.out


def test_a_reading_and_a_skip_are_accepted_by_a_baseline(dragonproof: InProcess) -> None:
    program = Path("program.py")
    program.write_text(
        "import json, sys\n"
        "from properties.mutants.fake import fake_server\n"
        'server = fake_server("village", None, {"score.wild_penalty": "3"})\n'
        "for line in sys.stdin.buffer:\n"
        "    answer = json.loads(server.answer(line))\n"
        '    if "capabilities" in (answer.get("result") or {}):\n'
        '        answer["result"] |= {"readings": {}, "capabilities": ["legal_actions", "outcome"]}\n'
        "    print(json.dumps(answer), flush=True)\n"
        "    if not server.running:\n"
        "        break\n",
        encoding="utf-8",
    )
    asked = ("check", *LIMITS, "--games", "6", "--only", "V-SCORE-3", "--only", "V-INFO-1", "--json", "r.jsonl")
    reading = '[readings."score.wild_penalty"]\nvalue = "3"\nreason = "house rule"\n'
    skip = '[skips."no observe"]\nreason = "no views"\n'
    Path("b.toml").write_text(f"{HEAD}{reading}{skip}", encoding="utf-8")
    again = dragonproof(*asked, "--baseline", "b.toml", "--", sys.executable, "program.py")
    assert "Readings that are accepted:\n  readings.program: The program follows score.wild_penalty: 3" in again.out
    assert "Known to be skipped:\n  V-INFO-1: skipped: no observe" in again.out
    fast = dragonproof(*asked, "--fail-fast", "--baseline", "b.toml", "--", sys.executable, "program.py")
    assert (fast.code, report()[1]["complete"]) == (0, True)
    dragonproof(*asked, "--baseline", "b.toml", "--", sys.executable, "program.py")
    assert (again.code, sorted(report()[1]["baseline"]["met"])) == (
        0,
        ["readings.score.wild_penalty", "skips.no observe"],
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--baseline", "b.toml", "--json", "b.toml"), "--json would write over the file of --baseline"),
        (("--baseline", "b.toml", "--trace", "./b.toml"), "--trace would write over the file of --baseline"),
        (("--write-baseline", "n.toml", "--json", "n.toml"), "--json and --write-baseline cannot write to the same"),
        (("--trace", "t", "--junit", "t"), "--junit and --trace cannot write to the same place"),
        (("--config", "c.toml", "--json", "c.toml"), "--json would write over the file of --config"),
    ],
)
def test_no_file_is_written_over_another_one(words: tuple[str, ...], told: str, dragonproof: InProcess) -> None:
    Path("b.toml").write_text(HEAD, encoding="utf-8")
    Path("c.toml").write_text("seed = 1\n", encoding="utf-8")
    result = dragonproof("check", *words, "--", *FAKE)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert Path("b.toml").read_text(encoding="utf-8") == HEAD


@pytest.mark.parametrize("fault", ["crash", "timeout", "error"])
def test_a_question_without_an_answer_is_a_fault_whatever_clause_is_asked_about(
    fault: str, dragonproof: InProcess
) -> None:
    name = {"crash": "crash-later", "timeout": "silence-later", "error": "error-32602-later"}[fault]
    asked = ("--games", "2", "--only", "V-END-1", "--timeout", "1", "--workers", "1", "--json", "r.jsonl")
    result = dragonproof("check", *asked, "--no-config", "--", *FAKE, "--fault", name)
    assert (result.code, report()[0][fault]["grade"]) == (1, "refuted")
    assert "dragonproof check --no-config " in result.out


def test_fail_fast_stops_at_what_is_new_only(dragonproof: InProcess) -> None:
    Path("b.toml").write_text(f'{HEAD}[known.V-DRAW-1]\nreason = "old"\n', encoding="utf-8")
    asked = ("check", *LIMITS, "--games", "3", "--fail-fast", "--json", "r.jsonl")
    program = ("--", *FAKE, "--mutant", "draw-bottom-card")
    assert dragonproof(*asked, *program).code == 1
    stopped = report()[1]
    dragonproof(*asked, "--baseline", "b.toml", *program)
    assert (stopped["complete"], report()[1]["complete"]) == (False, True)
    assert report()[1]["games"] > stopped["games"]


def test_a_baseline_with_an_id_that_does_not_exist_is_exit_2(dragonproof: InProcess) -> None:
    Path("b.toml").write_text(f'{HEAD}[known.V-DRAW-9]\nreason = "old"\n', encoding="utf-8")
    result = dragonproof("check", "--baseline", "b.toml", "--", *FAKE)
    assert (result.code, result.out) == (2, "")
    assert "b.toml: known: no 'V-DRAW-9'; did you mean V-DRAW-" in result.err
