"""After random bribes and curses the engine's track is the one that the model allows."""

import random
from typing import Any

import pytest

from properties.rulesets import random_ruleset
from reference_engine import load
from reference_engine.errors import IllegalAction
from solver.village import model
from tests.solver.village.reckoning import bribed, cursed

GAME = load("village")
VALUES = (1, 1, 2, 2, 3, 4)


def position(track: str, hand: str, bribes: dict[str, str]) -> dict[str, Any]:
    return {
        "players": 2, "turn": 0, "over": False, "deck": "".join(sorted(track)) * 2, "hands": [hand, ""],
        "bribes": [bribes, {}], "market": {"3": "A", "2": "A", "1": "A", "0": "A"},
        "track": list(track), "values": list(VALUES[-len(track) :]), "discard": "",
    }  # fmt: skip


def track_after(before: dict[str, Any], action: dict[str, Any], ruleset: Any) -> str | None:
    """None if the action is illegal because of where its token stands."""
    try:
        state = GAME.apply(GAME.position_from_json(before, ruleset), GAME.action_from_json(action), ruleset)
    except IllegalAction as illegal:
        if illegal.clause not in ("V-CURSE-4", "V-FAVOR-3"):
            raise
        return None
    return "".join(GAME.position_to_json(state)["track"])


def changed(ruleset: Any) -> dict[str, str]:
    return {
        reading.replace(".", "_"): value for reading, value in ruleset.readings().items() if reading in model.READINGS
    }


@pytest.mark.parametrize("seed", range(60))
def test_after_a_bribe(seed: int) -> None:
    rng = random.Random(seed)
    track = "".join(rng.sample("ABCDEF"[: (types := rng.randint(2, 6))], types))
    token, treasures, wilds = rng.choice(track), rng.randint(1, 4), rng.randint(0, 3)
    ruleset = random_ruleset(GAME, rng)
    alone = rng.random() < 0.3 and wilds > 0 and ruleset.readings()["bribe.wilds_alone"] == "existing"
    cards = token * (0 if alone else treasures) + "W" * wilds
    action = {"type": "bribe", "treasure": token, "cards": cards}
    joined = token + "W" * rng.randint(0, 2) if alone or rng.random() < 0.5 else ""
    got = track_after(position(track, cards, {token: joined} if joined else {}), action, ruleset)
    assert got is not None or ruleset.favor_overshoot == "block"
    assert got == bribed(track, token, 0 if alone else treasures, wilds, len(joined), **changed(ruleset))


@pytest.mark.parametrize("seed", range(60))
def test_after_a_curse(seed: int) -> None:
    rng = random.Random(seed)
    track = "".join(rng.sample("ABCDEF"[: (types := rng.randint(2, 6))], types))
    token, stall = rng.choice(track), rng.randint(1, 3)
    pay = "".join(sorted([token, *rng.choices([*track, token, "W"], k=stall - 1)]))
    ruleset = random_ruleset(GAME, rng)
    action = {"type": "visit", "stall": stall, "pay": pay, "curse": token}
    assert track_after(position(track, pay, {}), action, ruleset) == cursed(track, token, pay, **changed(ruleset))
