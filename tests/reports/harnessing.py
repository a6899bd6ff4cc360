"""Harnesses that `init` writes, in all languages: what is asked of each game's, and starting them as `init` says."""

import os
import random
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from properties.schemas import why_malformed
from reference_engine.jsonform import Json, canonical
from reports.init import harnesses
from tests.reports.asking import POSITION
from tests.reports.driving import Program

PAIRS = [(game, language) for game, found in harnesses().items() for language in found]


@dataclass(frozen=True)
class Inputs:
    """What is asked of the harnesses of one game.

    position: one that is not over, with a card of each kind, and over: one that is.
    ignored: what may be added to the position and is no part of it.
    unseen, seen: the position with other cards where player 0 cannot see them, and where all can.
    unsupported: a position that the game does not know, and a word of the reason.
    row: the last row of the table of cards, by language, and its card.
    """

    players: tuple[int, ...]
    position: Json
    over: Json
    ignored: Json
    unseen: Json
    seen: Json
    unsupported: tuple[Json, str]
    action: Json
    row: tuple[dict[str, str], str]


HOARDS: Json = {
    "players": 3, "turn": 0, "over": False, "year": 3, "middle": "CSGJ", "later": ["GKCS"],
    "piles": [{"cards": "CG", "dragon": None}, {"cards": "SK", "dragon": 2}, {"cards": "K", "dragon": None}],
    "hoards": ["CJ", "GS", "K"],
}  # fmt: skip
INPUTS = {
    "drachenschatz": Inputs(
        players=(3, 4, 5, 6),
        position=HOARDS,
        over=HOARDS | {"over": True, "middle": "", "later": [], "piles": []},
        ignored={"worth": {"G": 1, "J": 3, "K": 5}},
        unseen=HOARDS
        | {"middle": "KGSC", "later": ["CJSG"]}
        | {"piles": [{"cards": "SG", "dragon": None}, {"cards": "CK", "dragon": 2}, {"cards": "K", "dragon": None}]},
        seen=HOARDS
        | {"piles": [{"cards": "GC", "dragon": None}, {"cards": "SK", "dragon": 2}, {"cards": "K", "dragon": None}]},
        unsupported=(HOARDS | {"turn": 2}, "claimed"),
        action={"type": "claim", "pile": 0},
        row=({"python": '    "K": "crown",\n', "js": ', K: "crown"', "php": "    'K' => 'crown',\n"}, "K"),
    ),
    "village": Inputs(
        players=(2, 3, 4, 5),
        position=POSITION,
        over=POSITION | {"over": True},
        ignored={"next_stall": 3},
        unseen=POSITION | {"deck": "FCAWE", "hands": ["AABW", "BCDF"]},
        seen=POSITION | {"hands": ["AABB", "CDEF"]},
        unsupported=(POSITION | {"next_stall": 1}, "refills"),
        action={"type": "draw"},
        row=({"python": '    "F": "ivory",\n', "js": ' F: "ivory",', "php": "    'F' => 'ivory',\n"}, "F"),
    ),
}


class Harness(Program):
    """A running harness of a game, which has greeted; every answer is checked against the schemas, unless not."""

    def __init__(self, game: str, *command: str, folder: Path, checked: bool) -> None:
        super().__init__(*command, folder=folder, checked=False)
        self.game, self.forms = game, checked
        self.greeting = self.answer("initialize", protocol=1, game=game)

    def answer(self, method: str, **params: Any) -> Json:
        """The answer to a request, an error or not."""
        answer = super().answer(method, **params)
        if self.forms:
            self._is_of_the_form("response", answer)
            if "result" in answer:
                self._is_of_the_form(f"{method}.result", answer["result"])
        return answer

    def _is_of_the_form(self, name: str, value: object) -> None:
        assert why_malformed(self.game, f"urn:dragonproof:protocol#/$defs/{name}", value) == ""


def command_told(said: str, game: str) -> list[str]:
    """The command that `init` tells to check, after the "--"."""
    (line,) = re.findall(rf"^  dragonproof check --game {game} -- (.*)$", said, re.MULTILINE)
    return shlex.split(line)


def runnable(command: list[str]) -> list[str]:
    """The command with the program's path; where a language is missing it fails in CI, and is skipped elsewhere."""
    program, *arguments = command
    path = sys.executable if program == "python3" else shutil.which(program)
    if path:
        return [path, *arguments]
    if "CI" in os.environ:
        pytest.fail(f"{program} is not installed")
    pytest.skip(f"{program} is not installed")


def replace_once(folder: Path, old: str, new: str) -> None:
    """Changes the one place in the files of a folder where a text stands."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    (path,) = [path for path, text in texts.items() if text.count(old) == 1]
    path.write_text(texts[path].replace(old, new), encoding="utf-8")


def play_alike(programs: Sequence[Program], players: int, rng: random.Random) -> int:
    """Plays a game that the first one deals in all of them, with the same answers everywhere: how many steps it had."""
    start = state = programs[0].ask("new_game", players=players)["state"]
    _agreed([program.ask("new_game", state=start) for program in programs], {"state": start})
    moves: list[Json] = []
    states: list[Json] = []
    lists = [_legal(programs)]
    known: list[Json] = []  # what could be played somewhere
    while not state["over"]:
        for program in programs:
            assert "view" in program.ask("observe", player=rng.randrange(players))
        known += [action for action in lists[-1] if action not in known]
        kind = rng.choice(sorted({action["type"] for action in lists[-1]}))
        moves.append(rng.choice([action for action in lists[-1] if action["type"] == kind]))
        state = _agreed([program.ask("apply", action=moves[-1]) for program in programs])["state"]
        states.append(state)
        lists.append(_legal(programs))
        for action in rng.sample(known, min(8, len(known))):
            if action not in lists[-1]:
                for program in programs:
                    program.refuses(action)
    outcome = _agreed([program.ask("outcome") for program in programs])
    for program in programs:
        replayed = program.ask("replay", state=start, actions=moves, legal_actions=True)
        replayed["legal_actions"] = [sorted(actions, key=canonical) for actions in replayed["legal_actions"]]
        assert replayed == {"states": states, "outcome": outcome, "legal_actions": lists}
        replayed = program.ask("replay", state=start, actions=[*moves, moves[-1]])
        assert replayed == {"states": states, "outcome": None, "illegal": len(moves)}
    return len(moves)


def _legal(programs: Sequence[Program]) -> Any:
    return _agreed([sorted(program.ask("legal_actions")["actions"], key=canonical) for program in programs])


def _agreed(answers: Sequence[Any], expected: Any = None) -> Any:
    """The answer that all of them are."""
    first = answers[0] if expected is None else expected
    assert [answer for answer in answers if answer != first] == []
    return first
