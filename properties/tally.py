"""What a run has looked at, and what it has found: counted, and added up over processes."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from properties.verdicts import Finding
from reference_engine.interface import Outcome
from reference_engine.jsonform import Json


@dataclass
class Ended:
    """What the games were like that were played to their end: how often there was what.

    lengths: numbers of actions. kinds: kinds of action. scores: players' points. winners: pairs of a number of players
    and a seat that won.
    """

    lengths: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    winners: Counter[tuple[int, int]] = field(default_factory=Counter)

    def count(self, kinds: list[str], outcome: Outcome) -> None:
        """Counts a game with actions of these kinds."""
        self.lengths[len(kinds)] += 1
        self.kinds.update(kinds)
        self.scores.update(outcome.scores)
        self.winners.update((len(outcome.scores), winner) for winner in outcome.winners)

    def add(self, other: "Ended") -> None:
        """Adds what other games were like."""
        self.lengths += other.lengths
        self.kinds += other.kinds
        self.scores += other.scores
        self.winners += other.winners

    def to_json(self) -> Json:
        """The counts, by what is counted as text; of the winners by the number of players, and then by the seat."""
        winners: dict[str, dict[str, int]] = {}
        for (players, seat), number in sorted(self.winners.items()):
            winners.setdefault(str(players), {})[str(seat)] = number
        lengths, scores = ({str(each): count[each] for each in sorted(count)} for count in (self.lengths, self.scores))
        return {"lengths": lengths, "scores": scores, "kinds": dict(sorted(self.kinds.items())), "winners": winners}


@dataclass
class Tally:
    """Counts by id, and the first finding for each property.

    fired: how often each property had something to say; seconds: how long its checks took.
    exercised: how often each clause and edge came up. findings: the first for each property. ended: what whole games
    were like.
    """

    games: int = 0
    steps: int = 0
    fired: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    exercised: Counter[str] = field(default_factory=Counter)
    findings: dict[str, Finding] = field(default_factory=dict)
    ended: Ended = field(default_factory=Ended)

    def add(self, other: "Tally") -> None:
        """Adds what another run counted after this one."""
        self.games += other.games
        self.steps += other.steps
        self.fired += other.fired
        for key, seconds in other.seconds.items():
            self.seconds[key] += seconds
        self.exercised += other.exercised
        self.ended.add(other.ended)
        for key, finding in other.findings.items():
            self.findings.setdefault(key, finding)
