"""The rules, and nothing else: plain data, pure functions, the standard library only.

Each game is a package in here with the exports of `interface.Game`; `load` finds it by name.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from reference_engine.errors import UnknownGame
from reference_engine.interface import Game


def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def load(name: str) -> Game:
    """The game of that id. Raises `UnknownGame`."""
    if name not in games():
        raise UnknownGame(f"no game {name!a}; the games are: " + ", ".join(games()))
    return cast(Game, import_module(f"{__name__}.{name}"))
