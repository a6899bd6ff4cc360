"""Records that no deck explains: the step, the claims that clash, and the clauses to suspect."""

from dataclasses import replace

import pytest

from properties.inferring import Unexplained
from reference_engine.jsonform import same
from reference_engine.record import Record
from tests.properties.village.leaving_out import (
    FULL,
    HANDS,
    TOY2,
    VILLAGE,
    assert_explained,
    claiming,
    market,
    played,
    record_of,
    unexplained,
    without,
)


def where(found: Unexplained) -> tuple[int, tuple[str, ...], str]:
    return found.step, found.fields, found.clauses[0]


def test_a_refill_that_goes_on_after_a_wild_is_not_explained() -> None:
    good = record_of(("draw", {}), ("bribe D D", market("A", "W")))
    assert_explained(good, FULL)
    found = unexplained(record_of(("draw", {}), ("bribe D D", market("W", "A"))))
    assert where(found) == (2, ("market",), "V-REFILL-1")
    assert not found.boxed
    assert where(unexplained(record_of(("bribe A A", market("A", "B", "W"))))) == (1, ("market",), "V-REFILL-1")


def test_a_refill_in_the_wrong_stall_is_not_explained() -> None:
    assert where(unexplained(record_of(("bribe A A", market("", "A"))))) == (1, ("market",), "V-REFILL-1")


def test_a_refill_that_goes_round_is_explained_where_the_last_card_can_be_the_one_that_stops() -> None:
    round_once = ("FF", "E", "D", "C")
    assert_explained(record_of(("bribe A A", market("EW", *round_once[1:]))), FULL)
    assert_explained(record_of(("bribe A A", market("EF", "DW", *round_once[2:]))), FULL)
    assert where(unexplained(record_of(("bribe A A", market(*round_once))))) == (1, ("market",), "V-REFILL-1")
    assert where(unexplained(record_of(("bribe A A", market("AW", *round_once[1:])))))[:2] == (1, ("market",))


def test_a_card_too_many_for_the_box_is_not_explained() -> None:
    many = record_of(("bribe A A", market("A" + "D" * 4, "D" * 4, "D" * 4, "E" * 4)))
    found = unexplained(many)
    assert where(found) == (1, ("market",), "V-REFILL-1")
    assert found.boxed
    assert_explained(many, None)


def test_a_hand_that_is_not_seen_cannot_play_what_it_cannot_have() -> None:
    seven = record_of(("bribe A AAAAAAA", {}), hands=None)
    assert_explained(seven, FULL)
    found = unexplained(record_of(("draw", {}), ("bribe A AAAAAAAA", {}), hands=None))
    assert where(found) == (2, (), "V-BRIBE-1")
    assert found.start is not None
    twice = record_of(("bribe A AAAAAA", market("W")), ("draw", {}), ("bribe B BBB", {}), hands=None)
    assert where(unexplained(twice)) == (3, (), "V-BRIBE-1")


def test_all_players_together_cannot_have_more_cards_than_the_box() -> None:
    wilds = record_of(("bribe A AWWWWWW", market("A")), ("bribe A AWW", market("AA")), hands=None)
    assert_explained(wilds, FULL)
    wilds = record_of(("bribe A AWWWWWW", market("A")), ("bribe A AWWW", market("AA")), hands=None)
    found = unexplained(wilds)
    assert where(found) == (2, (), "V-BRIBE-1")


def test_a_hand_shown_later_must_be_what_was_held_all_along() -> None:
    shown = record_of(("draw", {}), ("draw", {"hands": ["AAAAAAAA", "BBBBBBBB"]}), ("bribe A AA", {}), hands=None)
    assert_explained(shown, FULL)
    lost = record_of(("bribe A A", market("A")), ("draw", {"hands": ["AAAAAAA", "B" * 8]}), hands=None)
    assert where(unexplained(lost)) == (2, ("hands",), "V-DRAW-1")


def test_cards_taken_from_a_stall_are_in_the_hidden_hand() -> None:
    taken = record_of(("visit 0", {}), ("draw", {}), ("bribe F FFFFFFFF", {}), hands=None)
    assert_explained(taken, FULL)
    assert where(unexplained(record_of(("visit 0", {}), ("draw", {}), ("bribe E EEEEEEEE", {}), hands=None)))[0] == 3


def test_all_wilds_go_along_is_known_of_hidden_hands_too() -> None:
    ruleset = VILLAGE.Ruleset.from_readings({"bribe.wilds": "all"})

    def under(record: Record) -> Record:
        return replace(record, header=replace(record.header, ruleset=ruleset))

    steps = [("bribe A A", market("A")), ("draw", {}), ("bribe B BWW", {})]
    assert where(unexplained(under(record_of(*steps, hands=None)))) == (3, (), "V-BRIBE-1")
    steps[1:2] = [("draw", {}), ("draw", {}), ("draw", {}), ("draw", {}), ("draw", {})]
    assert_explained(under(record_of(*steps, hands=None)), FULL)


def test_a_draw_cannot_be_a_card_that_a_deck_shown_before_did_not_have_on_top() -> None:
    deck = "FEDCBAW"
    hands = {"hands": ["AAABBCCW", "ABDDEEFF"]}
    right = record_of(("draw", {"deck": deck, "hands": ["AAABBCCW", HANDS[1]]}), ("draw", hands))
    assert_explained(right, None)
    assert where(unexplained(right)) == (1, ("deck",), "V-DRAW-1")  # of the box there would be more cards
    other = record_of(("draw", {"deck": deck}), ("draw", {"hands": [HANDS[0] + "W", "ABDDEEEF"]}))
    assert where(unexplained(other, None)) == (2, ("hands",), "V-DRAW-1")


def test_a_game_that_ends_too_early_or_too_late_is_not_explained() -> None:
    early = record_of(("draw", {"over": True}))
    assert where(unexplained(early)) == (1, ("over",), "V-DRAW-1")
    assert_explained(early, None)
    assert where(unexplained(record_of(("draw", {"over": True}), ("draw", {})), None)) == (2, (), "V-END-1")
    assert where(unexplained(record_of(("draw", {}), outcome={"scores": [0, 0], "winners": [0]})))[:2] == (
        1,
        ("outcome",),
    )
    record = without(played(3, TOY2, 2, VILLAGE.Ruleset()), "deck")
    count = len(record.steps)
    late = replace(claiming(record, count, over=False), outcome=None)
    found = unexplained(late, TOY2)
    assert found.step == count
    assert found.fields == ("over",)


def test_scores_that_no_hands_explain_are_told() -> None:
    record = played(1, FULL, 3, VILLAGE.Ruleset())
    partial = without(record, "deck", "hands")
    outcome = record.outcome or {}
    for change in (1000, -1000):
        wrong = replace(partial, outcome=outcome | {"scores": [outcome["scores"][0] + change, *outcome["scores"][1:]]})
        assert where(unexplained(wrong))[:2] == (len(record.steps), ("outcome.scores",))
    loser = next(player for player in range(3) if player not in outcome["winners"])
    wrong = replace(without(record, "deck"), outcome=outcome | {"winners": [loser]})
    assert where(unexplained(wrong)) == (len(record.steps), ("outcome.winners",), "V-WIN-1")


@pytest.mark.parametrize(
    "field", ["hands", "market", "bribes", "track", "values", "discard", "players", "turn", "over"]
)
@pytest.mark.parametrize("value", [None, 3, "A", [], ["A", 1], {}, {"3": 1}, [{"A": 1}, 2], True])
def test_claims_of_any_form_are_only_claims(field: str, value: object) -> None:
    for number in (2, 9):
        record = played(number, TOY2, 2)
        for step in (1, len(record.steps)):
            wrong = claiming(without(record, "deck", "hands"), step, **{field: value})
            if same(value, (record.steps[step - 1].state or {})[field]):
                continue
            found = unexplained(wrong, TOY2)
            assert (found.step, found.fields) == (step, (field,))


def test_a_deck_that_went_on_has_a_card_more_where_an_empty_one_ends_the_game() -> None:
    ruleset = VILLAGE.Ruleset.from_readings({"end.empty_deck": "turn"})
    drawn = ["AAABBCCW", HANDS[1]]
    for last, explained in ((["AAABBCCW", "ABDDEEFW"], True), (drawn, False)):
        record = record_of(("draw", {"hands": drawn}), ("draw", {"over": True, "hands": last}))
        partial = replace(record, header=replace(record.header, ruleset=ruleset))
        if explained:
            assert len(assert_explained(partial, None).header.start.deck) == 2
        else:
            assert where(unexplained(partial, None))[:2] == (2, ("hands",))
    empty = record_of(("draw", {"discard": "", "over": False, "deck": ""}))
    assert_explained(empty, None)
    under_turn = replace(empty, header=replace(empty.header, ruleset=ruleset))
    assert unexplained(under_turn, None).fields == ("over", "deck")


def test_what_only_another_refill_that_was_not_seen_explains_does_not_clash() -> None:
    hands = ["ABBCCW", "ABDDEEFFW"]
    assert_explained(record_of(("bribe A A", {}), ("visit 0", {"hands": hands})), FULL)
    assert where(unexplained(record_of(("bribe A A", {}), ("visit 0", {"hands": hands, "turn": 9}))))[:2] == (
        2,
        ("turn",),
    )
