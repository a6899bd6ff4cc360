"""Bars as SVG: how often something is seen, with the bounds of the rate, and how many there are of each."""

from collections.abc import Mapping
from html import escape

_WIDTH, _HEIGHT = 240, 18


def rate_bar(share: float, low: float, high: float, told: str, kind: str) -> str:
    """A bar from 0 to 100 %, with a line from bound to bound. kind: a class of the style sheet."""
    left, right = _WIDTH * low, _WIDTH * high
    middle = _HEIGHT / 2
    return (
        f'<svg class="rate {kind}" role="img" aria-label="{escape(told)}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}"><rect class="all" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<rect class="share" width="{_WIDTH * share:.1f}" height="{_HEIGHT}"/>'
        f'<path class="bounds" d="M{left:.1f} {middle}H{right:.1f}M{left:.1f} 4V14M{right:.1f} 4V14"/></svg>'
    )


def counts(title: str, numbers: Mapping[str, int]) -> str:
    """A row for each name: a bar as long as its number is large."""
    most = max(numbers.values(), default=0) or 1
    rows = "".join(
        f'<text class="label" x="112" y="{20 * row + 14}" text-anchor="end">{escape(name)}</text>'
        f'<rect class="share" x="120" y="{20 * row + 2}" width="{200 * number / most:.1f}" height="15"/>'
        f'<text class="label" x="{126 + 200 * number / most:.1f}" y="{20 * row + 14}">{number:,}</text>'
        for row, (name, number) in enumerate(numbers.items())
    )
    told = ", ".join(f"{name}: {number:,}" for name, number in numbers.items())
    height = 20 * len(numbers) + 4
    return (
        f'<figure class="counts"><figcaption>{escape(title)}</figcaption><svg role="img" '
        f'aria-label="{escape(f"{title}: {told}")}" width="400" height="{height}" viewBox="0 0 400 {height}">{rows}'
        "</svg></figure>"
    )
