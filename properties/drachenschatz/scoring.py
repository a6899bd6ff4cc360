"""Scores, who is out, the winners, and what decided it, worked out again."""

from collections.abc import Mapping, Sequence

from properties.drachenschatz.board import COW, SHEEP, worth
from properties.property import Position, expect, on_position
from reference_engine.jsonform import Json


@on_position(
    "score.totals", "A score is the worth of the treasures in the hoard; animals are worth nothing.", "D-SCORE-1"
)
def score_totals(position: Position) -> bool:
    """Adds up card by card, for every player."""
    if not position.data["over"]:
        return False
    expect(totals(position), _outcome(position)["scores"], "the scores are")
    return True


@on_position(
    "score.standing",
    "The standing is what the scores would be if the game ended now, each with the pile claimed this year.",
    "D-SCORE-1",
    "D-CLAIM-1",
    one_in=4,
)
def score_standing(position: Position) -> bool:
    """Adds up hoard and own pile."""
    expect(totals(position), list(position.game.standing(position.state, position.ruleset)), "the standing is")
    return True


@on_position(
    "out.fewest",
    "With 3 or 4 players whoever alone has fewest animals is out; by a reading the lowest number that one has alone.",
    "D-ANIMAL-1",
)
def out_fewest(position: Position) -> bool:
    """Cows and sheep together."""
    if not position.data["over"] or position.data["players"] > 4:
        return False
    expect(out(position), _outcome(position)["out"], "those out are")
    return True


@on_position(
    "out.halves",
    "With 5 or 6 players fewest cows and fewest sheep put out one player each, and a shared minimum nobody.",
    "D-ANIMAL-2",
    "D-ANIMAL-3",
)
def out_halves(position: Position) -> bool:
    """Each half by itself, then what the readings make of both."""
    if not position.data["over"] or position.data["players"] < 5:
        return False
    expect(out(position), _outcome(position)["out"], "those out are")
    return True


@on_position("out.alone", "A player who is alone on both minima is the only one out, by every reading.", "D-ANIMAL-3")
def out_alone(position: Position) -> bool:
    """Looks for a player whom everybody else beats in both."""
    hoards = position.data["hoards"]
    if not position.data["over"] or len(hoards) < 5:
        return False
    animals = [(hoard.count(COW), hoard.count(SHEEP)) for hoard in hoards]
    for player, (cows, sheep) in enumerate(animals):
        if all(cows < has[0] and sheep < has[1] for other, has in enumerate(animals) if other != player):
            expect([player], _outcome(position)["out"], "those out are")
            return True
    return False


@on_position(
    "out.most",
    "At most one player is out with 3 or 4 players, and at most two with 5 or 6.",
    "D-ANIMAL-1",
    "D-ANIMAL-2",
    "D-ANIMAL-3",
)
def out_most(position: Position) -> bool:
    """Counts them; each is listed once, in ascending order."""
    if not position.data["over"]:
        return False
    players, has = position.data["players"], _outcome(position)["out"]
    expect([player for player in range(players) if player in has], has, "those out, in ascending order, are")
    expect(True, len(has) <= (1 if players <= 4 else 2), f"that not more than that are out: {has}:")
    return bool(has)


@on_position("winners.still_in", "Nobody who is out wins, whatever the score.", "D-ANIMAL-1", "D-ANIMAL-2", "D-WIN-1")
def winners_still_in(position: Position) -> bool:
    """The engine's own two lists."""
    if not position.data["over"]:
        return False
    outcome = _outcome(position)
    expect([], [player for player in outcome["winners"] if player in outcome["out"]], "the winners who are out are")
    return bool(outcome["out"])


@on_position("winners.some", "There is a winner, or more where equals share; else nobody wins a tie.", "D-WIN-1")
def winners_some(position: Position) -> bool:
    """How many winners there are, whoever they are."""
    if not position.data["over"]:
        return False
    number = len(_outcome(position)["winners"])
    at_top = len(_best(position))
    expect(at_top if at_top == 1 or position.readings["win.tie"] == "shared" else 0, number, "the number of winners is")
    return True


@on_position("winners.highest", "Those with the highest score among the players still in win.", "D-WIN-1")
def winners_highest(position: Position) -> bool:
    """The winners against the scores worked out here."""
    if not position.data["over"]:
        return False
    expect(winners(position), _outcome(position)["winners"], "the winners are")
    return True


@on_position(
    "winners.decided", "The outcome says whether the score decided, or a tie is shared or is nobody's.", "D-WIN-1"
)
def winners_decided(position: Position) -> bool:
    """By the number of the best."""
    if not position.data["over"]:
        return False
    tie = {"shared": "shared", "none": "nobody"}[position.readings["win.tie"]]
    decided = position.game.outcome(position.state, position.ruleset).decided
    expect("score" if len(_best(position)) == 1 else tie, decided, "what decided is")
    return True


def totals(position: Position) -> list[int]:
    """Each player's score if the game ended here, with the pile claimed this year."""
    data = position.data
    table = worth(data)
    claimed = {pile["dragon"]: pile["cards"] for pile in data["piles"]}
    return [
        sum(table.get(card, 0) for card in hoard + claimed.get(player, ""))
        for player, hoard in enumerate(data["hoards"])
    ]


def out(position: Position) -> list[int]:
    """The players who are out if these hoards are the final ones, ascending."""
    return put_out(position.data["hoards"], position.readings)


def put_out(hoards: Sequence[str], readings: Mapping[str, str]) -> list[int]:
    """The players whom these hoards put out, ascending."""
    cows, sheep = (_holders([hoard.count(animal) for hoard in hoards]) for animal in (COW, SHEEP))
    if len(hoards) < 5:
        together = _holders([hoard.count(COW) + hoard.count(SHEEP) for hoard in hoards])
        return sorted(_alone(together, readings))
    gone = _alone(cows, readings) | _alone(sheep, readings)
    if readings["animals.tie_scope"] == "player":
        gone -= {player for half in (cows, sheep) for player in half[0] if len(half[0]) > 1}
    both = cows[0] & sheep[0]
    if readings["animals.both"] == "has" and both:
        gone = both if len(both) == 1 else set()
    return sorted(gone)


def _holders(counts: Sequence[int]) -> list[set[int]]:
    """The players with the lowest number, then those with the next, and so on."""
    return [{player for player, has in enumerate(counts) if has == number} for number in sorted(set(counts))]


def _alone(holders: Sequence[set[int]], readings: Mapping[str, str]) -> set[int]:
    """The player whom that count puts out, if it does."""
    lowest = holders[:1] if readings["animals.tie"] == "spared" else holders
    return next((players for players in lowest if len(players) == 1), set())


def winners(position: Position) -> list[int]:
    """The players who win if these hoards are the final ones, ascending."""
    best = _best(position)
    return best if len(best) == 1 or position.readings["win.tie"] == "shared" else []


def _best(position: Position) -> list[int]:
    """Those with the highest score among the players still in."""
    gone = out(position)
    still_in = {player: total for player, total in enumerate(totals(position)) if player not in gone}
    return [player for player, total in still_in.items() if total == max(still_in.values())]


def _outcome(position: Position) -> Json:
    return position.game.outcome_to_json(position.game.outcome(position.state, position.ruleset))
