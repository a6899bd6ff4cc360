"""Sentences about games."""

from collections.abc import Sequence

from reference_engine.interface import Outcome


def tell_outcome(outcome: Outcome) -> str:
    """Who won, why, and all scores, in one line."""
    scores = ", ".join(f"player {player}: {score}" for player, score in enumerate(outcome.scores))
    if not outcome.winners:
        return f"Nobody wins: a full tie.   {scores}"
    who = _names(outcome.winners)
    match outcome.decided:
        case "score":
            how = "by score"
        case "shared":
            how = "together: they are equal in everything"
        case step:
            how = f"by the tie-break, at {step}"
    return f"{who} {'wins' if len(outcome.winners) == 1 else 'win'} {how}.   {scores}"


def _names(players: Sequence[int]) -> str:
    names = [f"player {player}" for player in players]
    return (", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]).capitalize()
