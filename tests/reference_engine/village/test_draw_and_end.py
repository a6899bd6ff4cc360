"""Drawing, the order of turns, and the end of the game."""

from dataclasses import replace

import pytest

from reference_engine.errors import IllegalAction, UnknownReading
from reference_engine.village import Ruleset, current_player, is_terminal, legal_actions, players
from tests.reference_engine.village.positions import DEFAULT, legal_texts, play, position

TURN = Ruleset(end_empty_deck="turn")
LAST_MATCH_ENDS = Ruleset(end_last_match=r"end")


def test_a_draw_takes_the_top_card_and_changes_nothing_else() -> None:
    """V-DRAW-1."""
    before = position(deck="BCA", hands=("ACW", "D"), bribes=(("B",), ()), market={3: "E"}, discard="F")
    assert play(before, "draw") == replace(before, turn=1, deck="CA", hands=("ABCW", "D"))


def test_the_draw_is_always_legal_while_the_game_goes_on() -> None:
    """V-TURN-1, V-DRAW-2: there is no pass, and an empty deck can be drawn from."""
    assert legal_texts(position(deck="A")) == ["draw"]
    assert legal_texts(position(deck="")) == ["draw"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_turns_go_round_in_seating_order(seats: int) -> None:
    """V-TURN-2."""
    state = position(deck="ABCDEFA", hands=("",) * seats)
    assert players(state) == seats
    order = []
    for _ in range(seats + 1):
        order.append(current_player(state))
        state = play(state, "draw")
    assert order == [*range(seats), 0]


def test_every_kind_of_action_passes_the_turn_and_the_last_seat_is_followed_by_the_first() -> None:
    """V-TURN-2."""
    state = position(turn=4, deck="AB", hands=("", "", "", "", "A"), market={0: "C"})
    assert [play(state, text).turn for text in ("bribe A A", "draw", "visit 0")] == [0, 0, 0]


# The end


@pytest.mark.parametrize(("ruleset", "over", "turn"), [(DEFAULT, False, 1), (TURN, True, 0)])
def test_drawing_the_last_card(ruleset: Ruleset, over: bool, turn: int) -> None:
    """V-DRAW-1, V-END-1, end.empty_deck."""
    after = play(position(deck="A", hands=("", "")), "draw", ruleset=ruleset)
    assert (after.over, after.turn, after.deck, after.hands) == (over, turn, "", ("A", ""))


@pytest.mark.parametrize("ruleset", [DEFAULT, TURN, LAST_MATCH_ENDS])
def test_the_last_card_but_one_ends_nothing_under_any_reading(ruleset: Ruleset) -> None:
    after = play(position(deck="AB", hands=("C", "")), "draw", ruleset=ruleset)
    assert not after.over
    after = play(position(deck="CB", hands=("C", "")), "bribe C C", ruleset=ruleset)
    assert not after.over
    after = play(position(deck="B", hands=("", ""), market={0: "A"}), "visit 0", ruleset=ruleset)
    assert not after.over


@pytest.mark.parametrize(
    ("ruleset", "over", "turn"),
    [
        (DEFAULT, False, 1),
        (LAST_MATCH_ENDS, True, 0),
        (TURN, True, 0),
        (Ruleset(end_empty_deck="turn", end_last_match=r"end"), True, 0),
    ],
)
def test_a_refill_that_stops_on_the_very_last_card(ruleset: Ruleset, over: bool, turn: int) -> None:
    """V-REFILL-3, V-END-1, end.last_match, end.empty_deck."""
    after = play(position(deck="BA", hands=("AC", "")), "bribe A A", ruleset=ruleset)
    assert (after.over, after.turn, after.market) == (over, turn, ("", "", "A", "B"))


@pytest.mark.parametrize(
    ("ruleset", "over", "turn"), [(DEFAULT, False, 1), (LAST_MATCH_ENDS, False, 1), (TURN, True, 0)]
)
def test_a_visit_when_the_deck_is_empty(ruleset: Ruleset, over: bool, turn: int) -> None:
    """V-END-1, end.empty_deck: an empty deck alone ends nothing by default."""
    after = play(position(hands=("A", "")), "bribe A A", ruleset=ruleset)
    assert after.over
    after = play(position(hands=("A", ""), market={1: "B"}), "visit 1 A A", ruleset=ruleset)
    assert (after.over, after.turn, after.hands) == (over, turn, ("B", ""))


@pytest.mark.parametrize("ruleset", [DEFAULT, LAST_MATCH_ENDS])
def test_the_game_goes_on_with_an_empty_deck_until_a_card_is_needed(ruleset: Ruleset) -> None:
    """V-END-1: the last card is drawn, two stalls are visited, then somebody needs a card."""
    state = play(
        position(deck="C", hands=("", "A", "B"), market={0: "D", 1: "E"}),
        "draw",
        "visit 1 A A",
        "visit 0",
        ruleset=ruleset,
    )
    assert (state.over, state.turn, state.hands) == (False, 0, ("C", "E", "BD"))
    assert play(state, "draw", ruleset=ruleset).over
    assert play(state, "bribe C C", ruleset=ruleset).over


@pytest.mark.parametrize("ruleset", [DEFAULT, TURN, LAST_MATCH_ENDS])
def test_a_draw_from_an_empty_deck_ends_the_game_and_the_turn_stays(ruleset: Ruleset) -> None:
    """V-DRAW-2."""
    before = position(turn=1, hands=("A", "B", "C"), market={3: "D"}, discard="E")
    assert play(before, "draw", ruleset=ruleset) == replace(before, over=True)


def test_the_round_is_not_played_out() -> None:
    """V-REFILL-3: player 1 of 3 ends the game; player 2 has no more turn."""
    after = play(position(turn=1, deck="B", hands=("", "A", "C")), "bribe A A")
    assert is_terminal(after)
    assert current_player(after) == 1
    assert legal_actions(after, DEFAULT) == ()


@pytest.mark.parametrize("text", ["draw", "bribe A A", "visit 0", "bribe W W", "visit 3 AAA W"])
def test_nothing_can_be_played_after_the_end(text: str) -> None:
    """V-END-1: named before any other clause."""
    over = position(over=True, hands=("A", ""), market={0: "B"})
    with pytest.raises(IllegalAction) as refused:
        play(over, text)
    assert str(refused.value) == "V-END-1: the game is over"


def test_is_terminal_tells_whether_the_game_is_over() -> None:
    assert is_terminal(position(over=True))
    assert not is_terminal(position(deck=""))


# Hand cards at the end


def test_matching_hand_cards_join_the_bribes_of_every_player_and_wilds_and_the_rest_stay() -> None:
    """V-END-2, V-END-3: nobody's token moves and nothing is dealt."""
    before = position(
        turn=2,
        hands=("AABCWW", "BBD", "ABC", "FW", ""),
        bribes=(("A", "BW"), ("A",), (), ("D", "FWW"), ("E",)),
        market={3: "AB", 1: "C"},
        track="FEDCBA",
        discard="D",
    )
    assert play(before, "draw") == replace(
        before,
        over=True,
        hands=("CWW", "BBD", "ABC", "W", ""),
        bribes=(("AAA", "BBW"), ("A",), (), ("D", "FFWW"), ("E",)),
    )


def test_the_rest_of_the_type_just_bribed_joins_when_the_refill_runs_out() -> None:
    """V-REFILL-3, V-END-2: only the cards played move the token."""
    after = play(position(deck="BC", hands=("AAAWB", "B"), bribes=((), ("B",))), "bribe A AW")
    assert (after.bribes, after.hands) == ((("AAAW",), ("BB",)), ("B", ""))
    assert after.track == tuple("BCADEF")


def test_the_last_card_drawn_joins_a_bribe_when_the_turn_ends_the_game() -> None:
    """V-END-2, end.empty_deck: turn."""
    before = position(deck="A", hands=("", ""), bribes=(("AW",), ()))
    assert play(before, "draw", ruleset=TURN).bribes == (("AAW",), ())
    assert play(before, "draw").bribes == (("AW",), ())


def test_cards_joining_at_the_end_go_before_the_wilds_of_the_bribe() -> None:
    after = play(position(hands=("CC", ""), bribes=(("CWW",), ())), "draw")
    assert after.bribes == (("CCCWW",), ())


def test_holding_cards_back_at_the_end_is_not_played() -> None:
    """V-END-2, end.final_bribes."""
    assert Ruleset().end_final_bribes == "forced"
    with pytest.raises(UnknownReading, match=r"^reading end\.final_bribes has no played value 'optional'"):
        Ruleset.from_readings({"end.final_bribes": "optional"})
