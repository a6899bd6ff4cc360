"""Why a reading could not be seen."""

from collections.abc import Iterator
from dataclasses import dataclass

from properties.identifying.questions import ALL, OUTCOME, differing, kept
from properties.identifying.searching import CASES
from properties.identifying.state import Identifying


@dataclass(frozen=True)
class Undetermined:
    """Why a reading has no value. settled: whether no further question could give it one."""

    reason: str
    settled: bool


def visible(state: Identifying) -> list[str]:
    """The readings without a value of which nothing is known that hides them."""
    return [reading for reading in state.open() if not _hidden(state, reading)]


def why_undetermined(state: Identifying, start: str) -> dict[str, Undetermined]:
    """The reason for each reading that has no value. start: what the program can be set to."""
    return {reading: _hidden(state, reading) or _why(state, start) for reading in state.open()}


def _hidden(state: Identifying, reading: str) -> Undetermined | None:
    """Why a reading cannot be seen, if the values of others hide it, or what the program does not show."""
    if by := state.hidden_by(reading):
        return Undetermined(f"hidden by {by}", settled=True)
    shown = frozenset().union(*_shown(state, reading))
    if not shown or any(map(state.sight.sees, shown)):
        return None
    if all(field.startswith(OUTCOME) for field in shown):
        return Undetermined("it shows in the outcome only, and the program offers no `outcome`", settled=True)
    return Undetermined(f"it shows in what the program leaves out only: {', '.join(sorted(shown))}", settled=True)


def _why(state: Identifying, start: str) -> Undetermined:
    if state.cut:
        return Undetermined(f"never asked: {state.most} questions are all that may be", settled=False)
    why = "; ".join(dict.fromkeys([*state.skipped, *(each.why for each in state.failed)]))
    if start != "any" and state.asked:
        whose = "it dealt" if start == "deals" else "begin with an opening"
        return Undetermined(f"not met in the {len(state.asked)} games that {whose}", settled=False)
    if why:
        return Undetermined(f"never answered: {why}", settled=False)
    return Undetermined(f"beside the other values it changes nothing that was seen in {2 * CASES} cases", settled=True)


def _shown(state: Identifying, reading: str) -> Iterator[list[str]]:
    """For each kept question that parts the values of a reading which are left: the fields in which they differ."""
    game = state.program.game
    nearest = state.remaining.nearest(game).readings()
    for other in state.others(reading):
        for known in kept(game.NAME):
            yield differing(known.answer(nearest), known.answer(other.readings()), ALL)
