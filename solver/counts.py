"""What two explorers of the same box must agree on: prints of all positions, and counts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b, sha256

from reference_engine.jsonform import Json, canonical

MOST_POSITIONS = 500_000
"""An explorer gives up beyond so many; they take about two gigabytes."""

_BYTES = 16  # of a print

Prints = Mapping[bytes, bytes]
"""For every position, by its print, that of all that can be said of it."""


@dataclass(frozen=True)
class Counts:
    """What there is in a box, and how long its games are, in actions.

    openings, positions: different ones. actions: in all positions together. endings: positions in which the game is
    over. shortest: the fewest that end a game; None where none ends. depth: the most that are needed to reach a
    position. longest: of the longest play; None where a play comes back to a position. scores: the sum, over the
    endings and the players p, of (p + 1) x the score of p; winners: that of p + 1 over the winners p. digest: of all
    prints.
    """

    openings: int
    positions: int
    actions: int
    endings: int
    shortest: int | None
    depth: int
    longest: int | None
    scores: int
    winners: int
    digest: str


def position_print(position: Json) -> bytes:
    """The print of a position."""
    return _print(position)


def said_print(moves: Iterable[tuple[str, bytes]], outcome: Json | None) -> bytes:
    """The print of what can be said of a position: each action with the print of the position after it; the outcome."""
    return _print([sorted((action, after.hex()) for action, after in moves), outcome])


def digest(prints: Prints) -> str:
    """The digest of all prints."""
    return sha256(b"".join(sorted(key + said for key, said in prints.items()))).hexdigest()


def weighted(outcome: Json) -> tuple[int, int]:
    """What an ending adds to `scores` and `winners`."""
    scores = sum((player + 1) * score for player, score in enumerate(outcome["scores"]))
    return scores, sum(player + 1 for player in outcome["winners"])


def _print(data: object) -> bytes:
    return blake2b(canonical(data).encode(), digest_size=_BYTES).digest()
