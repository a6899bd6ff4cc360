"""Comparing what a program answers with what the other side says: the rules, or another program."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, Protocol

from properties.conformance.cases import Rules
from properties.conformance.failures import NoAnswer
from properties.conformance.parts import left_out
from properties.schemas import why_malformed
from properties.suspects import about_field, about_legality, carried_out, most_telling
from reference_engine.interface import Action, Game
from reference_engine.jsonform import Json, canonical, same

_PLAIN = frozenset((str, int))


class What(StrEnum):
    """What kind of difference it is."""

    POSITION = "position"
    MISSING = "missing"  # a legal action that is not in the list
    EXTRA = "extra"  # an illegal action that is in the list
    TWICE = "twice"  # an action that is in the list more than once
    REFUSED = "refused"  # a legal action
    ACCEPTED = "accepted"  # an illegal action
    TOUCHED = "touched"  # the position, by an action that was refused
    OUTCOME = "outcome"
    VIEW = "view"
    MALFORMED = "malformed"
    FAILURE = "failure"
    UNSTEADY = "unsteady"  # two answers to the same question
    REPLAY = "replay"  # the answer to replay, where apply gives another


@dataclass(frozen=True)
class Difference:
    """One place where a program departs from the other side.

    index: after how many actions. field: of the position or the outcome, "" elsewhere. action: the
    one concerned, None where it is the position that was set up. expected, got: JSON values.
    clauses: those to suspect that were carried out there, most telling first. suspects: also those
    that were not.
    """

    what: What
    index: int
    field: str = ""
    action: Action | None = None
    expected: Any = None
    got: Any = None
    clauses: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()
    failure: NoAnswer | None = None
    reason: str = ""

    @property
    def clause(self) -> str:
        """The clause that it breaks, or a word for what it breaks instead."""
        if self.what is What.FAILURE and self.failure:
            return str(self.failure.kind)
        if self.what in (What.MALFORMED, What.TWICE):
            return "protocol"
        if self.what in (What.TOUCHED, What.UNSTEADY, What.REPLAY):
            return str(self.what)
        return self.clauses[0] if self.clauses else "new_game"


class Expected(Protocol):
    """The other side of a comparison. Indices count the actions played."""

    def state(self, index: int) -> Json | None:
        """The position; None where the last action was refused."""

    def legal(self, index: int) -> Sequence[Json]:
        """The legal actions."""

    def outcome(self, index: int) -> Json:
        """The outcome."""


class Comparer:
    """Compares the answers to one case, answer by answer.

    rules: are asked for the clauses. agreed: where another program is the other side, what it and this one agree
    on against the rules, at the first place where they do.
    """

    def __init__(self, rules: Rules, expected: Expected) -> None:
        self.rules = rules
        self.expected = expected
        self.agreed: list[Difference] = []
        self._game = rules.case.header.game

    def state(self, index: int, got: Json | None) -> list[Difference]:
        """The position after so many actions, None where the last was refused.

        The fields that differ, most telling first.
        """
        found = self._state(self.expected.state(index), index, got)
        if not found and not self.agreed and self.expected is not self.rules:
            self.agreed = self._state(self.rules.state(index), index, got)
        return found

    def _state(self, expected: Json | None, index: int, got: Json | None) -> list[Difference]:
        action = self.rules.case.actions[index - 1] if index else None
        if expected is None or got is None:
            return [] if expected is got else [self._refusal(index, expected, got)]
        default = left_out(self._game.NAME, self.rules.position(index).data)
        expected, got = default | expected, default | got
        differing = [field for field in expected if field in got and not same(expected[field], got[field])]
        if not differing:
            return []
        schema = "urn:dragonproof:game:answer-position"
        found = []
        for field in most_telling(self._game.NAME, differing):
            one, other = expected[field], got[field]
            reason = _why_malformed(self._game, schema, {field: other})
            if reason and (unordered(one) == unordered(other) or not alike(one, other)):
                return [Difference(What.MALFORMED, index, field, action, one, other, reason=reason)]
            named = about_field(self.rules.position(index), self.rules.step(index), field, got)
            found.append(Difference(What.POSITION, index, field, action, one, other, *named, reason=reason))
        return found

    def legal(self, index: int, got: Sequence[Any]) -> list[Difference]:
        """The legal actions after so many actions: those missing, those that should not be there; one a clause."""
        rightly = self.expected.legal(index)
        if len(got) == len(rightly) and _same_actions(got, rightly):
            return []
        expected = {canonical(action): action for action in rightly}
        listed = {canonical(action): action for action in got}
        if len(listed) < len(got):
            twice = next(action for action in got if [canonical(other) for other in got].count(canonical(action)) > 1)
            return [Difference(What.TWICE, index, got=twice, reason="an action is listed twice")]
        by_clause: dict[tuple[What, str], Difference] = {}
        for difference in self._not_listed(index, expected, listed):
            if difference.what is What.MALFORMED:
                return [difference]
            by_clause.setdefault((difference.what, difference.clause), difference)
        return list(by_clause.values())

    def _not_listed(self, index: int, expected: Mapping[str, Json], listed: Mapping[str, Any]) -> Iterator[Difference]:
        for text, data in listed.items():
            if text not in expected:
                reason = _why_malformed(self._game, "urn:dragonproof:game:action", data)
                if reason:
                    yield Difference(What.MALFORMED, index, got=data, reason=reason)
                else:
                    action = self._game.action_from_json(data)
                    yield Difference(What.EXTRA, index, "", action, None, data, *self._legality(index, action))
        for text, data in expected.items():
            if text not in listed:
                action = self._game.action_from_json(data)
                yield Difference(What.MISSING, index, "", action, data, None, *self._legality(index, action))

    def outcome(self, index: int, got: Json) -> list[Difference]:
        """The outcome after so many actions."""
        expected = self.expected.outcome(index)
        action = self.rules.case.actions[index - 1] if index else None
        for field, value in expected.items():
            if field not in got or not same(got[field], value):
                reason = _why_malformed(self._game, "urn:dragonproof:game:outcome", got)
                if reason:
                    return [Difference(What.MALFORMED, index, f"outcome.{field}", action, expected, got, reason=reason)]
                named = about_field(self.rules.position(index), self.rules.step(index), f"outcome.{field}", got)
                return [Difference(What.OUTCOME, index, f"outcome.{field}", action, value, got[field], *named)]
        return []

    def failure(self, index: int, failure: NoAnswer) -> Difference:
        """No answer that can be used, to a question about the position after so many actions."""
        step = self.rules.step(index)
        clauses = carried_out(step) if step else ()
        action = self.rules.case.actions[index - 1] if index else None
        return Difference(What.FAILURE, index, "", action, clauses=clauses, failure=failure)

    def _refusal(self, index: int, expected: Json | None, got: Json | None) -> Difference:
        action = self.rules.case.actions[index - 1]
        what = What.ACCEPTED if expected is None else What.REFUSED
        return Difference(what, index, "", action, expected, got, *self._legality(index - 1, action))

    def _legality(self, index: int, action: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return about_legality(self.rules.position(index), action)


def unordered(value: Any) -> Any:
    """A JSON value without the order of its letters and its lists."""
    match value:
        case str():
            return sorted(value)
        case list():
            return sorted(map(canonical, map(unordered, value)))
        case dict():
            return {key: unordered(member) for key, member in value.items()}
    return value


def alike(one: Any, other: Any) -> bool:
    """Whether two JSON values are of one type, and so are the entries of lists and objects."""
    if type(one) is not type(other):
        return False
    match one:
        case list():
            return not one or all(alike(one[0], entry) for entry in other)
        case dict():
            return all(alike(one[key], other[key]) for key in one.keys() & other.keys())
    return True


def _why_malformed(game: Game, ref: str, value: object) -> str:
    """What is wrong with the form of a JSON value; to a schema, unlike to others, 2.0 is a whole number."""
    return why_malformed(game.NAME, ref, value) or ("a number is not written as a whole one" if _pointed(value) else "")


def _pointed(value: object) -> bool:
    """Whether there is a number with a decimal point in it."""
    match value:
        case list():
            return any(map(_pointed, value))
        case dict():
            return any(map(_pointed, value.values()))
    return type(value) is float


def _same_actions(got: Sequence[Any], rightly: Sequence[Json]) -> bool:
    """Whether two lists have the same actions, without writing out texts; False where something is no action."""
    if not all(map(_is_object, got)) or not _PLAIN.issuperset(map(type, chain.from_iterable(map(dict.values, got)))):
        return False
    return set(map(frozenset, map(dict.items, got))) == set(map(frozenset, map(dict.items, rightly)))


def _is_object(value: object) -> bool:
    return type(value) is dict
