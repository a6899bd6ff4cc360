"""`init`: what it writes into an empty folder is a program that plays as the reference engine does."""

import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import reports.init
from reports.init import harnesses, languages
from tests.reports.asking import POSITION
from tests.reports.driving import Program, check_deal, compare, edge_games, random_games
from tests.reports.running import InProcess, files_in, is_one_clear_error, process

LANGUAGES = languages()
Start = Callable[..., Program]


def command_told(said: str) -> list[str]:
    """The command that `init` tells to check, after the "--"."""
    (line,) = re.findall(r"^  dragonproof check --game village -- (.*)$", said, re.MULTILINE)
    return shlex.split(line)


def runnable(command: list[str]) -> list[str]:
    """The command with the program's path; where a language is missing it fails in CI, and is skipped elsewhere."""
    program, *arguments = command
    path = sys.executable if program == "python3" else shutil.which(program)
    if path:
        return [path, *arguments]
    if "CI" in os.environ:
        pytest.fail(f"{program} is not installed")
    pytest.skip(f"{program} is not installed")


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dragonproof: InProcess) -> Start:
    """Writes a harness from an empty folder, changes its texts if asked to, and starts it as `init` says."""

    def write_and_start(language: str, changes: dict[str, str] | None = None, checked: bool = True) -> Program:
        monkeypatch.chdir(tmp_path)
        result = dragonproof("init", "--lang", language)
        assert (result.code, result.err) == (0, "")
        for old, new in (changes or {}).items():
            replace_once(tmp_path / "dragonproof-harness", old, new)
        program = Program(*runnable(command_told(result.out)), folder=tmp_path, checked=checked)
        program.greeting = program.answer("initialize", protocol=1, game="village")
        return program

    return write_and_start


def replace_once(folder: Path, old: str, new: str) -> None:
    """Changes the one place in the files of a folder where a text stands."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    (path,) = [path for path, text in texts.items() if text.count(old) == 1]
    path.write_text(texts[path].replace(old, new), encoding="utf-8")


def test_the_issue_names_three_languages() -> None:
    assert {"python", "js", "php"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_harness_and_a_game_are_written_and_it_says_what_to_type_next(
    language: str, dragonproof: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = dragonproof("init", "--lang", language, "--game", "village", "tests/my harness")
    assert (result.code, result.err) == (0, "")
    source = harnesses()["village"][language]
    written = {path.name: path for path in (tmp_path / "tests" / "my harness").iterdir()}
    assert sorted(re.sub(r"\..*", "", name) for name in written) == ["game", "harness"]
    for name, path in written.items():
        assert path.read_bytes() == source.joinpath(name).read_bytes()
        assert f"wrote tests/my harness/{name}\n" in result.out
        assert "public domain (CC0 1.0)" in path.read_text(encoding="utf-8").split("\n\n")[0]
    program, harness = command_told(result.out)
    assert harness in (f"tests/my harness/{name}" for name in written if name.startswith("harness."))
    assert program == {"python": "python3", "js": "node"}.get(language, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_game_is_the_one_that_the_reference_engine_plays(language: str, start: Start) -> None:
    rng = random.Random(2)
    with start(language, checked=False) as program:
        steps = sum(compare(program, *game, rng, closely=6) for game in random_games(range(12)))
        steps += sum(compare(program, *game, rng, closely=2) for game in edge_games(rng))
        assert steps > 1000
        assert program.end() == (0, b"", b"")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_of_the_form_of_the_protocol(language: str, start: Start) -> None:
    (game,) = random_games([5])
    with start(language) as program:
        assert program.greeting["result"]["capabilities"] == ["legal_actions", "outcome", "replay", "observe", "deals"]
        assert compare(program, *game, random.Random(5), closely=2)
        assert program.end() == (0, b"", b"")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_deals_openings_of_the_full_box_and_not_always_the_same(language: str, start: Start) -> None:
    with start(language) as program:
        dealt = [check_deal(program, players) for players in (2, 3, 4, 5) * 2]
    assert len({state["deck"] for state in dealt}) == len(dealt)
    assert len({tuple(state["track"]) for state in dealt}) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_cannot_do_is_answered_by_the_error_for_it(language: str, start: Start) -> None:
    with start(language) as program:
        assert program.answer("initialize", protocol=1, game="chess")["error"]["code"] == -32001
        assert program.answer("initialize", protocol=2, game="village")["error"]["code"] == -32001
        assert program.answer("legal_actions")["error"]["code"] == -32000
        for method in ("resign", "deals", "current", "answer", "constructor"):
            assert program.answer(method)["error"]["code"] == -32601
        error = program.answer("new_game", state=POSITION | {"next_stall": 1})["error"]
        assert error["code"] == -32003
        assert "refills" in error["data"]["reason"]
        assert program.ask("new_game", state=POSITION | {"next_stall": 3, "hat": "red"}) == {"state": POSITION}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_line_is_read_as_a_whole(language: str, start: Start) -> None:
    with start(language) as program:
        assert program.ask("new_game", state=POSITION | {"hat": "red" * 200_000}) == {"state": POSITION}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_capability_that_is_taken_out_is_not_answered(language: str, start: Start) -> None:
    quote = "'" if language == "php" else '"'
    removed = {f"{quote}outcome{quote}, {quote}replay": f"{quote}replay", f", {quote}deals{quote}]": "]"}
    over = POSITION | {"over": True}
    with start(language, removed) as program:
        assert program.greeting["result"]["capabilities"] == ["legal_actions", "replay", "observe"]
        error = program.answer("new_game", players=2)["error"]
        assert (error["code"], error["data"]) == (-32003, {"reason": "dealing"})
        assert program.ask("new_game", state=over) == {"state": over}
        assert program.answer("outcome")["error"]["code"] == -32601
        assert program.ask("replay", state=over, actions=[]) == {"states": [], "outcome": None}


PRINTS = {
    "python": ('raise IllegalMove("the game is over")', 'print("trace me")'),
    "js": ('throw new IllegalMove("the game is over")', 'console.log("trace me")'),
    "php": ("throw new IllegalMove('the game is over')", 'echo "trace me\\n"'),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_game_prints_goes_to_the_log_and_not_among_the_answers(language: str, start: Start) -> None:
    with start(language, dict([PRINTS[language]])) as program:
        program.ask("new_game", state=POSITION | {"over": True})
        program.ask("apply", action={"type": "draw"})
        assert program.end() == (0, b"", b"trace me\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_missing_in_the_table_is_an_error_that_names_it_and_the_log_says_where(
    language: str, start: Start
) -> None:
    card = {"js": ' F: "ivory",', "php": "    'F' => 'ivory',\n"}.get(language, '    "F": "ivory",\n')
    with start(language, {card: ""}) as program:
        error = program.answer("new_game", state=POSITION)["error"]
        assert error["code"] == -32603
        assert "F" in error["message"]
        code, out, err = program.end()
        assert (code, out) == (0, b"")
        assert b"harness." in err


@pytest.mark.parametrize("kind", ["module", "commonjs"])
def test_in_javascript_it_runs_inside_packages_of_both_kinds(kind: str, tmp_path: Path, start: Start) -> None:
    (tmp_path / "package.json").write_text(f'{{"type": "{kind}"}}', encoding="utf-8")
    with start("js") as program:
        assert "result" in program.greeting


def test_in_python_its_types_are_complete(tmp_path: Path, dragonproof: InProcess) -> None:
    assert dragonproof("init", "--lang", "python", str(tmp_path / "new")).code == 0
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "harness.py"],
        cwd=tmp_path / "new",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_end_of_its_input_ends_it(start: Start) -> None:
    for language in LANGUAGES:
        with start(language) as program:
            out, err = program.process.communicate(b"", timeout=60)
            assert (program.process.returncode, out, err) == (0, b"", b"")
        shutil.rmtree("dragonproof-harness")


@pytest.mark.parametrize("there", ["game.py", "harness.py"])
def test_a_file_that_is_there_is_not_overwritten_and_nothing_else_is_written(
    there: str, tmp_path: Path, dragonproof: InProcess
) -> None:
    (tmp_path / there).write_text("mine", encoding="utf-8")
    result = dragonproof("init", "--lang", "python", str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert f"{there}: is there already" in result.err
    assert files_in(tmp_path) == [(there, 4)]


def test_not_even_a_link_that_leads_nowhere_is_written_through(tmp_path: Path, dragonproof: InProcess) -> None:
    (tmp_path / "harness.py").symlink_to(tmp_path / "elsewhere.py")
    assert dragonproof("init", "--lang", "python", str(tmp_path)).code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["harness.py"]


def test_other_files_of_the_folder_do_not_matter(tmp_path: Path, dragonproof: InProcess) -> None:
    (tmp_path / "game.js").write_text("mine", encoding="utf-8")
    assert dragonproof("init", "--lang", "python", str(tmp_path)).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.js", "game.py", "harness.py"]


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("", "a folder needs a name"),
        ("file", "Not a directory"),
        ("file/new", "Not a directory"),
        ("n" * 300, "File name too long"),
        ("a\0b", "null"),
    ],
)
def test_a_target_that_cannot_be_a_folder_is_one_clear_error(
    folder: str, why: str, tmp_path: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine", encoding="utf-8")
    result = dragonproof("init", "--lang", "python", folder)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert why in result.err
    assert files_in(tmp_path) == [("file", 4)]


def test_a_folder_that_may_not_be_written_is_one_clear_error(
    tmp_path: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    result = dragonproof("init", "--lang", "python", str(tmp_path / "new"))
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert "Permission denied" in result.err


def test_when_there_is_no_room_for_all_files_none_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sizes = sorted(len(file.read_bytes()) for file in harnesses()["village"]["python"].iterdir() if file.is_file())

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (sizes[0] + 1, sizes[0] + 1))

    result = process("init", "--lang", "python", "new/folder", prepare=limit)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert "File too large" in result.err
    assert files_in(tmp_path) == []


def test_a_language_or_a_game_without_a_harness_is_told_what_there_is(
    tmp_path: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments, told in (
        (["--lang", "cobol"], "js"),
        (["--lang", "js", "--game", "chess"], "village"),
    ):
        result = dragonproof("init", *arguments)
        assert result.code == 2
        assert is_one_clear_error(result.err)
        assert told in result.err
    assert "js" in dragonproof("init").err
    monkeypatch.setattr(reports.init, "harnesses", lambda: {"village": {"php": tmp_path}})
    result = dragonproof("init", "--lang", "js")
    assert (result.code, result.err) == (2, "Error: no harness in js for village; those there are: php\n")
    monkeypatch.setattr(reports.init, "harnesses", lambda: {"chess": {"js": tmp_path}})
    result = dragonproof("init", "--lang", "js")
    assert (result.code, result.err) == (2, "Error: no harness in js for village; those there are: none\n")
    assert files_in(tmp_path) == []
