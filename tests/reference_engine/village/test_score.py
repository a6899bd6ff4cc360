"""Scores, the winner, and the tie-break, worked by hand.

Where nothing else is said the spaces are worth 1, 1, 2, 2, 3, 4 and hold A, B, C, D, E, F.
"""

import pytest

from reference_engine.errors import GameNotOver
from reference_engine.village import Outcome, Ruleset, State, outcome, outcome_to_json, standing
from tests.reference_engine.village.positions import DEFAULT, play, position

BY_VALUE = Ruleset(tie_steps="value")
NOBODY = Ruleset(tie_full="none")


def finished(*players: tuple[str, str], track: str = "ABCDEF") -> State:
    """A game that is over: for each player the bribes, separated by blanks, and the hand."""
    return position(
        over=True,
        hands=tuple(hand for _, hand in players),
        bribes=tuple(tuple(bribes.split()) for bribes, _ in players),
        track=track,
    )


# Scores


@pytest.mark.parametrize(
    ("bribes", "hand", "score"),
    [
        ("", "", 0),
        ("A", "", 1),
        ("B", "", 1),
        ("C", "", 2),
        ("D", "", 2),
        ("E", "", 3),
        ("F", "", 4),
        ("FFWW", "", 16),
        ("AWWW EE", "", 10),
        ("", "A", -1),
        ("", "DEF", -9),
        ("", "WWW", -6),
        ("CCW EW", "ABFW", 3 * 2 + 2 * 3 - 1 - 1 - 4 - 2),
    ],
)
def test_cards_in_bribes_score_and_cards_in_the_hand_cost(bribes: str, hand: str, score: int) -> None:
    """V-SCORE-1, V-SCORE-2, V-SCORE-3."""
    assert outcome(finished((bribes, hand), ("", "")), DEFAULT).scores == (score, 0)


def test_the_space_under_the_token_counts_not_the_letter() -> None:
    """V-SCORE-1, V-SCORE-2: A on the space worth 4, F on one worth 1."""
    state = finished(("AW", "F"), ("FF", "C"), track="FEDCBA")
    assert outcome(state, DEFAULT).scores == (8 - 1, 2 - 2)


@pytest.mark.parametrize(("penalty", "scores"), [("2", (0, -4)), ("1", (2, -2)), ("3", (-2, -6)), ("4", (-4, -8))])
def test_what_a_wild_in_the_hand_costs(penalty: str, scores: tuple[int, ...]) -> None:
    """V-SCORE-3, score.wild_penalty: the Wild in the bribe is worth 2 under each value."""
    ruleset = Ruleset.from_readings({"score.wild_penalty": penalty})
    assert outcome(finished(("CW", "WW"), ("", "WW")), ruleset).scores == scores


def test_the_standing_is_the_score_if_the_game_ended_now() -> None:
    """V-END-2 first: the A and the B that match join; the position itself stays as it is."""
    state = position(deck="CCC", hands=("ABW", "AF", "B"), bribes=(("AW",), (), ("B",)))
    assert standing(state, DEFAULT) == (3 - 1 - 2, -1 - 4, 2)
    assert standing(state, Ruleset(score_wild_penalty="4")) == (3 - 1 - 4, -1 - 4, 2)
    assert state.hands == ("ABW", "AF", "B")


def test_the_standing_of_a_finished_game_is_its_score() -> None:
    state = finished(("FW", "E"), ("A", "W"))
    assert standing(state, DEFAULT) == outcome(state, DEFAULT).scores == (5, -1)


def test_the_outcome_of_a_game_that_goes_on_is_refused() -> None:
    with pytest.raises(GameNotOver, match=r"^the game is not over$"):
        outcome(position(deck=""), DEFAULT)


def test_a_whole_ending_is_scored_after_the_hand_cards_joined() -> None:
    """V-DRAW-2, V-END-2, V-SCORE-1: three A on a space worth 1 and an F in the hand."""
    state = play(position(hands=("AAF", "W"), bribes=(("A",), ())), "draw")
    assert outcome(state, DEFAULT) == Outcome((3 - 4, -2), (0,), "score")


# Who wins


def test_the_highest_total_wins() -> None:
    """V-WIN-1."""
    assert outcome(finished(("E", ""), ("F", ""), ("D", "")), DEFAULT) == Outcome((3, 4, 2), (1,), "score")


def test_the_highest_total_wins_also_where_all_are_negative() -> None:
    """V-WIN-1."""
    assert outcome(finished(("", "F"), ("", "EW"), ("", "E")), DEFAULT) == Outcome((-4, -5, -3), (2,), "score")


def test_more_cards_on_the_top_space_do_not_beat_a_higher_total() -> None:
    state = finished(("FFFF", "WWWW"), ("EEE", ""))
    assert outcome(state, DEFAULT) == Outcome((8, 9), (1,), "score")


TIES = [
    ("space 5", "FF", "", "A E F", ""),
    ("space 4", "EE F", "", "A D E F", ""),
    ("space 3", "DD E F", "", "C D E F", ""),
    ("space 2", "CC D E F", "", "AA C D E F", ""),
    ("space 1", "BB C D E F", "", "A B C D E F", ""),
    ("space 0", "AA C D E F", "B", "A C D E F", ""),
]


@pytest.mark.parametrize(("step", "more", "more_hand", "fewer", "fewer_hand"), TIES)
def test_a_tie_is_decided_at_each_space_from_the_right(
    step: str, more: str, more_hand: str, fewer: str, fewer_hand: str
) -> None:
    """V-TIE-1, V-TIE-2: equal totals, equal counts on all spaces further right."""
    first = outcome(finished((more, more_hand), (fewer, fewer_hand)), DEFAULT)
    assert first.scores[0] == first.scores[1]
    assert (first.winners, first.decided) == ((0,), step)
    second = outcome(finished((fewer, fewer_hand), (more, more_hand)), DEFAULT)
    assert (second.winners, second.decided) == ((1,), step)


def test_the_tie_break_goes_by_the_spaces_not_by_the_letters() -> None:
    """V-TIE-1: with F on the leftmost space and A on the rightmost."""
    state = finished(("AA", ""), ("A B F", ""), track="FEDCBA")
    assert outcome(state, DEFAULT) == Outcome((8, 8), (0,), "space 5")


def test_who_is_not_tied_at_the_top_takes_no_part_in_the_tie_break() -> None:
    """V-TIE-1: player 2 has most F but a lower total."""
    state = finished(("E", ""), ("A C", ""), ("FFF", "WWWWWW"))
    assert outcome(state, DEFAULT) == Outcome((3, 3, 0), (0,), "space 4")


def test_who_falls_out_at_one_space_is_out_for_the_spaces_further_left() -> None:
    """V-TIE-2: player 2 has no F, and then most E."""
    state = finished(("A D E F", ""), ("EE F", ""), ("A EEE", ""))
    assert outcome(state, DEFAULT) == Outcome((10, 10, 10), (1,), "space 4")


def test_players_equal_on_every_space_win_together_and_the_others_do_not() -> None:
    """V-TIE-3: player 1 falls out at the top space, player 3 is not tied."""
    state = finished(("F", ""), ("CC", ""), ("F", ""), ("E", ""))
    assert outcome(state, DEFAULT) == Outcome((4, 4, 4, 3), (0, 2), "shared")


@pytest.mark.parametrize(
    ("ruleset", "winners", "decided"), [(DEFAULT, (0, 1, 2, 3, 4), "shared"), (NOBODY, (), "nobody")]
)
def test_a_full_tie_of_five(ruleset: Ruleset, winners: tuple[int, ...], decided: str) -> None:
    """V-TIE-3, tie.full."""
    state = finished(*[("", "")] * 5)
    assert outcome(state, ruleset) == Outcome((0, 0, 0, 0, 0), winners, decided)


@pytest.mark.parametrize(("ruleset", "winners", "decided"), [(DEFAULT, (0, 1), "shared"), (NOBODY, (), "nobody")])
def test_a_full_tie_of_two(ruleset: Ruleset, winners: tuple[int, ...], decided: str) -> None:
    """V-TIE-3, tie.full: equal on every space, with other hands."""
    state = finished(("E FW", "D"), ("E FW", "W"))
    assert outcome(state, ruleset) == Outcome((9, 9), winners, decided)


def test_with_tie_full_none_a_tie_that_a_space_decides_has_its_winner() -> None:
    assert outcome(finished(("F", ""), ("CC", "")), NOBODY) == Outcome((4, 4), (0,), "space 5")


# tie.steps


@pytest.mark.parametrize(
    ("first", "second", "by_space", "by_value"),
    [
        ("FF", "A E F", ((0,), "space 5"), ((0,), "value 4")),
        ("EE F", "A D E F", ((0,), "space 4"), ((0,), "value 3")),
        ("DD E F", "C D E F", ((0,), "space 3"), ((0, 1), "shared")),
        ("AA DD E F", "CC D E F", ((0,), "space 3"), ((1,), "value 2")),
        ("CC D E F", "AA C D E F", ((0,), "space 2"), ((0,), "value 2")),
        ("BB C D E F", "A B C D E F", ((0,), "space 1"), ((0, 1), "shared")),
    ],
)
def test_spaces_one_by_one_or_those_of_equal_value_together(
    first: str, second: str, by_space: tuple[tuple[int, ...], str], by_value: tuple[tuple[int, ...], str]
) -> None:
    """V-TIE-2, tie.steps: C and D stand on spaces worth 2, A and B on spaces worth 1."""
    state = finished((first, ""), (second, ""))
    got = outcome(state, DEFAULT)
    assert (got.winners, got.decided) == by_space
    got = outcome(state, BY_VALUE)
    assert (got.winners, got.decided) == by_value


def test_the_lowest_value_can_decide() -> None:
    """tie.steps: AA against B and a card that costs 1; 2 - 1 against 1."""
    state = finished(("AA", "B"), ("B", ""))
    assert outcome(state, DEFAULT) == Outcome((1, 1), (1,), "space 1")
    assert outcome(state, BY_VALUE) == Outcome((1, 1), (0,), "value 1")


# tie.among


def winners(state: State, among: str, **readings: str) -> tuple[tuple[int, ...], str]:
    """Who wins, and what decided."""
    got = outcome(state, Ruleset.from_readings({"tie.among": among, **readings}))
    return got.winners, got.decided


@pytest.mark.parametrize(
    ("among", "won", "decided"), [("still", (0, 1), "shared"), ("tied", (2,), "space 4"), ("all", (2,), "space 4")]
)
def test_who_has_fewer_cards_on_one_space_is_out_or_compared_again_on_the_next(
    among: str, won: tuple[int, ...], decided: str
) -> None:
    """V-TIE-2, tie.among: 2, 2 and 1 F; then 0, 0 and 1 E."""
    state = finished(("FF", ""), ("FF", ""), ("A E F", ""))
    assert outcome(state, DEFAULT).scores == (8, 8, 8)
    assert winners(state, among) == (won, decided)


@pytest.mark.parametrize(
    ("among", "won", "decided"), [("still", (0,), "space 4"), ("tied", (0,), "space 4"), ("all", (2,), "space 5")]
)
def test_who_has_a_lower_total_is_not_compared_or_can_win(among: str, won: tuple[int, ...], decided: str) -> None:
    """V-TIE-1, tie.among: player 2 has most F."""
    state = finished(("E", ""), ("A C", ""), ("FFF", "WWWWWW"))
    assert outcome(state, DEFAULT).scores == (3, 3, 0)
    assert winners(state, among) == (won, decided)


@pytest.mark.parametrize("among", ["still", "tied", "all"])
def test_whoever_is_compared_one_alone_with_the_highest_total_wins(among: str) -> None:
    """V-WIN-1, tie.among: player 1 has most F."""
    assert winners(finished(("EE", ""), ("FF", "WWW"), ("C", "")), among) == ((0,), "score")


@pytest.mark.parametrize("among", ["still", "tied", "all"])
@pytest.mark.parametrize(("full", "won", "decided"), [("shared", (0, 2), "shared"), ("none", (), "nobody")])
def test_players_equal_on_every_space_are_a_full_tie_whoever_is_compared(
    among: str, full: str, won: tuple[int, ...], decided: str
) -> None:
    """V-TIE-3, tie.among, tie.full: player 1 has a lower total, and no more on any space."""
    assert winners(finished(("F", ""), ("F", "W"), ("F", "")), among, **{"tie.full": full}) == (won, decided)


@pytest.mark.parametrize(
    ("among", "won", "decided"),
    [("still", (0, 1), "shared"), ("tied", (0, 1, 2, 3), "shared"), ("all", (0, 1, 2, 3), "shared")],
)
def test_where_no_space_puts_one_ahead_it_is_a_full_tie_of_those_still_equal_or_of_all_with_the_highest_total(
    among: str, won: tuple[int, ...], decided: str
) -> None:
    """V-TIE-3, tie.among, tie.full: two pairs of equals, and player 4 with a lower total."""
    state = finished(("F E", ""), ("F E", ""), ("CC E", ""), ("CC E", ""), ("E", ""))
    assert winners(state, among) == (won, decided)
    assert winners(state, among, **{"tie.full": "none"}) == ((), "nobody")


@pytest.mark.parametrize(
    ("among", "steps", "won", "decided"),
    [
        ("still", "space", (0,), "space 3"), ("still", "value", (0, 1), "shared"),
        ("tied", "space", (0,), "space 3"), ("tied", "value", (2,), "value 1"),
        ("all", "space", (0,), "space 3"), ("all", "value", (2,), "value 1"),
    ],
)  # fmt: skip
def test_whoever_is_compared_each_space_or_each_value_is_one_step(
    among: str, steps: str, won: tuple[int, ...], decided: str
) -> None:
    """V-TIE-2, tie.among, tie.steps: D and C against each other, and A in the end."""
    state = finished(("DD", ""), ("C D", ""), ("D AA", ""))
    assert outcome(state, DEFAULT).scores == (4, 4, 4)
    assert winners(state, among, **{"tie.steps": steps}) == (won, decided)


@pytest.mark.parametrize(
    ("among", "count", "won"),
    [("all", "bribe", 0), ("all", "treasure", 0), ("all", "owned", 2), ("all", "type", 2), ("tied", "owned", 0)],
)
def test_where_all_are_compared_a_hand_can_win_if_its_cards_count(among: str, count: str, won: int) -> None:
    """V-TIE-1, tie.among, tie.count: player 2 has three F in hand and a total of -12."""
    state = finished(("FF", ""), ("EE C", ""), ("", "FFF"))
    assert winners(state, among, **{"tie.count": count}) == ((won,), "space 5")


# tie.count


@pytest.mark.parametrize(
    ("count", "winner", "decided"),
    [
        ("bribe", 0, "space 5"),
        ("treasure", 1, "space 5"),
        ("owned", 0, "space 5"),
        ("type", 1, "space 5"),
    ],
)
def test_whether_wilds_count_in_the_tie_break(count: str, winner: int, decided: str) -> None:
    """V-TIE-1, tie.count: one F and two Wilds against two F."""
    state = finished(("FWW", ""), ("DD FF", ""))
    ruleset = Ruleset.from_readings({"tie.count": count})
    assert outcome(state, ruleset) == Outcome((12, 12), (winner,), decided)


@pytest.mark.parametrize(
    ("count", "winner", "decided"),
    [
        ("bribe", 1, "space 5"),
        ("treasure", 1, "space 5"),
        ("owned", 0, "space 4"),
        ("type", 0, "space 4"),
    ],
)
def test_whether_hand_cards_count_in_the_tie_break(count: str, winner: int, decided: str) -> None:
    """V-TIE-1, tie.count: an F in the hand against an F in a bribe."""
    state = finished(("EEEE", "F"), ("DD F", ""))
    ruleset = Ruleset.from_readings({"tie.count": count})
    assert outcome(state, ruleset) == Outcome((8, 8), (winner,), decided)


def test_wilds_in_the_hand_count_under_no_value_of_tie_count() -> None:
    """V-TIE-1: 12 - 4 against 8."""
    state = finished(("EEEE", "WW"), ("FF", ""))
    for count in ("bribe", "treasure", "owned", "type"):
        assert outcome(state, Ruleset.from_readings({"tie.count": count})).winners == (1,)


def test_only_the_players_own_cards_of_that_type_count() -> None:
    """V-TIE-1: the Wilds in a bribe of E are no cards on the top space."""
    assert outcome(finished(("EWWW", ""), ("CC FF", "")), DEFAULT) == Outcome((12, 12), (1,), "space 5")


def test_the_outcome_in_json_has_scores_and_winners() -> None:
    assert outcome_to_json(Outcome((3, -2, 3), (0, 2), "shared")) == {"scores": [3, -2, 3], "winners": [0, 2]}
    assert outcome_to_json(Outcome((0, 0), (), "nobody")) == {"scores": [0, 0], "winners": []}
