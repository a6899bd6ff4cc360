"""What becomes of theorems under other readings, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import shorten

from reports.telling import wrapped
from solver.surviving import Fate, Survival

_SHOWN = 400  # characters of a case; the file has all of it

_TIMES = {
    Fate.SURVIVES: "it survives",
    Fate.FALLS: "it falls",
    Fate.VACUOUS: "its premises cannot hold",
    Fate.UNKNOWN: "it is not known",
    Fate.CONTRADICTED: "the solvers contradict each other",
}


def tell_survivals(found: Sequence[Survival], asked: int, theorems: int, free: int) -> Iterator[str]:
    """By reading and value the theorems that survive and that fall, with a case; then how many there are.

    asked: how many pairs there should be. free: how many of the theorems name no value.
    """
    for (game, reading, value), about in groupby(
        found, lambda each: (each.pair.game, each.pair.reading, each.pair.value)
    ):
        yield f"{game}  {reading}={value}"
        for each in about:
            by = f" (by {' and '.join(each.by)})" if each.by else ""
            yield f"    {each.fate:12}  {each.pair.theorem}{by}"
            if each.evidence:
                yield from wrapped(" " * 18, shorten(each.evidence, _SHOWN, placeholder=" ..."))
        yield ""
    yield tell_fates(asked, [each.fate for each in found])
    yield tell_free(theorems, free)
    if len(found) < asked:
        yield "The run was cut: this is what is known so far."


def tell_fates(asked: int, fates: Iterable[str]) -> str:
    """How often theorems survive, fall, and so on."""
    if not asked:
        return "None of these theorems is asked about under another value."
    count = Counter(fates)
    told = [f"{_times(count[fate])} {words}" for fate, words in _TIMES.items() if count[fate]]
    return f"{_times(asked)} a theorem is asked about under another value: {', '.join(told) or 'nothing is known yet'}."


def tell_free(theorems: int, free: int) -> str:
    """How many theorems hold whatever the readings."""
    if not free:
        return f"Each of the {theorems} theorems names a value." if theorems > 1 else "The theorem names a value."
    return f"{free} of {theorems} theorems name no value: they hold under every ruleset."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
