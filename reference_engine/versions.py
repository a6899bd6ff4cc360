"""Versions of what is written to files: what is newer than this version of dragonproof is refused, what is older read.

Every file names the version of its format, under `dragonproof`, and those about a game that of the rules, under
`rules`.
"""

import re

from reference_engine.errors import CannotParse
from reference_engine.jsonform import Json, member, shown

FORMAT = 1
"""The version of the format of records, reports and baselines."""


def check_format(data: Json, what: str) -> None:
    """Raises `CannotParse` where a file names no format, or one that is not read. what: it is, such as "record"."""
    version = member(data, "dragonproof", int, f"the {what}'s version (dragonproof)")
    if version > FORMAT:
        told = f"a {what} of format {version}; this version of dragonproof reads format {FORMAT}"
        raise CannotParse(f"{told}: take a newer version of dragonproof")
    if version < 1:
        raise CannotParse(f"a {what} of format {version}; the first format is 1")


def check_rules(data: Json, rules: str, what: str) -> str | None:
    """A note where the rules that a file names are older than these, else None. Raises `CannotParse` for newer ones."""
    named = member(data, "rules", str, f"the {what}'s rules version")
    try:
        older, newer = _numbers(named) < _numbers(rules), _numbers(named) > _numbers(rules)
    except ValueError:
        raise CannotParse(f"the {what}'s rules version: {shown(named)} is none; such a version is {rules}") from None
    if newer:
        told = f"a {what} under rules {shown(named)}; this version of dragonproof has rules {rules}"
        raise CannotParse(f"{told}: take a newer version of dragonproof")
    return f"made under rules {named}, which are older than {rules}" if older else None


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version such as "1.0". Raises `ValueError` for other texts."""
    if not re.fullmatch("[0-9]+[.][0-9]+", version):
        raise ValueError(version)
    return tuple(map(int, version.split(".")))
