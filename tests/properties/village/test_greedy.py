"""The greedy player takes the action that a slow reckoning over all of them takes, and knows no more than it may."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from properties.dealing import deal
from properties.policies import playout, random_policy
from properties.rulesets import random_ruleset
from properties.touching import alternatives
from properties.village.greedy import LISTED, choose
from reference_engine import load
from reference_engine.interface import Action, State

GAME = load("village")
FULL = GAME.BOXES["full"]


def met(games: int) -> Iterator[tuple[Any, State]]:
    """Positions of games of the full box, played partly greedily, one in three under the default ruleset."""
    for seed in range(games):
        rng = random.Random(seed)
        greed = rng.random()
        ruleset = random_ruleset(GAME, rng) if seed % 3 else GAME.Ruleset()
        state = deal(GAME, FULL, 2 + seed % 4, seed, ruleset)
        for _ in range(40):
            if GAME.is_terminal(state):
                break
            yield ruleset, state
            policy = choose if rng.random() < greed else random_policy(rng.randrange(2**32))
            state = GAME.apply(state, policy(GAME, state, ruleset), ruleset)


def best_of_all(state: State, ruleset: Any) -> Action:
    """The first legal action after which the score is furthest above the others' mean, no other hand being counted."""
    player = GAME.current_player(state)
    known = replace(state, hands=tuple(hand if each == player else "" for each, hand in enumerate(state.hands)))

    def lead(action: Action) -> int:
        drawn = GAME.action_kind(action) == "draw"  # nobody knows which card
        scores = list(GAME.standing(known if drawn else GAME.apply(known, action, ruleset), ruleset))
        own = scores.pop(player)
        return own * len(scores) - sum(scores)

    return max(GAME.legal_actions(state, ruleset), key=lead)


def test_the_choice_is_the_best_of_all_legal_actions_under_every_kind_of_ruleset() -> None:
    chosen: set[str] = set()
    for ruleset, state in met(18):
        action = choose(GAME, state, ruleset)
        assert action == best_of_all(state, ruleset), GAME.position_to_text(state)
        data = GAME.action_to_json(action)
        wilds = "wilds" if "W" in data.get("cards", "") + data.get("pay", "") else ""
        alone = "alone" if set(data.get("cards", "")) == {"W"} else ""
        chosen.add(" ".join((data["type"], str(data.get("stall", "")), wilds, alone)).strip())
    assert {"draw", "bribe", "bribe  wilds", "bribe  wilds alone"} <= chosen
    assert {"visit 0", "visit 1", "visit 2", "visit 2 wilds", "visit 3", "visit 3 wilds"} <= chosen


def test_the_choice_does_not_depend_on_what_the_mover_cannot_see() -> None:
    differing = 0
    for ruleset, state in met(12):
        player = GAME.current_player(state)
        hidden = list(state.deck)
        for each, hand in enumerate(state.hands):
            hidden += hand if each != player else ""
        random.Random(1).shuffle(hidden)
        cards, hands = "".join(hidden), []
        for each, hand in enumerate(state.hands):
            hands.append(hand if each == player else "".join(sorted(cards[: len(hand)])))
            cards = cards if each == player else cards[len(hand) :]
        other = replace(state, hands=tuple(hands), deck=cards)
        differing += other != state
        assert GAME.observe(other, player) == GAME.observe(state, player)
        assert choose(GAME, other, ruleset) == choose(GAME, state, ruleset)
    assert differing > 100


@pytest.mark.parametrize("alternative", alternatives(GAME), ids="=".join)
def test_every_game_ends(alternative: tuple[str, str]) -> None:
    ruleset = alternatives(GAME)[alternative]
    for players in range(2, 6):
        opening = deal(GAME, FULL, players, players, ruleset)
        played = [state for _, (_, state) in zip(range(300), playout(GAME, opening, ruleset, choose), strict=False)]
        assert GAME.is_terminal(played[-1])


def test_just_the_listed_readings_change_by_themselves_what_is_legal() -> None:
    changing = set()
    for seed in range(6):
        default = GAME.Ruleset()
        for _, state in playout(GAME, deal(GAME, FULL, 2 + seed % 4, seed, default), default, choose):
            legal = GAME.legal_actions(state, default)
            changing |= {
                reading
                for (reading, _), ruleset in alternatives(GAME).items()
                if GAME.legal_actions(state, ruleset) != legal
            }
    assert changing == LISTED
