"""The end of a turn and the end of the game."""

from dataclasses import replace

from reference_engine.multiset import gather
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import State


def pass_turn(state: State, ruleset: Ruleset) -> State:
    """V-TURN-2: the next player's turn. V-END-1: an empty deck alone ends nothing."""
    if ruleset.end_empty_deck == "turn" and not state.deck:
        return end_game(state)
    return replace(state, turn=(state.turn + 1) % state.players)


def end_game(state: State) -> State:
    """V-END-1: the game is over. V-END-2: hand cards that match an own bribe join it."""
    settled = [_settle(hand, bribes) for hand, bribes in zip(state.hands, state.bribes, strict=True)]
    return replace(
        state,
        over=True,
        hands=tuple(hand for hand, _ in settled),
        bribes=tuple(bribes for _, bribes in settled),
    )


def _settle(hand: str, bribes: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """V-END-2 for one player, who cannot keep any back (end.final_bribes: forced).

    V-END-3: all other cards, and all Wilds, stay in the hand.
    """
    types = [bribe[0] for bribe in bribes]
    joined = tuple(gather(bribe, bribe[0] * hand.count(bribe[0])) for bribe in bribes)
    return "".join(card for card in hand if card not in types), joined
