"""The ways in which a program under test can fail to answer, told apart."""

from dataclasses import dataclass
from enum import StrEnum

LONGEST_ANSWER = 64 * 2**20
"""In bytes; a whole game with all its legal actions has a hundredth of that."""


class Kind(StrEnum):
    """What went wrong."""

    ERROR = "error"
    PROTOCOL = "protocol"
    CRASH = "crash"
    TIMEOUT = "timeout"


@dataclass
class NoAnswer(Exception):
    """Occurs when a request gets no answer that can be used.

    sent: the request. got: what came back, or how the program ended. stderr: the last of what it
    wrote to standard error. After a crash, a time-out or a breach of the protocol the program has
    been ended.
    """

    kind: Kind
    reason: str
    sent: str
    got: str
    stderr: str

    def __post_init__(self) -> None:
        super().__init__(self.kind, self.reason, self.sent, self.got, self.stderr)  # so that it can be pickled

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """What was sent, what came back and what was logged, each under its heading."""
        return ("sent", self.sent), ("came back", self.got), ("standard error", self.stderr)


@dataclass
class Unsupported(Exception):
    """Occurs when a program answers that something is not supported (-32003): a skip, with its reason."""

    method: str
    reason: str
    url: str

    def __post_init__(self) -> None:
        super().__init__(self.method, self.reason, self.url)  # so that it can be pickled

    @property
    def told(self) -> str:
        """The reason, and where to read more."""
        return f"{self.reason} ({self.url})" if self.url else self.reason
