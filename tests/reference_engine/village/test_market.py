"""The Black Market: what a visit costs, what it brings, and the curse."""

from dataclasses import replace

import pytest

from reference_engine.village import Ruleset
from tests.reference_engine.village.positions import legal_texts, play, position, track_of

OPEN = Ruleset(market_empty_stall="open")


def visits(hand: str, market: dict[int, str]) -> list[str]:
    """The legal visits with that hand, as texts."""
    texts = legal_texts(position(hands=(hand, "ABCDEF"), market=market))
    return [text for text in texts if text.startswith("visit")]


def test_every_payment_of_exactly_the_cost_with_every_curse_on_a_paid_type() -> None:
    """V-MARKET-1, V-MARKET-2, V-CURSE-1, V-CURSE-3: by hand for AABW."""
    assert visits("AABW", {3: "D", 2: "C", 1: "E", 0: "F"}) == [
        "visit 0",
        "visit 1 A A",
        "visit 1 B B",
        "visit 2 AA A",
        "visit 2 AB A",
        "visit 2 AB B",
        "visit 2 AW A",
        "visit 2 BW B",
        "visit 3 AAB A",
        "visit 3 AAB B",
        "visit 3 AAW A",
        "visit 3 ABW A",
        "visit 3 ABW B",
    ]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", ["visit 0"]),
        ("A", ["visit 0", "visit 1 A A"]),
        ("WWWW", ["visit 0"]),
        ("BWW", ["visit 0", "visit 1 B B", "visit 2 BW B", "visit 3 BWW B"]),
        ("AA", ["visit 0", "visit 1 A A", "visit 2 AA A"]),
    ],
)
def test_what_a_small_hand_can_pay(hand: str, expected: list[str]) -> None:
    """V-MARKET-2: Wilds alone pay nothing."""
    assert visits(hand, {3: "D", 2: "C", 1: "E", 0: "F"}) == expected


def test_three_types_in_one_payment_give_three_curses() -> None:
    assert visits("ABC", {3: "D"}) == ["visit 3 ABC A", "visit 3 ABC B", "visit 3 ABC C"]


def test_a_visit_pays_takes_everything_curses_and_deals_nothing() -> None:
    """V-MARKET-1, V-MARKET-3, V-CURSE-1, V-DISCARD-1, V-TURN-2."""
    before = position(
        deck="EEE",
        hands=("ABCDW", "F"),
        bribes=(("A",), ("BW",)),
        market={3: "BDW", 2: "C", 0: "E"},
        discard="AW",
    )
    assert play(before, "visit 3 BDW D") == replace(
        before,
        turn=1,
        hands=("ABCDW", "F"),
        market=("E", "", "C", ""),
        track=tuple("DABCEF"),
        discard="ABDWW",
    )
    assert play(before, "visit 2 CD C") == replace(
        before,
        turn=1,
        hands=("ABCW", "F"),
        market=("E", "", "", "BDW"),
        track=tuple("CABDEF"),
        discard="ACDW",
    )


def test_stall_0_costs_nothing_and_nothing_is_cursed() -> None:
    """V-CURSE-3."""
    before = position(turn=1, deck="A", hands=("", "BB", ""), market={0: "AW", 1: "C"})
    assert play(before, "visit 0") == replace(before, turn=2, hands=("", "ABBW", ""), market=("", "C", "", ""))


def test_there_is_no_hand_limit() -> None:
    """V-MARKET-3."""
    before = position(deck="B", hands=("A" * 12 + "B" * 12, ""), market={1: "CCCCCCCCCCWWWW"})
    assert play(before, "visit 1 B B").hands == ("A" * 12 + "B" * 11 + "C" * 10 + "WWWW", "")


def test_a_type_that_is_paid_comes_back_from_the_stall_but_not_from_the_discard() -> None:
    before = position(deck="B", hands=("A", ""), market={1: "A"})
    after = play(before, "visit 1 A A")
    assert (after.hands, after.discard) == (("A", ""), "A")


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        (Ruleset(), ["draw", "visit 3 AAB A", "visit 3 AAB B"]),
        (
            OPEN,
            [
                "draw",
                "visit 0",
                "visit 1 A A",
                "visit 1 B B",
                "visit 2 AA A",
                "visit 2 AB A",
                "visit 2 AB B",
                "visit 3 AAB A",
                "visit 3 AAB B",
            ],
        ),
    ],
)
def test_whether_an_empty_stall_can_be_visited(ruleset: Ruleset, expected: list[str]) -> None:
    """V-MARKET-1, market.empty_stall: only stall 3 has cards."""
    texts = legal_texts(position(hands=("AAB", ""), market={3: "F"}), ruleset)
    assert texts[texts.index("draw") :] == expected


def test_an_empty_stall_takes_the_payment_and_the_curse_and_gives_nothing() -> None:
    """market.empty_stall: open."""
    before = position(deck="A", hands=("AAB", ""), market={3: "F"})
    assert play(before, "visit 2 AB B", ruleset=OPEN) == replace(
        before, turn=1, hands=("A", ""), discard="AB", track=tuple("BACDEF")
    )


def test_with_open_stalls_players_can_visit_an_empty_stall_0_for_ever() -> None:
    """market.empty_stall: open."""
    before = position(deck="A", hands=("B", "C"))
    assert play(before, "visit 0", "visit 0", ruleset=OPEN) == before


def test_the_discarded_cards_never_come_back() -> None:
    """V-DISCARD-1: with the deck empty a draw ends the game, whatever lies in the discard."""
    before = position(deck="", hands=("AB", ""), market={2: "C"}, discard="DDDD")
    after = play(before, "visit 2 AB A")
    assert (after.deck, after.discard, after.over) == ("", "ABDDDD", False)
    after = play(after, "draw")
    assert (after.hands, after.discard, after.over) == (("C", ""), "ABDDDD", True)


def test_cards_taken_can_pay_on_a_later_turn() -> None:
    """V-MARKET-3."""
    before = position(deck="B", hands=("A", ""), market={1: "F", 0: "E"})
    after = play(before, "visit 0", "draw")
    assert "visit 1 E E" in legal_texts(after)
    assert track_of(play(after, "visit 1 E E")) == "ABCEDF"
