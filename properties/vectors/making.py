"""Making the vectors that are kept in `seeds/`: `python -m properties.vectors.making [GAME ...]`.

Every candidate is tried on every mutant and on the other values of every reading. Of those that show anything, few are
chosen that together show all: greedily over the bipartite graph of vectors and what they show, and reduced afterwards,
so that none can be left out. What is kept already is kept with its id as long as it is needed.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from properties.mutants import mutants
from properties.rulesets import alternatives
from properties.vectors.candidates import Candidate, candidates, mirrored
from properties.vectors.covering import cover, reduced
from properties.vectors.expecting import PLAY, again, covered, hangs_on
from properties.vectors.manifest import (
    NAME,
    Manifest,
    file_of,
    hash_of,
    next_version,
    read_manifest,
    shipped_manifest,
    shipped_vectors,
    write_manifest,
)
from properties.vectors.showing import (
    CLAUSE,
    EDGE,
    MUTANT,
    PAIR,
    PARTING,
    Showing,
    Target,
    all_targets,
    targets,
    why_not_killed,
)
from properties.vectors.vector import Vector, Vectors, write_vectors
from reference_engine import games, load
from reference_engine.errors import EngineError
from reference_engine.interface import Game
from reference_engine.jsonform import Json, canonical

TARGET = Path(__file__).parents[2] / "seeds" / "vectors"
_DEFAULT_CASES, _MUTANT_CASES, _OTHER_CASES = 240, 100, 40
"""Of the default ruleset, of others under which a mutant shows, and of each other alternative."""

_KINDS = (MUTANT, PARTING, EDGE, PAIR, CLAUSE)  # by what a vector is named, if several things are as rare
TIMES = 3
"""How many vectors show each thing, as far as there are so many: a program may not be able to do what one asks."""


@dataclass
class Making:
    """The candidates of one game so far, by what they ask and expect. retired: ids that are used no more."""

    showing: Showing
    retired: Sequence[str] = ()
    found: dict[str, Candidate] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game."""
        return self.showing.game

    def add(self, candidate: Candidate) -> None:
        """Adds a candidate, with all that it shows; to what is there already, if that asks and expects the same."""
        shown = self.showing.shown(candidate.vector, candidate.ruleset)
        key = f"{shown.content} {canonical(dict(shown.readings))}"
        known = self.found.setdefault(key, replace(candidate, vector=shown))
        merged = replace(
            known.vector,
            kills={**shown.kills, **known.vector.kills},
            partings=tuple(dict.fromkeys((*known.vector.partings, *shown.partings))),
        )
        self.found[key] = replace(known, vector=merged)

    def make(self) -> None:
        """Looks for candidates under every ruleset that is of use."""
        for ruleset, cases in self._rulesets().items():
            for candidate in candidates(self.game, ruleset, 0, cases):
                self.add(candidate)
            _tell(f"{self.game.NAME}: {len(self.found)} candidates; {ruleset.differences() or 'the default ruleset'}")
        self._mirror()

    def _rulesets(self) -> dict[Any, int]:
        """Each ruleset under which a mutant shows or one reading has another value, with how many cases it gets."""
        others = [self.game.Ruleset.from_readings(each.readings) for each in mutants(self.game.NAME)]
        singles = dict.fromkeys(alternatives(self.game).values(), _OTHER_CASES)
        return {**singles, **dict.fromkeys(others, _MUTANT_CASES), self.game.Ruleset(): _DEFAULT_CASES}

    def _mirror(self) -> None:
        """Where only one of two values is told from the other: the same play under that other value."""
        shown = {parting for each in self.found.values() for parting in each.vector.partings}
        for candidate in list(self.found.values()):
            for parting in candidate.vector.partings:
                reading, values = parting.split("=")
                value, other = values.split("/")
                if f"{reading}={other}/{value}" not in shown:
                    for each in mirrored(self.game, candidate, {reading: other}):
                        self.add(each)

    def chosen(self, before: Sequence[Vector]) -> list[Vector]:
        """Few that show all that can be shown. before: those that are kept already, which come first."""
        kept = list(self._renewed(before))
        pool = [*(candidate for _, candidate in kept), *self.found.values()]
        ids, first = [key for key, _ in kept], range(len(kept))
        sizes = {number: size(each.vector) for number, each in enumerate(pool)}
        shown = {number: targets(each.vector) for number, each in enumerate(pool)}
        whole: dict[int, Vector] = {}
        numbers: list[int] = []
        while not numbers:
            numbers = cover(shown, sizes, first, TIMES)
            _tell(f"{self.game.NAME}: {len(numbers)} chosen; now everything that they show")
            whole |= {number: self._whole(pool[number]) for number in numbers if number not in whole}
            for number in twice({number: whole[number] for number in numbers}):
                del shown[number]
                numbers = []
        covers = {number: targets(whole[number]) for number in numbers}
        left = reduced(covers, {number: size(whole[number]) for number in numbers}, first, TIMES)
        names = dict(zip(first, ids, strict=True))
        return named([(names.get(number, ""), whole[number]) for number in left], self.retired)

    def _renewed(self, before: Sequence[Vector]) -> Iterator[tuple[str, Candidate]]:
        """Those that are kept, with what follows now; without those that cannot be played any more."""
        for vector in before:
            ruleset = self.game.Ruleset.from_readings(vector.readings)
            with suppress(EngineError):
                new = self.showing.shown(replace(again(self.game, vector), opening=vector.opening), ruleset)
                yield vector.id, Candidate(replace(new, kills=self.showing.killed_by(new)), ruleset)

    def _whole(self, candidate: Candidate) -> Vector:
        """The vector with its opening, the readings that it needs, and all the mutants that it kills."""
        vector = candidate.reached()
        needed = replace(vector, readings=hangs_on(vector, self.game, candidate.ruleset))
        if covered(needed, self.game) == (vector.clauses, vector.edges):
            vector = needed
        return replace(vector, kills=self.showing.killed_by(vector))


def twice(vectors: Mapping[int, Vector]) -> set[int]:
    """The numbers of those that say the same as one before them, under the same readings."""
    first: dict[str, int] = {}
    for number, vector in sorted(vectors.items()):
        first.setdefault(f"{vector.content} {canonical(dict(vector.readings))}", number)
    return vectors.keys() - set(first.values())


def size(vector: Vector) -> int:
    """In characters of JSON."""
    return len(json.dumps(vector.to_json()))


def named(found: Sequence[tuple[str, Vector]], retired: Sequence[str]) -> list[Vector]:
    """The vectors by name: the one that each has, or one made of the rarest that it shows and that nothing has had."""
    often = Counter(target for _, vector in found for target in targets(vector))
    taken = {*retired, *(name for name, _ in found)}
    vectors = []
    for name, vector in found:
        stem = slug(min(targets(vector), key=lambda target: (often[target], _KINDS.index(target[0]), target)))
        names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        vectors.append(replace(vector, id=name or next(each for each in names if each not in taken)))
        taken.add(vectors[-1].id)
    return sorted(vectors, key=lambda vector: vector.id)


def slug(target: Target) -> str:
    """What is to be covered as small letters and digits, with hyphens between them."""
    kind, key, more = target
    further = {MUTANT: "" if more == PLAY else more, PARTING: "", PAIR: f"with {more}"}.get(kind, f"for {more}")
    return re.sub("[^a-z0-9]+", "-", f"{key} {further}".lower()).strip("-")


def coverage(showing: Showing, vectors: Sequence[Vector]) -> Json:
    """Of each kind how many there are, how many of them are covered, and why the others are not."""
    shown = {(target[0], target[1]) for vector in vectors for target in targets(vector)}
    told: Json = {}
    for kind, ids in all_targets(showing.game.NAME).items():
        missing = sorted(key for key in ids if (kind, key) not in shown)
        why = {key: why_not_killed(showing, key) if kind == MUTANT else "no candidate shows it" for key in missing}
        told[kind] = {"of": len(ids), "covered": len(ids) - len(missing), "missing": why}
    return told


def write(game: str, made: Vectors, covers: Json) -> None:
    """Writes the file of a game, and the manifest."""
    manifest = read_manifest((TARGET / NAME).read_bytes()) if (TARGET / NAME).exists() else None
    before = {each.id: each for each in _before(game)}
    text, ids = write_vectors(made), [each.id for each in made.vectors]
    (TARGET / file_of(game)).write_text(text, encoding="utf-8")
    known = manifest or Manifest("0.0.0", {}, {})
    changed = any(before.get(each.id) not in (None, each) for each in made.vectors)
    gone = sorted({*known.retired.get(game, []), *before} - {*ids})
    new = Manifest(
        version=next_version(manifest.version if manifest else None, ids, before, changed),
        hashes={**known.hashes, game: hash_of(text.encode())},
        counts={**known.counts, game: len(ids)},
        coverage={**known.coverage, game: covers},
        retired={**known.retired, game: gone},
    )
    (TARGET / NAME).write_text(write_manifest(new), encoding="utf-8")


def _before(game: str) -> tuple[Vector, ...]:
    """The vectors that are kept already."""
    return shipped_vectors(game).vectors if (TARGET / file_of(game)).exists() else ()


def main(arguments: Sequence[str]) -> None:
    """Makes the files of these games, or of all."""
    for name in arguments or games():
        retired = shipped_manifest().retired.get(name, []) if (TARGET / NAME).exists() else []
        making = Making(Showing(load(name)), retired)
        making.make()
        made = Vectors(making.game, tuple(making.chosen(_before(name))))
        write(name, made, coverage(making.showing, made.vectors))


def _tell(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
