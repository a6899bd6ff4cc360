"""Recorded games against the rules, also where they leave something out."""

import json

import pytest

from properties.conformance.records import BROKEN, SENTENCE, judge_record
from properties.dealing import deal
from properties.policies import by_kind_policy, playout
from properties.replaying import replay
from properties.verdicts import Grade, Verdict
from reference_engine.errors import EngineError
from reference_engine.jsonform import Json
from reference_engine.record import Header, record_game, write_record
from tests.properties.conformance.campaigns import BOX, GAME, RULESET


def rows() -> list[Json]:
    """The lines of the record of a whole game."""
    start = deal(GAME, BOX, 2, 1, RULESET)
    actions = [action for action, _ in playout(GAME, start, RULESET, by_kind_policy(1))]
    text = write_record(record_game(Header(GAME, RULESET, start, "full"), actions))
    return [json.loads(line) for line in text.splitlines()]


def judged(lines: list[Json]) -> Verdict:
    return judge_record("my.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode(), BOX)


def test_a_game_that_follows_the_rules_is_sampled() -> None:
    verdict = judged(rows())
    assert (verdict.id, verdict.sentence, verdict.grade, verdict.finding) == (
        "record.my.jsonl", SENTENCE, Grade.SAMPLED, None,
    )  # fmt: skip
    steps = len(rows()) - 2
    assert verdict.evidence == f"{steps} steps, {steps} positions compared"


def test_a_game_without_a_step_says_nothing() -> None:
    assert judged(rows()[:1]).grade is Grade.VACUOUS


def test_a_game_without_its_outcome_is_unknown() -> None:
    verdict = judged(rows()[:-1])
    assert verdict.grade is Grade.UNKNOWN
    assert "the game is over, but the record has no outcome" in verdict.evidence


def test_a_game_that_is_cut_off_is_unknown() -> None:
    text = "".join(json.dumps(line) + "\n" for line in rows()).encode()
    verdict = judge_record("my.jsonl", text[: len(text) // 2], BOX)
    assert verdict.grade is Grade.UNKNOWN


def test_a_field_that_is_wrong_breaks_its_clause_at_its_step() -> None:
    lines = rows()
    lines[5]["state"]["turn"] = lines[4]["state"]["turn"]
    verdict = judged(lines)
    assert (verdict.sentence, verdict.grade) == (BROKEN, Grade.REFUTED)
    finding = verdict.finding
    assert finding is not None
    assert finding.clauses[0] in ("V-TURN-1", "V-TURN-2")
    assert dict(finding.notes)["step"] == "5"
    assert finding.got == f"turn {lines[4]['state']['turn']}"
    right = replay_turn(5)
    assert finding.expected == f"turn {right}"
    assert finding.action


def replay_turn(step: int) -> int:
    turn: int = rows()[step]["state"]["turn"]
    return turn


def test_an_action_that_is_forbidden_is_told_with_what_forbids_it() -> None:
    lines = rows()
    lines[1] = {"action": {"type": "visit", "stall": 0, "pay": "A", "curse": "A"}}
    finding = judged(lines).finding
    assert finding is not None
    assert finding.clauses == ("V-MARKET-1",)
    assert finding.expected.startswith("it cannot be played: ")
    assert finding.got == "it was played"


def test_a_wrong_outcome_is_told() -> None:
    lines = rows()
    lines[-1]["outcome"]["winners"] = [1 - lines[-1]["outcome"]["winners"][0]]
    finding = judged(lines).finding
    assert finding is not None
    assert finding.got == f"outcome.winners {lines[-1]['outcome']['winners']}"


@pytest.mark.parametrize("fields", [("deck",), ("deck", "hands")])
def test_what_is_left_out_is_inferred(fields: tuple[str, ...]) -> None:
    lines = rows()
    for line in lines[:-1]:
        for field in fields:
            del line["state"][field]
    verdict = judged(lines)
    assert (verdict.grade, verdict.finding) == (Grade.SAMPLED, None)
    assert verdict.evidence.endswith(f"; inferred: {', '.join(fields)}")


def test_what_no_deck_explains_is_refuted() -> None:
    lines = rows()
    for line in lines[:-1]:
        del line["state"]["deck"]
    lines[6]["state"]["market"] = {"3": "AAAA", "2": "AAAA", "1": "AAAA", "0": "AAAA"}
    verdict = judged(lines)
    assert (verdict.sentence, verdict.grade) == (BROKEN, Grade.REFUTED)
    assert verdict.finding is not None
    assert dict(verdict.finding.notes)["step"] == "6"
    assert verdict.evidence == f"5 of {len(lines) - 2} steps can be explained"


@pytest.mark.parametrize("text", [b"{}\n", b'{"dragonproof": 1}\n', b"[1]\n", b"hello\n"])
def test_what_is_no_record_is_refused(text: bytes) -> None:
    with pytest.raises(EngineError):
        judge_record("my.jsonl", text)


def test_a_game_that_is_told_as_right_can_be_replayed() -> None:
    start = deal(GAME, BOX, 2, 1, RULESET)
    actions = [action for action, _ in playout(GAME, start, RULESET, by_kind_policy(1))]
    assert replay(record_game(Header(GAME, RULESET, start, "full"), actions)).difference is None
