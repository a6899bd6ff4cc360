"""A campaign against one program: case after case, and of what differs all distinct faults, each made small."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from properties.conformance.asking import Counts, Examiner, answers_of
from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Difference, What
from properties.conformance.dealt import Dealt
from properties.conformance.failures import Kind, NoAnswer, Unsupported
from properties.conformance.faults import Fault, Seen
from properties.conformance.findings import Found
from properties.conformance.generating import Source
from properties.conformance.parts import parts
from properties.conformance.shrinking import Question, shrink

MOST_RESTARTS = 10
_DEALT = 12  # one case in so many is followed by a game that the program deals, if it can
_STEPWISE = 9  # one case in so many is played step by step, one opening in three
_TWICE = 8  # one case in so many is played twice
_SHRINKS = 2  # of differences that look alike
_SURE = 3  # times that a fault has to be seen in a fresh process


class Campaign:
    """Asks about cases one after the other. What it finds is yielded; what it counts is in `examiner.counts`.

    wanted: the clauses that faults may be about; all if empty.
    """

    def __init__(self, examiner: Examiner, source: Source, wanted: frozenset[str] = frozenset()) -> None:
        self.examiner = examiner
        self.source = source
        self.wanted = wanted
        self.known: set[str] = set()
        self._faults: list[Fault] = []
        self.gave_up = ""
        self._failures = 0
        self._shrunk: Counter[tuple[What, str]] = Counter()

    def run(
        self, numbers: Iterable[int], stop: Callable[[], bool], dealt: Dealt | None = None
    ) -> Iterator[Fault | Found | Seen | None]:
        """Asks about the cases of these numbers until it is to stop. Each new fault, also as it is first seen; None
        after every case.

        dealt: plays games of the program's own now and then.
        """
        for number in numbers:
            if dealt and "deals" in self.examiner.program.capabilities and number % _DEALT == 0:
                for opening in dealt.ask(number, self.known):
                    self.known.add(opening.key)
                    yield opening
            for question, case in self._questions(number):
                if stop() or self.gave_up:
                    return
                yield from self._ask(number, question, case)
            yield None

    def _questions(self, number: int) -> Iterator[tuple[Question, Case]]:
        """What is asked in one turn: a game, near misses and a view on its way, and at times the game again."""
        capabilities, source = self.examiner.program.capabilities, self.source
        rng = source.rng(number)
        rules = source.case(number, avoid=self.known if number % 2 else ())
        batch = "replay" in capabilities and source.anywhere and number % _STEPWISE != 0
        legal = not batch or number % 2 == 0
        yield (lambda case: self.examiner.play(self._rules(rules, case), legal=legal, batch=batch)), rules.case
        misses = source.with_misses(rules, rng)
        if misses:
            yield self.play, misses
        if "observe" in capabilities and source.anywhere:
            index = rng.randrange(1 + rng.randrange(len(rules.case.actions) + 1))  # late games begin near their edge
            player = rng.randrange(self.source.game.players(rules.case.header.start))
            if not rules.over(index):
                yield (lambda case: self.look(case, player)), Case(source.at(rules, index), ())
        if number % _TWICE == 0:
            yield self.twice, rules.case

    def play(self, case: Case) -> list[Difference]:
        """Plays a case step by step."""
        return self.examiner.play(Rules(case))

    def look(self, case: Case, player: int) -> list[Difference]:
        """What a player sees at the start of a case."""
        if player >= case.header.game.players(case.header.start):
            return []
        return self.examiner.look(case.header, player)

    def twice(self, case: Case) -> list[Difference]:
        """Plays a case twice, and compares the answers with each other."""
        program = self.examiner.program
        self.examiner.counts.asked["twice"] += 1
        try:
            one, other = (answers_of(program, case, legal=True) for _ in range(2))
        except (NoAnswer, Unsupported):
            return []  # which the same case asked once tells better
        place = one.differs(other)
        return [] if place is None else [Difference(What.UNSTEADY, *place)]

    def repeat(self, case: Case) -> Fault | None:
        """Asks everything about one case, as often as it takes to find a fault; it is not made smaller."""
        for question, other in self._everything(case):
            found = question(other)
            if found:
                plain = self._without_refused(other, found[0])
                touched = plain is None and self._refused_before(other, found[0])
                difference = replace(found[0], what=What.TOUCHED) if touched else plain[1] if plain else found[0]
                fault = Fault(difference, plain[0] if plain else other.first(difference.index), None, 0)
                if not self.wanted or fault.key in self.wanted:
                    return fault
        return None

    def _everything(self, case: Case) -> Iterator[tuple[Question, Case]]:
        capabilities, name = self.examiner.program.capabilities, self.source.game.NAME
        rules = Rules(case)
        last = len(case.actions)
        legal_only = not any(rules.refused(index) for index in range(1, last + 1))
        yield self.play, case
        if "replay" in capabilities and self.source.anywhere and legal_only:
            yield (lambda other: self.examiner.play(Rules(other), batch=True)), case
        for index in range(last + 1):
            misses = tuple(parts(name).near_misses(rules.position(index)))
            if misses:
                yield self.play, replace(case, actions=(*case.actions[:index], *misses, *case.actions[index:][:1]))
            if "observe" in capabilities and self.source.anywhere and not rules.over(index):
                for player in range(self.source.game.players(case.header.start)):
                    yield partial(self.look, player=player), Case(self.source.at(rules, index), ())
        yield self.twice, case

    @staticmethod
    def _rules(rules: Rules, case: Case) -> Rules:
        return rules if case is rules.case else Rules(case)

    def _ask(self, number: int, question: Question, case: Case) -> Iterator[Fault | Seen]:
        found = question(case)
        difference = self._unexplained(found)
        if not found:
            return
        self._count_failure(found)
        if difference is None:
            self.examiner.counts.asked["explained"] += 1
            return
        self._shrunk[difference.what, difference.clause] += 1
        if self._is_new(difference.clause):
            yield Seen(Fault(difference, case.first(difference.index), None, number))
        fault = self._pursue(number, question, case, difference)
        if fault and self._is_new(fault.key):
            fault = self._generalised(fault)
            self.known.add(fault.key)
            self._faults.append(fault)
            yield fault

    def _is_new(self, key: str) -> bool:
        return key not in self.known and (not self.wanted or key in self.wanted)

    def _generalised(self, fault: Fault) -> Fault:
        """Where one clause explains an earlier fault of the same kind as well, one fault of that clause for both."""
        for earlier in self._faults:
            one, other = earlier.difference, fault.difference
            both = tuple(clause for clause in earlier.common if clause in fault.common)
            if both and (one.what, one.field) == (other.what, other.field):
                self._faults.remove(earlier)
                return replace(fault, difference=replace(other, clauses=both), common=both, replaces=earlier.key)
        return fault

    def _unexplained(self, found: list[Difference]) -> Difference | None:
        """The first of the differences at one place that is neither a known fault nor what follows from one."""
        known = self.known
        explained = [each for each in found if each.clause in known or set(each.clauses) & known]
        touched = {clause for each in explained for clause in each.suspects}
        for each in found:
            if each in explained or self._shrunk[each.what, each.clause] >= _SHRINKS:
                continue
            if any(other.field == "over" for other in explained) or touched & set(each.suspects):
                continue
            if not each.clauses and known & set(each.suspects):
                continue  # a position that was set up is not shown right, in a field that is known to be broken
            return each
        return None

    def _count_failure(self, found: list[Difference]) -> None:
        failures = [each.failure for each in found if each.failure and each.failure.kind is not Kind.ERROR]
        self._failures += len(failures)
        if self._failures >= MOST_RESTARTS:
            self.gave_up = f"gave up after {MOST_RESTARTS} restarts; the last time {failures[-1].reason}"

    def _pursue(self, number: int, question: Question, case: Case, difference: Difference) -> Fault | None:
        """Makes a difference small, and asks for it again in a fresh process. None where a known fault explains it."""
        counts, self.examiner.counts = self.examiner.counts, Counts()  # what is asked here counts for nothing
        try:
            if difference.what is What.UNSTEADY:
                return Fault(difference, case.first(difference.index), case.game(), number)
            if not self._shows_again(question, case, difference):
                return self._unsteady(Fault(difference, case.first(difference.index), case.game(), number))
            plain = self._without_refused(case, difference)
            if plain:
                case, difference = plain
                question = self.play
            elif What.TOUCHED in self.known and self._refused_before(case, difference):
                return None
            elif difference.what is not What.VIEW:
                found = self.play(case)
                again = self._unexplained(found)
                if found and again is None:
                    return None
                if again is None and difference.what is What.FAILURE:
                    again = difference  # only `replay` fails
                elif again is not None:
                    question = self.play
                else:  # what `replay` answers is not what `apply` does
                    return self._confirmed(
                        Fault(replace(difference, what=What.REPLAY), case, case.game(), number), question
                    )
                difference = again
            small = shrink(case, difference, question, self.source.anywhere)
            refused = self._refused_before(small.case, small.difference)
            named = replace(small.difference, clauses=small.blamed, what=What.TOUCHED if refused else difference.what)
            whole = case.first(difference.index).game()
            return self._confirmed(Fault(named, small.case, whole, number, small.common), question)
        finally:
            self.examiner.counts = counts

    def _confirmed(self, fault: Fault, question: Question) -> Fault:
        """The fault if a fresh process shows it again and again, at the same place, else that it is not steady."""
        self.examiner.program.close()
        seen = [[(each.what, each.index, each.field) for each in question(fault.case)] for _ in range(_SURE)]
        if not seen[0] or any(places != seen[0] for places in seen):
            return self._unsteady(fault)
        if fault.game is not None and not self.play(fault.game):
            return replace(fault, game=None)
        return fault

    def _shows_again(self, question: Question, case: Case, difference: Difference) -> bool:
        """Whether a fresh process differs at the same place."""
        self.examiner.program.close()
        place = difference.what, difference.index, difference.field
        return any((each.what, each.index, each.field) == place for each in question(case))

    @staticmethod
    def _unsteady(fault: Fault) -> Fault:
        """What a fault is that is not seen again: no answer at all stays that, anything else is unsteady."""
        if fault.difference.failure:
            reason = "not in a fresh process: it depends on what was asked before, or on chance"
            return replace(fault, difference=replace(fault.difference, reason=reason))
        return replace(fault, difference=replace(fault.difference, what=What.UNSTEADY))

    def _without_refused(self, case: Case, difference: Difference) -> tuple[Case, Difference] | None:
        """The case without the forbidden actions before the place of the difference, if it differs then too."""
        if not self._refused_before(case, difference):
            return None
        rules, concerned = Rules(case), _concerned(difference)
        actions = [
            action
            for index, action in enumerate(case.actions[: difference.index], start=1)
            if index == concerned or not rules.refused(index)
        ]
        plain = replace(case, actions=tuple(actions))
        found = next(iter(self.play(plain)), None)
        return (plain, found) if found else None

    @staticmethod
    def _refused_before(case: Case, difference: Difference) -> bool:
        rules = Rules(case)
        concerned = _concerned(difference)
        return any(rules.refused(index) for index in range(1, difference.index + 1) if index != concerned)


def _concerned(difference: Difference) -> int:
    """The number of the action that a difference is about; 0 where it is about the position that there is then."""
    return 0 if difference.what in (What.MISSING, What.EXTRA, What.TWICE, What.OUTCOME) else difference.index
