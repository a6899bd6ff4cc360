"""Bribe the Dragon: which bribes there are, when one is legal, and what it does."""

from collections.abc import Iterator
from dataclasses import replace

from reference_engine.errors import IllegalAction
from reference_engine.multiset import contains, gather, remove
from reference_engine.village.actions import Bribe
from reference_engine.village.end import end_game, pass_turn
from reference_engine.village.favor import can_be_raised, raise_token
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import STALLS, WILD, State, replaced


def legal(state: State, ruleset: Ruleset) -> Iterator[Bribe]:
    """V-BRIBE-1, V-BRIBE-3, V-BRIBE-4, V-FAVOR-3: every bribe that can be played, by type, then by cards."""
    hand, along = state.hand, _wilds_along(state, ruleset)
    for treasure in sorted(state.track):
        own = range(1, hand.count(treasure) + 1)
        plays = [treasure * cards + WILD * wilds for cards in own for wilds in along]
        if state.bribe(state.turn, treasure) and _wilds_may_go_alone(ruleset):
            plays += [WILD * wilds for wilds in along if wilds]
        for cards in sorted(plays):
            bribe = Bribe(treasure, cards)
            if can_be_raised(state.track, treasure, _spaces(state, bribe, ruleset), ruleset):
                yield bribe


def check(state: State, action: Bribe, ruleset: Ruleset) -> None:
    """Raises `IllegalAction` for the first of these that is broken.

    V-BRIBE-1 the type, the cards, the hand; V-BRIBE-3, V-BRIBE-4 Wilds alone; V-BRIBE-1 the Wilds;
    V-FAVOR-3 room for the token.
    """
    treasure, cards = action.treasure, action.cards
    if treasure not in state.track:
        raise IllegalAction("V-BRIBE-1", f"{treasure} is no treasure type of this game")
    if not cards:
        raise IllegalAction("V-BRIBE-1", "a bribe plays at least one card")
    if not set(cards) <= {treasure, WILD}:
        raise IllegalAction("V-BRIBE-1", f"{cards} has cards that are neither {treasure} nor Wild")
    if not contains(state.hand, cards):
        raise IllegalAction("V-BRIBE-1", f"{cards} is not in the hand {state.hand or '-'}")
    if treasure not in cards and not state.bribe(state.turn, treasure):
        raise IllegalAction("V-BRIBE-3", f"Wilds alone cannot start a bribe of {treasure}")
    if treasure not in cards and not _wilds_may_go_alone(ruleset):
        raise IllegalAction("V-BRIBE-1", "Wilds alone cannot be added to a bribe")
    if cards.count(WILD) not in _wilds_along(state, ruleset):
        raise IllegalAction("V-BRIBE-1", "every Wild of the hand must go along")
    if not can_be_raised(state.track, treasure, _spaces(state, action, ruleset), ruleset):
        raise IllegalAction("V-FAVOR-3", f"the token {treasure} has no room for the whole move")


def _wilds_along(state: State, ruleset: Ruleset) -> range:
    """V-BRIBE-1: how many Wilds may go along with a bribe."""
    wilds = state.hand.count(WILD)
    if ruleset.bribe_wilds == "any":
        return range(wilds + 1)
    return range(wilds, wilds + 1)


def _wilds_may_go_alone(ruleset: Ruleset) -> bool:
    """V-BRIBE-4: whether Wilds alone can be added to an own bribe."""
    return ruleset.bribe_wilds_alone == "existing"


def play(state: State, action: Bribe, ruleset: Ruleset) -> State:
    """The position after a legal bribe: the cards, the token, the market, the next turn."""
    spaces = _spaces(state, action, ruleset)
    state = _lay_down(state, action)
    state = replace(state, track=raise_token(state.track, action.treasure, spaces, ruleset))
    return _refill(state, _stopping_cards(action, ruleset), ruleset)


def _lay_down(state: State, action: Bribe) -> State:
    """V-BRIBE-2: the cards start a bribe, or join the player's own bribe of that type."""
    player = state.turn
    joined = state.bribe(player, action.treasure)
    others = (bribe for bribe in state.bribes[player] if bribe != joined)
    return replace(
        state,
        hands=replaced(state.hands, player, remove(state.hand, action.cards)),
        bribes=replaced(state.bribes, player, tuple(sorted((*others, gather(joined, action.cards))))),
    )


def _spaces(state: State, action: Bribe, ruleset: Ruleset) -> int:
    """V-FAVOR-1: how many spaces the token moves, one for every card played; before these have been laid down."""
    if action.treasure not in action.cards and ruleset.favor_wild_bribe == "none":
        return 0  # no treasure card was played, so no token matches it
    joined = state.bribe(state.turn, action.treasure)
    match ruleset.favor_distance:
        case "played":
            return len(action.cards)
        case "bribe":
            return len(joined + action.cards)
        case "new":
            return 0 if joined else len(action.cards)


def _stopping_cards(action: Bribe, ruleset: Ruleset) -> str:
    """V-REFILL-2: the cards that stop the dealing."""
    if action.treasure not in action.cards and ruleset.refill_wild_bribe == "wild":
        return WILD  # no treasure card was played, so no type matches it
    return action.treasure + WILD


def _refill(state: State, stopping: str, ruleset: Ruleset) -> State:
    """V-REFILL-1: cards go to stalls 3, 2, 1, 0 and round again. V-REFILL-2: a stopping card is the last.

    V-REFILL-3: the game ends when a card must be dealt and the deck is empty.
    """
    if not _must_deal(state, ruleset):
        return pass_turn(state, ruleset)
    stall = _first_stall(state, ruleset)
    market, deck = list(state.market), state.deck
    stopped = False
    while deck and not stopped:
        card, deck = deck[0], deck[1:]
        market[stall] = gather(market[stall], card)
        stall = (stall - 1) % len(STALLS)
        stopped = card in stopping
    state = replace(
        state,
        deck=deck,
        market=tuple(market),
        next_stall=stall if ruleset.refill_start == "continue" else None,
    )
    if not stopped:
        return end_game(state)
    if ruleset.end_last_match == "end" and not deck:
        return end_game(state)
    return pass_turn(state, ruleset)


def _must_deal(state: State, ruleset: Ruleset) -> bool:
    """V-REFILL-2: whether at least one card is dealt."""
    if ruleset.refill_standing_wild == "dealt":
        return True
    return WILD not in "".join(state.market)


def _first_stall(state: State, ruleset: Ruleset) -> int:
    """V-REFILL-1: the stall at which a refill begins."""
    if ruleset.refill_start == "restart" or state.next_stall is None:
        return STALLS[0]
    return state.next_stall
