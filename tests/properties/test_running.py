"""Units of work in processes of their own."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from properties.running import Result, Unit, run
from properties.tally import Tally
from properties.verdicts import Grade


def count(number: int) -> Result:
    tally = Tally()
    tally.fired["counted"] = number
    return Result(tally=tally)


def count_up(most: int) -> Iterator[Result]:
    return (count(number) for number in range(most))


def tidy(folder: str) -> Iterator[Result]:
    try:
        yield Result()
        Path(folder, "begun").touch()
        time.sleep(600)
    finally:
        Path(folder, "cleaned").touch()


def tidy_while_shrinking(folder: str) -> Iterator[Result]:
    """Ends where Hypothesis runs something that goes on and on."""

    @settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.integers())
    def test(_: int) -> None:
        Path(folder, "begun").touch()
        time.sleep(600)

    try:
        yield Result()
        test()
    finally:
        Path(folder, "cleaned").touch()


def die() -> Result:
    os._exit(7)


def fail() -> Result:
    raise ValueError("no such thing")


def sleep(seconds: float) -> Result:
    time.sleep(seconds)
    return Result()


def test_every_unit_gives_its_result_whatever_the_number_of_workers() -> None:
    units = [Unit(f"unit.{number}", count, (number,)) for number in range(5)]
    for workers in (1, 3):
        results = {unit.id: result.tally.fired["counted"] for unit, result in run(units, workers) if result}
        assert results == {f"unit.{number}": number for number in range(5)}


@pytest.mark.parametrize(
    ("work", "says"), [(die, "its process ended with code 7"), (fail, "ValueError: no such thing")]
)
def test_work_that_dies_or_fails_is_unknown(work: object, says: str) -> None:
    assert callable(work)
    ((_, result), (_, ended)) = run([Unit("unit", work)], 1)
    assert ended is None
    (verdict,) = result.verdicts
    assert (verdict.id, verdict.grade, verdict.evidence) == ("unit", Grade.UNKNOWN, says)


def test_results_that_come_one_by_one_are_passed_on_before_the_unit_is_done() -> None:
    parts = run([Unit("unit", count_up, (3,))], 1)
    assert [result and result.tally.fired["counted"] for _, result in parts] == [0, 1, 2, None]


@pytest.mark.parametrize("work", [tidy, tidy_while_shrinking])
def test_a_process_that_is_ended_cleans_up(work: Callable[[str], Iterator[Result]], tmp_path: Path) -> None:
    parts = run([Unit("unit", work, (str(tmp_path),))], 1)
    next(parts)
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    parts.close()  # type: ignore[attr-defined]
    assert (tmp_path / "cleaned").exists()


def test_the_longest_units_begin_first() -> None:
    units = [Unit("short", count, (1,), seconds=1), Unit("long", count, (2,), seconds=9)]
    assert [unit.id for unit, result in run(units, 1) if result] == ["long", "short"]


def test_a_run_that_is_cut_ends_what_is_running() -> None:
    start = time.monotonic()
    units = [Unit("endless", sleep, (600.0,)), Unit("never", count, (1,), seconds=0.1)]
    assert list(run(units, 1, seconds=0.5)) == []
    assert time.monotonic() - start < 60
