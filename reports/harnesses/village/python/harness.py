#!/usr/bin/env python3
# Written by `dragonproof init`; in the public domain (CC0 1.0).
"""Lets `dragonproof check` play the game in game.py, by JSON-RPC on standard input and output.

The table and the part below it are to be changed for your own game; the protocol, in protocol.py, is not.
"""

from collections import Counter
from collections.abc import Iterable

import game as own
from protocol import Harness, Json, NotSupported, serve

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


HARNESS = Harness(
    game="village",
    name=NAME,
    version=VERSION,
    capabilities=CAPABILITIES,
    readings=READINGS,
    illegal=own.IllegalMove,
    deal=deal,
    set_up=set_up,
    state_of=state_of,
    play=play,
    legal_actions=legal_actions,
    outcome=outcome,
    observe=observe,
)

if __name__ == "__main__":
    serve(HARNESS)
