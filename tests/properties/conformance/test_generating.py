"""Cases come from the seed and their number alone, and lead to what random games do not reach."""

from collections import Counter

import pytest

from properties.conformance import generating
from properties.conformance.cases import Case, Rules
from properties.conformance.generating import Source
from properties.conformance.parts import parts
from properties.schemas import why_malformed
from properties.suspects import carried_out
from tests.properties.conformance.campaigns import BOX, GAME, RULESET, case, source
from tests.properties.village.playing import position


def text(asked: Case) -> str:
    """A case as text."""
    actions = " ".join(map(GAME.action_to_text, asked.actions))
    return f"{GAME.position_to_json(asked.header.start)} {actions}"


@pytest.mark.parametrize("anywhere", [True, False])
def test_a_case_depends_on_the_seed_and_its_number_only(anywhere: bool) -> None:
    texts = [text(source(anywhere=anywhere).case(number).case) for number in (0, 1, 2, 5)]
    again = [text(source(anywhere=anywhere).case(number).case) for number in (5, 2, 1, 0)]
    assert texts == again[::-1]
    assert len(set(texts)) == len(texts)
    assert text(source(seed=1, anywhere=anywhere).case(0).case) not in texts


def test_openings_are_for_each_number_of_players_in_turn() -> None:
    players = [GAME.players(source().case(number).case.header.start) for number in (0, 3, 6, 9, 12)]
    assert players == [2, 3, 4, 5, 2]
    assert [source().players(turn) for turn in range(5)] == players


def test_a_case_is_played_by_the_rules_and_knows_the_game_that_leads_to_it() -> None:
    for number in range(6):
        rules = source().case(number)
        asked = rules.case
        last = len(asked.actions)
        assert not any(rules.refused(index) for index in range(1, last + 1))
        whole = asked.game()
        assert whole is not None
        assert whole.header.box == "full"
        played = Rules(whole)
        assert played.state(len(whole.actions)) == Rules(asked).state(last)
        assert played.state(len(whole.actions) - last) == GAME.position_to_json(asked.header.start)


def test_a_program_that_cannot_be_set_anywhere_is_asked_from_openings_only() -> None:
    for number in range(6):
        header, actions = source(anywhere=False).case(number).case.origin or (None, ())
        asked = source(anywhere=False).case(number).case
        assert header is asked.header or header == asked.header
        assert actions == ()
        assert header is not None
        assert header.box == "full"


def test_late_games_come_to_every_edge() -> None:
    met = Counter[str]()
    for number in range(1, 90):
        if number % 3:
            rules = source().case(number)
            for index in range(1, len(rules.case.actions) + 1):
                step = rules.step(index)
                assert step is not None
                met.update(carried_out(step))
    edges = [edge for edge, off in parts("village").EDGES.items() if not off]
    assert [edge for edge in edges if not met[edge]] == []


def test_near_misses_are_put_in_where_they_are_forbidden() -> None:
    for number in range(6):
        for anywhere in (True, False):
            cases = source(anywhere=anywhere)
            rules = cases.case(number)
            asked = cases.with_misses(rules, cases.rng(number))
            assert asked is not None
            played = Rules(asked)
            refused = [index for index in range(1, len(asked.actions) + 1) if played.refused(index)]
            assert 1 <= len(refused) <= 10
            assert refused == list(range(refused[0], refused[-1] + 1))
            assert len(asked.actions) - refused[-1] <= 1
            assert refused[0] == 1 if anywhere else asked.header == rules.case.header


def test_what_is_known_to_be_broken_is_kept_clear_of() -> None:
    def bribes(rules: Rules) -> int:
        return sum(GAME.action_to_text(action).startswith("bribe") for action in rules.case.actions)

    assert bribes(source().case(0)) > 5
    assert bribes(source().case(0, avoid={"V-BRIBE-1"})) < bribes(source().case(0)) / 2


def test_a_game_is_cut_where_it_need_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "_MOST_ACTIONS", 7)
    rules = source().case(0)
    assert (len(rules.case.actions), rules.over(7)) == (7, False)


def test_a_game_from_a_dealt_opening_begins_there() -> None:
    start = source().case(0).case.header.start
    rules = source().played_on(start, source().rng(0))
    assert (rules.case.header.start, rules.case.header.box) == (start, None)
    assert rules.over(len(rules.case.actions))


def test_a_case_can_be_cut_and_has_the_same_origin() -> None:
    asked = source().case(1).case
    assert asked.first(1).actions == asked.actions[:1]
    assert asked.first(1).origin == asked.origin
    assert case(position("A", "B", deck="C"), "draw").game() is None


def test_rules_say_what_is_refused_and_leave_the_position_as_it_was() -> None:
    rules = Rules(case(position("A", "B", deck="C"), "bribe B B", "draw", "draw"))
    assert (rules.refused(1) is None, rules.refused(2)) == (False, None)
    assert (rules.state(1), rules.step(1), rules.step(0)) == (None, None, None)
    assert rules.position(1) is rules.position(0)
    assert (rules.over(2), rules.over(3)) == (False, True)
    assert rules.outcome(3) == {"scores": [-3, -1], "winners": [1]}
    assert {"type": "draw"} in rules.legal(0)


def test_boxes_of_the_source_are_the_ones_that_are_dealt() -> None:
    toy = Source(GAME, RULESET, GAME.BOXES["toy2"], 0, anywhere=True)
    assert len(toy.case(0).position(0).data["track"]) == 2
    assert source().box is BOX
    assert why_malformed(GAME.NAME, "urn:dragonproof:game:position", toy.case(0).position(0).data) == ""
