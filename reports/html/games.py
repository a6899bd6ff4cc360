"""What the games of a run were like: their lengths and scores, who won, and what was played."""

from collections.abc import Mapping

from markupsafe import Markup

from reports.html.bars import counts
from reports.html.report import Report

_BINS = 10


def games(report: Report, game: str) -> list[Markup]:
    """The plots of the games of a run that were played to their end; none where the report does not say."""
    ended = report.footer_of(game).get("ended") or {}
    if not ended.get("lengths"):
        return []
    winners = {
        f"seat {seat} of {players}": number
        for players, seats in ended["winners"].items()
        for seat, number in seats.items()
    }
    played = sum(ended["lengths"].values())
    plots = {
        f"Actions in a game ({played:,} games)": binned(ended["lengths"]),
        "Points of a player": binned(ended["scores"]),
        "Winning seats": winners,
        "Actions by kind": ended["kinds"],
    }
    return [Markup(counts(title, numbers)) for title, numbers in plots.items()]


def binned(numbers: Mapping[str, int]) -> dict[str, int]:
    """Counts by whole numbers, gathered into so few ranges of the same width that they can be looked at."""
    by_value = {int(value): number for value, number in numbers.items()}
    low, high = min(by_value), max(by_value)
    width = -(-(high - low + 1) // _BINS)
    ranges = {first: range(first, min(first + width, high + 1)) for first in range(low, high + 1, width)}
    return {
        str(first) if width == 1 else f"{first} to {values[-1]}": sum(by_value.get(value, 0) for value in values)
        for first, values in ranges.items()
    }
