"""Games that a program deals itself: whole openings against the box, and what is not shown inferred."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from properties.conformance.asking import Counts, Examiner
from properties.conformance.dealt import Dealt
from properties.conformance.findings import Found
from properties.conformance.parts import parts
from properties.conformance.program import Limits, Program
from properties.mutants.inprocess import InProcess
from properties.server import RequestError, Server
from reference_engine import games, load
from reference_engine.jsonform import Json
from reference_engine.record import read_record
from tests.properties.conformance.campaigns import GAME, altered, mutated, playing, source

Change = Callable[[Json], Json]


def less(*fields: str) -> Change:
    """A position without these fields."""
    return lambda state: {key: value for key, value in state.items() if key not in fields}


def dealing(change: Change = lambda state: state, without: Sequence[str] = (), **changes: Any) -> Program:
    """A program that is right, and shows what it deals with that change."""

    def new_game(_params: Json, result: Json) -> Json:
        return {"state": change(result["state"])}

    return altered(without, **({"new_game": new_game, "apply": new_game} | changes))


def hiding(name: str, *fields: str) -> Program:
    """A program that plays that mutant and does not show these fields."""
    program, change = mutated(name), less(*fields)
    launch = program._launch

    def hide() -> InProcess:
        peer = launch()
        assert isinstance(peer, InProcess)
        server = peer._server
        plain = server._call

        def call(request: object) -> Any:
            result = plain(request)
            shown = isinstance(result, dict) and "state" in result
            return result | {"state": change(result["state"])} if shown else result

        server._call = call  # type: ignore[method-assign]
        return peer

    program._launch = hide
    program.close()
    program.initialize()
    return program


def asked(program: Program, only: bool = True, games: int = 4) -> tuple[list[Found], Dealt]:
    """What comes of so many games that the program deals."""
    dealt = Dealt(Examiner(program, Counts()), source(), only)
    return [found for found in dealt.run(range(games), lambda: False) if found], dealt


def keys(found: Sequence[Found]) -> list[str]:
    return [each.key for each in found]


def test_whole_games_of_a_program_that_is_right_have_no_fault() -> None:
    found, dealt = asked(dealing())
    counts = dealt.examiner.counts
    assert (found, dealt.gave_up, counts.skipped) == ([], "", {})
    assert (counts.games, counts.asked["deals"]) == (4, 4)
    assert min(counts.exercised[f"V-SETUP-{number}"] for number in range(1, 6)) >= 4
    assert counts.exercised["V-DRAW-1"] > 0


@pytest.mark.parametrize("fields", [("deck",), ("deck", "hands")])
def test_games_of_a_program_that_is_right_are_explained_by_some_deck(fields: Sequence[str]) -> None:
    found, dealt = asked(dealing(less(*fields)), games=2)
    counts = dealt.examiner.counts
    assert (found, counts.skipped) == ([], {})
    assert counts.fields["track"] > 10
    assert counts.fields["deck"] == 0
    assert counts.exercised["V-FAVOR-1"] > 0


def test_actions_are_found_without_a_list_of_them() -> None:
    found, dealt = asked(dealing(less("deck"), without=["legal_actions", "outcome"]), games=1)
    assert found == []
    assert dealt.examiner.counts.steps > 3


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"players": 5}, "V-SETUP-1"),
        ({"deck": "AAA"}, "V-SETUP-2"),
        ({"values": [4, 3, 2, 2, 1, 1]}, "V-SETUP-3"),
        ({"turn": 1}, "V-SETUP-5"),
    ],
)
@pytest.mark.parametrize("only", [True, False])
def test_an_opening_that_is_not_of_the_box_breaks_its_clause(change: Json, clause: str, only: bool) -> None:
    found, _ = asked(dealing(lambda state: state | change), only, games=1)
    assert keys(found) == [clause]
    assert found[0].finding.action == ""


def test_hands_of_the_wrong_size_break_their_clause() -> None:
    def fewer(state: Json) -> Json:
        first, *others = state["hands"]
        return state | {"hands": [first[1:], *others], "deck": state["deck"] + first[0]}

    assert keys(asked(dealing(fewer), games=1)[0]) == ["V-SETUP-4"]


def test_an_opening_that_cannot_stand_on_a_table_is_malformed() -> None:
    found, _ = asked(dealing(lambda state: state | {"bribes": [{"A": "B"}, {}]}), games=1)
    assert keys(found) == ["protocol"] or keys(found)[0].startswith("V-SETUP")


def dealer(name: str, change: Change, same: bool = True, restarts: bool = False) -> Program:
    """A program that deals with that change; same: each time the same; restarts: it ends after every deal."""
    game = load(name)

    def launch() -> InProcess:
        server = Server(game, game.Ruleset(), game.BOXES["full"], 0)
        plain = server._new_game

        def new_game(params: Json) -> Json:
            server.seed = 0 if same else server.seed
            if restarts:
                program.close()
            return {"state": change(plain(params)["state"])}

        server._methods["new_game"] = new_game
        return InProcess(server)

    program = Program(launch, game, Limits())
    program.initialize()
    return program


def unshuffled(program: Program, games: int) -> list[tuple[str, str]]:
    """The clause and the answer of each fault in so many openings."""
    dealt = Dealt(Examiner(program, Counts()), source(game=program.game.NAME), only=False)
    return [(found.key, found.finding.got) for found in dealt.run(range(games), lambda: False) if found]


SAME: list[tuple[str, Change, int, str, str]] = [
    ("village", less(), 5, "V-SETUP-2", 'deck "the same in each of 2 games"'),
    ("village", less("deck", "hands"), 13, "V-SETUP-2", 'market "the same in each of 4 games"'),
    ("village", less("deck", "hands", "market"), 17, "V-SETUP-3", 'track "the same in each of 5 games"'),
    ("drachenschatz", less(), 2, "D-SETUP-2", 'later "the same in each of 2 games"'),
    ("drachenschatz", less("middle", "later"), 14, "D-SETUP-2", 'piles "the same in each of 4 games"'),
]


@pytest.mark.parametrize(("name", "change", "number", "clause", "told"), SAME)
def test_openings_that_are_the_same_too_often_for_chance_break_the_clause_on_shuffling(
    name: str, change: Change, number: int, clause: str, told: str
) -> None:
    assert unshuffled(dealer(name, change), number - 1) == []
    assert unshuffled(dealer(name, change), number) == [(clause, told)]


def test_what_a_fresh_process_deals_again_is_no_fault() -> None:
    assert unshuffled(dealer("village", less(), restarts=True), 12) == []


@pytest.mark.parametrize(
    ("name", "field", "clause"), [("village", "deck", "V-SETUP-2"), ("drachenschatz", "middle", "D-SETUP-2")]
)
def test_cards_that_lie_in_order_break_the_clause_on_shuffling(name: str, field: str, clause: str) -> None:
    def ordered(state: Json) -> Json:
        return state | {field: "".join(sorted(state[field], reverse=True))}

    told = unshuffled(dealer(name, ordered, same=False), 3)
    assert told == [(clause, f'{field} "equal ones lie together, as if nobody had shuffled"')]


@pytest.mark.parametrize("name", games())
def test_openings_of_the_engine_vary_as_chance_will_have_it(name: str) -> None:
    game = load(name)
    dealt = Dealt(Examiner(playing(game), Counts()), source(game=name), only=False)
    assert [found for found in dealt.run(range(60), lambda: False) if found] == []
    asked = dealt.examiner.counts.asked
    assert all(asked[f"chance {clause}"] > 0 for clause in parts(name).CHANCE_CLAUSES)


@pytest.mark.parametrize(
    ("name", "clause"),
    [("draw-bottom-card", "V-DRAW-1"), ("favor-passing-swaps", "V-FAVOR-2"), ("score-one-wild-costs", "V-SCORE-3")],
)
def test_a_fault_in_a_game_that_is_shown_is_found(name: str, clause: str) -> None:
    found, _ = asked(mutated(name), games=12)
    told = [each for each in found if clause in (each.key, *each.finding.clauses)]
    assert len(told) >= 1
    assert len(keys(found)) == len(set(keys(found)))
    assert told[0].finding.record.count("\n") >= 2
    assert read_record(told[0].finding.record.encode()).steps


@pytest.mark.parametrize(
    ("name", "clause"), [("favor-passing-swaps", "V-FAVOR-2"), ("discard-wilds-vanish", "V-DISCARD-1")]
)
def test_a_fault_in_a_game_that_is_not_shown_as_a_whole_is_found(name: str, clause: str) -> None:
    found, _ = asked(hiding(name, "deck"), games=4)
    told = [each for each in found if clause in (each.key, *each.finding.clauses)]
    assert len(told) == 1
    assert told[0].finding.expected.endswith('"what some deck explains"')


def test_a_program_that_can_be_set_up_is_only_asked_for_openings() -> None:
    found, dealt = asked(mutated("draw-bottom-card"), only=False)
    assert found == []
    assert (dealt.examiner.counts.asked["apply"], dealt.examiner.counts.steps) == (0, 0)


def test_what_is_not_supported_is_skipped() -> None:
    def refuse(_params: Json, _result: Json) -> Json:
        raise RequestError(-32003, "no", {"reason": "no dealing today"})

    found, dealt = asked(altered(new_game=refuse))
    assert (found, dealt.examiner.counts.skipped) == ([], {"no dealing today": 4})


@pytest.mark.parametrize("change", [lambda state: state, less("deck")])
def test_failures_are_told_once_and_too_many_end_it(change: Change) -> None:
    def crash(_params: Json, _result: Json) -> Json:
        raise ZeroDivisionError

    found, dealt = asked(dealing(change, apply=crash), games=60)
    assert keys(found) == ["crash"]
    assert dealt.gave_up.startswith("gave up after 10 failures; the last time ZeroDivisionError")
    assert dealt.examiner.counts.games == 10
    found, dealt = asked(altered(new_game=crash), games=1)
    assert keys(found) == ["crash"]


def test_a_run_stops_when_it_is_to() -> None:
    dealt = Dealt(Examiner(playing(GAME), Counts()), source(), only=True)
    assert list(dealt.run(range(9), lambda: True)) == []
    assert dealt.examiner.counts.games == 0
