"""Reading and writing JSON: parse without surprises, take members by type, one canonical text."""

import hashlib
import json
from math import isfinite
from typing import Any, TypeVar

from reference_engine.errors import CannotParse

Json = dict[str, Any]
T = TypeVar("T")

_NAMES = {str: "a string", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def parse(data: bytes) -> object:
    """The JSON value of a text in UTF-8. Raises `CannotParse` for anything else."""
    try:
        return json.loads(
            data.decode("utf-8-sig"), parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_twice
        )
    except UnicodeDecodeError:
        raise CannotParse("not a text in UTF-8") from None
    except RecursionError:
        raise CannotParse("JSON nested too deeply") from None
    except ValueError as error:
        raise CannotParse(f"not JSON: {error}") from None


def parse_object(data: bytes) -> Json:
    """The JSON object of a text in UTF-8. Raises `CannotParse` for any other value."""
    return of_type(parse(data), dict, "the JSON value")


def of_type(value: object, kind: type[T], name: str) -> T:
    """`value` if it is of exactly this JSON type. Raises `CannotParse` naming it if not."""
    if type(value) is not kind:
        raise CannotParse(f"{name} must be {_NAMES[kind]}, not {shown(value)}")
    return value


def member(data: Json, key: str, kind: type[T], name: str = "") -> T:
    """The member `key` of an object. Raises `CannotParse` when it is missing or of another type."""
    name = name or key
    if key not in data:
        raise CannotParse(f"{name} is missing")
    return of_type(data[key], kind, name)


def shown(value: object) -> str:
    """A short, printable form of any value, for messages; but for a text it is that of JSON, as in null and true."""
    text = json.dumps(value) if value is None or isinstance(value, bool | list | dict) else ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def canonical(data: object) -> str:
    """The one JSON text of a value: keys in ascending order, no spaces."""
    return _encode(data)


def same(one: object, other: object) -> bool:
    """Whether two JSON values are equal to the byte; unlike `==` this tells 1 from true and from 1.0."""
    if type(one) is not type(other):
        return False
    match one, other:
        case list(), list():
            return len(one) == len(other) and all(map(same, one, other))
        case dict(), dict():
            return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return one == other


def digest(data: object) -> str:
    """The SHA-256, in hexadecimal, of the canonical JSON of a position."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def _no_twice(members: list[tuple[str, object]]) -> Json:
    data = dict(members)
    if len(data) < len(members):
        twice = next(key for key, _ in members if [other for other, _ in members].count(key) > 1)
        raise ValueError(f"{shown(twice)} stands twice in one object")
    return data


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is beyond all numbers")
    return number


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")
