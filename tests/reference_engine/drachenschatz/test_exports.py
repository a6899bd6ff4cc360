"""The package has every export of the interface, and the readings are those of the rules' page."""

import inspect
import random
from collections.abc import Iterator

import pytest

from reference_engine import drachenschatz, load
from reference_engine.drachenschatz import Ruleset, State, unshuffled
from reference_engine.errors import UnknownReading
from reference_engine.interface import Game
from reference_engine.ruleset import Readings
from tests.reference_engine.drachenschatz.positions import position

game: Game = drachenschatz  # for mypy: the module has every export, with its types

READINGS = {
    "claim.turns": ("none", "reveal"),
    "year.starter": ("leftover", "claimer"),
    "animals.tie": ("spared", "next"),
    "animals.tie_scope": ("half", "player"),
    "animals.both": ("alone", "has"),
    "win.tie": ("shared", "none"),
}


def test_every_export_of_the_interface_exists() -> None:
    members = {*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_"))}
    assert members <= set(drachenschatz.__all__)
    assert all(hasattr(drachenschatz, name) for name in drachenschatz.__all__)
    assert (drachenschatz.NAME, drachenschatz.RULES) == ("drachenschatz", "1.0")
    assert issubclass(Ruleset, Readings)
    loaded: object = load("drachenschatz")
    assert loaded is drachenschatz


@pytest.mark.parametrize("name", [name for name, value in vars(Game).items() if inspect.isfunction(value)])
def test_every_function_of_the_interface_exists_with_its_parameters(name: str) -> None:
    if not name.startswith("_"):
        wanted = list(inspect.signature(getattr(Game, name)).parameters)
        assert list(inspect.signature(getattr(drachenschatz, name)).parameters) == wanted[1:]


def test_the_readings_and_their_values_are_those_of_the_page_in_its_order() -> None:
    assert list(Ruleset.choices().items()) == list(READINGS.items())
    assert Ruleset().readings() == {reading: values[0] for reading, values in READINGS.items()}


def test_a_reading_with_a_value_of_another_is_refused() -> None:
    with pytest.raises(UnknownReading, match=r"^reading animals.both has no played value 'next'; choose one of: alone"):
        Ruleset.from_readings({"animals.both": "next"})


def _played() -> Iterator[tuple[State, Ruleset]]:
    """Every position of random games of each box, with its ruleset."""
    rng = random.Random(0)
    for box in game.BOXES.values():
        for players in box.piles:
            for _ in range(4):
                ruleset = Ruleset.from_readings({key: rng.choice(values) for key, values in READINGS.items()})
                (cards,) = unshuffled(box, players)
                state = game.initial_state(box, players, ("".join(rng.sample(cards, len(cards))),), ruleset)
                yield state, ruleset
                while not game.is_terminal(state):
                    state = game.apply(state, rng.choice(game.legal_actions(state, ruleset)), ruleset)
                    game.check_box(state, box)
                    yield state, ruleset


def test_legal_actions_are_sorted_by_text_without_duplicates_and_empty_when_over() -> None:
    finished = 0
    for state, ruleset in _played():
        texts = [game.action_to_text(action) for action in game.legal_actions(state, ruleset)]
        assert texts == sorted(set(texts))
        assert bool(texts) != game.is_terminal(state)
        finished += game.is_terminal(state)
    assert finished == 7 * 4


def test_every_legal_action_is_played_and_leaves_the_old_position_as_it_was() -> None:
    for state, ruleset in _played():
        before = game.position_to_json(state)
        for action in game.legal_actions(state, ruleset):
            assert game.apply(state, action, ruleset) != state
            assert game.action_from_text(game.action_to_text(action)) == action
            assert game.action_from_json(game.action_to_json(action)) == action
        assert game.position_to_json(state) == before


def test_every_position_that_is_reached_is_read_back_from_its_json() -> None:
    for state, ruleset in _played():
        assert game.position_from_json(game.position_to_json(state), ruleset) == state
        assert (game.players(state), game.current_player(state)) == (len(state.hoards), state.turn)


def test_positions_are_frozen_values() -> None:
    state = position("C S K")
    with pytest.raises(AttributeError):
        state.turn = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.piles[0].dragon = 1  # type: ignore[misc]
    assert {state: 1}[position("C S K")] == 1
