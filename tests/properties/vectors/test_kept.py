"""The vectors in `seeds/` are what the rules say now, cover what the manifest claims, and none of them is idle."""

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from properties.clauses import catalogue
from properties.mutants import mutants
from properties.schemas import why_malformed
from properties.vectors.checking import disagreement
from properties.vectors.expecting import ways
from properties.vectors.making import TIMES
from properties.vectors.manifest import NAME, file_of, hash_of, shipped, shipped_manifest, shipped_vectors
from properties.vectors.showing import MUTANT, Showing, Target, all_targets, targets, why_not_killed
from properties.vectors.vector import Vector
from reference_engine import games, load

each_game = pytest.mark.parametrize("game", games())


@cache
def kept(game: str) -> tuple[Vector, ...]:
    return shipped_vectors(game).vectors


@cache
def showing(game: str) -> Showing:
    return Showing(load(game))


def often(vectors: Iterable[Vector]) -> Counter[Target]:
    """How many vectors cover each thing."""
    return Counter(target for vector in vectors for target in targets(vector))


@each_game
def test_the_manifest_names_the_file_as_it_is(game: str) -> None:
    manifest = shipped_manifest()
    assert manifest.hashes[game] == hash_of((shipped() / file_of(game)).read_bytes())
    assert manifest.counts[game] == len(kept(game))
    assert not manifest.large


@each_game
def test_the_rules_say_what_every_vector_says(game: str) -> None:
    assert {each.id: told for each in kept(game) if (told := disagreement(load(game), each))} == {}


@each_game
def test_the_vectors_are_of_the_form_of_the_schemas(game: str) -> None:
    lines = (shipped() / file_of(game)).read_text(encoding="utf-8").splitlines()
    for line in (lines[0], *lines[1::12]):
        assert why_malformed(game, "urn:dragonproof:vector", json.loads(line)) == ""
    manifest = json.loads((shipped() / NAME).read_text(encoding="utf-8"))
    assert why_malformed(game, "urn:dragonproof:vectors-manifest", manifest) == ""


@each_game
def test_what_the_manifest_claims_to_be_covered_is(game: str) -> None:
    shown = {(kind, key) for kind, key, _ in often(kept(game))}
    for kind, ids in all_targets(game).items():
        told = shipped_manifest().coverage[game][kind]
        missing = {key for key in ids if (kind, key) not in shown}
        assert (told["of"], told["covered"]) == (len(ids), len(ids) - len(missing))
        assert told["missing"].keys() == missing


@each_game
def test_every_clause_every_edge_and_every_value_against_every_other_is_covered(game: str) -> None:
    coverage = shipped_manifest().coverage[game]
    assert [coverage[kind]["missing"] for kind in ("clause", "edge", "parting")] == [{}, {}, {}]
    assert {clause for each in kept(game) for clause in each.clauses} == set(catalogue(game).clauses)


@each_game
def test_every_mutant_is_killed_by_a_vector_that_says_so_or_only_deals_otherwise(game: str) -> None:
    missing = shipped_manifest().coverage[game][MUTANT]["missing"]
    for mutant in mutants(game):
        killing = [each for each in kept(game) if mutant.id in each.kills]
        if not killing:
            assert missing[mutant.id] == why_not_killed(showing(game), mutant.id)
            assert "openings" in missing[mutant.id]
            continue
        smallest = min(killing, key=lambda each: len(each.legal))
        broken = showing(game).broken(mutant.id)
        found = ways(smallest, broken, broken.Ruleset.from_readings(mutant.readings))
        assert sorted(found) == smallest.kills[mutant.id], (mutant.id, smallest.id)


@each_game
def test_every_parting_that_is_claimed_first_is_one(game: str) -> None:
    played, claimed = load(game), dict[str, Vector]()
    for vector in kept(game):
        for parting in vector.partings:
            claimed.setdefault(parting, vector)
    for parting, vector in claimed.items():
        reading, values = parting.split("=")
        value, other = values.split("/")
        ruleset = {**vector.readings, reading: value}
        assert not ways(vector, played, played.Ruleset.from_readings(ruleset)), (parting, vector.id)
        assert ways(vector, played, played.Ruleset.from_readings({**ruleset, reading: other})), (parting, vector.id)


@each_game
def test_leaving_out_any_tenth_loses_something(game: str) -> None:
    vectors, every = kept(game), often(kept(game))
    length = -(-len(vectors) // 10)
    for place in range(0, len(vectors), length):
        assert every.keys() - often([*vectors[:place], *vectors[place + length :]]).keys()
    for place in range(10):
        left = often(each for number, each in enumerate(vectors) if number % 10 != place)
        assert any(left[target] < min(TIMES, number) for target, number in every.items())


@each_game
def test_no_vector_can_be_left_out(game: str) -> None:
    every = often(kept(game))
    needed = {target for target, number in every.items() if number <= TIMES}
    assert [each.id for each in kept(game) if needed.isdisjoint(targets(each))] == []


@each_game
def test_a_vector_holds_under_other_values_of_the_readings_that_it_does_not_name(game: str) -> None:
    played = load(game)
    for vector in kept(game)[::10]:
        for reading, values in played.Ruleset.choices().items():
            for value in values if reading not in vector.readings else ():
                ruleset = played.Ruleset.from_readings({**vector.readings, reading: value})
                assert not ways(vector, played, ruleset), (vector.id, reading, value)


@each_game
def test_no_id_is_one_that_was_retired(game: str) -> None:
    assert {each.id for each in kept(game)}.isdisjoint(shipped_manifest().retired[game])
