"""Visit the Black Market: which visits there are, when one is legal, and what it does."""

from collections.abc import Iterator
from dataclasses import replace

from reference_engine.errors import IllegalAction
from reference_engine.multiset import choices, contains, gather, remove
from reference_engine.village.actions import Visit
from reference_engine.village.end import pass_turn
from reference_engine.village.favor import can_be_lowered, lower_token
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import STALLS, WILD, State, replaced


def legal(state: State, ruleset: Ruleset) -> Iterator[Visit]:
    """V-MARKET-1, V-MARKET-2, V-CURSE-1, V-CURSE-3: every visit that can be paid, by stall, payment, curse."""
    for stall in sorted(STALLS):
        if not _can_be_visited(state, stall, ruleset):
            continue
        if stall == 0:
            yield Visit(stall)
            continue
        for pay in choices(state.hand, stall):
            for curse in sorted(set(pay) - {WILD}):
                visit = Visit(stall, pay, curse)
                if can_be_lowered(state.track, curse, _spaces(visit, ruleset), ruleset):
                    yield visit


def check(state: State, action: Visit, ruleset: Ruleset) -> None:
    """Raises `IllegalAction` for the first of these that is broken.

    V-MARKET-1 the stall, the number of cards; V-MARKET-1, V-MARKET-3 the hand; V-MARKET-2 Wilds
    only; V-CURSE-3 a curse at stall 0; V-CURSE-1 the cursed type; V-CURSE-4 room for the curse.
    """
    stall, pay, curse = action.stall, action.pay, action.curse
    if not _can_be_visited(state, stall, ruleset):
        raise IllegalAction("V-MARKET-1", f"stall {stall} is empty")
    if len(pay) != stall:
        raise IllegalAction("V-MARKET-1", f"stall {stall} costs {stall}, not {len(pay)}")
    if not contains(state.hand, pay):
        if contains(gather(state.hand, state.market[stall]), pay):
            raise IllegalAction("V-MARKET-3", f"cards just taken from stall {stall} cannot pay for it")
        raise IllegalAction("V-MARKET-1", f"{pay} is not in the hand {state.hand or '-'}")
    if pay and set(pay) == {WILD}:
        raise IllegalAction("V-MARKET-2", "Wilds alone cannot pay")
    if not pay and curse:
        raise IllegalAction("V-CURSE-3", "nothing is cursed at stall 0")
    if pay and curse not in set(pay) - {WILD}:
        raise IllegalAction("V-CURSE-1", f"{curse or 'nothing'} is no treasure card among the discarded {pay}")
    if pay and not can_be_lowered(state.track, curse, _spaces(action, ruleset), ruleset):
        raise IllegalAction("V-CURSE-4", f"the token {curse} has no room for the whole curse")


def _can_be_visited(state: State, stall: int, ruleset: Ruleset) -> bool:
    """V-MARKET-1: whether a stall can be chosen."""
    if ruleset.market_empty_stall == "closed":
        return state.market[stall] != ""
    return True


def play(state: State, action: Visit, ruleset: Ruleset) -> State:
    """The position after a legal visit: the payment, the cards taken, the curse, the next turn."""
    state = _take(_pay(state, action), action)
    if action.pay:
        spaces = _spaces(action, ruleset)
        state = replace(state, track=lower_token(state.track, action.curse, spaces, ruleset))
    return pass_turn(state, ruleset)


def _pay(state: State, action: Visit) -> State:
    """V-MARKET-1: the payment is discarded. V-DISCARD-1: it leaves the game for good."""
    hand = remove(state.hand, action.pay)
    return replace(
        state,
        hands=replaced(state.hands, state.turn, hand),
        discard=gather(state.discard, action.pay),
    )


def _take(state: State, action: Visit) -> State:
    """V-MARKET-3: all cards of the stall go to the hand, and the stall is left empty."""
    hand = gather(state.hand, state.market[action.stall])
    return replace(
        state,
        hands=replaced(state.hands, state.turn, hand),
        market=replaced(state.market, action.stall, ""),
    )


def _spaces(action: Visit, ruleset: Ruleset) -> int:
    """V-CURSE-1: how many spaces the token moves, one for every card discarded."""
    if ruleset.curse_distance == "all":
        return len(action.pay)
    return action.pay.count(action.curse)
