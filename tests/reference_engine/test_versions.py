"""Versions in files: newer ones are refused, older ones are read with a note."""

import pytest

from reference_engine.errors import CannotParse
from reference_engine.versions import FORMAT, check_format, check_rules


@pytest.mark.parametrize(
    ("version", "told"),
    [
        (FORMAT + 1, f"a file of format {FORMAT + 1}; this version of dragonproof reads format {FORMAT}: take a newer"),
        (0, "a file of format 0; the first format is 1"),
        ("1", "the file's version (dragonproof) must be a whole number, not '1'"),
    ],
)
def test_a_format_that_is_not_read_is_refused(version: object, told: str) -> None:
    with pytest.raises(CannotParse) as refused:
        check_format({"dragonproof": version}, "file")
    assert str(refused.value).startswith(told)
    check_format({"dragonproof": FORMAT}, "file")


@pytest.mark.parametrize(("named", "older"), [("1.9", True), ("1.10", False), ("0.11", True), ("1.09", True)])
def test_older_rules_are_noted_by_number(named: str, older: bool) -> None:
    note = f"made under rules {named}, which are older than 1.10"
    assert check_rules({"rules": named}, "1.10", "file") == (note if older else None)


@pytest.mark.parametrize(
    ("named", "told"),
    [("1.11", "a newer version"), ("2.0", "rules '2.0'"), ("2", "is none"), ("²", "is none"), ("", "is none")],
)
def test_newer_rules_and_what_is_no_version_are_refused(named: str, told: str) -> None:
    with pytest.raises(CannotParse, match=told):
        check_rules({"rules": named}, "1.10", "file")
