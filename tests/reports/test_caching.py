"""What is kept is given again as long as code and data are the same, and only if it is whole."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from reports import caching
from reports.caching import Cache, cache_folder

ANSWER = {"seen": [1, "zwei", None], "in": {"all": 2.5}}


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Code and data that can be changed, in place of the project's."""
    for room in caching._ROOMS:
        (tmp_path / "code" / room / "__pycache__").mkdir(parents=True)
        (tmp_path / "code" / room / "rules.py").write_text("RULE = 1\n", encoding="utf-8")
    monkeypatch.setattr("reports.caching.files", lambda room: tmp_path / "code" / room)
    return tmp_path / "code"


def kept_in(folder: Path) -> Path:
    (file,) = folder.rglob("*.json")
    return file


def test_an_answer_is_given_again_to_the_same_question_only(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    Cache(folder).put("how often?", ANSWER)
    assert Cache(folder).get("how often?") == ANSWER
    assert Cache(folder).get("how often") is None
    assert len(list(folder.rglob("*"))) == 2


@pytest.mark.parametrize("room", caching._ROOMS)
@pytest.mark.parametrize("change", ["edit", "add", "remove", "rename"])
def test_a_change_of_code_or_data_is_noticed(rooms: Path, tmp_path: Path, room: str, change: str) -> None:
    (rooms / room / "more").mkdir()
    (rooms / room / "more" / "data.toml").write_text("a = 1", encoding="utf-8")
    Cache(tmp_path / "cache").put("question", ANSWER)
    assert Cache(tmp_path / "cache").get("question") == ANSWER
    file = rooms / room / "more" / "data.toml"
    match change:
        case "edit":
            file.write_text("a = 2", encoding="utf-8")
        case "add":
            (file.parent / "new.txt").write_text("", encoding="utf-8")
        case "remove":
            file.unlink()
        case _:
            file.rename(file.parent / "other.toml")
    assert Cache(tmp_path / "cache").get("question") is None


def test_what_was_found_while_the_code_was_changed_is_not_kept(rooms: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert cache.get("question") is None
    (rooms / "seeds" / "rules.py").write_text("RULE = 2\n", encoding="utf-8")
    cache.put("question", ANSWER)
    assert cache.get("question") is None
    assert Cache(tmp_path / "cache").get("question") is None


def test_what_python_compiles_is_no_change(rooms: Path, tmp_path: Path) -> None:
    Cache(tmp_path).put("question", ANSWER)
    (rooms / "seeds" / "__pycache__" / "rules.pyc").write_bytes(b"1")
    assert Cache(tmp_path).get("question") == ANSWER


@pytest.mark.usefixtures("rooms")
def test_another_version_of_a_library_is_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(tmp_path).put("question", ANSWER)
    monkeypatch.setattr("reports.caching.version", lambda library: f"another {library}")
    assert Cache(tmp_path).get("question") is None


def damaged(text: str) -> list[str]:
    kept = json.loads(text)
    return [
        "",
        text[:-5],
        "[]",
        "null",
        "[" * 100_000,
        json.dumps(kept | {"question": "another"}),
        json.dumps(kept | {"answer": {"seen": [2]}}),
        json.dumps({key: kept[key] for key in ("question", "answer")}),
    ]


@pytest.mark.parametrize("number", range(8))
def test_a_damaged_file_is_no_answer_and_is_replaced(tmp_path: Path, number: int) -> None:
    Cache(tmp_path).put("question", ANSWER)
    file = kept_in(tmp_path)
    file.write_text(damaged(file.read_text(encoding="utf-8"))[number], encoding="utf-8")
    assert Cache(tmp_path).get("question") is None
    Cache(tmp_path).put("question", ANSWER)
    assert Cache(tmp_path).get("question") == ANSWER


def test_bytes_that_are_no_text_are_no_answer(tmp_path: Path) -> None:
    Cache(tmp_path).put("question", ANSWER)
    kept_in(tmp_path).write_bytes(b"\xff\xfe{}")
    assert Cache(tmp_path).get("question") is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    cache = Cache(tmp_path / "file")
    cache.put("question", ANSWER)
    assert cache.get("question") is None
    assert (tmp_path / "file").read_text(encoding="utf-8") == ""


def test_what_older_code_has_answered_is_not_kept_for_ever(rooms: Path, tmp_path: Path) -> None:
    for number in range(12):
        (rooms / "seeds" / "rules.py").write_text(f"RULE = {number}\n", encoding="utf-8")
        Cache(tmp_path / "cache").put("question", ANSWER)
    assert len(list((tmp_path / "cache").iterdir())) == caching._KEPT
    assert Cache(tmp_path / "cache").get("question") == ANSWER


def test_the_folder_is_the_one_that_the_user_has_for_such_things(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_folder() == tmp_path / "dragonproof"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "dragonproof"


def test_a_copy_of_the_folder_is_as_good(tmp_path: Path) -> None:
    Cache(tmp_path / "one").put("question", ANSWER)
    shutil.copytree(tmp_path / "one", tmp_path / "other")
    answer: Any = Cache(tmp_path / "other").get("question")
    assert answer == ANSWER
