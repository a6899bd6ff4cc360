"""Pieces of HTML that a page has once, however often it shows them."""


class Pool:
    """The pieces, each with its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, piece: str) -> int:
        """The number of a piece."""
        return self._numbers.setdefault(piece, len(self._numbers))

    @property
    def pieces(self) -> list[str]:
        """All of them, by number."""
        return list(self._numbers)
