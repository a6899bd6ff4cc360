"""A year: how it starts, whose turn it is, and how it ends."""

from dataclasses import replace

from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import Pile, State, replaced
from reference_engine.multiset import gather


def start_year(state: State, starter: int) -> State:
    """D-YEAR-1: the next year's pile goes to the middle, and its first cards start the treasure piles, pile 0 first."""
    cards, *later = state.later
    return replace(
        state,
        turn=starter,
        year=state.year + 1,
        middle=cards[state.players :],
        later=tuple(later),
        piles=tuple(Pile(card) for card in cards[: state.players]),
    )


def pass_turn(state: State, ruleset: Ruleset) -> State:
    """D-YEAR-2: the next player's turn, clockwise, over those who have turns."""
    following = ((state.turn + step) % state.players for step in range(1, state.players + 1))
    return replace(state, turn=next(player for player in following if has_turns(state, player, ruleset)))


def has_turns(state: State, player: int, ruleset: Ruleset) -> bool:
    """D-CLAIM-1: whether a player takes turns; who has claimed a pile does not."""
    if ruleset.claim_turns == "none":
        return player not in state.claimed
    return player not in state.claimed or state.middle != ""  # there must be something to reveal


def after_claim(state: State, ruleset: Ruleset) -> State:
    """D-LAST-1: the year ends as soon as all players but one have claimed; else it goes on."""
    if len(state.free) > 1:
        return pass_turn(state, ruleset)
    last = next(player for player in range(state.players) if player not in state.claimed)
    starter = _starter(state, last, ruleset)
    return _end_year(_lay_down(_take_the_rest(state, last)), starter)


def _take_the_rest(state: State, last: int) -> State:
    """D-LAST-1: the last player gets the one pile left and everything left in the middle."""
    (left,) = state.free
    rest = Pile(state.piles[left].cards + state.middle, last)
    return replace(state, middle="", piles=replaced(state.piles, left, rest))


def _lay_down(state: State) -> State:
    """D-YEAR-3: the cards of every pile go to the hoard of its player, and the dragons come back."""
    hoards = state.hoards
    for pile in state.piles:
        if pile.dragon is not None:
            hoards = replaced(hoards, pile.dragon, gather(hoards[pile.dragon], pile.cards))
    return replace(state, piles=(), hoards=hoards)


def _starter(state: State, last: int, ruleset: Ruleset) -> int:
    """D-YEAR-4: the player to the left of the last player starts the next year."""
    if ruleset.year_starter == "leftover":
        return (last + 1) % state.players
    return (state.turn + 1) % state.players  # whoever moves has placed the last dragon


def _end_year(state: State, starter: int) -> State:
    """D-YEAR-5: with no pile to come the game is over; else the next year starts."""
    if not state.later:
        return replace(state, over=True)
    return start_year(state, starter)
