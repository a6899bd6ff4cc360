"""Positions to look around in: what lies below an opening, each action with the position that it leads to."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from properties.exploring import explored
from properties.parting import Pair
from reference_engine.interface import Action, Game, State
from reference_engine.record import Record
from reports.html.pool import Pool
from reports.html.replays import Shown, at_opening, played
from reports.telling import tell_outcome

_MOST_COUNTED = 10_000  # positions below an opening
_CHOICE = 350  # characters that an action takes beside its board, about so many


Row = tuple[State, tuple[tuple[Action, int], ...]]
"""A position, and what can be played there, each with the number of the position after it."""


@dataclass(frozen=True)
class Choice:
    """An action that can be played, as a step of a replay, and the number of the position that it leads to."""

    step: Shown
    after: int


@dataclass(frozen=True)
class Explorer:
    """What lies below an opening: positions by number, breadth first.

    choices: what can be played, of those positions for which there is room. positions: how many there are; counted:
    whether that is all of them.
    """

    key: str
    title: str
    game: str
    opening: Shown
    choices: Mapping[int, Sequence[Choice]]
    positions: int
    counted: bool
    start: str = "opening"

    @property
    def extent(self) -> str:
        """How much of it is in the page, in a sentence."""
        shown, every = len(self.choices), f"{self.positions:,}" if self.counted else f"more than {self.positions:,}"
        if self.counted and shown == self.positions:
            return f"All {every} positions below this {self.start} can be looked at."
        return (
            f"{shown:,} of {every} positions below this {self.start} are here with all that can be played: those of "
            "these games, and then the nearest. The others are left out."
        )


def explorer(key: str, records: Sequence[Record], pool: Pool, begins: str = "opening") -> Explorer | None:
    """What lies below the opening that most of these games begin with, as far as there is room; None without games.

    begins: what the games begin with, if not with an opening.
    """
    if not records:
        return None
    start, begun = Counter(record.header.start for record in records).most_common(1)[0]
    game, ruleset = records[0].header.game, records[0].header.ruleset
    rows = list(islice(explored(game, [start], ruleset), _MOST_COUNTED + 1))
    opening, choices = replace(at_opening(game, start, pool), told=f"The {begins}"), dict[int, list[Choice]]()
    for number in dict.fromkeys(
        [*_along(rows, [each for each in records if each.header.start == start]), *range(len(rows))]
    ):
        state, row = rows[number]
        if not pool.has_room(1) or any(after >= len(rows) for _, after in row):
            break
        pairs = [(action, (state, rows[after][0]), after) for action, after in row]
        choices[number] = [Choice(_played(game, ruleset, action, pair, pool), after) for action, pair, after in pairs]
        pool.take(_CHOICE * len(row))
    return Explorer(
        key=key,
        title=f"The {begins} of {begun} of these games" if begun > 1 else f"The {begins} of a game",
        game=game.NAME,
        opening=opening,
        choices=choices,
        positions=min(len(rows), _MOST_COUNTED),
        counted=len(rows) <= _MOST_COUNTED,
        start=begins,
    )


def _along(rows: Sequence[Row], records: Sequence[Record]) -> Iterator[int]:
    """The numbers of the positions of these games, as far as they can be played and are known."""
    for record in records:
        number = 0
        for step in record.steps:
            yield number
            following = dict(rows[number][1]).get(step.action, len(rows))
            if following >= len(rows):
                break
            number = following
        else:
            yield number


def _played(game: Game, ruleset: Any, action: Action, pair: Pair, pool: Pool) -> Shown:
    """A step; the one that ends the game says how."""
    step, after = played(game, ruleset, action, pair, pool), pair[1]
    if not game.is_terminal(after):
        return step
    return replace(step, notes=(tell_outcome(game, game.outcome(after, ruleset)),))
