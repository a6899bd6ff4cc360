"""Near misses: actions one step away from legal ones, and the clause that forbids each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from properties.drachenschatz.board import claims, free
from properties.property import Position
from reference_engine.interface import Action
from reference_engine.jsonform import Json

_PILES = range(6)  # as many as an action can name


class Seat:
    """What the player to move could do, for building what that player may not do.

    free, taken: the treasure piles without and with a dragon. beyond: numbers that are no pile's.
    """

    def __init__(self, position: Position) -> None:
        data = position.data
        owned = claims(data)
        self.free: Sequence[int] = free(data)
        self.taken: Sequence[int] = sorted(owned.values())
        self.beyond: Sequence[int] = _PILES[len(data["piles"]) :]
        self.can_reveal = bool(data["middle"])
        self.can_claim = data["turn"] not in owned


@dataclass(frozen=True)
class NearMiss:
    """Actions of one kind that are one step away from legal ones; and what forbids them.

    piles: with which piles there are such actions.
    """

    sentence: str
    clause: str
    kind: str
    piles: Callable[[Seat], Sequence[int]]

    def actions(self, seat: Seat) -> Iterator[Json]:
        """Each of them in JSON."""
        for pile in self.piles(seat):
            yield {"type": self.kind, "pile": pile}


REVEALS = (
    NearMiss("a pile with a dragon", "D-CLAIM-2", "reveal", lambda seat: seat.taken if seat.can_reveal else ()),
    NearMiss("an empty middle", "D-REVEAL-2", "reveal", lambda seat: () if seat.can_reveal else seat.free),
    NearMiss("a pile that is not there", "D-REVEAL-1", "reveal", lambda seat: seat.beyond if seat.can_reveal else ()),
)

CLAIMS = (
    NearMiss("a pile with a dragon", "D-CLAIM-2", "claim", lambda seat: seat.taken if seat.can_claim else ()),
    NearMiss("a second claim", "D-CLAIM-1", "claim", lambda seat: () if seat.can_claim else seat.free),
    NearMiss("a pile that is not there", "D-CLAIM-1", "claim", lambda seat: seat.beyond if seat.can_claim else ()),
)

AFTER_THE_END = (
    NearMiss("after the end", "D-YEAR-5", "reveal", lambda _: _PILES),
    NearMiss("after the end", "D-YEAR-5", "claim", lambda _: _PILES),
)


def near_misses(position: Position) -> Iterator[Action]:
    """Every one of these actions in that position, each once."""
    seat = Seat(position)
    for miss in AFTER_THE_END if position.data["over"] else (*REVEALS, *CLAIMS):
        yield from map(position.game.action_from_json, miss.actions(seat))
