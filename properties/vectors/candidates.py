"""Where vectors come from: games that lead to rare edges, games from openings, kept witnesses and kept questions.

Each candidate is a position and a few actions, with what must be refused there or with what a player must not see.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from properties.conformance.cases import Case, Rules, Start
from properties.conformance.generating import Source
from properties.conformance.parts import parts
from properties.identifying.questions import kept
from properties.suspects import carried_out
from properties.vectors.expecting import expected, opening_of, why_refused
from properties.vectors.vector import Vector
from properties.witnesses import witnesses
from reference_engine.errors import EngineError
from reference_engine.interface import Action, Game
from reference_engine.record import Header

BOX = "full"
_SHORT = 13  # actions of a case at each position of which is asked
_FROM_A_GAME = 6  # places in a longer one, beside those that are on an edge
_ACTIONS = 3  # in a longer vector
_VIEWS = 4  # one position in so many
_LAST = 2  # actions of a kept play that are asked about: it parts from another at its end


@dataclass(frozen=True)
class Candidate:
    """A vector without a name, the ruleset under which it was made, and a game from an opening that leads there."""

    vector: Vector
    ruleset: Any
    start: Start | None = None

    def reached(self) -> Vector:
        """The vector with its opening."""
        return replace(self.vector, opening=opening_of(*self.start)) if self.start else self.vector


def candidates(game: Game, ruleset: Any, seed: int, cases: int) -> Iterator[Candidate]:
    """Those under one ruleset: from so many cases, and from what is kept in `seeds/`."""
    source = Source(game, ruleset, game.BOXES[BOX], seed, anywhere=True)
    for number in range(cases):
        rules, rng = source.case(number), source.rng(number)
        last = len(rules.case.actions)
        for index in _places(rules, rng):
            yield from _at(rules, index, number + index)
        yield _played(rules, rng.randrange(max(last - _ACTIONS, 0) + 1), _ACTIONS)
    for header, actions, start in _kept(game, ruleset):
        yield from _of_kept(header, actions, start)


def _places(rules: Rules, rng: random.Random) -> Sequence[int]:
    """How many actions are played before each position that is asked about.

    In a whole game: the opening, the end, the last place on each edge, and some others.
    """
    last = len(rules.case.actions)
    if last <= _SHORT:
        return range(last + 1)
    steps = [step for index in range(1, last + 1) if (step := rules.step(index))]
    edges = {done: place for place, step in enumerate(steps) for done in carried_out(step)}
    return sorted({0, last - 1, last, *edges.values(), *rng.sample(range(last), _FROM_A_GAME)})


def _at(rules: Rules, index: int, turn: int) -> Iterator[Candidate]:
    """At one position of a case: the next action, with what must be refused; at some also what one player sees."""
    yield _played(rules, index, 1)
    if turn % _VIEWS == 0 and not rules.over(index):
        header, position = rules.case.header, rules.position(index)
        player = turn // _VIEWS % header.game.players(header.start)
        view = (player, parts(header.game.NAME).reshuffled(position.data, player))
        found = expected(header.game, header.ruleset, position.state, (), (), [view])
        yield Candidate(found, header.ruleset, _start(rules, index))


def _played(rules: Rules, index: int, count: int) -> Candidate:
    """At most so many actions from one position of a case on, and its near misses before them."""
    header, position = rules.case.header, rules.position(index)
    misses = tuple(parts(header.game.NAME).near_misses(position))
    actions = rules.case.actions[index : index + count]
    found = expected(header.game, header.ruleset, position.state, actions, misses)
    return Candidate(found, header.ruleset, _start(rules, index))


def _start(rules: Rules, index: int) -> Start | None:
    case = rules.case
    return None if case.origin is None else (case.origin[0], case.origin[1] + case.actions[:index])


def _kept(game: Game, ruleset: Any) -> Iterator[tuple[Header, tuple[Action, ...], bool]]:
    """The witnesses and the questions that are kept, as far as they are about this ruleset.

    Each is a position, actions, and whether the position is an opening.
    """
    for witness in witnesses(game):
        for header in (witness.parting.one, witness.parting.other):
            if header.ruleset == ruleset:
                yield header, witness.parting.actions, True
    for known in kept(game.NAME):
        question = known.question
        if any(game.Ruleset.from_readings(part) == ruleset for part in question.parts):
            try:
                header = Header(game, ruleset, game.position_from_json(question.state, ruleset))
            except EngineError:
                continue  # it stands under the other ruleset only
            yield header, (game.action_from_json(question.action),), False


def _of_kept(header: Header, actions: Sequence[Action], is_opening: bool) -> Iterator[Candidate]:
    """The last actions of a kept play, as far as they are legal; where one is not, it is among what is refused."""
    game, ruleset, state = header.game, header.ruleset, header.start
    legal: list[Action] = []
    for action in actions:
        if why_refused(game, state, action, ruleset):
            yield Candidate(expected(game, ruleset, state, (), (action,)), ruleset)
            break
        state = game.apply(state, action, ruleset)
        legal.append(action)
    rules = Rules(Case(header, tuple(legal), (header, ()) if is_opening else None))
    for index in range(max(len(legal) - _LAST, 0), len(legal)):
        yield _played(rules, index, 1)


def mirrored(game: Game, candidate: Candidate, change: Mapping[str, str]) -> Iterator[Candidate]:
    """The same play under a ruleset with other values, as far as it is legal there; nothing where it cannot stand."""
    ruleset = game.Ruleset.from_readings({**candidate.ruleset.readings(), **change})
    try:
        header = Header(game, ruleset, game.position_from_json(candidate.vector.state, ruleset))
    except EngineError:
        return
    yield _played(Rules(Case(header, ())), 0, 0)
    refused = [each.action for each in candidate.vector.refuse]
    played = [each.action for each in candidate.vector.steps[:1]]
    for action in map(game.action_from_json, refused + played):
        yield from _of_kept(header, [action], is_opening=False)
