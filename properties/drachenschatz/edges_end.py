"""The rare situations at the end of a game: who is out, who wins, and which readings it hangs on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from properties.drachenschatz.board import COW, SHEEP, TREASURES, worth
from properties.property import Position

Counts = Sequence[int]  # of one kind of animal, or of both together, for each player

END_EDGES: dict[str, tuple[str, ...]] = {
    "fewest.lone": (),
    "fewest.lone_zero": (),
    "fewest.shared_by_two": (),
    "fewest.shared_by_three": (),
    "fewest.shared_by_all": (),
    "halves.two_players": (),
    "halves.one_player": (),
    "halves.lone_zero": (),
    "halves.cows_shared": (),
    "halves.sheep_shared": (),
    "halves.both_shared": (),
    "halves.alone_and_sharing": (),
    "halves.sharing_both": (),
    "halves.several_with_both": (),
    "next.lone_lowest": ("animals.tie=spared",),
    "next.none_alone": ("animals.tie=spared",),
    "out.nobody": (),
    "out.two": (),
    "out.highest": (),
    "tie.two": (),
    "tie.three": (),
    "tie.all": (),
    "tie.with_out": (),
    "win.zero": (),
    "matters.animals.tie": (),
    "matters.animals.tie_scope": ("animals.both=has",),
    "matters.animals.both": (),
    "matters.win.tie": (),
}
"""Each with the "READING=VALUE" that rule it out.

`fewest`: of the animals with 3 or 4 players. `halves`: the fewest cows and the fewest sheep with 5 or 6. `next`: under
`animals.tie` of that value. `matters`: with another value of that reading others are out, or others win.
"""

_OTHER = {
    "animals.tie": {"spared": "next", "next": "spared"},
    "animals.tie_scope": {"half": "player", "player": "half"},
    "animals.both": {"alone": "has", "has": "alone"},
    "win.tie": {"shared": "none", "none": "shared"},
}
"""For each reading about the end, and each of its values, the other one."""


@dataclass(frozen=True)
class End:
    """How a game ended: each player's number of cows, of sheep, and score."""

    cows: tuple[int, ...]
    sheep: tuple[int, ...]
    scores: tuple[int, ...]
    readings: Mapping[str, str]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.scores)

    @cached_property
    def counted(self) -> tuple[Counts, ...]:
        """The numbers of which each has a minimum: of animals with 3 or 4 players, else of cows and of sheep."""
        if self.players <= 4:
            return ([sum(animals) for animals in zip(self.cows, self.sheep, strict=True)],)
        return self.cows, self.sheep

    @cached_property
    def out(self) -> frozenset[int]:
        """The players who are out."""
        if self.players <= 4:
            return self.put_out_by(self.counted[0])
        cows, sheep = lowest(self.cows), lowest(self.sheep)
        by_cows, by_sheep = self.put_out_by(self.cows), self.put_out_by(self.sheep)
        if self.readings["animals.tie_scope"] == "player":
            by_cows, by_sheep = by_cows - _several(sheep), by_sheep - _several(cows)
        if self.readings["animals.both"] == "has" and cows & sheep:
            return (cows & sheep) - _several(cows & sheep)
        return by_cows | by_sheep

    def put_out_by(self, counts: Counts) -> frozenset[int]:
        """The player who is alone on the lowest number, or on the lowest that one player alone has; or nobody."""
        fewest = lowest(counts)
        if len(fewest) > 1 and self.readings["animals.tie"] == "next":
            alone = [count for count in counts if counts.count(count) == 1]
            fewest = frozenset(player for player, count in enumerate(counts) if alone and count == min(alone))
        return fewest - _several(fewest)

    @cached_property
    def best(self) -> frozenset[int]:
        """The players with the highest score of those still in."""
        most = max(score for player, score in enumerate(self.scores) if player not in self.out)
        return frozenset(p for p, score in enumerate(self.scores) if score == most and p not in self.out)

    @property
    def winners(self) -> frozenset[int]:
        """The players who win."""
        return self.best if self.readings["win.tie"] == "shared" else self.best - _several(self.best)


def lowest(counts: Counts) -> frozenset[int]:
    """The players with the lowest number."""
    return frozenset(player for player, count in enumerate(counts) if count == min(counts))


def _several(players: frozenset[int]) -> frozenset[int]:
    """These players if they are more than one."""
    return players if len(players) > 1 else frozenset()


def end_of(position: Position) -> End:
    """How the game ended with that position."""
    hoards, table = position.data["hoards"], worth(position.data)
    return End(
        cows=tuple(hoard.count(COW) for hoard in hoards),
        sheep=tuple(hoard.count(SHEEP) for hoard in hoards),
        scores=tuple(sum(table[card] for card in hoard if card in TREASURES) for hoard in hoards),
        readings=position.readings,
    )


def end_clauses(end: End) -> Iterator[str]:
    """The clauses that such an end carries out."""
    yield "D-SCORE-1"
    yield "D-WIN-1"
    if end.players <= 4:
        yield "D-ANIMAL-1"
        return
    yield "D-ANIMAL-2"
    with_both = lowest(end.cows) & lowest(end.sheep)
    alone_on_both = lowest(end.cows) == lowest(end.sheep) and len(with_both) == 1
    if alone_on_both or (with_both and end.readings["animals.both"] == "has"):
        yield "D-ANIMAL-3"


def end_edges(end: End) -> Iterator[str]:
    """The edges that such an end is on."""
    yield from animal_edges(end)
    yield from score_edges(end)
    yield from reading_edges(end)


def animal_edges(end: End) -> Iterator[str]:
    """`fewest`, `halves` and `next`: those that hang on the animals alone."""
    yield from _fewest(end) if end.players <= 4 else _halves(end)
    if end.readings["animals.tie"] == "next":
        for counts in end.counted:
            alone = end.put_out_by(counts)
            if not alone:
                yield "next.none_alone"
            elif alone != lowest(counts):
                yield "next.lone_lowest"


def _fewest(end: End) -> Iterator[str]:
    """With 3 or 4 players."""
    (animals,) = end.counted
    sharing = len(lowest(animals))
    if sharing == 1:
        yield "fewest.lone" if min(animals) else "fewest.lone_zero"
    elif sharing == end.players:
        yield "fewest.shared_by_all"
    else:
        yield "fewest.shared_by_two" if sharing == 2 else "fewest.shared_by_three"


def _halves(end: End) -> Iterator[str]:
    """With 5 or 6 players."""
    cows, sheep = lowest(end.cows), lowest(end.sheep)
    match len(cows) > 1, len(sheep) > 1:
        case False, False:
            yield "halves.one_player" if cows == sheep else "halves.two_players"
        case True, True:
            yield "halves.both_shared"
            if cows & sheep:
                yield "halves.sharing_both" if len(cows & sheep) == 1 else "halves.several_with_both"
        case cows_shared, _:
            yield "halves.cows_shared" if cows_shared else "halves.sheep_shared"
            if cows & sheep:
                yield "halves.alone_and_sharing"
    if any(min(counts) == 0 and counts.count(0) == 1 for counts in end.counted):
        yield "halves.lone_zero"


def score_edges(end: End) -> Iterator[str]:
    """`out`, `tie` and `win`: those about who is out, and who has the highest score."""
    if not end.out:
        yield "out.nobody"
    elif len(end.out) == 2:
        yield "out.two"
    most = max(end.scores[player] for player in end.best)
    if any(end.scores[player] > most for player in end.out):
        yield "out.highest"
    if any(end.scores[player] == most for player in end.out):
        yield "tie.with_out"
    if most == 0:
        yield "win.zero"
    if len(end.best) == end.players - len(end.out):
        yield "tie.all"
    if len(end.best) == 2:
        yield "tie.two"
    elif len(end.best) == 3:
        yield "tie.three"


def reading_edges(end: End) -> Iterator[str]:
    """`matters`: those where it hangs on a reading who is out or who wins."""
    for reading, other in _OTHER.items():
        if reading == "animals.tie_scope" and end.readings["animals.both"] == "has":
            continue  # it matters there only together with animals.tie=next, and hardly ever
        changed = replace(end, readings={**end.readings, reading: other[end.readings[reading]]})
        if (changed.out, changed.winners) != (end.out, end.winners):
            yield f"matters.{reading}"
