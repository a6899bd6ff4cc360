"""Games and positions that the tests of the properties play and check."""

import random
from collections.abc import Iterable, Mapping, Sequence

from properties.checking import check_game
from properties.dealing import deal, numbers_of_players
from properties.drachenschatz.board import gathered
from properties.policies import by_kind_policy, random_policy
from properties.tally import Tally
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import Header
from tests.properties.village.playing import Play

GAME = load("drachenschatz")
MOST = 300  # actions in a game


def position(*hoards: str, piles: Sequence[str] = (), **fields: object) -> Json:
    """A position in JSON. Each pile is its cards, and the number of the player whose dragon it bears, if any."""
    return {
        "players": len(hoards),
        "turn": 0,
        "over": False,
        "year": 1,
        "middle": "",
        "later": [],
        "piles": [
            {"cards": pile.rstrip("012345"), "dragon": int(pile[-1]) if pile[-1].isdigit() else None} for pile in piles
        ],
        "hoards": [gathered(hoard) for hoard in hoards],
    } | fields


def ending(*hoards: str, **readings: str) -> Play:
    """The last action of a game: its hoards, and to each a gold more; the keyword `a_b` is the reading `a.b`."""
    players = len(hoards)
    piles = [f"G{player}" for player in range(1, players - 1)]
    start = position(*hoards, piles=["G", *piles, "G"])
    return Play(start, ("claim 0",), {name.replace("_", ".", 1): value for name, value in readings.items()})


LAST_CARD = Play(position("", "", "", piles=("G", "G1", "G"), middle="C"), ("reveal 0",), {"claim.turns": "reveal"})
"""A reveal after which the next player has claimed, and can reveal nothing."""

ANIMALS_OF_FEW = (
    ("C", "CS", "SSS"),  # one has fewest
    ("", "CS", "SSS"),  # one has none
    ("C", "S", "CSK"),  # two share the minimum
    ("C", "S", "C", "CSJ"),  # three do
    ("CK", "SK", "CK"),  # all do
    ("CK", "CSG", "CSG"),  # who is out has most
    ("CJ", "CSJ", "CSJ"),  # who is out has as much as the best
    ("CJ", "CSJ", "CSG"),  # and the best is alone
    ("", "K", "CS"),  # several have none
    ("", "K", "CS", "CSS"),
)
"""Hoards of 3 and 4 players, with each kind of minimum."""

ANIMALS_OF_MANY = (
    ("CS", "CCSS", "CCCSSS", "CCCSSS", "CCCSSS"),  # one is alone on both minima
    ("", "CCSS", "CCSSK", "CCCSS", "CCSSS", "CCSS"),  # and has none
    ("CSSS", "CCCS", "CCSS", "CCSS", "CCSS"),  # two are out
    ("CSS", "CSS", "CCS", "CCSS", "CCSS"),  # the cows are shared
    ("CSS", "CCS", "CCS", "CCCSS", "CCSS"),  # the sheep are shared
    ("CS", "CSS", "CCSS", "CCSS", "CCSS"),  # and who is alone on one shares the other
    ("CS", "CCS", "CCSS", "CCSS", "CCSS"),
    ("CSS", "CSS", "CCS", "CCS", "CCSS"),  # both are shared
    ("CS", "CSS", "CCS", "CCSS", "CCSS"),  # one shares both
    ("CS", "CS", "CCSS", "CCSS", "CCSS"),  # several have both
    ("CS", "CS", "CCSS", "CCSSS", "CCCSS"),
    ("CSK", "CSJ", "CSK", "CSG", "CSK"),  # all do
)
"""Hoards of 5 and 6 players, with each kind of minimum."""

RARE = (
    *(
        ending(*hoards, **readings)
        for readings in (
            {},
            {"animals_tie": "next"},
            {"animals_tie_scope": "player"},
            {"animals_both": "has"},
            {"animals_tie": "next", "animals_tie_scope": "player"},
            {"animals_tie": "next", "animals_both": "has"},
            {"win_tie": "none"},
        )
        for hoards in (*ANIMALS_OF_FEW, *ANIMALS_OF_MANY)
    ),
    Play(position("CC", "SS", "CS", piles=("J", "S1", "K"), worth={"G": 1, "J": 0, "K": 0}), ("claim 0",)),
    LAST_CARD,
    Play(position("", "", "", piles=("G", "G", "G"), middle="C", later=["GGG"]), ("reveal 0",)),
    Play(position("", "", "", piles=("G", "G", "G"), later=["CSG"]), ("claim 0",)),
    Play(position("", "", "", piles=("G" * 14, "G", "G"), middle="G"), ("reveal 0",)),
)
"""The last action of a game with each kind of minimum and tie, and other rare steps."""


def check_random_games(
    game: Game, readings: Iterable[Mapping[str, str]], boxes: Sequence[str], tally: Tally, most: int = MOST
) -> None:
    """One random game under each of these readings, with the boxes in turn and a random number of players."""
    for number, reading in enumerate(readings):
        ruleset, name = game.Ruleset.from_readings(reading), boxes[number % len(boxes)]
        box = game.BOXES[name]
        players = random.Random(f"players {number}").choice(numbers_of_players(game, box))
        start = deal(game, box, players, number, ruleset)
        policy = (random_policy, by_kind_policy)[number // len(boxes) % 2](number)
        check_game(Header(game, ruleset, start, name), policy, most, tally, salt=number)
