"""Verdicts as JUnit XML, one test case each, for CI systems."""

from collections.abc import Sequence
from io import BytesIO

from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from properties.verdicts import Grade, Verdict


def junit(name: str, verdicts: Sequence[Verdict]) -> str:
    """A test suite of that name. What is refuted has failed; what is unknown or vacuous is an error."""
    suite = TestSuite(f"dragonproof {name}")
    for verdict in verdicts:
        case = TestCase(verdict.id, f"dragonproof.{name}", verdict.seconds)
        result = _result(verdict)
        if result is not None:
            case.result = [result]
        suite.add_testcase(case)
    document = JUnitXml("dragonproof")
    document.add_testsuite(suite)
    target = BytesIO()
    document.write(target, pretty=True)
    return target.getvalue().decode()


def _result(verdict: Verdict) -> Failure | Error | None:
    finding = verdict.finding
    if verdict.grade is Grade.REFUTED:
        result = Failure(verdict.sentence, verdict.id)
        if finding:
            told = [finding.board, f"action    {finding.action}", f"expected  {finding.expected}"]
            result.text = "\n".join([*told, f"got       {finding.got}", f"To repeat: {finding.repeat}"])
        return result
    if verdict.grade in (Grade.UNKNOWN, Grade.VACUOUS):
        return Error(f"{verdict.grade}: {verdict.evidence}", verdict.id)
    return None
