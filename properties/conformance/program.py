"""The client's side of the protocol: requests to one program under test, and its answers, judged by their form."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from properties.conformance.connection import Peer
from properties.conformance.failures import Kind, NoAnswer, Unsupported
from properties.schemas import why_malformed
from properties.server import ILLEGAL, NOT_SUPPORTED, PROTOCOL
from reference_engine.errors import CannotParse
from reference_engine.interface import Game
from reference_engine.jsonform import Json, parse, shown

Trace = Callable[[str, str], None]
"""Is told every message: "sent" or "got", and the text."""


@dataclass(frozen=True)
class Limits:
    """How long to wait, in seconds: for the answer to a request, and for that to the first one."""

    request: float = 2.0
    startup: float = 10.0


@dataclass(frozen=True)
class Replayed:
    """The answer to `replay`. illegal: the index of the action where it stopped, or None."""

    states: list[Json]
    legal: list[list[Json]] | None
    outcome: Json | None
    illegal: int | None


class Program:
    """One program under test. `launch` starts it at the first request, and at the next one after a failure.

    about: what it says of itself. starts: how often it was started.
    """

    def __init__(self, launch: Callable[[], Peer], game: Game, limits: Limits, trace: Trace | None = None) -> None:
        self.game = game
        self.limits = limits
        self._launch = launch
        self._trace = trace
        self._peer: Peer | None = None
        self._id = 0
        self.about: Json = {}
        self.starts = 0

    @property
    def capabilities(self) -> frozenset[str]:
        """The optional methods that it says it has."""
        return frozenset(self.about.get("capabilities", ()))

    def initialize(self) -> Json:
        """Starts it, unless it runs. What it says of itself. Raises `OSError` where it cannot be started."""
        if self._peer is None:
            self._peer = self._launch()
            self.starts += 1
            params = {"protocol": PROTOCOL, "game": self.game.NAME}
            self.about = self._result("initialize", params, self.limits.startup)
        return self.about

    def new_game(self, state: Json) -> Json:
        """Sets up a position. The position as it has it. Raises `Unsupported`."""
        return self._state("new_game", {"state": state})

    def deal(self, players: int) -> Json:
        """Lets it deal. The opening as it shows it. Raises `Unsupported`."""
        return self._state("new_game", {"players": players})

    def apply(self, action: Json) -> Json | None:
        """Plays an action. The position after it, or None where it says that the action is illegal."""
        answer = self._ask("apply", {"action": action})
        if _code(answer) == ILLEGAL:
            return None
        return self._checked_state("apply", answer)

    def legal_actions(self) -> list[Json]:
        """What it says can be played."""
        result = self._result("legal_actions")
        if type(result.get("actions")) is not list:
            raise self.malformed("legal_actions", result)
        actions: list[Json] = result["actions"]
        return actions

    def outcome(self) -> Json:
        """How it says the game came out."""
        return self._result("outcome")

    def observe(self, player: int) -> Any:
        """What it says that a player sees: any JSON value."""
        result = self._result("observe", {"player": player})
        if "view" not in result:
            raise self.malformed("observe", result)
        return result["view"]

    def replay(self, state: Json, actions: Sequence[Json], legal: bool) -> Replayed:
        """Sets up a position and plays actions, in one request."""
        params: Json = {"state": state, "actions": actions}
        result = self._result("replay", params | {"legal_actions": True} if legal else params)
        states, lists, illegal = result.get("states"), result.get("legal_actions"), result.get("illegal")
        played = len(actions) if illegal is None else illegal
        ok = type(states) is list and type(played) is int and len(states) == played and set(map(type, states)) <= {dict}
        if legal:
            lengths = {len(actions) + 1} if illegal is None else {played, played + 1}
            ok = ok and type(lists) is list and len(lists) in lengths and set(map(type, lists)) <= {list}
        if not ok or type(result.get("outcome", 0)) not in (dict, type(None)):
            raise self.malformed("replay", result, "" if ok else f"not one entry for each of {len(actions)} actions")
        assert states is not None
        return Replayed(states, lists if legal else None, result["outcome"], illegal)

    def shut_down(self) -> tuple[int | None, bool]:
        """Asks it to end, and ends it. Its exit code, None if it went on; and whether it left processes behind."""
        answer = self._ask("shutdown")
        if "error" in answer:
            self._raise_error("shutdown", answer["error"])
        if answer["result"] is not None:
            raise self.malformed("shutdown", answer["result"])
        assert self._peer
        status, left = self._peer.wait(self.limits.request), self._peer.leftovers()
        self.close()
        return status, left

    def close(self) -> None:
        """Ends it, and everything that it has started. The next request starts it again."""
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def stderr(self) -> str:
        """The last of what it wrote to standard error; "" where it does not run."""
        return self._peer.stderr() if self._peer else ""

    def malformed(self, method: str, result: object, reason: str = "") -> NoAnswer:
        """The failure that a result is which is not of the form of the protocol."""
        reason = why_malformed(self.game.NAME, f"urn:dragonproof:protocol#/$defs/{method}.result", result) or reason
        return self._breach(self._last_sent, shown_json(result), f"the result of {method} is malformed: {reason}")

    def _state(self, method: str, params: Json) -> Json:
        return self._checked_state(method, self._ask(method, params))

    def _checked_state(self, method: str, answer: Json) -> Json:
        result = self._judged(method, answer)
        state = result.get("state")
        if type(state) is not dict:
            raise self.malformed(method, result)
        return state

    def _result(self, method: str, params: Json | None = None, timeout: float | None = None) -> Json:
        return self._judged(method, self._ask(method, params, timeout))

    def _judged(self, method: str, answer: Json) -> Json:
        """The result in an answer. Raises `Unsupported`, or `NoAnswer` for any other error."""
        if "error" in answer:
            self._raise_error(method, answer["error"])
        result = answer["result"]
        if type(result) is not dict:
            raise self.malformed(method, result)
        return result

    def _raise_error(self, method: str, error: Json) -> None:
        code, message = error["code"], error["message"]
        data = error.get("data")
        if code == NOT_SUPPORTED:
            data = data if type(data) is dict else {}
            reason = data.get("reason")
            if type(reason) is not str or not reason:
                what = 'error -32003 has no {"data": {"reason": "..."}}'
                raise self._breach(self._last_sent, shown_json(error), what)
            raise Unsupported(method, reason, str(data.get("url", "")))
        raise NoAnswer(
            Kind.ERROR, f"{method} is answered with error {code}: {message}", self._last_sent, shown_json(error),
            self.stderr(),
        )  # fmt: skip

    def _ask(self, method: str, params: Json | None = None, timeout: float | None = None) -> Json:
        """One request. The answer, which is one to this request and has either a result or an error."""
        if method != "initialize":
            self.initialize()
        assert self._peer
        self._id += 1
        request: Json = {"jsonrpc": "2.0", "id": self._id, "method": method}
        message = json.dumps(request if params is None else request | {"params": params})
        self._last_sent = message
        if self._trace:
            self._trace("sent", message)
        try:
            line = self._peer.exchange(message, timeout or self.limits.request)
        except NoAnswer:
            self.close()
            raise
        if self._trace:
            self._trace("got", line.decode(errors="replace").rstrip("\n"))
        return self._read(message, line)

    def _read(self, message: str, line: bytes) -> Json:
        text = line.decode(errors="replace")
        try:
            answer = parse(line)
        except CannotParse as error:
            raise self._breach(message, text, f"its answer is {error}") from None
        reason = _why_no_answer(answer, self._id)
        if reason:
            raise self._breach(message, text, reason)
        assert isinstance(answer, dict)
        return answer

    def _breach(self, sent: str, got: str, reason: str) -> NoAnswer:
        """A breach of the protocol, after which the program is not to be trusted to be in step."""
        failure = NoAnswer(Kind.PROTOCOL, reason, sent, got[:2000], self.stderr())
        self.close()
        return failure


def shown_json(value: object) -> str:
    """A JSON value as text, cut off where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 2000 else text[:2000] + "..."


def _code(answer: Json) -> int | None:
    return answer["error"]["code"] if "error" in answer else None


def _why_no_answer(answer: object, number: int) -> str:
    """What keeps a JSON value from being the answer to the request of that id; "" if nothing does."""
    if type(answer) is not dict:
        return f"its answer is no object but {shown(answer)}"
    if answer.get("jsonrpc") != "2.0":
        return 'its answer has no "jsonrpc": "2.0"'
    if "id" not in answer or type(answer["id"]) is not int or answer["id"] != number:
        return f"its answer has the id {shown(answer.get('id'))}, not {number}, that of the request"
    if ("result" in answer) == ("error" in answer):
        return "its answer has " + ("both a result and an error" if "result" in answer else "neither result nor error")
    error = answer.get("error", {"code": 0, "message": ""})
    if type(error) is not dict or type(error.get("code")) is not int or type(error.get("message")) is not str:
        return "its error has no whole number code and no text message"
    return ""
