"""What a vector shows: clauses, edges, what parts the values of each reading, and the mutants that it kills."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from properties.clauses import catalogue
from properties.conformance.parts import parts
from properties.dealing import deal, numbers_of_players
from properties.mutants import load_mutant, mutants
from properties.rulesets import Noting
from properties.vectors.candidates import BOX
from properties.vectors.expecting import covered, hangs_on, ways
from properties.vectors.vector import Vector
from reference_engine import load
from reference_engine.interface import Game

CLAUSE, EDGE, PAIR, PARTING, MUTANT = "clause", "edge", "pair", "parting", "mutant"
Target = tuple[str, str, str]
"""What is to be covered: of which kind, its id, and for how many players, with which other edge, or in which way."""

_DEALS = 5  # openings that tell whether a mutant deals otherwise


@dataclass
class Showing:
    """What vectors of one game are measured by."""

    game: Game

    def __post_init__(self) -> None:
        self.mutants = {each.id: each for each in mutants(self.game.NAME)}
        self._broken: dict[str, Game] = {}

    def broken(self, key: str) -> Game:
        """The game with that mutation, loaded at its first use."""
        if key not in self._broken:
            self._broken[key] = load_mutant(self.game.NAME, self.mutants[key])
        return self._broken[key]

    def shown(self, vector: Vector, ruleset: Any) -> Vector:
        """The vector with all that it shows; of mutants those that show under that ruleset.

        Clauses and edges are those that there are whatever the readings are that it does not consult.
        """
        vector = replace(vector, readings=hangs_on(vector, self.game, ruleset, most=1))
        clauses, edges = covered(vector, self.game)
        return replace(
            vector,
            clauses=clauses,
            edges=edges,
            partings=self._partings(vector, ruleset),
            kills=self.kills(vector, ruleset, self._of(ruleset)),
        )

    def _of(self, ruleset: Any) -> list[str]:
        """The mutants that show under a ruleset."""
        return [key for key, mutant in self.mutants.items() if dict(mutant.readings) == ruleset.differences()]

    def kills(self, vector: Vector, ruleset: Any, which: Iterable[str]) -> dict[str, list[str]]:
        """Those of some mutants that answer otherwise under a ruleset, and the ways in which they do."""
        found = {key: sorted(ways(vector, self.broken(key), _like(self.broken(key), ruleset))) for key in which}
        return {key: value for key, value in found.items() if value}

    def killed_by(self, vector: Vector) -> dict[str, list[str]]:
        """All the mutants that answer otherwise, each under its own ruleset, if the vector holds there."""
        found: dict[str, list[str]] = {}
        for key, mutant in self.mutants.items():
            ruleset = self.game.Ruleset.from_readings(mutant.readings)
            if vector.readings.items() <= ruleset.readings().items():
                found |= self.kills(vector, ruleset, [key])
        return found

    def _partings(self, vector: Vector, ruleset: Any) -> tuple[str, ...]:
        """The values of readings, each of which is consulted at its clauses only, under which the game differs."""
        noting, found = Noting(ruleset), []
        ways(vector, self.game, noting)
        for reading, value in noting.noted.items():
            for other in self.game.Ruleset.choices()[reading]:
                changed = self.game.Ruleset.from_readings({**ruleset.readings(), reading: other})
                if other != value and ways(vector, self.game, changed):
                    found.append(f"{reading}={value}/{other}")
        return tuple(found)


def _like(game: Game, ruleset: Any) -> Any:
    """The same ruleset, of a broken game."""
    return game.Ruleset.from_readings(ruleset.readings())


def targets(vector: Vector) -> frozenset[Target]:
    """Everything that a vector covers."""
    players = str(vector.state["players"])
    return frozenset(
        [
            *((CLAUSE, clause, players) for clause in vector.clauses),
            *((EDGE, edge, players) for edge in vector.edges),
            *((PAIR, *pair) for pair in combinations(sorted(vector.edges), 2)),
            *((PARTING, parting, "") for parting in vector.partings),
            *((MUTANT, mutant, way) for mutant, found in vector.kills.items() for way in found),
        ]
    )


def all_targets(game: str) -> dict[str, set[str]]:
    """By kind the ids of everything that should be covered."""
    choices: Mapping[str, tuple[str, ...]] = load(game).Ruleset.choices()
    return {
        CLAUSE: set(catalogue(game).clauses),
        EDGE: set(parts(game).EDGES),
        PARTING: {
            f"{reading}={value}/{other}"
            for reading, values in choices.items()
            for value in values
            for other in values
            if value != other
        },
        MUTANT: {each.id for each in mutants(game)},
    }


def why_not_killed(showing: Showing, key: str) -> str:
    """Why no vector kills a mutant: whether it only deals otherwise, which is asked of no vector."""
    mutant, broken = showing.mutants[key], showing.broken(key)
    game, box, other = showing.game, showing.game.BOXES[BOX], broken.BOXES[BOX]
    ruleset = game.Ruleset.from_readings(mutant.readings)
    for players in numbers_of_players(game, box):
        for seed in range(_DEALS):
            right = game.position_to_json(deal(game, box, players, seed, ruleset))
            try:
                if broken.position_to_json(deal(broken, other, players, seed, _like(broken, ruleset))) != right:
                    return "it shows only in openings that a program deals itself, and no vector asks for one"
            except Exception:  # a broken game may raise anything
                return "it shows only in openings that a program deals itself, and no vector asks for one"
    return "no candidate shows it"
