"""A program that looks its answers up answers as the one that was recorded."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from properties.conformance.connection import Process
from properties.conformance.failures import Kind, NoAnswer
from properties.conformance.parts import parts
from properties.conformance.program import Limits, Program
from properties.mutants.fake import fake_server
from properties.mutants.inprocess import InProcess
from properties.property import Position
from reference_engine import games, load
from reference_engine.interface import Game
from reference_engine.jsonform import Json

PLAYERS = 3


@pytest.fixture(name="game", params=games())
def _game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.fixture
def recorded(game: Game, tmp_path: Path) -> tuple[list[Any], Callable[[], Process]]:
    """What a right program answers to `ask`, and how to start one that looks it up."""
    file = tmp_path / "trace.jsonl"
    entries: list[Json] = []
    program = Program(
        lambda: InProcess(fake_server(game.NAME)), game, Limits(), lambda kind, text: entries.append({kind: text})
    )
    answers = ask(program, game)
    file.write_text("".join(json.dumps({"worker": 0} | entry) + "\n" for entry in entries))
    return answers, lambda: Process([sys.executable, "-m", "properties.mutants.table", str(file)])


def ask(program: Program, game: Game) -> list[Any]:
    """A game and everything else that can be asked, up to the end of the program."""
    start = program.deal(PLAYERS)
    answers: list[Any] = [program.about, start, program.new_game(start)]
    ruleset = game.Ruleset()
    opening = game.position_from_json(start, ruleset)
    refused = game.action_to_json(next(iter(parts(game.NAME).near_misses(Position(game, ruleset, opening)))))
    played: list[Json] = []
    answers.append(program.apply(refused))
    while actions := program.legal_actions():
        played.append(actions[len(played) * 7 % len(actions)])
        answers += [actions, program.observe(0), program.apply(played[-1])]
    answers += [program.outcome(), program.replay(start, played, True), program.legal_actions()]
    answers += [program.replay(start, [refused], False), program.legal_actions()]
    return [*answers, program.shut_down()]


def test_it_answers_what_was_recorded_whatever_the_ids(
    game: Game, recorded: tuple[list[Any], Callable[[], Process]]
) -> None:
    answers, launch = recorded
    assert len(answers) > 40
    assert answers[3] is None
    program = Program(launch, game, Limits())
    program._id = 1000
    try:
        assert ask(program, game) == answers
        assert ask(program, game) == answers
    finally:
        program.close()


def test_it_ends_where_it_is_asked_something_else(
    game: Game, recorded: tuple[list[Any], Callable[[], Process]]
) -> None:
    program = Program(recorded[1], game, Limits())
    with pytest.raises(NoAnswer) as caught:
        program.deal(PLAYERS + 1)
    assert caught.value.kind is Kind.CRASH
    assert "KeyError" in caught.value.stderr
