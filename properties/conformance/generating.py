"""The cases that a program is asked about: each depends on the seed and its own number only.

In turns: a game from an opening of the full box, and two late games, which lead to one rare edge after the
other. A program that can be set to any position is set to where a late game comes near its edge.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from properties.checking import late_module
from properties.conformance.cases import Case, Rules, Start
from properties.conformance.parts import parts
from properties.dealing import deal, numbers_of_players
from properties.policies import by_kind
from properties.property import Position, Step
from properties.suspects import carried_out
from reference_engine.interface import Action, Box, Game, State
from reference_engine.record import Header

_MOST_ACTIONS = 300  # of one game: under some readings a game need not end
_PLAYED_ON = 6  # actions after a late position
_MISSES = 10  # near misses at one position
_TRIES = 6  # to find an action that keeps clear of what is known to be broken


@dataclass(frozen=True)
class Source:
    """Where cases come from.

    box: what openings are dealt from. anywhere: whether the program can be set to any position, not
    only to openings.
    """

    game: Game
    ruleset: Any
    box: Box
    seed: int
    anywhere: bool

    def case(self, number: int, avoid: Iterable[str] = ()) -> Rules:
        """A case without forbidden actions, played so that it keeps clear of some clauses where it can."""
        rng = self.rng(number)
        turn, place = divmod(number, 3)
        if place == 0:
            return self._from_opening(rng, turn, frozenset(avoid))
        return self._late(rng, 2 * turn + place - 1, frozenset(avoid))

    def rng(self, number: int) -> random.Random:
        """The source of chance of a case, and of what is asked beside it."""
        return random.Random(f"{self.seed} {number}")

    def players(self, turn: int) -> int:
        """For how many the opening of that turn is: each number that the box is for, one after the other."""
        numbers = numbers_of_players(self.game, self.box)
        return numbers[turn % len(numbers)]

    def played_on(self, start: State, rng: random.Random) -> Rules:
        """A game from an opening that a program has dealt."""
        header = Header(self.game, self.ruleset, start)
        return self._play_on(header, (), (header, ()), _MOST_ACTIONS, rng, frozenset())

    def with_misses(self, rules: Rules, rng: random.Random) -> Case | None:
        """The case with near misses put in before one of its actions or after the last; None where there are none."""
        case, index = rules.case, rng.randrange(len(rules.case.actions) + 1)
        position = rules.position(index)
        misses = list(parts(self.game.NAME).near_misses(position))
        if not misses:
            return None
        chosen = rng.sample(misses, min(_MISSES, len(misses)))
        goes_on = case.actions[index : index + 1]
        if not self.anywhere:
            return Case(case.header, (*case.actions[:index], *chosen, *goes_on), case.origin)
        return Case(self.at(rules, index), (*chosen, *goes_on), _origin(case, index))

    def at(self, rules: Rules, index: int) -> Header:
        """The header of a position of a case."""
        header = rules.case.header
        return Header(self.game, self.ruleset, rules.position(index).state, header.box)

    def _from_opening(self, rng: random.Random, turn: int, avoid: frozenset[str]) -> Rules:
        opening = deal(self.game, self.box, self.players(turn), rng.randrange(2**32), self.ruleset)
        header = Header(self.game, self.ruleset, opening, self.box.name)
        return self._play_on(header, (), (header, ()), _MOST_ACTIONS, rng, avoid)

    def _late(self, rng: random.Random, turn: int, avoid: frozenset[str]) -> Rules:
        header, actions = self._late_game(rng, turn)
        if not self.anywhere:
            return self._play_on(header, actions, (header, ()), len(actions) + _PLAYED_ON, rng, avoid)
        count = max(len(actions) - rng.randrange(1, 4), 0)
        rules = Rules(Case(header, actions))
        near = Header(self.game, self.ruleset, rules.position(count).state, header.box)
        origin = (header, actions[:count])
        return self._play_on(near, actions[count:], origin, len(actions) - count + _PLAYED_ON, rng, avoid)

    def _late_game(self, rng: random.Random, turn: int) -> Start:
        """A game on to an edge: one edge after the other that the ruleset has."""
        late = late_module(self.game.NAME)
        builders = list(late.EDGE_GAMES.values())
        first = turn % len(builders)
        for builder in builders[first:] + builders[:first]:
            try:
                return builder(self.game, self.ruleset, rng)
            except late.NotUnderThisRuleset:
                continue
        raise AssertionError("no edge can be reached under this ruleset")

    def _play_on(
        self,
        header: Header,
        actions: Sequence[Action],
        origin: Start,
        most: int,
        rng: random.Random,
        avoid: frozenset[str],
    ) -> Rules:
        """Those actions, and others chosen by kind until the game is over, `most` in all."""
        positions = [Position(self.game, self.ruleset, header.start)]
        played: list[Action] = []
        while len(played) < most and not self.game.is_terminal(positions[-1].state):
            ahead = len(played) < len(actions)
            action = actions[len(played)] if ahead else _choose(positions[-1], rng, avoid)
            played.append(action)
            positions.append(Position(self.game, self.ruleset, self._apply(positions[-1], action)))
        return Rules(Case(header, tuple(played), origin), positions)

    def _apply(self, position: Position, action: Action) -> Any:
        return self.game.apply(position.state, action, self.ruleset)


def _origin(case: Case, index: int) -> Start | None:
    return None if case.origin is None else (case.origin[0], case.origin[1] + case.actions[:index])


def _choose(position: Position, rng: random.Random, avoid: frozenset[str]) -> Action:
    """First a kind of action, then one of that kind; one that keeps clear of some clauses, if it is found."""
    kinds = by_kind(position.game, position.legal)
    action = None
    for _ in range(_TRIES if avoid else 1):
        action = rng.choice(kinds[rng.choice(list(kinds))])
        if not avoid:
            break
        after = position.game.apply(position.state, action, position.ruleset)
        if avoid.isdisjoint(carried_out(Step(position, action, Position(position.game, position.ruleset, after)))):
            break
    return action
