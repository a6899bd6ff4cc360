"""The Dragon's Favor track: bribes raise tokens, curses lower them, and the passed ones make room."""

from dataclasses import replace

import pytest

from reference_engine.errors import IllegalAction
from reference_engine.village import Ruleset
from tests.reference_engine.village.positions import DEFAULT, legal_texts, play, position, track_of

SWAP = Ruleset(track_passing="swap")
BLOCK = Ruleset(curse_floor="block")
BY_TYPE = Ruleset(curse_distance="type")


@pytest.mark.parametrize(
    ("treasure", "cards", "shifted", "swapped"),
    [
        ("A", "A", "BACDEF", "BACDEF"),
        ("A", "AA", "BCADEF", "CBADEF"),
        ("B", "BBB", "ACDEBF", "AECDBF"),
        ("A", "AAAAA", "BCDEFA", "FBCDEA"),
        ("E", "E", "ABCDFE", "ABCDFE"),
    ],
)
def test_a_bribe_raises_its_token_one_space_a_card(treasure: str, cards: str, shifted: str, swapped: str) -> None:
    """V-FAVOR-1, V-FAVOR-2, track.passing: the passed tokens each go one space left, or one changes places."""
    before = position(deck="W", hands=(cards, ""))
    assert track_of(play(before, f"bribe {treasure} {cards}")) == shifted
    assert track_of(play(before, f"bribe {treasure} {cards}", ruleset=SWAP)) == swapped


def test_wilds_move_the_token_as_far_as_treasure_cards() -> None:
    """V-FAVOR-1: one A and two Wilds are three spaces."""
    before = position(deck="W", hands=("AWW", ""))
    assert track_of(play(before, "bribe A AWW")) == "BCDAEF"


def test_only_the_cards_played_now_move_the_token_not_those_that_lie_in_the_bribe() -> None:
    before = position(deck="W", hands=("A", ""), bribes=(("AAAW",), ()))
    assert track_of(play(before, "bribe A A")) == "BACDEF"


@pytest.mark.parametrize(
    ("treasure", "cards", "shifted", "swapped"),
    [
        ("E", "EEEEE", "ABCDFE", "ABCDFE"),
        ("D", "DDDDDDW", "ABCEFD", "ABCFED"),
        ("F", "F", "ABCDEF", "ABCDEF"),
        ("F", "FFFW", "ABCDEF", "ABCDEF"),
    ],
)
def test_a_token_stops_on_the_rightmost_space_and_the_bribe_is_legal(
    treasure: str, cards: str, shifted: str, swapped: str
) -> None:
    """V-FAVOR-3."""
    before = position(deck="W", hands=(cards, ""))
    text = f"bribe {treasure} {cards}"
    assert text in legal_texts(before)
    after = play(before, text)
    assert (track_of(after), after.bribes) == (shifted, ((cards,), ()))
    assert track_of(play(before, text, ruleset=SWAP)) == swapped


# favor.distance


@pytest.mark.parametrize(("distance", "track"), [("played", "BACDEF"), ("bribe", "BCDAEF"), ("new", "ABCDEF")])
def test_a_card_that_joins_a_bribe_of_two_moves_the_token_one_space_three_or_none(distance: str, track: str) -> None:
    """V-FAVOR-1, favor.distance: one A joins a bribe of A and a Wild."""
    before = position(deck="W", hands=("A", ""), bribes=(("AW",), ("AAAA",)))
    assert track_of(play(before, "bribe A A", ruleset=Ruleset.from_readings({"favor.distance": distance}))) == track


@pytest.mark.parametrize("distance", ["played", "bribe", "new"])
def test_a_bribe_that_is_new_to_the_player_moves_its_token_by_its_cards(distance: str) -> None:
    """V-FAVOR-1, favor.distance: others have bribes of that type, the player has one of another."""
    before = position(deck="W", hands=("AW", ""), bribes=(("B",), ("AAAA",)))
    assert track_of(play(before, "bribe A AW", ruleset=Ruleset.from_readings({"favor.distance": distance}))) == "BCADEF"


@pytest.mark.parametrize(
    ("distance", "wild_bribe", "track"),
    [
        ("played", "bribe", "BACDEF"), ("bribe", "bribe", "BCDAEF"), ("new", "bribe", "ABCDEF"),
        ("played", "none", "ABCDEF"), ("bribe", "none", "ABCDEF"), ("new", "none", "ABCDEF"),
    ],
)  # fmt: skip
def test_where_wilds_alone_move_a_token_they_move_it_as_far_as_other_cards(
    distance: str, wild_bribe: str, track: str
) -> None:
    """V-FAVOR-1, favor.distance, favor.wild_bribe: one Wild joins a bribe of two."""
    before = position(deck="W", hands=("W", ""), bribes=(("AA",), ()))
    ruleset = Ruleset.from_readings({"favor.distance": distance, "favor.wild_bribe": wild_bribe})
    assert track_of(play(before, "bribe A W", ruleset=ruleset)) == track


# favor.overshoot


@pytest.mark.parametrize(("overshoot", "shifted", "swapped"), [
    ("stop", "ABCDFE", "ABCDFE"), ("stay", "ABCDEF", "ABCDEF"),
])  # fmt: skip
def test_two_cards_for_a_token_with_one_space_to_go_take_it_there_or_nowhere(
    overshoot: str, shifted: str, swapped: str
) -> None:
    """V-FAVOR-3, favor.overshoot, track.passing."""
    before = position(deck="W", hands=("EE", ""))
    ruleset = Ruleset.from_readings({"favor.overshoot": overshoot})
    after = play(before, "bribe E EE", ruleset=ruleset)
    assert (track_of(after), after.bribes) == (shifted, (("EE",), ()))
    assert track_of(play(before, "bribe E EE", ruleset=replace(ruleset, track_passing="swap"))) == swapped


@pytest.mark.parametrize("overshoot", ["stop", "block", "stay"])
def test_a_bribe_with_just_enough_room_is_played_in_full(overshoot: str) -> None:
    """V-FAVOR-3, favor.overshoot."""
    before = position(deck="W", hands=("DW", ""))
    assert (
        track_of(play(before, "bribe D DW", ruleset=Ruleset.from_readings({"favor.overshoot": overshoot}))) == "ABCEFD"
    )


def test_under_block_only_bribes_with_room_for_their_token_are_legal_and_those_of_the_rightmost() -> None:
    """V-FAVOR-3, favor.overshoot."""
    state = position(deck="W", hands=("DEEFFW", ""), bribes=(("D", "E", "F"), ()))
    ruleset = Ruleset(favor_overshoot="block")
    assert [text for text in legal_texts(state, ruleset) if text.startswith("bribe")] == [
        "bribe D D", "bribe D DW", "bribe D W", "bribe E E", "bribe E W",
        "bribe F F", "bribe F FF", "bribe F FFW", "bribe F FW", "bribe F W",
    ]  # fmt: skip
    assert play(state, "bribe F FFW", ruleset=ruleset).track == state.track
    for text in ("bribe E EE", "bribe E EW", "bribe E EEW"):
        assert text in legal_texts(state)
        with pytest.raises(IllegalAction, match=r"^V-FAVOR-3: the token E has no room"):
            play(state, text, ruleset=ruleset)


@pytest.mark.parametrize(
    ("readings", "legal"),
    [
        ({}, ["E", "EW", "W"]),
        ({"favor.overshoot": "block"}, ["E", "W"]),
        ({"favor.overshoot": "block", "favor.distance": "bribe"}, []),
        ({"favor.overshoot": "block", "favor.distance": "new"}, ["E", "EW", "W"]),
        ({"favor.overshoot": "block", "bribe.wilds": "all"}, ["W"]),
        ({"favor.overshoot": "block", "favor.distance": "bribe", "favor.wild_bribe": "none"}, ["W"]),
        ({"favor.overshoot": "block", "bribe.wilds": "all", "bribe.wilds_alone": "never"}, []),
    ],
)
def test_what_is_blocked_hangs_on_how_far_the_token_would_go(readings: dict[str, str], legal: list[str]) -> None:
    """V-FAVOR-3, favor.overshoot and the readings of the distance: a bribe of one E, and E one space from the end."""
    state = position(hands=("EW", ""), bribes=(("E",), ()))
    texts = legal_texts(state, Ruleset.from_readings(readings))
    assert [text for text in texts if text.startswith("bribe")] == [f"bribe E {cards}" for cards in legal]
    assert "draw" in texts


@pytest.mark.parametrize(
    ("pay", "curse", "shifted", "swapped"),
    [
        ("F", "F", "ABCDFE", "ABCDFE"),
        ("FF", "F", "ABCFDE", "ABCFED"),
        ("DFF", "F", "ABFCDE", "ABFDEC"),
        ("DFF", "D", "DABCEF", "DBCAEF"),
        ("DWW", "D", "DABCEF", "DBCAEF"),
        ("EW", "E", "ABECDF", "ABEDCF"),
    ],
)
def test_a_curse_lowers_its_token_one_space_a_discarded_card(pay: str, curse: str, shifted: str, swapped: str) -> None:
    """V-CURSE-1, V-CURSE-2, track.passing: cards of other types and Wilds count as well."""
    before = position(deck="B", hands=(pay, ""), market={1: "A", 2: "A", 3: "A"})
    text = f"visit {len(pay)} {pay} {curse}"
    assert track_of(play(before, text)) == shifted
    assert track_of(play(before, text, ruleset=SWAP)) == swapped


@pytest.mark.parametrize(
    ("pay", "curse", "by_all", "by_type"),
    [
        ("DFF", "F", "ABFCDE", "ABCFDE"),
        ("FWW", "F", "ABFCDE", "ABCDFE"),
        ("FFF", "F", "ABFCDE", "ABFCDE"),
        ("DF", "D", "ADBCEF", "ABDCEF"),
    ],
)
def test_a_curse_counts_every_discarded_card_or_those_of_its_type(
    pay: str, curse: str, by_all: str, by_type: str
) -> None:
    """V-CURSE-1, curse.distance."""
    before = position(deck="B", hands=(pay, ""), market={2: "A", 3: "A"})
    text = f"visit {len(pay)} {pay} {curse}"
    assert track_of(play(before, text)) == by_all
    assert track_of(play(before, text, ruleset=BY_TYPE)) == by_type


@pytest.mark.parametrize(
    ("pay", "curse", "shifted", "swapped"),
    [
        ("CDD", "C", "CABDEF", "CBADEF"),
        ("BBB", "B", "BACDEF", "BACDEF"),
        ("A", "A", "ABCDEF", "ABCDEF"),
        ("AAA", "A", "ABCDEF", "ABCDEF"),
    ],
)
def test_a_cursed_token_stops_on_the_leftmost_space(pay: str, curse: str, shifted: str, swapped: str) -> None:
    """V-CURSE-4."""
    before = position(deck="B", hands=(pay, ""), market={1: "A", 3: "A"})
    text = f"visit {len(pay)} {pay} {curse}"
    assert track_of(play(before, text)) == shifted
    assert track_of(play(before, text, ruleset=SWAP)) == swapped


@pytest.mark.parametrize(
    ("ruleset", "curses"),
    [
        (DEFAULT, ["A", "B", "C", "D"]),
        (BLOCK, ["C", "D"]),
        (BY_TYPE, ["A", "B", "C", "D"]),
        (Ruleset(curse_distance="type", curse_floor="block"), ["B", "C", "D"]),
    ],
)
def test_which_tokens_have_room_for_a_curse_of_two_cards(ruleset: Ruleset, curses: list[str]) -> None:
    """V-CURSE-4, curse.floor, curse.distance: A on space 0, B on 1, C on 2, D on 3; each paid with a Wild."""
    for curse in "ABCD":
        state = position(hands=(curse + "W", ""), market={2: "E"})
        text = f"visit 2 {curse}W {curse}"
        assert (text in legal_texts(state, ruleset)) == (curse in curses)
        if curse in curses:
            assert play(state, text, ruleset=ruleset).discard == curse + "W"
        else:
            with pytest.raises(IllegalAction, match=r"^V-CURSE-4: "):
                play(state, text, ruleset=ruleset)


def test_under_block_the_full_distance_is_moved_and_the_same_payment_can_curse_the_higher_token() -> None:
    """curse.floor: two cards, B one space from the left end, C two."""
    state = position(hands=("BC", ""), market={2: "F"})
    assert legal_texts(state)[-2:] == ["visit 2 BC B", "visit 2 BC C"]
    assert legal_texts(state, BLOCK) == ["bribe B B", "bribe C C", "draw", "visit 2 BC C"]
    assert track_of(play(state, "visit 2 BC C", ruleset=BLOCK)) == "CABDEF"


def test_spaces_are_counted_where_the_tokens_stand_not_in_alphabetical_order() -> None:
    before = position(deck="W", hands=("D", "AAD"), market={3: "B"}, track="FDBAEC")
    assert track_of(play(before, "bribe D D")) == "FBDAEC"
    assert track_of(play(before, "bribe D D", "visit 3 AAD A")) == "AFBDEC"


def test_two_tokens_change_places_on_a_track_of_two_spaces() -> None:
    before = position(deck="W", hands=("AAA", "A"), market={1: "B"}, track="AB", values=(1, 4))
    after = play(before, "bribe A AAA")
    assert (track_of(after), after.values) == ("BA", (1, 4))
    assert track_of(play(after, "visit 1 A A")) == "AB"
