"""Terminals: plain text elsewhere, and no colours where NO_COLOR is set."""

from functools import cache

from rich.console import Console


@cache
def errors() -> Console:
    """Standard error, for progress."""
    return Console(stderr=True, highlight=False)
