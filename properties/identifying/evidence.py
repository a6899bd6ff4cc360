"""What an answer shows: the place where it is not what another ruleset says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from properties.identifying.asking import Asked
from properties.identifying.questions import Answer, answer, differing, played
from properties.suspects import most_telling
from reference_engine.errors import EngineError
from reference_engine.interface import Game
from reference_engine.jsonform import Json


@dataclass(frozen=True)
class Shown:
    """An answer, and what it would be under another ruleset.

    question: its number. index: after how many actions. field: the one that differs and tells most; "played" is
    whether the action was accepted. got, otherwise: its values.
    """

    question: int
    index: int
    field: str
    got: Any
    otherwise: Any

    def to_json(self) -> Json:
        """The same as JSON."""
        told = {"question": self.question, "actions": self.index, "field": self.field}
        return told | {"answer": self.got, "otherwise": self.otherwise}


def against(game: Game, asked: Sequence[Asked], numbers: Iterable[int], ruleset: Any) -> tuple[Shown, ...]:
    """What the answers to these questions show against a ruleset: at most one thing each."""
    found = (_first(game, asked[number], number, ruleset) for number in numbers)
    return tuple(shown for shown in found if shown)


def _first(game: Game, asked: Asked, number: int, ruleset: Any) -> Shown | None:
    """Where the answers first differ from those under a ruleset."""
    expected = _expected(game, asked, ruleset)
    for index, (told, got) in enumerate(zip(expected, asked.answers, strict=False)):
        if fields := differing(got, told):
            field = most_telling(game.NAME, fields)[0]
            return Shown(number, index, field, got[field], told[field])
    return None


def _expected(game: Game, asked: Asked, ruleset: Any) -> list[Answer]:
    """The answers under a ruleset, as far as it goes on; where there is no such position, one that says so."""
    try:
        state = game.position_from_json(asked.start, ruleset)
    except EngineError:
        return [{"played": False}]
    told: list[Answer] = [{"played": True, **game.position_to_json(state)}]
    for action in map(game.action_from_json, asked.actions):
        after = played(game, state, action, ruleset)
        told.append(answer(game, after, ruleset))
        if after is None:
            break
        state = after
    return told
