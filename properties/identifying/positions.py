"""Questions put to a program that can be set to any position."""

from dataclasses import replace

from properties.identifying.questions import Known, classes, kept
from properties.identifying.reasons import visible
from properties.identifying.searching import parting_questions
from properties.identifying.state import Identifying


def ask_positions(state: Identifying) -> None:
    """Asks those that part what is left, the best first; looks for others; then asks those kept that are left over."""
    left_over = _part(state, list(kept(state.program.game.NAME)))
    _search(state)
    for known in left_over:
        if state.left > 0:
            _ask(state, known)


def _part(state: Identifying, waiting: list[Known]) -> list[Known]:
    """Asks kept questions as long as one of them parts what is left. The others, the smallest first."""
    left_over: list[Known] = []
    while waiting:
        weighed = []
        for known in waiting:
            known = replace(known, branches=tuple(e for e in known.branches if state.remaining.count(e.values)))
            weight = _weight(known, state)
            if weight is None:
                left_over.append(known)
            else:
                weighed.append(((known.question.full, weight, known.question.size), known))
        weighed.sort(key=lambda each: each[0])
        waiting = [known for _, known in weighed[1:]]
        for _, best in weighed[:1]:
            _ask(state, best)
    return sorted(left_over, key=lambda known: known.question.size)


def _search(state: Identifying) -> None:
    """Looks for questions that show what the kept ones do not."""
    game = state.program.game
    for reading in visible(state):
        for other in state.others(reading):
            if state.left <= 0:
                state.cut = True
                return
            pair = state.remaining.nearest(game), other
            found = next(parting_questions(game, pair, state.small is False, state.sight), None)
            if found:
                _ask(state, found)


def _ask(state: Identifying, known: Known) -> None:
    """Asks a question, unless it is one too many, or small and the program takes none: it may have one box only."""
    question = known.question
    if not question.full and state.small is False:
        return
    if state.left <= 0:
        state.cut = True
        return
    answered = state.ask(question.state, [question.action])
    if not question.full:
        state.small = state.small or answered


def _weight(known: Known, state: Identifying) -> int | None:
    """How many rulesets are left after a question, on average, times how many there are; None if it parts nothing."""
    alike = classes(known.branches, state.sight).values()
    if len(alike) == 1:
        return None
    return sum(sum(state.remaining.count(branch.values) for branch in each) ** 2 for each in alike)
