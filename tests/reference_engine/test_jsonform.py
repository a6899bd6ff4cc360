"""JSON: parsed without surprises, taken by exact type, written in one canonical form."""

import pytest

from reference_engine.errors import CannotParse
from reference_engine.jsonform import canonical, digest, member, of_type, parse, parse_object, shown


def test_json_is_parsed() -> None:
    assert parse(b'{"a": [1, -2.5, true, null, "x"]}') == {"a": [1, -2.5, True, None, "x"]}
    assert parse(b"[1e308, 0.5, -1e-400]") == [1e308, 0.5, 0.0]
    assert parse("\ufeff[1]".encode()) == [1]
    assert parse('"ü€"'.encode()) == "ü€"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "^not JSON: "),
        (b"{", "^not JSON: "),
        (b"{} {}", "^not JSON: "),
        (b"{'a': 1}", "^not JSON: "),
        (b"NaN", "^not JSON: NaN is not a JSON number$"),
        (b"[Infinity]", "^not JSON: Infinity is not a JSON number$"),
        (b"[-Infinity]", "^not JSON: -Infinity is not a JSON number$"),
        (b"[1e999]", r"^not JSON: 1e999 is beyond all numbers$"),
        (b"-1e400", r"^not JSON: -1e400 is beyond all numbers$"),
        (b"1" + b"0" * 400 + b".5", r"^not JSON: 10000000000000000000 is beyond all numbers$"),
        (b"9" * 5000, "^not JSON: "),
        (b'"\xff"', "^not a text in UTF-8$"),
        ('{"a": "ü"}'.encode("latin-1"), "^not a text in UTF-8$"),
        (b"[" * 100_000, "^JSON nested too deeply$"),
    ],
)
def test_anything_else_cannot_be_parsed(data: bytes, message: str) -> None:
    with pytest.raises(CannotParse, match=message):
        parse(data)


def test_an_object_is_asked_for() -> None:
    assert parse_object(b'{"a": 1}') == {"a": 1}
    with pytest.raises(CannotParse, match=r"^the JSON value must be an object, not \[\]$"):
        parse_object(b"[]")


def test_a_value_must_be_of_exactly_the_type() -> None:
    assert of_type(1, int, "it") == 1
    assert of_type(True, bool, "it") is True
    for value, kind, message in [
        (True, int, "it must be a whole number, not true"),
        (1, bool, "it must be true or false, not 1"),
        (1.0, int, "it must be a whole number, not 1.0"),
        ("1", int, "it must be a whole number, not '1'"),
        (1, str, "it must be a string, not 1"),
        ((), list, r"it must be a list, not ()"),
        ([], dict, "it must be an object, not []"),
    ]:
        with pytest.raises(CannotParse) as refused:
            of_type(value, kind, "it")
        assert str(refused.value) == message


def test_a_member_is_named_by_its_key_or_by_a_name_given() -> None:
    assert member({"a": 1}, "a", int) == 1
    with pytest.raises(CannotParse, match=r"^a is missing$"):
        member({}, "a", int)
    with pytest.raises(CannotParse, match=r"^the number is missing$"):
        member({}, "a", int, "the number")
    with pytest.raises(CannotParse, match=r"^a must be a whole number, not null$"):
        member({"a": None}, "a", int)
    with pytest.raises(CannotParse, match=r"^the number must be a whole number, not null$"):
        member({"a": None}, "a", int, "the number")


def test_a_value_is_shown_in_at_most_60_printable_characters() -> None:
    assert shown("a\nü") == r"'a\n\xfc'"
    assert shown("x" * 58) == "'" + "x" * 58 + "'"
    assert shown("x" * 59) == "'" + "x" * 56 + "..."


def test_the_canonical_text_has_keys_in_ascending_order_no_spaces_and_plain_letters() -> None:
    assert canonical({"b": [1, 2], "a": {"d": None, "c": "ü"}}) == '{"a":{"c":"ü","d":null},"b":[1,2]}'


def test_the_digest_is_the_sha_256_of_the_canonical_text_in_utf_8() -> None:
    """Known values: of `{}`, and of `{"a":"ü"}`, taken with sha256sum."""
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest({"a": "ü"}) == "fd621823002706e24604cb868a9f4f8850d6f01fb5040d49ba050482e1472437"
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
