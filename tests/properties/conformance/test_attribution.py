"""What one other value of a reading, or two, explains is told apart from faults; a fault stays a fault."""

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest

from properties.conformance import campaign as campaigning
from properties.conformance.asking import Counts, Examiner
from properties.conformance.attribution import Attributing, Attribution, Weighing, settle
from properties.conformance.evidence import Change, changed
from properties.conformance.findings import Found, found
from properties.conformance.program import Limits, Program
from properties.conformance.shrinking import Budget, shrink
from properties.conformance.working import Order
from properties.mutants import load_mutant
from reference_engine import games, load
from tests.properties.conformance.campaigns import MUTANTS, altered, campaign, found_by, mutated, playing, source

NUMBERS: dict[str, dict[str, int]] = json.loads((Path(__file__).parent / "found_by.json").read_text(encoding="utf-8"))
SINGLE = [
    (game, reading, value)
    for game in games()
    for reading, values in load(game).Ruleset.choices().items()
    for value in values[1:]
]
HIDDEN = {("drachenschatz", "animals.tie_scope"): {"animals.tie": "next"}}
"""Readings that decide nothing unless these have other values."""
ARE_READINGS = {
    "favor-wilds-alone-move-nothing": "favor.wild_bribe=none",
    "favor-overshoot-stays": "favor.overshoot=stay",
    "favor-swap-shifts": "track.passing=shift",
    "refill-wilds-alone-only-by-a-wild": "refill.wild_bribe=wild",
    "refill-wild-stops-only-after-a-wild": "refill.wild_bribe=bribe",
    "refill-last-match-ends": "end.last_match=end",
    "score-wild-costs-the-lowest-value": "score.wild_penalty=1",  # in the full box
    "score-penalty-of-four": "score.wild_penalty=3",
    "curse-only-cards-of-the-type": "curse.distance=type",
    "tie-wilds-do-not-count": "tie.count=treasure",
    "tie-hand-counts": "tie.count=owned",
    "tie-type-counts-wilds": "tie.count=owned",
    "tie-owned-without-the-hand": "tie.count=bribe",
    "tie-eliminated-come-back": "tie.among=tied",
    "tie-equal-values-together": "tie.steps=value",
    "tie-full-goes-to-nobody": "tie.full=none",
    "tie-full-none-is-shared": "tie.full=shared",
    "has-before-scope": "animals.both=alone",
}
"""Mutants that do just what another value of a reading says."""
SOME = [
    (game, name)
    for game, mutants in MUTANTS.items()
    for place, name in enumerate(mutants)
    if name in ARE_READINGS or place % 6 == 0  # all of them take many minutes
]


@pytest.fixture(autouse=True)
def _hardly_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigning, "shrink", partial(shrink, budget=Budget(questions=40, seconds=600)))


def faults_of(program: Program, base: Mapping[str, str], numbers: Iterable[int]) -> list[Found]:
    """What these cases show, each fault once."""
    kept: dict[str, Found] = {}
    for each in found_by(campaign(program, source(base, game=program.game.NAME)), list(numbers)):
        told = each if isinstance(each, Found) else found(each, program)
        kept.pop(told.replaces, None)
        kept[told.key] = told
    return list(kept.values())


def first_faults(program: Program, base: Mapping[str, str]) -> list[Found]:
    """What the first case shows that shows anything."""
    return next(filter(None, (faults_of(program, base, [number]) for number in range(60))), [])


def attributed(program: Program, faults: Sequence[Found], base: Mapping[str, str], start: str = "any") -> Attribution:
    """What readings explain of these faults."""
    game = program.game
    readings = game.Ruleset.from_readings(base).readings()
    order = Order(game.NAME, game.BOXES["full"], (), readings, start, 0, Limits())
    return Attributing(order, program, ()).run(faults)


def told(changes: Sequence[Change]) -> set[str]:
    """Changes by single values as texts."""
    return {f"{reading}={value}" for change in changes for reading, value in change}


@pytest.mark.parametrize(("game", "reading", "value"), SINGLE, ids=[f"{each[1]}={each[2]}" for each in SINGLE])
def test_a_program_that_follows_another_value_is_told_so_and_nothing_else(game: str, reading: str, value: str) -> None:
    base = HIDDEN.get((game, reading), {})
    program = playing(load(game), {**base, reading: value})
    faults = first_faults(program, base)
    result = attributed(program, faults, base)
    assert result.changes == (((reading, value),),)
    assert (result.explained, result.more) == (frozenset(range(len(faults))), ())
    assert result.shown.keys() == {reading}
    assert result.counts.games > 60


def random_pairs() -> list[tuple[str, Change]]:
    """Twelve, the same each time, of readings that do not hide each other."""
    rng = random.Random(6)
    singles = [each for each in SINGLE if each[:2] not in HIDDEN]
    drawn: list[tuple[str, Change]] = []
    while len(drawn) < 12:
        one, two = rng.sample(singles, 2)
        if one[0] == two[0] and one[1] != two[1]:
            drawn.append((one[0], tuple(sorted([one[1:], two[1:]]))))
    return drawn


@pytest.mark.parametrize(("game", "pair"), random_pairs(), ids=lambda each: str(each))
def test_a_program_that_follows_two_other_values_is_told_so(game: str, pair: Change) -> None:
    program = playing(load(game), dict(pair))
    faults = faults_of(program, {}, range(45))
    result = attributed(program, faults, {})
    assert [sorted(change) for change in result.changes] == [list(pair)]
    assert (result.explained, result.more) == (frozenset(range(len(faults))), ())


@pytest.mark.parametrize(("game", "name"), SOME, ids=[name for _, name in SOME])
def test_a_mutant_stays_a_fault_unless_it_does_what_another_value_says(game: str, name: str) -> None:
    program, base = mutated(name, game), MUTANTS[game][name].readings
    faults = faults_of(program, base, [NUMBERS[game][name]])
    assert faults != []
    result = attributed(program, faults, base)
    if name in ARE_READINGS:
        assert told(result.changes) == {ARE_READINGS[name]}
    else:
        assert (result.changes, result.explained) == ((), frozenset())


BOTH = [
    ("village", "draw-bottom-card", "V-DRAW-1", {"score.wild_penalty": "3"}),
    ("village", "market-one-card-taken", "V-MARKET-3", {"track.passing": "swap"}),
    ("drachenschatz", "turn-to-lowest-number", "D-YEAR-2", {"animals.tie": "next"}),
]


@pytest.mark.parametrize(("game", "name", "clause", "readings"), BOTH, ids=[each[1] for each in BOTH])
def test_of_another_value_and_a_fault_both_are_told(
    game: str, name: str, clause: str, readings: dict[str, str]
) -> None:
    program = playing(load_mutant(game, MUTANTS[game][name]), readings)
    faults = faults_of(program, {}, range(15))
    result = attributed(program, faults, {})
    assert result.changes == (tuple(readings.items()),)
    left = {each.key for place, each in enumerate(faults) if place not in result.explained}
    assert left | {each.key for each in result.more} == {clause}


def test_readings_that_a_program_declares_are_where_others_are_looked_for() -> None:
    base = {"score.wild_penalty": "4", "track.passing": "swap"}
    program = playing(load("village"), {"score.wild_penalty": "2", "track.passing": "swap"})
    result = attributed(program, first_faults(program, base), base)
    assert result.changes == ((("score.wild_penalty", "2"),),)


def test_what_is_no_question_of_rules_is_explained_by_no_reading() -> None:
    program = mutated("view-next-hand")
    faults = faults_of(program, {}, range(3))
    assert [each.key for each in faults] == ["V-INFO-1"]
    assert attributed(program, faults, {}).changes == ()


def test_an_answer_is_asked_for_once_for_all_readings() -> None:
    asked: list[str] = []

    def outcome(_params: object, result: dict[str, object]) -> dict[str, object]:
        asked.append("outcome")
        return result | {"winners": []}

    program = altered(outcome=outcome)
    faults = first_faults(program, {})
    weighing = Weighing(program.game, [program.game.Ruleset().readings()])
    order = Order("village", program.game.BOXES["full"], (), program.game.Ruleset().readings(), "any", 0, Limits())
    asked.clear()
    for each in faults:
        weighing.add(Attributing(order, program, ())._evidence(each))
    weighing.best()
    assert 1 <= len(asked) <= 2 * len(faults)


def test_games_that_a_program_deals_itself_are_explained_by_a_reading() -> None:
    program = playing(load("village"), {"refill.wild_bribe": "wild"})
    game = program.game
    order = Order("village", game.BOXES["full"], (), game.Ruleset().readings(), "deals", 0, Limits())
    one = Attributing(order, program, ())
    faults = list(one._found(Examiner(program, Counts()), ()))
    assert [each.plays for each in faults] == [()]
    assert one.run(faults).changes == ((("refill.wild_bribe", "wild"),),)


class Fixed:
    """Evidence that agrees with these changes."""

    def __init__(self, *agreeing: Change) -> None:
        self._agreeing = agreeing

    def agrees(self, change: Change) -> bool:
        """Whether it does."""
        return change in self._agreeing


TREASURE: Change = (("tie.count", "treasure"),)
TYPE: Change = (("tie.count", "type"),)
SWAP: Change = (("track.passing", "swap"),)


def weighing(*faults: Sequence[Fixed]) -> Weighing:
    """Village faults with that evidence."""
    result = Weighing(load("village"), [load("village").Ruleset().readings()])
    for each in faults:
        result.add(each)
    return result


def test_changes_that_nothing_tells_apart_are_all_named() -> None:
    assert settle(weighing([Fixed(TREASURE, TYPE)]), lambda _: iter(())) == (TREASURE, TYPE)


def test_fewer_values_come_first() -> None:
    assert weighing([Fixed(SWAP, SWAP + TREASURE)], [Fixed()]).best() == (SWAP,)


def test_a_change_is_overruled_by_what_follows_the_rules_without_it() -> None:
    assert weighing([Fixed(TREASURE, TYPE)], [Fixed((), TYPE)]).best() == (TYPE,)
    assert weighing([Fixed(TREASURE)], [Fixed(())]).best() == ()


def test_two_values_are_overruled_by_what_follows_one_of_them_alone() -> None:
    both = SWAP + TREASURE
    assert weighing([Fixed(both)], [Fixed(both)]).best() == (both,)
    assert weighing([Fixed(both)], [Fixed(both)], [Fixed(SWAP)]).best() == (SWAP,)


def test_what_fresh_cases_show_is_asked_of_all_changes() -> None:
    def test(change: Change) -> Iterable[Sequence[Fixed]]:
        return iter([[Fixed(TYPE)]] if change == TREASURE else [])

    assert settle(weighing([Fixed(TREASURE, TYPE)]), test) == (TYPE,)  # type: ignore[arg-type]


def test_a_record_under_other_readings_is_the_same_record() -> None:
    data = b'{"dragonproof": 1, "game": "village", "readings": {"tie.full": "none"}}\n{"action": {"type": "draw"}}\n'
    assert json.loads(changed(data, dict(SWAP)).splitlines()[0])["readings"] == {
        "tie.full": "none",
        "track.passing": "swap",
    }
    assert changed(data, {}).splitlines()[1:] == data.splitlines()[1:]
