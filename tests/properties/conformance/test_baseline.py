"""Baselines: what is read and refused, what is written, and what a run beside one amounts to."""

import tomllib
from typing import Any

import pytest

from properties.conformance.baseline import Baseline, Entry, read_baseline, written
from properties.conformance.changes import Run, beside
from properties.schemas import why_malformed
from properties.verdicts import ExitCode, Finding, Grade, Verdict, exit_code
from reference_engine import load
from reference_engine.errors import EngineError

GAME = load("village")
HEAD = 'dragonproof = 1\ngame = "village"\nrules = "1.0"\n'
KNOWN = '[known.V-DRAW-1]\nreason = "old"\n'
FULL = f"""{HEAD}# ours
{KNOWN}link = "https://example.org/1"  # here
[skips."no observe"]
reason = "has none"
[known."record.games/1.jsonl"]
reason = "lost"
[flaky.unsteady]
reason = "a race"
[readings."tie.count"]
value = "treasure"
reason = "as printed"
"""
NOTHING = Finding((), "", "", "", "")
WHOLE = Run({}, complete=True, narrowed=False)


def read(text: str) -> Baseline:
    return read_baseline(text.encode(), GAME)


def verdict(key: str, grade: Grade = Grade.SAMPLED, skipped: str = "") -> Verdict:
    return Verdict(key, "", grade, "7 times", None, NOTHING if grade is Grade.REFUTED else None, skipped)


def run(text: str, *verdicts: Verdict, beside_it: Run = WHOLE) -> tuple[dict[str, Any], ExitCode, dict[str, Grade]]:
    """The states of the entries, the exit code, and what was added to the verdicts."""
    told = beside(read(text), verdicts, beside_it)
    states = {state: names for state, names in told.more["baseline"].items() if names}
    code = exit_code(told.verdicts, beside_it.complete)
    return states, code, {each.id: each.grade for each in told.verdicts[len(verdicts) :]}


def test_every_kind_of_entry_is_read() -> None:
    assert set(read(FULL).entries) == {
        Entry("known", "V-DRAW-1", "old", "https://example.org/1"),
        Entry("known", "record.games/1.jsonl", "lost"),
        Entry("skips", "no observe", "has none"),
        Entry("flaky", "unsteady", "a race"),
        Entry("readings", "tie.count", "as printed", "", "treasure"),
    }
    assert why_malformed("village", "urn:dragonproof:baseline", tomllib.loads(FULL)) == ""


@pytest.mark.parametrize(
    ("text", "told", "formed"),
    [
        ("[", "not TOML: ", None),
        (KNOWN, "the baseline's version (dragonproof) is missing", False),
        (
            HEAD.replace("1\n", "2\n", 1) + "new = 1",
            "a baseline of format 2; this version of dragonproof",
            False,
        ),
        (
            HEAD.replace('"1.0"', '"1.1"'),
            "a baseline under rules '1.1'; this version of dragonproof has",
            True,
        ),
        (HEAD.replace("village", "chess"), "game: no 'chess'; write one of: ", True),
        (
            HEAD.replace("village", "drachenschatz"),
            "game: this is a baseline of drachenschatz, and the check",
            True,
        ),
        (HEAD + "[knwon]", "knwon: no such key; the keys are: dragonproof, version, game, rules, known, skips", False),
        (HEAD + "known = 3", "known: write it as a table with keys, not 3", False),
        (HEAD + "[known.V-DRAW-1]", "known.V-DRAW-1.reason is missing; write why it is so", False),
        (
            HEAD + KNOWN.replace("old", " "),
            "known.V-DRAW-1.reason: ' ' is no text; write why it is so",
            False,
        ),
        (
            HEAD + KNOWN + "link = 3",
            "known.V-DRAW-1.link: 3 is no text; write where that is",
            False,
        ),
        (HEAD + KNOWN + "resaon = 'x'", "known.V-DRAW-1.resaon: no such key; the keys are: reason, link; did y", False),
        (HEAD + KNOWN + "value = 'x'", "known.V-DRAW-1.value: no such key", False),
        (HEAD + KNOWN.replace("DRAW-1", "DRWA-1"), "known: no 'V-DRWA-1'; did you mean V-DRAW-1?", True),
        (HEAD + KNOWN.replace("V-DRAW-1", "D-WIN-1"), "known: no 'D-WIN-1'; that is a clause of drachenschatz", True),
        (
            HEAD + KNOWN.replace("V-DRAW-1", "zzz"),
            "known: no 'zzz'; write a clause (see `dragonproof explain`)",
            True,
        ),
        (HEAD + KNOWN + KNOWN.replace("known", "flaky"), "flaky.V-DRAW-1: it stands under known, too; take one", True),
        (HEAD + '[skips." "]\nreason = "x"', "skips: ' ' is no text; write the reason, as the report giv", True),
        (HEAD + '[readings."tie.counts"]\nreason = "x"\nvalue = "type"', "readings.tie.counts: no such key; the", True),
        (
            HEAD + '[readings."tie.count"]\nreason = "x"\nvalue = "x"',
            "readings.tie.count.value: no 'x'; wri",
            True,
        ),
        (HEAD + '[readings."tie.count"]\nreason = "x"', "readings.tie.count.value is missing; write one of: ", False),
    ],
)
def test_a_bad_baseline_is_refused_with_the_key_and_what_to_do(text: str, told: str, formed: bool | None) -> None:
    with pytest.raises(EngineError) as refused:
        read(text)
    assert str(refused.value).startswith(told)
    if formed is not None:
        assert (why_malformed("village", "urn:dragonproof:baseline", tomllib.loads(text)) == "") is formed


def test_a_baseline_under_older_rules_is_read_and_says_so() -> None:
    notes = read(HEAD.replace('"1.0"', '"0.9"')).notes
    assert notes == ("the baseline was made under rules 0.9, which are older than 1.0",)


def test_what_is_known_does_not_count_and_all_else_does() -> None:
    states, code, added = run(HEAD + KNOWN, verdict("V-DRAW-1", Grade.REFUTED), verdict("V-DRAW-2"))
    assert (states, code, added) == ({"met": ["known.V-DRAW-1"]}, 0, {})
    _, code, added = run(HEAD + KNOWN, verdict("V-DRAW-1", Grade.REFUTED), verdict("V-DRAW-2", Grade.REFUTED))
    assert (code, added) == (1, {})
    _, code, _ = run(HEAD + KNOWN, verdict("V-DRAW-1", Grade.REFUTED), verdict("V-DRAW-2", Grade.VACUOUS))
    assert code == 3
    assert run(HEAD)[1] == 3


def test_what_is_no_longer_so_fails_the_run_only_where_it_was_looked_for() -> None:
    fixed, unknown = ({"baseline: known.V-DRAW-1": grade} for grade in (Grade.REFUTED, Grade.UNKNOWN))
    right, other = verdict("V-DRAW-1"), verdict("V-DRAW-2")
    assert run(HEAD + KNOWN, right) == ({"fixed": ["known.V-DRAW-1"]}, 1, fixed)
    assert run(HEAD + KNOWN, other) == ({"unknown": ["known.V-DRAW-1"]}, 3, unknown)
    assert run(HEAD + KNOWN, verdict("V-DRAW-1", Grade.VACUOUS))[1:] == (3, unknown)
    assert run(HEAD + KNOWN, right, beside_it=Run({}, complete=False, narrowed=False))[1:] == (3, unknown)
    assert run(HEAD + KNOWN, right, verdict("V-DRAW-2", Grade.REFUTED))[1:] == (1, unknown)


def test_what_is_flaky_never_fails_a_run() -> None:
    flaky = HEAD + '[flaky.unsteady]\nreason = "x"'
    assert run(flaky, verdict("unsteady", Grade.REFUTED)) == ({"met": ["flaky.unsteady"]}, 0, {})
    assert run(flaky, verdict("unsteady")) == ({"quiet": ["flaky.unsteady"]}, 0, {})
    assert beside(read(flaky), [verdict("unsteady")], WHOLE).notes == (
        "Quarantined as flaky, and did not flicker in this run: unsteady.",
    )
    assert run(HEAD, verdict("unsteady", Grade.REFUTED))[1] == 1


SKIP = HEAD + '[skips."no obs"]\nreason = "x"'


def test_a_skip_is_known_by_how_its_reason_begins() -> None:
    skipped = verdict("V-INFO-1", Grade.UNKNOWN, "no observe")
    assert run(SKIP, skipped) == ({"met": ["skips.no obs"]}, 0, {})
    assert run(SKIP, verdict("skip: five", Grade.UNKNOWN, "five"))[1] == 3
    assert run(SKIP, verdict("V-INFO-1")) == ({"fixed": ["skips.no obs"]}, 1, {"baseline: skips.no obs": Grade.REFUTED})


def test_a_skip_is_not_said_to_be_gone_where_the_run_was_narrow_or_has_not_seen_all() -> None:
    for verdicts, narrowed in (([verdict("V-INFO-1")], True), ([verdict("V-DRAW-1", Grade.VACUOUS)], False)):
        states, code, _ = run(SKIP, *verdicts, beside_it=Run({}, complete=True, narrowed=narrowed))
        assert (states, code) == ({"unknown": ["skips.no obs"]}, 3)
    both = Run({}, complete=True, narrowed=False, allowed=("no observe",))
    assert run(SKIP, verdict("V-DRAW-1"), beside_it=both)[:2] == ({"met": ["skips.no obs"]}, 0)


READING = HEAD + '[readings."tie.count"]\nvalue = "treasure"\nreason = "x"'


@pytest.mark.parametrize(
    ("changes", "code", "state"),
    [
        ([{"tie.count": "treasure"}], 0, "met"),
        ([{"tie.count": "type"}, {"tie.count": "treasure"}], 0, "met"),
        ([{"tie.count": "type"}], 1, "unknown"),
        ([{"tie.count": "treasure", "tie.full": "none"}], 1, "unknown"),
    ],
)
def test_a_reading_is_accepted_with_its_value_only(changes: list[dict[str, str]], code: int, state: str) -> None:
    follows = Run({"program": changes}, complete=True, narrowed=False)
    verdicts = (verdict("readings.program", Grade.REFUTED), verdict("V-DRAW-1"))
    assert run(READING, *verdicts, beside_it=follows)[:2] == ({state: ["readings.tie.count"]}, code)
    assert run(READING, verdict("V-DRAW-1"))[:2] == ({"fixed": ["readings.tie.count"]}, 1)


def test_a_baseline_is_written_from_what_is_not_known_yet() -> None:
    found = [
        verdict("V-DRAW-1", Grade.REFUTED),
        verdict("unsteady", Grade.REFUTED),
        verdict("V-INFO-1", Grade.UNKNOWN, 'no "observe"\x7f'),
        verdict("readings.program", Grade.REFUTED),
        verdict("V-DRAW-2", Grade.VACUOUS),
        verdict("restarts", Grade.UNKNOWN),
    ]
    text = written(None, GAME, found, {"program": [{"tie.count": "treasure"}]}, ())
    with pytest.raises(EngineError, match="reason: '' is no text; write why it is so in quotes"):
        read(text)
    entries = {
        (each.section, each.id, each.value) for each in read(text.replace('reason = ""', 'reason = "x"')).entries
    }
    assert entries == {
        ("known", "V-DRAW-1", ""),
        ("flaky", "unsteady", ""),
        ("skips", 'no "observe"\x7f', ""),
        ("readings", "tie.count", "treasure"),
    }


def test_what_stands_in_a_baseline_is_kept_but_for_what_is_no_longer_so() -> None:
    same = written(FULL, GAME, [], {}, ()).splitlines()
    assert [line for line in same if line and not line.startswith("version = ")] == FULL.splitlines()
    found = [verdict("V-DRAW-1", Grade.REFUTED), verdict("V-DRAW-2", Grade.REFUTED)]
    fixed = ("known.record.games/1.jsonl", "flaky.unsteady", "skips.no observe")
    text = written(FULL, GAME, found, {}, fixed)
    assert "# ours\n" in text
    entries = {each.name: each for each in read(text.replace('reason = ""', 'reason = "x"')).entries}
    assert entries.keys() == {"known.V-DRAW-1", "known.V-DRAW-2", "readings.tie.count"}
    assert entries["known.V-DRAW-1"] == Entry("known", "V-DRAW-1", "old", "https://example.org/1")


def test_a_reading_with_another_value_needs_another_reason() -> None:
    found = [verdict("readings.program", Grade.REFUTED)]
    text = written(READING, GAME, found, {"program": [{"tie.count": "type"}]}, ())
    assert tomllib.loads(text)["readings"] == {"tie.count": {"value": "type", "reason": ""}}
