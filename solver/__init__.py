"""The rules again, as logic: the second, independent telling.

What each game brings along is a package in here; `load` finds its modules by name.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from reference_engine.errors import UnknownGame


def games() -> tuple[str, ...]:
    """The ids of the games that are told as logic, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def load(game: str, part: str) -> ModuleType:
    """A module of a game's package, such as its theorems. Raises `UnknownGame`."""
    if game not in games():
        raise UnknownGame(f"no logic of a game {game!a}; there is that of: " + ", ".join(games()))
    return import_module(f"{__name__}.{game}.{part}")
