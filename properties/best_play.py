"""Best play with all cards known: what a player can make sure of against all the others together."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from properties.endgame import Choices, Endgame
from reference_engine.interface import Action, State
from reference_engine.jsonform import Json

Strategy = Mapping[tuple[int, State], Action]
"""What is played, by the number of turns before and the position: wherever the own choice comes up."""


class Share(IntEnum):
    """What an outcome is worth to a player."""

    NOTHING = 0
    SHARED = 1  # wins together with others
    ALONE = 2


@dataclass(frozen=True)
class BestPlay:
    """What a player can make sure of, by which strategy, and the strategy of the others by which it is no more."""

    player: int
    share: Share
    mine: Strategy
    theirs: Strategy

    def line(self, endgame: Endgame) -> tuple[Action, ...]:
        """The play in which everybody keeps to these strategies."""
        state, actions = endgame.start, list[Action]()
        while (turn := len(actions)) < endgame.turns and state in endgame.after:
            mine = endgame.game.current_player(state) == self.player
            actions.append((self.mine if mine else self.theirs)[turn, state])
            state = dict(endgame.after[state])[actions[-1]]
        return tuple(actions)


def share(outcome: Json | None, player: int) -> Share:
    """What an outcome is worth to a player; nothing where the game goes on."""
    if outcome is None or player not in outcome["winners"]:
        return Share.NOTHING
    return Share.ALONE if outcome["winners"] == [player] else Share.SHARED


def best_play(endgame: Endgame, player: int) -> BestPlay:
    """Best play of one player, worked out from the last turn back."""
    worth: list[dict[State, Share]] = []
    for by in reversed(endgame.met):
        later = worth[-1] if worth else {}
        worth.append({state: _worth(endgame, player, state, later) for state in by})
    worth.reverse()

    def choose(turn: int, state: State, mine: bool) -> tuple[Action, State]:
        best = max if mine else min
        return best(endgame.after[state], key=lambda choice: worth[turn + 1][choice[1]])

    def strategy(mine: bool) -> Strategy:
        chosen: dict[tuple[int, State], Action] = {}
        waiting = [endgame.start]
        for turn in range(endgame.turns):
            following: dict[State, None] = {}
            for state in waiting:
                choices: Choices = endgame.after.get(state, ())
                if choices and (endgame.game.current_player(state) == player) is mine:
                    choices = (choose(turn, state, mine),)
                    chosen[turn, state] = choices[0][0]
                following |= dict.fromkeys(reached for _, reached in choices)
            waiting = list(following)
        return chosen

    return BestPlay(player, worth[0][endgame.start], strategy(mine=True), strategy(mine=False))


def _worth(endgame: Endgame, player: int, state: State, later: Mapping[State, Share]) -> Share:
    """What a position is worth to the player, given what those after the next turn are; {} after the last."""
    if not later or state not in endgame.after:
        return share(endgame.outcome(state), player)
    best = max if endgame.game.current_player(state) == player else min
    return best(later[reached] for _, reached in endgame.after[state])
