"""What a run has looked at, and what it has found: counted, and added up over processes."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from properties.verdicts import Finding


@dataclass
class Tally:
    """Counts by id, and the first finding for each property.

    fired: how often each property had something to say; seconds: how long its checks took.
    exercised: how often each clause and edge came up. findings: the first for each property.
    """

    games: int = 0
    steps: int = 0
    fired: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    exercised: Counter[str] = field(default_factory=Counter)
    findings: dict[str, Finding] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Adds what another run counted after this one."""
        self.games += other.games
        self.steps += other.steps
        self.fired += other.fired
        for key, seconds in other.seconds.items():
            self.seconds[key] += seconds
        self.exercised += other.exercised
        for key, finding in other.findings.items():
            self.findings.setdefault(key, finding)
