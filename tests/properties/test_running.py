"""Units of work in processes of their own."""

import os
import time

import pytest

from properties.running import Result, Unit, run
from properties.tally import Tally
from properties.verdicts import Grade


def count(number: int) -> Result:
    tally = Tally()
    tally.fired["counted"] = number
    return Result(tally=tally)


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
        results = {unit.id: result.tally.fired["counted"] for unit, result in run(units, workers)}
        assert results == {f"unit.{number}": number for number in range(5)}


@pytest.mark.parametrize(
    ("work", "says"), [(die, "its process ended with code 7"), (fail, "ValueError: no such thing")]
)
def test_work_that_dies_or_fails_is_unknown(work: object, says: str) -> None:
    assert callable(work)
    ((_, result),) = run([Unit("unit", work)], 1)
    (verdict,) = result.verdicts
    assert (verdict.id, verdict.grade, verdict.evidence) == ("unit", Grade.UNKNOWN, says)


def test_the_longest_units_begin_first() -> None:
    units = [Unit("short", count, (1,), seconds=1), Unit("long", count, (2,), seconds=9)]
    assert [unit.id for unit, _ in run(units, 1)] == ["long", "short"]


def test_a_run_that_is_cut_ends_what_is_running() -> None:
    start = time.monotonic()
    units = [Unit("endless", sleep, (600.0,)), Unit("never", count, (1,), seconds=0.1)]
    assert list(run(units, 1, seconds=0.5)) == []
    assert time.monotonic() - start < 60
