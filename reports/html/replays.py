"""Games step by step: of a record against the rules, and of a play under two rulesets side by side."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from properties.ambiguities.breaking import Play
from properties.checking import game_properties
from properties.clauses import catalogue
from properties.conformance.parts import parts
from properties.parting import Pair, Parting, play_out
from properties.property import Position
from properties.property import Step as PlayedStep
from properties.replaying import Difference
from properties.replaying import replay as replay_record
from properties.verdicts import Finding
from reference_engine.errors import EngineError
from reference_engine.interface import Action, Game, State
from reference_engine.record import Record
from reports.html.drawing import figure
from reports.html.moving import gained, moves
from reports.html.pool import Pool
from reports.html.values import outcome_told, piles_told
from reports.html.zones import Zone, table
from reports.telling import tell_outcome
from reports.telling_partings import differences, name_of

RULES, ANSWER = "By the rules", "As it answers"
_LONGEST = 1_000  # characters of a value


@dataclass(frozen=True)
class Board:
    """A position: the numbers of its zones in the pool. title: whose it is, "" where there is but one."""

    title: str
    zones: tuple[int, ...]


@dataclass(frozen=True)
class Side:
    """How something is on one side. told: in words, data: as JSON; either is "" where there is none."""

    title: str
    told: str
    data: str = ""


@dataclass(frozen=True)
class Differing:
    """What differs, and how it is on each side."""

    what: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Shown:
    """One step of a replay.

    told: the action in a sentence. action: in its text form. moved: what has moved. clauses: those that it carries out,
    or at a difference those that are broken. notes: what else there is to say.
    """

    told: str
    action: str
    moved: tuple[str, ...]
    clauses: tuple[str, ...]
    boards: tuple[Board, ...]
    differing: tuple[Differing, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Replay:
    """A game that can be stepped through. first: the step that is shown at first."""

    key: str
    title: str
    game: str
    readings: str
    steps: tuple[Shown, ...]
    first: int

    @property
    def last(self) -> int:
        """The number of the last step; the opening is step 0."""
        return len(self.steps) - 1


def of_record(key: str, title: str, record: Record, pool: Pool, finding: Finding | None = None) -> Replay:
    """A record, as far as the rules carry it. finding: what it was kept for, where that is more than it says itself."""
    header, result = record.header, replay_record(record)
    game, positions = header.game, list(result.positions)
    difference = result.difference
    steps = [at_opening(game, positions[0], pool)]
    pairs = zip(record.steps, pairwise(positions), strict=False)
    steps += [played(game, header.ruleset, step.action, pair, pool) for step, pair in pairs]
    if game.is_terminal(positions[-1]):
        outcome = tell_outcome(game, game.outcome(positions[-1], header.ruleset))
        steps[-1] = replace(steps[-1], notes=(*steps[-1].notes, outcome))
    if difference:
        steps = _with_difference(steps, record, positions[-1], difference, pool)
    elif finding:
        steps = _with_finding(steps, game, positions[-1], finding, pool)
    if result.stops_early and not difference:
        steps[-1] = replace(steps[-1], notes=(*steps[-1].notes, f"The record stops early: {result.stops_early}."))
    first = len(steps) - 1 if difference or finding else 0
    return _replay(key, title, game, header.ruleset.differences(), steps, first, pool)


def of_parting(key: str, title: str, parting: Parting, pool: Pool) -> Replay:
    """A play under two rulesets, both side by side. Raises `DoesNotReplay`."""
    game, pairs = parting.one.game, play_out(parting)
    names = (name_of(parting.one, parting.other), name_of(parting.other, parting.one))
    steps = [Shown("The opening", "", (), (), _both(game, names, (pairs[0], pairs[0]), pool))]
    for action, before, after in zip(parting.actions, pairs, pairs[1:], strict=False):
        sides = zip((parting.one.ruleset, parting.other.ruleset), before, after, strict=True)
        shown = [
            played(game, ruleset, action, (one, other), pool)
            for ruleset, one, other in sides
            if not game.is_terminal(one)
        ]
        named = {clause for each in shown for clause in each.clauses}
        clauses = tuple(clause for clause in catalogue(game.NAME).clauses if clause in named)
        steps.append(replace(shown[0], clauses=clauses, boards=_both(game, names, (before, after), pool)))
    told = tuple(Differing(what, tuple(map(Side, names, sides))) for what, *sides in differences(parting, pairs[-1]))
    steps[-1] = replace(steps[-1], differing=told)
    common = parting.one.ruleset.differences().items() & parting.other.ruleset.differences().items()
    return _replay(key, title, game, dict(sorted(common)), steps, len(steps) - 1, pool)


def of_play(key: str, title: str, play: Play, pool: Pool) -> Replay:
    """A play that shows how a game breaks."""
    header, state = play.header, play.header.start
    game = header.game
    steps = [at_opening(game, state, pool)]
    for action in (*play.actions, *play.around):
        after = game.apply(state, action, header.ruleset)
        steps.append(played(game, header.ruleset, action, (state, after), pool))
        state = after
    if play.around:
        again = f"This is the position after step {len(play.actions)} again."
        steps[-1] = replace(steps[-1], notes=(again,))
    return _replay(key, title, game, header.ruleset.differences(), steps, 0, pool)


def _replay(
    key: str, title: str, game: Game, readings: Mapping[str, str], steps: Sequence[Shown], first: int, pool: Pool
) -> Replay:
    """The replay; the boards of its first step stand in the page once more, so that they need no script."""
    pool.take(sum(len(pool.piece(number)) for board in steps[first].boards for number in board.zones))
    told = ", ".join(f"{key}={value}" for key, value in readings.items())
    return Replay(key, title, game.NAME, told, tuple(steps), first)


def at_opening(game: Game, state: State, pool: Pool) -> Shown:
    """The position that a game begins with."""
    zones = table(game.NAME).zones(game.position_to_json(state))
    return Shown("The opening", "", (), (), (_board("", game, zones, zones, pool),))


def played(game: Game, ruleset: Any, action: Action, pair: Pair, pool: Pool) -> Shown:
    """An action, between the position before it and that after it."""
    before, after = (Position(game, ruleset, state) for state in pair)
    zones = [table(game.NAME).zones(each.data) for each in (before, after)]
    data = game.action_to_json(action)
    return Shown(
        told=table(game.NAME).told(data, game.current_player(before.state)),
        action=game.action_to_text(action),
        moved=tuple(moves(zones[0], zones[1], table(game.NAME).routes(before.data, data, after.data))),
        clauses=tuple(_clauses(PlayedStep(before, action, after))),
        boards=(_board("", game, zones[0], zones[1], pool),),
    )


def _clauses(step: PlayedStep) -> Iterator[str]:
    """Those that a step carries out, without those that only forbid something else to be played."""
    game = step.game.NAME
    named = Counter(game_properties(game).exercised(step)) - Counter(parts(game).forbidden(step.before))
    yield from (clause for clause in catalogue(game).clauses if clause in named)


def _board(title: str, game: Game, before: Sequence[Zone], after: Sequence[Zone], pool: Pool) -> Board:
    came = gained(before, after)
    figures = (figure(new, game.NAME, came, old.piles != new.piles) for old, new in zip(before, after, strict=True))
    return Board(title, tuple(map(pool.number, figures)))


def _both(game: Game, names: tuple[str, str], pairs: tuple[Pair, Pair], pool: Pool) -> tuple[Board, ...]:
    """The boards of both sides after a step; what moved on each is highlighted."""
    boards = []
    for name, before, after in zip(names, *pairs, strict=True):
        zones = [table(game.NAME).zones(game.position_to_json(state)) for state in (before, after)]
        boards.append(_board(name, game, zones[0], zones[1], pool))
    return tuple(boards)


def _with_difference(
    steps: list[Shown], record: Record, last: State, difference: Difference, pool: Pool
) -> list[Shown]:
    """The steps with that at which the record departs from the rules."""
    game, ruleset = record.header.game, record.header.ruleset
    if not difference.field:
        step = record.steps[difference.step - 1]
        told = table(game.NAME).told(game.action_to_json(step.action), game.current_player(last))
        sides = (Side(RULES, f"this cannot be played: {difference.expected}"), Side(ANSWER, "it is played"))
        shown = replace(at_opening(game, last, pool), told=told, action=game.action_to_text(step.action))
        return [*steps, replace(shown, clauses=difference.clauses, differing=(Differing("The action", sides),))]
    if difference.step < len(steps):
        words = (outcome_told(difference.field, difference.expected), outcome_told(difference.field, difference.got))
        return [*steps[:-1], replace(steps[-1], differing=_sides(difference, words), clauses=difference.clauses)]
    step = record.steps[difference.step - 1]
    after = game.apply(last, step.action, ruleset)
    shown = replace(played(game, ruleset, step.action, (last, after), pool), clauses=difference.clauses)
    right = game.position_to_json(after)
    claimed = right | {field: value for field, value in (step.state or {}).items() if field in right}
    try:
        game.position_from_json(claimed, ruleset)
    except EngineError as error:
        note = f"What it answers cannot be drawn: {error}"
        return [*steps, replace(shown, differing=_sides(difference, ("", "")), notes=(*shown.notes, note))]
    zones = [table(game.NAME).zones(each) for each in (right, claimed)]
    boards = _board(RULES, game, zones[1], zones[0], pool), _board(ANSWER, game, zones[0], zones[1], pool)
    return [*steps, replace(shown, boards=boards, differing=_sides(difference, piles_told(zones[0], zones[1])))]


def _sides(difference: Difference, words: tuple[str, str]) -> tuple[Differing, ...]:
    values = _json(difference.expected), _json(difference.got)
    return (Differing(difference.field, tuple(map(Side, (RULES, ANSWER), words, values))),)


def _with_finding(steps: list[Shown], game: Game, last: State, finding: Finding, pool: Pool) -> list[Shown]:
    """The steps, and at the last of them or after it what the finding says."""
    differing = (Differing("The answer", (Side(RULES, "", finding.expected), Side(ANSWER, "", finding.got))),)
    if not finding.action or finding.action == steps[-1].action:
        return [*steps[:-1], replace(steps[-1], differing=differing, clauses=finding.clauses)]
    try:
        action = game.action_to_json(game.action_from_text(finding.action))
        told = table(game.NAME).told(action, game.current_player(last))
    except EngineError:
        told = finding.action
    shown = replace(at_opening(game, last, pool), told=told, action=finding.action)
    return [*steps, replace(shown, clauses=finding.clauses, differing=differing)]


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
