"""Runs as they might end, with texts in them that no file format likes."""

from properties.events import RunFinished
from properties.verdicts import ExitCode, Finding, Grade, Verdict
from reports.results import Run

NASTY = "a\x00b\x1b[31m \ud800 <b>&]]> 100% :: | ``` \r\n::error::c\u2028d"
FINDING = Finding(
    clauses=("V-DRAW-1", "V-END-1"),
    board="Deck (2)  BD\n> Player 0",
    action="draw",
    expected='deck "D"',
    got='deck "B"',
    repeat="dragonproof check --record r.jsonl",
    notes=(("it wrote", NASTY),),
)
VERDICTS = (
    Verdict("V-SCORE-3", "A Wild remaining in hand subtracts 2.", Grade.SAMPLED, "7 times", 1e-5),
    Verdict("V-TIE-3", "Those whom no space separates share the victory.", Grade.VACUOUS, "0 times", 0.0),
    Verdict("V-DRAW-1", "The position is not | the <one> it should be.", Grade.REFUTED, "2 times", 0.5, FINDING),
    Verdict("skip: five players", "Nothing is skipped.", Grade.UNKNOWN, "3 times", 0.0),
    Verdict("clause.V-WIN-1", "The greatest sum wins.", Grade.EXHAUSTIVE, "9 positions", 0.0),
    Verdict("crash", "The program does not end before it is told to.", Grade.REFUTED, "", 0.0, FINDING),
    Verdict("readings.program", "The program follows tie.full: none.", Grade.SAMPLED, "follows", 0.0, FINDING),
)
LEFT_OUT = {"V-INFO-1": "skipped, which was accepted: no observe", "skip: two players": "accepted, 4 times"}
STATUSES = {
    "V-SCORE-3": "passed",
    "V-TIE-3": "open",
    "V-DRAW-1": "failed",
    "skip: five players": "open",
    "V-WIN-1": "passed",
    "crash": "failed",
    "readings.program": "passed",
    "V-INFO-1": "skipped",
    "skip: two players": "skipped",
}
"""What each of them is to CI."""


def run(*verdicts: Verdict, complete: bool = True, code: ExitCode = ExitCode.HOLDS, command: str = "check") -> Run:
    return Run(command, "village", verdicts, RunFinished(complete, 5, 50, code, ("Never shown: deck.",)))


MIXED = Run("check", "village", VERDICTS, RunFinished(True, 5, 50, ExitCode.VIOLATION, (), {"left_out": LEFT_OUT}))
GREEN = run(VERDICTS[0])
CUT = run(VERDICTS[0], complete=False, code=ExitCode.INCOMPLETE)
NOTHING = run(code=ExitCode.INCOMPLETE, complete=False, command="verify")
