"""What a game leaves out: openings whose missing cards are found from what was played and shown later.

The engine is the judge: an opening explains a game where the engine, playing its actions from there, agrees with
every field that was claimed. What cards can be where is known to the module `properties.GAME.inferring`.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from importlib import import_module
from typing import Any, Protocol, cast

from properties.clauses import catalogue
from properties.property import Position
from properties.property import Step as PlayedStep
from properties.suspects import carried_out, most_telling
from reference_engine.errors import CannotParse, EngineError, IllegalAction
from reference_engine.interface import Action, Box, Game, State
from reference_engine.jsonform import Json
from reference_engine.record import Record, Step, read_record

MOST_TRIED = 5_000
"""How many guesses are tried before a search gives up."""
_MOST_ELSEWHERE = 1_000  # guesses that are tried to find out whether another box would explain it
_MOST_KEPT = 100  # guesses that are asked which claims clash


class TooMuch(Exception):
    """Occurs when a search has tried all that it may."""


class Work:
    """Bounds a search. tried: how many guesses were tried so far, a large one counted as several."""

    def __init__(self, most: int) -> None:
        self.most, self.tried = most, 0

    def spend(self, guesses: int = 1) -> None:
        """Counts so many guesses. Raises `TooMuch` where that is too many."""
        if self.tried + guesses > self.most:
            raise TooMuch
        self.tried += guesses


class Guess(Protocol):
    """What is known of the missing cards after some of the actions; frozen."""

    def after(self, action: Action, claims: Json, work: Work) -> Iterator["Guess"]:
        """Every way in which the action can be played so that the claims hold, each card left open that can be.

        claims: fields of the position after it; after the last action also `outcome`, true where there is one,
        and "outcome.FIELD" for its fields. Each way can be completed. Spends work for each guess. Raises `TooMuch`.
        """

    def opening(self) -> State:
        """The whole opening, with some card for each that was left open."""

    def unseen(self) -> int:
        """How many of its cards could be others just as well."""


class Inferring(Protocol):
    """What the module `properties.GAME.inferring` of every game exports."""

    def guesses(self, game: Game, ruleset: Any, claimed: Json, box: Box | None) -> Iterator[Guess]:
        """The openings that have the fields claimed; none where the box cannot have their cards.

        Raises `CannotParse` where a field is left out that nothing tells, and `ImpossiblePosition`.
        """


@dataclass(frozen=True)
class Explained:
    """An opening that explains all that was claimed. unseen: how many of its cards could be others just as well."""

    start: State
    unseen: int


@dataclass(frozen=True)
class Unexplained:
    """No opening explains what was claimed.

    step: the first that cannot be explained, counted from 1; 0 where the opening itself cannot.
    fields: a smallest set of claims that clash, most telling first, as `market` or `outcome.scores`; empty where the
        action itself cannot be played, or the opening cannot be dealt.
    clauses: those to suspect. reason: says it in one line.
    start: an opening that explains all steps before; None where step is 0.
    boxed: whether cards that the box does not have would explain the step.
    """

    step: int
    fields: tuple[str, ...]
    clauses: tuple[str, ...]
    reason: str
    start: State | None
    boxed: bool


@dataclass(frozen=True)
class GaveUp:
    """The search ended before it was known. step: how many were explained. start: by this opening, if any."""

    tried: int
    step: int
    start: State | None


Found = Explained | Unexplained | GaveUp


def explain(
    game: Game,
    ruleset: Any,
    start: Json,
    steps: Sequence[Step],
    outcome: Json | None = None,
    box: Box | None = None,
    most: int = MOST_TRIED,
) -> Found:
    """An opening with the fields of `start` that explains the steps and the outcome, or where none does.

    box: what it was dealt from, where that is known; else the deck is as long as the game needs it.
    Raises `CannotParse` where `start` lacks a field that nothing tells (its message names it), and
    `ImpossiblePosition` where what it has cannot stand on any table.
    """
    search = _Search(game, ruleset, start, steps, outcome, box)
    work = Work(most)
    try:
        guess = search.run(work)
    except TooMuch:
        best = search.reached[0].opening() if search.reached else None
        return GaveUp(work.tried, max(search.depth, 0), best)
    return Explained(guess.opening(), guess.unseen()) if guess else search.unexplained(most)


def read_partial(data: bytes) -> Record:
    """A record that may leave out fields of its first position; `header.start` is the JSON of what it has.

    Raises `CannotParse` naming the line, or another `EngineError` for what stands in the header.
    """
    return read_record(data, position=lambda _game, claimed, _ruleset: claimed)


def complete(partial: Record, assumed: Box | None = None) -> Record | Unexplained | GaveUp:
    """The record with a whole first position; `partial` is as `read_partial` gives it.

    A position that leaves nothing out is taken as it is, whatever follows; else it is one that explains the record.

    assumed: the box to take where the record names none that the game has. Raises as `explain`.
    """
    header = partial.header
    game, box = header.game, header.game.BOXES.get(header.box or "", assumed)
    try:
        start = game.position_from_json(header.start, header.ruleset)
        return replace(partial, header=replace(header, start=start))
    except CannotParse:
        pass  # something is left out
    found = explain(game, header.ruleset, header.start, partial.steps, partial.outcome, box)
    if isinstance(found, Explained):
        return replace(partial, header=replace(header, start=found.start))
    return found


def complete_record(data: bytes, assumed: Box | None = None) -> Record | Unexplained | GaveUp:
    """`complete` of `read_partial`: the record as it could be replayed, or why it could not."""
    return complete(read_partial(data), assumed)


class _Search:
    """Depth first, so that what clashes is found at the earliest step.

    depth: how many steps could be explained so far, -1 for not even the opening. reached: the guesses that did.
    """

    def __init__(
        self, game: Game, ruleset: Any, start: Json, steps: Sequence[Step], outcome: Json | None, box: Box | None
    ) -> None:
        self.game, self.ruleset, self.start, self.box = game, ruleset, start, box
        self.steps, self.outcome = steps, outcome
        self.claims = [dict(step.state or {}) for step in steps]
        if outcome is not None and self.claims:
            self.claims[-1] |= {"outcome": True} | {f"outcome.{field}": value for field, value in outcome.items()}
        self.depth, self.reached = -1, list[Guess]()

    def run(self, work: Work) -> Guess | None:
        """A guess that explains everything. Raises `TooMuch`."""
        module = cast(Inferring, import_module(f"properties.{self.game.NAME}.inferring"))
        path = [module.guesses(self.game, self.ruleset, self.start, self.box)]
        while path:
            guess = next(path[-1], None)
            if guess is None:
                path.pop()
                continue
            done = len(path) - 1
            if done > self.depth:
                self.depth, self.reached = done, []
            if done == self.depth and len(self.reached) < _MOST_KEPT:
                self.reached.append(guess)
            if done == len(self.steps):
                return guess
            path.append(guess.after(self.steps[done].action, self.claims[done], work))
        return None

    def unexplained(self, most: int) -> Unexplained:
        """What clashes at the first step that nothing explains; to be asked after `run` has found nothing."""
        step, boxed = self.depth + 1, self._explained_without_box(Work(min(most, _MOST_ELSEWHERE)))
        if not self.reached:
            return Unexplained(0, (), (), "no deal gives this opening", None, boxed)
        start = self.reached[0].opening()
        fields = self._clashing(Work(most))
        if fields:
            clauses = self._suspects(fields, Work(most))
            shown = ", ".join(f"{field} {json.dumps(self.claims[self.depth][field]):.60}" for field in fields)
            return Unexplained(step, fields, clauses, f"no opening explains {shown}", start, boxed)
        clause, reason = self._refused(start)
        return Unexplained(step, (), (clause,), reason, start, boxed)

    def _clashing(self, work: Work) -> tuple[str, ...]:
        """A smallest set of claims that nothing explains together, single ones first; empty where the action is."""
        action, claims = self.steps[self.depth].action, self.claims[self.depth]

        def explained(fields: Sequence[str]) -> bool:
            some = {field: claims[field] for field in fields}
            try:
                return any(next(guess.after(action, some, work), None) for guess in self.reached)
            except TooMuch:
                return True

        if not explained(()):
            return ()
        fields = most_telling(self.game.NAME, list(claims))
        for field in fields:
            if not explained([field]):
                return (field,)
        for field in reversed(fields):
            others = [other for other in fields if other != field]
            if not explained(others):
                fields = others
        return tuple(fields)

    def _suspects(self, fields: Sequence[str], work: Work) -> tuple[str, ...]:
        """The clauses to suspect: those carried out where everything but these claims is explained, if any is."""
        action, claims = self.steps[self.depth].action, self.claims[self.depth]
        known, kind = catalogue(self.game.NAME).suspects, self.game.action_kind(action)
        clauses = known.get(fields[0]) or known.get(f"{kind}.{fields[0]}", ())
        others = {field: value for field, value in claims.items() if field not in fields}
        try:
            guess = next((guess for before in self.reached for guess in before.after(action, others, work)), None)
        except TooMuch:
            guess = None
        if guess is None:
            return clauses
        before = self._played(guess.opening(), self.depth)
        positions = [Position(self.game, self.ruleset, state) for state in (before, self._applied(before, action))]
        done = carried_out(PlayedStep(positions[0], action, positions[1]))
        return tuple(clause for clause in clauses if clause in done) or clauses

    def _applied(self, state: State, action: Action) -> State:
        return self.game.apply(state, action, self.ruleset)

    def _played(self, start: State, count: int) -> State:
        """The position after so many steps. Raises `IllegalAction`."""
        return reduce(self._applied, [step.action for step in self.steps[:count]], start)

    def _refused(self, start: State) -> tuple[str, str]:
        """The clause that forbids the first action that cannot be explained, and how."""
        try:
            self._played(start, self.depth + 1)
        except IllegalAction as error:
            return error.clause, error.reason
        raise AssertionError("the engine can play an action that no guess could be led to")

    def _explained_without_box(self, work: Work) -> bool:
        """Whether other cards than those of the box explain the first step that this one does not."""
        if self.box is None:
            return False
        count = self.depth + 1
        outcome = self.outcome if count == len(self.steps) else None
        other = _Search(self.game, self.ruleset, self.start, self.steps[:count], outcome, None)
        try:
            return other.run(work) is not None
        except (EngineError, TooMuch):
            return False
