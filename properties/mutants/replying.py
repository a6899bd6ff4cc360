"""How a program under test replies, and ways to make it reply otherwise."""

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

from properties.server import Server
from reference_engine.jsonform import Json

Reply = Callable[[bytes], Iterator[bytes]]
"""What is written out for one line of input: pieces, each as soon as it is there. It may do anything else besides."""

Making = Callable[[Server], Reply]
"""Makes a server's reply: honest, or with a fault."""

Change = Callable[[Json, Json], Json]
"""The answer to give instead, from a request and the right answer."""

SOON = 100  # requests: more than it takes to see whether a program can be driven
_NOW_AND_THEN = 30


def honest(server: Server) -> Reply:
    """Replies as the server answers."""

    def reply(line: bytes) -> Iterator[bytes]:
        text = server.answer(line)
        if text is not None:
            yield text.encode() + b"\n"

    return reply


def later(making: Making, after: int = SOON) -> Making:
    """Replies honestly to so many requests first."""

    def make(server: Server) -> Reply:
        asked, right, wrong = 0, honest(server), making(server)

        def reply(line: bytes) -> Iterator[bytes]:
            nonlocal asked
            asked += 1
            yield from wrong(line) if asked > after else right(line)

        return reply

    return make


def writing(pieces: Callable[[bytes], Iterator[bytes]]) -> Making:
    """Replies with these pieces in place of the line of the answer."""

    def make(server: Server) -> Reply:
        def reply(line: bytes) -> Iterator[bytes]:
            for answer in honest(server)(line):
                yield from pieces(answer)

        return reply

    return make


def answering(change: Change, over: Making = honest) -> Making:
    """Replies with a changed answer. over: what replies before that."""

    def make(server: Server) -> Reply:
        before = over(server)

        def reply(line: bytes) -> Iterator[bytes]:
            for answer in before(line):
                yield line_of(change(json.loads(line), json.loads(answer)))

        return reply

    return make


def with_result(change: Change, *methods: str, over: Making = honest) -> Making:
    """Replies with a changed result, made from the params and the right result, to these requests."""

    def changed(request: Json, answer: Json) -> Json:
        if request["method"] in methods and isinstance(answer.get("result"), dict):
            return answer | {"result": change(request.get("params", {}), answer["result"])}
        return answer

    return answering(changed, over)


def with_positions(change: Callable[[Json], Json]) -> Making:
    """Replies with every position changed."""

    def changed(_: Json, result: Json) -> Json:
        return result | {
            key: change(value) if key == "state" else [change(each) for each in value]
            for key, value in result.items()
            if key in ("state", "states")
        }

    return with_result(changed, "new_game", "apply", "replay")


def with_outcomes(change: Callable[[Json], Json]) -> Making:
    """Replies with every outcome changed, whatever asks for it."""

    def changed(_: Json, result: Json) -> Json:
        if "scores" in result:
            return change(result)
        return result | {"outcome": change(result["outcome"])} if result.get("outcome") else result

    return with_result(changed, "outcome", "replay")


def with_lists(change: Callable[[list[Json]], list[Json]]) -> Making:
    """Replies with every list of legal actions changed."""

    def changed(_: Json, result: Json) -> Json:
        if "legal_actions" in result:
            return result | {"legal_actions": [change(each) for each in result["legal_actions"]]}
        return result | {"actions": change(result["actions"])} if "actions" in result else result

    return with_result(changed, "legal_actions", "replay")


def refusing(refused: Callable[[Json], bool], error: Json, over: Making = honest) -> Making:
    """Answers some requests with an error; the server never sees them."""

    def make(server: Server) -> Reply:
        further = over(server)

        def reply(line: bytes) -> Iterator[bytes]:
            request = json.loads(line)
            if refused(request):
                yield line_of({"jsonrpc": "2.0", "id": request["id"], "error": error})
            else:
                yield from further(line)

        return reply

    return make


def lacking(*capabilities: str, over: Making = honest) -> Making:
    """Does not know the methods of some capabilities, whatever it says of itself."""

    def lacked(request: Json) -> bool:
        deal = request["method"] == "new_game" and "players" in request.get("params", {})
        return ("deals" if deal else request["method"]) in capabilities

    return refusing(lacked, {"code": -32601, "message": "method not found"}, over)


def without(*capabilities: str, over: Making = honest) -> Making:
    """Lacks some capabilities, and says so."""

    def less(_: Json, result: Json) -> Json:
        if "capabilities" in result:
            return result | {"capabilities": [each for each in result["capabilities"] if each not in capabilities]}
        return result | {"outcome": None} if "outcome" in capabilities else result

    return lacking(*capabilities, over=with_result(less, "initialize", "replay", over=over))


def now_and_then(most: int = _NOW_AND_THEN) -> bool:
    """True once in so many times, in no order that could be repeated."""
    return int.from_bytes(os.urandom(4), "big") % most == 0


def line_of(value: Any) -> bytes:
    """A JSON value as a line."""
    return json.dumps(value).encode() + b"\n"
