"""Every mutant of the catalogue is found and named; a program without a fault has none.

`found_by.json` has for each mutant the number of a case by which it is found, so that it is not looked for: that
only saves time. Where that case does not show it, the first cases are asked one after the other.
"""

import json
import shutil
from functools import partial
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest

from properties import mutants as mutating
from properties.conformance import campaign as campaigning
from properties.conformance.cases import Case
from properties.conformance.faults import Fault
from properties.conformance.findings import Found, found
from properties.conformance.shrinking import Budget, shrink
from properties.mutants import Mutant, load_mutant
from properties.replaying import replay
from reference_engine.record import read_record
from tests.properties.conformance.campaigns import GAME, MUTANTS, campaign, found_by, mutated, playing, source

NUMBERS: dict[str, int] = json.loads((Path(__file__).parent / "found_by.json").read_text(encoding="utf-8"))
MOST_CASES = 60  # that are asked where the known one does not show it
SHRUNK = (
    "favor-passing-swaps",
    "favor-overshoot-stays",
    "refill-two-laps-at-most",
    "refill-end-passes-the-turn",
    "market-one-card-taken",
    "curse-at-stall-0",
    "draw-bottom-card",
    "score-one-wild-costs",
)


TOLD_BY = {
    "discard-shuffled-back": "V-DRAW-2",  # a draw that finds the deck empty does not end the game
    "discard-refill-takes-it": "V-REFILL-2",  # nor does a refill that finds it empty
    "refill-end-by-last-match-not-by-a-wild": "V-REFILL-2",
    "end-empty-hand": "V-REFILL-2",
    "end-turn-passes-first": "V-TURN-1",
}
"""The clause that is named for what could as well be another fault."""


@pytest.fixture
def _hardly_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what takes most of the time."""
    monkeypatch.setattr(campaigning, "shrink", partial(shrink, budget=Budget(questions=12, seconds=600)))


@pytest.fixture
def _shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a number of questions that does not depend on how busy the machine is."""
    monkeypatch.setattr(campaigning, "shrink", partial(shrink, budget=Budget(seconds=600)))


def clauses(fault: Fault | Found) -> tuple[str, ...]:
    """The clauses that may be broken, most telling first."""
    return (fault.key, *(fault.finding if isinstance(fault, Found) else fault.difference).clauses)


def first_fault(mutant: Mutant) -> Fault | Found | None:
    """A fault that may be about the mutant's clause."""
    program, clause = mutated(mutant.id), TOLD_BY.get(mutant.id, mutant.clause)
    for number in chain([NUMBERS.get(mutant.id, 0)], range(MOST_CASES)):
        for fault in found_by(campaign(program, source(mutant.readings)), [number]):
            if clause in clauses(fault):
                return fault
    return None


@pytest.mark.usefixtures("_hardly_shrunk")
@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_the_mutant_is_found_and_its_clause_named(mutant: Mutant) -> None:
    fault = first_fault(mutant)
    assert fault is not None
    if isinstance(fault, Fault):
        assert len(fault.case.actions) <= 3


def test_the_known_numbers_are_those_of_the_catalogue() -> None:
    assert NUMBERS.keys() == MUTANTS.keys()


@pytest.mark.parametrize("readings", [{}, {"refill.start": "continue", "track.passing": "swap", "bribe.wilds": "all"}])
def test_a_program_without_a_fault_has_none(readings: dict[str, str]) -> None:
    for seed in (1, 2):
        asking = campaign(playing(GAME, readings), source(readings, seed))
        assert found_by(asking, range(12)) == []
        assert (asking.gave_up, asking.examiner.counts.skipped) == ("", {})


def size(case: Case) -> tuple[int, int, int]:
    """How many players, cards and actions there are."""
    data = GAME.position_to_json(case.header.start)
    bribes = "".join("".join(own.values()) for own in data["bribes"])
    cards = "".join((data["deck"], *data["hands"], *data["market"].values(), data["discard"], bribes))
    return data["players"], len(cards), len(case.actions)


@pytest.mark.usefixtures("_shrunk")
@pytest.mark.parametrize("name", SHRUNK)
def test_a_counterexample_is_small_and_can_be_repeated(name: str) -> None:
    program, mutant = mutated(name), MUTANTS[name]
    asking = campaign(program)
    (fault,) = (each for each in found_by(asking, [NUMBERS[name]]) if mutant.clause in clauses(each))
    assert isinstance(fault, Fault)
    players, cards, actions = size(fault.case)
    assert (players, actions) == (2, 1)
    assert cards <= 12
    written = found(fault, program).finding
    difference = replay(read_record(written.record.encode())).difference
    assert difference is not None
    assert difference.field == fault.difference.field
    again = campaign(program).repeat(fault.case)
    assert again is not None
    assert (again.key, again.difference.what) == (fault.key, fault.difference.what)
    if written.game:
        game = read_record(written.game.encode())
        assert game.header.box == "full"
        assert replay(game).difference is not None


PAIRS = (
    ("turn-five-skip-the-first", "draw-bottom-card"),
    ("bribe-mixed-types", "curse-at-stall-0"),
    ("favor-passing-swaps", "market-one-card-taken"),
    ("refill-leader-stops", "discard-wilds-vanish"),
    ("bribe-joining-loses-wilds", "draw-without-deck-passes"),
    ("view-next-hand", "market-wilds-alone-pay"),
)


@pytest.mark.usefixtures("_hardly_shrunk")
@pytest.mark.parametrize(("one", "other"), PAIRS, ids=["+".join(pair) for pair in PAIRS])
def test_of_two_faults_at_once_both_are_named(
    one: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = MUTANTS[one], MUTANTS[other]
    package = tmp_path / "village"
    shutil.copytree(Path(str(files("reference_engine") / "village")), package)
    module = package / f"{first.file}.py"
    module.write_text(module.read_text(encoding="utf-8").replace(first.before, first.after), encoding="utf-8")
    monkeypatch.setattr(mutating, "files", lambda _: tmp_path)
    asking = campaign(playing(load_mutant("village", second)))
    named = {clauses(fault)[0] for fault in found_by(asking, [NUMBERS[one], NUMBERS[other], *range(12)])}
    assert named >= {first.clause, second.clause}
