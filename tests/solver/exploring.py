"""Small boxes of both games, surveys of them, and flat models that have one thing wrong."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from properties.dealing import numbers_of_players
from properties.verdicts import Verdict
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from solver.counts import MOST_POSITIONS
from solver.flat import Flat, flat
from solver.graphing import Asked, Survey, survey_by

_WORTH = {"G": 1, "J": 3, "K": 5}
BOXES: dict[str, tuple[str, Json]] = {
    "village": (
        "village",
        {"treasures": {"A": 2, "B": 2, "C": 1}, "wilds": {"2": 1}, "hand": 1, "values": [1, 1, 4], "first_market": 1},
    ),
    "tiny": ("village", {"treasures": {"A": 3}, "wilds": {"2": 1}, "hand": 1, "values": [4], "first_market": 1}),
    "drachenschatz": ("drachenschatz", {"cards": {"C": 2, "G": 5}, "piles": {"3": 2}, "worth": _WORTH}),
    "five": ("drachenschatz", {"cards": {"C": 4, "K": 1, "S": 1}, "piles": {"5": 1}, "worth": _WORTH}),
}
"""By name a game and a box of at most a few thousand positions: where the name is that of a game, one of it."""


def asked(name: str) -> Asked:
    """One of those boxes."""
    game, box = BOXES[name]
    made = load(game).box_from_json({"name": "small", **box})
    return Asked(game, made, numbers_of_players(load(game), made)[0], 1.0, own=True)


def surveyed(
    about: Asked,
    readings: Mapping[str, str] | None = None,
    game: Game | None = None,
    model: Flat | None = None,
    most: int = MOST_POSITIONS,
) -> Survey:
    """The survey of a box, by the engine and the flat model or by others."""
    parts = survey_by(game or load(about.game), model or flat(about.game), about, readings or {}, True, most)
    *_, last = parts
    assert isinstance(last, Survey)
    return last


def verdict(survey: Survey, name: str) -> Verdict:
    """The one of that name."""
    (found,) = [each for each in survey.verdicts if each.id == f"graph.{survey.asked.box.name}.{name}"]
    return found


class Wrong:
    """A flat model that says something else of moves or of outcomes."""

    def __init__(
        self,
        game: str,
        moves: Callable[[Any, Iterable[tuple[str, Any]]], Iterator[tuple[str, Any]]] | None = None,
        outcome: Callable[[Json], Json] | None = None,
    ) -> None:
        self._right, self._moves, self._outcome = flat(game), moves, outcome
        self.read, self.write = self._right.read, self._right.write

    def moves(self, position: Any, readings: Mapping[str, str]) -> Iterable[tuple[str, Any]]:
        right = self._right.moves(position, readings)
        return self._moves(position, right) if self._moves else right

    def outcome(self, position: Any, readings: Mapping[str, str]) -> Json | None:
        right = self._right.outcome(position, readings)
        return self._outcome(right) if right and self._outcome else right
