"""Questions: a position and an action, after which rulesets differ; those that are kept are data in `seeds/`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from properties.identifying.branching import Branch, branches
from reference_engine import load
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, canonical, same

Answer = Mapping[str, Any]
"""What is answered to an action: `played`; if it is true the fields of the position, and `outcome.FIELD` at the end."""

OUTCOME = "outcome."


@dataclass(frozen=True)
class Question:
    """A position to be set up, and one action there.

    full: whether it is of the full box. parts: the readings, where they are not the default ones, of two rulesets
    under which the answers differ.
    """

    state: Json
    action: Json
    full: bool
    parts: tuple[Mapping[str, str], Mapping[str, str]]

    @property
    def size(self) -> int:
        """The smaller, the plainer."""
        return len(canonical([self.state, self.action]))


@dataclass(frozen=True)
class Known:
    """A question and its answer under every ruleset."""

    question: Question
    branches: tuple[Branch[Answer], ...]

    def answer(self, readings: Mapping[str, str]) -> Answer:
        """The answer under the ruleset with these readings."""
        return next(branch.result for branch in self.branches if branch.values.items() <= readings.items())


@dataclass(frozen=True)
class Sight:
    """What a program shows. hidden: fields that it leaves out."""

    outcome: bool = True
    hidden: frozenset[str] = frozenset()

    def sees(self, field: str) -> bool:
        """Whether a field of an answer can be seen."""
        return self.outcome if field.startswith(OUTCOME) else field not in self.hidden


ALL = Sight()


def answer(game: Game, state: State | None, ruleset: Any) -> Answer:
    """The answer that leads to that position; None for an action that was refused."""
    if state is None:
        return {"played": False}
    told: dict[str, Any] = {"played": True, **game.position_to_json(state)}
    if game.is_terminal(state):
        outcome = game.outcome_to_json(game.outcome(state, ruleset))
        told |= {f"{OUTCOME}{field}": value for field, value in outcome.items()}
    return told


def played(game: Game, state: State, action: Action, ruleset: Any) -> State | None:
    """The position after an action, None where it is illegal."""
    try:
        return game.apply(state, action, ruleset)
    except IllegalAction:
        return None


def answered(game: Game, question: Question, ruleset: Any) -> Answer:
    """The answer to a question under a ruleset. Raises an `EngineError` where there is no such position."""
    state = game.position_from_json(question.state, ruleset)
    return answer(game, played(game, state, game.action_from_json(question.action), ruleset), ruleset)


def differing(one: Answer, other: Answer, sight: Sight = ALL) -> list[str]:
    """The fields that both answers have and that are not the same, as far as they can be seen."""
    return [key for key in one if key in other and not same(one[key], other[key]) and sight.sees(key)]


def classes(found: Iterable[Branch[Answer]], sight: Sight) -> dict[str, list[Branch[Answer]]]:
    """The branches by what can be seen of their answers."""
    found = list(found)
    fields = [frozenset(branch.result) for branch in found if branch.result["played"]]
    common = frozenset.intersection(*fields) if fields else frozenset()
    told: dict[str, list[Branch[Answer]]] = {}
    for branch in found:
        seen = {
            key: value
            for key, value in branch.result.items()
            if sight.sees(key) and (key in common or key.startswith(OUTCOME) or key == "played")
        }
        told.setdefault(canonical(seen), []).append(branch)
    return told


def know(game: Game, question: Question) -> Known:
    """The question with its answers. Raises an `EngineError` where a ruleset has no such position."""
    found = branches(game, lambda _: True, lambda ruleset: answered(game, question, ruleset))
    return Known(question, merged(game, list(found)))


def merged(game: Game, found: Sequence[Branch[Answer]]) -> tuple[Branch[Answer], ...]:
    """The branches without the readings that were consulted and changed nothing."""
    told = {canonical(branch.result): branch.result for branch in found}
    left = {(frozenset(branch.values.items()), canonical(branch.result)) for branch in found}
    for reading, values in game.Ruleset.choices().items():
        alike: dict[tuple[frozenset[tuple[str, str]], str], set[tuple[str, str]]] = {}
        for pairs, text in left:
            mine = {pair for pair in pairs if pair[0] == reading}
            alike.setdefault((pairs - mine, text), set()).update(mine)
        for (pairs, text), mine in alike.items():
            if len(mine) == len(values):
                left -= {(pairs | {pair}, text) for pair in mine}
                left.add((pairs, text))
    return tuple(Branch(dict(sorted(pairs)), told[text]) for pairs, text in sorted(left, key=str))


@cache
def kept(game: str) -> tuple[Known, ...]:
    """The questions of that game in `seeds/`, with their answers, the smallest first. Raises `UnknownGame`."""
    played = load(game)
    file = files("seeds") / "questions" / f"{played.NAME}.jsonl"
    return tuple(know(played, from_json(json.loads(line))) for line in file.read_text(encoding="utf-8").splitlines())


def from_json(data: Json) -> Question:
    """The question of a line of the file."""
    one, other = data["parts"]
    return Question(data["state"], data["action"], data["full"], (one, other))


def to_json(question: Question) -> Json:
    """The line of the file; inverts `from_json`."""
    return {
        "full": question.full,
        "parts": list(map(dict, question.parts)),
        "state": question.state,
        "action": question.action,
    }
