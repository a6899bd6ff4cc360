"""What is asked about the readings of a game."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from properties.ambiguities.asking import Question
from properties.ambiguities.beside import neighbours
from properties.ambiguities.breaking import breaks
from properties.ambiguities.results import breaks_to_json, counts_to_json, least, least_to_json, neighbours_to_json
from properties.ambiguities.searching import search
from properties.dealing import numbers_of_players
from properties.frequency import count
from properties.parting import DoesNotReplay, Parting, confirm
from properties.rulesets import Choice
from properties.witnesses import Witness, read_witnesses, write_witness
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json

_SECONDS = {"search": 3.0, "neighbours": 1.5, "breaks": 0.2, "frequency": 20.0, "kept": 0.1}


@dataclass(frozen=True)
class Effort:
    """How much is looked at.

    most, few: pairs of positions, until the winners differ and for all else. first: boxes by size in which every
    reading is looked at beside every other; again: pairs of positions that must agree with what is seen there.
    games: greedy games that are played again, for each number of players.
    """

    most: int
    few: int
    first: int
    again: int
    games: int


EFFORTS = {
    "quick": Effort(most=1_500, few=500, first=4, again=500, games=10),
    "default": Effort(most=175_000, few=10_000, first=12, again=5_000, games=100),
    "deep": Effort(most=1_500_000, few=10_000, first=12, again=5_000, games=600),
}

Readings = Mapping[str, str]  # those of a ruleset that are not the default


def search_questions(game: Game, pairs: Sequence[tuple[Readings, Readings]], effort: Effort) -> list[Question]:
    """For each two rulesets the smallest partings; all of a game are searched for together."""
    return [
        _question(
            "search", _searches, (game.NAME, one, other, effort.most, effort.few), f"{game.NAME}: the smallest games"
        )
        for one, other in pairs
    ]


def neighbours_question(game: Game, choice: Choice, first: Iterable[int], effort: Effort) -> Question:
    """A value beside those of the other readings. first: the boxes in which it is first seen to matter."""
    group = f"{game.NAME}: {'='.join(choice)} beside others"
    return _question("neighbours", _neighbours, (game.NAME, choice, _boxes(first, effort), effort.again), group)


def breaks_question(game: Game, readings: Readings, first: Iterable[int], effort: Effort) -> Question:
    """Whether a ruleset breaks the game; first: boxes that are looked at besides the smallest."""
    return _question("breaks", _breaks, (game.NAME, readings, _boxes(first, effort)), f"{game.NAME}: whether it ends")


def frequency_questions(game: Game, effort: Effort) -> list[Question]:
    """How often each reading matters, for each number of players."""
    return [
        _question(
            "frequency", _frequency, (game.NAME, players, effort.games), f"{game.NAME}: full games of {players} players"
        )
        for players in numbers_of_players(game, game.BOXES["full"])
    ]


def kept_question(game: Game, witness: Witness) -> Question:
    """Whether the engine confirms a witness that is kept for a game."""
    return _question("kept", _kept, (game.NAME, write_witness(witness)), f"{game.NAME}: kept games")


def _question(kind: str, work: Any, arguments: Sequence[object], group: str) -> Question:
    return Question(f"{kind} {json.dumps(arguments, sort_keys=True)}", work, arguments, group, _SECONDS[kind])


def _boxes(first: Iterable[int], effort: Effort) -> list[int]:
    return sorted({*range(effort.first), *first})


def _searches(asked: list[Any]) -> list[Json]:
    """The answers to questions about one game and of one effort, which are searched for together."""
    name, _, _, most, few = asked[0]
    game = load(name)
    rulesets = [(game.Ruleset.from_readings(one), game.Ruleset.from_readings(other)) for _, one, other, _, _ in asked]
    return [
        {kind.value: least_to_json(least(game, smallest)) for kind, smallest in found.items()}
        for found in search(game, rulesets, most, few)
    ]


def _neighbours(asked: list[Any]) -> list[Json]:
    return [
        neighbours_to_json(neighbours(load(name), (choice[0], choice[1]), tuple(boxes), again))
        for name, choice, boxes, again in asked
    ]


def _breaks(asked: list[Any]) -> list[Json]:
    found = []
    for name, readings, boxes in asked:
        game = load(name)
        found.append(breaks_to_json(breaks(game, game.Ruleset.from_readings(readings), tuple(boxes))))
    return found


def _frequency(asked: list[Any]) -> list[Json]:
    return [counts_to_json(count(*arguments)) for arguments in asked]


def _kept(asked: list[Any]) -> list[Json]:
    """For each kept witness what is wrong with it, "" if nothing is, and in which kinds it differs."""
    return [_confirmed(read_witnesses(load(name), line.encode())[0].parting) for name, line in asked]


def _confirmed(parting: Parting) -> Json:
    try:
        return {"wrong": "", "kinds": sorted(kind.value for kind in confirm(parting))}
    except DoesNotReplay as error:
        return {"wrong": str(error), "kinds": []}
