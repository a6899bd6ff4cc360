"""Asking a program about a vector, and comparing its answers with what the vector expects."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Comparer, Difference, What
from properties.conformance.failures import NoAnswer, Unsupported
from properties.conformance.parts import parts
from properties.conformance.program import Program
from properties.vectors.expecting import leads_there
from properties.vectors.vector import Vector
from reference_engine.jsonform import Json, canonical
from reference_engine.record import Header


@dataclass(frozen=True)
class Asked:
    """What came of a vector. skipped: why it, or what of it, was not asked, or ""."""

    case: Case
    difference: Difference | None = None
    skipped: str = ""


class Claimed:
    """What a vector expects, as the other side of a comparison. lead: what is played before its first position."""

    def __init__(self, vector: Vector, rules: Rules, lead: int) -> None:
        self._vector, self._rules, self._lead = vector, rules, lead

    def state(self, index: int) -> Json | None:
        """The position; None where the last action is to be refused."""
        place = index - self._lead
        if place < 0:
            return self._rules.state(index)
        if place == 0:
            return self._vector.state
        if place <= len(self._vector.refuse):
            return None
        return self._vector.steps[place - len(self._vector.refuse) - 1].state

    def legal(self, index: int) -> Sequence[Json]:
        """The legal actions."""
        place = index - self._lead - len(self._vector.refuse)
        return self._vector.legal if place <= 0 else self._vector.steps[place - 1].legal

    def outcome(self, index: int) -> Json:
        """The outcome."""
        del index
        return self._vector.outcome or {}


def ask(program: Program, vector: Vector, ruleset: Any) -> Asked:
    """Asks about a vector that holds under that ruleset: at its position, or else from its opening."""
    game = program.game
    case = _case(vector, game, ruleset, vector.state, [])
    try:
        return _ask(program, vector, case, 0)
    except Unsupported as skip:
        if skip.method != "new_game" or vector.opening is None:
            return Asked(case, skipped=skip.told)
        if not leads_there(vector, game, ruleset.readings()):
            return Asked(case, skipped=f"{skip.told}; its opening leads there under other readings only")
    case = _case(vector, game, ruleset, vector.opening.state, vector.opening.actions)
    try:
        return _ask(program, vector, case, len(vector.opening.actions))
    except Unsupported as skip:
        return Asked(case, skipped=skip.told)


def _case(vector: Vector, game: Any, ruleset: Any, start: Json, lead: Sequence[Json]) -> Case:
    header = Header(game, ruleset, game.position_from_json(start, ruleset))
    actions = (*lead, *(each.action for each in vector.refuse), *(each.action for each in vector.steps))
    return Case(header, tuple(map(game.action_from_json, actions)))


def _ask(program: Program, vector: Vector, case: Case, lead: int) -> Asked:
    rules = Rules(case)
    comparer = Comparer(rules, Claimed(vector, rules, lead))
    index = 0
    try:
        found = comparer.state(0, program.new_game(program.game.position_to_json(case.header.start)))
        if not found and lead == 0:
            found = _listed(program, comparer, 0)
        for index, action in enumerate(case.actions, start=1):
            if found:
                break
            found = comparer.state(index, program.apply(program.game.action_to_json(action)))
            if not found and index in (lead, lead + len(vector.refuse), *_steps(vector, lead)):
                found = _listed(program, comparer, index)
        if not found and vector.outcome is not None:
            if "outcome" not in program.capabilities:
                return Asked(case, skipped="no outcome")
            found = comparer.outcome(index, program.outcome())
        if not found and vector.views:
            return _look(program, vector, case, index)
    except NoAnswer as failure:
        found = [comparer.failure(index, failure)]
    return Asked(case, next(iter(found), None))


def _steps(vector: Vector, lead: int) -> range:
    """After how many actions there is the position after each step."""
    first = lead + len(vector.refuse) + 1
    return range(first, first + len(vector.steps))


def _listed(program: Program, comparer: Comparer, index: int) -> list[Difference]:
    return comparer.legal(index, program.legal_actions()) if "legal_actions" in program.capabilities else []


def _look(program: Program, vector: Vector, case: Case, index: int) -> Asked:
    """Whether what players see stays the same when cards that they do not see lie elsewhere."""
    if "observe" not in program.capabilities:
        return Asked(case, skipped="no observe")
    clauses = parts(program.game.NAME).VIEW_CLAUSES
    for view in vector.views:
        seen = []
        for state in (vector.state, view.state):
            program.new_game(state)
            seen.append(program.observe(view.player))
        if canonical(seen[0]) != canonical(seen[1]):
            field = f"player {view.player}"
            return Asked(case, Difference(What.VIEW, index, field, None, seen[0], seen[1], clauses, clauses))
    return Asked(case)
