"""Sentences about games."""

import textwrap
from collections.abc import Sequence

from reference_engine.interface import Game, Outcome


def tell_outcome(game: Game, outcome: Outcome) -> str:
    """Who won, why, all scores, and whom else the outcome names, in one line."""
    scores = ", ".join(f"player {player}: {score}" for player, score in enumerate(outcome.scores))
    for field, players in game.outcome_to_json(outcome).items():
        if field not in ("scores", "winners") and players:
            scores += f"   {field}: {_names(players).lower()}"
    if not outcome.winners:
        return f"Nobody wins: a full tie.   {scores}"
    who = _names(outcome.winners)
    match outcome.decided:
        case "score":
            how = "by score"
        case "shared":
            how = "together: nothing decides between them"
        case step:
            how = f"by the tie-break, at {step}"
    return f"{who} {'wins' if len(outcome.winners) == 1 else 'win'} {how}.   {scores}"


def printable(text: str) -> str:
    """The text with what a terminal would obey written as an escape."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def wrapped(heading: str, text: str) -> list[str]:
    """The text in lines that fit, the heading before the first; nothing in it that a terminal would obey."""
    return textwrap.wrap(
        printable(text), 116, initial_indent=heading, subsequent_indent=" " * len(heading), break_on_hyphens=False
    ) or [heading.rstrip()]


def _names(players: Sequence[int]) -> str:
    names = [f"player {player}" for player in players]
    return (", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]).capitalize()
