"""What the rules say of a vector, how a game under some ruleset differs from that, and what it covers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from properties.conformance.parts import parts
from properties.property import Position
from properties.property import Step as Played
from properties.rulesets import Noting
from properties.suspects import carried_out, shown_by
from properties.vectors.vector import Opening, Refused, Step, Vector, View, same_actions, same_position
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, same
from reference_engine.record import Header

PLAY, LEGAL, OUTCOME, VIEW = "play", "legal", "outcome", "view"


def expected(
    game: Game,
    ruleset: Any,
    state: State,
    actions: Sequence[Action],
    refused: Sequence[Action] = (),
    views: Sequence[tuple[int, Json]] = (),
) -> Vector:
    """A vector without a name with what the engine says. The refused actions are forbidden in the first position."""
    steps, position = [], state
    for action in actions:
        position = game.apply(position, action, ruleset)
        steps.append(
            Step(game.action_to_json(action), game.position_to_json(position), _legal(game, position, ruleset))
        )
    over = game.is_terminal(position)
    return Vector(
        id="unnamed",
        readings=ruleset.readings(),
        state=game.position_to_json(state),
        legal=_legal(game, state, ruleset),
        refuse=tuple(
            Refused(game.action_to_json(action), why_refused(game, state, action, ruleset) or "") for action in refused
        ),
        steps=tuple(steps),
        outcome=game.outcome_to_json(game.outcome(position, ruleset)) if over else None,
        views=tuple(View(player, data) for player, data in views),
    )


def again(game: Game, vector: Vector) -> Vector:
    """The same question with what the engine says of it now. Raises an `EngineError` where it cannot be asked."""
    ruleset = game.Ruleset.from_readings(vector.readings)
    return expected(
        game,
        ruleset,
        game.position_from_json(vector.state, ruleset),
        [game.action_from_json(each.action) for each in vector.steps],
        [game.action_from_json(each.action) for each in vector.refuse],
        [(each.player, each.state) for each in vector.views],
    )


def why_refused(game: Game, state: State, action: Action, ruleset: Any) -> str | None:
    """The clause that forbids an action; None if it is legal."""
    try:
        game.apply(state, action, ruleset)
    except IllegalAction as error:
        return error.clause
    return None


def _legal(game: Game, state: State, ruleset: Any) -> list[Json]:
    return [game.action_to_json(action) for action in game.legal_actions(state, ruleset)]


def ways(vector: Vector, game: Game, ruleset: Any) -> tuple[str, ...]:
    """The ways in which a game, which may be a broken one, differs from a vector under a ruleset; () for none.

    "play" is how every program can show it: by a position, or by what it refuses. What raises an error differs so.
    """
    found: dict[str, None] = {}
    try:
        for way in _differing(vector, game, ruleset):
            found[way] = None
    except Exception:  # a broken game may raise anything
        found[PLAY] = None
    return tuple(found)


def _differing(vector: Vector, game: Game, ruleset: Any) -> Iterator[str]:
    state = game.position_from_json(vector.state, ruleset)
    if not same_position(game, vector.state, game.position_to_json(state)):
        yield PLAY
        return
    yield from _differing_there(vector, game, state, ruleset)
    for step in vector.steps:
        try:
            state = game.apply(state, game.action_from_json(step.action), ruleset)
        except IllegalAction:
            yield PLAY
            return
        if not same_position(game, step.state, game.position_to_json(state)):
            yield PLAY
            return
        if not same_actions(step.legal, _legal(game, state, ruleset)):
            yield LEGAL
    if vector.outcome is not None:
        told = game.outcome_to_json(game.outcome(state, ruleset))
        if not all(same(value, told[key]) for key, value in vector.outcome.items()):
            yield OUTCOME


def _differing_there(vector: Vector, game: Game, state: State, ruleset: Any) -> Iterator[str]:
    """In the first position."""
    if not same_actions(vector.legal, _legal(game, state, ruleset)):
        yield LEGAL
    for refused in vector.refuse:
        if why_refused(game, state, game.action_from_json(refused.action), ruleset) is None:
            yield PLAY
    for view in vector.views:
        other = game.position_from_json(view.state, ruleset)
        if not same(game.observe(state, view.player), game.observe(other, view.player)):
            yield VIEW


def hangs_on(vector: Vector, game: Game, ruleset: Any, most: int = 128) -> dict[str, str]:
    """The readings that a vector needs: under every ruleset that has these values of `ruleset`, it holds.

    Readings that are consulted and change nothing are left out, as far as trying them all takes no more than
    `most` rulesets.
    """
    readings, choices = ruleset.readings(), game.Ruleset.choices()
    noting = Noting(ruleset)
    if ways(vector, game, noting):
        raise ValueError("a vector does not hold under its own ruleset")
    waiting, needed, free = list(noting.noted), [], list[str]()
    for reading in waiting:
        asked = [*free, reading]
        tried = list(product(*(choices[each] for each in asked)))
        if len(tried) > most:
            needed.append(reading)
            continue
        for values in tried:
            other = Noting(game.Ruleset.from_readings({**readings, **dict(zip(asked, values, strict=True))}))
            if ways(vector, game, other):
                needed.append(reading)
                break
            waiting += [each for each in other.noted if each not in waiting]  # the loop goes on with them
        else:
            free.append(reading)
    return {reading: readings[reading] for reading in choices if reading in needed}


def opening_of(header: Header, actions: Sequence[Action]) -> Opening:
    """The game from an opening, with the readings that were consulted on its way."""
    game, noting = header.game, Noting(header.ruleset)
    state = game.position_from_json(game.position_to_json(header.start), noting)
    for action in actions:
        state = game.apply(state, action, noting)
    return Opening(noting.noted, game.position_to_json(header.start), list(map(game.action_to_json, actions)))


def leads_there(vector: Vector, game: Game, readings: Mapping[str, str]) -> bool:
    """Whether the opening of a vector leads to its first position under a ruleset with these readings."""
    opening = vector.opening
    if opening is None or not opening.readings.items() <= readings.items():
        return False
    ruleset = game.Ruleset.from_readings(readings)
    state = game.position_from_json(opening.state, ruleset)
    try:
        for action in opening.actions:
            state = game.apply(state, game.action_from_json(action), ruleset)
    except IllegalAction:
        return False
    return same_position(game, vector.state, game.position_to_json(state))


def covered(vector: Vector, game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses that can be seen in a vector, and the edges that it is on; as a check of a program counts them."""
    own = parts(game.NAME)
    ruleset = game.Ruleset.from_readings(vector.readings)
    position = Position(game, ruleset, game.position_from_json(vector.state, ruleset))
    found = dict.fromkeys([*own.set_up(vector.state, vector.state), *own.forbidden(position)])
    found |= dict.fromkeys(each.clause for each in vector.refuse)
    if vector.views:
        found |= dict.fromkeys(own.VIEW_CLAUSES)
    for step in vector.steps:
        action = game.action_from_json(step.action)
        after = Position(game, ruleset, game.apply(position.state, action, ruleset))
        shown = frozenset(step.state)
        if vector.outcome is not None:
            shown |= {f"outcome.{field}" for field in vector.outcome}
        seen = shown_by(game.NAME, step.action["type"], shown) | own.EDGES.keys()
        found |= dict.fromkeys(each for each in carried_out(Played(position, action, after)) if each in seen)
        found |= dict.fromkeys(own.forbidden(after))
        position = after
    edges = tuple(sorted(each for each in found if each in own.EDGES))
    return tuple(sorted(found.keys() - set(edges))), edges
