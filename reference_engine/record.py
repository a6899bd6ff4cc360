"""Game records: JSON Lines of a header, a line for each action, and the outcome."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reference_engine import load
from reference_engine.errors import CannotParse
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, member, of_type, parse_object, shown
from reference_engine.versions import FORMAT, check_format, check_rules

_KEYS = {  # of the lines of a record, by what tells them apart
    "dragonproof": {"dragonproof", "game", "rules", "readings", "state", "box"},
    "action": {"action", "state"},
    "outcome": {"outcome"},
}


@dataclass(frozen=True)
class Header:
    """The first line of a record: a game, its ruleset and an opening or other position.

    box: the name of the box it was dealt from, where that is known.
    """

    game: Game
    ruleset: Any
    start: State
    box: str | None = None


@dataclass(frozen=True)
class Step:
    """One action, and the fields of the position after it that the record claims, if any."""

    action: Action
    state: Json | None = None


@dataclass(frozen=True)
class Record:
    """A recorded game. `cut_off` says what was lost where the file stops early, else None.

    notes: what else is to be told of the file: that its rules are older ones, and keys that nobody knows.
    """

    header: Header
    steps: tuple[Step, ...]
    outcome: Json | None = None
    cut_off: str | None = None
    notes: tuple[str, ...] = ()


def write_header(header: Header) -> str:
    """The header as one line of JSON."""
    game = header.game
    data: Json = {
        "dragonproof": FORMAT,
        "game": game.NAME,
        "rules": game.RULES,
        "readings": header.ruleset.differences(),
        "state": game.position_to_json(header.start),
    }
    return json.dumps(data if header.box is None else data | {"box": header.box}) + "\n"


def write_record(record: Record) -> str:
    """The record as JSON Lines."""
    lines = [write_header(record.header)]
    for step in record.steps:
        line: Json = {"action": record.header.game.action_to_json(step.action)}
        lines.append(json.dumps(line if step.state is None else line | {"state": step.state}) + "\n")
    if record.outcome is not None:
        lines.append(json.dumps({"outcome": record.outcome}) + "\n")
    return "".join(lines)


def whole_position(game: Game, data: Json, ruleset: Any) -> State:
    """The first position of a record that leaves nothing out."""
    return game.position_from_json(data, ruleset)


def read_header(line: bytes, position: Callable[[Game, Json, Any], State] = whole_position) -> Header:
    """Inverts `write_header`. Raises `CannotParse`, or another `EngineError` for what stands in it.

    position: makes the first position of its JSON.
    """
    data = parse_object(line)
    check_format(data, "record")
    game = load(member(data, "game", str, "the record's game"))
    check_rules(data, game.RULES, "record")
    ruleset = game.Ruleset.from_readings(of_type(data.get("readings", {}), dict, "readings"))
    box = of_type(data["box"], str, "box") if "box" in data else None
    return Header(game, ruleset, position(game, member(data, "state", dict), ruleset), box)


def read_record(data: bytes, position: Callable[[Game, Json, Any], State] = whole_position) -> Record:
    """Inverts `write_record`; a file cut off in the middle of a line gives its whole lines.

    Raises `CannotParse` naming the line, or another `EngineError` for what stands in the header.
    """
    lines, cut_off = whole_lines(data)
    if not lines:
        raise CannotParse("cut off in its first line" if cut_off else "empty")
    header = read_header(lines[0][1], position)
    contents = [(lines[0][0], parse_object(lines[0][1]))]
    steps: list[Step] = []
    outcome = None
    for number, line in lines[1:]:
        try:
            content = parse_object(line)
            contents.append((number, content))
            if outcome is not None:
                raise CannotParse("nothing may follow the outcome")
            if "outcome" in content:
                outcome = _read_outcome(content)
            else:
                steps.append(_read_step(header.game, content))
        except CannotParse as error:
            raise CannotParse(f"line {number}: {error}") from None
    return Record(header, tuple(steps), outcome, cut_off, tuple(_notes(header.game, contents)))


def _notes(game: Game, contents: Sequence[tuple[int, Json]]) -> Iterator[str]:
    """What is to be told of the lines of a record beside what stands in it."""
    older = check_rules(contents[0][1], game.RULES, "record")
    if older:
        yield older
    unknown: dict[str, int] = {}
    for number, content in contents:
        for key in content.keys() - next(keys for kind, keys in _KEYS.items() if kind in content):
            unknown.setdefault(key, number)
    if unknown:
        keys = ", ".join(f"{shown(key)} (line {number})" for key, number in sorted(unknown.items()))
        yield f"keys that a record does not have are ignored: {keys}"


def whole_lines(data: bytes) -> tuple[list[tuple[int, bytes]], str | None]:
    """The lines of JSON Lines that are not blank, with their numbers, and what was lost if the last is cut off."""
    *lines, last = data.split(b"\n")
    cut_off = None
    if last.strip():
        try:
            parse_object(last)
            lines.append(last)
        except CannotParse:
            cut_off = f"line {len(lines) + 1} is cut off and was left out"
    return [(number, line) for number, line in enumerate(lines, start=1) if line.strip()], cut_off


def _read_outcome(content: Json) -> Json:
    if "action" in content:
        raise CannotParse("a line has an action or the outcome, not both")
    outcome = member(content, "outcome", dict)
    for name in ("scores", "winners"):
        for number in member(outcome, name, list, f"the outcome's {name}"):
            of_type(number, int, f"each of the outcome's {name}")
    return outcome


def _read_step(game: Game, content: Json) -> Step:
    action = game.action_from_json(member(content, "action", dict))
    return Step(action, member(content, "state", dict) if "state" in content else None)


def record_game(header: Header, actions: Iterable[Action]) -> Record:
    """The record of these actions played one after the other. Raises `IllegalAction`."""
    game, state = header.game, header.start
    steps = []
    for action in actions:
        state = game.apply(state, action, header.ruleset)
        steps.append(Step(action, game.position_to_json(state)))
    over = game.is_terminal(state)
    outcome = game.outcome_to_json(game.outcome(state, header.ruleset)) if over else None
    return Record(header, tuple(steps), outcome)
