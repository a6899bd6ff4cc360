"""The reference engine behind the protocol: it plays what the rules say, under every ruleset."""

import json
import random

import pytest

from reference_engine import load
from reference_engine.jsonform import Json
from tests.reports.asking import ALL_ACTIONS, POSITION, RULESETS, Asked, games, matches, raw

VILLAGE = load("village")


def test_the_greeting_says_what_it_is_and_which_readings_it_follows() -> None:
    greeting = Asked({"tie.count": "type"}).greeting
    assert (greeting["protocol"], greeting["name"], greeting["language"]) == (1, "dragonproof", "Python")
    assert set(greeting["capabilities"]) == {"legal_actions", "outcome", "replay", "observe", "deals"}
    assert greeting["readings"] == VILLAGE.Ruleset.from_readings({"tie.count": "type"}).readings()


def test_replay_agrees_with_playing_step_by_step() -> None:
    for readings, start, actions in games():
        stepwise, at_once = Asked(readings, checked=False), Asked(readings, checked=False)
        assert stepwise.result("new_game", state=start) == {"state": start}
        legal, states = [], []
        for action in actions:
            legal.append(stepwise.result("legal_actions")["actions"])
            assert action in legal[-1]
            states.append(stepwise.result("apply", action=action)["state"])
        legal.append(stepwise.result("legal_actions")["actions"])
        assert (legal[-1], states[-1]["over"]) == ([], True)
        outcome = stepwise.result("outcome")
        expected = {"states": states, "outcome": outcome}
        assert at_once.result("replay", state=start, actions=actions) == expected
        with_lists = at_once.result("replay", state=start, actions=actions, legal_actions=True)
        assert with_lists == expected | {"legal_actions": legal}
        without = at_once.result("replay", state=start, actions=actions[:-1], legal_actions=False)
        assert without == {"states": states[:-1], "outcome": None}
        assert at_once.result("apply", action=actions[-1]) == {"state": states[-1]}


def test_it_plays_by_its_ruleset() -> None:
    differing = set()
    for number, (readings, start, actions) in enumerate(games()):
        usual = Asked(checked=False).result("replay", state=start, actions=actions)
        own = Asked(readings, checked=False).result("replay", state=start, actions=actions)
        if usual != own:
            differing.add(number % len(RULESETS))
    assert differing >= {1, 2, 3}


def test_exactly_the_listed_actions_can_be_applied_and_others_change_nothing() -> None:
    illegal = 0
    for readings, start, actions in games():
        server = Asked(readings, checked=False)
        server.result("new_game", state=start)
        for action in [*actions, None]:
            listed = server.result("legal_actions")["actions"]
            for other in ALL_ACTIONS:
                if other not in listed:
                    request = {"jsonrpc": "2.0", "id": 1, "method": "apply", "params": {"action": other}}
                    error = raw(server.server, json.dumps(request).encode())["error"]
                    assert error["code"] == -32002
                    assert error["message"].startswith(error["data"]["clause"] + ": ")
                    illegal += 1
            assert matches("error", error)
            assert server.result("legal_actions")["actions"] == listed
            if action:
                server.result("apply", action=action)
    assert illegal > 1000


def test_replay_stops_at_the_first_illegal_action_and_stays_there() -> None:
    for readings, start, actions in games():
        server = Asked(readings, checked=False)
        whole = server.result("replay", state=start, actions=actions, legal_actions=True)
        for stop in (0, len(actions) // 2, len(actions)):
            bad = next(action for action in ALL_ACTIONS if action not in whole["legal_actions"][stop])
            asked = [*actions[:stop], bad, *actions[stop:]]
            got = server.result("replay", state=start, actions=asked, legal_actions=True)
            assert got == {
                "states": whole["states"][:stop],
                "outcome": None,
                "illegal": stop,
                "legal_actions": whole["legal_actions"][: stop + 1],
            }
            assert server.result("legal_actions")["actions"] == whole["legal_actions"][stop]
            assert "legal_actions" not in server.result("replay", state=start, actions=asked)


def test_a_view_does_not_change_when_unseen_cards_change_places() -> None:
    rng = random.Random(5)
    server = Asked(box="full", checked=False)
    compared = changed = 0
    for _, start, actions in games():
        for state in [start, *server.result("replay", state=start, actions=actions)["states"][:-1:2]]:
            if "next_stall" in state:
                continue
            seen = rng.randrange(state["players"])
            server.result("new_game", state=state)
            view = server.result("observe", player=seen)["view"]
            other = reshuffled(state, seen, rng)
            server.result("new_game", state=other)
            assert server.result("observe", player=seen)["view"] == view
            compared += 1
            changed += other != state
    assert compared > 50
    assert changed > compared // 2


def reshuffled(state: Json, seen: int, rng: random.Random) -> Json:
    """The position with the cards that the player does not see in other places."""
    others = [player for player in range(state["players"]) if player != seen]
    unseen = list(state["deck"] + "".join(state["hands"][player] for player in others))
    rng.shuffle(unseen)
    hands = list(state["hands"])
    for player in others:
        size = len(hands[player])
        hands[player] = "".join(sorted(unseen[:size]))
        unseen = unseen[size:]
    return state | {"hands": hands, "deck": "".join(unseen)}


SEEN: dict[str, Json] = {
    "the own hand": {"hands": ["AAW", "CDEF"]},
    "the size of another hand": {"hands": ["AABW", "CDE"]},
    "the size of the deck": {"deck": "BWAC"},
    "an own bribe": {"bribes": [{"A": "AAA"}, {"C": "CW"}]},
    "another's bribe": {"bribes": [{"A": "AAW"}, {"C": "CC"}]},
    "the market": {"market": {"3": "AB", "2": "", "1": "W", "0": "D"}},
    "the track": {"track": ["B", "A", "C", "D", "E", "F"]},
    "the values": {"values": [1, 1, 2, 2, 2, 4]},
    "the discard": {"discard": "F"},
    "whose turn it is": {"turn": 1},
}


@pytest.mark.parametrize("case", SEEN)
def test_a_view_changes_with_what_the_player_sees(case: str) -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    view = server.result("observe", player=0)
    server.result("new_game", state=POSITION | SEEN[case])
    assert server.result("observe", player=0) != view


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_only_players_can_look(player: int) -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    assert server.error("observe", player=player)["code"] == -32602


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_deals_other_games_each_time_and_the_same_ones_for_the_same_seed(players: int) -> None:
    dealt = [[server.result("new_game", players=players)["state"] for _ in range(4)]
             for server in (Asked(box="full"), Asked(box="full"), Asked(box="full", seed=1))]  # fmt: skip
    assert dealt[0] == dealt[1]
    assert dealt[0][1:] == dealt[2][:-1]
    assert len({json.dumps(state) for state in dealt[0]}) == 4
    for state in dealt[0]:
        position = VILLAGE.position_from_json(state, VILLAGE.Ruleset())
        VILLAGE.check_box(position, VILLAGE.BOXES["full"])
        assert VILLAGE.players(position) == players


def test_a_game_that_it_dealt_can_be_played() -> None:
    server = Asked({"refill.start": "continue"})
    assert server.result("new_game", players=3)["state"]["next_stall"] == 3
    while actions := server.result("legal_actions")["actions"]:
        state = server.result("apply", action=actions[-1])["state"]
    assert state["over"]
    assert len(server.result("outcome")["scores"]) == 3


@pytest.mark.parametrize("params", [{"players": 1}, {"players": 9}, {"players": "2"}, {"players": True}, {}])
def test_what_cannot_be_dealt_is_refused_and_the_game_goes_on(params: Json) -> None:
    server = Asked()
    server.result("new_game", state=POSITION)
    listed = server.result("legal_actions")
    assert server.error("new_game", **params)["code"] == -32602
    assert server.result("legal_actions") == listed
