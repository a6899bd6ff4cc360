"""The rule-based state machine that plays any game: it deals, sets up late positions, and plays on.

Machines shrink best, where the bulk driver tries most. Every step is checked like any other; what the
tally keeps of a failure is the game that is left after shrinking.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from properties.checking import Checker, EngineFailed
from properties.constants import nothing_from_outside
from properties.policies import by_kind
from properties.strategies import Start, late_positions, one_of_a_kind, openings
from properties.tally import Tally
from properties.verdicts import Finding
from reference_engine import load
from reference_engine.interface import Action, Game

RULES = ("machine.deal", "machine.set_up", "machine.play", "machine.repeat", "machine.leave")
"""How often each rule of the machine fired is counted under these ids."""


@dataclass(frozen=True)
class Profile:
    """How much a machine does.

    examples: how many runs, of how many steps each. shrinks: how many runs are spent on making a
    failure smaller.
    """

    examples: int
    steps: int
    shrinks: int


PROFILES = {
    "quick": Profile(examples=12, steps=30, shrinks=400),
    "default": Profile(examples=35, steps=40, shrinks=600),
    "deep": Profile(examples=2000, steps=60, shrinks=10_000),
}


class Refuted(AssertionError):
    """Occurs when a property does not hold in a machine's run."""

    def __init__(self, findings: dict[str, Finding]) -> None:
        super().__init__("\n\n".join(_told(key, finding) for key, finding in findings.items()))


class _Enough(BaseException):
    """Occurs when no more runs are to be spent on shrinking; nothing on the way takes it for a failure."""


@dataclass
class _Runs:
    """What the runs of a machine have in common.

    shrunk: how many runs there have been since the first failure; None before it.
    """

    tally: Tally
    most: int
    shrunk: int | None = None

    def begin(self) -> None:
        """Counts a run. Raises `_Enough`."""
        if self.shrunk is not None:
            self.shrunk += 1
            if self.shrunk > self.most:
                raise _Enough

    def end(self, counts: Tally) -> None:
        """Takes over what a run has counted, up to the first failure, and the findings of the last failure."""
        if counts.findings:
            self.tally.findings.clear()
        if self.shrunk is None:
            self.tally.add(counts)
        if counts.findings:
            self.tally.findings.update(counts.findings)
            self.shrunk = self.shrunk or 0


class Player(RuleBasedStateMachine):
    """Plays on from where a game stands, if one has been begun; its runs raise `Refuted`."""

    def __init__(self, runs: _Runs) -> None:
        super().__init__()
        runs.begin()
        self.runs = runs
        self.counts = Tally()
        self.checker: Checker | None = None
        self.begun = 0  # after how many actions of the game the machine began to choose

    @precondition(lambda self: self.checker is not None)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Plays a legal action."""
        assert self.checker
        self.counts.fired["machine.play"] += 1
        position = self.checker.position
        self.play_it(data.draw(one_of_a_kind(position.game, position.legal)))

    @precondition(lambda self: self.checker is not None)
    @rule(data=st.data(), times=st.integers(2, 8))
    def repeat(self, data: st.DataObject, times: int) -> None:
        """Plays legal actions of one kind, as long as there are any."""
        assert self.checker
        self.counts.fired["machine.repeat"] += 1
        kind = data.draw(st.sampled_from(list(self._kinds())))
        for _ in range(times):
            actions = self._kinds().get(kind)
            if actions:
                self.play_it(data.draw(st.sampled_from(actions)))

    @precondition(lambda self: self.checker is not None and len(self.checker.actions) >= self.begun + 10)
    @rule()
    def leave(self) -> None:
        """Ends the game here."""
        self.counts.fired["machine.leave"] += 1
        self.finish()

    def teardown(self) -> None:
        """Hands over what was counted and found."""
        self.runs.end(self.counts)

    def begin(self, start: Start, salt: int) -> None:
        """Plays a game as far as it is given."""
        header, actions = start
        self.checker = Checker(header, self.counts, salt)
        self._judge()
        for action in actions:
            if self.checker:
                self.play_it(action)
        self.begun = len(actions)

    def play_it(self, action: Action) -> None:
        """Plays an action."""
        assert self.checker
        with suppress(EngineFailed):  # it is among the findings
            self.checker.play(action)
        self._judge()
        if self.checker.position.data["over"]:
            self.finish()

    def finish(self) -> None:
        """Ends the game."""
        assert self.checker
        self.checker.finish()
        self._judge()
        self.checker = None

    def _kinds(self) -> dict[str, list[Action]]:
        """The legal actions of each kind."""
        return by_kind(self.checker.position.game, self.checker.position.legal) if self.checker else {}

    def _judge(self) -> None:
        if self.counts.findings:
            raise Refuted(self.counts.findings)


def machine(game: Game, tally: Tally, profile: Profile, ruleset: Any = None) -> type[Player]:
    """A machine for that game, under that ruleset or over the rulesets.

    The tally counts the runs up to the first failure, and keeps the findings of the last one that failed.
    """
    runs = _Runs(tally, profile.shrinks)

    class Machine(Player):
        """Deals or sets up a game, plays on, leaves it, and begins again."""

        def __init__(self) -> None:
            super().__init__(runs)

        @precondition(lambda self: self.checker is None)
        @rule(start=openings(game, ruleset), salt=st.integers(0, 15))
        def deal(self, start: Start, salt: int) -> None:
            """Begins with an opening."""
            self.counts.fired["machine.deal"] += 1
            self.begin(start, salt)

        @precondition(lambda self: self.checker is None)
        @rule(start=late_positions(game, ruleset), salt=st.integers(0, 15))
        def set_up(self, start: Start, salt: int) -> None:
            """Begins on the brink of an edge, or beyond."""
            self.counts.fired["machine.set_up"] += 1
            self.begin(start, salt)

    return Machine


def run_machine(name: str, profile: str, number: int, readings: dict[str, str] | None = None) -> Tally:
    """Runs the machine of that game with that profile: under those readings, or over the rulesets.

    The same number gives the same runs. Raises what a broken engine raises when a game cannot even be dealt.
    """
    game = load(name)
    ruleset = None if readings is None else game.Ruleset.from_readings(readings)
    return run_game_machine(game, PROFILES[profile], number, ruleset)


def run_game_machine(game: Game, profile: Profile, number: int, ruleset: Any = None) -> Tally:
    """Runs the machine of a game that need not be the engine's own."""
    tally = Tally()
    tally.fired.update(dict.fromkeys(RULES, 0))
    with nothing_from_outside():
        try:
            run_state_machine_as_test(seed(number)(machine(game, tally, profile, ruleset)), settings=_settings(profile))
        except (Exception, _Enough):
            if not tally.findings:
                raise  # else it is what comes of the failure, or of stopping to make it smaller
    return tally


def _settings(profile: Profile) -> settings:
    """All that a profile of Hypothesis's own could change, on a CI server for instance."""
    return settings(
        max_examples=profile.examples,
        stateful_step_count=profile.steps,
        phases=(Phase.generate, Phase.shrink),
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )


def _told(key: str, finding: Finding) -> str:
    """A finding in a few lines."""
    clauses = f" ({', '.join(finding.clauses)})" if finding.clauses else ""
    return (
        f"{key}{clauses}\n{finding.board}\naction: {finding.action or 'none'}\n"
        f"expected: {finding.expected}\ngot: {finding.got}"
    )
