"""`dragonproof check --record FOLDER`: every recorded game in it, and what is none."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.reports.running import InProcess

PROGRAM = ("--timeout", "30", "--workers", "1", "--", sys.executable, "-m", "properties.mutants.fake", "village")


@pytest.fixture
def games(here: Path) -> Path:
    """A folder with two short recorded games, one of them further down and under older rules, and a broken one."""
    header, *steps = (here / "game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    old = header.replace('"rules": "1.0"', '"rules": "0.9", "mood": 1')
    (here / "games" / "down").mkdir(parents=True)
    for name, text in (
        ("b.jsonl", header + "".join(steps[:3])),
        ("down/a.jsonl", old + steps[0]),
        ("notes.txt", "no record"),
    ):
        (here / "games" / name).write_text(text, encoding="utf-8")
    return here / "games"


def verdicts(here: Path) -> dict[str, str]:
    _, *lines, footer = map(json.loads, (here / "r.jsonl").read_text(encoding="utf-8").splitlines())
    assert "exit" in footer
    return {line["id"]: line["grade"] for line in lines}


@pytest.mark.usefixtures("games")
def test_each_recorded_game_of_a_folder_has_a_verdict(here: Path, dragonproof: InProcess) -> None:
    result = dragonproof("check", "--record", "games", "--json", "r.jsonl")
    assert (result.code, result.err) == (0, "")
    assert list(verdicts(here).items()) == [
        ("record.games/b.jsonl", "sampled"),
        ("record.games/down/a.jsonl", "sampled"),
    ]
    told = " ".join(result.out.split())
    assert (
        "made under rules 0.9, which are older than 1.0; keys that a record does not have are ignored: 'mood'" in told
    )


@pytest.mark.parametrize("program", [(), PROGRAM])
def test_what_is_no_record_is_named_and_the_others_are_checked(
    program: tuple[str, ...], games: Path, here: Path, dragonproof: InProcess
) -> None:
    (games / "damaged.jsonl").write_text("{}\n", encoding="utf-8")
    (games / "empty.jsonl").touch()
    result = dragonproof("check", "--record", "games", "--json", "r.jsonl", *program)
    assert (result.code, result.err) == (3, "")
    assert verdicts(here) == {
        "record.games/b.jsonl": "sampled",
        "record.games/down/a.jsonl": "sampled",
        "record.games/damaged.jsonl": "unknown",
        "record.games/empty.jsonl": "unknown",
    }
    assert "games/damaged.jsonl: " in result.out
    assert "it cannot be read: the record's version (dragonproof) is missing" in result.out
    assert "\n\n\n" not in result.out


@pytest.mark.parametrize("program", [(), PROGRAM])
def test_a_folder_without_recorded_games_is_exit_3(
    program: tuple[str, ...], here: Path, dragonproof: InProcess
) -> None:
    (here / "none").mkdir()
    result = dragonproof("check", "--record", "none", "--json", "r.jsonl", *program)
    assert (result.code, result.out) == (3, "none: vacuous: no *.jsonl is in this folder.\n")
    assert verdicts(here) == {"record.none": "vacuous"}


def test_what_is_no_file_is_named_in_a_folder(games: Path, dragonproof: InProcess) -> None:
    (games / "gone.jsonl").symlink_to("nowhere")
    os.mkfifo(games / "pipe.jsonl")  # which would wait for ever for somebody to write
    (games / "folder.jsonl").mkdir()
    result = dragonproof("check", "--record", "games")
    assert result.code == 3
    assert [f"games/{name}.jsonl: " in result.out for name in ("gone", "pipe", "folder")] == [True, True, False]


def test_a_record_without_an_action_is_nothing_to_look_at(games: Path, here: Path, dragonproof: InProcess) -> None:
    header = (games / "b.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[0]
    (here / "opening.jsonl").write_text(header, encoding="utf-8")
    for program in ((), PROGRAM):
        result = dragonproof("check", "--record", "opening.jsonl", "--json", "r.jsonl", *program)
        assert (result.code, verdicts(here)) == (3, {"record.opening.jsonl": "vacuous"})


def test_only_is_about_programs(games: Path, dragonproof: InProcess) -> None:
    result = dragonproof("check", "--record", str(games), "--only", "V-END-1")
    assert (result.code, result.out) == (2, "")
    assert "--only is about what a program is asked" in result.err


def test_a_broken_game_outweighs_what_cannot_be_read(games: Path, here: Path, dragonproof: InProcess) -> None:
    header, first, *_ = (games / "b.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    step = json.loads(first)
    step["state"]["turn"] = 1 - step["state"]["turn"]
    (games / "c.jsonl").write_text(header + json.dumps(step) + "\n", encoding="utf-8")
    (games / "damaged.jsonl").write_text("{}\n", encoding="utf-8")
    result = dragonproof("check", "--record", "games")
    assert (result.code, "games/c.jsonl: refuted: " in result.out) == (1, True)
    assert "dragonproof check --record games/c.jsonl" in result.out
    known = '[known."record.games/c.jsonl"]\nreason = "old"\n'
    (here / "b.toml").write_text(f'dragonproof = 1\ngame = "village"\nrules = "1.0"\n{known}', encoding="utf-8")
    (games / "damaged.jsonl").unlink()
    result = dragonproof("check", "--record", "games", "--baseline", "b.toml")
    assert (result.code, "Known to differ:\n  record.games/c.jsonl: " in result.out) == (0, True)


def test_the_page_draws_the_step_at_which_a_recorded_game_breaks_a_rule(here: Path, dragonproof: InProcess) -> None:
    header, *steps = (here / "game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    step = json.loads(steps[1])
    step["state"]["turn"] = 1 - step["state"]["turn"]
    whole, partial = [header, steps[0], json.dumps(step) + "\n"], json.loads(header)
    del partial["state"]["deck"]
    (here / "whole.jsonl").write_text("".join(whole), encoding="utf-8")
    (here / "partial.jsonl").write_text("".join([json.dumps(partial) + "\n", *whole[1:]]), encoding="utf-8")
    result = dragonproof("check", "--record", "whole.jsonl", "--record", "partial.jsonl", "--html", "r.html")
    page = (here / "r.html").read_text(encoding="utf-8")
    assert result.code == 1
    assert "No: 2 of 2 do not." in page
    assert "dragonproof check --game village --record whole.jsonl --record partial.jsonl" in page
    replays = json.loads(page.partition('id="data">')[2].partition("</script>")[0])["replays"]
    assert {key: len(replay["steps"]) for key, replay in replays.items()} == {"finding-1": 3, "finding-2": 3}


def test_a_file_that_is_named_and_is_no_record_is_an_error(here: Path, dragonproof: InProcess) -> None:
    (here / "damaged.jsonl").write_text("{}\n", encoding="utf-8")
    result = dragonproof("check", "--record", "damaged.jsonl")
    assert (result.code, result.out) == (2, "")
    assert "damaged.jsonl: the record's version (dragonproof) is missing" in result.err
