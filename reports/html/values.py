"""Values that differ, in words."""

from collections.abc import Sequence
from typing import Any

from reports.html.zones import Zone


def outcome_told(field: str, value: Any) -> str:
    """A field of an outcome in words, "" where there are none."""
    match field, value:
        case "outcome.scores", [*scores] if scores:
            return ", ".join(f"player {player}: {score}" for player, score in enumerate(scores))
        case "outcome.winners", [*winners]:
            return ", ".join(f"player {player}" for player in winners) or "nobody"
    return ""


def piles_told(one: Sequence[Zone], other: Sequence[Zone]) -> tuple[str, str]:
    """Of two positions the piles that differ, and who is to move if that does; "" where nothing that is drawn does."""
    mine, theirs = (_told(zones) for zones in (one, other))
    return _without(mine, theirs), _without(theirs, mine)


def _told(zones: Sequence[Zone]) -> list[str]:
    return [pile.told for zone in zones for pile in zone.piles] + [
        f"{zone.title} is to move" for zone in zones if zone.to_move
    ]


def _without(told: Sequence[str], others: Sequence[str]) -> str:
    return "; ".join(each for each in told if each not in others)
