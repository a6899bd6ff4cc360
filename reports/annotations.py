"""Workflow commands of GitHub, which show in a pull request what is wrong."""

from collections.abc import Sequence

from reports.results import Run, Status, of_status


def annotations(runs: Sequence[Run]) -> str:
    """A line for each case that failed or is open: those that failed first, since GitHub shows only the first ones."""
    lines = []
    for run, case in of_status(runs, Status.FAILED, Status.ERROR):
        title = _in_property(f"{case.id} ({run.game})")
        message = _in_message("\n\n".join(filter(None, (case.sentence, case.told, case.text))))
        lines.append(f"::error title={title}::{message}\n")
    return "".join(lines)


def _in_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _in_property(text: str) -> str:
    return _in_message(text).replace(":", "%3A").replace(",", "%2C")
