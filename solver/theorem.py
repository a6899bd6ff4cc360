"""What a theorem is: premises and a goal in a given context, and a small change that must break it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import z3


class Statement(NamedTuple):
    """From the premises, the goal follows."""

    premises: list[z3.BoolRef]
    goal: z3.BoolRef


@dataclass(frozen=True)
class Broken:
    """The same statement about a mutated rule: `change` says what was changed, and it must fail."""

    change: str
    state: Callable[[z3.Context], Statement]


@dataclass(frozen=True)
class Theorem:
    """A sentence about the rules, and how to state it in a fresh context.

    bounds: what it is limited to, such as the number of players, in words.
    ruleset: it is about every ruleset that has these values; so, if empty, about every ruleset.
    restated: the same about rulesets with other values; None where the sentence is about these values only.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    bounds: str
    ruleset: Mapping[str, str]
    state: Callable[[z3.Context], Statement]
    broken: Broken
    restated: Callable[[Mapping[str, str]], Callable[[z3.Context], Statement]] | None = None
