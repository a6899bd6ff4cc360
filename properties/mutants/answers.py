"""Faults in the answers themselves: of their form, of what they say, and from one time to the next."""

import json
import random
from collections.abc import Iterator
from functools import cache

from properties.conformance.parts import parts
from properties.dealing import deal, numbers_of_players
from properties.mutants.replying import (
    Change,
    Making,
    Reply,
    honest,
    line_of,
    now_and_then,
    refusing,
    with_lists,
    with_outcomes,
    with_positions,
    with_result,
    without,
)
from properties.schemas import GAME_PREFIX, why_malformed
from properties.server import ILLEGAL, NOT_SUPPORTED, Server
from reference_engine import load
from reference_engine.jsonform import Json

_MANY = 40  # games
_MEGABYTE = 2**20
_POSITION = f"{GAME_PREFIX}answer-position"


def wrong_id(_: Json, answer: Json) -> Json:
    """The id of another request."""
    return answer | {"id": answer["id"] + 1}


def no_id(_: Json, answer: Json) -> Json:
    """No id."""
    return {key: value for key, value in answer.items() if key != "id"}


def both(_: Json, answer: Json) -> Json:
    """A result and an error."""
    return {"result": None, "error": {"code": 0, "message": "ok"}} | answer


def no_object(_: Json, answer: Json) -> Json:
    """A result that is no object, to anything but `shutdown`."""
    return answer | {"result": True} if answer.get("result") else answer


def no_state(_: Json, result: Json) -> Json:
    """A result without the position."""
    return {key: value for key, value in result.items() if key != "state"}


def more(key: str, value: object) -> Change:
    """Another member in every result that is an object."""
    return lambda _, answer: (
        answer | {"result": answer["result"] | {key: value}} if isinstance(answer.get("result"), dict) else answer
    )


def greeting(**members: object) -> Making:
    """Says something else of itself."""
    return with_result(lambda _, result: result | members, "initialize")


def capability(name: str) -> Making:
    """Names one more capability."""
    return with_result(lambda _, result: result | {"capabilities": [*result["capabilities"], name]}, "initialize")


def error_code(code: int) -> Change:
    """Another code in the error of an illegal action."""
    return lambda _, answer: (
        answer | {"error": answer["error"] | {"code": code}}
        if answer.get("error", {}).get("code") == ILLEGAL
        else answer
    )


def plays_another(server: Server) -> Reply:
    """Refuses an illegal action, and plays a legal one in its place."""

    def reply(line: bytes) -> Iterator[bytes]:
        for answer in honest(server)(line):
            if json.loads(line)["method"] == "apply" and json.loads(answer).get("error", {}).get("code") == ILLEGAL:
                legal = _ask(server, "legal_actions")["result"]["actions"]
                if legal:
                    _ask(server, "apply", action=legal[0])
            yield answer

    return reply


def unsorted(server: Server) -> Reply:
    """Shows the first lists of cards that must be in ascending order in descending order."""

    def backwards(position: Json) -> Json:
        for key, value in position.items():
            if isinstance(value, list) and all(isinstance(each, str) for each in value):
                turned = {key: [each[::-1] for each in value]}
                if why_malformed(server.game.NAME, _POSITION, turned):
                    return position | turned
        return position

    return with_positions(backwards)(server)


def without_field(position: Json) -> Json:
    """A position without its last field."""
    return {key: position[key] for key in list(position)[:-1]}


def without_hidden(*kinds: type) -> Making:
    """Leaves out the fields of these types in which there are cards that not everybody sees."""

    def make(server: Server) -> Reply:
        hidden = {key for key, value in _hidden(server.game.NAME).items() if isinstance(value, kinds)}
        return with_positions(lambda position: {key: position[key] for key in position if key not in hidden})(server)

    return make


def deals_only(over: Making = honest) -> Making:
    """Cannot be set to a position; it deals games of its own."""
    error = unsupported("it can only deal")
    return refusing(lambda request: "state" in request.get("params", {}), error, without("replay", over=over))


def openings_only(server: Server) -> Reply:
    """Can be set to openings only."""
    opening = parts(server.game.NAME).set_up

    def refused(request: Json) -> bool:
        state = request.get("params", {}).get("state")
        return state is not None and not any(opening(state, state))

    return refusing(refused, unsupported("it can only be set to openings"))(server)


def not_for_most(error: Json) -> Making:
    """Cannot be set up for as many players as the box allows."""

    def make(server: Server) -> Reply:
        most = numbers_of_players(server.game, server.box)[-1]

        def refused(request: Json) -> bool:
            params = request.get("params", {})
            return bool(params.get("state", params).get("players") == most)

        return refusing(refused, error)(server)

    return make


def forgets_last(params: Json, result: Json) -> Json:
    """An answer to `replay` without the last of several positions."""
    return result | {"states": result["states"][:-1]} if len(params["actions"]) > 1 else result


def plays_one_too_few(_: Json, result: Json) -> Json:
    """An answer to `replay` that stands still at its last action."""
    states = result["states"]
    return result | {"states": [*states[:-1], *states[-2:-1]]} if len(states) > 1 else result


def replays_one_off(_: Json, result: Json) -> Json:
    """An answer to `replay` with one point more for the first player."""
    return result | {"outcome": one_more(result["outcome"])} if result["outcome"] else result


def one_more(outcome: Json) -> Json:
    """An outcome with one point more for the first player."""
    return outcome | {"scores": [outcome["scores"][0] + 1, *outcome["scores"][1:]]}


def deals_the_same(server: Server) -> Reply:
    """Deals from the same seed each time."""
    seed, right = server.seed, honest(server)

    def reply(line: bytes) -> Iterator[bytes]:
        server.seed = seed
        yield from right(line)

    return reply


def blank_view(_: Json, __: Json) -> Json:
    """A view without anything in it."""
    return {"view": {}}


def shuffled(actions: list[Json]) -> list[Json]:
    """The actions in some order."""
    return random.SystemRandom().sample(actions, len(actions))


sometimes_one_more = with_outcomes(lambda outcome: one_more(outcome) if now_and_then(5) else outcome)
sometimes_one_less = with_lists(lambda actions: actions[:-1] if now_and_then() else actions)


def sometimes_swapped(server: Server) -> Reply:
    """Now and then shows the first two cards of what is hidden from all in the other order."""
    hidden = [key for key, value in _hidden(server.game.NAME).items() if isinstance(value, str)]

    def swapped(position: Json) -> Json:
        return position | {key: position[key][1::-1] + position[key][2:] for key in hidden if now_and_then()}

    return with_positions(swapped)(server)


def tires(server: Server) -> Reply:
    """One point too many for the first player once many games have been played."""
    games, right, wrong = 0, honest(server), with_outcomes(one_more)(server)

    def reply(line: bytes) -> Iterator[bytes]:
        nonlocal games
        games += json.loads(line)["method"] in ("new_game", "replay")
        yield from wrong(line) if games >= _MANY else right(line)

    return reply


def huge(request: Json, answer: Json) -> Json:
    """A megabyte more."""
    return more("remark", "x" * _MEGABYTE)(request, answer)


def unsupported(reason: str) -> Json:
    """The error that something is not supported."""
    return {"code": NOT_SUPPORTED, "message": "not supported", "data": {"reason": reason}}


def _ask(server: Server, method: str, **params: object) -> Json:
    text = server.answer(line_of({"jsonrpc": "2.0", "id": 0, "method": method, "params": params}))
    answer: Json = json.loads(text or "{}")
    return answer


@cache
def _hidden(name: str) -> Json:
    """The fields of an opening in which there are cards that the first player does not see."""
    game = load(name)
    box = next(iter(game.BOXES.values()))
    opening = game.position_to_json(deal(game, box, numbers_of_players(game, box)[0], 0, game.Ruleset()))
    other = parts(name).reshuffled(opening, 0)
    return {key: value for key, value in opening.items() if value != other[key]}
