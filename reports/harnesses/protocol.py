# Written by `dragonproof init`; in the public domain (CC0 1.0).
"""The protocol of `dragonproof check`: JSON-RPC on standard input and output. There is nothing to change in here."""

import json
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Json = dict[str, Any]
Game = TypeVar("Game")


class NotSupported(Exception):
    """Occurs when the game cannot do what is asked, for the reason given; such a case is skipped, not failed."""


class Refused(Exception):
    """Occurs when a request is answered with this error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def _missing(*_: Any) -> Any:
    raise NotSupported("this function is not there")


@dataclass(frozen=True, kw_only=True)
class Harness(Generic[Game]):
    """What the protocol needs to know of a game, and its functions; `illegal` is the game's own error."""

    game: str
    name: str
    version: str
    capabilities: list[str]
    readings: dict[str, str]
    illegal: type[Exception]
    set_up: Callable[[Json], Game]
    state_of: Callable[[Game], Json]
    play: Callable[[Game, Json], None]
    deal: Callable[[int], Game] = _missing
    legal_actions: Callable[[Game], list[Json]] = _missing
    outcome: Callable[[Game], Json] = _missing
    observe: Callable[[Game, int], Json] = _missing


class Protocol(Generic[Game]):
    """Answers requests, one after the other."""

    def __init__(self, harness: Harness[Game]) -> None:
        self.harness = harness
        self.game: Game | None = None
        self.running = True
        required = ["initialize", "new_game", "apply", "shutdown"]
        self.methods = {name: getattr(self, name) for name in [*required, *harness.capabilities] if name != "deals"}

    def answer(self, line: bytes) -> Json:
        """The answer to one line."""
        answer: Json = {"jsonrpc": "2.0", "id": None}
        try:
            request = json.loads(line)
            answer["id"] = request["id"]
            if request["method"] not in self.methods:
                raise Refused(-32601, f"no method {request['method']}")
            return answer | {"result": self.methods[request["method"]](request.get("params", {}))}
        except self.harness.illegal as error:
            return answer | {"error": {"code": -32002, "message": str(error)}}
        except NotSupported as error:
            return answer | {"error": {"code": -32003, "message": "not supported", "data": {"reason": str(error)}}}
        except Refused as error:
            return answer | {"error": {"code": error.code, "message": str(error)}}
        except Exception as error:  # the game has gone wrong: where, is in the log
            traceback.print_exc()
            return answer | {"error": {"code": -32603, "message": repr(error)}}

    def initialize(self, params: Json) -> Json:
        """The first request."""
        harness = self.harness
        if (params["protocol"], params["game"]) != (1, harness.game):
            raise Refused(-32001, f"this is protocol 1, game {harness.game}")
        greeting = {"protocol": 1, "name": harness.name, "version": harness.version, "language": "Python"}
        return greeting | {"capabilities": harness.capabilities, "readings": harness.readings}

    def new_game(self, params: Json) -> Json:
        """Sets up a position, or deals an opening."""
        if "state" in params:
            self.game = self.harness.set_up(params["state"])
        elif "deals" in self.harness.capabilities:
            self.game = self.harness.deal(params["players"])
        else:
            raise NotSupported("dealing")
        return {"state": self.harness.state_of(self.game)}

    def apply(self, params: Json) -> Json:
        """Plays one action."""
        self.harness.play(self.current(), params["action"])
        return {"state": self.harness.state_of(self.current())}

    def legal_actions(self, _: Json) -> Json:
        """Lists what can be played."""
        return {"actions": self.harness.legal_actions(self.current())}

    def outcome(self, _: Json) -> Json:
        """How a game that is over came out."""
        return self.harness.outcome(self.current())

    def observe(self, params: Json) -> Json:
        """What a player sees."""
        return {"view": self.harness.observe(self.current(), params["player"])}

    def replay(self, params: Json) -> Json:
        """Plays many actions at once."""
        harness = self.harness
        game = self.game = harness.set_up(params["state"])
        reached = harness.state_of(game)
        states: list[Json] = []
        lists = [harness.legal_actions(game)] if params.get("legal_actions") else []
        illegal: Json = {}
        for index, action in enumerate(params["actions"]):
            try:
                harness.play(game, action)
            except harness.illegal:
                illegal = {"illegal": index}
                break
            reached = harness.state_of(game)
            states.append(reached)
            if params.get("legal_actions"):
                lists.append(harness.legal_actions(game))
        ended = reached["over"] and not illegal and "outcome" in harness.capabilities
        result = {"states": states, "outcome": harness.outcome(game) if ended else None} | illegal
        return result | {"legal_actions": lists} if params.get("legal_actions") else result

    def shutdown(self, _: Json) -> None:
        """The last request."""
        self.running = False

    def current(self) -> Game:
        """The game that is played."""
        if self.game is None:
            raise Refused(-32000, "no game is set up")
        return self.game


def serve(harness: Harness[Game]) -> None:
    """Answers until it is told to shut down, or its input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # so that a print() in the game goes to the log
    protocol = Protocol(harness)
    for line in sys.stdin.buffer:
        print(json.dumps(protocol.answer(line)), file=answers, flush=True)
        if not protocol.running:
            break
