#!/usr/bin/env python3
# Written by `dragonproof init`; in the public domain (CC0 1.0).
"""Lets `dragonproof check` play the game in game.py, by JSON-RPC on standard input and output.

The table and the part below it are to be changed for your own game; the protocol at the end is not.
"""

import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from typing import Any

import game as own

Json = dict[str, Any]


class NotSupported(Exception):
    """Occurs when the game cannot do what is asked, for the reason given; such a case is skipped, not failed."""


# The table: what the protocol calls a thing, and what your game calls it.

CARDS = {
    "A": "gold",
    "B": "ruby",
    "C": "silver",
    "D": "pearl",
    "E": "emerald",
    "F": "ivory",
    "W": "Joker",
}
SEATS = {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}

LETTERS = {card: letter for letter, card in CARDS.items()}
PLAYERS = {seat: player for player, seat in SEATS.items()}

# The part to change: your game, by a few functions. Errors: `own.IllegalMove` and `NotSupported`.

NAME = "my-game"
VERSION = "1.0"
CAPABILITIES = ["legal_actions", "outcome", "replay", "observe", "deals"]  # take out what your game cannot do
READINGS: dict[str, str] = {}  # where it follows another reading than the default: {"tie.count": "treasure"}


def deal(players: int) -> own.Game:
    """A shuffled opening."""
    return own.deal(players)


def set_up(state: Json) -> own.Game:
    """The game in exactly this position."""
    if state.get("next_stall", 3) != 3:
        raise NotSupported("refills that go on where the last one stopped")
    return own.Game(
        pile=[CARDS[letter] for letter in reversed(state["deck"])],
        favor=[CARDS[letter] for letter in state["track"]],
        worth=list(state["values"]),
        players={
            SEATS[player]: own.Player(cards(hand), {CARDS[letter]: cards(bribe) for letter, bribe in bribes.items()})
            for player, (hand, bribes) in enumerate(zip(state["hands"], state["bribes"], strict=True))
        },
        market={int(price): cards(stall) for price, stall in state["market"].items()},
        discarded=cards(state["discard"]),
        seat=SEATS[state["turn"]],
        over=state["over"],
    )


def state_of(game: own.Game) -> Json:
    """The position of the game. A field that your game does not keep may be left out: it is not compared then."""
    players = [game.players[SEATS[player]] for player in range(len(game.players))]
    return {
        "players": len(players),
        "turn": PLAYERS[game.seat],
        "over": game.over,
        "deck": "".join(LETTERS[card] for card in reversed(game.pile)),
        "hands": [letters(player.hand.elements()) for player in players],
        "bribes": [
            {LETTERS[treasure]: letters(bribe.elements()) for treasure, bribe in player.bribes.items()}
            for player in players
        ],
        "market": {str(price): letters(stall.elements()) for price, stall in game.market.items()},
        "track": [LETTERS[treasure] for treasure in game.favor],
        "values": game.worth,
        "discard": letters(game.discarded.elements()),
    }


def play(game: own.Game, action: Json) -> None:
    """Plays an action for the player to move; raises `own.IllegalMove`, and changes nothing, if it cannot be played."""
    match action["type"]:
        case "draw":
            game.play(own.Draw())
        case "bribe":
            game.play(own.Bribe(CARDS[action["treasure"]], cards(action["cards"])))
        case "visit":
            cursed = CARDS[action["curse"]] if "curse" in action else None
            game.play(own.Visit(action["stall"], cards(action.get("pay", "")), cursed))


def legal_actions(game: own.Game) -> list[Json]:
    """All actions that can be played, in any order."""
    return [action_of(move) for move in game.moves()]


def outcome(game: own.Game) -> Json:
    """Scores and winners of a game that is over."""
    return {
        "scores": [game.points(SEATS[player]) for player in range(len(game.players))],
        "winners": sorted(PLAYERS[seat] for seat in game.winners()),
    }


def observe(game: own.Game, player: int) -> Json:
    """What your game shows to one player, in any form. It must not depend on what that player cannot see."""
    state = state_of(game)
    hidden = {
        "deck": len(state["deck"]),
        "hands": [hand if other == player else len(hand) for other, hand in enumerate(state["hands"])],
    }
    return state | hidden


def action_of(move: own.Move) -> Json:
    """A move in the words of the protocol."""
    match move:
        case own.Draw():
            return {"type": "draw"}
        case own.Bribe(treasure, played):
            return {"type": "bribe", "treasure": LETTERS[treasure], "cards": letters(played.elements())}
        case own.Visit(price, payment, cursed):
            paid = {"pay": letters(payment.elements()), "curse": LETTERS[cursed]} if cursed else {}
            return {"type": "visit", "stall": price} | paid


def cards(text: str) -> own.Cards:
    """The cards of a string of letters."""
    return Counter(CARDS[letter] for letter in text)


def letters(names: Iterable[str]) -> str:
    """The letters of cards, in ascending order."""
    return "".join(sorted(LETTERS[card] for card in names))


# The protocol: nothing to change from here on.


class Refused(Exception):
    """Occurs when a request is answered with this error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Protocol:
    """Answers requests, one after the other."""

    def __init__(self) -> None:
        self.game: own.Game | None = None
        self.running = True
        required = ["initialize", "new_game", "apply", "shutdown"]
        self.methods = {name: getattr(self, name) for name in [*required, *CAPABILITIES] if name != "deals"}

    def answer(self, line: bytes) -> Json:
        """The answer to one line."""
        answer: Json = {"jsonrpc": "2.0", "id": None}
        try:
            request = json.loads(line)
            answer["id"] = request["id"]
            if request["method"] not in self.methods:
                raise Refused(-32601, f"no method {request['method']}")
            return answer | {"result": self.methods[request["method"]](request.get("params", {}))}
        except own.IllegalMove as error:
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
        if (params["protocol"], params["game"]) != (1, "village"):
            raise Refused(-32001, "this is protocol 1, game village")
        greeting = {"name": NAME, "version": VERSION, "language": "Python"}
        return greeting | {"protocol": 1, "capabilities": CAPABILITIES, "readings": READINGS}

    def new_game(self, params: Json) -> Json:
        """Sets up a position, or deals an opening."""
        if "state" in params:
            self.game = set_up(params["state"])
        elif "deals" in CAPABILITIES:
            self.game = deal(params["players"])
        else:
            raise NotSupported("dealing")
        return {"state": state_of(self.game)}

    def apply(self, params: Json) -> Json:
        """Plays one action."""
        play(self.current(), params["action"])
        return {"state": state_of(self.current())}

    def legal_actions(self, _: Json) -> Json:
        """Lists what can be played."""
        return {"actions": legal_actions(self.current())}

    def outcome(self, _: Json) -> Json:
        """How a game that is over came out."""
        return outcome(self.current())

    def observe(self, params: Json) -> Json:
        """What a player sees."""
        return {"view": observe(self.current(), params["player"])}

    def replay(self, params: Json) -> Json:
        """Plays many actions at once."""
        self.game = set_up(params["state"])
        reached = state_of(self.game)
        states: list[Json] = []
        lists = [legal_actions(self.game)] if params.get("legal_actions") else []
        illegal: Json = {}
        for index, action in enumerate(params["actions"]):
            try:
                play(self.game, action)
            except own.IllegalMove:
                illegal = {"illegal": index}
                break
            reached = state_of(self.game)
            states.append(reached)
            if params.get("legal_actions"):
                lists.append(legal_actions(self.game))
        ended = reached["over"] and not illegal and "outcome" in CAPABILITIES
        result = {"states": states, "outcome": outcome(self.game) if ended else None} | illegal
        return result | {"legal_actions": lists} if params.get("legal_actions") else result

    def shutdown(self, _: Json) -> None:
        """The last request."""
        self.running = False

    def current(self) -> own.Game:
        """The game that is played."""
        if self.game is None:
            raise Refused(-32000, "no game is set up")
        return self.game


def main() -> None:
    """Answers until it is told to shut down, or its input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # so that a print() in the game goes to the log
    protocol = Protocol()
    for line in sys.stdin.buffer:
        print(json.dumps(protocol.answer(line)), file=answers, flush=True)
        if not protocol.running:
            break


if __name__ == "__main__":
    main()
