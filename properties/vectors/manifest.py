"""The manifest of a folder of vectors: which files, of which versions, and what they are known to cover."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from properties.server import PROTOCOL
from properties.vectors.vector import FORMAT, BadVectors, Vectors, check_version, read_vectors
from reference_engine import load
from reference_engine.errors import CannotParse
from reference_engine.jsonform import Json, member, of_type, parse_object, shown

NAME = "manifest.json"
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Manifest:
    """What a folder has.

    version: of the set, for each game the same: the format, then what is covered, then vectors that were wrong.
    hashes: by game the SHA-256 of its file. counts: by game the number of vectors. coverage: by game what they cover.
    retired: by game the ids that are used no more, and never again. large: whether it is the large set.
    """

    version: str
    hashes: Mapping[str, str]
    counts: Mapping[str, int]
    coverage: Mapping[str, Json] = field(default_factory=dict)
    retired: Mapping[str, list[str]] = field(default_factory=dict)
    large: bool = False

    def to_json(self) -> Json:
        """The manifest as JSON; inverted by `read_manifest`."""
        return {
            "vectors": FORMAT,
            "version": self.version,
            "protocol": PROTOCOL,
            "tool": version("dragonproof"),
            "large": self.large,
            "games": {
                game: {
                    "file": file_of(game),
                    "rules": load(game).RULES,
                    "count": self.counts[game],
                    "sha256": self.hashes[game],
                    "coverage": self.coverage.get(game, {}),
                    "retired": self.retired.get(game, []),
                }
                for game in self.hashes
            },
        }


def file_of(game: str) -> str:
    """The name of the file of a game's vectors."""
    return f"{game}.jsonl"


def hash_of(data: bytes) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    return sha256(data).hexdigest()


def write_manifest(manifest: Manifest) -> str:
    """The file; inverted by `read_manifest`."""
    return json.dumps(manifest.to_json(), indent=2) + "\n"


def read_manifest(data: bytes) -> Manifest:
    """The manifest of such a file. Raises `BadVectors` for another form, or a later one."""
    try:
        content = parse_object(data)
        check_version(content, "vectors", FORMAT, "the format of the vectors (vectors)")
        check_version(content, "protocol", PROTOCOL, "the protocol")
        found = member(content, "version", str)
        if not _VERSION.fullmatch(found):
            raise BadVectors(f"version: {shown(found)} is not of the form 1.0.0")
        games = {key: of_type(each, dict, key) for key, each in member(content, "games", dict).items()}
        if not games:
            raise BadVectors("it names no game")
        for game in games:
            load(game)
        return Manifest(
            version=found,
            hashes={game: _hash(member(each, "sha256", str)) for game, each in games.items()},
            counts={game: member(each, "count", int) for game, each in games.items()},
            coverage={game: member(each, "coverage", dict) for game, each in games.items()},
            retired={game: member(each, "retired", list) for game, each in games.items()},
            large=member(content, "large", bool),
        )
    except BadVectors:
        raise
    except ValueError as error:
        raise BadVectors(str(error)) from None


def _hash(text: str) -> str:
    if not _HASH.fullmatch(text):
        raise CannotParse(f"sha256: {shown(text)} is no SHA-256 in hexadecimal")
    return text


def shipped() -> Traversable:
    """The folder of the vectors in `seeds/`."""
    return files("seeds") / "vectors"


def shipped_manifest() -> Manifest:
    """The manifest of those in `seeds/`."""
    return read_manifest((shipped() / NAME).read_bytes())


def shipped_vectors(game: str) -> Vectors:
    """The vectors of a game in `seeds/`."""
    return read_vectors((shipped() / file_of(load(game).NAME)).read_bytes())


def next_version(before: str | None, ids: Iterable[str], ids_before: Iterable[str], changed: bool) -> str:
    """The version after a change: of other vectors the minor one, of what an old one says the patch.

    before: None where there was none.
    """
    if before is None:
        return f"{FORMAT}.0.0"
    major, minor, patch = map(int, before.split("."))
    if major != FORMAT:
        return f"{FORMAT}.0.0"
    if set(ids) != set(ids_before):
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}" if changed else before
