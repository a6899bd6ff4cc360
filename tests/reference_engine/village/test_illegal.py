"""Illegal actions: each is refused with the clause it breaks, the first in a fixed order where it breaks two."""

import pytest

from reference_engine.errors import IllegalAction
from reference_engine.village import Action, Ruleset, Visit, apply, legal_actions, position_to_json
from tests.reference_engine.village.positions import DEFAULT, legal_texts, play, position

# Player 0 holds AABCW and has a bribe of A; player 1 has one of B. Stall 1 is empty. C stands second from the left.
TABLE = position(
    deck="CWC",
    hands=("AABCW", "BDDD"),
    bribes=(("AW",), ("B",)),
    market={3: "DE", 2: "W", 0: "F"},
    track="BCADEF",
)
ONLY_THREE_TYPES = position(deck="AAA", hands=("AABW", ""), track="ABC", values=(1, 2, 4), market={1: "A"})
ALL = Ruleset(bribe_wilds="all")
NEVER = Ruleset(bribe_wilds_alone="never")
OPEN = Ruleset(market_empty_stall="open")
BLOCK = Ruleset(curse_floor="block")


@pytest.mark.parametrize(
    ("text", "clause", "reason"),
    [
        ("bribe W W", "V-BRIBE-1", "W is no treasure type of this game"),
        ("bribe W A", "V-BRIBE-1", "W is no treasure type of this game"),
        ("bribe A -", "V-BRIBE-1", "a bribe plays at least one card"),
        ("bribe A AB", "V-BRIBE-1", "AB has cards that are neither A nor Wild"),
        ("bribe A B", "V-BRIBE-1", "B has cards that are neither A nor Wild"),
        ("bribe A AAA", "V-BRIBE-1", "AAA is not in the hand AABCW"),
        ("bribe A AWW", "V-BRIBE-1", "AWW is not in the hand AABCW"),
        ("bribe D D", "V-BRIBE-1", "D is not in the hand AABCW"),
        ("bribe B W", "V-BRIBE-3", "Wilds alone cannot start a bribe of B"),
    ],
)
def test_an_illegal_bribe_names_its_clause(text: str, clause: str, reason: str) -> None:
    _refused(text, clause, reason)


@pytest.mark.parametrize(
    ("text", "clause", "reason"),
    [
        ("visit 1 A A", "V-MARKET-1", "stall 1 is empty"),
        ("visit 3 AA A", "V-MARKET-1", "stall 3 costs 3, not 2"),
        ("visit 2 AAB A", "V-MARKET-1", "stall 2 costs 2, not 3"),
        ("visit 3", "V-MARKET-1", "stall 3 costs 3, not 0"),
        ("visit 0 A A", "V-MARKET-1", "stall 0 costs 0, not 1"),
        ("visit 3 BBC C", "V-MARKET-1", "BBC is not in the hand AABCW"),
        ("visit 3 ABD A", "V-MARKET-3", "cards just taken from stall 3 cannot pay for it"),
        ("visit 2 WW A", "V-MARKET-3", "cards just taken from stall 2 cannot pay for it"),
        ("visit 0 - A", "V-CURSE-3", "nothing is cursed at stall 0"),
        ("visit 0 - W", "V-CURSE-3", "nothing is cursed at stall 0"),
        ("visit 2 AB C", "V-CURSE-1", "C is no treasure card among the discarded AB"),
        ("visit 2 AW W", "V-CURSE-1", "W is no treasure card among the discarded AW"),
        ("visit 2 AB W", "V-CURSE-1", "W is no treasure card among the discarded AB"),
    ],
)
def test_an_illegal_visit_names_its_clause(text: str, clause: str, reason: str) -> None:
    _refused(text, clause, reason)


@pytest.mark.parametrize(
    ("ruleset", "text", "clause", "reason"),
    [
        (ALL, "bribe A A", "V-BRIBE-1", "every Wild of the hand must go along"),
        (ALL, "bribe B B", "V-BRIBE-1", "every Wild of the hand must go along"),
        (NEVER, "bribe A W", "V-BRIBE-1", "Wilds alone cannot be added to a bribe"),
        (OPEN, "visit 1 - A", "V-MARKET-1", "stall 1 costs 1, not 0"),
        (OPEN, "visit 1 D D", "V-MARKET-1", "D is not in the hand AABCW"),
        (OPEN, "visit 1 W W", "V-MARKET-2", "Wilds alone cannot pay"),
        (BLOCK, "visit 2 BC C", "V-CURSE-4", "the token C has no room for the whole curse"),
        (BLOCK, "visit 2 BC B", "V-CURSE-4", "the token B has no room for the whole curse"),
        (BLOCK, "visit 3 AAB A", "V-CURSE-4", "the token A has no room for the whole curse"),
    ],
)
def test_what_another_reading_forbids_or_opens_names_its_clause(
    ruleset: Ruleset, text: str, clause: str, reason: str
) -> None:
    _refused(text, clause, reason, ruleset)


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        (DEFAULT, "bribe A A"),
        (DEFAULT, "bribe A W"),
        (ALL, "bribe A AW"),
        (ALL, "bribe A W"),
        (NEVER, "bribe A AW"),
        (OPEN, "visit 1 A A"),
        (DEFAULT, "visit 2 BC C"),
        (BLOCK, "visit 2 AA A"),
    ],
)
def test_the_legal_neighbours_of_those_refusals_are_played(ruleset: Ruleset, text: str) -> None:
    assert text in legal_texts(TABLE, ruleset)
    assert play(TABLE, text, ruleset=ruleset).turn == 1


@pytest.mark.parametrize(
    ("ruleset", "text", "clause", "other"),
    [
        (DEFAULT, "bribe W -", "V-BRIBE-1", "no card is played"),
        (DEFAULT, "bribe B WW", "V-BRIBE-1", "and V-BRIBE-3: Wilds alone start no bribe"),
        (DEFAULT, "bribe B AW", "V-BRIBE-1", "and V-BRIBE-3: no card of its type"),
        (NEVER, "bribe B W", "V-BRIBE-3", "and V-BRIBE-1: Wilds alone are never played"),
        (DEFAULT, "visit 1 W W", "V-MARKET-1", "and V-MARKET-2: an empty stall, paid with a Wild"),
        (DEFAULT, "visit 1 - A", "V-MARKET-1", "and V-CURSE-1: an empty stall, not paid"),
        (DEFAULT, "visit 3 WW W", "V-MARKET-1", "and V-MARKET-2: too few, all Wilds"),
        (DEFAULT, "visit 0 A B", "V-MARKET-1", "and V-CURSE-3: a payment at stall 0, another type cursed"),
        (DEFAULT, "visit 3 WWW W", "V-MARKET-1", "and V-MARKET-2: Wilds that are not in the hand"),
        (DEFAULT, "visit 2 WW W", "V-MARKET-3", "and V-MARKET-2: a Wild just taken, all Wilds"),
        (DEFAULT, "visit 3 ABE F", "V-MARKET-3", "and V-CURSE-1: a card just taken, another type cursed"),
        (DEFAULT, "visit 3 DEE E", "V-MARKET-1", "not V-MARKET-3: the stall would not pay it either"),
        (OPEN, "visit 1 W A", "V-MARKET-2", "and V-CURSE-1: all Wilds, another type cursed"),
        (BLOCK, "visit 2 AA B", "V-CURSE-1", "and V-CURSE-4: not among the discarded, no room either"),
    ],
)
def test_of_two_broken_clauses_the_first_is_named(ruleset: Ruleset, text: str, clause: str, other: str) -> None:
    assert other
    with pytest.raises(IllegalAction) as refused:
        play(TABLE, text, ruleset=ruleset)
    assert refused.value.clause == clause


def test_wilds_alone_and_not_every_wild_is_refused_under_all_as_v_bribe_1() -> None:
    """V-BRIBE-1, bribe.wilds: all."""
    state = position(deck="A", hands=("WW", ""), bribes=(("A",), ()))
    with pytest.raises(IllegalAction, match=r"^V-BRIBE-1: every Wild"):
        play(state, "bribe A W", ruleset=ALL)
    assert play(state, "bribe A WW", ruleset=ALL).bribes == (("AWW",), ())


def test_a_type_without_a_token_cannot_be_bribed() -> None:
    with pytest.raises(IllegalAction, match=r"^V-BRIBE-1: D is no treasure type of this game$"):
        play(ONLY_THREE_TYPES, "bribe D D")


def test_a_type_without_a_token_cannot_be_paid_or_cursed() -> None:
    with pytest.raises(IllegalAction, match=r"^V-MARKET-1: D is not in the hand AABW$"):
        play(ONLY_THREE_TYPES, "visit 1 D D")
    with pytest.raises(IllegalAction, match=r"^V-CURSE-1: D is no treasure card"):
        play(ONLY_THREE_TYPES, "visit 1 A D")


def test_an_empty_hand_is_shown_as_a_dash() -> None:
    state = position(deck="A", market={1: "A"})
    with pytest.raises(IllegalAction, match=r"^V-BRIBE-1: A is not in the hand -$"):
        play(state, "bribe A A")
    with pytest.raises(IllegalAction, match=r"^V-MARKET-1: B is not in the hand -$"):
        play(state, "visit 1 B B")


@pytest.mark.parametrize("ruleset", [DEFAULT, ALL, NEVER, OPEN, BLOCK, Ruleset(curse_floor="block", bribe_wilds="all")])
def test_an_action_is_refused_exactly_if_it_is_not_listed(ruleset: Ruleset) -> None:
    """V-TURN-1: every visit of up to three cards of the hand's, the stalls' and other letters."""
    legal = set(legal_actions(TABLE, ruleset))
    payments = ["", *"ABCDW", "AA", "AB", "AW", "BC", "BW", "CW", "WW", "AAB", "AAC", "ABC", "ABW", "BCW"]
    for stall in (0, 1, 2, 3):
        for pay in payments:
            for curse in ("", *"ABCDW"):
                visit = Visit(stall, pay, curse)
                if pay and not curse:
                    continue  # has no text and no JSON; see the next test
                assert _is_played(visit, ruleset) == (visit in legal), visit


def test_a_payment_without_a_curse_has_no_form_and_is_refused_all_the_same() -> None:
    """V-CURSE-1: the curse is not optional."""
    with pytest.raises(IllegalAction, match=r"^V-CURSE-1: nothing is no treasure card among the discarded AAB$"):
        apply(TABLE, Visit(3, "AAB"), DEFAULT)


def _is_played(action: Action, ruleset: Ruleset) -> bool:
    try:
        apply(TABLE, action, ruleset)
    except IllegalAction:
        return False
    return True


def _refused(text: str, clause: str, reason: str, ruleset: Ruleset = DEFAULT) -> None:
    before = position_to_json(TABLE)
    assert text not in legal_texts(TABLE, ruleset)
    with pytest.raises(IllegalAction) as refused:
        play(TABLE, text, ruleset=ruleset)
    assert (refused.value.clause, refused.value.reason) == (clause, reason)
    assert str(refused.value) == f"{clause}: {reason}"
    assert position_to_json(TABLE) == before
