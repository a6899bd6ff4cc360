"""Bribes: which are legal, where their cards go, and how the Black Market is refilled."""

from dataclasses import replace

import pytest

from reference_engine.village import Ruleset
from tests.reference_engine.village.positions import legal_texts, play, position, track_of

CONTINUE = Ruleset(refill_start="continue")
STANDING = Ruleset(refill_standing_wild="market")


# Which bribes are legal


def test_a_bribe_takes_one_or_more_cards_of_one_type_and_any_number_of_wilds() -> None:
    """V-BRIBE-1, V-BRIBE-3: Wilds alone start no bribe."""
    assert legal_texts(position(hands=("AABWW", "C"))) == [
        "bribe A A",
        "bribe A AA",
        "bribe A AAW",
        "bribe A AAWW",
        "bribe A AW",
        "bribe A AWW",
        "bribe B B",
        "bribe B BW",
        "bribe B BWW",
        "draw",
    ]


def test_every_type_on_the_track_can_be_bribed_in_alphabetical_order_wherever_its_token_stands() -> None:
    state = position(hands=("ABCDEF", ""), track="FBDAEC")
    assert legal_texts(state) == [
        "bribe A A",
        "bribe B B",
        "bribe C C",
        "bribe D D",
        "bribe E E",
        "bribe F F",
        "draw",
    ]


@pytest.mark.parametrize(
    ("ruleset", "bribes"),
    [
        (Ruleset(), ["B B", "B BW", "B BWW", "B W", "B WW", "C W", "C WW"]),
        (Ruleset(bribe_wilds="all"), ["B BWW", "B WW", "C WW"]),
        (Ruleset(bribe_wilds_alone="never"), ["B B", "B BW", "B BWW"]),
        (Ruleset(bribe_wilds="all", bribe_wilds_alone="never"), ["B BWW"]),
    ],
)
def test_wilds_alone_join_only_an_own_bribe_under_each_reading(ruleset: Ruleset, bribes: list[str]) -> None:
    """V-BRIBE-4, bribe.wilds, bribe.wilds_alone: own bribes of B and C, another player's of D."""
    state = position(hands=("BWW", ""), bribes=(("B", "CW"), ("D",)))
    assert legal_texts(state, ruleset) == [*(f"bribe {text}" for text in bribes), "draw"]


def test_without_wilds_in_hand_the_two_values_of_bribe_wilds_allow_the_same() -> None:
    state = position(hands=("AAB", ""), bribes=(("A",), ()))
    expected = ["bribe A A", "bribe A AA", "bribe B B", "draw"]
    assert legal_texts(state) == expected
    assert legal_texts(state, Ruleset(bribe_wilds="all")) == expected


def test_only_the_hand_of_the_player_to_move_counts() -> None:
    """V-TURN-1."""
    state = position(turn=1, hands=("AAAA", "B", "CC"), bribes=(("C",), (), ("B",)))
    assert legal_texts(state) == ["bribe B B", "draw"]


# Where the cards go


def test_cards_start_a_bribe_and_nothing_else_of_the_position_changes_but_token_market_and_turn() -> None:
    """V-BRIBE-2, V-FAVOR-1, V-REFILL-1, V-TURN-2."""
    before = position(deck="DAFF", hands=("AABWW", "CW"), bribes=((), ("C",)), market={2: "E"}, discard="F")
    assert play(before, "bribe A AAW") == replace(
        before,
        turn=1,
        deck="FF",
        hands=("BW", "CW"),
        bribes=(("AAW",), ("C",)),
        market=("", "", "AE", "D"),
        track=tuple("BCDAEF"),
    )


def test_cards_join_the_own_bribe_of_that_type_and_no_other() -> None:
    """V-BRIBE-2: at most one bribe per type."""
    before = position(turn=1, deck="W", hands=("", "AAWW"), bribes=(("A",), ("AW", "B")))
    assert play(before, "bribe A AW").bribes == (("A",), ("AAWW", "B"))


def test_wilds_alone_join_the_bribe_that_is_named() -> None:
    """V-BRIBE-4."""
    before = position(deck="W", hands=("WW", ""), bribes=(("A", "B"), ()))
    after = play(before, "bribe B WW")
    assert after.bribes == (("A", "BWW"), ())
    assert after.hands == ("", "")


def test_bribes_stay_in_ascending_order_of_their_types() -> None:
    before = position(deck="W", hands=("BC", ""), bribes=(("A", "D"), ()))
    assert play(before, "bribe C C").bribes == (("A", "C", "D"), ())


def test_two_players_can_bribe_the_same_type_each_for_themselves() -> None:
    before = position(deck="AAAA", hands=("A", "AA"))
    assert play(before, "bribe A A", "bribe A AA").bribes == (("A",), ("AA",))


# The refill


@pytest.mark.parametrize(
    ("deck", "market", "left"),
    [
        ("ABBB", {3: "A"}, "BBB"),
        ("WBBB", {3: "W"}, "BBB"),
        ("BABB", {3: "B", 2: "A"}, "BB"),
        ("BWAA", {3: "B", 2: "W"}, "AA"),
        ("BDFA", {3: "B", 2: "D", 1: "F", 0: "A"}, ""),
        ("BDFCEAA", {3: "BE", 2: "AD", 1: "F", 0: "C"}, "A"),
        ("BDFCEBDCW", {3: "BEW", 2: "BD", 1: "DF", 0: "CC"}, ""),
    ],
)
def test_cards_go_to_stalls_3_2_1_0_and_round_again_until_the_type_or_a_wild_is_dealt(
    deck: str, market: dict[int, str], left: str
) -> None:
    """V-REFILL-1, V-REFILL-2: after a bribe of A; the second lap begins at stall 3 again."""
    after = play(position(deck=deck, hands=("A", "")), "bribe A A")
    assert after.market == position(market=market).market
    assert after.deck == left
    assert not after.over
    assert after.turn == 1


def test_cards_dealt_join_those_that_lie_at_a_stall() -> None:
    before = position(deck="BDA", hands=("A", ""), market={3: "AW", 1: "A", 0: "C"})
    assert play(before, "bribe A A").market == position(market={3: "ABW", 2: "D", 1: "AA", 0: "C"}).market


def test_cards_that_lie_at_the_stalls_do_not_stop_the_dealing() -> None:
    """V-REFILL-2: only a card dealt now stops it, and at least one is dealt."""
    before = position(deck="BA", hands=("A", ""), market={3: "A", 2: "W"})
    assert play(before, "bribe A A").deck == ""


def test_the_type_of_the_card_played_stops_the_dealing_not_that_of_other_bribes() -> None:
    before = position(deck="BCAD", hands=("A", "C"), bribes=(("B",), ("C",)))
    assert play(before, "bribe A A").deck == "D"


def test_a_bribe_with_a_wild_is_not_stopped_by_other_types() -> None:
    before = position(deck="BCWD", hands=("AW", ""))
    assert play(before, "bribe A AW").deck == "D"


def test_a_refill_that_runs_out_midway_ends_the_game_and_everything_so_far_stands() -> None:
    """V-REFILL-3: six cards, none of them A or Wild."""
    before = position(deck="BDFCEB", hands=("AW", "C"), market={2: "W"})
    assert play(before, "bribe A AW") == replace(
        before,
        over=True,
        deck="",
        hands=("", "C"),
        bribes=(("AW",), ()),
        market=("C", "F", "BDW", "BE"),
        track=tuple("BCADEF"),
    )


def test_a_bribe_with_an_empty_deck_stands_and_ends_the_game_at_once() -> None:
    """V-REFILL-3."""
    before = position(turn=1, deck="", hands=("C", "AAB", ""), market={3: "D"})
    assert play(before, "bribe A AA") == replace(
        before,
        over=True,
        hands=("C", "B", ""),
        bribes=((), ("AA",), ()),
        track=tuple("BCADEF"),
    )


@pytest.mark.parametrize(
    ("start", "restarted", "continued", "goes_on_at"),
    [
        (3, {3: "B", 2: "D", 1: "A"}, {3: "B", 2: "D", 1: "A"}, 0),
        (2, {3: "B", 2: "D", 1: "A"}, {2: "B", 1: "D", 0: "A"}, 3),
        (1, {3: "B", 2: "D", 1: "A"}, {1: "B", 0: "D", 3: "A"}, 2),
        (0, {3: "B", 2: "D", 1: "A"}, {0: "B", 3: "D", 2: "A"}, 1),
    ],
)
def test_a_refill_begins_at_stall_3_or_where_the_last_one_left_off(
    start: int, restarted: dict[int, str], continued: dict[int, str], goes_on_at: int
) -> None:
    """V-REFILL-1, refill.start."""
    before = position(deck="BDAF", hands=("A", ""), next_stall=start)
    after = play(before, "bribe A A")
    assert (after.market, after.next_stall) == (position(market=restarted).market, None)
    after = play(before, "bribe A A", ruleset=CONTINUE)
    assert (after.market, after.next_stall) == (position(market=continued).market, goes_on_at)


def test_a_position_without_next_stall_continues_at_stall_3() -> None:
    after = play(position(deck="WW", hands=("A", "")), "bribe A A", ruleset=CONTINUE)
    assert (after.market, after.next_stall) == (("", "", "", "W"), 2)


def test_two_refills_in_a_row_part_under_refill_start() -> None:
    before = position(deck="BWDW", hands=("A", "A"), next_stall=3)
    bribes = ("bribe A A", "bribe A A")
    assert play(before, *bribes).market == ("", "", "WW", "BD")
    assert play(before, *bribes, ruleset=CONTINUE).market == ("W", "D", "W", "B")


def test_draws_and_visits_leave_the_next_stall_alone() -> None:
    before = position(deck="BB", hands=("A", ""), market={0: "C"}, next_stall=1)
    assert play(before, "draw", ruleset=CONTINUE).next_stall == 1
    assert play(before, "visit 0", ruleset=CONTINUE).next_stall == 1


def test_the_next_stall_is_kept_when_the_game_ends() -> None:
    before = position(deck="B", hands=("A", ""), next_stall=0)
    after = play(before, "bribe A A", ruleset=CONTINUE)
    assert (after.over, after.market, after.next_stall) == (True, ("B", "", "", ""), 3)


# Bribes of Wilds alone


@pytest.mark.parametrize(
    ("ruleset", "market", "left"),
    [
        (Ruleset(), {3: "B", 2: "A"}, "WC"),
        (Ruleset(refill_wild_bribe="wild"), {3: "B", 2: "A", 1: "W"}, "C"),
    ],
)
def test_what_stops_the_refill_after_wilds_alone(ruleset: Ruleset, market: dict[int, str], left: str) -> None:
    """V-REFILL-2, refill.wild_bribe."""
    after = play(position(deck="BAWC", hands=("W", ""), bribes=(("A",), ())), "bribe A W", ruleset=ruleset)
    assert (after.market, after.deck) == (position(market=market).market, left)


def test_with_a_treasure_card_its_type_stops_the_refill_under_both_values_of_refill_wild_bribe() -> None:
    before = position(deck="BAWC", hands=("AW", ""), bribes=(("A",), ()))
    assert play(before, "bribe A AW").deck == "WC"
    assert play(before, "bribe A AW", ruleset=Ruleset(refill_wild_bribe="wild")).deck == "WC"


@pytest.mark.parametrize(("ruleset", "track"), [(Ruleset(), "BCADEF"), (Ruleset(favor_wild_bribe="none"), "ABCDEF")])
def test_which_token_moves_for_wilds_alone(ruleset: Ruleset, track: str) -> None:
    """V-FAVOR-1, favor.wild_bribe."""
    before = position(deck="W", hands=("WW", ""), bribes=(("A",), ()))
    assert track_of(play(before, "bribe A WW", ruleset=ruleset)) == track


def test_with_a_treasure_card_wilds_move_its_token_under_both_values_of_favor_wild_bribe() -> None:
    before = position(deck="W", hands=("AW", ""), bribes=(("A",), ()))
    assert track_of(play(before, "bribe A AW")) == "BCADEF"
    assert track_of(play(before, "bribe A AW", ruleset=Ruleset(favor_wild_bribe="none"))) == "BCADEF"


# refill.standing_wild


@pytest.mark.parametrize(
    ("market", "dealt"), [({}, "BCA"), ({3: "AB"}, "BCA"), ({0: "W"}, ""), ({1: "BW", 3: "A"}, ""), ({2: "WW"}, "")]
)
def test_a_wild_that_lies_in_a_stall_keeps_cards_from_being_dealt_or_does_not(
    market: dict[int, str], dealt: str
) -> None:
    """V-REFILL-2, refill.standing_wild: a card of the bribed type in a stall does not."""
    before = position(deck="BCAD", hands=("A", ""), market=market)
    assert play(before, "bribe A A").deck == "D"
    after = play(before, "bribe A A", ruleset=STANDING)
    assert after.deck == "BCAD"[len(dealt) :]
    assert (after.over, after.turn, after.bribes, track_of(after)) == (False, 1, (("A",), ()), "BACDEF")
    if not dealt:
        assert after.market == before.market


def test_a_wild_that_is_dealt_lies_in_its_stall_until_it_is_taken() -> None:
    """V-REFILL-2, refill.standing_wild: with the payment, and after it."""
    before = position(deck="WBC", hands=("AAA", "BBBB"))
    after = play(before, "bribe A A", "bribe B B", "bribe A A", ruleset=STANDING)
    assert (after.deck, after.market) == ("BC", ("", "", "", "W"))
    assert play(after, "visit 3 BBB B", "bribe A A", ruleset=STANDING).over


@pytest.mark.parametrize("last_match", ["continue", "end"])
def test_where_no_card_is_dealt_an_empty_deck_ends_nothing(last_match: str) -> None:
    """V-REFILL-3, refill.standing_wild, end.last_match: no card must be dealt, and none was."""
    before = position(deck="", hands=("A", ""), market={3: "W"})
    assert play(before, "bribe A A").over
    ruleset = Ruleset.from_readings({"refill.standing_wild": "market", "end.last_match": last_match})
    after = play(before, "bribe A A", ruleset=ruleset)
    assert (after.over, after.turn) == (False, 1)
    assert play(before, "bribe A A", ruleset=replace(STANDING, end_empty_deck="turn")).over


def test_where_no_card_is_dealt_the_next_refill_begins_where_it_would_have() -> None:
    """V-REFILL-1, refill.standing_wild, refill.start."""
    before = position(deck="BC", hands=("A", ""), market={0: "W"}, next_stall=1)
    assert play(before, "bribe A A", ruleset=replace(STANDING, refill_start="continue")).next_stall == 1


@pytest.mark.parametrize("wild_bribe", ["bribe", "wild"])
def test_a_wild_in_a_stall_keeps_cards_from_being_dealt_after_wilds_alone_too(wild_bribe: str) -> None:
    """V-REFILL-2, refill.standing_wild, refill.wild_bribe."""
    before = position(deck="BAW", hands=("W", ""), bribes=(("A",), ()), market={2: "W"})
    ruleset = Ruleset.from_readings({"refill.standing_wild": "market", "refill.wild_bribe": wild_bribe})
    assert play(before, "bribe A W", ruleset=ruleset).deck == "BAW"
