"""Every play from a position in the engine, turn by turn, until all games are over or so many turns are played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json

Choices = tuple[tuple[Action, State], ...]  # what can be played in a position, and the position after each


class TooManyPlays(Exception):
    """Occurs when more would have to be looked at than is allowed; after `turns` turns everything was."""

    def __init__(self, turns: int, looked: int) -> None:
        super().__init__(f"{looked:,} actions looked at, everything within {turns} turns")
        self.turns = turns


@dataclass(frozen=True)
class Met:
    """A position after some turns: how many plays lead to it, and the last step of one, None before the first turn."""

    plays: int
    last: tuple[State, Action] | None


@dataclass(frozen=True)
class Result:
    """What comes of a play: its last position, the outcome, None where the game goes on, and a shortest such play."""

    state: State
    outcome: Json | None
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Endgame:
    """All plays from a position. turns: how many there are in the longest.

    met: for each number of turns, from 0, the positions after it. after: what can be played in each that is not over,
    but for those after the last turn: where there are such, the plays were cut there.
    """

    game: Game
    ruleset: Any
    start: State
    met: tuple[Mapping[State, Met], ...]
    after: Mapping[State, Choices]

    @property
    def turns(self) -> int:
        """How many turns the longest play has."""
        return len(self.met) - 1

    @cached_property
    def complete(self) -> bool:
        """Whether every play comes to the end of its game."""
        return all(map(self.game.is_terminal, self.met[-1]))

    @cached_property
    def plays(self) -> int:
        """How many plays there are."""
        over = self.game.is_terminal
        return sum(
            met.plays
            for turn, by in enumerate(self.met)
            for state, met in by.items()
            if turn == self.turns or over(state)
        )

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """Every result once, those of the shortest plays first."""
        found: dict[State, Result] = {}
        for turn in range(self.turns + 1):
            for state in self._last(turn):
                if state not in found:
                    found[state] = Result(state, self.outcome(state), self.line(turn, state))
        return tuple(found.values())

    def _last(self, turn: int) -> list[State]:
        """The positions after so many turns that a play ends with."""
        return [state for state in self.met[turn] if turn == self.turns or self.game.is_terminal(state)]

    def outcome(self, state: State) -> Json | None:
        """The outcome of a position, None where the game goes on."""
        game = self.game
        return game.outcome_to_json(game.outcome(state, self.ruleset)) if game.is_terminal(state) else None

    def line(self, turn: int, state: State) -> tuple[Action, ...]:
        """A play that leads to that position in so many turns."""
        actions: list[Action] = []
        while (last := self.met[turn][state].last) is not None:
            state, action = last
            actions.append(action)
            turn -= 1
        return tuple(reversed(actions))


def explore(game: Game, ruleset: Any, start: State, turns: int, most: int) -> Endgame:
    """All plays of at most so many turns from a position.

    Raises `TooManyPlays` where more than `most` actions would have to be looked at.
    """
    layers: list[dict[State, Met]] = [{start: Met(1, None)}]
    after: dict[State, Choices] = {}
    looked = 0
    while len(layers) <= turns and not all(map(game.is_terminal, layers[-1])):
        following: dict[State, Met] = {}
        for state, met in layers[-1].items():
            if game.is_terminal(state):
                continue
            if state not in after:
                legal = game.legal_actions(state, ruleset)
                looked += len(legal)
                if looked > most:
                    raise TooManyPlays(len(layers) - 1, looked)
                after[state] = tuple((action, game.apply(state, action, ruleset)) for action in legal)
            for action, reached in after[state]:
                known = following.get(reached, Met(0, (state, action)))
                following[reached] = Met(known.plays + met.plays, known.last)
        layers.append(following)
    return Endgame(game, ruleset, start, tuple(layers), after)


def ends_within(game: Game, ruleset: Any, state: State, turns: int) -> bool:
    """Whether every play from a position is over after at most so many turns."""
    if game.is_terminal(state):
        return True
    return turns > 0 and all(
        ends_within(game, ruleset, game.apply(state, action, ruleset), turns - 1)
        for action in game.legal_actions(state, ruleset)
    )


def going_back(game: Game, ruleset: Any, played: list[State], turns: int, most: int) -> Iterator[Endgame]:
    """The endgames of a game, given by its positions, from its last turn back.

    Those of at most so many turns, as long as no more than `most` actions have to be looked at.
    """
    for start in reversed(played[:-1]):
        try:
            endgame = explore(game, ruleset, start, turns, most)
        except TooManyPlays:
            return
        if not endgame.complete:
            return
        yield endgame
