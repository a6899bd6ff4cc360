"""Files in TOML that people write: read and checked, with errors that name the key and say what to write instead."""

import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

from reference_engine.errors import EngineError
from reference_engine.jsonform import shown

Table = Mapping[str, Any]


class BadTable(EngineError):
    """Occurs when a file in TOML has what there is not, lacks what it must have, or contradicts itself."""


def parse_toml(data: bytes) -> Table:
    """The table of a file. Raises `BadTable`."""
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadTable("not a text in UTF-8; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise BadTable(f"not TOML: {error}") from None


def check_keys(table: Table, known: Collection[str], where: str) -> None:
    """Raises `BadTable` for a key that is not known. where: what stands before the keys, such as "clauses.X."."""
    for key in table:
        if key not in known:
            close = get_close_matches(key, known, n=1, cutoff=0.7)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise BadTable(f"{where}{key}: no such key; the keys are: {', '.join(known)}{hint}")


def as_table(value: object, where: str) -> Table:
    """A value that is a table. Raises `BadTable`."""
    if not isinstance(value, dict):
        raise BadTable(f"{where}: write it as a table with keys, not {shown(value)}")
    return value


def text(table: Table, key: str, where: str, wanted: str) -> str:
    """A text under that key that is not blank. Raises `BadTable`. wanted: what to write there."""
    if key not in table:
        raise BadTable(f"{where}{key} is missing; write {wanted}")
    value = table[key]
    if not isinstance(value, str) or not value.strip():
        raise BadTable(f"{where}{key}: {shown(value)} is no text; write {wanted} in quotes")
    return value


def one_of(value: str, known: Collection[str], where: str) -> str:
    """A value that is one of those known. Raises `BadTable`."""
    if value not in known:
        raise BadTable(f"{where}: no {shown(value)}; write one of: {', '.join(known)}")
    return value
