"""Which clause a difference breaks: those that the data suspects for it, as far as they were carried out there."""

from collections.abc import Sequence
from functools import cache

from properties.checking import game_properties
from properties.clauses import catalogue
from properties.conformance.parts import parts
from properties.property import Position, Step
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action
from reference_engine.jsonform import Json

Named = tuple[tuple[str, ...], tuple[str, ...]]
"""The clauses to suspect that were carried out, most telling first; and all that could be to blame."""


def most_telling(game: str, fields: Sequence[str]) -> list[str]:
    """Fields of a position, those that explain others first."""
    telling = catalogue(game).telling
    return sorted(fields, key=lambda field: telling.index(field) if field in telling else len(telling))


def carried_out(step: Step) -> tuple[str, ...]:
    """The clauses that a step carries out, and the edges that it is on."""
    return tuple(dict.fromkeys(game_properties(step.game.NAME).exercised(step)))


def about_field(after: Position, step: Step | None, field: str, got: Json) -> Named:
    """The clauses to suspect when a field of the position, or "outcome.FIELD", differs after a step.

    got: the whole position or outcome that differs. Without a step: those to suspect after any.
    """
    name = after.game.NAME
    known = catalogue(name).suspects
    kind = step.move["type"] if step else ""
    clauses = known.get(field) or known.get(f"{kind}.{field}", ())
    blamed = tuple(parts(name).blamed(after, step, field, got))
    if blamed:
        return blamed, clauses
    if step is None:
        rows = [row for key, row in known.items() if key.endswith(f".{field}")]
        return clauses, clauses or tuple({clause for row in rows for clause in row})
    return _named(step, clauses)


def about_legality(position: Position, action: Action) -> Named:
    """The clauses to suspect when an action is taken for legal that is not, or the other way round."""
    game = position.game
    try:
        after = Position(game, position.ruleset, game.apply(position.state, action, position.ruleset))
    except IllegalAction as error:
        return (error.clause,), (error.clause,)
    step = Step(position, action, after)
    return _named(step, catalogue(game.NAME).suspects.get(f"{step.move['type']}.legal", ()))


def _named(step: Step, clauses: tuple[str, ...]) -> Named:
    done = set(carried_out(step))
    return tuple(clause for clause in clauses if clause in done) or clauses, clauses


@cache
def shown_by(game: str, kind: str, fields: frozenset[str]) -> frozenset[str]:
    """The clauses that can be seen in those fields after an action of that kind."""
    known = catalogue(game).suspects
    return frozenset(clause for field in fields for key in (f"{kind}.{field}", field) for clause in known.get(key, ()))
