"""Attribution: which other values of readings explain what a program does otherwise.

Of all changes by one value, and then by two, those count that explain most faults by fewest values. A change is
overruled by any case in which the program does as the rules without it say, and not as those with it. What is left
is put to the test by fresh cases under its rules; what these show is asked of all others, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from properties.conformance.asking import Counts, Examiner
from properties.conformance.campaign import Campaign
from properties.conformance.cases import Case
from properties.conformance.dealt import Dealt
from properties.conformance.evidence import Change, Evidence, Played, Recorded, as_shown, changed
from properties.conformance.faults import Seen
from properties.conformance.findings import Found, found
from properties.conformance.generating import Source
from properties.conformance.program import Program
from properties.conformance.working import Order, begin, programs
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.record import read_record

_CASES = 60  # fresh ones for a change; as few as show every clause
_FRESH = 10**6  # the number of the first of them
_MOST = 12  # changes that are put to the test


@dataclass(frozen=True)
class Attribution:
    """What readings explain of what was found.

    changes: those that explain as much by as few values, which nothing tells apart; () for none. explained: the places
    of the faults that they explain; agreed: of those in which the program does as the rules say. shown: for each
    reading of the first change the place of the fault that shows it best. more: what was found under that change
    beside. counts: what was asked under it.
    """

    changes: tuple[Change, ...] = ()
    explained: frozenset[int] = frozenset()
    agreed: frozenset[int] = frozenset()
    shown: Mapping[str, int] = field(default_factory=dict)
    more: tuple[Found, ...] = ()
    counts: Counts = field(default_factory=Counts)


class Weighing:
    """Faults, and what explains them. bases: the readings under which they were found. pairs: whether two may be."""

    def __init__(self, game: Game, bases: Sequence[Mapping[str, str]], pairs: bool = True) -> None:
        choices = game.Ruleset.choices()
        others = [
            (reading, value)
            for reading, values in choices.items()
            for value in values
            if any(base[reading] != value for base in bases)
        ]
        self._single: list[Change] = [(other,) for other in others]
        both = combinations(others, 2) if pairs else ()
        self._double: list[Change] = [(one, two) for one, two in both if one[0] != two[0]]
        self._faults: list[Sequence[Evidence]] = []

    def add(self, evidence: Sequence[Evidence]) -> None:
        """Adds a fault by what shows it, the smallest first; nothing where it cannot be asked about again."""
        self._faults.append(evidence)

    def agreed(self) -> frozenset[int]:
        """The places of the faults that show nothing against the rules as they are."""
        return frozenset(place for place, pieces in enumerate(self._faults) if pieces and pieces[0].agrees(()))

    def explained(self, change: Change) -> frozenset[int]:
        """The places of the faults that a change explains."""
        return frozenset(
            place
            for place, pieces in enumerate(self._faults)
            if pieces and not pieces[0].agrees(()) and pieces[0].agrees(change)
        )

    def overruled(self, change: Change) -> bool:
        """Whether a case speaks for the rules without the change or a part of it, and against those with it."""
        parts: list[Change] = [(), *((each,) for each in change if len(change) > 1)]
        return any(
            not piece.agrees(change) and any(piece.agrees(part) for part in parts)
            for pieces in self._faults
            for piece in pieces
        )

    def best(self) -> tuple[Change, ...]:
        """The changes that explain most by fewest values, and are not overruled."""
        wanted = sum(bool(pieces) for pieces in self._faults) - len(self.agreed())
        best = self._best(self._single)
        if wanted and (not best or len(self.explained(best[0])) < wanted):
            best = self._best([*self._single, *self._double])
        return best

    def _best(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        def rank(change: Change) -> tuple[int, int]:
            return -len(self.explained(change)), len(change)

        for (count, _), alike in groupby(sorted(changes, key=rank), key=rank):
            left = tuple(change for change in alike if count and not self.overruled(change))
            if left:
                return left
        return ()


def settle(weighing: Weighing, test: Callable[[Change], Iterator[Sequence[Evidence]]]) -> tuple[Change, ...]:
    """The best changes once each has been put to the test; () where they are too many for that.

    test: the faults that fresh cases show under the rules that have changed so.
    """
    tested: set[Change] = set()
    while left := [change for change in weighing.best() if change not in tested]:
        if len(tested) == _MOST:
            return ()
        tested.add(left[0])
        for evidence in test(left[0]):
            weighing.add(evidence)
            if weighing.overruled(left[0]):
                break
    return weighing.best()


def attribute(
    order: Order, faults: Sequence[Found], records: Sequence[tuple[str, bytes]] = ()
) -> Iterator[Attribution]:
    """What readings explain of the faults of a program. The faults found under a change are asked about as well."""
    with programs(replace(order, against=())) as (program, _):
        begin(program)
        yield Attributing(order, program, records).run(faults)


class Attributing:
    """One program and the changes that it is asked about. more, counts: what was found and asked under each."""

    def __init__(self, order: Order, program: Program, records: Sequence[tuple[str, bytes]]) -> None:
        self._order, self._program, self._records = order, program, records
        self._more: dict[Change, list[Found]] = {}
        self._counts: dict[Change, Counts] = {}

    def run(self, faults: Sequence[Found]) -> Attribution:
        """What readings explain of these faults."""
        bases = [self._order.readings, *(play.readings for each in faults for play in each.plays)]
        asks_again = self._order.start != "deals"  # else all is inferred, which takes too long for pairs
        weighing = Weighing(self._program.game, bases, pairs=asks_again)
        for each in faults:
            weighing.add(self._evidence(each))
        settled = settle(weighing, self._test)
        known = frozenset(range(len(faults)))
        agreed = weighing.agreed() & known
        explained, changes = frozenset[int](), tuple[Change, ...]()
        for change in settled:
            alike = weighing.explained(change) & known
            if alike and not self._breaks_still(change, alike, faults) and alike == (explained or alike):
                explained, changes = alike, (*changes, change)
        if not changes:
            return Attribution(agreed=agreed)
        left = {each.key for place, each in enumerate(faults) if place not in explained}
        return Attribution(
            changes,
            explained,
            agreed,
            {reading: self._shows(weighing, changes[0], reading, explained) for reading, _ in changes[0]},
            tuple(each for each in self._more[changes[0]] if each.key not in left),
            self._counts[changes[0]],
        )

    def _breaks_still(self, change: Change, explained: frozenset[int], faults: Sequence[Found]) -> bool:
        """Whether a clause of which the change explains a fault is broken under it, too: then it is no explanation."""
        keys = {faults[place].key for place in explained}
        return any(each.key in keys for each in self._more[change])

    @staticmethod
    def _shows(weighing: Weighing, change: Change, reading: str, explained: frozenset[int]) -> int:
        """The place of the first fault that needs that reading, if one does."""
        rest = weighing.explained(tuple(each for each in change if each[0] != reading))
        return min(explained - rest or explained)

    def _evidence(self, each: Found) -> Sequence[Evidence]:
        if each.plays:
            return [Played(self._program, play, legal=not place) for place, play in enumerate(each.plays)]
        if self._order.start == "deals" and each.finding.record:
            shown = changed(as_shown(each.finding.record), self._order.readings)
            return [Recorded(shown, self._order.box)]
        return []

    def _test(self, change: Change) -> Iterator[Sequence[Evidence]]:
        """Cases under the rules that have changed so, and the recorded games, each fault as it is found."""
        self._more[change] = []
        self._counts[change] = Counts()
        examiner = Examiner(self._program, self._counts[change])
        for each in self._found(examiner, change):
            before = [other for other in self._more[change] if other.key not in (each.key, each.replaces)]
            self._more[change] = [*before, each]
            yield self._evidence(each)

    def _found(self, examiner: Examiner, change: Change) -> Iterator[Found]:
        order, game = self._order, self._program.game
        source = self._source(order.readings, change)
        numbers = range(_FRESH, _FRESH + _CASES)
        deals = order.start == "deals"
        dealt = Dealt(examiner, source, deals)
        campaign = Campaign(examiner, source)
        for fault in dealt.run(numbers, _never) if deals else campaign.run(numbers, _never, dealt):
            if fault and not isinstance(fault, Seen):
                each = fault if isinstance(fault, Found) else found(fault, self._program)
                yield _held_against(order.readings, each)
        for name, data in self._records:
            readings = read_record(data).header.ruleset.readings()
            record = read_record(changed(data, dict(change)))
            source = Source(game, record.header.ruleset, order.box, order.seed, order.start == "any")
            actions = tuple(step.action for step in record.steps)
            case = Case(record.header, actions, (record.header, ()))
            again = Campaign(examiner, source).repeat(case)
            if again:
                yield _held_against(readings, replace(found(again, self._program), record=name))

    def _source(self, readings: Mapping[str, str], change: Change) -> Source:
        game = load(self._order.game)
        ruleset = game.Ruleset.from_readings({**readings, **dict(change)})
        return Source(game, ruleset, self._order.box, self._order.seed, self._order.start == "any")


def _held_against(readings: Mapping[str, str], each: Found) -> Found:
    """A fault that was found under a change, to be asked about from the readings without it."""
    return replace(each, plays=tuple(replace(play, readings=readings) for play in each.plays))


def _never() -> bool:
    return False
