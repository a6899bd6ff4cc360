"""From counts to verdicts: nothing that was not looked at is green."""

from properties.checking import all_properties, game_properties
from properties.clauses import catalogue
from properties.judging import judge
from properties.machines import RULES
from properties.tally import Tally
from properties.verdicts import ExitCode, Finding, Grade, Verdict, exit_code
from reference_engine import load

GAME = load("village")
OPEN = {Grade.UNKNOWN, Grade.VACUOUS}


def full() -> Tally:
    """A tally in which everything was exercised once."""
    tally = Tally(games=1, steps=1)
    tally.fired.update([each.id for each in all_properties("village")] + list(RULES))
    tally.exercised.update([*catalogue("village").clauses, *game_properties("village").EDGES])
    return tally


def open_verdicts(tally: Tally, readings: dict[str, str] | None = None) -> list[str]:
    return [verdict.id for verdict in judge(GAME, readings, tally) if verdict.grade in OPEN]


def test_what_was_exercised_holds() -> None:
    assert open_verdicts(full()) == []


def test_each_thing_that_was_never_exercised_is_vacuous() -> None:
    properties = {each.id for each in all_properties("village")}
    assert set(open_verdicts(Tally())) == (
        properties
        | set(RULES)
        | {f"clause.{clause}" for clause in catalogue("village").clauses}
        | {f"edge.{edge}" for edge in game_properties("village").EDGES}
    )
    for key, missing in (("turn.order", "turn.order"), ("machine.play", "machine.play")):
        tally = full()
        del tally.fired[key]
        assert open_verdicts(tally) == [missing]
    for key, missing in (("V-FAVOR-3", "clause.V-FAVOR-3"), ("tie.full", "edge.tie.full")):
        tally = full()
        del tally.exercised[key]
        assert open_verdicts(tally) == [missing]


def test_a_clause_that_no_step_carries_out_needs_a_property_that_fired() -> None:
    tally = full()
    for each in all_properties("village"):
        if "V-INFO-1" in each.clauses:
            del tally.fired[each.id]
    assert "clause.V-INFO-1" in open_verdicts(tally)


def test_a_ruleset_switches_off_what_it_has_not() -> None:
    tally = full()
    for key in ("V-BRIBE-4", "bribe.wilds_alone"):
        del tally.exercised[key]
    assert open_verdicts(tally, GAME.Ruleset().readings()) == ["clause.V-BRIBE-4", "edge.bribe.wilds_alone"]
    never = GAME.Ruleset.from_readings({"bribe.wilds_alone": "never"}).readings()
    assert open_verdicts(tally, never) == []


def test_a_finding_refutes_its_property() -> None:
    tally = full()
    tally.findings["turn.order"] = Finding((), "", "", "", "")
    (refuted,) = [verdict for verdict in judge(GAME, None, tally) if verdict.grade is Grade.REFUTED]
    assert refuted.id == "turn.order"


def verdict(grade: Grade) -> Verdict:
    return Verdict("x", "", grade, "", 0.0)


def test_the_exit_code_is_that_of_the_worst() -> None:
    good = [verdict(Grade.PROVED), verdict(Grade.EXHAUSTIVE), verdict(Grade.SAMPLED)]
    assert exit_code(good) is ExitCode.HOLDS
    assert exit_code(good, complete=False) is ExitCode.INCOMPLETE
    assert exit_code([]) is ExitCode.INCOMPLETE
    assert exit_code([*good, verdict(Grade.UNKNOWN)]) is ExitCode.INCOMPLETE
    assert exit_code([*good, verdict(Grade.VACUOUS)]) is ExitCode.INCOMPLETE
    assert exit_code([verdict(Grade.UNKNOWN), verdict(Grade.REFUTED)], complete=False) is ExitCode.VIOLATION
