"""Each general property is broken by a small change to the engine's source text that it catches."""

import pytest

from properties import general
from properties.checking import check_game
from properties.dealing import deal
from properties.mutants import Mutant, load_mutant
from properties.policies import random_policy
from properties.property import Playthrough, Position, Step, collect
from properties.tally import Tally
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.record import Header

LISTED = "return (*bribe.legal(state, ruleset), Draw(), *market.legal(state, ruleset))"
CHANGES = {
    "actions.listed": ("rules", LISTED, LISTED.replace("(*bribe", "(Draw(), *bribe").replace(", Draw(), *m", ", *m")),
    "actions.accepted": ("rules", LISTED, LISTED.replace("ruleset))", 'ruleset), Visit(3, "WWW", "W"))')),
    "actions.end": ("rules", "    if state.over:\n        return ()", "    if False:\n        return ()"),
    "apply.pure": ("draw", "state.hand, state.deck[0]", 'state.hand, __import__("random").choice(state.deck)'),
    "forms.position": ("position", '"discard": state.discard,', '"discard": state.discard[1:],'),
    "forms.action": ("actions", 'return "draw"', 'return "draws"'),
    "forms.record": ("bribe", "return len(action.cards)", "return len(action.cards) + 1"),
}
GENERAL = {
    *(each.id for each in collect(Step, general)),
    *(each.id for each in collect(Position, general)),
    *(each.id for each in collect(Playthrough, general)),
}


def findings(game: Game) -> set[str]:
    tally = Tally()
    for seed in range(8):
        ruleset = game.Ruleset()
        opening = deal(game, game.BOXES["toy3"], 2 + seed % 2, seed, ruleset)
        check_game(Header(game, ruleset, opening, "toy3"), random_policy(seed), 100, tally, salt=seed)
    return set(tally.findings)


def test_every_general_property_has_its_change() -> None:
    assert set(CHANGES) == GENERAL


def test_the_engine_breaks_none() -> None:
    assert findings(load("village")) == set()


@pytest.mark.parametrize("key", CHANGES)
def test_the_change_is_caught(key: str) -> None:
    file, before, after = CHANGES[key]
    mutant = Mutant(f"general-{key.replace('.', '-')}", "", "", file, before, after)
    assert key in findings(load_mutant("village", mutant))
