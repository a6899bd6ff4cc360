"""Making a counterexample small: position and actions together, through the running program, by Hypothesis.

Hypothesis draws a number for everything that could be left out or be plainer: 0 does without it, any
other number keeps it as it was found. So most of what it draws at first is nearly the case that was found,
and what it does to make numbers smaller makes the case smaller.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Difference, What
from properties.conformance.parts import parts
from properties.constants import nothing_from_outside
from properties.property import Position
from reference_engine.errors import EngineError
from reference_engine.interface import Action
from reference_engine.record import Header

_PLAIN = 12  # plainer actions that are tried in place of the one that was found
_NUMBERS = st.integers(0, 99)  # not larger, so that Hypothesis takes no constants from loaded modules

Question = Callable[[Case], list[Difference]]


@dataclass
class Budget:
    """How much may be spent on one counterexample: questions to the program, and seconds."""

    questions: int = 400
    seconds: float = 8.0


@dataclass
class Small:
    """The smallest case so far that still differs in the same way. common: the clauses suspected in every such case."""

    case: Case
    difference: Difference
    common: tuple[str, ...]
    asked: int = 0

    @property
    def blamed(self) -> tuple[str, ...]:
        """The clauses to suspect, those first that explain every case that differed."""
        rest = tuple(clause for clause in self.difference.clauses if clause not in self.common)
        return self.common + rest


class _Enough(BaseException):
    """Occurs when no more questions are to be asked; nothing on the way takes it for a failure."""


class _Differs(Exception):
    """Occurs when a case still differs."""


def shrink(case: Case, difference: Difference, ask: Question, anywhere: bool, budget: Budget | None = None) -> Small:
    """The smallest case found that differs as this one does.

    ask: what differs in a case. anywhere: whether the program can be set to any position.
    """
    budget = budget or Budget()
    small = Small(case.first(difference.index), difference, difference.clauses)
    stop = time.monotonic() + budget.seconds

    def differs(other: Case) -> bool:
        if small.asked >= budget.questions or time.monotonic() > stop:
            raise _Enough
        small.asked += 1
        found = next((each for each in ask(other) if alike(each, difference)), None)
        if found is None:
            return False
        small.common = tuple(clause for clause in small.common if clause in found.clauses) or small.common
        smaller = other.first(found.index)
        if _size(smaller) <= _size(small.case):
            small.case, small.difference = smaller, found
        return True

    with suppress(_Enough):
        if anywhere:
            _begin_later(small, differs, fewest=int(difference.what is What.OUTCOME))
        found = None
        while found != small.case:
            found = small.case
            _reduce(found, differs, anywhere)
    return small


def alike(one: Difference, other: Difference) -> bool:
    """Whether a difference may be the same fault as the one that was found: no clause that it does not suspect."""
    if one.what is not other.what:
        return False
    if not one.clauses or one.what is What.FAILURE:
        return one.clause == other.clause
    return set(one.clauses) <= set(other.clauses)


def _size(case: Case) -> tuple[int, int, str]:
    game = case.header.game
    position = str(game.position_to_json(case.header.start))
    return len(case.actions), len(position) + sum(len(game.action_to_text(action)) for action in case.actions), position


def _begin_later(small: Small, differs: Callable[[Case], bool], fewest: int) -> None:
    """Leaves out as many of the first actions as possible; `fewest` stay: an outcome needs the action that ends it."""
    case, rules = small.case, Rules(small.case)
    last = fewest
    while last < len(case.actions):
        index = len(case.actions) - last
        start = Header(case.header.game, case.header.ruleset, rules.position(index).state, case.header.box)
        if differs(Case(start, case.actions[index:])):
            return
        last = 2 * last or 1


def _reduce(found: Case, differs: Callable[[Case], bool], anywhere: bool) -> None:
    """Leaves out cards, players and actions, and takes plainer actions."""

    @seed(0)
    @settings(
        database=None,
        deadline=None,
        max_examples=200,
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(_simpler(found, anywhere))
    def test(other: Case | None) -> None:
        if other is not None and differs(other):
            raise _Differs

    with nothing_from_outside(), suppress(_Differs, Flaky):  # Flaky: a program that answers otherwise each time
        test()


@st.composite
def _simpler(draw: st.DrawFn, case: Case, anywhere: bool) -> Case | None:
    """The case with something left out, wherever a 0 is drawn; None where no such position can stand on a table."""
    game, ruleset, start = case.header.game, case.header.ruleset, case.header.start
    rules = Rules(case)
    if anywhere:
        reduced = parts(game.NAME).reduced(game.position_to_json(start), lambda: draw(_NUMBERS) > 0)
        try:
            start = game.position_from_json(reduced, ruleset)
        except EngineError:
            return None
    actions: list[Action] = []
    for index, action in enumerate(case.actions, start=1):
        if index < len(case.actions) and draw(_NUMBERS) == 0:
            continue
        before = Rules(Case(Header(game, ruleset, start), tuple(actions))).position(len(actions))
        plain, chosen = _plainer(before, action, legal=not rules.refused(index)), draw(_NUMBERS)
        actions.append(plain[chosen] if chosen < len(plain) else action)
    return Case(Header(game, ruleset, start, case.header.box if not anywhere else None), tuple(actions))


def _plainer(position: Position, action: Action, legal: bool) -> Sequence[Action]:
    """Other actions of that kind, the plainest first: legal ones in place of a legal one, forbidden of a forbidden."""
    game = position.game
    others = position.legal if legal else parts(game.NAME).near_misses(position)
    kind, text = game.action_kind(action), game.action_to_text(action)
    texts = {game.action_to_text(other): other for other in others if game.action_kind(other) == kind}
    plain = sorted((other for other in texts if len(other) <= len(text)), key=lambda other: (len(other), other))
    return [texts[other] for other in plain[:_PLAIN]]
