"""SARIF 2.1.0: a result for each case that failed or is open, at the place of its clause in the data."""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256

from properties.clauses import catalogue, folder
from reference_engine.jsonform import Json
from reports.results import Case, Run, Status, versions

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_BASE = "DRAGONPROOF"
_KINDS = {Status.FAILED: ("fail", "error"), Status.ERROR: ("open", "none")}  # with any other kind the level is none
_CLAUSE = re.compile(r"^\[clauses\.([^\]]+)\]", re.MULTILINE)


def sarif(runs: Sequence[Run]) -> str:
    """A document with a run of SARIF for each run. Rules are clauses, by their ids, and what else is asked."""
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(run) for run in runs]}
    return json.dumps(document, indent=1) + "\n"


def _run(run: Run) -> Json:
    cases = [case for case in run.cases() if case.status is not Status.SKIPPED]
    known, places, told = catalogue(run.game).clauses, clause_lines(run.game), versions(run.game)
    statements = {case.id: known[case.id].statement if case.id in known else case.sentence for case in cases}
    return {
        "tool": {
            "driver": {
                "name": "dragonproof",
                "version": told["dragonproof"],
                "rules": [{"id": key, "shortDescription": {"text": text}} for key, text in statements.items()],
            }
        },
        "automationDetails": {"id": f"dragonproof/{run.command}/{run.game}/"},
        "invocations": [
            {"executionSuccessful": run.finished.complete, "exitCode": int(run.finished.exit_code)},
        ],
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder that dragonproof is installed in."}}},
        "results": [_result(run, case, list(statements), places) for case in cases if case.status in _KINDS],
        "properties": {"command": run.command, "game": run.game, "versions": told},
    }


def _result(run: Run, case: Case, rules: list[str], places: Mapping[str, int]) -> Json:
    kind, level = _KINDS[case.status]
    clause = next((clause for clause in case.clauses if clause in places), None)
    place = {
        "artifactLocation": {"uri": f"seeds/{run.game}/clauses.toml", "uriBaseId": _BASE},
        "region": {"startLine": places[clause] if clause else 1},  # some readers show nothing without a line
    }
    same = "\n".join((run.command, run.game, case.id, case.sentence))
    return {
        "ruleId": case.id,
        "ruleIndex": rules.index(case.id),
        "kind": kind,
        "level": level,
        "message": {"text": "\n\n".join(filter(None, (case.sentence, case.told, case.text)))},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"dragonproof/v1": sha256(same.encode()).hexdigest()},
    }


def clause_lines(game: str) -> dict[str, int]:
    """The line of each clause in the file of the clauses, counted from 1."""
    text = (folder(game) / "clauses.toml").read_text(encoding="utf-8")
    return {found[1]: text.count("\n", 0, found.start()) + 1 for found in _CLAUSE.finditer(text)}
