"""Terminals: plain text elsewhere, and no colours where NO_COLOR is set."""

from functools import cache

from rich.console import Console


@cache
def errors() -> Console:
    """Standard error, for progress."""
    return Console(stderr=True, highlight=False)


def shows_progress() -> bool:
    """Whether somebody looks at standard error who can see a line change."""
    return errors().is_terminal and not errors().is_dumb_terminal
