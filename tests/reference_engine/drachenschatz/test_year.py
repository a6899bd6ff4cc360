"""A year: the turn, reveals and claims, the last player, and the start of the next year."""

import pytest

from reference_engine.drachenschatz import Ruleset, State
from tests.reference_engine.drachenschatz.positions import (
    DEFAULT,
    REVEAL,
    dragons_of,
    legal_texts,
    piles_of,
    play,
    position,
)

CLAIMER = Ruleset(year_starter="claimer")


# Reveal


@pytest.mark.parametrize(("pile", "piles"), [(0, "CGJ S K"), (1, "CG SJ K"), (2, "CG S KJ")])
def test_a_reveal_puts_the_top_card_of_the_middle_on_top_of_the_chosen_pile(pile: int, piles: str) -> None:
    """D-REVEAL-1."""
    before = position("CG S K", middle="JCG", later=("GGG",))
    after = play(before, f"reveal {pile}")
    assert (piles_of(after), after.middle, after.turn) == (piles, "CG", 1)
    assert (after.later, after.hoards, after.year, after.over) == (("GGG",), ("", "", ""), 1, False)
    assert piles_of(before) == "CG S K"


def test_the_last_card_of_the_middle_can_be_revealed_and_the_year_goes_on() -> None:
    """D-REVEAL-1, D-LAST-1: an empty middle ends nothing."""
    state = play(position("C S K", middle="J"), "reveal 2")
    assert (piles_of(state), state.middle, state.turn, state.over) == ("C S KJ", "", 1, False)


def test_with_an_empty_middle_there_are_only_claims() -> None:
    """D-REVEAL-2."""
    assert legal_texts(position("C S K")) == ["claim 0", "claim 1", "claim 2"]


def test_a_turn_is_a_claim_or_a_reveal_of_any_pile_without_a_dragon() -> None:
    """D-TURN-1, D-REVEAL-1, D-CLAIM-1, D-CLAIM-2: piles 1 and 3 are claimed."""
    state = position("C S K G J", dragons={1: 0, 3: 4}, turn=2, middle="G")
    assert legal_texts(state) == ["claim 0", "claim 2", "claim 4", "reveal 0", "reveal 2", "reveal 4"]


def test_six_piles_can_be_chosen_from() -> None:
    texts = [f"{kind} {pile}" for kind in ("claim", "reveal") for pile in range(6)]
    assert legal_texts(position("C S K G J C", middle="G")) == texts


# Claim and turns


def test_a_claim_puts_the_dragon_on_the_pile_and_nothing_else_moves() -> None:
    """D-CLAIM-1."""
    state = play(position("CG S K", turn=1, middle="JC", later=("GGG",)), "claim 0")
    assert dragons_of(state) == {0: 1}
    assert (piles_of(state), state.middle, state.turn) == ("CG S K", "JC", 2)
    assert (state.later, state.hoards, state.year, state.over) == (("GGG",), ("", "", ""), 1, False)


def test_a_dragon_stays_where_it_is_while_others_reveal() -> None:
    """D-CLAIM-1."""
    state = play(position("C S K", middle="GGG"), "claim 1", "reveal 0", "reveal 2")
    assert (dragons_of(state), piles_of(state)) == ({1: 0}, "CG S KG")


def test_turns_go_clockwise_and_round_again() -> None:
    """D-YEAR-2."""
    state, turns = position("C S K G", middle="G" * 9), []
    for _ in range(9):
        turns.append(state.turn)
        state = play(state, "reveal 0")
    assert turns == [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    ("dragons", "turn", "following"),
    [
        ({}, 4, 0),
        ({0: 1}, 0, 2),
        ({0: 1, 1: 2}, 0, 3),
        ({3: 4, 1: 0}, 3, 1),
        ({0: 4, 1: 0, 2: 1}, 3, 2),
    ],
)
def test_turns_pass_over_those_who_have_claimed(dragons: dict[int, int], turn: int, following: int) -> None:
    """D-YEAR-2, D-CLAIM-1: also over several in a row and round the end of the table."""
    state = position("C S K G J", dragons=dragons, turn=turn, middle="GG")
    assert play(state, "reveal 4").turn == following


def test_the_turn_passes_on_after_a_claim_as_after_a_reveal() -> None:
    """D-YEAR-2."""
    state = position("C S K G J", dragons={0: 3}, turn=2, middle="GG")
    assert play(state, "claim 1").turn == 4


def test_who_is_left_without_company_keeps_moving_until_a_claim() -> None:
    """D-YEAR-2, claim.turns: none. Two of three play on, then the year ends with the second claim."""
    state = play(position("C S K", middle="GGGG", later=("JJJ",)), "claim 0", "reveal 1", "reveal 1", "reveal 2")
    assert (state.turn, state.year) == (2, 1)
    assert play(state, "claim 1").year == 2


# claim.turns: reveal


def test_who_has_claimed_keeps_revealing_under_the_other_reading() -> None:
    """D-CLAIM-1, claim.turns."""
    before = position("C S K", middle="GGGG")
    assert play(before, "claim 0", "reveal 1", "reveal 1").turn == 1
    state = play(before, "claim 0", "reveal 1", "reveal 1", ruleset=REVEAL)
    assert state.turn == 0
    assert legal_texts(state, REVEAL) == ["reveal 1", "reveal 2"]
    after = play(state, "reveal 2", ruleset=REVEAL)
    assert (piles_of(after), after.middle, after.turn) == ("C SGG KG", "G", 1)
    assert dragons_of(after) == {0: 0}


def test_who_has_claimed_is_passed_over_once_the_middle_is_empty_under_the_other_reading() -> None:
    """D-CLAIM-1, claim.turns: the last card is revealed before player 0's turn, and by player 0."""
    before = position("C S K", dragons={0: 0}, turn=2, middle="G")
    assert play(before, "reveal 1", ruleset=REVEAL).turn == 1
    before = position("C S K", dragons={0: 0}, turn=0, middle="G")
    assert play(before, "reveal 1", ruleset=REVEAL).turn == 1


def test_who_has_not_claimed_moves_also_with_an_empty_middle_under_the_other_reading() -> None:
    """D-CLAIM-1, claim.turns."""
    state = play(position("C S K G", dragons={0: 1}, turn=0), "claim 1", ruleset=REVEAL)
    assert (state.turn, legal_texts(state, REVEAL)) == (2, ["claim 2", "claim 3"])


def test_who_has_claimed_moves_next_under_the_other_reading() -> None:
    state = position("C S K G", dragons={0: 1}, turn=0, middle="GG")
    assert play(state, "reveal 1", ruleset=REVEAL).turn == 1
    assert play(state, "reveal 1").turn == 2


# The end of a year

# Players 0 and 2 of four have claimed; player 1 is to move, and player 3 will be left.
ENDING = position(
    "CG S KJ GS",
    dragons={1: 2, 3: 0},
    turn=1,
    year=2,
    middle="JK",
    later=("SGCKJG", "JJJJ"),
    hoards=("C", "GS", "", "K"),
)


def test_the_year_ends_when_all_but_one_have_claimed_and_the_last_takes_the_rest_with_the_middle() -> None:
    """D-LAST-1, D-YEAR-3: hoards are multisets of old and new cards."""
    assert play(ENDING, "claim 0").hoards == ("CGS", "CGGS", "S", "JJKKK")
    assert play(ENDING, "claim 2").hoards == ("CGS", "GJKS", "S", "CGJKK")


def test_the_next_year_starts_with_its_pile_and_no_dragons() -> None:
    """D-YEAR-1, D-YEAR-3."""
    state = play(ENDING, "claim 0")
    assert (state.year, state.over) == (3, False)
    assert piles_of(state) == "S G C K"
    assert dragons_of(state) == {}
    assert (state.middle, state.later) == ("JG", ("JJJJ",))


def test_the_last_player_takes_the_one_pile_where_the_middle_is_empty() -> None:
    """D-LAST-1."""
    state = play(position("C S K", dragons={0: 1}, turn=0, later=("GGG",)), "claim 1")
    assert state.hoards == ("S", "C", "K")


def test_the_year_goes_on_while_two_have_not_claimed() -> None:
    """D-LAST-1."""
    state = position("C S K G", dragons={0: 1}, turn=2, middle="G", later=("GGGG",))
    state = play(state, "claim 1")
    assert (state.year, state.turn, state.hoards) == (1, 3, ("", "", "", ""))


@pytest.mark.parametrize(("claimer", "last", "starter"), [(1, 3, 0), (3, 1, 2), (0, 2, 3), (2, 0, 1)])
def test_the_left_neighbour_of_the_last_player_starts_the_next_year(claimer: int, last: int, starter: int) -> None:
    """D-YEAR-4, year.starter: leftover."""
    assert play(_about_to_end(claimer, last), "claim 0").turn == starter


@pytest.mark.parametrize(("claimer", "last", "starter"), [(1, 3, 2), (3, 1, 0), (0, 2, 1), (2, 0, 3)])
def test_the_left_neighbour_of_the_last_claimer_starts_under_the_other_reading(
    claimer: int, last: int, starter: int
) -> None:
    """D-YEAR-4, year.starter: claimer."""
    assert play(_about_to_end(claimer, last), "claim 0", ruleset=CLAIMER).turn == starter


def _about_to_end(claimer: int, last: int) -> State:
    one, other = sorted({0, 1, 2, 3} - {claimer, last})
    return position("C S K G", dragons={1: one, 2: other}, turn=claimer, later=("GGGG",))


@pytest.mark.parametrize("ruleset", [DEFAULT, CLAIMER, REVEAL])
def test_the_game_is_over_after_the_year_of_the_last_pile(ruleset: Ruleset) -> None:
    """D-YEAR-5: nothing is left but hoards; the turn stays with the claimer, the year with the last one."""
    state = play(position("C S K", dragons={0: 2}, turn=1, year=4, middle="JG"), "claim 2", ruleset=ruleset)
    assert state == position(over=True, turn=1, year=4, hoards=("GJS", "K", "C"))
    assert legal_texts(state, ruleset) == []


def test_a_whole_game_of_two_years() -> None:
    """D-YEAR-1 to D-YEAR-5: player 1 is left in the first year, player 2 in the second."""
    state = position("C G S", middle="GG", later=("GJKC",))
    state = play(state, "reveal 1", "reveal 1", "claim 2", "claim 0")
    assert (state.hoards, state.turn, state.year) == (("C", "GGG", "S"), 2, 2)
    assert (piles_of(state), state.middle) == ("G J K", "C")
    state = play(state, "reveal 0", "claim 2", "claim 1")
    assert state == position(over=True, turn=1, year=2, hoards=("CK", "GGGJ", "CGS"))
