"""What driving a program needs to know of this game."""

import random
from collections.abc import Callable, Iterator

from properties.drachenschatz.board import WORTH
from properties.drachenschatz.edges import EDGES, forbidden
from properties.drachenschatz.near_misses import near_misses
from properties.drachenschatz.opening import demands, drawn, is_opening
from properties.drachenschatz.simpler import settled, with_few_animals, with_plain_treasures
from properties.drachenschatz.views import reshuffled as _reshuffled
from properties.property import Position, Step
from reference_engine.jsonform import Json, digest

__all__ = [
    "CHANCE_CLAUSES",
    "DEFAULTS",
    "EDGES",
    "VIEW_CLAUSES",
    "blamed",
    "demands",
    "drawn",
    "forbidden",
    "near_misses",
    "reduced",
    "reshuffled",
    "set_up",
]

VIEW_CLAUSES = ("D-INFO-1",)
CHANCE_CLAUSES = ("D-SETUP-2",)
DEFAULTS: Json = {"worth": WORTH}
_FEWEST = 3  # players
_PIECES = 6  # of a row of cards, that are kept or left out as a whole
_SEEN_IN: dict[str, tuple[str, ...]] = {
    "D-SETUP-1": ("hoards",),
    "D-SETUP-2": ("middle", "later"),
    "D-YEAR-1": ("middle", "piles"),
    "D-YEAR-2": ("turn",),
}


def reshuffled(data: Json, player: int) -> Json:
    """The position with the cards that nobody sees in other places."""
    return _reshuffled(data, player, random.Random(f"{digest(data)} {player}"))


def set_up(data: Json, got: Json) -> Iterator[str]:
    """The clauses about openings that could be seen when a program showed an opening that was set up."""
    if is_opening(data):
        for clause, fields in _SEEN_IN.items():
            if all(field in got for field in fields):
                yield clause


def blamed(after: Position, step: Step | None, field: str, got: Json) -> tuple[str, ...]:
    """The clauses to blame for a field, where what is got tells more than which field differs.

    Where the same player moves again, it is not the order of turns that is wrong. Where the turn goes to who has
    claimed, or passes over who has not, it may be that. Where only the last player's hoard is wrong, it is what the
    last player takes. Where a year ends as it should, it is the end of the game that does not.
    """
    if step is None:
        return ()
    data, before = after.data, step.before.data
    same_year = not data["over"] and data["year"] == before["year"]
    match field:
        case "over":
            return ("D-YEAR-5", "D-LAST-1") if same_year else ("D-YEAR-5",)
        case "turn" if same_year and got["turn"] == before["turn"]:
            return ("D-TURN-1",)
        case "turn" if same_year:
            claimed = {pile["dragon"] for pile in data["piles"]}
            about_claims = (got["turn"] in claimed) != (data["turn"] in claimed)
            return ("D-CLAIM-1", "D-YEAR-2") if about_claims else ("D-YEAR-2",)
        case "hoards" if not same_year and _is_like(got["hoards"], data["hoards"]):
            wrong = [player for player, hoard in enumerate(data["hoards"]) if got["hoards"][player] != hoard]
            last = _last(step)
            return ("D-LAST-1",) if wrong == [last] else ("D-LAST-1", "D-YEAR-3") if last in wrong else ("D-YEAR-3",)
    return ()


def _is_like(got: object, hoards: list[str]) -> bool:
    """Whether something are as many hoards."""
    return isinstance(got, list) and len(got) == len(hoards) and all(isinstance(hoard, str) for hoard in got)


def _last(step: Step) -> int:
    """Who is left without a choice when a year ends."""
    before = step.before.data
    claimed = {pile["dragon"] for pile in before["piles"]} | {before["turn"]}
    return next(player for player in range(before["players"]) if player not in claimed)


def reduced(data: Json, keep: Callable[[], bool]) -> Json:
    """A simpler position: plainer hoards, fewer players, years and cards, player 0 to move, the usual table."""
    place, settle, plain, few = int(keep()), not keep(), not keep(), not keep()
    data = settled(data, place) if settle else data
    hoards = with_plain_treasures(data["hoards"], data) if plain or settle else data["hoards"]
    data = data | {"hoards": with_few_animals(hoards) if few else hoards}
    seats = [player for player in range(data["players"]) if player == data["turn"] or keep()]
    for player in range(data["players"]):
        if len(seats) < _FEWEST and player not in seats:
            seats = sorted([*seats, player])

    def fewer(cards: str) -> str:
        size = -(-len(cards) // _PIECES) or 1
        return "".join(cards[first : first + size] for first in range(0, len(cards), size) if keep())

    if not keep():
        seats = seats[(first := seats.index(data["turn"])) :] + seats[:first]
    later = [cards for cards in data["later"] if keep()]
    worth = {"worth": data["worth"]} if "worth" in data and keep() else {}
    return (
        {field: data[field] for field in data if field != "worth"}
        | worth
        | {
            "players": len(seats),
            "turn": seats.index(data["turn"]),
            "year": data["year"] if keep() else 1,
            "middle": fewer(data["middle"]),
            "later": [cards[: len(seats)] + fewer(cards[len(seats) :]) for cards in later],
            "piles": [
                {"cards": fewer(pile["cards"][:-1]) + pile["cards"][-1:], "dragon": pile["dragon"]}
                for pile in _piles(data["piles"], seats)
            ],
            "hoards": [fewer(data["hoards"][player]) for player in seats],
        }
    )


def _piles(piles: list[Json], seats: list[int]) -> list[Json]:
    """The piles of those players, and of the unclaimed ones as many as players without one."""
    claimed = sum(pile["dragon"] in seats for pile in piles)
    free = len(seats) - claimed
    kept = []
    for pile in piles:
        if pile["dragon"] is None and free:
            free -= 1
            kept.append(pile)
        elif pile["dragon"] in seats:
            kept.append(pile | {"dragon": seats.index(pile["dragon"])})
    return kept
