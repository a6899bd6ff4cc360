"""The reference engine behind the conformance protocol: one request in, one answer out."""

import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from properties.dealing import deal
from reference_engine.errors import CannotParse, EngineError, IllegalAction
from reference_engine.interface import Box, Game, State
from reference_engine.jsonform import Json, canonical, member, of_type, parse

PROTOCOL = 1

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
NOT_READY = -32000
UNSUPPORTED_GAME = -32001
ILLEGAL = -32002
NOT_SUPPORTED = -32003


class RequestError(Exception):
    """Occurs when a request cannot be answered with a result; becomes the error of the answer."""

    def __init__(self, code: int, message: str, data: Json | None = None) -> None:
        super().__init__(message)
        self.error: Json = {"code": code, "message": message} | ({} if data is None else {"data": data})


class Server:
    """One connection. `box` and `seed` are for the games that it deals itself."""

    def __init__(self, game: Game, ruleset: Any, box: Box, seed: int) -> None:
        self.game = game
        self.ruleset = ruleset
        self.box = box
        self.seed = seed
        self.running = True
        self._initialized = False
        self._state: State | None = None
        self._methods: dict[str, Callable[[Json], Any]] = {
            "initialize": self._initialize,
            "new_game": self._new_game,
            "apply": self._apply,
            "legal_actions": self._legal_actions,
            "outcome": self._outcome,
            "replay": self._replay,
            "observe": self._observe,
            "shutdown": self._shutdown,
        }

    def answer(self, line: bytes) -> str | None:
        """The answer to one line, without its line feed; None to a notification."""
        request: object = None
        try:
            request = self._parse(line)
            response: Json = {"result": self._call(request)}
        except RequestError as error:
            response = {"error": error.error}
        if self._is_notification(request):
            return None
        return json.dumps({"jsonrpc": "2.0", "id": _id(request)} | response)

    @staticmethod
    def _is_notification(request: object) -> bool:
        """Whether it is a request in all but the id; what is no request at all is answered."""
        return (
            isinstance(request, dict)
            and "id" not in request
            and isinstance(request.get("method"), str)
            and request.get("jsonrpc") == "2.0"
        )

    def _parse(self, line: bytes) -> object:
        try:
            return parse(line)
        except CannotParse as error:
            raise RequestError(PARSE_ERROR, str(error)) from None

    def _call(self, request: object) -> Any:
        if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
            raise RequestError(INVALID_REQUEST, 'a request is an object with "jsonrpc": "2.0"')
        method, params = request.get("method"), request.get("params", {})
        if not isinstance(method, str) or not isinstance(params, dict):
            raise RequestError(INVALID_REQUEST, "the method is a string, and params an object or absent")
        if "id" in request and _id(request) is None:
            raise RequestError(INVALID_REQUEST, "the id is a whole number or a string")
        if method not in self._methods:
            raise RequestError(METHOD_NOT_FOUND, f"no method {method}")
        if not self._initialized and method != "initialize":
            raise RequestError(INVALID_REQUEST, "the first request is initialize")
        try:
            return self._methods[method](params)
        except IllegalAction as error:
            raise RequestError(ILLEGAL, str(error), {"clause": error.clause}) from None
        except EngineError as error:
            raise RequestError(INVALID_PARAMS, str(error)) from None

    def _initialize(self, params: Json) -> Json:
        if canonical([params.get("protocol"), params.get("game")]) != canonical([PROTOCOL, self.game.NAME]):
            raise RequestError(UNSUPPORTED_GAME, f"this is protocol {PROTOCOL}, game {self.game.NAME}")
        self._initialized = True
        return {
            "protocol": PROTOCOL,
            "name": "dragonproof",
            "version": version("dragonproof"),
            "language": "Python",
            "capabilities": ["legal_actions", "outcome", "replay", "observe", "deals"],
            "readings": self.ruleset.readings(),
        }

    def _new_game(self, params: Json) -> Json:
        if "state" in params:
            self._state = self._position(params)
        else:
            players = member(params, "players", int)
            self._state = deal(self.game, self.box, players, self.seed, self.ruleset)
            self.seed += 1
        return {"state": self.game.position_to_json(self._state)}

    def _apply(self, params: Json) -> Json:
        action = self.game.action_from_json(member(params, "action", dict))
        self._state = self.game.apply(self._current(), action, self.ruleset)
        return {"state": self.game.position_to_json(self._state)}

    def _legal_actions(self, _: Json) -> Json:
        return {"actions": self._legal(self._current())}

    def _outcome(self, _: Json) -> Json:
        state = self._current()
        if not self.game.is_terminal(state):
            raise RequestError(NOT_READY, "the game is not over")
        return self._result(state)

    def _replay(self, params: Json) -> Json:
        state = self._position(params)
        actions = [
            self.game.action_from_json(of_type(action, dict, "each action"))
            for action in member(params, "actions", list)
        ]
        wished = of_type(params.get("legal_actions", False), bool, "legal_actions")
        states: list[Json] = []
        legal = [self._legal(state)]
        illegal: Json = {}
        for index, action in enumerate(actions):
            try:
                state = self.game.apply(state, action, self.ruleset)
            except IllegalAction:
                illegal = {"illegal": index}
                break
            states.append(self.game.position_to_json(state))
            legal.append(self._legal(state))
        self._state = state
        over = self.game.is_terminal(state) and not illegal
        result: Json = {"states": states, "outcome": self._result(state) if over else None} | illegal
        return result | {"legal_actions": legal} if wished else result

    def _observe(self, params: Json) -> Json:
        state, player = self._current(), member(params, "player", int)
        if not 0 <= player < self.game.players(state):
            raise RequestError(INVALID_PARAMS, f"no player {player}")
        return {"view": self.game.observe(state, player)}

    def _shutdown(self, _: Json) -> None:
        self.running = False

    def _current(self) -> State:
        if self._state is None:
            raise RequestError(NOT_READY, "no game is set up: ask new_game first")
        return self._state

    def _position(self, params: Json) -> State:
        return self.game.position_from_json(member(params, "state", dict), self.ruleset)

    def _legal(self, state: State) -> list[Json]:
        return [self.game.action_to_json(action) for action in self.game.legal_actions(state, self.ruleset)]

    def _result(self, state: State) -> Json:
        return self.game.outcome_to_json(self.game.outcome(state, self.ruleset))


def _id(request: object) -> int | str | None:
    """The id of a request; None where it has none that is allowed."""
    number = request.get("id") if isinstance(request, dict) else None
    return number if type(number) in (int, str) else None
