"""Files are written whole or not at all, devices and pipes are written into."""

import os
import resource
import stat
import threading
from pathlib import Path

import pytest

from reports.files import write_file
from tests.reports.running import InProcess, files_in, is_one_clear_error, process

WRITERS = {
    "deal --out": ["deal", "--out"],
    "deal --json": ["deal", "--json"],
    "play --record": ["play", "--box", "toy2", "--record"],
    "play --json": ["play", "--box", "toy2", "--json"],
    "show": ["show", "opening.json", "--json"],
    "replay": ["replay", "game.jsonl", "--json"],
    "perft": ["perft", "toy2", "--depth", "2", "--json"],
    "explain": ["explain", "--json"],
}


def full_disk() -> None:
    """No file may be larger than 50 bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))


@pytest.mark.parametrize("name", WRITERS)
def test_an_existing_file_is_replaced_whole(name: str, here: Path, dragonproof: InProcess) -> None:
    (here / "old").write_text("old\n" * 10_000)
    assert dragonproof(*WRITERS[name], "old").code == 0
    assert dragonproof(*WRITERS[name], "new").code == 0
    assert (here / "old").read_bytes() == (here / "new").read_bytes()
    assert b"old\n" not in (here / "old").read_bytes()
    assert {path.name for path in here.iterdir()} == {"opening.json", "game.jsonl", "old", "new"}


@pytest.mark.parametrize("name", ["deal --out", "play --record", "show"])
def test_a_write_that_fails_half_way_keeps_the_file_as_it_was(name: str, here: Path) -> None:
    (here / "old").write_text("old\n")
    before = files_in(here)
    result = process(*WRITERS[name], "old", prepare=full_disk)
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert result.err == "Error: old: File too large\n"
    assert files_in(here) == before


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_when_the_last_step_fails(
    error: BaseException, here: Path, dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    (here / "old").write_text("old\n")
    before = files_in(here)
    monkeypatch.setattr(Path, "replace", fail)
    result = dragonproof("deal", "--out", "old")
    assert result.code == (2 if isinstance(error, OSError) else 3)
    assert result.err.splitlines()[-1] in ("Error: old: No space left on device", "Interrupted.")
    assert files_in(here) == before


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("missing/file", "No such file or directory"),
        ("folder", "Is a directory"),
        ("opening.json/file", "Not a directory"),
    ],
)
def test_a_target_that_cannot_be_written_is_named_before_anything_is_printed(
    target: str, says: str, name: str, here: Path, dragonproof: InProcess
) -> None:
    (here / "folder").mkdir()
    before = files_in(here)
    result = dragonproof(*WRITERS[name], target)
    assert (result.code, result.out, result.err) == (2, "", f"Error: {target}: {says}\n")
    assert files_in(here) == before


def test_a_pipe_is_written_into_and_stays_a_pipe(here: Path, dragonproof: InProcess) -> None:
    os.mkfifo(here / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((here / "pipe").read_bytes()))
    reader.start()
    assert dragonproof("show", "opening.json", "--json", "pipe").code == 0
    reader.join()
    assert got == [(here / "opening.json").read_bytes()]
    assert stat.S_ISFIFO((here / "pipe").stat().st_mode)


def test_a_link_to_a_device_stays_what_it_is(here: Path, dragonproof: InProcess) -> None:
    (here / "nothing").symlink_to(os.devnull)
    before = files_in(here)
    assert dragonproof("deal", "--out", "nothing").code == 0
    assert (here / "nothing").is_symlink()
    assert files_in(here) == before


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_usual_permissions(mask: int, mode: int, here: Path) -> None:
    previous = os.umask(mask)
    try:
        write_file("new", "text")
        assert os.umask(mask) == mask
    finally:
        os.umask(previous)
    assert stat.S_IMODE((here / "new").stat().st_mode) == mode


def test_text_is_written_in_utf_8_with_line_feeds(here: Path) -> None:
    write_file("new", "a\nЖ\n")
    assert (here / "new").read_bytes() == b"a\n\xd0\x96\n"


def test_two_files_can_be_written_at_once(here: Path, dragonproof: InProcess) -> None:
    assert dragonproof("deal", "--out", "one", "--json", "two").code == 0
    assert (here / "one").read_bytes() == (here / "two").read_bytes()
    assert dragonproof("play", "--record", "one", "--json", "two").code == 0
    assert (here / "one").read_bytes() == (here / "two").read_bytes()
