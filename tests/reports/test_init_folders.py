"""`init`: the folders into which it writes, or rather does not, and the harnesses that there are not."""

import resource
from pathlib import Path

import pytest

import reports.init
from reports.init import contents, harnesses
from tests.reports.running import InProcess, files_in, is_one_clear_error, process


@pytest.mark.parametrize("there", ["game.py", "harness.py", "protocol.py"])
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
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.js", "game.py", "harness.py", "protocol.py"]


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
    first, *sizes = map(len, contents(harnesses()["drachenschatz"]["python"]).values())
    assert first < max(sizes)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (first + 1, first + 1))

    result = process("init", "--lang", "python", "--game", "drachenschatz", "new/folder", prepare=limit)
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
