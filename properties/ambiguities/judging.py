"""What a set of answers amounts to: what is still open, and what contradicts the data."""

from collections.abc import Iterable, Iterator, Sequence

from properties.ambiguities.answering import Alternative, Answered
from properties.ambiguities.beside import Relation
from properties.rulesets import switched_off
from properties.verdicts import ExitCode, Grade


def exit_code(games: Sequence[Answered]) -> ExitCode:
    """A contradiction outweighs what is open."""
    if any(True for game in games for _ in contradictions(game)):
        return ExitCode.VIOLATION
    if any(True for game in games for _ in still_open(game)):
        return ExitCode.INCOMPLETE
    return ExitCode.HOLDS


def contradictions(answered: Answered) -> Iterator[str]:
    """Where the data say something else than what was found."""
    for witness in answered.wrong:
        yield f"{witness.reading}={witness.value}: a kept witness ({witness.size}) does not replay"
    for counts in answered.counts:
        if counts.other:
            yield (
                f"{counts.other} of {counts.again} full games of {counts.players} players are not as they are kept, "
                "and no kept ones were counted; to play them all anew: "
                f"python -m properties.frequency {answered.game.NAME}"
            )
    for each in answered.alternatives:
        name = "=".join(each.choice)
        if each.breaks and each.breaks.endless and not each.value.endless:
            yield f"{name}: a game need not end, which the data do not say"
        if any(verdict.grade is Grade.REFUTED for verdict in each.theorems):
            yield f"{name}: a theorem is refuted"
        for beside in each.neighbours.beside if each.neighbours else ():
            off = switched_off(answered.game, answered.game.Ruleset.from_readings(dict([beside.other])))
            if beside.relation is not Relation.HIDDEN and each.reading.id in off:
                yield f"{name}: it matters beside {'='.join(beside.other)}, which the data say switches it off"


def still_open(answered: Answered) -> Iterator[str]:
    """What was asked and has no answer."""
    if answered.breaks is None:
        yield "whether the default ruleset breaks the game: not answered"
    for each in answered.alternatives:
        yield from (f"{'='.join(each.choice)}: {reason}" for reason in _open(each))
    for texts in answered.texts:
        if texts.found is None:
            yield f"{' and '.join(texts.names)}: not answered"


def _open(each: Alternative) -> Iterable[str]:
    """What is open of one alternative."""
    if not each.value.played:
        if not each.theorems or any(verdict.grade in (Grade.UNKNOWN, Grade.VACUOUS) for verdict in each.theorems):
            yield "it is not played, and not all is proved"
        return
    if each.found is None or each.neighbours is None or each.breaks is None or each.frequency is None:
        yield "not all was answered"
        return
    if not each.known:
        yield "not seen to matter, and not known to be harmless"
    if each.value.endless and not each.breaks.endless:
        yield "a game need not end, as the data say, but no such play was seen"
