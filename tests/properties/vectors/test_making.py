"""What is chosen is the same each time, keeps its ids, and holds wherever its readings say."""

import random
from dataclasses import replace

import pytest

from properties.rulesets import alternatives, random_ruleset
from properties.vectors import making
from properties.vectors.candidates import Candidate, candidates
from properties.vectors.expecting import hangs_on, ways
from properties.vectors.large import larger
from properties.vectors.making import Making, coverage, named, slug
from properties.vectors.manifest import shipped_vectors
from properties.vectors.showing import CLAUSE, MUTANT, PAIR, PARTING, Showing, all_targets, targets
from properties.vectors.vector import Vector
from reference_engine import games, load

NAME = games()[0]
GAME = load(NAME)
OTHER = next(iter(alternatives(GAME).values()))
MUTANTS = 3  # that show under the default ruleset, and as many others; the rest is left out, to save time


def a_few() -> list[Candidate]:
    return [each for ruleset in (GAME.Ruleset(), OTHER) for each in list(candidates(GAME, ruleset, 0, 6))[::4]]


def showing_few() -> Showing:
    showing = Showing(GAME)
    by_readings = sorted(showing.mutants, key=lambda key: bool(showing.mutants[key].readings))
    showing.mutants = {key: showing.mutants[key] for key in (*by_readings[:MUTANTS], *by_readings[-MUTANTS:])}
    return showing


def made(before: list[Vector]) -> list[Vector]:
    """What is chosen of a few candidates."""
    few = Making(showing_few())
    for candidate in a_few():
        few.add(candidate)
    return few.chosen(before)


def test_the_same_candidates_give_the_same_vectors_and_what_is_kept_keeps_its_id() -> None:
    first = made([])
    assert len(first) > 10
    assert made([]) == first
    assert [replace(each, id="") for each in made(first)] == [replace(each, id="") for each in first]
    renamed = [replace(each, id=f"kept-{number}") for number, each in enumerate(first)]
    assert {each.id for each in made(renamed)} == {each.id for each in renamed}


def test_nothing_that_a_candidate_shows_is_lost() -> None:
    showing = showing_few()
    every = {target for each in a_few() for target in targets(showing.shown(each.vector, each.ruleset))}
    assert every <= {target for each in made([]) for target in targets(each)}


def test_what_is_chosen_names_the_readings_that_it_needs_and_kills_only_mutants_that_follow_them() -> None:
    chosen = made([])
    assert all(hangs_on(each, GAME, GAME.Ruleset.from_readings(each.readings)) == each.readings for each in chosen)
    by_id = showing_few().mutants
    killing = [(each, by_id[key]) for each in chosen for key in each.kills]
    assert any(mutant.readings for _, mutant in killing)
    for vector, mutant in killing:
        assert vector.readings.items() <= GAME.Ruleset.from_readings(mutant.readings).readings().items()


def test_an_id_is_given_once_and_never_one_that_was_retired() -> None:
    one, two = (replace(each, id="") for each in shipped_vectors(NAME).vectors[:2])
    (first,) = named([("", one)], [])
    assert named([("", one)], [first.id])[0].id == f"{first.id}-2"
    twice = [each.id for each in named([("", one), ("", one), ("mine", two)], [])]
    assert len(set(twice)) == 3
    assert "mine" in twice


def test_an_id_says_what_the_vector_is_about() -> None:
    assert slug((MUTANT, "setup-short", "play")) == "setup-short"
    assert slug((MUTANT, "setup-short", "legal")) == "setup-short-legal"
    assert slug((PARTING, "tie.count=type/owned", "")) == "tie-count-type-owned"
    assert slug((PAIR, "visit.3", "deck.0")) == "visit-3-with-deck-0"
    assert slug((CLAUSE, "V-END-2", "4")) == "v-end-2-for-4"


def test_coverage_names_what_is_missing_and_why() -> None:
    told = coverage(Showing(GAME), shipped_vectors(NAME).vectors[:1])
    for kind, ids in all_targets(NAME).items():
        assert (told[kind]["of"], told[kind]["covered"] + len(told[kind]["missing"])) == (len(ids), len(ids))
    assert "no candidate shows it" in told[MUTANT]["missing"].values()


@pytest.mark.parametrize("most", [1, 2, 128])
def test_a_vector_holds_under_every_ruleset_with_the_readings_that_it_needs(most: int) -> None:
    rng, fewer = random.Random(0), 0
    for candidate in a_few():
        needed = hangs_on(candidate.vector, GAME, candidate.ruleset, most)
        fewer += len(needed) < len(hangs_on(candidate.vector, GAME, candidate.ruleset, most=1))
        for _ in range(5):
            other = {**random_ruleset(GAME, rng).readings(), **needed}
            assert ways(candidate.vector, GAME, GAME.Ruleset.from_readings(other)) == ()
    assert bool(fewer) is (most > 1)


def test_a_vector_does_not_hold_under_other_values_of_the_readings_that_it_needs() -> None:
    for candidate in a_few():
        needed = hangs_on(candidate.vector, GAME, candidate.ruleset)
        for reading in needed if len(needed) == 1 else ():
            changed = [
                GAME.Ruleset.from_readings({**candidate.ruleset.readings(), reading: value})
                for value in GAME.Ruleset.choices()[reading]
            ]
            assert any(ways(candidate.vector, GAME, each) for each in changed)


def test_a_large_vector_holds_under_every_ruleset_with_its_readings() -> None:
    rng = random.Random(0)
    for vector in larger(GAME, OTHER, 4):
        other = {**random_ruleset(GAME, rng).readings(), **vector.readings}
        assert ways(vector, GAME, GAME.Ruleset.from_readings(other)) == ()


def test_what_is_made_lies_where_what_is_shipped_is_read() -> None:
    assert (making.TARGET / f"{NAME}.jsonl").exists()
