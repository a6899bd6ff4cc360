"""Answers kept for the next time, by content: what code and data give them, and what was asked."""

import json
import os
import sys
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from reference_engine.jsonform import Json
from reports.files import write_file

_ROOMS = ("reference_engine", "properties", "solver", "seeds")  # on which answers can depend
_LIBRARIES = ("z3-solver",)


def cache_folder() -> Path:
    """The user's folder for what can be made again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base).expanduser() / "dragonproof"


class Cache:
    """Answers in a folder: a file each, written whole or not at all.

    A file that is damaged, or of another question, is no answer; a folder that cannot be written keeps nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> Json | None:
        """The answer that this code and this data have given to that question before, if any."""
        try:
            kept = json.loads(self._file(key).read_text(encoding="utf-8"))
            answer: Json = kept["answer"]
            return answer if kept["question"] == key and kept["digest"] == _digest(answer) else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def put(self, key: str, answer: Json) -> None:
        """Keeps an answer."""
        kept = {"question": key, "answer": answer, "digest": _digest(answer)}
        try:
            self._file(key).parent.mkdir(parents=True, exist_ok=True)
            write_file(str(self._file(key)), json.dumps(kept))
        except (OSError, click.ClickException):
            pass

    def _file(self, key: str) -> Path:
        return self._folder / self._content / f"{_digest(key)}.json"

    @cached_property
    def _content(self) -> str:
        """A digest of all code and data that answers can depend on, and of the versions of what is not ours."""
        found = sha256(repr((sys.version, [version(library) for library in _LIBRARIES])).encode())
        for room in _ROOMS:
            for path, content in _contents(files(room), room):
                found.update(repr((path, len(content))).encode() + content)
        return found.hexdigest()[:32]


def _contents(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """Every file in a folder that can matter, with its path, in the order of the names."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found += _contents(entry, f"{path}/{entry.name}")
        elif entry.is_file() and not entry.name.startswith("."):
            found.append((f"{path}/{entry.name}", entry.read_bytes()))
    return found


def _digest(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
