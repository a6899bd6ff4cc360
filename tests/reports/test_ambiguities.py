"""`ambiguities`: the table, one reading, JSON and CSV, from answers that take little; and that they are kept."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from properties.ambiguities.questions import kept_question
from properties.ambiguities.results import parting_from_json
from properties.clauses import catalogue
from properties.parting import Kind, confirm
from properties.rulesets import alternatives
from properties.witnesses import Witness, witnesses
from reference_engine import load
from reference_engine.jsonform import Json
from reports.caching import Cache
from reports.cli import run
from tests.reports.running import ANSI, START, InProcess, Result, default_interrupts, files_in, process

VILLAGE, SCHATZ = load("village"), load("drachenschatz")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for what is kept, filled by a run about everything; that files of the project change is no matter."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
        patch.setattr("reports.caching._content", lambda: "content")
        patch.setenv("XDG_CACHE_HOME", str(folder))
        assert run(["ambiguities", "--quick"]) in (0, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reports.caching._content", lambda: "content")
        yield folder


@pytest.fixture
def ask(cache: Path, monkeypatch: pytest.MonkeyPatch, dragonproof: InProcess) -> Any:
    """Runs the command, with what is kept; nothing may be asked anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))

    def again(*arguments: str) -> Result:
        before = files_in(cache)
        done = dragonproof("ambiguities", "--quick", *arguments)
        assert files_in(cache) == before
        return done

    return again


def lines(result: Result) -> list[Json]:
    return [json.loads(line) for line in result.out.splitlines()]


def test_the_table_has_a_line_for_every_alternative(ask: Any) -> None:
    result = ask()
    for game in (VILLAGE, SCHATZ):
        for reading in catalogue(game.NAME).readings.values():
            for value in reading.values[1:]:
                assert sum(line.startswith(f"{reading.id}={value.name} ") for line in result.out.splitlines()) >= 1
    assert "tie.full=none" in result.out
    (row,) = [line for line in result.out.splitlines() if line.startswith("tie.full=none ")]
    assert "winners  " in row
    assert "2 cards, 1 action" in row
    assert row.endswith("nobody wins")
    (row,) = [line for line in result.out.splitlines() if line.startswith("market.empty_stall=open ")]
    assert row.endswith("endless")
    controls = [line for line in result.out.splitlines() if line.startswith("(another shuffle) ")]
    assert [" % (" in line for line in controls] == [True, True]
    assert "not seen in 500" in row


def test_what_is_open_is_told_and_makes_exit_3(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.ambiguities.answering.witnesses", lambda _: ())
    result = ask("--game", "village")
    assert result.code == 3
    still = [line for line in result.out.splitlines() if line.startswith("Open: ")]
    assert any(line.startswith("Open: refill.wild_bribe=wild: not seen to matter") for line in still)
    assert not any("tie.full" in line for line in still)


def test_what_is_answered_is_exit_0(ask: Any) -> None:
    assert ask("--reading", "tie.full").code == 0


def test_texts_that_differ_are_told_against_each_other(ask: Any) -> None:
    out = ask("--game", "village").out
    assert "village-de and village-en: played to the letter they are the same game." in out
    assert "village-en and village-ru differ on bribe.wilds (any, all). The winners" in out
    assert "village-de names no value for bribe.wilds: the default stands in for it." in " ".join(out.split())


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_one_reading_is_told_with_texts_games_and_a_wording_in_each_language(ask: Any, language: str) -> None:
    out = " ".join(ask("--reading", "Score.Wild_Penalty", "--lang", language).out.split())
    reading = catalogue("village").readings["score.wild_penalty"]
    for value in reading.values:
        assert value.wording[language] in out
        assert value.meaning in out
    assert reading.question in out
    for text in catalogue("village").texts.values():
        assert text.title in out
    assert "1 player 0 draw 2 player 1 draw" in out
    assert "score.wild_penalty=3 Player 1 wins by score" in out


def test_a_game_that_need_not_end_is_told_action_by_action(ask: Any) -> None:
    out = " ".join(ask("--reading", "market.empty_stall").out.split())
    assert "1 player 0 visit 0 2 player 1 visit 0 This is the opening again." in out


def test_a_value_that_is_not_played_is_told_by_its_theorems(ask: Any) -> None:
    result = ask("--reading", "end.final_bribes")
    assert "proved: " in result.out
    assert "It is not played." in result.out
    assert result.code == 0


def test_the_page_has_every_reading_and_each_value_that_is_known_to_matter_with_its_smallest_game(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dragonproof: InProcess
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ask("--json", "a.jsonl", "--html", "a.html").code in (0, 3)
    page = Path("a.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 2_000_000
    every = [json.loads(line) for line in Path("a.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]]
    for line in (each for each in every if each["about"] == "reading"):
        assert f'<article id="{line["reading"]}"' in page
        games = any(found["parting"] for found in (line["matters"] or {}).values()) or line["kept"]
        assert (f'data-replay="{line["reading"]}-{line["value"]}"' in page) == bool(games)
    assert dragonproof("view", "a.jsonl", "--html", "b.html").code == 0
    assert Path("b.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("reading", ["animals.both", "score.wild_penalty", "tie.among", "tie.count", "track.passing"])
def test_the_page_and_the_terminal_tell_of_the_same_smallest_games(reading: str, ask: Any) -> None:
    heading = r"The smallest game (?:known, which is not certified, )?that differs in [^:]+: \d+ cards, .*? players"
    told = re.findall(heading, " ".join(ask("--reading", reading).out.split()))
    titles = re.findall(f'<p class="title"><b>({heading})</b>', ask("--reading", reading, "--html", "-").out)
    assert titles == told != []
    rows = [line for line in ask().out.splitlines() if line.startswith(f"{reading}=")]
    sizes = [re.sub(r"[^:]+: (.*), \d+ players", r"\1", title) for title in titles]
    assert all(any(size in row for row in rows) for size in sizes)
    assert "the winners" in titles[0]


def test_a_smaller_game_with_the_same_winners_is_told_after_that_with_others(ask: Any) -> None:
    result = ask("--reading", "score.wild_penalty", "--html", "-")
    first, second, *_ = re.findall(
        r'<p class="title"><b>The smallest game that differs in (.*?) players</b>', result.out
    )
    assert first == "the scores and the winners: 3 cards, 2 actions, 2"
    assert second == "the scores: 2 cards, 1 action, 2"


def test_the_json_has_everything_and_its_games_replay(ask: Any) -> None:
    result = ask("--json", "-")
    header, *every, footer = lines(result)
    assert header["report"] == "ambiguities"
    assert header["games"] == ["drachenschatz", "village"]
    assert footer == {"complete": True, "exit": result.code}
    readings = [line for line in every if line["about"] == "reading"]
    for game in (VILLAGE, SCHATZ):
        told = {(line["reading"], line["value"]): line for line in readings if line["game"] == game.NAME}
        assert told.keys() >= set(alternatives(game))
        for line in told.values():
            for kind, least in (line["matters"] or {}).items():
                assert least["grade"] == ("refuted" if least["parting"] else "unknown")
                if least["parting"]:
                    parting = parting_from_json(game, least["parting"])
                    assert Kind(kind) in parting.kinds
                    confirm(parting)
            assert line["texts"].keys() == catalogue(game.NAME).texts.keys()
            assert line["matters"] is None or line["often"]["control"]["share"] > 0.3
    assert sum(line["about"] == "texts" for line in every) == 3
    assert [line["game"] for line in every if line["about"] == "default"] == header["games"]


def test_the_csv_has_a_row_for_every_alternative_and_a_name_for_every_column(ask: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(ask("--csv", "-", "--lang", "de").out)))
    assert all(None not in row and None not in row.values() for row in rows)
    by_choice = {(row["reading"], row["value"]): row for row in rows}
    assert by_choice.keys() >= {*alternatives(VILLAGE), *alternatives(SCHATZ)}
    row = by_choice["tie.full", "none"]
    assert (row["winners_cards"], row["winners_players"], row["winners_actions"]) == ("2", "2", "1")
    assert (row["unwon"], row["endless"], row["legal_cards"], row["legal_looked"]) == ("True", "False", "", "500")
    assert row["wording"].startswith("Besteht auch nach dem Feld")
    assert (row["rules"], row["dragonproof"]) == (VILLAGE.RULES, version("dragonproof"))


def test_the_size_of_a_kept_game_is_told_where_no_search_found_one_and_is_not_certified(ask: Any) -> None:
    rows = {(row["reading"], row["value"]): row for row in csv.DictReader(io.StringIO(ask("--csv", "-").out))}
    kept = next(each for each in witnesses(VILLAGE) if (each.value, each.size) == ("tied", "smallest"))
    start = VILLAGE.position_to_json(kept.parting.one.start)
    row, players, actions = rows["tie.among", "tied"], start["players"], len(kept.parting.actions)
    assert (row["winners_certified"], row["winners_players"]) == ("False", str(players))
    assert (row["winners_cards"], row["winners_actions"]) == (cards := "10", str(actions))
    assert rows["tie.full", "none"]["winners_certified"] == "True"
    (told,) = [line for line in ask().out.splitlines() if line.startswith("tie.among=tied ")]
    assert "winners*  " in told
    assert f"{cards} cards, {actions} actions*" in told
    assert "* the smallest game known" in ask().out


def test_kept_games_are_told_if_they_replay_and_are_a_contradiction_if_not(
    cache: Path, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, line, *_ = lines(ask("--reading", "tie.full", "--json", "-"))
    parting = parting_from_json(VILLAGE, line["matters"]["winners"]["parting"])
    kept = [Witness("tie.full", "none", size, Kind.WINNERS, parting) for size in ("full", "standard")]
    monkeypatch.setattr("properties.ambiguities.answering.witnesses", lambda _: tuple(kept))
    store = Cache(cache / "dragonproof")
    full, standard = (kept_question(VILLAGE, witness).id for witness in kept)
    store.put(full, {"wrong": "", "kinds": ["winners"]})
    store.put(standard, {"wrong": "", "kinds": ["winners"]})
    right = ask("--reading", "tie.full")
    store.put(full, {"wrong": "no difference"})
    wrong = ask("--reading", "tie.full")
    assert right.code == 0
    assert right.out.index("With the usual numbers (differs in the winners)") < right.out.index(
        "A full game of the full"
    )
    assert wrong.code == 1
    assert "A full game of the full" not in wrong.out
    assert "Contradiction: tie.full=none: a kept witness (full) does not replay" in wrong.out


def test_files_are_written_beside_the_table(ask: Any, tmp_path: Path) -> None:
    result = ask("--reading", "tie.full", "--json", str(tmp_path / "j"), "--csv", str(tmp_path / "c"))
    assert result.out == ask("--reading", "tie.full").out
    assert (tmp_path / "j").read_text(encoding="utf-8") == ask("--reading", "tie.full", "--json", "-").out
    assert (tmp_path / "c").read_text(encoding="utf-8") == ask("--reading", "tie.full", "--csv", "-").out


def test_the_same_run_says_the_same_with_one_worker_and_nothing_kept(ask: Any, tmp_path: Path) -> None:
    arguments = ("ambiguities", "--quick", "--game", "drachenschatz", "--json", "-")
    alone = process(*arguments, "--workers", "1", XDG_CACHE_HOME=str(tmp_path))
    assert alone.out == ask("--game", "drachenschatz", "--json", "-").out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--reading", "tie.cuont"], "did you mean tie.count"),
        (["--reading", "tie.count", "--game", "drachenschatz"], "no 'tie.count'"),
        (["--json", "-", "--csv", "-"], "only one of --json, --csv and --html"),
        (["--csv", "nowhere/file.csv"], "nowhere/file.csv"),
        (["--lang", "fr"], "'fr' is not one of"),
    ],
)
def test_what_is_asked_wrongly_is_refused_at_once(ask: Any, arguments: list[str], told: str) -> None:
    result = ask(*arguments)
    assert result.code == 2
    assert told in result.err
    assert result.out == ""


def test_an_interrupted_run_is_incomplete_and_tells_what_is_known(tmp_path: Path) -> None:
    same = "import reports.caching; reports.caching._content = lambda: 'content'; "
    arguments = [
        sys.executable,
        "-c",
        same + START,
        "ambiguities",
        "--quick",
        "--json",
        "out.jsonl",
        "--csv",
        "out.csv",
    ]
    with subprocess.Popen(
        arguments,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")},
        preexec_fn=default_interrupts,
    ) as running:
        while not any("search" in path.read_text() for path in (tmp_path / "cache").rglob("*.json")):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (3, "")
    assert "tie.full=none  " in out
    assert "Open: tie.full=none: not all was answered." in out
    assert out.endswith("Open: interrupted: what was found out is kept; the same command goes on from there\n")
    header, *every, footer = map(json.loads, (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert (header["report"], footer["complete"], footer["exit"]) == ("ambiguities", False, 3)
    assert any(line["matters"] for line in every if line["about"] == "reading")
    assert len(list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8"))))) > 1
    for file in (path for path in (tmp_path / "cache").rglob("*") if path.is_file()):
        assert json.loads(file.read_text(encoding="utf-8"))["answer"] is not None


def test_no_colours_where_nobody_looks(ask: Any) -> None:
    assert not ANSI.search(ask("--reading", "tie.full").said)


def test_a_kept_answer_that_is_damaged_is_found_again(ask: Any, cache: Path, dragonproof: InProcess) -> None:
    before = ask("--reading", "tie.full", "--json", "-").out
    (file,) = [
        path
        for path in cache.rglob("*.json")
        if '"tie.full": "none"' in json.loads(path.read_text())["question"]
        and path.read_text().startswith('{"question": "search')
    ]
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[: len(whole) // 2], encoding="utf-8")
    assert dragonproof("ambiguities", "--quick", "--reading", "tie.full", "--json", "-").out == before
    assert file.read_text(encoding="utf-8") == whole


def test_a_game_that_is_over_on_one_side_alone_is_told_where_it_ends_and_who_plays_on(ask: Any) -> None:
    result = ask("--reading", "refill.standing_wild")
    told = "\n".join(line.strip() for line in result.out.splitlines())
    assert "1  player 0  bribe A A\nUnder refill.standing_wild=dealt the game is over here; the other goes on" in told
    assert "alone.\n2  player 1  bribe A A\n3  player 0  draw\n" in told


def test_one_reading_is_asked_about_at_a_time(ask: Any) -> None:
    result = ask("--reading", "tie.full", "--reading", "tie.count")
    assert (result.code, result.out) == (2, "")
    assert "names one reading" in result.err
