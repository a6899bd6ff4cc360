"""How the model and the engine differ about an endgame, as a finding with a record that can be replayed."""

import json
from collections.abc import Sequence

from properties.endgame import Endgame, Result
from properties.property import Position
from properties.replaying import replay
from properties.suspects import about_legality
from properties.verdicts import Finding
from reference_engine.errors import EngineError
from reference_engine.interface import Action, State
from reference_engine.jsonform import Json, canonical
from reference_engine.record import Header, Record, Step, record_game, write_header, write_record
from solver.plays import Play

_REPEAT = "dragonproof replay RECORD"


def told(endgame: Endgame, play: Play) -> Finding:
    """A play of the model that the engine does not have: the first place where it departs from the engine's rules."""
    game, header = endgame.game, _header(endgame)
    lines: list[Json] = [
        {"action": action, "state": state} for action, state in zip(play.actions, play.states, strict=True)
    ]
    if play.outcome is not None:
        lines.append({"outcome": play.outcome})
    text = write_header(header) + "".join(json.dumps(line) + "\n" for line in lines)
    try:
        steps = tuple(Step(game.action_from_json(line["action"]), line["state"]) for line in lines if "action" in line)
    except EngineError as error:
        return _finding(endgame, f"the model has {json.dumps(play.actions)}", str(error), text)
    replayed = replay(Record(header, steps, None if play.outcome is None else dict(play.outcome)))
    difference = replayed.difference
    if difference is None:
        return _not_offered(endgame, [step.action for step in steps], play, text)
    return Finding(
        clauses=difference.clauses,
        board=game.position_to_text(replayed.positions[max(difference.step - 1, 0)]),
        action=game.action_to_text(steps[difference.step - 1].action) if difference.step else "",
        expected=f"{difference.field} {json.dumps(difference.got)}" if difference.field else "it can be played",
        got=f"{difference.field} {json.dumps(difference.expected)}" if difference.field else difference.expected,
        repeat=_REPEAT,
        record=text,
    )


def _not_offered(endgame: Endgame, actions: Sequence[Action], play: Play, text: str) -> Finding:
    """A play that the engine accepts although it is none of its own: the first action that it does not list."""
    game, ruleset, state = endgame.game, endgame.ruleset, endgame.start
    for action in actions:
        if action not in game.legal_actions(state, ruleset):
            got = "it is not among the legal actions"
            return _about_action(endgame, state, action, "it can be played", got, text)
        state = game.apply(state, action, ruleset)
    return _finding(endgame, f"the model comes to {canonical(play.states[-1])}", "the engine does not", text)


def forbidden(endgame: Endgame, actions: Sequence[Action]) -> Finding:
    """A play of the engine whose last action the model does not allow."""
    game, state = endgame.game, endgame.start
    for action in actions[:-1]:
        state = game.apply(state, action, endgame.ruleset)
    record = write_record(record_game(_header(endgame), actions))
    return _about_action(endgame, state, actions[-1], "it cannot be played", "it can be played", record)


def _about_action(endgame: Endgame, state: State, action: Action, expected: str, got: str, record: str) -> Finding:
    game = endgame.game
    clauses, _ = about_legality(Position(game, endgame.ruleset, state), action)
    board = game.position_to_text(state)
    return Finding(clauses, board, game.action_to_text(action), expected, got, _REPEAT, record)


def unlike(endgame: Endgame, result: Result) -> Finding:
    """A result of the engine that the model does not allow, nor any other after the same play."""
    record = write_record(record_game(_header(endgame), result.actions))
    return _finding(endgame, "no outcome at all", json.dumps(result.outcome), record)


def _finding(endgame: Endgame, expected: str, got: str, record: str) -> Finding:
    board = endgame.game.position_to_text(endgame.start)
    return Finding((), board, "", expected, got, _REPEAT, record)


def _header(endgame: Endgame) -> Header:
    return Header(endgame.game, endgame.ruleset, endgame.start)
