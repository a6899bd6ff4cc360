"""JUnit XML: a test suite for each run, a test case for each clause, property and other question."""

from collections.abc import Sequence
from io import BytesIO

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from reports.results import Case, Run, Status, versions


def junit(runs: Sequence[Run]) -> str:
    """What is refuted has failed; what is unknown or vacuous is an error; what was rightly left out is skipped.

    The text of a failure is the counterexample. What a test case prints is the grade of the evidence for it.
    """
    document = JUnitXml("dragonproof")
    for run in runs:
        suite = TestSuite(f"dragonproof {run.command} {run.game}")
        for name, version in versions(run.game).items():
            suite.add_property(f"version.{name}", version)
        for case in run.cases():
            suite.add_testcase(_case(case, f"dragonproof.{run.command}.{run.game}"))
        document.add_testsuite(suite)
    target = BytesIO()
    document.write(target, pretty=True)
    return target.getvalue().decode()


def _case(case: Case, where: str) -> TestCase:
    told = TestCase(case.id, where, round(case.seconds, 3))
    whole = "\n\n".join(filter(None, (case.sentence, case.told, case.text)))
    if case.status is Status.PASSED:
        told.system_out = whole if case.text else case.told
        return told
    result: Failure | Error | Skipped
    if case.status is Status.FAILED:
        result = Failure(case.sentence, case.id)
    elif case.status is Status.ERROR:
        result = Error(case.told, case.id)
    else:
        result = Skipped(case.told)
    if case.status is not Status.SKIPPED:
        result.text = whole
    told.result = [result]
    return told
