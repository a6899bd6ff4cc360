"""What a program follows in words: a table of the readings, and the questions that show them."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from properties.clauses import Catalogue
from properties.conformance.cases import Case, Rules
from properties.identifying.evidence import Shown
from properties.identifying.identify import Identified
from properties.identifying.questions import OUTCOME
from properties.identifying.state import Failed
from reference_engine.interface import Game
from reference_engine.record import Header
from reports.telling import printable, wrapped


def tell_identified(game: Game, found: Identified, differs: Mapping[str, str], known: Catalogue) -> str:
    """The whole report for a terminal. differs: the declared values where others were seen."""
    lines: list[str] = []
    if found.against:
        lines += _tell_none(game, found)
    else:
        lines += _table(game, found)
        lines += _questions(game, found, known)
    lines += [f"It declares {key}: {value}, and follows {found.readings[key]}." for key, value in differs.items()]
    lines += [f"A question was skipped: {printable(reason)}." for reason in found.skipped]
    lines += [line for failed in found.failed for line in _failed(game, failed)]
    return "\n".join([*lines, _end(found)])


def _failed(game: Game, failed: Failed) -> Iterator[str]:
    """A question that was not answered."""
    yield f"A question was not answered: {printable(failed.why)}."
    if failed.start is not None:
        yield f"  It began with   {json.dumps(failed.start)}"
    if failed.actions:
        played = map(game.action_to_text, map(game.action_from_json, failed.actions))
        yield from wrapped("  To be played    ", ", ".join(played))


def _table(game: Game, found: Identified) -> Iterator[str]:
    """A line for each reading."""
    width = max(map(len, game.Ruleset.choices()))
    for reading, values in game.Ruleset.choices().items():
        value = found.readings.get(reading)
        if value is None:
            yield from wrapped(f"{reading:{width}}  undetermined: ", found.undetermined[reading].reason)
        elif len(values) == 1:
            yield f"{reading:{width}}  {value} (no other value is played)"
        else:
            numbers = sorted({shown.question + 1 for shown in found.evidence[reading].values()})
            yield f"{reading:{width}}  {value:10}  question {', '.join(map(str, numbers))}"
    yield ""


def _questions(game: Game, found: Identified, known: Catalogue) -> Iterator[str]:
    """The places that show something, in the order in which they were asked about, and what follows from each."""
    places = {(each.question, each.index) for evidence in found.evidence.values() for each in evidence.values()}
    for place in sorted(places):
        yield from _question(game, found, *place)
        for reading, evidence in found.evidence.items():
            others = {value: each for value, each in evidence.items() if (each.question, each.index) == place}
            if others:
                clauses = ", ".join(known.readings[reading].clauses)
                yield from wrapped("  So it follows   ", f"{reading}: {found.readings[reading]} ({clauses})")
            for value, each in others.items():
                yield from wrapped("                  ", _against(each, f"under {value}"))
        yield ""


def _question(game: Game, found: Identified, number: int, index: int) -> Iterator[str]:
    """The position before the last action that matters, that action, and how the game went on to there."""
    asked = found.asked[number]
    actions = tuple(map(game.action_from_json, asked.actions))
    start = game.position_from_json(asked.start, found.ruleset)
    before = max(index - 1, 0)
    board = Rules(Case(Header(game, found.ruleset, start), actions)).position(before).state
    yield f"Question {number + 1}. Let this be the position:"
    yield ""
    yield textwrap.indent(game.position_to_text(board), "    ")
    yield ""
    if before:
        yield from wrapped("  Played before   ", ", ".join(map(game.action_to_text, actions[:before])))
    if index:
        yield f"  The action      {game.action_to_text(actions[index - 1])}"


def _tell_none(game: Game, found: Identified) -> Iterator[str]:
    """The nearest ruleset, and what contradicts it."""
    differences = found.ruleset.differences()
    nearest = ", ".join(f"{reading}={value}" for reading, value in differences.items()) or "the default one"
    yield from wrapped("", f"It follows no ruleset. The nearest is {nearest}, but:")
    yield ""
    for shown in found.against:
        yield from _question(game, found, shown.question, shown.index)
        yield from wrapped("                  ", _against(shown, "by that ruleset"))
        yield ""


def _against(shown: Shown, under: str) -> str:
    """An answer, and what would be the answer otherwise."""
    return f"it answers {_told(shown.field, shown.got)}; {under}: {_told(shown.field, shown.otherwise)}"


def _told(field: str, value: Any) -> str:
    if field == "played":
        return "the action is played" if value else "the action is illegal"
    return f"{field.removeprefix(OUTCOME)} {json.dumps(value, ensure_ascii=False)}"


def _end(found: Identified) -> str:
    """What it comes to."""
    asked = f"{len(found.asked)} questions"
    if found.against:
        return f"It follows no ruleset ({asked}, {len(found.against)} contradict the nearest one)."
    if not found.asked:
        return "Nothing could be asked."
    if found.undetermined:
        count = len(found.undetermined)
        return f"{len(found.readings)} readings identified, {count} undetermined ({asked}, no contradiction)."
    return f"All {len(found.readings)} readings identified ({asked}, no contradiction)."
