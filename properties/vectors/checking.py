"""Checking vectors: against the reference engine, or what a program answers to them; a verdict each."""

import json
import shlex
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from properties.conformance.campaign import MOST_RESTARTS
from properties.conformance.failures import Kind
from properties.conformance.findings import described
from properties.conformance.judging import allowed
from properties.conformance.parts import parts
from properties.conformance.program import Program
from properties.events import Event, Judged, Progressed, RunFinished, RunStarted
from properties.vectors.asking import ask
from properties.vectors.expecting import again, covered, leads_there
from properties.vectors.vector import Vector, Vectors
from properties.verdicts import Finding, Grade, Verdict, exit_code
from reference_engine.errors import EngineError
from reference_engine.interface import Game
from reference_engine.jsonform import Json, canonical, same

Judging = Callable[[], Iterator[tuple[Verdict, int]]]
"""Gives the verdict on a vector, if there is one, and how many steps were compared."""

RULES = "The rules say what the vector says."
WRONG = "The vector does not say what the rules say."
ANSWERS = "The program answers as the vector says."
STALE = "The file is not the one that the manifest names."


@dataclass(frozen=True)
class Folder:
    """A folder of vectors as it was read. stale: by game, why its file is not the one that the manifest names."""

    name: str
    games: tuple[Vectors, ...]
    stale: tuple[Verdict, ...] = ()


def check_rules(folder: Folder, only: frozenset[str]) -> Generator[Event, None, None]:
    """Checks all vectors, or those with these ids, against the reference engine."""
    chosen = [(each.game, vector) for each in folder.games for vector in _chosen(each, only)]
    yield RunStarted(", ".join(each.game.NAME for each in folder.games), 0, float(len(chosen)))
    notes = [each.note for each in folder.games if each.note]
    yield from _run(folder, [(_name(game, vector), _judging(game, vector)) for game, vector in chosen], notes)


def check_program(
    folder: Folder, program: Program, ruleset: Any, only: frozenset[str], accepted: Sequence[str], words: Sequence[str]
) -> Generator[Event, None, None]:
    """Asks a program that follows that ruleset about the vectors that hold under it.

    accepted: reasons for which a vector may be skipped. words: those of the command line that names the program.
    """
    (found,) = folder.games
    readings = ruleset.readings()
    chosen = [each for each in _chosen(found, only) if each.readings.items() <= readings.items()]
    yield RunStarted(found.game.NAME, 0, float(len(chosen)))
    asker = _Asker(folder.name, program, ruleset, accepted, words)
    notes = [*([found.note] if found.note else []), *_notes(program, len(chosen), len(_chosen(found, only)))]
    yield from _run(folder, [(_name(found.game, vector), asker.judging(vector)) for vector in chosen], notes)


def _run(
    folder: Folder, questions: Sequence[tuple[str, Judging]], notes: Sequence[str] = ()
) -> Generator[Event, None, None]:
    """Asks one after the other. On KeyboardInterrupt it ends with what is known so far."""
    verdicts: list[Verdict] = []
    steps, complete, asked = 0, True, 0
    try:
        for verdict in folder.stale:
            verdicts.append(verdict)
            yield Judged(verdict)
        for name, judging in questions:
            for judged, compared in judging():
                verdicts.append(judged)
                steps += compared
                yield Judged(judged)
            asked += 1
            yield Progressed(name, 1.0)
    except KeyboardInterrupt:
        complete = False
    yield RunFinished(complete, asked, steps, exit_code(verdicts, complete), tuple(notes))


def stale(game: str, expected: str, got: str) -> Verdict:
    """That a file is not the one that the manifest names."""
    finding = Finding((), "", "", f"sha256 {expected}", f"sha256 {got}")
    return Verdict(f"manifest.{game}", STALE, Grade.REFUTED, "the whole file", None, finding)


def _chosen(found: Vectors, only: frozenset[str]) -> list[Vector]:
    return [each for each in found.vectors if not only or each.id in only]


def _name(game: Game, vector: Vector) -> str:
    return f"{game.NAME}.{vector.id}"


def _judging(game: Game, vector: Vector) -> Judging:
    """The judgement of a vector by the engine."""

    def judge() -> Iterator[tuple[Verdict, int]]:
        start = time.perf_counter()
        finding = disagreement(game, vector)
        grade, sentence = (Grade.REFUTED, WRONG) if finding else (Grade.SAMPLED, RULES)
        steps, seconds = len(vector.steps), time.perf_counter() - start
        yield Verdict(_name(game, vector), sentence, grade, f"{steps} steps by the rules", seconds, finding), steps

    return judge


def disagreement(game: Game, vector: Vector) -> Finding | None:
    """Where a vector is not what the rules say; None where it is."""
    ruleset = game.Ruleset.from_readings(vector.readings)
    for field, right, claimed in _differences(game, vector):
        state = game.position_from_json(vector.state, ruleset)
        expected, got = (f"{field} {_json(value)}" for value in (right, claimed))
        return Finding(vector.clauses[:1], game.position_to_text(state), "", expected, got)
    return None


def _differences(game: Game, vector: Vector) -> Iterator[tuple[str, object, object]]:
    """The fields that are not what the rules say: what they say, and what stands there."""
    try:
        right = again(game, vector)
    except EngineError as error:
        yield "steps", f"cannot be played: {error}", "played"
        return
    for name, rightly, claimed in _expectations(right, vector, parts(game.NAME).DEFAULTS):
        if canonical(rightly) != canonical(claimed):
            yield name, rightly, claimed
    yield from _views(game, vector)
    readings = game.Ruleset().readings() | dict(vector.readings)
    if vector.opening and not leads_there(vector, game, readings | dict(vector.opening.readings)):
        yield "opening", "it leads elsewhere", "it leads to the first position"
    clauses, edges = covered(vector, game)
    for name, rightly_named, named in (("clauses", clauses, vector.clauses), ("edges", edges, vector.edges)):
        if rightly_named != named:
            yield name, list(rightly_named), list(named)


def _expectations(right: Vector, vector: Vector, defaults: Json) -> Iterator[tuple[str, Any, Any]]:
    """Field by field what the rules say, and what the vector does. defaults: of fields that may be left out."""
    yield "state", defaults | right.state, defaults | vector.state
    yield "legal", _sorted(right.legal), _sorted(vector.legal)
    for rightly, refused in zip(right.refuse, vector.refuse, strict=True):
        yield f"refuse {_json(refused.action)}", rightly.clause or "it is legal", refused.clause
    for number, (follows, step) in enumerate(zip(right.steps, vector.steps, strict=True), start=1):
        yield f"step {number} state", defaults | follows.state, defaults | step.state
        yield f"step {number} legal", _sorted(follows.legal), _sorted(step.legal)
    yield "outcome", right.outcome, vector.outcome


def _sorted(actions: Sequence[Json]) -> list[Json]:
    return sorted(actions, key=canonical)


def _views(game: Game, vector: Vector) -> Iterator[tuple[str, object, object]]:
    ruleset = game.Ruleset.from_readings(vector.readings)
    for view in vector.views:
        one, other = (
            game.observe(game.position_from_json(data, ruleset), view.player) for data in (vector.state, view.state)
        )
        if not same(one, other):
            yield f"view of player {view.player}", "the positions can be told apart", "they cannot"


class _Asker:
    """Asks a program about vectors, until it had to be started again too often."""

    def __init__(
        self, folder: str, program: Program, ruleset: Any, accepted: Sequence[str], words: Sequence[str]
    ) -> None:
        self._folder, self._program, self._ruleset, self._accepted = folder, program, ruleset, accepted
        self._words = words
        self._failures = 0

    def judging(self, vector: Vector) -> Judging:
        """The judgement of what the program answers to a vector; none if it may be skipped."""

        def judge() -> Iterator[tuple[Verdict, int]]:
            name = _name(self._program.game, vector)
            start = time.perf_counter()
            if self._failures >= MOST_RESTARTS:
                evidence = f"skipped: the program failed {MOST_RESTARTS} times before"
                yield Verdict(name, ANSWERS, Grade.UNKNOWN, evidence, None, skipped=evidence), 0
                return
            asked = ask(self._program, vector, self._ruleset)
            seconds = time.perf_counter() - start
            if asked.difference:
                failure = asked.difference.failure
                self._failures += failure is not None and failure.kind is not Kind.ERROR
                found = described(asked.difference, asked.case, "")
                finding = replace(found.finding, repeat=self._repeat(vector))
                yield Verdict(name, found.sentence, Grade.REFUTED, ANSWERS, seconds, finding), 0
            elif not asked.skipped:
                steps = len(vector.steps)
                yield Verdict(name, ANSWERS, Grade.SAMPLED, f"{steps} steps compared", seconds), steps
            elif not allowed(asked.skipped, self._accepted):
                told = f"skipped: {asked.skipped}"
                yield Verdict(name, ANSWERS, Grade.UNKNOWN, told, seconds, skipped=asked.skipped), 0

        return judge

    def _repeat(self, vector: Vector) -> str:
        game = self._program.game.NAME
        words = ["dragonproof", "vectors", "check", self._folder, "--game", game, "--only", vector.id, *self._words]
        return shlex.join(words)


def _notes(program: Program, number: int, of: int) -> Iterator[str]:
    """What is not asked."""
    if number < of:
        yield f"{of - number} of {of} vectors are about other readings than the program's, and were not asked."
    if "legal_actions" not in program.capabilities:
        yield "The program has no legal_actions, so no list of legal actions was compared."


def _json(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 600 else text[:600] + "..."
