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
    "C": "cow",
    "S": "sheep",
    "G": "gold",
    "J": "gem",
    "K": "crown",
}
SEATS = {0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6}

LETTERS = {card: letter for letter, card in CARDS.items()}
PLAYERS = {seat: player for player, seat in SEATS.items()}

# The part to change: your game, by a few functions. Errors: `own.IllegalMove` and `NotSupported`.

NAME = "my-game"
VERSION = "1.0"
CAPABILITIES = ["legal_actions", "outcome", "replay", "observe", "deals"]  # take out what your game cannot do
READINGS: dict[str, str] = {}  # where it follows another reading than the default: {"claim.turns": "reveal"}


def deal(players: int) -> own.Game:
    """A shuffled opening."""
    return own.deal(players)


def set_up(state: Json) -> own.Game:
    """The game in exactly this position."""
    if state["turn"] in [pile["dragon"] for pile in state["piles"]]:
        raise NotSupported("turns of a player who has claimed")
    worth = {CARDS[letter]: worth for letter, worth in state.get("worth", {}).items()}
    return own.Game(
        middle=[CARDS[letter] for letter in reversed(state["middle"])],
        later=[[CARDS[letter] for letter in reversed(year)] for year in state["later"]],
        piles=[
            own.Pile([CARDS[letter] for letter in pile["cards"]], SEATS.get(pile["dragon"])) for pile in state["piles"]
        ],
        hoards={SEATS[player]: cards(hoard) for player, hoard in enumerate(state["hoards"])},
        worth=worth or own.WORTH,
        year=state["year"],
        seat=SEATS[state["turn"]],
        over=state["over"],
    )


def state_of(game: own.Game) -> Json:
    """The position of the game. A field that your game does not keep may be left out: it is not compared then."""
    worth = {LETTERS[card]: worth for card, worth in game.worth.items()}
    return {
        "players": len(game.hoards),
        "turn": PLAYERS[game.seat],
        "over": game.over,
        "year": game.year,
        "middle": "".join(LETTERS[card] for card in reversed(game.middle)),
        "later": ["".join(LETTERS[card] for card in reversed(year)) for year in game.later],
        "piles": [
            {
                "cards": "".join(LETTERS[card] for card in pile.cards),
                "dragon": None if pile.dragon is None else PLAYERS[pile.dragon],
            }
            for pile in game.piles
        ],
        "hoards": [letters(game.hoards[SEATS[player]].elements()) for player in range(len(game.hoards))],
    } | ({"worth": worth} if game.worth != own.WORTH else {})


def play(game: own.Game, action: Json) -> None:
    """Plays an action for the player to move; raises `own.IllegalMove`, and changes nothing, if it cannot be played."""
    match action["type"]:
        case "reveal":
            game.play(own.Reveal(action["pile"]))
        case "claim":
            game.play(own.Claim(action["pile"]))


def legal_actions(game: own.Game) -> list[Json]:
    """All actions that can be played, in any order."""
    return [action_of(move) for move in game.moves()]


def outcome(game: own.Game) -> Json:
    """Scores and winners of a game that is over, and who is out."""
    return {
        "scores": [game.points(SEATS[player]) for player in range(len(game.hoards))],
        "winners": sorted(PLAYERS[seat] for seat in game.winners()),
        "out": sorted(PLAYERS[seat] for seat in game.out()),
    }


def observe(game: own.Game, player: int) -> Json:
    """What your game shows to one player, in any form. It must not depend on what that player cannot see."""
    state = state_of(game)
    hidden = {
        "viewer": player,
        "middle": len(state["middle"]),
        "later": [len(year) for year in state["later"]],
        "piles": [pile | {"cards": [len(pile["cards"]), pile["cards"][-1]]} for pile in state["piles"]],
    }
    return state | hidden


def action_of(move: own.Move) -> Json:
    """A move in the words of the protocol."""
    match move:
        case own.Reveal(pile):
            return {"type": "reveal", "pile": pile}
        case own.Claim(pile):
            return {"type": "claim", "pile": pile}


def cards(text: str) -> own.Cards:
    """The cards of a string of letters."""
    return Counter(CARDS[letter] for letter in text)


def letters(names: Iterable[str]) -> str:
    """The letters of cards, in ascending order."""
    return "".join(sorted(LETTERS[card] for card in names))


HARNESS = Harness(
    game="drachenschatz",
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
