"""Pieces of HTML that a page has once, however often it shows them."""

_MOST = 1_100_000  # characters of boards, so that a page stays below two megabytes
_STEP = 3_000  # characters that a step of a replay takes, at most about so many

TOO_LARGE = "It is too long for a page that has so much already; dragonproof view shows it by itself."


class Pool:
    """The pieces, each with its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._pieces: list[str] = []
        self._size = 0

    def number(self, piece: str) -> int:
        """The number of a piece."""
        if piece not in self._numbers:
            self._numbers[piece] = len(self._pieces)
            self._pieces.append(piece)
            self._size += len(piece)
        return self._numbers[piece]

    def has_room(self, steps: int) -> bool:
        """Whether there is room for so many steps more, where a page has several games."""
        return self._size + steps * _STEP <= _MOST

    def take(self, characters: int) -> None:
        """Takes room for something else."""
        self._size += characters

    def piece(self, number: int) -> str:
        """The piece of a number."""
        return self._pieces[number]

    @property
    def pieces(self) -> list[str]:
        """All of them, by number."""
        return list(self._pieces)
