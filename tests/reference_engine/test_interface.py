"""The game's package keeps to the interface, and the engine to its promises: pure, standard library, no game's name."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import reference_engine
from reference_engine import errors, games, interface, load, village
from reference_engine.errors import CannotDeal, EngineError, IllegalAction, UnknownGame
from reference_engine.interface import Game
from reference_engine.record import read_record
from reference_engine.ruleset import Readings

ROOT = Path(__file__).parents[2]
ENGINE = sorted((ROOT / "reference_engine").rglob("*.py"))
PACKAGES = ("reference_engine", "properties", "reports", "solver")
SHARED = sorted(path for package in PACKAGES for path in (ROOT / package).glob("*.py"))
RECORDS = sorted((ROOT / "seeds" / "village" / "records").glob("*.jsonl"))

game: Game = village  # for mypy: the module has every export, with its types
ended: interface.Outcome = village.Outcome((1, 2), (1,), "score")


def test_every_export_of_the_interface_exists() -> None:
    members = {*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_"))}
    assert {"BOXES", "NAME", "RULES", "Ruleset", "apply"} <= members
    assert members <= set(village.__all__)
    assert all(hasattr(village, name) for name in village.__all__)
    assert (village.NAME, village.RULES) == ("village", "1.0")
    assert issubclass(village.Ruleset, Readings)


def _functions() -> list[str]:
    return [name for name, value in vars(Game).items() if inspect.isfunction(value) and not name.startswith("_")]


@pytest.mark.parametrize("name", _functions())
def test_every_function_of_the_interface_exists_with_its_parameters(name: str) -> None:
    wanted = list(inspect.signature(getattr(Game, name)).parameters)
    assert list(inspect.signature(getattr(village, name)).parameters) == wanted[1:]


def test_games_are_found_by_their_id() -> None:
    assert "village" in games()
    assert list(games()) == sorted(games())
    assert games() == tuple(load(name).NAME for name in games())
    loaded: object = load("village")
    assert loaded is village


def test_games_are_the_packages_in_alphabetical_order_and_the_message_lists_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [
        SimpleNamespace(name=name, ispkg=ispkg) for name, ispkg in [("second", True), ("a", False), ("first", True)]
    ]
    monkeypatch.setattr(reference_engine, "iter_modules", lambda _: found)
    assert games() == ("first", "second")
    with pytest.raises(UnknownGame, match=r"^no game 'a'; the games are: first, second$"):
        load("a")


@pytest.mark.parametrize("name", ["", "Village", "errors", "village.score", "os"])
def test_an_unknown_game_is_refused_with_the_list_of_games(name: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        load(name)
    assert str(refused.value) == f"no game {name!a}; the games are: " + ", ".join(games())


def test_every_error_is_an_engine_error_and_no_two_kinds_are_one() -> None:
    classes = [value for value in vars(errors).values() if inspect.isclass(value) and value is not EngineError]
    assert len(classes) == 7
    for error in classes:
        assert error.__bases__ == (EngineError,)
        assert (error.__doc__ or "").startswith("Occurs when")
    assert EngineError.__bases__ == (ValueError,)


def _played() -> Iterator[tuple[Any, Any]]:
    """Every position of the recorded games, with its ruleset."""
    for path in RECORDS:
        record = read_record(path.read_bytes())
        state = record.header.start
        yield state, record.header.ruleset
        for step in record.steps:
            state = game.apply(state, step.action, record.header.ruleset)
            yield state, record.header.ruleset


def test_legal_actions_are_sorted_by_text_without_duplicates_and_empty_when_over() -> None:
    finished = 0
    for state, ruleset in _played():
        texts = [game.action_to_text(action) for action in game.legal_actions(state, ruleset)]
        assert texts == sorted(set(texts))
        assert bool(texts) != game.is_terminal(state)
        finished += game.is_terminal(state)
    assert finished == len(RECORDS)


def test_every_legal_action_is_played_and_leaves_the_old_position_as_it_was() -> None:
    for state, ruleset in _played():
        before = game.position_to_json(state)
        for action in game.legal_actions(state, ruleset):
            after = game.apply(state, action, ruleset)
            assert after != state
            assert game.action_from_text(game.action_to_text(action)) == action
            assert game.action_from_json(game.action_to_json(action)) == action
        assert game.position_to_json(state) == before


def test_positions_and_outcomes_are_frozen_values() -> None:
    state = next(_played())[0]
    with pytest.raises(AttributeError):
        state.turn = 1
    assert hash(state) == hash(next(_played())[0])
    with pytest.raises(AttributeError):
        ended.scores = (0, 0)  # type: ignore[misc]
    assert {village.Draw(): 1}[village.Draw()] == 1


def test_an_error_says_its_clause_and_its_reason() -> None:
    error = IllegalAction("V-X-1", "no")
    assert (error.clause, error.reason, str(error)) == ("V-X-1", "no", "V-X-1: no")
    assert str(CannotDeal("too few")) == "too few"


# The source


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_imports_only_itself_and_the_standard_library(path: Path) -> None:
    for name in _imports(path):
        top = name.split(".")[0]
        assert top == "reference_engine" or top in sys.stdlib_module_names, name
        assert top not in {"random", "secrets", "time"}, "the engine is pure"


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shared_code_names_no_game(path: Path) -> None:
    """As a word, in code, comments and docstrings alike."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"\b(?:village|drachenschatz)\b.*", text, re.IGNORECASE)
    assert found == []


def test_the_sources_are_those_that_are_imported() -> None:
    assert len(ENGINE) > 15
    assert len(SHARED) > 20
    assert Path(village.__file__) in ENGINE
