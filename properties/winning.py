"""How a player can still win: the shortest play of an endgame that does it, played again in the engine."""

from properties.best_play import Share, share
from properties.endgame import Endgame, Result
from reference_engine.record import Header, record_game


class DoesNotReplay(Exception):
    """Occurs when the engine comes to something else when it plays a line again."""


def shortest_win(endgame: Endgame, player: int) -> Result | None:
    """A shortest play that the player wins alone, or else with others; None if there is none.

    Raises `DoesNotReplay`, `IllegalAction`.
    """
    winning = [result for result in endgame.results if share(result.outcome, player) > Share.NOTHING]
    if not winning:
        return None
    found = min(winning, key=lambda result: (-share(result.outcome, player), len(result.actions)))
    record = record_game(Header(endgame.game, endgame.ruleset, endgame.start), found.actions)
    if record.outcome != found.outcome:
        raise DoesNotReplay(f"{record.outcome} instead of {found.outcome}")
    return found
