"""How many steps a second one worker of `check` asks about and compares, where the program takes next to no time.

The program answers from a table, through pipes. Cases are made, asked and compared as in a run; a round is
`CASES` of them, half from openings of the full box. Aimed at are 1,200 steps a second where legal actions are
compared too, and 3,000 in batches of positions alone: "steps a second" in the file of `--benchmark-json`.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from properties.conformance.asking import Counts, Examiner
from properties.conformance.connection import Process
from properties.conformance.generating import Source
from properties.conformance.program import Limits, Program
from properties.mutants.fake import fake_server
from properties.mutants.inprocess import InProcess
from reference_engine import load

CASES = 24
GAME = load("village")
SOURCE = Source(GAME, GAME.Ruleset(), GAME.BOXES["full"], 0, anywhere=True)


def ask(program: Program, legal: bool, batch: bool) -> int:
    """Asks about all cases: how many steps were compared."""
    examiner = Examiner(program, Counts())
    for number in range(CASES):
        rules = SOURCE.case(3 * number if number % 2 else number)
        assert examiner.play(rules, legal=legal, batch=batch) == []
    return examiner.counts.steps


@contextmanager
def table_of(folder: Path, legal: bool, batch: bool) -> Iterator[Program]:
    """A program that answers these questions from a table."""
    trace = folder / "trace.jsonl"
    with trace.open("w", encoding="utf-8") as file:

        def note(kind: str, text: str) -> None:
            print(json.dumps({"worker": 0, kind: text}), file=file)

        program = Program(lambda: InProcess(fake_server(GAME.NAME)), GAME, Limits(), note)
        program.initialize()
        ask(program, legal, batch)
    command = [sys.executable, "-m", "properties.mutants.table", str(trace)]
    program = Program(lambda: Process(command), GAME, Limits())
    try:
        yield program
    finally:
        program.close()


@pytest.mark.benchmark(group=f"{CASES} cases of a check")
@pytest.mark.parametrize(
    ("legal", "batch"),
    [(True, False), (True, True), (False, True)],
    ids=["lock-step-with-legal-actions", "batches-with-legal-actions", "batches-of-positions"],
)
def test_steps(benchmark: BenchmarkFixture, tmp_path: Path, legal: bool, batch: bool) -> None:
    with table_of(tmp_path, legal, batch) as program:

        def start_again() -> None:
            program.close()
            program.initialize()

        steps = benchmark.pedantic(ask, (program, legal, batch), setup=start_again, rounds=5)  # type: ignore[no-untyped-call]
    assert steps > 10 * CASES
    if benchmark.stats:
        benchmark.extra_info["steps a second"] = round(steps / benchmark.stats.stats.min)
