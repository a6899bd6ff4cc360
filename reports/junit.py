"""Verdicts as JUnit XML, one test case each, for CI systems."""

from collections.abc import Sequence
from io import BytesIO

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from properties.verdicts import Finding, Grade, Verdict


def junit(name: str, verdicts: Sequence[Verdict]) -> str:
    """A test suite of that name. What is refuted has failed; what is unknown or vacuous is an error.

    What is known is skipped. A finding that is accepted is told in what the test case prints.
    """
    suite = TestSuite(f"dragonproof {name}")
    for verdict in verdicts:
        case = TestCase(verdict.id, f"dragonproof.{name}", verdict.seconds)
        result = _result(verdict)
        if result is not None:
            case.result = [result]
        elif verdict.finding:
            case.system_out = f"{verdict.sentence}\n{_told(verdict.finding)}"
        suite.add_testcase(case)
    document = JUnitXml("dragonproof")
    document.add_testsuite(suite)
    target = BytesIO()
    document.write(target, pretty=True)
    return target.getvalue().decode()


def _result(verdict: Verdict) -> Failure | Error | Skipped | None:
    if verdict.known:
        return Skipped(f"{verdict.known.section}: {verdict.known.reason}", verdict.id)
    if verdict.grade is Grade.REFUTED:
        result = Failure(verdict.sentence, verdict.id)
        if verdict.finding:
            result.text = _told(verdict.finding)
        return result
    if verdict.grade in (Grade.UNKNOWN, Grade.VACUOUS):
        return Error(f"{verdict.grade}: {verdict.evidence}", verdict.id)
    return None


def _told(finding: Finding) -> str:
    told = [finding.board, f"action    {finding.action}", f"expected  {finding.expected}", f"got       {finding.got}"]
    notes = [f"{heading}: {text}" for heading, text in finding.notes]
    return "\n".join([*told, *notes, f"To repeat: {finding.repeat}"])
