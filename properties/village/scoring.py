"""Scores, the winners, and what decided it, worked out again."""

from collections.abc import Iterator

from properties.property import Position, expect, on_position
from properties.village.board import WILD, places
from reference_engine.jsonform import Json

Ranking = tuple[int, ...]  # the total, then the number of cards that counts in each step of the tie-break


@on_position(
    "score.totals",
    "A card in a bribe earns what its space is worth; a treasure in hand costs that, a Wild the penalty.",
    "V-SCORE-1",
    "V-SCORE-2",
    "V-SCORE-3",
)
def score_totals(position: Position) -> bool:
    """Adds up card by card."""
    if not position.data["over"]:
        return False
    scores = position.game.outcome_to_json(position.game.outcome(position.state, position.ruleset))["scores"]
    expect(totals(position), scores, "the scores are")
    return True


@on_position(
    "score.standing",
    "The standing is what the scores would be if the game ended now, matching hand cards joining their bribes.",
    "V-SCORE-1",
    "V-SCORE-2",
    "V-SCORE-3",
    "V-END-2",
    "V-END-3",
    one_in=4,
)
def score_standing(position: Position) -> bool:
    """A hand card with an own bribe earns; no card need be moved for that."""
    expect(totals(position), list(position.game.standing(position.state, position.ruleset)), "the standing is")
    return True


@on_position(
    "winners.highest",
    "Only players with the highest total win, and somebody wins but for a full tie.",
    "V-WIN-1",
    off=("tie.among=all",),
)
def winners_highest(position: Position) -> bool:
    """The winners against the scores worked out here."""
    if not position.data["over"]:
        return False
    winners = _winners(position)
    expect(sorted(set(winners)), winners, "the winners are")
    scores = totals(position)
    top = [player for player, score in enumerate(scores) if score == max(scores)]
    expect([], [player for player in winners if player not in top], "the winners without the highest total are")
    if len(top) == 1 or position.readings["tie.full"] == "shared":
        expect(True, bool(winners), "that somebody wins:")
    return True


@on_position(
    "winners.tie_break",
    "Of the tied the one with most cards on the rightmost space wins, then on the next; equals win together.",
    "V-TIE-1",
    "V-TIE-2",
    "V-TIE-3",
)
def winners_tie_break(position: Position) -> bool:
    """Compares all players at each step by all that counts there, instead of going on with those still tied."""
    if not position.data["over"]:
        return False
    ranked, step = rankings(position), deciding_step(position)
    if step is not None:
        best = _ahead(position, ranked, step)
    elif position.readings["tie.full"] == "none":
        best = []
    else:
        best = _ahead(position, ranked, len(ranked[0]) - 1 if position.readings["tie.among"] == "still" else 0)
    expect(best, _winners(position), "the winners are")
    return len(_ahead(position, ranked, 0)) > 1


@on_position(
    "winners.decided",
    "The outcome names the space or the value where one player was left ahead, or that none was.",
    "V-WIN-1",
    "V-TIE-1",
    "V-TIE-2",
    "V-TIE-3",
)
def winners_decided(position: Position) -> bool:
    """The first step at which nobody is level with the one who is ahead."""
    if not position.data["over"]:
        return False
    decided = position.game.outcome(position.state, position.ruleset).decided
    step = deciding_step(position)
    if step is None:
        expect({"shared": "shared", "none": "nobody"}[position.readings["tie.full"]], decided, "what decided is")
    else:
        expect(["score", *step_names(position)][step], decided, "what decided is")
    return True


def totals(position: Position) -> list[int]:
    """Each player's points if the game ended here."""
    data, penalty = position.data, int(position.readings["score.wild_penalty"])
    worth = dict(zip(data["track"], data["values"], strict=True))
    return [
        sum(len(cards) * worth[treasure] for treasure, cards in own.items())
        + sum(-penalty if card == WILD else worth[card] if card in own else -worth[card] for card in hand)
        for own, hand in zip(data["bribes"], data["hands"], strict=True)
    ]


def counted(position: Position, player: int, treasure: str) -> int:
    """How many of a player's cards count for that type in the tie-break of a finished game."""
    bribe: str = position.data["bribes"][player].get(treasure, "")
    hand: str = position.data["hands"][player]
    match position.readings["tie.count"]:
        case "bribe":
            return len(bribe)
        case "treasure":
            return bribe.count(treasure)
        case "owned":
            return (bribe + hand).count(treasure) + bribe.count(WILD)
        case _:
            return (bribe + hand).count(treasure)


def steps(position: Position) -> Iterator[list[str]]:
    """The steps of the tie-break, each the types whose cards it counts."""
    track, values = position.data["track"], position.data["values"]
    if position.readings["tie.steps"] == "space":
        yield from ([treasure] for treasure in reversed(track))
    else:
        for value in sorted(set(values), reverse=True):
            yield [treasure for treasure, worth in zip(track, values, strict=True) if worth == value]


def step_names(position: Position) -> list[str]:
    """What the outcome calls these steps."""
    data = position.data
    if position.readings["tie.steps"] == "space":
        return [f"space {places(data)[treasure]}" for (treasure,) in steps(position)]
    return [f"value {data['values'][places(data)[treasures[0]]]}" for treasures in steps(position)]


def rankings(position: Position) -> list[Ranking]:
    """For each player what is compared, in the order of comparing."""
    return [
        (total, *(sum(counted(position, player, treasure) for treasure in treasures) for treasures in steps(position)))
        for player, total in enumerate(totals(position))
    ]


def deciding_step(position: Position) -> int | None:
    """The step that leaves one player ahead: 0 for the total, 1 for the first of the tie-break; None if none does."""
    ranked = rankings(position)
    return next((step for step in range(len(ranked[0])) if len(_ahead(position, ranked, step)) == 1), None)


def _ahead(position: Position, ranked: list[Ranking], step: int) -> list[int]:
    """The players whom nobody is ahead of when that step is compared: with all before it, the total, or nothing."""
    before = {"still": step, "tied": min(step, 1), "all": 0}[position.readings["tie.among"]]
    compared = [(*ranking[:before], ranking[step]) for ranking in ranked]
    return [player for player, ranking in enumerate(compared) if ranking == max(compared)]


def _winners(position: Position) -> list[int]:
    outcome: Json = position.game.outcome_to_json(position.game.outcome(position.state, position.ruleset))
    return list(outcome["winners"])
