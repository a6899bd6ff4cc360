"""Faults: what a program does wrong, by the smallest case that shows it."""

from dataclasses import dataclass

from properties.conformance.cases import Case
from properties.conformance.comparing import Difference


@dataclass(frozen=True)
class Fault:
    """Something that a program does wrong: the smallest case that shows it.

    game: a game from an opening that shows it too, where there is one. number: of the case in which
    it was found. common: the clauses that explain every case in which it was seen. replaces: the key
    of an earlier fault that this one explains, too.
    """

    difference: Difference
    case: Case
    game: Case | None
    number: int
    common: tuple[str, ...] = ()
    replaces: str = ""

    @property
    def key(self) -> str:
        """The clause that is broken, or a word for what is broken instead."""
        return self.difference.clause


@dataclass(frozen=True)
class Seen:
    """A fault as it was seen, before it is made small and asked for again: all that is known if that is cut off."""

    fault: Fault
