"""Asking a program one question, and what its answers leave of the rulesets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from properties.conformance.program import Program
from properties.identifying.branching import Branch, branches
from properties.identifying.questions import OUTCOME, Answer, answer, played
from properties.identifying.remaining import Remaining, Values
from reference_engine.errors import EngineError
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, same

_MOST = 2_000  # branches that are told apart in one play


@dataclass(frozen=True)
class Asked:
    """A position, what was played there, and what the program answered: to the position, and to each action."""

    start: Json
    actions: tuple[Json, ...]
    answers: tuple[Answer, ...]

    def to_json(self) -> Json:
        """The same as JSON."""
        return {"state": self.start, "actions": self.actions, "answers": list(map(dict, self.answers))}

    @property
    def hidden(self) -> frozenset[str]:
        """The fields of the position that the program did not show."""
        shown = {key for each in self.answers for key in each}
        return frozenset(key for key in self.start if key not in shown)


TOO_MANY = "it would have to be followed under too many rulesets at once"


class TooMany(Exception):
    """Occurs when a play would have to be followed under too many rulesets at once."""


def ask(
    program: Program, remaining: Remaining, start: Json, actions: Sequence[Json], dealt: Json | None = None
) -> tuple[Asked, Remaining | None]:
    """Sets a program to a position and plays there, until an action is refused or the game is over.

    dealt: what it showed of the position where it has dealt it itself. Raises `NoAnswer`, `Unsupported`, `TooMany`.
    """
    game = program.game
    play = _Play(game, remaining, start)
    got: Answer = {"played": True, **(program.new_game(start) if dealt is None else dealt)}
    answers = [got]
    done: list[Json] = []
    going = play.take(got)
    for action in actions:
        if not going or got.get("over") is True:
            break
        state = program.apply(action)
        got = {"played": False} if state is None else {"played": True, **state}
        play.play(game.action_from_json(action))
        if state is not None and "outcome" in program.capabilities and state.get("over", play.over()) is True:
            got = {**got, **{f"{OUTCOME}{key}": value for key, value in program.outcome().items()}}
        done.append(action)
        answers.append(got)
        going = play.take(got) and bool(got["played"])
    return Asked(start, tuple(done), tuple(answers)), play.remaining if play.worlds else None


@dataclass(frozen=True)
class _World:
    """A position, None where an action was refused, and the answer that leads to it."""

    state: State | None
    answer: Answer


class _Play:
    """A play followed under every ruleset that is left. worlds: what each has come to; none once all are ruled out."""

    def __init__(self, game: Game, remaining: Remaining, start: Json) -> None:
        self.remaining = remaining
        self._game = game

        def begin(ruleset: Any) -> _World | None:
            try:
                state = game.position_from_json(start, ruleset)
            except EngineError:
                return None
            return _World(state, {"played": True, **game.position_to_json(state)})

        begun = branches(game, self._possible, begin)
        self.worlds = [Branch(world.values, world.result) for world in begun if world.result]

    def play(self, action: Action) -> None:
        """Plays an action in every world."""
        found: list[Branch[_World]] = []
        for world in self.worlds:
            found += branches(self._game, self._possible, self._after(world.result.state, action), world.values)
            if len(found) > _MOST:
                raise TooMany(TOO_MANY)
        self.worlds = found

    def over(self) -> bool:
        """Whether the game is over in every world."""
        return all(
            world.result.state is not None and self._game.is_terminal(world.result.state) for world in self.worlds
        )

    def take(self, got: Answer) -> bool:
        """Keeps the worlds in which that is the answer. Whether any is left."""
        self.worlds = [world for world in self.worlds if agree(world.result.answer, got)]
        if self.worlds:
            self.remaining = self.remaining.keep([world.values for world in self.worlds])
        return bool(self.worlds)

    def _possible(self, values: Values) -> bool:
        return self.remaining.count(values) > 0

    def _after(self, state: State | None, action: Action) -> Callable[[Any], _World]:
        assert state is not None

        def work(ruleset: Any) -> _World:
            after = played(self._game, state, action, ruleset)
            return _World(after, answer(self._game, after, ruleset))

        return work


def agree(told: Answer, got: Answer) -> bool:
    """Whether an answer is what the rules say, in all that it has."""
    return all(same(told[key], got[key]) for key in told.keys() & got.keys())
