"""The units of work of `dragonproof verify` that need the solver."""

from properties.running import Result, Unit
from reference_engine.interface import Game
from solver import load
from solver.confirming import confirm_box, confirm_played, confirm_tied
from solver.confirming_endgames import confirm_full, confirm_small
from solver.proving import prove_named, theorems

_PLAYED = {"quick": 40, "default": 100, "deep": 5000}
_TIED = {"quick": 200, "default": 1000, "deep": 50_000}
_SMALL = {"quick": 6, "default": 30, "deep": None}  # endgames of the smallest box: all of them in a deep run
_FULL = {"quick": 2, "default": 8, "deep": 300}
_SMALL_TURNS, _FULL_TURNS = 2, 4


def solver_units(game: Game, seed: int, profile: str, readings: dict[str, str] | None) -> list[Unit]:
    """Every theorem, and the confirmations of the engine: under those readings, or over the rulesets.

    The small boxes, of which a quick run has the first only, are confirmed under those readings or under the default
    ones, and so are the endgames of the first. Theorems name their rulesets.
    """
    name = game.NAME
    boxes = load(name, "bridge").SMALL_BOXES
    box, players, _ = boxes[0]
    small, full = _SMALL[profile], _FULL[profile]
    return [
        *(Unit(f"theorem.{key}", prove_theorem, (name, key), 0.6) for key in theorems(name)),
        *(
            Unit(f"confirm.{box}", confirm_box, (name, box, players, readings or {}), seconds)
            for box, players, seconds in (boxes[:1] if profile == "quick" else boxes)
        ),
        Unit("confirm.played", confirm_played, (name, _PLAYED[profile], seed, readings), _PLAYED[profile] / 60),
        Unit("confirm.tied", confirm_tied, (name, _TIED[profile], seed, readings), _TIED[profile] / 250),
        Unit(
            f"endgames.{box}",
            confirm_small,
            (name, box, players, _SMALL_TURNS, small, seed, readings or {}),
            0.2 * small if small else 1000.0,
        ),
        Unit("endgames.full", confirm_full, (name, _FULL_TURNS, full, seed, readings), 0.8 * full),
    ]


def prove_theorem(game: str, key: str) -> Result:
    """Proves one theorem."""
    return Result((prove_named(game, key),))
