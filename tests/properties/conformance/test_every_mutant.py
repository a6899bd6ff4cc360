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
from typing import Any

import pytest

from properties import mutants as mutating
from properties.conformance import campaign as campaigning
from properties.conformance.cases import Case
from properties.conformance.faults import Fault
from properties.conformance.findings import Found, found
from properties.conformance.shrinking import Budget, shrink
from properties.dealing import numbers_of_players
from properties.mutants import Mutant, load_mutant
from properties.replaying import replay
from reference_engine import load
from reference_engine.record import read_record
from tests.properties.conformance.campaigns import MUTANTS, campaign, found_by, mutated, playing, source

NUMBERS: dict[str, dict[str, int]] = json.loads((Path(__file__).parent / "found_by.json").read_text(encoding="utf-8"))
MOST_CASES = 60  # that are asked where the known one does not show it
EVERY = [(game, name) for game, found in MUTANTS.items() for name in found]
each_mutant = pytest.mark.parametrize(("game", "name"), EVERY, ids=[name for _, name in EVERY])
SHRUNK = (
    ("village", "favor-passing-swaps"),
    ("village", "favor-overshoot-stays"),
    ("village", "refill-two-laps-at-most"),
    ("village", "refill-end-passes-the-turn"),
    ("village", "market-one-card-taken"),
    ("village", "curse-at-stall-0"),
    ("village", "draw-bottom-card"),
    ("village", "score-one-wild-costs"),
    ("drachenschatz", "equal-scores-lowest-number"),
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


def first_fault(game: str, mutant: Mutant) -> Fault | Found | None:
    """A fault that may be about the mutant's clause."""
    program, clause = mutated(mutant.id, game), TOLD_BY.get(mutant.id, mutant.clause)
    for number in chain([NUMBERS[game].get(mutant.id, 0)], range(MOST_CASES)):
        for fault in found_by(campaign(program, source(mutant.readings, game=game)), [number]):
            if clause in clauses(fault):
                return fault
    return None


@pytest.mark.usefixtures("_hardly_shrunk")
@each_mutant
def test_the_mutant_is_found_and_its_clause_named(game: str, name: str) -> None:
    fault = first_fault(game, MUTANTS[game][name])
    assert fault is not None
    if isinstance(fault, Fault):
        assert len(fault.case.actions) <= 3


def test_the_known_numbers_are_those_of_the_catalogue() -> None:
    assert {game: found.keys() for game, found in NUMBERS.items()} == {
        game: found.keys() for game, found in MUTANTS.items()
    }


RIGHT: list[tuple[str, dict[str, str]]] = [
    ("village", {}),
    ("village", {"refill.start": "continue", "track.passing": "swap", "bribe.wilds": "all"}),
    ("drachenschatz", {}),
    ("drachenschatz", {"claim.turns": "reveal", "animals.tie": "next", "animals.both": "has"}),
]


@pytest.mark.parametrize(("game", "readings"), RIGHT)
def test_a_program_without_a_fault_has_none(game: str, readings: dict[str, str]) -> None:
    for seed in (1, 2):
        asking = campaign(playing(load(game), readings), source(readings, seed, game=game))
        assert found_by(asking, range(12)) == []
        assert (asking.gave_up, asking.examiner.counts.skipped) == ("", {})


def size(case: Case) -> tuple[int, int, int]:
    """How many players, cards and actions there are."""
    data = case.header.game.position_to_json(case.header.start)
    return data["players"], sum(map(cards_in, data.values())), len(case.actions)


def cards_in(value: Any) -> int:
    """The cards in a field of a position: letters in texts, but for those of the track."""
    match value:
        case str():
            return len(value)
        case dict():
            return sum(map(cards_in, value.values()))
        case list() if value != sorted(set("".join(map(str, value)))):
            return sum(map(cards_in, value))
    return 0


@pytest.mark.usefixtures("_shrunk")
@pytest.mark.parametrize(("game", "name"), SHRUNK)
def test_a_counterexample_is_small_and_can_be_repeated(game: str, name: str) -> None:
    program, mutant = mutated(name, game), MUTANTS[game][name]
    asking = campaign(program)
    (fault,) = (each for each in found_by(asking, [NUMBERS[game][name]]) if mutant.clause in clauses(each))
    assert isinstance(fault, Fault)
    players, cards, actions = size(fault.case)
    assert (players, actions) == (min(numbers_of_players(program.game, program.game.BOXES["full"])), 1)
    assert cards <= 12
    written = found(fault, program).finding
    difference = replay(read_record(written.record.encode())).difference
    assert difference is not None
    assert difference.field == fault.difference.field
    again = campaign(program).repeat(fault.case)
    assert again is not None
    assert (again.key, again.difference.what) == (fault.key, fault.difference.what)
    if written.game:
        whole = read_record(written.game.encode())
        assert whole.header.box == "full"
        assert replay(whole).difference is not None


PAIRS = (
    ("village", "turn-five-skip-the-first", "draw-bottom-card"),
    ("village", "bribe-mixed-types", "curse-at-stall-0"),
    ("village", "favor-passing-swaps", "market-one-card-taken"),
    ("village", "refill-leader-stops", "discard-wilds-vanish"),
    ("village", "bribe-joining-loses-wilds", "draw-without-deck-passes"),
    ("village", "view-next-hand", "market-wilds-alone-pay"),
    ("drachenschatz", "reveal-from-the-bottom", "starter-is-the-last-player"),
    ("drachenschatz", "last-middle-discarded", "shared-sheep-all-out"),
)


@pytest.mark.usefixtures("_hardly_shrunk")
@pytest.mark.parametrize(("game", "one", "other"), PAIRS, ids=["+".join(pair[1:]) for pair in PAIRS])
def test_of_two_faults_at_once_both_are_named(
    game: str, one: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = MUTANTS[game][one], MUTANTS[game][other]
    package = tmp_path / game
    shutil.copytree(Path(str(files("reference_engine") / game)), package)
    module = package / f"{first.file}.py"
    module.write_text(module.read_text(encoding="utf-8").replace(first.before, first.after), encoding="utf-8")
    monkeypatch.setattr(mutating, "files", lambda _: tmp_path)
    program, numbers = playing(load_mutant(game, second)), [NUMBERS[game][one], NUMBERS[game][other], *range(12)]
    named = {clauses(fault)[0] for fault in found_by(campaign(program), numbers)}
    assert named >= {first.clause, second.clause}
