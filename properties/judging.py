"""From counts to verdicts: what was never looked at does not hold."""

from collections.abc import Iterator

from properties.checking import all_properties, game_properties
from properties.clauses import catalogue
from properties.machines import RULES
from properties.rulesets import switched_off
from properties.tally import Tally
from properties.verdicts import Grade, Verdict
from reference_engine.interface import Game


def judge(game: Game, readings: dict[str, str] | None, tally: Tally, complete: bool = True) -> Iterator[Verdict]:
    """The verdicts on every property, clause, edge and machine rule.

    `readings`: those of the one ruleset that was played, or None if it was all of them. `complete`:
    whether everything must have been exercised; else there are only verdicts on what was.
    """
    verdicts = (*_properties(game, readings, tally), *_coverage(game, readings, tally), *_machine(tally))
    yield from (verdict for verdict in verdicts if complete or verdict.grade is not Grade.VACUOUS)


def _machine(tally: Tally) -> Iterator[Verdict]:
    for rule in RULES:
        if tally.findings and not tally.fired[rule]:
            continue  # a machine that has found something stops there
        yield _reached(rule, "The rule of the state machine fires.", tally.fired[rule])


def _properties(game: Game, readings: dict[str, str] | None, tally: Tally) -> Iterator[Verdict]:
    name = game.NAME
    for each in all_properties(name):
        fired = tally.fired[each.id]
        seconds = tally.seconds[each.id]
        evidence = f"{fired:,} times in {tally.games:,} games"
        if each.id in tally.findings:
            yield Verdict(each.id, each.sentence, Grade.REFUTED, evidence, seconds, tally.findings[each.id])
        elif readings is None or each.applies(readings):
            yield Verdict(each.id, each.sentence, Grade.SAMPLED if fired else Grade.VACUOUS, evidence, seconds)
    for key in sorted(set(tally.findings) - {each.id for each in all_properties(name)}):
        yield Verdict(key, "The engine does not fail.", Grade.REFUTED, "", 0.0, tally.findings[key])


def _coverage(game: Game, readings: dict[str, str] | None, tally: Tally) -> Iterator[Verdict]:
    known, package = catalogue(game.NAME), game_properties(game.NAME)
    off = switched_off(game, game.Ruleset.from_readings(readings)) if readings is not None else frozenset()
    for clause in known.clauses.values():
        if clause.id not in off:
            yield _reached(f"clause.{clause.id}", clause.statement, clause_count(game, clause.id, tally))
    chosen = {f"{reading}={value}" for reading, value in (readings or {}).items()}
    for edge, impossible in package.EDGES.items():
        if not chosen & set(impossible):
            yield _reached(f"edge.{edge}", "The games come to this edge.", tally.exercised[edge])


def clause_count(game: Game, clause: str, tally: Tally) -> int:
    """How often a clause was carried out, or, if no step carries it out, how often a property about it fired."""
    name = game.NAME
    if clause not in game_properties(name).STANDING_CLAUSES:
        return tally.exercised[clause]
    return sum(tally.fired[each.id] for each in all_properties(name) if clause in each.clauses)


def _reached(key: str, sentence: str, count: int) -> Verdict:
    return Verdict(key, sentence, Grade.SAMPLED if count else Grade.VACUOUS, f"{count:,} times", 0.0)
