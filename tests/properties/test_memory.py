"""A memory says of every position what the engine says, whichever rulesets were asked before."""

import random
from itertools import islice
from typing import Any

import pytest

from properties.exploring import openings
from properties.memory import Memory
from properties.parting import sizes
from properties.rulesets import named_rulesets, random_ruleset
from reference_engine import games, load
from reference_engine.interface import Game

BOXES = {"village": 40, "drachenschatz": 60}


def rulesets(game: Game) -> list[Any]:
    """The default, each alternative, and some random ones."""
    singles = [each for each in named_rulesets(game) if len(each.differences()) <= 1]
    rng = random.Random(0)
    return [*singles, *(random_ruleset(game, rng) for _ in range(8))]


@pytest.mark.parametrize("name", games())
def test_it_says_of_each_position_what_the_engine_says_under_that_ruleset(name: str) -> None:
    game, compared = load(name), 0
    for box, players in islice(sizes(name).boxes(), BOXES[name] - 3, BOXES[name]):
        memory = Memory(game, sizes(name).alike)
        for ruleset in rulesets(game):
            side = memory.side(ruleset)
            starts = list(openings(game, box, players, ruleset))
            asked = side.numbers("openings", lambda each: openings(game, box, players, each))  # noqa: B023
            assert [memory.state(number) for number in asked] == starts
            waiting = list(dict.fromkeys(asked))
            for number in waiting:
                state, node = memory.state(number), side.node(number)
                assert node.legal == game.legal_actions(state, ruleset)
                after = [game.apply(state, action, ruleset) for action in node.legal]
                assert [memory.state(each) for each in node.after] == after
                over = game.is_terminal(state)
                assert node.outcome == (game.outcome_to_json(game.outcome(state, ruleset)) if over else None)
                assert side.winners(number) == (game.outcome(state, ruleset).winners if over else None)
                assert memory.data(number) == game.position_to_json(state)
                waiting += [each for each in node.after if each not in waiting]
                compared += 1
    assert compared > 500


def test_the_engine_is_asked_again_only_where_a_reading_that_it_consulted_has_another_value() -> None:
    game, asked = load("village"), []
    memory = Memory(game, sizes("village").alike)

    def question(ruleset: Any) -> str:
        asked.append(ruleset)
        return str(ruleset.tie_count)

    for readings in ({}, {"tie.full": "none"}, {"tie.count": "type"}, {"tie.count": "type", "tie.steps": "value"}):
        answer = memory.ask("about", game.Ruleset.from_readings(readings), question)
        assert answer == readings.get("tie.count", "bribe")
    assert len(asked) == 2
