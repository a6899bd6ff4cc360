"""How often a reading matters in games of the full box, played greedily under the default ruleset and another one.

Beside it stands the control: how often the winners differ when nothing but the shuffle does. Enough games to know each
rate to a percentage point take many minutes, so what they have shown is kept in `seeds/frequencies/GAME.jsonl`: a line
of JSON for each number of players with the winners of its games, and one for each alternative with the games to which
it makes a difference. Some of them are played again whenever the rates are asked for.
`python -m properties.frequency GAME ...` plays them all and keeps them.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from properties.dealing import numbers_of_players
from properties.rates import Pairs, Rate, Seen
from properties.rulesets import Choice, alternatives
from properties.running import Unit, run
from properties.touching import Played, play
from reference_engine import games, load
from reference_engine.interface import Game
from reference_engine.jsonform import Json, parse_object

GAMES = 2_500  # kept for each number of players; four times as many give a rate of 50 % to a percentage point
_AT_ONCE = 50  # games that one process plays while they are made


@dataclass(frozen=True)
class Kept:
    """The games of one number of players, in their order, and the alternatives under which they were played."""

    games: tuple[Played, ...] = ()
    choices: frozenset[Choice] = frozenset()


@dataclass(frozen=True)
class Counts:
    """What the games of one number of players have shown.

    touched, changed: for each alternative. control: under the default ruleset. again: how many games were played now.
    other: how many of those that are kept are not as they are kept, if any; then only what was played now counts.
    """

    game: str
    players: int
    touched: Mapping[Choice, Seen]
    changed: Mapping[Choice, Seen]
    control: Pairs
    again: int
    other: int


@dataclass(frozen=True)
class Frequency:
    """How often one value of a reading matters instead of the default.

    touched: what is legal, a position or the outcome of the game played depends on it at least once.
    winner_changed: other players win. control: other players win when nothing but the shuffle is another.
    again: how many of these games were played now, the others being kept.
    """

    game: str
    reading: str
    value: str
    touched: Rate
    winner_changed: Rate
    control: Rate
    again: int


def frequencies(counts: Iterable[Counts]) -> list[Frequency]:
    """Each alternative of a game, from the counts for each number of players."""
    every = sorted(counts, key=lambda each: each.players)
    control = Rate({each.players: each.control for each in every})
    return [
        Frequency(
            game=every[0].game,
            reading=alternative[0],
            value=alternative[1],
            touched=Rate({each.players: each.touched[alternative] for each in every}),
            winner_changed=Rate({each.players: each.changed[alternative] for each in every}),
            control=control,
            again=sum(each.again for each in every),
        )
        for alternative in every[0].touched
    ]


def count(name: str, players: int, again: int) -> Counts:
    """Plays so many games, spread over those that are kept, and counts all of them if these are as they are kept.

    Under an alternative that is not kept only the games played now count.
    """
    game = load(name)
    kept = kept_games(game).get(players, Kept())
    numbers = range(0, len(kept.games), max(1, len(kept.games) // again))[:again] or range(again)
    played = [play_number(game, players, number) for number in numbers]
    before = [kept.games[number] for number in numbers] if kept.games else []
    other = sum(_under(kept.choices, now) != then for now, then in zip(played, before, strict=False))
    counted = {each: played if other or each not in kept.choices else kept.games for each in alternatives(game)}
    return Counts(
        game=name,
        players=players,
        touched={each: _seen(each in one.touched for one in about) for each, about in counted.items()},
        changed={each: _seen(each in one.changed for one in about) for each, about in counted.items()},
        control=Pairs(Counter(one.winners for one in (played if other else kept.games or played))),
        again=len(played),
        other=other,
    )


def play_number(game: Game, players: int, number: int) -> Played:
    """The game of that number."""
    shuffle = random.Random(f"0 {players} {number}").randrange(2**32)
    return play(game, game.BOXES["full"], players, shuffle, alternatives(game))


def _under(choices: frozenset[Choice], played: Played) -> Played:
    return Played(played.winners, played.touched & choices, played.changed & choices)


def _seen(games: Iterable[bool]) -> Seen:
    every = list(games)
    return Seen(sum(every), len(every))


# What is kept


def kept_games(game: Game) -> Mapping[int, Kept]:
    """Those that are kept, for each number of players."""
    file = files("seeds") / "frequencies" / f"{game.NAME}.jsonl"
    return read(file.read_bytes()) if file.is_file() else {}


def read(data: bytes) -> Mapping[int, Kept]:
    """The games of such a file; inverts `write`."""
    lines = [parse_object(line) for line in data.splitlines()]
    every = {}
    for line in lines:
        if "winners" in line:
            about = [each for each in lines if each["players"] == line["players"] and "reading" in each]
            every[line["players"]] = _read(line["winners"], about)
    return every


def _read(winners: Sequence[Sequence[int]], about: Sequence[Json]) -> Kept:
    numbers = [((each["reading"], each["value"]), int(each["touched"], 16), int(each["changed"], 16)) for each in about]
    played = (
        Played(
            winners=tuple(won),
            touched=frozenset(choice for choice, touched, _ in numbers if touched >> number & 1),
            changed=frozenset(choice for choice, _, changed in numbers if changed >> number & 1),
        )
        for number, won in enumerate(winners)
    )
    return Kept(tuple(played), frozenset(choice for choice, _, _ in numbers))


def write(players: int, kept: Kept) -> str:
    """The lines of the games of that number of players: bit N of the hexadecimal numbers stands for game N."""
    lines: list[Json] = [{"players": players, "winners": [each.winners for each in kept.games]}]
    for choice in sorted(kept.choices):
        touched, changed = (
            sum(1 << number for number, each in enumerate(kept.games) if choice in getattr(each, name))
            for name in ("touched", "changed")
        )
        about = {"players": players, "reading": choice[0], "value": choice[1]}
        lines.append(about | {"touched": f"{touched:x}", "changed": f"{changed:x}"})
    return "".join(json.dumps(line) + "\n" for line in lines)


def make(game: Game, many: int, workers: int) -> str:
    """Plays so many games of each number of players, and gives the file."""
    numbers = numbers_of_players(game, game.BOXES["full"])
    units = [
        Unit(f"{players} {first}", _play_all, (game.NAME, players, range(first, min(first + _AT_ONCE, many))))
        for players in numbers
        for first in range(0, many, _AT_ONCE)
    ]
    played = {}
    for unit, result in run(units, workers):
        if result is not None:
            played[unit.id] = result
            print(f"{game.NAME}: {len(played)} of {len(units)} parts", file=sys.stderr)
    choices = frozenset(alternatives(game))
    text = ""
    for players in numbers:
        every = [played[f"{players} {first}"] for first in range(0, many, _AT_ONCE)]
        text += write(players, Kept(tuple(each for some in every for each in some), choices))
    return text


def _play_all(name: str, players: int, numbers: Sequence[int]) -> list[Played]:
    return [play_number(load(name), players, number) for number in numbers]


if __name__ == "__main__":
    for name in sys.argv[1:] or games():
        target = Path(str(files("seeds"))) / "frequencies" / f"{name}.jsonl"
        target.parent.mkdir(exist_ok=True)
        target.write_text(make(load(name), GAMES, workers=2))
