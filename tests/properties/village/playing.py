"""Games and positions that the tests of the properties play and check."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from properties.checking import Checker, EngineFailed, check_game
from properties.dealing import deal
from properties.policies import random_policy
from properties.tally import Tally
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import Header

GAME = load("village")
MOST = 400  # actions in a game


def position(
    *hands: str, bribes: Sequence[str] = (), deck: str = "", market: Mapping[str, str] | None = None, **fields: object
) -> Json:
    """A position of the full box's track in JSON; each player's bribes are separated by blanks."""
    own = [{cards[0]: cards for cards in player.split()} for player in bribes]
    return {
        "players": len(hands),
        "turn": 0,
        "over": False,
        "deck": deck,
        "hands": list(hands),
        "bribes": own + [{} for _ in hands[len(own) :]],
        "market": {"3": "", "2": "", "1": "", "0": ""} | dict(market or {}),
        "track": list("ABCDEF"),
        "values": [1, 1, 2, 2, 3, 4],
        "discard": "",
    } | fields


@dataclass(frozen=True)
class Play:
    """A position and the actions, as texts, that are played from it."""

    start: Json
    actions: tuple[str, ...] = ("draw",)
    readings: Mapping[str, str] = field(default_factory=dict)


TIE_FIRST = position("", "", bribes=("FF", "A E F"))
TIE_MIDDLE = position("", "", bribes=("DD E F", "C D E F"))
TIE_LAST = position("B", "", bribes=("AA C D E F", "A C D E F"))
TIE_FULL = position("", "", "W", bribes=("EE", "EE", "FF"))
TIE_AMONG = position("", "", "", "WWW", bribes=("FF", "FF", "A E F", "FFF"))
TIE_PAIRS = position("", "", "", "", "", bribes=("E F", "E F", "CC E", "CC E", "E"))
NEGATIVE = position("FF", "EW", "WWW")
TIES = (
    *(Play(tie) for tie in (TIE_FIRST, TIE_MIDDLE, TIE_LAST, TIE_FULL, NEGATIVE)),
    Play(TIE_FULL, readings={"tie.full": "none"}),
    Play(TIE_MIDDLE, readings={"tie.steps": "value"}),
    *(Play(TIE_AMONG, readings={"tie.among": value}) for value in ("still", "tied", "all")),
    *(Play(TIE_PAIRS, readings={"tie.among": value}) for value in ("still", "tied", "all")),
    Play(TIE_PAIRS, readings={"tie.among": "tied", "tie.full": "none"}),
    *(
        Play(tie, readings={"tie.count": value})
        for tie in (TIE_FIRST, TIE_LAST)
        for value in ("treasure", "owned", "type")
    ),
)


def check_play(game: Game, play: Play, tally: Tally) -> None:
    """Plays the actions and checks the properties; what the engine cannot play is among the findings."""
    ruleset = game.Ruleset.from_readings(play.readings)
    checker = Checker(Header(game, ruleset, game.position_from_json(play.start, ruleset)), tally)
    try:
        for action in play.actions:
            checker.play(game.action_from_text(action))
        checker.finish()
    except EngineFailed:
        pass


def check_random_games(
    game: Game, readings: Iterable[Mapping[str, str]], boxes: Sequence[str], tally: Tally, most: int = MOST
) -> None:
    """One random game under each of these readings, with 2, 3, 4, 5 players in turn."""
    for number, reading in enumerate(readings):
        ruleset, name = game.Ruleset.from_readings(reading), boxes[number % len(boxes)]
        players = random.Random(f"players {number}").randint(2, 5)
        start = deal(game, game.BOXES[name], players, number, ruleset)
        check_game(Header(game, ruleset, start, name), random_policy(number), most, tally, salt=number)
