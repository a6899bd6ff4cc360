"""Hypothesis without the constants of other modules, so that the same seed gives the same cases everywhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


@contextmanager
def nothing_from_outside() -> Iterator[None]:
    """Keeps Hypothesis from trying the constants of whatever modules are loaded, and from writing them to a folder."""
    providers: Any = import_module("hypothesis.internal.conjecture.providers")
    saved: dict[str, Any] = {
        name: getattr(providers, name, None) for name in ("_get_local_constants", "CONSTANTS_CACHE")
    }
    if None in saved.values():  # a Hypothesis that does neither
        yield
        return
    providers._get_local_constants = providers.Constants
    providers.CONSTANTS_CACHE = type(saved["CONSTANTS_CACHE"])(1024)
    try:
        yield
    finally:
        for name, value in saved.items():
            setattr(providers, name, value)
