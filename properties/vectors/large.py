"""The large set, made on demand: beside the vectors that are kept, thousands under every ruleset with a name."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from properties.rulesets import alternatives, literal_readings
from properties.vectors.candidates import candidates
from properties.vectors.expecting import covered, hangs_on
from properties.vectors.vector import Vector
from reference_engine.interface import Game

_SEED = 1  # other cases than those of the small set
_CASES = 300  # half of them under the default ruleset, the others under all others in equal parts


def rulesets(game: Game) -> dict[Any, int]:
    """The default ruleset, each single alternative and each text's literal one, and how many cases each gets."""
    others = [*alternatives(game).values(), *map(game.Ruleset.from_readings, literal_readings(game))]
    others = [each for each in dict.fromkeys(others) if each != game.Ruleset()]
    return {game.Ruleset(): _CASES // 2, **dict.fromkeys(others, _CASES // 2 // len(others))}


def larger(game: Game, ruleset: Any, cases: int) -> Iterator[Vector]:
    """Vectors under one ruleset. The id of each is made of what it asks, so it is the same as long as that is.

    What mutants they kill, and what readings they tell apart, is not worked out.
    """
    for candidate in candidates(game, ruleset, _SEED, cases):
        vector = candidate.reached()
        vector = replace(vector, readings=hangs_on(vector, game, ruleset, most=1))
        clauses, edges = covered(vector, game)
        yield replace(vector, id=f"case-{vector.key[:16]}", clauses=clauses, edges=edges)
