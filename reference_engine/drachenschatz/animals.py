"""Who is out: the players with too few animals in their hoards."""

from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import COW, SHEEP

Counts = tuple[int, ...]  # of one kind of animal, or of both together, for each player


def eliminated(hoards: tuple[str, ...], ruleset: Ruleset) -> tuple[int, ...]:
    """The players who are out, ascending: D-ANIMAL-1 with 3 or 4 players, D-ANIMAL-2 and D-ANIMAL-3 with 5 or 6."""
    cows, sheep = _counts(hoards, COW), _counts(hoards, SHEEP)
    if len(hoards) <= 4:
        return _fewest(tuple(map(sum, zip(cows, sheep, strict=True))), ruleset)
    out = {
        *_unless_shared(_fewest(cows, ruleset), sheep, ruleset),
        *_unless_shared(_fewest(sheep, ruleset), cows, ruleset),
    }
    return _with_both(out, cows, sheep, ruleset)


def _counts(hoards: tuple[str, ...], animal: str) -> Counts:
    """D-ANIMAL-1: how many of an animal each player has; none counts as a number too."""
    return tuple(hoard.count(animal) for hoard in hoards)


def _fewest(counts: Counts, ruleset: Ruleset) -> tuple[int, ...]:
    """D-ANIMAL-1, D-ANIMAL-2: the player whom a number of animals puts out, if it puts out any."""
    lone = [number for number in sorted(counts) if counts.count(number) == 1]
    if ruleset.animals_tie == "spared":
        return tuple(counts.index(number) for number in lone if number == min(counts))
    return tuple(counts.index(number) for number in lone[:1])


def _unless_shared(out: tuple[int, ...], other: Counts, ruleset: Ruleset) -> tuple[int, ...]:
    """D-ANIMAL-2: whether the player put out by one half stays in for sharing the minimum of the other half."""
    if ruleset.animals_tie_scope == "half":
        return out
    return tuple(player for player in out if other[player] > min(other) or other.count(min(other)) == 1)


def _with_both(out: set[int], cows: Counts, sheep: Counts, ruleset: Ruleset) -> tuple[int, ...]:
    """D-ANIMAL-3: a player alone on both minima is the only one out, since nobody is out for coming second."""
    if ruleset.animals_both == "alone":
        return tuple(sorted(out))
    both = [p for p in range(len(cows)) if (cows[p], sheep[p]) == (min(cows), min(sheep))]
    if not both:
        return tuple(sorted(out))
    return tuple(both) if len(both) == 1 else ()
