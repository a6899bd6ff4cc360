"""Whose turn it is, when a year and the game are over, and that it must come to that."""

from properties.drachenschatz.board import claims, claims_after, ends_year, free, last_player
from properties.property import Playthrough, Position, Step, Violated, expect, on_game, on_position, on_step
from reference_engine.errors import GameNotOver
from reference_engine.jsonform import Json


@on_step(
    "turn.order",
    "Turns go clockwise over those who have not claimed, or who may go on to reveal; in a year there is always one.",
    "D-YEAR-2",
    "D-CLAIM-1",
    "D-TURN-1",
)
def turn_order(step: Step) -> bool:
    """Goes round from the player after this one, who comes last."""
    if ends_year(step):
        return False
    before, claimed = step.before.data, claims_after(step)
    left = len(before["middle"]) - (step.move["type"] == "reveal")
    goes_on = step.readings["claim.turns"] == "reveal" and left > 0
    seats = [*range(before["players"])] * 2
    waiting = seats[before["turn"] + 1 : before["turn"] + 1 + before["players"]]
    taking_turns = [player for player in waiting if goes_on or player not in claimed]
    expect(taking_turns[0], step.after.data["turn"], "the player to move is")
    return True


@on_step(
    "turn.starter",
    "The next year is started by the player to the left of the last player: who was left over, or claimed last.",
    "D-YEAR-4",
)
def turn_starter(step: Step) -> bool:
    """The seat after that of the last player."""
    if not ends_year(step) or not step.before.data["later"]:
        return False
    last = last_player(step) if step.readings["year.starter"] == "leftover" else step.before.data["turn"]
    seats = [*range(step.before.data["players"]), 0]
    expect(seats[last + 1], step.after.data["turn"], "the player to move is")
    return True


@on_step("year.when_due", "A year ends as soon as all players but one have claimed: the last has no turn.", "D-LAST-1")
def year_when_due(step: Step) -> bool:
    """Counts the claims."""
    if not ends_year(step):
        return False
    before, after = step.before.data, step.after.data
    expect(True, after["over"] or after["year"] > before["year"], "that the year is over:")
    return True


@on_step("year.not_before", "A year goes on as long as two players or more have not claimed.", "D-LAST-1", "D-REVEAL-2")
def year_not_before(step: Step) -> bool:
    """Counts the claims."""
    if ends_year(step):
        return False
    before, after = step.before.data, step.after.data
    expect((before["year"], False), (after["year"], after["over"]), "the year and whether the game is over are")
    return True


@on_step("end.when_due", "After the last pile's year the game is over.", "D-YEAR-5")
def end_when_due(step: Step) -> bool:
    """A year's end with no pile to come."""
    if not ends_year(step) or step.before.data["later"]:
        return False
    expect(True, step.after.data["over"], "that the game is over:")
    return True


@on_step("end.not_before", "The game goes on as long as there is a pile to come.", "D-YEAR-5", "D-YEAR-1")
def end_not_before(step: Step) -> bool:
    """Looks at the piles to come before the action."""
    if not step.before.data["later"]:
        return False
    expect(False, step.after.data["over"], "that the game is over:")
    return True


@on_position("end.outcome", "A game has no outcome before it is over.", "D-YEAR-5", one_in=8)
def end_outcome(position: Position) -> bool:
    """Asks for one."""
    if position.data["over"]:
        return False
    try:
        outcome = position.game.outcome(position.state, position.ruleset)
    except GameNotOver:
        return True
    raise Violated("no outcome yet", position.game.outcome_to_json(outcome))


@on_position(
    "dragons.one_each",
    "Every dragon is of one player, on one pile; two piles or more bear none, while the game goes on.",
    "D-SETUP-1",
    "D-CLAIM-1",
    "D-CLAIM-2",
    "D-LAST-1",
)
def dragons_one_each(position: Position) -> bool:
    """As many piles as players, each dragon once."""
    data = position.data
    if data["over"]:
        return False
    expect(data["players"], len(data["piles"]), "the number of treasure piles is")
    expect(
        [], [number for number, pile in enumerate(data["piles"]) if not pile["cards"]], "the piles without cards are"
    )
    dragons = [pile["dragon"] for pile in data["piles"] if pile["dragon"] is not None]
    expect(sorted(set(dragons)), sorted(dragons), "the dragons on piles are those of")
    expect([], [player for player in dragons if not 0 <= player < data["players"]], "the dragons of nobody are")
    expect(True, len(dragons) <= data["players"] - 2, f"that a year goes on with {len(dragons)} dragons on piles:")
    return bool(dragons)


@on_game(
    "claims.once_a_year",
    "In a whole year every player but one claims once, each another pile, and then takes no turn, or only reveals.",
    "D-CLAIM-1",
    "D-CLAIM-2",
    "D-LAST-1",
)
def claims_once_a_year(played: Playthrough) -> bool:
    """Goes through the actions, year by year; the claims that a game starts with are counted too."""
    years, piles = 0, claims(played.positions[0].data)
    game, nothing_more = played.game, played.header.ruleset.readings()["claim.turns"] == "none"
    for position, after, action in zip(played.positions, played.positions[1:], played.actions, strict=False):
        player, move = position.data["turn"], game.action_to_json(action)
        if move["type"] == "claim" or nothing_more:
            expect(False, player in piles, f"that player {player} moves after a claim:")
        if move["type"] == "claim":
            expect([], [other for other in piles if piles[other] == move["pile"]], f"pile {move['pile']} is claimed by")
            piles[player] = move["pile"]
        if after.data["over"] or after.data["year"] != position.data["year"]:
            expect(position.data["players"] - 1, len(piles), "the number of players who claimed in a year is")
            years, piles = years + 1, {}
    return years > 0


def measure(data: Json) -> int:
    """How many more actions there can be at most.

    This year: a reveal of every card in the middle, a claim of every free pile but one. In a year to come: the same,
    which is a claim or a reveal for every card of its pile but one.
    """
    if data["over"]:
        return 0
    return len(data["middle"]) + len(free(data)) - 1 + sum(len(cards) - 1 for cards in data["later"])


@on_step(
    "end.nearer",
    "Every action brings the end nearer: cards in the middle and to come, plus free piles, minus one a year, fall.",
    "D-YEAR-5",
    "D-LAST-1",
    "D-REVEAL-2",
)
def end_nearer(step: Step) -> bool:
    """By one; at a year's end also by the cards left in the middle, which nobody reveals any more."""
    before, after = measure(step.before.data), measure(step.after.data)
    left = len(step.before.data["middle"]) if ends_year(step) else 0
    expect(before - 1 - left, after, f"the measure, {before} before, is")
    expect(True, after >= 0, f"that the measure {after} is not below 0:")
    return True


@on_game("end.comes", "No game is longer than the measure of its first position says.", "D-YEAR-5", "D-LAST-1")
def end_comes(played: Playthrough) -> bool:
    """Counts the actions, and one more where the game could go on."""
    most = measure(played.positions[0].data)
    actions = len(played.actions) + (not played.positions[-1].data["over"])
    expect(True, actions <= most, f"that a game of at least {actions} actions is no longer than {most}:")
    return bool(played.actions)
