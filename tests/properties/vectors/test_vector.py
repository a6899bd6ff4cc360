"""Files of vectors and manifests are read as they were written; what is damaged, unknown or newer is refused."""

import json
import re
from collections.abc import Callable

import pytest

from properties.vectors.manifest import (
    Manifest,
    next_version,
    read_manifest,
    shipped_manifest,
    shipped_vectors,
    write_manifest,
)
from properties.vectors.vector import BadVectors, Vectors, read_vectors, write_vectors
from reference_engine import games
from reference_engine.jsonform import Json

GAME = games()[0]
KEPT = shipped_vectors(GAME)
SOME = Vectors(KEPT.game, KEPT.vectors[:4])


def changed(line: int, change: Callable[[Json], object]) -> bytes:
    """The file with one line changed in place."""
    lines = [json.loads(each) for each in write_vectors(SOME).splitlines()]
    change(lines[line])
    return "".join(json.dumps(each) + "\n" for each in lines).encode()


def test_a_file_is_read_as_it_was_written() -> None:
    assert read_vectors(write_vectors(SOME).encode()) == SOME


WRONG: list[tuple[int, Callable[[Json], object], str]] = [
    (0, lambda data: data.update(vectors=2), "line 1: .*is 2; .*reads 1; take a newer version"),
    (0, lambda data: data.update(protocol=7), "line 1: the protocol is 7"),
    (0, lambda data: data.update(rules="9.9"), "line 1: a file of vectors under rules '9.9'; .*take a newer version"),
    (0, lambda data: data.update(game="chess"), "line 1: no game 'chess'"),
    (0, lambda data: data.update(count=9), "4 vectors; its header says 9"),
    (0, lambda data: data.pop("vectors"), "line 1: .*is missing"),
    (1, lambda data: data.update(id="No Slug"), "line 2: id 'No Slug' is no slug"),
    (1, lambda data: data.update(id=SOME.vectors[1].id), "stands there twice"),
    (1, lambda data: data["readings"].update(nonsense="1"), "line 2: no reading 'nonsense'"),
    (1, lambda data: data["state"].pop("players"), "line 2: "),
    (2, lambda data: data["legal"].append({"type": "jump"}), "line 3: "),
    (2, lambda data: data.update(steps=[{"action": 1}]), "line 3: "),
    (2, lambda data: data.update(views=[{"player": 99, "state": data["state"]}]), "line 3: no player 99"),
    (3, lambda data: data.pop("kills"), "line 4: kills is missing"),
]


@pytest.mark.parametrize(("line", "change", "told"), WRONG, ids=[told for _, _, told in WRONG])
def test_a_damaged_unknown_or_newer_file_is_refused_by_its_line(
    line: int, change: Callable[[Json], object], told: str
) -> None:
    with pytest.raises(BadVectors, match=told):
        read_vectors(changed(line, change))


@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b"\xff\n", write_vectors(SOME).encode()[:-5]])
def test_what_is_no_file_of_vectors_or_cut_off_is_refused(data: bytes) -> None:
    with pytest.raises(BadVectors):
        read_vectors(data)


def test_a_manifest_is_read_as_it_was_written() -> None:
    assert read_manifest(write_manifest(shipped_manifest()).encode()) == shipped_manifest()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"vectors": 2}, "take a newer version"),
        ({"version": "1"}, "not of the form 1.0.0"),
        ({"games": {}}, "it names no game"),
        ({"games": {"chess": {}}}, "no game 'chess'"),
        ({"games": {GAME: {"sha256": "x"}}}, "no SHA-256"),
        ({"large": 1}, "large must be true or false"),
    ],
)
def test_a_damaged_or_newer_manifest_is_refused(change: Json, told: str) -> None:
    with pytest.raises(BadVectors, match=re.escape(told)):
        read_manifest(json.dumps({**shipped_manifest().to_json(), **change}).encode())


def test_a_version_tells_other_vectors_from_vectors_that_were_wrong() -> None:
    assert next_version(None, ["a"], [], changed=False) == "1.0.0"
    assert next_version("1.2.3", ["a", "b"], ["a"], changed=True) == "1.3.0"
    assert next_version("1.2.3", ["a"], ["a", "b"], changed=False) == "1.3.0"
    assert next_version("1.2.3", ["a"], ["a"], changed=True) == "1.2.4"
    assert next_version("1.2.3", ["a"], ["a"], changed=False) == "1.2.3"
    assert next_version("0.9.0", ["a"], ["a"], changed=False) == "1.0.0"


def test_a_manifest_without_games_cannot_be_written_unnoticed() -> None:
    with pytest.raises(BadVectors):
        read_manifest(write_manifest(Manifest("1.0.0", {}, {})).encode())
