"""Which code carries out a clause or consults a reading: found in the source text of the engine."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from reference_engine import load

CLAUSE_ID = re.compile(r"\b[A-Z]-[A-Z]+-\d+\b")


@dataclass(frozen=True)
class Citation:
    """One function that names an id. `line` counts from 1; `source` is the whole function."""

    path: str
    line: int
    function: str
    source: str


@cache
def citations(game: str) -> Mapping[str, tuple[Citation, ...]]:
    """For each clause and each reading the functions that name it, in the order of the files."""
    found: dict[str, list[Citation]] = {}
    for citation in _functions(game):
        for key in _ids(game, citation.source):
            found.setdefault(key, []).append(citation)
    return {key: tuple(where) for key, where in found.items()}


def _ids(game: str, source: str) -> set[str]:
    """A clause is named by its id, a reading by its id or by its field of the ruleset."""
    readings = load(game).Ruleset.choices()
    patterns = {key: rf"\b{re.escape(key)}\b|\bruleset\.{key.replace('.', '_', 1)}\b" for key in readings}
    named = {key for key, pattern in patterns.items() if re.search(pattern, source)}
    return named | set(CLAUSE_ID.findall(source))


def _functions(game: str) -> Iterator[Citation]:
    folder = files("reference_engine") / load(game).NAME
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".py"):
            continue
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                text = ast.get_source_segment(source, node) or ""
                yield Citation(f"reference_engine/{game}/{file.name}", node.lineno, node.name, text)
