"""`prove`: the theorems with who has proved them, their queries as files, and what a contradiction leaves behind."""

import json
from importlib.metadata import version
from pathlib import Path

import pytest

from properties.running import Unit
from solver import proofs, second
from solver.proving import theorems
from solver.queries import EXPECTED, RLIMIT, Part, Solver, smtlib
from solver.solving import Solution, Status
from tests.reports.running import InProcess, is_one_clear_error

ONE = ("prove", "--only", "track.still.curse")
ID = "track.still.curse"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_theorem_is_told_with_its_sentence_and_who_has_proved_it(dragonproof: InProcess) -> None:
    result = dragonproof(*ONE)
    theorem = theorems("village")[ID]
    row, sentence = result.out.splitlines()[2:4]
    assert row.startswith(f"{ID}  proved    z3 and cvc5  ")
    assert theorem.sentence in sentence
    assert "1 of 1 theorems proved: 1 by z3 and cvc5.\n" in result.out
    assert result.code == 0


def test_the_json_has_the_answer_of_every_solver_to_every_query(dragonproof: InProcess) -> None:
    result = dragonproof(*ONE, "--json", "-")
    header, line, footer = map(json.loads, result.out.splitlines())
    assert (header["report"], header["games"]) == ("prove", ["village"])
    assert header["solvers"].keys() == set(Solver)
    assert (line["id"], line["grade"], line["game"], line["proved_by"]) == (
        f"theorem.{ID}", "proved", "village", ["z3", "cvc5"],
    )  # fmt: skip
    for answers in line["solvers"].values():
        assert {part: each["status"] for part, each in answers.items()} == {
            "premises": "sat", "theorem": "unsat", "broken": "sat",
        }  # fmt: skip
    assert footer == {"complete": True, "exit": 0}


def test_the_page_has_the_theorem_with_both_solvers_and_is_all_that_is_printed(dragonproof: InProcess) -> None:
    result = dragonproof(*ONE, "--html", "-", "--json", "p.jsonl")
    assert result.out.startswith("<!doctype html>")
    assert "Yes: 1 of 1 theorems are proved, 1 by two solvers." in result.out
    assert theorems("village")[ID].sentence in result.out
    assert dragonproof("view", "p.jsonl", "--html", "-").out == result.out
    refused = dragonproof(*ONE, "--html", "p", "--json", "p")
    assert (refused.code, refused.out) == (2, "")
    assert "--json and --html cannot write to the same place" in refused.err


def test_the_queries_are_written_for_any_solver(dragonproof: InProcess) -> None:
    assert dragonproof(*ONE, "--smt2", "queries").code == 0
    theorem, made_by = theorems("village")[ID], f"; dragonproof {version('dragonproof')}, rules 1.0 of village\n"
    written = {path.name: path.read_text(encoding="utf-8") for path in Path("queries").iterdir()}
    assert written == {f"village.{ID}.{part}.smt2": made_by + smtlib(theorem, part) for part in Part}
    for part in Part:
        assert second.solve(written[f"village.{ID}.{part}.smt2"], RLIMIT[Solver.CVC5]).status is EXPECTED[part]


def test_without_the_second_solver_it_is_said_how_to_get_it(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second, "installed", lambda: False)
    result = dragonproof(*ONE)
    assert "1 of 1 theorems proved: 1 by z3.\n" in result.out
    assert second.INSTALL in result.out
    assert result.code == 0


def contradict(monkeypatch: pytest.MonkeyPatch, answer: Solution) -> None:
    """Lets the second solver give that answer to everything; no processes, for these are not patched."""

    def run(units: list[Unit], *_: object, **__: object) -> object:
        for unit in units:
            yield unit, (answer, "") if unit.id.endswith(Solver.CVC5) else unit.work(*unit.arguments)
            yield unit, None

    monkeypatch.setattr(proofs, "run", run)


def test_solvers_that_contradict_each_other_are_exit_1_and_the_query_is_kept(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    contradict(monkeypatch, Solution(Status.SAT, 1))
    result = dragonproof(*ONE, "--out", "found")
    (kept,) = Path("found").iterdir()
    assert kept.suffix == ".smt2"
    assert kept.read_text(encoding="utf-8") == smtlib(theorems("village")[ID], Part.THEOREM)
    assert str(kept) in result.out
    assert "refuted" in result.out
    assert result.code == 1


def test_what_only_one_solver_knows_is_proved_by_that_one(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    contradict(monkeypatch, Solution(Status.UNKNOWN, 1, "too hard"))
    result = dragonproof(*ONE)
    assert f"{ID}  proved    z3  " in result.out
    assert "gave up (too hard)" in result.out
    assert result.code == 0


def test_an_id_that_no_theorem_has_is_an_error(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--only", "nothing")
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert "no theorem begins so; they begin with: beats, " in result.err


def test_a_folder_that_cannot_be_made_is_an_error(dragonproof: InProcess) -> None:
    Path("file").write_text("", encoding="utf-8")
    result = dragonproof(*ONE, "--smt2", "file/queries")
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert "--smt2" in result.err


def test_readings_tells_what_survives_and_what_falls_with_a_case(dragonproof: InProcess, tmp_path: Path) -> None:
    file = tmp_path / "readings.jsonl"
    named = ("--only", "track.undone.not", "--only", "track.still.joining")
    result = dragonproof("prove", "--readings", *named, "--json", str(file))
    assert result.code == 0, result.said
    assert "village  favor.overshoot=stay\n    survives      track.undone.not_always (by z3" in result.out
    assert "village  favor.distance=played\n    falls         track.still.joining (by z3" in result.out
    assert "for " in result.out
    header, *lines, footer = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    counted = {"asked": 4, "games": {"village": {"theorems": 2, "name_no_value": 0}}}
    assert (header["report"], footer) == ("prove readings", {"complete": True, "exit": 0} | counted)
    assert {line["grade"] for line in lines} == {"proved"}
    page = dragonproof("view", str(file), "--html", "-").out
    assert "4 times a theorem is asked about under another value: " in page
    assert page.count("the case</summary>") == sum(line["fate"] == "falls" for line in lines) > 0
    assert all(f"<b>{line['reading']}={line['value']}</b>" in page for line in lines)
    assert dragonproof("prove", "--readings", *named, "--html", "-").out == page
    assert {(line["theorem"], line["value"], line["fate"]) for line in lines} >= {
        ("track.still.joining", "played", "falls"),
        ("track.undone.not_always", "block", "survives"),
    }


def test_readings_of_theorems_that_name_none_are_nothing_to_hold(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--readings", "--only", "turn.none_after_end")
    assert result.code == 3
    assert "1 of 1 theorems name no value" in result.out


def test_readings_and_queries_do_not_go_together(dragonproof: InProcess, tmp_path: Path) -> None:
    result = dragonproof("prove", "--readings", "--only", "track.still", "--smt2", str(tmp_path))
    assert result.code == 2
    assert "--smt2" in result.err
