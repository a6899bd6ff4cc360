"""What the engine says of positions, asked once for all rulesets that agree in the readings that it consulted."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from properties.rulesets import Noting, agrees
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json

T = TypeVar("T")

Alike = Callable[[State, State], Hashable]  # the same for pairs that differ only in names which mean nothing


@dataclass(frozen=True, slots=True)
class Node:
    """What can be played in a position, the numbers of the positions after it, and the outcome if the game is over."""

    legal: tuple[Action, ...]
    after: tuple[int, ...]
    outcome: Json | None


class Memory:
    """The positions met so far, each with a number, and what the engine has said of them.

    An answer holds for every ruleset that has the same values of those readings which the engine has consulted to
    give it, so that it is asked again only where another value may matter.
    """

    def __init__(self, game: Game, alike: Alike) -> None:
        self.game = game
        self._alike = alike
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._answers: dict[Hashable, list[tuple[Mapping[str, object], Any]]] = {}
        self._data: dict[int, Json] = {}
        self._keys: dict[int, Hashable] = {}
        self._sides: dict[Any, Side] = {}

    def number(self, state: State) -> int:
        """The number of a position."""
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def state(self, number: int) -> State:
        """The position of that number."""
        return self._states[number]

    def data(self, number: int) -> Json:
        """That position as JSON."""
        if number not in self._data:
            self._data[number] = self.game.position_to_json(self._states[number])
        return self._data[number]

    def key(self, one: int, other: int) -> Hashable:
        """The same for pairs of positions that differ only in names which mean nothing."""
        if one != other:
            return self._alike(self._states[one], self._states[other])
        if one not in self._keys:
            state = self._states[one]
            self._keys[one] = self._alike(state, state)
        return self._keys[one]

    def side(self, ruleset: Any) -> "Side":
        """The positions under one ruleset."""
        return self._sides.setdefault(ruleset, Side(self, ruleset))

    def ask(self, about: Hashable, ruleset: Any, question: Callable[[Any], T]) -> T:
        """What the question gives for the ruleset. `about`: the same for the same question."""
        answers = self._answers.setdefault(about, [])
        for consulted, answer in answers:
            if agrees(ruleset, consulted):
                known: T = answer
                return known
        noting = Noting(ruleset)
        given = question(noting)
        answers.append((noting.consulted, given))
        return given


class Side:
    """The positions of a memory under one ruleset."""

    def __init__(self, memory: Memory, ruleset: Any) -> None:
        self.memory = memory
        self.ruleset = ruleset
        self._nodes: dict[int, Node] = {}

    def numbers(self, about: Hashable, openings: Callable[[Any], Iterable[State]]) -> list[int]:
        """The numbers of openings, that are dealt for a ruleset."""
        memory = self.memory
        return memory.ask(about, self.ruleset, lambda ruleset: [memory.number(each) for each in openings(ruleset)])

    def node(self, number: int) -> Node:
        """What the engine says of that position."""
        if number not in self._nodes:
            self._nodes[number] = self._ask(number)
        return self._nodes[number]

    def after(self, number: int) -> tuple[int, ...]:
        """The numbers of the positions after it, one for each legal action."""
        return self.node(number).after

    def winners(self, number: int) -> tuple[int, ...] | None:
        """Who wins in that position if the game is over, else None."""
        outcome = self.node(number).outcome
        return None if outcome is None else tuple(outcome["winners"])

    def _ask(self, number: int) -> Node:
        memory, ruleset, state = self.memory, self.ruleset, self.memory.state(number)
        game = memory.game
        if game.is_terminal(state):
            outcome = memory.ask(number, ruleset, lambda r: game.outcome_to_json(game.outcome(state, r)))
            return Node((), (), outcome)
        legal = memory.ask(number, ruleset, lambda r: game.legal_actions(state, r))
        return Node(legal, tuple(self._after(number, state, action) for action in legal), None)

    def _after(self, number: int, state: State, action: Action) -> int:
        memory = self.memory
        game = memory.game
        return memory.ask((number, action), self.ruleset, lambda r: memory.number(game.apply(state, action, r)))
