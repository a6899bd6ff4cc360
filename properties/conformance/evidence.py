"""Evidence: what a program did, which can be held against the rules under any readings."""

import json
from collections.abc import Mapping
from typing import Protocol

from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Comparer
from properties.conformance.failures import NoAnswer, Unsupported
from properties.conformance.findings import Play
from properties.conformance.program import Program
from properties.conformance.records import judge_record
from properties.verdicts import Grade
from reference_engine.errors import EngineError
from reference_engine.interface import Box
from reference_engine.jsonform import Json
from reference_engine.record import Header

Change = tuple[tuple[str, str], ...]
"""Readings and the values that they take instead of those which they have; () changes nothing."""


class Evidence(Protocol):
    """Something that a program did, which can be held against any rules."""

    def agrees(self, change: Change) -> bool:
        """Whether it is what the rules say when readings are changed so."""


class Played:
    """A case that a program is asked about once, everything that there is to ask.

    legal: ask also what is legal.
    """

    def __init__(self, program: Program, play: Play, legal: bool) -> None:
        self._program, self._play = program, play
        self._legal = legal and "legal_actions" in program.capabilities
        self._known: dict[Change, bool] = {}
        self._asked = False
        self._states: list[Json | None] = []
        self._lists: list[list[Json]] = []
        self._outcome: Json | None = None

    def agrees(self, change: Change) -> bool:
        """Whether every answer is that of the rules; False where there was none, or they have no such position."""
        if not self._asked:
            self._asked = True
            self._ask()
        if change not in self._known:
            self._known[change] = self._compared(change)
        return self._known[change]

    def _ask(self) -> None:
        program = self._program
        try:
            states: list[Json | None] = [program.new_game(self._play.start)]
            lists = [program.legal_actions()] if self._legal else []
            for action in self._play.actions:
                states.append(program.apply(action))
                lists += [program.legal_actions()] if self._legal else []
        except (NoAnswer, Unsupported):
            return
        self._states, self._lists = states, lists
        if "outcome" in program.capabilities and (states[-1] or {}).get("over", True):
            try:
                self._outcome = program.outcome()
            except (NoAnswer, Unsupported):
                self._outcome = None

    def _compared(self, change: Change) -> bool:
        game = self._program.game
        ruleset = game.Ruleset.from_readings({**self._play.readings, **dict(change)})
        try:
            start = game.position_from_json(self._play.start, ruleset)
        except EngineError:
            return False
        rules = Rules(Case(Header(game, ruleset, start), tuple(map(game.action_from_json, self._play.actions))))
        comparer = Comparer(rules, rules)
        for index, state in enumerate(self._states):
            if comparer.state(index, state) or (self._lists and comparer.legal(index, self._lists[index])):
                return False
        last = len(self._play.actions)
        if self._states and rules.over(last) and "outcome" in self._program.capabilities:
            return self._outcome is not None and not comparer.outcome(last, self._outcome)
        return bool(self._states)


class Recorded:
    """A recorded game; what it leaves out is inferred."""

    def __init__(self, data: bytes, box: Box) -> None:
        self._data, self._box = data, box
        self._known: dict[Change, bool] = {}

    def agrees(self, change: Change) -> bool:
        """Whether some deal explains it under those rules."""
        if change not in self._known:
            try:
                verdict = judge_record("", changed(self._data, dict(change)), self._box)
            except EngineError:
                self._known[change] = False
            else:
                self._known[change] = verdict.grade is Grade.SAMPLED
        return self._known[change]


def changed(data: bytes, readings: Mapping[str, str]) -> bytes:
    """A record under other readings."""
    first, _, rest = data.partition(b"\n")
    header = json.loads(first)
    header["readings"] = {**header.get("readings", {}), **readings}
    return json.dumps(header).encode() + b"\n" + rest


def as_shown(record: str) -> bytes:
    """A record whose opening has only what the program showed of it."""
    first, *rest = map(json.loads, record.splitlines())
    shown = {key for line in rest for key in line.get("state") or {}}
    if len(shown) > 1:  # else it is one field that differs, in an opening that was shown as a whole
        first["state"] = {key: value for key, value in first["state"].items() if key in shown}
    return "".join(json.dumps(line) + "\n" for line in (first, *rest)).encode()
