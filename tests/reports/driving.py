"""Driving a harness, in lock step with the reference engine in this process."""

import json
import os
import random
import select
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from properties.dealing import deal
from properties.policies import by_kind_policy, playout
from properties.property import Playthrough, Position
from properties.village.late import EDGE_GAMES, LATE_GAMES
from properties.village.near_misses import AFTER_THE_END, BRIBES, CURSES, VISITS, Seat
from properties.village.opening import setup_dealt
from reference_engine import load
from reference_engine.jsonform import Json, canonical
from reference_engine.record import Header
from tests.reports.asking import ALL_ACTIONS, matches

GAME = load("village")
RULESET = GAME.Ruleset()
ILLEGAL = -32002


class Program:
    """A running harness; every answer is checked against the schemas, unless that would take too long."""

    def __init__(self, *command: str, folder: Path, checked: bool = True) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
        )
        self.number = 0
        self.checked = checked
        self.greeting: Json = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def answer(self, method: str, **params: Any) -> Json:
        """The answer to a request, an error or not."""
        assert self.process.stdin
        assert self.process.stdout
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method} | ({"params": params} if params else {})
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        assert select.select([self.process.stdout], [], [], 20)[0], "no answer"
        answer: Json = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.number
        if self.checked:
            assert matches("response", answer), answer
            assert "error" in answer or matches(f"{method}.result", answer["result"]), answer
        return answer

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        answer = self.answer(method, **params)
        assert "result" in answer, (method, params, answer)
        return answer["result"]

    def refuses(self, action: Json) -> None:
        """The action is illegal."""
        answer = self.answer("apply", action=action)
        assert answer.get("error", {}).get("code") == ILLEGAL, (action, answer)

    def end(self) -> tuple[int, bytes, bytes]:
        """Shuts it down: its exit code, and what it still wrote. Its input stays open until it has ended."""
        assert self.ask("shutdown") is None
        self.process.wait(timeout=20)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


def random_games(seeds: Sequence[int]) -> Iterator[tuple[Header, list[Any]]]:
    """Games of the full box, for 2 to 5 players in turn, a kind of action as likely as another."""
    for seed in seeds:
        start = deal(GAME, GAME.BOXES["full"], 2 + seed % 4, seed, RULESET)
        actions = [action for action, _ in playout(GAME, start, RULESET, by_kind_policy(seed))]
        yield Header(GAME, RULESET, start, "full"), actions


def edge_games(rng: random.Random) -> Iterator[tuple[Header, list[Any]]]:
    """One game on to each edge and one to its brink, played to the end."""
    for builders in (EDGE_GAMES, LATE_GAMES):
        for builder in builders.values():
            header, built = builder(GAME, RULESET, rng)
            actions = list(built)
            state = header.start
            for action in actions:
                state = GAME.apply(state, action, RULESET)
            rest = playout(GAME, state, RULESET, by_kind_policy(rng.randrange(1000)))
            yield header, actions + [action for action, _ in rest]


def compare(program: Program, header: Header, actions: Sequence[Any], rng: random.Random, closely: int) -> int:
    """Plays a game in both, all of it at once and the last so many steps one by one: how many steps that were."""
    state = header.start
    positions = [state := GAME.apply(state, action, RULESET) for action in actions]
    moves = [GAME.action_to_json(action) for action in actions]
    _replay(program, [header.start, *positions], moves, rng)
    first = max(0, len(actions) - closely)
    before = [header.start, *positions][first:]
    assert program.ask("new_game", state=_json(before[0])) == {"state": _json(before[0])}
    for position, move, after in zip(before, moves[first:], before[1:], strict=False):
        _look(program, position, rng)
        assert program.ask("apply", action=move) == {"state": _json(after)}
    _look(program, before[-1], rng)
    if GAME.is_terminal(before[-1]):
        assert program.ask("outcome") == _outcome(before[-1])
    return len(actions) + len(before) - 1


def _replay(program: Program, positions: list[Any], moves: list[Json], rng: random.Random) -> None:
    """The fast path, up to an action that is illegal too."""
    start, last = _json(positions[0]), positions[-1]
    expected: Json = {
        "states": [_json(position) for position in positions[1:]],
        "outcome": _outcome(last) if GAME.is_terminal(last) else None,
        "legal_actions": [_legal(position) for position in positions],
    }
    got = program.ask("replay", state=start, actions=moves, legal_actions=True)
    got["legal_actions"] = [_sorted(actions) for actions in got["legal_actions"]]
    assert got == expected
    stop = rng.randrange(len(moves) + 1)
    bad = next(_near_misses(positions[stop]))
    short = {"states": expected["states"][:stop], "outcome": expected["outcome"] if stop == len(moves) else None}
    assert program.ask("replay", state=start, actions=moves[:stop]) == short
    short |= {"outcome": None, "illegal": stop}
    assert program.ask("replay", state=start, actions=[*moves[:stop], bad, *moves[stop:]]) == short
    assert _sorted(program.ask("legal_actions")["actions"]) == _legal(positions[stop])


def _look(program: Program, position: Any, rng: random.Random) -> None:
    """What cannot be played, what can, and what is seen; the position is then as it was before."""
    data = _json(position)
    for action in _near_misses(position):
        program.refuses(action)
    assert _sorted(program.ask("legal_actions")["actions"]) == _legal(position)
    if data["over"]:
        return
    player = rng.randrange(data["players"])
    view = program.ask("observe", player=player)
    program.ask("new_game", state=_reshuffled(data, player, rng))
    assert program.ask("observe", player=player) == view
    hands = [_one_changed(hand) if seat == player else hand for seat, hand in enumerate(data["hands"])]
    program.ask("new_game", state=data | {"hands": hands})
    assert bool(data["hands"][player]) is (program.ask("observe", player=player) != view)
    assert program.ask("new_game", state=data) == {"state": data}


def _near_misses(position: Any) -> Iterator[Json]:
    """Actions that cannot be played there; there is always one."""
    seat = Seat(Position(GAME, RULESET, position))
    kinds = AFTER_THE_END if GAME.is_terminal(position) else (*BRIBES, *VISITS, *CURSES)
    yield from (action for miss in kinds if (action := miss.build(seat)))
    legal = _legal(position)
    yield from (action for action in ALL_ACTIONS if action not in legal)


def _one_changed(hand: str) -> str:
    """The hand with another card in place of one of its cards, if it has any."""
    return "".join(sorted(hand[1:] + ("B" if hand[0] == "A" else "A"))) if hand else ""


def _reshuffled(data: Json, player: int, rng: random.Random) -> Json:
    """The position with the cards that the player does not see dealt again."""
    others = [hand for seat, hand in enumerate(data["hands"]) if seat != player]
    unseen = list("".join([data["deck"], *others]))
    rng.shuffle(unseen)
    hands = [
        hand if seat == player else "".join(sorted(unseen.pop() for _ in hand))
        for seat, hand in enumerate(data["hands"])
    ]
    return data | {"deck": "".join(unseen), "hands": hands}


def check_deal(program: Program, players: int) -> Json:
    """An opening that the harness deals is one of the full box."""
    dealt: Json = program.ask("new_game", players=players)["state"]
    assert dealt["players"] == players
    state = GAME.position_from_json(dealt, RULESET)
    GAME.check_box(state, GAME.BOXES["full"])
    opening = Playthrough(Header(GAME, RULESET, state, "full"), (), (Position(GAME, RULESET, state),))
    assert setup_dealt.check(opening)
    assert _sorted(program.ask("legal_actions")["actions"]) == _legal(state)
    return dealt


def _json(position: Any) -> Json:
    return GAME.position_to_json(position)


def _legal(position: Any) -> list[Json]:
    return _sorted([GAME.action_to_json(action) for action in GAME.legal_actions(position, RULESET)])


def _sorted(actions: list[Json]) -> list[Json]:
    return sorted(actions, key=canonical)


def _outcome(position: Any) -> Json:
    return GAME.outcome_to_json(GAME.outcome(position, RULESET))
